"""A reading as the line of JSON that the contract describes (section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from companion.vision.reading import CameraCheck, DieReading, FaceGuess, Problem, Reading

FORMAT: Final = 1


def as_json(reading: Reading) -> dict[str, Any]:
    """The reading in plain values, ready for ``json.dumps``; angles in -180..180."""
    remarks = [{"why": str(remark.why), "text": remark.text} for remark in reading.remarks]
    line = _line(reading.image, reading.dice, reading.camera)
    return line | ({"remarks": remarks} if remarks else {})


def refused_as_json(image: str, why: Problem, text: str, check: CameraCheck) -> dict[str, Any]:
    """The line of a picture of which nothing is told: no dice, and why."""
    return _line(image, (), check) | {"why": str(why), "text": text}


def _line(image: str, dice: Iterable[DieReading], check: CameraCheck) -> dict[str, Any]:
    moved = None if check.moved_mm is None else round(check.moved_mm, 2)
    camera: dict[str, Any] = {"moved_mm": moved, "markers_seen": check.markers_seen}
    if check.hidden:
        camera["markers_hidden"] = list(check.hidden)
    return {"format": FORMAT, "image": image, "dice": [_die(die) for die in dice], "camera": camera}


def _die(die: DieReading) -> dict[str, Any]:
    pose = die.pose
    return {
        "die": die.name.die if die.name else None,
        "face": die.name.face if die.name else None,
        "centre_mm": [round(v, 3) for v in pose.centre_mm],
        "heading_deg": round(pose.heading_deg, 3),
        "corners_mm": [[round(float(v), 3) for v in corner] for corner in die.top_corners_mm],
        "edge_mm": pose.edge_mm,
        "sigma_mm": round(die.sigma_mm, 3),
        "sigma_deg": round(die.sigma_deg, 3),
        "state": str(die.state),
        "confidence": round(die.confidence, 4),
        "alternatives": [_guess(guess) for guess in die.alternatives],
    }


def _guess(guess: FaceGuess) -> dict[str, Any]:
    return {"die": guess.name.die, "face": guess.name.face, "confidence": round(guess.confidence, 4)}
