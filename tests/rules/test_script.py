"""Referee scripts: what is wrong with one is said in a line, and nothing is printed for it."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.codec.script import run_script
from companion.codec.script.parser import script_from
from companion.errors import InputError

GUN = {"kind": "weapon", "colour": "yellow", "range": "short", "corners": [0], "attack": 5}
BOW_TIE = [[0, 0], [9, 9], [9, 0], [0, 9]]
SCRIPT: dict[str, Any] = {
    "format": 1,
    "name": "two dice",
    "profile": "ogre",
    "dice": [{"id": "t/gun", "face": [{"key": "8", "block": 4, "effect": [GUN]}]}],
    "pieces": [
        {"id": "a", "die": "t/gun", "owner": "A", "face": "8", "centre_mm": [600, 300], "heading_deg": 90},
        {"id": "b", "die": "t/gun", "owner": "B", "face": "8", "centre_mm": [600, 500], "heading_deg": 270},
    ],
    "steps": [{"ask": "targets", "by": "a", "effect": 0}, {"do": "shoot", "by": "a", "effect": 0, "target": "b"}],
}


def changed(*path: Any, to: Any) -> dict[str, Any]:
    script = copy.deepcopy(SCRIPT)
    place: Any = script
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return script


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in SCRIPT.items() if name != key}


def write(folder: Path, name: str, script: Any) -> Path:
    file = folder / name
    file.write_text(script if isinstance(script, str) else json.dumps(script), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("script", "place"),
    [
        (changed("format", to=2), "format"),
        (changed("profile", to="chess"), "profile"),
        (changed("wings", to=1), "wings"),
        (changed("agreements", to={"AMB-01": "never"}), "AMB-01"),
        (changed("agreements", to={"AMB-99": "x"}), "AMB-99"),
        (changed("pieces", 0, "die", to="t/none"), "pieces['a']"),
        (changed("pieces", 0, "owner", to="Z"), "pieces['a']"),
        (changed("pieces", 0, "face", to="9"), "pieces['a']"),
        (changed("pieces", 0, "centre_mm", to=[1]), "pieces['a']"),
        (changed("pieces", 1, "id", to="a"), "pieces"),
        (changed("dice", 0, "face", 0, "effect", 0, "corners", to=[3]), "dice['t/gun'].face['8'].effect[0].corners[0]"),
        (changed("dice", 0, "face", 0, "effect", 0, "kind", to="laser"), "kind"),
        (changed("steps", 0, to={"ask": "weather"}), "steps[0]"),
        (changed("steps", 0, to={"by": "a"}), "steps[0]"),
        (changed("steps", 0, to={"ask": "targets", "by": "a"}), "effect"),
        (changed("steps", 0, to={"ask": "targets", "by": "nobody", "effect": 0}), "nobody"),
        (changed("steps", 1, "target", to="nobody"), "steps[1]"),
        (changed("steps", 1, to={"do": "throw", "piece": "a", "lands": {"face": "9"}}), "steps[1]"),
        (changed("to_move", to="Z"), "to_move"),
        (changed("score", to={"Z": 1}), "score"),
        (changed("table", to={"shape": "rect", "size_mm": [0, 900]}), "size_mm"),
        (
            changed(
                "table", to={"shape": "polygon", "size_mm": [9, 9], "outline_mm": [[0, 0], [9, 9], [9, 0], [0, 9]]}
            ),
            "cross",
        ),
        (without("profile"), "profile"),
        (changed("dice", to=SCRIPT["dice"] * 2), "dice"),
        (without("dice"), "dice"),
        (without("pieces"), "pieces"),
        (without("steps"), "steps"),
        (changed("ogres", to=[{"piece": "a", "mark": "III"}]), "ogres['a']"),
        (changed("steps", 0, to={"ask": "first-player", "armies": {}, "scenario": "two-army"}), "armies"),
        ("{", "JSON"),
        (json.dumps(SCRIPT)[:200], "JSON"),
        ("[]", "table"),
    ],
)
def test_a_malformed_script_ends_with_status_2_one_line_and_nothing_printed(
    script: Any, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, "wrong.json", script)
    assert main(["referee", "--json", str(file)]) == 2
    reported = capsys.readouterr()
    assert reported.out == ""
    assert len(reported.err.splitlines()) == 1
    assert "wrong.json" in reported.err
    assert place in reported.err


def test_all_problems_of_a_script_are_reported_at_once() -> None:
    wrong = changed("pieces", 0, "owner", to="Z")
    wrong["pieces"][1] |= {"die": "t/none"}
    wrong["score"] = {"Y": 1}
    with pytest.raises(InputError) as reported:
        script_from(wrong, "wrong")
    places = ["pieces['a'].owner", "pieces['b'].die", "score"]
    assert [sentence.split(": ")[0] for sentence in reported.value.sentences] == places
    wrong = changed("steps", 0, to={"ask": "targets", "by": True, "effect": "first"})
    wrong["steps"].append({"do": "shoot", "by": "a", "effect": 0, "target": "b", "colour": "red"})
    with pytest.raises(InputError) as reported:
        script_from(wrong, "wrong")
    places = ["steps[0].by", "steps[0].effect", "steps[2].colour"]
    assert [sentence.split(": ")[0] for sentence in reported.value.sentences] == places


def test_names_of_all_steps_are_held_to_the_situation_at_once() -> None:
    wrong = changed("steps", 0, "by", to="x")
    wrong["steps"] += [{"do": "maneuver", "piece": "y", "corner": 0}, {"ask": "distance", "from": "a", "to": "z"}]
    with pytest.raises(InputError) as reported:
        script_from(wrong, "wrong")
    assert [sentence.split(": ")[0] for sentence in reported.value.sentences] == [
        "steps[0].by",
        "steps[2].piece",
        "steps[3].to",
    ]


def test_other_scripts_are_answered_beside_a_malformed_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [write(tmp_path, "good.json", SCRIPT), write(tmp_path, "bad.json", "{"), tmp_path / "missing.json"]
    assert main(["referee", "--json", *map(str, files)]) == 2
    reported = capsys.readouterr()
    lines = [json.loads(line) for line in reported.out.splitlines()]
    assert [(line["script"], line["step"], line["ok"]) for line in lines] == [
        ("good.json", 0, True),
        ("good.json", 1, True),
    ]
    assert len(reported.err.splitlines()) == 2


def test_without_json_a_ruling_is_a_sentence_with_its_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, "good.json", SCRIPT)
    assert main(["referee", "--explain", str(file)]) == 0
    reported = capsys.readouterr().out
    assert "OG-RANGE-02" in reported
    assert "Attack: +5 (OG-FACE-02)" in reported


def test_a_script_may_leave_out_what_the_contract_says(tmp_path: Path) -> None:
    """Contract, "Where a script starts": table, players, score and who is to move have defaults."""
    position = script_from(SCRIPT, "x").start
    assert [player.id for player in position.players] == ["A", "B"]
    assert position.to_move == "A"
    assert dict(position.score) == {"A": 0, "B": 0}
    assert position.table.outline_mm == ((0, 0), (1200, 0), (1200, 900), (0, 900))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats() | st.sampled_from(["", "a", "8", "play", "near", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "face", "kind", "x"]), inner),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a script that may be spoiled."""
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [p for key, inner in rows for p in ((*path, key), *places(inner, (*path, key)))]


@settings(max_examples=300, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(places(SCRIPT)), VALUES)
def test_a_spoiled_script_is_answered_or_refused_and_never_breaks(path: tuple[Any, ...], value: Any) -> None:
    try:
        script = script_from(changed(*path, to=value), "fuzzed")
    except InputError:
        return
    lines = list(run_script(script))
    assert len(lines) == len(script.steps)
    assert all(line.ruling.rules for line in lines)
