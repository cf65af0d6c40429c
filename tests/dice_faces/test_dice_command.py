"""`companion dice`: all problems at once, and a user's own die in place of the bundled one."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.codec.die import known_dice
from companion.resources import data_folder


def test_bundled_dice_have_no_problem(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "check"]) == 0
    assert "no problem" in capsys.readouterr().out


def test_all_problems_are_listed_with_file_face_and_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.toml").write_text(
        'format = 1\nid = "x/bad"\ncolour = "red"\n[[face]]\nkey = "8"\nvertices = "abc"\nmaneuver = [3]\n'
    )
    (tmp_path / "worse.toml").write_text("format = ")
    assert main(["dice", "check", str(tmp_path)]) == 2
    message = capsys.readouterr().err
    for words in ("bad.toml", "colour", "face['8']", "maneuver", "expected eight faces", "worse.toml", "TOML"):
        assert words in message


def test_a_die_filled_in_by_hand_replaces_the_bundled_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "edit", "--by-hand", "ogre/gev"]) == 0
    own = data_folder() / "dice_faces" / "ogre" / "gev.toml"
    own.write_text(own.read_text().replace("points = 3", "points = 6"))
    assert known_dice()["ogre/gev"].points == 6
    assert known_dice()["ogre/gev"].provenance == "user"
    assert known_dice()["ogre/ogre"].provenance == "stand-in"
    assert len(list(own.parent.glob("gev-*.png"))) == 8
    assert main(["dice", "edit", "--by-hand", "ogre/gev"]) == 0  # a second time changes nothing
    assert known_dice()["ogre/gev"].points == 6
    assert "dice check" in capsys.readouterr().out


def test_an_unknown_die_is_reported_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "edit", "ogre/nothing"]) == 2
    message = capsys.readouterr().err
    assert "ogre/heavy-tank" in message
    assert "--new" in message


def test_a_die_of_an_unknown_set_is_begun_and_filled_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "edit", "--new", "--by-hand", "space/nova"]) == 0
    own = data_folder() / "dice_faces" / "space" / "nova.toml"
    assert len(list(own.parent.glob("nova-*.png"))) == 8
    assert main(["dice", "check", str(own.parent)]) == 0
    own.write_text(own.read_text().replace("points = 0", "points = 7"))
    nova = known_dice()["space/nova"]
    assert (nova.set, nova.points, len(nova.faces), nova.provenance) == ("space", 7, 8, "user")
    assert nova.source("vertices") == "stand-in", "whoever has not entered it takes ours for now"
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "--new goes with the id of a die that is not known yet"),
        (["ogre/gev"], "--new goes with the id of a die that is not known yet"),
        (["Nova!"], "expected set/die in lower case with hyphens"),
    ],
)
def test_a_new_die_has_an_id_of_its_own(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "edit", "--new", *words]) == 2
    assert message in capsys.readouterr().err
