"""A faces.json to fill in: every side of a die once, and read again as it stands once its pictures are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.codec.die import known_dice
from companion.codec.enrolment import read_face_clicks


def test_a_sample_holds_every_side_and_is_read_once_the_pictures_are_there(tmp_path: Path) -> None:
    assert main(["enrol", "--sample", str(tmp_path / "photos"), "--die", "ogre/infantry"]) == 0
    file = tmp_path / "photos" / "faces.json"
    die = known_dice()["ogre/infantry"]
    for face in die.faces:
        (file.parent / f"infantry-{face.key}.jpg").touch()
    clicks = read_face_clicks(file, known_dice())
    assert [click.name.face for click in clicks] == [face.key for face in die.faces]
    assert {click.name.die for click in clicks} == {"ogre/infantry"}
    assert {click.centre_px for click in clicks} == {(1920 / 2, 1080 / 2)}, "the middle of a full HD picture"
    assert all(click.corner0_px[0] == click.centre_px[0] for click in clicks), "its corner 0 straight above"
    assert all(click.corner0_px[1] < click.centre_px[1] for click in clicks)


@pytest.mark.parametrize("die", [[], ["--die", "nobody/knows"]])
def test_a_sample_is_of_a_die_that_is_known(die: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", "--sample", str(tmp_path / "photos"), *die]) == 2
    assert "--sample goes with --die" in capsys.readouterr().err
    assert not (tmp_path / "photos").exists()
