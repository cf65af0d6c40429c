"""What the reading says of the bundled pictures, to the last digits that another machine shares: held, so that nothing
in the long arithmetic behind it changes unnoticed.

    python -m tests.vision.golden_readings       write the file anew (look at what `git diff` says has changed)

How good the reading is, is not told here but held against the truth in ``test_demo_pictures.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from companion.camera import calibrate, read_picture
from companion.cli._demo_table import hard_scene
from companion.codec.camera import read_camera
from companion.codec.mat import read_mat
from companion.codec.reader import open_reader
from companion.resources import Bundled, bundled
from companion.vision import Reader, Reading

GOLDEN: Final = Path(__file__).parent / "golden_readings.json"


def summary(readings: Iterable[Reading]) -> dict[str, list[dict[str, Any]]]:
    """Picture -> its dice from left to right: name, place, heading, errors, state, confidence."""
    return {
        reading.image: [_row(die) for die in sorted(reading.dice, key=lambda die: die.pose.x_mm)]
        for reading in readings
    }


def hard_reading(reader: Reader) -> Reading:
    """The bundled picture with strangers, glare and leaning dice, by its own camera."""
    path, camera = hard_scene()
    return reader.over(read_camera(camera)).read(read_picture(path).pixels, "hard")


def _row(die: Any) -> dict[str, Any]:
    return {
        "name": [die.name.die, die.name.face] if die.name else None,
        "state": str(die.state),
        "places": _rounded((*die.pose.centre_mm, die.pose.heading_deg, *die.top_corners_mm.ravel())),
        "errors": _rounded((die.sigma_mm, die.sigma_deg, die.confidence)),
    }


def _rounded(numbers: Iterable[float]) -> list[float]:
    return [round(float(number), 4) for number in numbers]


def main() -> None:
    """Read the bundled pictures and write down what is read."""
    demo, dice = bundled(Bundled.PICTURES, "demo"), bundled(Bundled.DICE_FACES)
    lens = [read_picture(path) for path in sorted(demo.glob("lens-*.jpg"))]
    camera = calibrate(read_mat(demo / "mat.json"), lens, [read_picture(demo / "table.jpg")]).camera
    reader = open_reader(camera, dice, dice / "gallery")
    easy = [reader.read(read_picture(path).pixels, path.name) for path in sorted(demo.glob("scene-*.jpg"))]
    found = summary([*easy, hard_reading(reader)])
    GOLDEN.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
