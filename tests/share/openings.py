"""The match that the tests share."""

from __future__ import annotations

from typing import Any

from tests.ui.match.conftest import die, gun


def shared_opening() -> dict[str, Any]:
    """Anna's tank against Ben's Ogre; a second Ogre is Anna's own."""
    ogre: dict[str, Any] = {"classes": ["Ogre"], "points": 50}
    return {
        "format": 1,
        "name": "Anna against Ben",
        "profile": "ogre",
        "table": {"size_mm": [1200, 900]},
        "players": [{"id": "Anna", "edge": "near"}, {"id": "Ben", "edge": "far"}],
        "dice": [die("Tank", gun(8)), die("Ogre", gun(9), **ogre)],
        "pieces": [
            {"id": "Tank", "die": "t/tank", "owner": "Anna", "face": "8", "centre_mm": [500, 200]},
            {"id": "Spare", "die": "t/tank", "owner": "Anna", "zone": "hand"},
            {"id": "Fencer", "die": "t/ogre", "owner": "Anna", "face": "8", "centre_mm": [300, 300]},
            {"id": "Ogre", "die": "t/ogre", "owner": "Ben", "face": "7", "centre_mm": [800, 600], "heading_deg": -90},
        ],
        "ogres": [{"piece": "Ogre", "mark": "III"}, {"piece": "Fencer", "mark": "V"}],
        "score": {"Anna": 4, "Ben": 0},
        "to_move": "Anna",
    }
