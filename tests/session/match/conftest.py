"""A small match: two tanks that face each other, a third in hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.codec.script import decode_match_opening
from companion.session.match import Match

Row = dict[str, Any]
GUN = {"kind": "weapon", "name": "Cannon", "range": "long", "corners": [0], "attack": 8}


def _face(key: str, vertices: str, damage: list[int], **more: Any) -> Row:
    return {"key": key, "side": int(key), "vertices": vertices, "block": 5, "damage": damage, "maneuver": [0, 1]} | more


NET = (("8", "BAC", 1), ("7", "aBC", 2), ("6", "cBa", 2), ("5", "ABc", 1), ("4", "Acb", 0), ("3", "abc", 2))
FACES = [_face(key, vertices, [dot], effect=[GUN]) for key, vertices, dot in NET]
FACES += [_face("2", "baC", [1]), {"key": "1", "side": 1, "vertices": "AbC", "maneuver": [0, 1]}]
TANK = {"id": "t/tank", "name": "Tank", "points": 8, "classes": ["Tank"], "face": FACES}


#: Anna's tank looks at Ben's from 300 mm; each has one more in hand.
OPENING: Row = {
    "format": 1,
    "name": "Two tanks each",
    "profile": "ogre",
    "table_talk": {"colours": {"Anna": "blue", "Ben": "orange"}},
    "players": [{"id": "Anna", "edge": "near"}, {"id": "Ben", "edge": "far"}],
    "dice": [TANK],
    "pieces": [
        {"id": "a1", "die": "t/tank", "owner": "Anna", "face": "8", "centre_mm": [600, 300], "heading_deg": 90},
        {"id": "a2", "die": "t/tank", "owner": "Anna", "zone": "hand"},
        {"id": "b1", "die": "t/tank", "owner": "Ben", "face": "1", "centre_mm": [600, 600], "heading_deg": 270},
        {"id": "b2", "die": "t/tank", "owner": "Ben", "zone": "hand"},
    ],
}


@pytest.fixture
def opening() -> Row:
    """The opening of that match."""
    return OPENING


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the match lies."""
    return tmp_path / "two tanks.diceland"


@pytest.fixture
def match(path: Path, opening: Row) -> Iterator[Match]:
    """The match, begun."""
    with Match.begin(path, decode_match_opening(opening)) as begun:
        yield begun


SHOT = {"do": "shoot", "by": "a1", "effect": 0, "target": "b1"}
END = {"do": "end-turn"}
THROW = {"do": "throw", "piece": "b2", "lands": {"face": "7", "centre_mm": [300, 500], "heading_deg": 200}}
