"""Die files: what is read, and every problem of a file at once with file, face and key."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalogue import Colour, EffectKind, Range
from companion.codec.die import DieDocument, decode_die_file, read_dice, read_die
from companion.codec.document import decode
from companion.errors import InputError, OperationError

NET = (
    ("8", "BAC", 1),
    ("7", "aBC", 2),
    ("6", "cBa", 2),
    ("5", "ABc", 1),
    ("4", "Acb", 0),
    ("3", "abc", 2),
    ("2", "baC", 1),
)


def text(**changes: str) -> str:
    """A whole die file; ``changes`` replace lines of face 8 by key."""
    faces = [f'[[face]]\nkey = "{k}"\nside = {k}\nvertices = "{v}"\nblock = 7\ndamage = [{d}]\n' for k, v, d in NET]
    faces[0] += (
        'maneuver = [0]\n[[face.effect]]\nkind = "weapon"\ncolour = "yellow"\n'
        'range = "long"\ncorners = [0]\nattack = 8\n'
    )
    head = 'format = 1\nid = "ogre/heavy-tank"\nname = "Heavy Tank"\npoints = 8\nclasses = ["Tank"]\nteam = "Ogre"\n'
    head += 'provenance = "stand-in"\nsources = {points = "rules"}\n'
    whole = head + "".join(faces) + '[[face]]\nkey = "1"\nside = 1\nvertices = "AbC"\n'
    for old, new in changes.items():
        whole = whole.replace(old.replace("__", " = "), new)
    return whole


def problems(whole: str) -> list[str]:
    with pytest.raises(InputError) as refusal:
        decode_die_file(tomllib.loads(whole), "tank.toml")
    return list(refusal.value.sentences)


def test_a_whole_file_becomes_a_frozen_die(tmp_path: Path) -> None:
    file = tmp_path / "tank.toml"
    file.write_text(text(), encoding="utf-8")
    die = read_die(file)
    assert (die.id, die.label, die.points, die.classes, die.edge_mm) == (
        "ogre/heavy-tank",
        "Heavy Tank",
        8,
        ("Tank",),
        50.8,
    )
    assert (die.source("points"), die.source("team")) == ("rules", "stand-in")
    effect = die.faces[0].effects[0]
    assert (effect.kind, effect.colour, effect.range, effect.attack) == (
        EffectKind.WEAPON,
        Colour.YELLOW,
        Range.LONG,
        8,
    )
    below = die.face_over(die.faces[0], 1)
    assert below is not None
    assert below.key == "7"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points = 8", 'points = "eight"', 'points: expected a number, got "eight"'),
        ("points = 8", "pionts = 8", "pionts: this key is unknown"),
        ("format = 1", "format = 2", "this program reads format 1"),
        ('id = "ogre/heavy-tank"', 'id = "Heavy Tank"', "set/die in lower case"),
        ("maneuver = [0]", "maneuver = [3]", "face['8'].maneuver[0]: expected 2 or less, got 3"),
        ("maneuver = [0]", "maneuver = [0, 0]", "face['8'].maneuver: expected no item twice"),
        ("maneuver = [0]", "maneuver = [0]\ntreads = [1, 2]", "face['8'].treads: expected one number for each corner"),
        ('kind = "weapon"', 'kind = "laser"', "face['8'].effect[0].kind: expected 'weapon', "),
        ("attack = 8", "", "face['8'].effect[0].attack: this key is missing"),
        ('range = "long"', "", "face['8'].effect[0].range: "),
        ('vertices = "aBC"', 'vertices = "BAC"', "is given to more than one face"),
        ('vertices = "aBC"', 'vertices = "aCB"', "face['7'].vertices: expected three vertices in corner order"),
        ("damage = [0]", "damage = [1]", "face['4'].damage: corner 1 leads to side"),
        ('key = "7"', 'key = "8"', "given to more than one face"),
    ],
)
def test_each_problem_names_file_face_and_key(old: str, new: str, message: str) -> None:
    found = problems(text().replace(old, new, 1))
    assert any(message in problem for problem in found), found
    assert all(problem.startswith("tank.toml: ") for problem in found)


def test_all_problems_of_a_file_are_reported_at_once(tmp_path: Path) -> None:
    file = tmp_path / "tank.toml"
    file.write_text(
        text().replace("points = 8", "points = []").replace("maneuver = [0]", "maneuver = [9]"), encoding="utf-8"
    )
    with pytest.raises(InputError) as reported:
        read_die(file)
    assert len(str(reported.value).splitlines()) == 2
    assert str(file) in str(reported.value)


def test_a_set_of_other_than_eight_faces_is_wrong() -> None:
    seven = text().split('[[face]]\nkey = "1"', maxsplit=1)[0]
    assert any("expected eight faces, got 7" in problem for problem in problems(seven))


def test_a_later_folder_overrides_a_die_of_the_same_id(tmp_path: Path) -> None:
    for folder, points in (("bundled", 8), ("mine", 9)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "tank.toml").write_text(
            text().replace("points = 8", f"points = {points}"), encoding="utf-8"
        )
    assert read_dice(tmp_path / "bundled", tmp_path / "mine")["ogre/heavy-tank"].points == 9


def test_folders_without_dice_and_files_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    with pytest.raises(OperationError, match="not a folder"):
        read_dice(tmp_path / "none")
    with pytest.raises(OperationError, match="holds no die file"):
        read_dice(tmp_path)
    (tmp_path / "a.toml").write_text("x = ", encoding="utf-8")
    (tmp_path / "b.toml").write_text(text(), encoding="utf-8")
    (tmp_path / "c.toml").write_text(text(), encoding="utf-8")
    with pytest.raises(InputError) as reported:
        read_dice(tmp_path)
    assert "is not TOML" in str(reported.value)
    assert "is also the id of" in str(reported.value)


def test_a_script_s_die_may_list_only_the_faces_it_uses() -> None:
    die = decode(DieDocument, {"id": "t/gun", "face": [{"key": "8"}]}).to_die()
    assert die.face_over(die.faces[0], 0) is None


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("format", "id", "name", "classes", "points", "unique", "edge_mm", "sources", "face")


@settings(max_examples=200, derandomize=True)
@given(st.sampled_from(KEYS), JUNK)
def test_junk_under_any_key_is_a_problem_or_a_value_never_a_crash(key: str, value: Any) -> None:
    with suppress(InputError):
        assert decode_die_file(tomllib.loads(text()) | {key: value}, "junk.toml").faces


def test_og_sight_08_two_arrows_of_one_shot_are_written_as_one_effect() -> None:
    """Or it would be taken for two weapons; arrows of two colours are two, and so are those of an Ogre's systems."""
    arrow = '[[face.effect]]\nkind = "weapon"\ncolour = "{}"\nrange = "long"\ncorners = [2]\nattack = 8\n'
    second = text().replace("attack = 8\n", "attack = 8\n" + arrow.format("yellow"), 1)
    (message,) = problems(second)
    assert message == (
        "tank.toml: face['8'].effect[1]: has the colour, range and numbers of effect[0]; arrows of one colour are one "
        "shot (OG-SIGHT-08): write one effect with corners = [0, 2]"
    )
    assert len(decode_die_file(tomllib.loads(second.replace('colour = "yellow"', 'colour = "red"', 1))).faces) == 8
    systems = second.replace("corners = [2]", 'system = "ap"\ncorners = [2]', 1)
    assert len(decode_die_file(tomllib.loads(systems)).faces) == 8
