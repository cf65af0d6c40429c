"""One valid document of each format, with as many keys and kinds of steps as fit."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, Final

from companion.resources import Bundled, bundled
from tests.film import FILM

Row = dict[str, Any]


def _die(name: str) -> Row:
    table = tomllib.loads(bundled(Bundled.DICE_FACES, f"{name}.toml").read_text(encoding="utf-8"))
    return {key: value for key, value in table.items() if key not in {"format", "sources"}}


_LAYOUT: Final[Row] = {
    "main": {"circles": 2, "block": 9},
    "secondary": {"circles": 4, "block": 7},
    "missile": {"circles": 3, "block": 8},
    "ap": {"circles": 4, "block": 4},
    "lines": [[3, 5], [2, 5], [1, 5]],
}
_GUN: Final[Row] = {
    "id": "t/gun",
    "classes": ["Tank"],
    "face": [
        {
            "key": "8",
            "block": 5,
            "maneuver": [0],
            "effect": [
                {"kind": "weapon", "colour": "red", "range": "long", "corners": [0], "attack": 9, "system": "main"},
                {"kind": "command", "colour": "blue", "range": "all", "corners": [0, 1, 2]},
                {"kind": "repair", "range": "short", "corners": [1]},
                {"kind": "confuse", "colour": "purple", "range": "long", "corners": [0]},
                {"kind": "call", "restriction": "Tank"},
                {"kind": "hold", "colour": "yellow", "range": "all", "corners": [0], "continuous": True},
                {"kind": "jump"},
                {"kind": "clone", "range": "long", "corners": [0]},
                {"kind": "poison", "colour": "green", "range": "long", "corners": [0], "attack": 3, "double": True},
                {"kind": "protection", "colour": "purple", "range": "all", "corners": [2], "amount": 2},
            ],
        }
    ],
}
_PIECES: Final[list[Row]] = [
    {"id": "g1", "die": "t/gun", "owner": "A", "face": "8", "centre_mm": [600, 200], "heading_deg": 90, "level": 0},
    {"id": "v1", "die": "ogre/gev", "owner": "B", "face": "5", "centre_mm": [600, 500], "sigma_mm": 0.4},
    {"id": "v2", "die": "ogre/gev", "owner": "A", "face": "3", "centre_mm": [300, 300], "heading_deg": -120},
    {"id": "h1", "die": "ogre/gev", "owner": "A", "zone": "hand"},
    {"id": "r1", "die": "ogre/gev", "owner": "B", "zone": "reserve"},
    {"id": "o1", "die": "ogre/ogre", "owner": "B", "face": "4", "centre_mm": [800, 600], "heading_deg": 200},
]
_LANDS: Final[Row] = {"face": "4", "centre_mm": [500, 200], "heading_deg": 10, "level": 0, "sigma_mm": 0.2}
_DEEDS: Final[list[Row]] = [
    {
        "do": "throw",
        "piece": "h1",
        "lands": _LANDS,
        "knocked_off": ["v1"],
        "disturbed": [{"piece": "v2", "face": "3", "centre_mm": [310, 300], "heading_deg": 5, "sigma_deg": 0.3}],
        "release": {"behind_mm": 10, "above_mm": 200},
    },
    {"do": "throw", "piece": "h1", "lands": {"leaning_on": "g1", "roll_off": _LANDS}, "foul": True},
    {"do": "throw", "piece": "h1", "lands": "off", "disturbed": [{"piece": "v2", "leaning_on": "hill"}]},
    {"do": "foul-choice", "by": "B", "choice": "allow"},
    {"do": "observe", "pieces": [{"piece": "g1", "face": "8", "centre_mm": [601, 200], "heading_deg": 91}]},
    {"do": "place", "piece": "h1", "centre_mm": [100, 100], "heading_deg": 0, "face": "8"},
    {"do": "shoot", "by": "g1", "effect": 0, "target": "v1", "settled": True},
    {"do": "shoot", "by": "g1", "effect": 8, "targets": ["o1"], "system": "treads", "double": "v1"},
    {"do": "maneuver", "piece": "v2", "corner": 0},
    {"do": "command", "by": "g1", "double": True},
    {"do": "repair", "by": "g1", "target": "v2", "corner": None},
    {"do": "confuse", "by": "g1", "target": "v1", "corner": 2},
    {"do": "call", "by": "g1", "piece": "h1"},
    {"do": "jump", "by": "g1"},
    {"do": "clone", "by": "g1", "target": "v1"},
    {"do": "skip"},
    {"do": "end-turn"},
    {"do": "pass", "player": "B"},
]
_QUESTIONS: Final[list[Row]] = [
    {"ask": "distance", "from": "g1", "to": "v1"},
    {"ask": "sees", "by": "g1", "effect": 0, "target": "v1"},
    {"ask": "targets", "by": "g1", "effect": 1, "player": "A"},
    {"ask": "command-order", "by": "cp"},
    {"ask": "maneuver", "piece": "v1"},
    {"ask": "damage-step", "piece": "v1"},
    {"ask": "army", "dice": ["ogre/gev", "t/gun"], "scenario": "two-army", "base": 50},
    {"ask": "first-player", "armies": {"A": ["t/gun"], "B": ["ogre/gev"]}, "scenario": "two-army", "previous": "A"},
    {"ask": "ogre-card", "piece": "o1"},
    {"ask": "table", "players": 3, "shape": "round"},
    {"ask": "actions", "piece": "g1"},
    {"ask": "state"},
]
_SITUATION: Final[Row] = {
    "format": 1,
    "name": "everything",
    "profile": "ogre",
    "advanced": True,
    "agreements": {"AMB-01": "top-face", "AMB-24": "thrown"},
    "table": {
        "shape": "polygon",
        "size_mm": [1200, 900],
        "outline_mm": [[0, 0], [1200, 0], [1200, 900], [0, 900]],
        "terrain": [{"id": "hill", "outline_mm": [[900, 100], [1000, 100], [1000, 200]], "level": 1}],
    },
    "players": [{"id": "A", "edge": "near"}, {"id": "B", "edge": {"from_mm": [0, 900], "to_mm": [1200, 900]}}],
    "dice": [_GUN, _die("ogre/gev"), _die("ogre/ogre")],
    "pieces": _PIECES,
    "ogres": [{"piece": "o1", "mark": "III", "card": {"main": 1, "ap": 4, "treads": 9}, "layout": _LAYOUT}],
    "command_posts": [{"id": "cp", "owner": "A", "centre_mm": [200, 40], "size_mm": [120, 60], "armour": 60}],
    "counters": [{"kind": "poison", "on": "v1", "by": "A"}, {"kind": "flat", "centre_mm": [50, 50]}],
    "score": {"A": 3, "B": 0.5},
    "to_move": "A",
    "turn": 4,
    "scenario": "two-army",
}
SCRIPT: Final[Row] = _SITUATION | {"steps": [*_QUESTIONS, *_DEEDS]}
MATCH: Final[Row] = {
    "opening": _SITUATION,
    "entries": [
        *_DEEDS,
        {
            "text": "measured again",
            "pieces": [{"id": "g1", "owner": "A", "zone": "play", "face": "8", "centre_mm": [600, 201], "level": 0}],
            "score": {"A": 7},
            "ogres": [{"piece": "o1", "card": {"main": 1, "treads": 3}}],
            "command_posts": [{"id": "cp", "armour": 50}],
            "to_move": "B",
        },
    ],
}
DESK_SCRIPT: Final[Row] = {
    "format": 1,
    "name": "everything",
    "profile": "exercise-k",
    "agreements": {"AMB-51": "raised"},
    "players": 12,
    "order": ["Black", "Blue", "Red", "Green"],
    "sizes": [3, 3, 3, 3],
    "round": 3,
    "to_move": "Black 1",
    "board": {"columns": 31, "rows": 22, "shoved": "even"},
    "sheets": {"Blue 2": {"missile": 1, "tread": 12, "main": 0}},
    "vp": {"Red 1": 16},
    "lost": ["Green R1"],
    "steps": [
        {"ask": "roster", "players": 7},
        {"ask": "turn-order"},
        {"ask": "placement", "team": "Blue", "cp": "0101", "radars": ["0601", "0105"], "ogres": ["0307"]},
        {"ask": "range", "from": "0101", "to": "3122"},
        {"ask": "sheet", "ogre": "Blue 2"},
        {"ask": "vp"},
        {"ask": "multiplier", "round": 9},
        {"ask": "in-force"},
        {"do": "damage", "by": "Black 1", "target": "Blue 2", "system": "tread", "count": 3, "ram": True},
        {"do": "damage", "by": ["Black 1", "Black 2"], "target": "Red 1", "system": "main", "count": 1},
        {"do": "fire-missile", "by": "Black 1"},
        {"do": "destroy", "by": "Black 1", "building": "Green CP", "ram": False, "result": "D"},
        {"do": "self-damage", "ogre": "Black 1", "system": "tread", "count": 2},
        {"do": "set-right", "ogre": "Black 1", "system": "tread", "left": 20},
        {"do": "set-right", "account": "Red 1", "points": -3},
        {"do": "end-turn", "round": 4, "player": "Blue 1"},
        {"do": "final-round", "why": "time", "by": ["Red 1"], "in_range": []},
        {"do": "end-turn"},
        {"do": "end"},
    ],
}
CAMERA: Final[Row] = json.loads((FILM / "camera.json").read_text(encoding="utf-8"))
CARD: Final[Row] = tomllib.loads(
    Path(str(resources.files("companion.rules") / "ogre-card-III.toml")).read_text(encoding="utf-8")
)
TRUTH: Final[Row] = json.loads(bundled(Bundled.PICTURES, "demo/scene-000.json").read_text(encoding="utf-8"))
FACES: Final[Row] = {
    "format": 1,
    "faces": [
        {"image": "a.jpg", "die": "ogre/gev", "face": "8", "centre_px": [812.4, 501], "corner0_px": [840, 470]},
        {"image": "b.jpg", "die": "ogre/gev", "face": "3", "centre_px": [12, 51.5], "corner0_px": [40, 47]},
    ],
}
GALLERY: Final[Row] = {
    "format": 1,
    "faces": [{"die": "ogre/gev", "face": "8", "edge_mm": 50.8, "picture": "face.jpg"}],
}
SHEET: Final[Row] = {
    "format": 1,
    "paper": "a4",
    "size_mm": [210.0, 297.0],
    "markers": [
        {
            "id": 60 + k,
            "dict": "DICT_4X4_100",
            "size_mm": 20.0,
            "corners_mm": [[x, 40], [x + 20, 40], [x + 20, 20], [x, 20]],
        }
        for k, x in enumerate((10, 90, 170))
    ],
    "places": [
        {"number": 1, "centre_mm": [70.0, 100.0], "heading_deg": 90.0, "edge_mm": 50.8},
        {"number": 2, "centre_mm": [140.0, 230.0], "heading_deg": 4.0, "edge_mm": 50.8, "height_mm": 30.0},
    ],
    "stand": {"outline_mm": [[40, 200], [170, 200], [170, 260], [40, 260]], "height_mm": 30.0},
}
FILM_LIST: Final[Row] = {"format": 1, "fps": 10, "grain": 1.5, "shots": [{"picture": "000.jpg", "frames": 6}]}
