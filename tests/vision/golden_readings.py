"""What the reading says of the bundled pictures, to the last digits that another machine shares: held, so that nothing
in the long arithmetic behind it changes unnoticed.

    python -m tests.vision.golden_readings       write the files anew (look at what `git diff` says has changed)

How good the reading is, is not recorded here but held against the truth in ``test_demo_pictures.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from companion.camera import calibrate, read_picture
from companion.cli._options import hard_scene
from companion.codec.camera import read_camera
from companion.codec.mat import read_mat
from companion.codec.reader import open_reader
from companion.resources import Bundled, bundled
from companion.vision import Reader, Reading
from companion.vision.whole_dice import DieExplanation, SightedPlace

GOLDEN: Final = Path(__file__).parent / "golden_readings.json"
GOLDEN_PLACES: Final = Path(__file__).parent / "golden_places.json"


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


def hard_places() -> list[dict[str, Any]]:
    """All that the reading of the hard picture was decided from: each place with what else was tried there, and how
    well it fits."""
    path, camera = hard_scene()
    dice = bundled(Bundled.DICE_FACES)
    found = open_reader(read_camera(camera), dice, dice / "gallery").places(read_picture(path).pixels)
    return [_place(one) for one in sorted(found, key=lambda one: one.placed.pose.x_mm)]


def _place(one: SightedPlace) -> dict[str, Any]:
    """Likelihoods, and numbers between about -2 and 2 of what speaks for them."""
    seen, verdict = one.placed, one.verdict
    return {
        "at": _rounded((*seen.pose.centre_mm, seen.pose.heading_deg)),
        "likely": _rounded((verdict.nothing, verdict.unread, *verdict.explained)),
        "seen": _rounded((seen.die, seen.presence, seen.leaning, one.named.similarity, one.sighting.relief)),
        "tried": {" ".join((*_name(die), "leans" if die.leans else "flat")): _tried(die) for die in one.explanations},
    }


def _name(die: DieExplanation) -> tuple[str, str]:
    return die.hypothesis.name.die, die.hypothesis.name.face


def _tried(one: DieExplanation) -> list[float]:
    die = one.hypothesis
    fits = (die.fit, die.top, die.sides or 0.0, die.sides_seen, die.best_side, die.second, die.contrast)
    return _rounded((*fits, one.similarity, one.lead))


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
    GOLDEN_PLACES.write_text(json.dumps(hard_places(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
