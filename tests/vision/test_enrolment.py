"""What people write in ``faces.json`` is understood, or refused entry by entry."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.catalogue import Die, Face
from companion.codec.enrolment import read_face_clicks
from companion.errors import InputError
from companion.vision import FaceName

DICE = {"t/tank": Die("t/tank", (Face("8"), Face("7")))}
GOOD: dict[str, Any] = {
    "image": "a.jpg",
    "die": "t/tank",
    "face": "8",
    "centre_px": [812.4, 501],
    "corner0_px": [840, 470],
}


def _write(folder: Path, content: Any) -> Path:
    path = folder / "faces.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_clicks_are_read(tmp_path: Path) -> None:
    (click,) = read_face_clicks(_write(tmp_path, {"format": 1, "faces": [GOOD]}), DICE)
    assert (click.image, click.name) == ("a.jpg", FaceName("t/tank", "8"))
    assert (click.centre_px, click.corner0_px) == ((812.4, 501.0), (840.0, 470.0))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not JSON"),
        ({"format": 2, "faces": [GOOD]}, "format: this program reads format 1"),
        ({"format": 1, "faces": []}, "faces: expected at least 1 items.*\n.*click the centre and corner 0"),
        ({"format": 1, "faces": [GOOD | {"die": "t/jeep"}]}, "no die file for 't/jeep'"),
        ({"format": 1, "faces": [GOOD | {"face": "9"}]}, "has no face '9'"),
        ({"format": 1, "faces": [GOOD | {"centre_px": [1]}]}, r"faces\[0\]"),
        ({"format": 1, "faces": [GOOD | {"centre_px": [float("nan"), 1]}]}, "finite"),
        ({"format": 1, "faces": [GOOD | {"centre_px": ["8", "9"]}]}, r"faces\[0\]\.centre_px\[0\]: expected a number"),
        ({"format": 1, "faces": [GOOD | {"image": "x" * 5000}]}, r"faces\[0\]\.image: 'xxx.*: the name is too long"),
        (
            {"format": 1, "faces": [GOOD | {"image": "../a.jpg"}]},
            r"faces\[0\]\.image: '../a.jpg' leads out of the folder",
        ),
        ({"format": 1, "faces": [GOOD | {"image": 5}]}, r"faces\[0\]\.image: expected a text"),
        ({"format": True, "faces": [GOOD]}, "format: expected a whole number"),
        (
            {"format": 1, "faces": [{}, GOOD | {"face": "9"}]},
            r"faces\[0\]\.image: (.|\n)*faces\[1\]: t/tank has no face",
        ),
    ],
)
def test_bad_clicks_are_refused_with_every_reason(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_face_clicks(_write(tmp_path, content), DICE)
