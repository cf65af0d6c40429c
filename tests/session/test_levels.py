"""Hills whose height somebody has measured: what a reader knows of them, and where their dice are drawn."""

from __future__ import annotations

from typing import Any

from companion.codec.script.parser import script_from
from companion.rules import Position, terrain_of
from companion.session import layout_in, plateaus_of
from companion.vision import Plateau

HILL = [[400.0, 300.0], [600.0, 300.0], [600.0, 500.0], [400.0, 500.0]]
FAR = [[800.0, 300.0], [900.0, 300.0], [900.0, 400.0]]


def _position(*, advanced: bool = True) -> Position:
    script: dict[str, Any] = {
        "format": 1,
        "profile": "ogre",
        "advanced": advanced,
        "table": {
            "terrain": [
                {"id": "hill", "outline_mm": HILL, "level": 1, "height_mm": 35.0},
                {"id": "unmeasured", "outline_mm": FAR, "level": 1},
                {"id": "wall", "outline_mm": [[10, 10], [60, 10], [60, 30]], "height_mm": 80.0},
            ]
        },
        "dice": [{"id": "t/die", "face": [{"key": "8", "effect": []}]}],
        "pieces": [
            {"id": "up", "die": "t/die", "owner": "A", "face": "8", "centre_mm": [500, 400], "level": 1},
            {"id": "down", "die": "t/die", "owner": "A", "face": "8", "centre_mm": [200, 400]},
            {"id": "away", "die": "t/die", "owner": "A", "face": "8", "centre_mm": [850, 340], "level": 1},
        ],
        "steps": [],
    }
    return script_from(script, "hills.json").start


def test_a_reader_knows_of_hills_that_somebody_has_measured() -> None:
    outline = tuple((x, y) for x, y in HILL)
    assert plateaus_of(terrain_of(_position())) == (Plateau(outline, 35.0),)
    assert plateaus_of(terrain_of(_position(advanced=False))) == (), "terrain counts with the Advanced Rules only"


def test_dice_on_a_measured_hill_are_drawn_at_its_height() -> None:
    heights = {piece.id: piece.pose.base_mm for piece in layout_in(_position()).pieces}
    assert heights == {"up": 35.0, "down": 0.0, "away": 0.0}
