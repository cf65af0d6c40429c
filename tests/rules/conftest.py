"""A table to try rules on: pieces put down by word, steps run through the referee script, lines to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.codec.script import run_script
from companion.codec.script.parser import script_from
from companion.rules.position import Position
from tests.acts import position_after

Row = dict[str, Any]
Begin = Callable[..., "Game"]
#: A die with eight faces, whose red dots lead down the sides: vertices and red dot of sides 8 to 1.
NET = {
    8: ("BAC", 1),
    7: ("aBC", 2),
    6: ("cBa", 2),
    5: ("ABc", 1),
    4: ("Acb", 0),
    3: ("abc", 2),
    2: ("baC", 1),
    1: ("AbC", None),
}
CARD = {
    "main": {"circles": 2, "block": 9},
    "secondary": {"circles": 4, "block": 7},
    "missile": {"circles": 3, "block": 8},
    "ap": {"circles": 4, "block": 4},
    "lines": [[3, 5], [2, 5], [1, 5]],
}


class Line:
    """An output line: what was said to one step."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        """Wrap the keys of a line."""
        self.ok: bool = row["ok"]
        self.why: str | None = row.get("why")
        self.answer: Row = dict(row["answer"])
        self.events: list[Row] = list(row["events"])
        self.rules: list[str] = list(row["rules"])
        self.text: str = row["text"]

    def names(self) -> list[str]:
        """The events' names in order."""
        return [event["event"] for event in self.events]

    def of(self, name: str) -> list[Row]:
        """The events of one name."""
        return [event for event in self.events if event["event"] == name]


class Game:
    """A situation being built, and then played."""

    def __init__(self, profile: str, keys: Row) -> None:
        """Begin with a profile and any keys of a script."""
        self.script: Row = {"format": 1, "profile": profile, "dice": [], "pieces": [], "ogres": [], "command_posts": []}
        self.script |= keys
        self.steps: list[Row] = []

    def die(self, name: str, *effects: Row, **face: Any) -> str:
        """A die with one face, "8"; keys of the die (points, unique, classes, team, name) are taken out of the
        face's."""
        top: Row = {
            key: face.pop(key) for key in ("points", "unique", "classes", "team", "name", "edge_mm") if key in face
        }
        row: Row = {"key": "8", "effect": list(effects)} | face
        self.script["dice"].append({"id": name, "face": [row]} | top)
        return name

    def full_die(self, name: str, *effects: Row, **face: Any) -> str:
        """A die with eight faces that can roll; Block 9 but on Side 1; every face has the effects and keys given."""
        top: Row = {
            key: face.pop(key) for key in ("points", "unique", "classes", "team", "name", "edge_mm") if key in face
        }
        faces: list[Row] = []
        for side, (vertices, dot) in NET.items():
            row: Row = {
                "key": str(side),
                "side": side,
                "vertices": vertices,
                "effect": list(effects),
                "block": 9,
            } | face
            faces.append(row if dot is None else row | {"damage": [dot]})
        for row in faces:
            if row["side"] == 1:
                row.pop("block", None)
        self.script["dice"].append({"id": name, "face": faces} | top)
        return name

    def put(
        self, name: str, die: str, owner: str, at: tuple[float, float] | str, heading: float = 0, **keys: Any
    ) -> str:
        """A piece on the table at a place, or in a zone ("hand", "reserve")."""
        where: Row = (
            {"zone": at} if isinstance(at, str) else {"centre_mm": list(at), "heading_deg": heading, "face": "8"}
        )
        self.script["pieces"].append({"id": name, "die": die, "owner": owner, **where, **keys})
        return name

    def gun(self, name: str, owner: str, at: tuple[float, float] | str, heading: float = 0, **keys: Any) -> str:
        """A piece with a weapon: all round, long and yellow with Attack 5 unless stated otherwise."""
        effect = {"kind": "weapon", "colour": "yellow", "range": "long", "corners": [0, 1, 2], "attack": 5}
        effect |= {key: keys.pop(key) for key in list(keys) if key in {*effect, "double", "system", "name"}}
        face = {"block": 9} | {key: keys.pop(key) for key in list(keys) if key in {"block", "shield"}}
        return self.put(name, self.die(f"die/{name}", effect, **face, **_die_keys(keys)), owner, at, heading, **keys)

    def plain(self, name: str, owner: str, at: tuple[float, float] | str, heading: float = 0, **keys: Any) -> str:
        """A piece without effects; Block 5 unless stated otherwise."""
        face = {key: keys.pop(key) for key in list(keys) if key in {"block", "shield"}}
        die = self.die(f"die/{name}", **({"block": 5} | face), **_die_keys(keys))
        return self.put(name, die, owner, at, heading, **keys)

    def ogre(
        self, name: str, owner: str, at: tuple[float, float], heading: float = 0, *effects: Row, **keys: Any
    ) -> str:
        """An Ogre of Block 14 with a small card; every green dot belongs to line 1."""
        card = keys.pop("card", None)
        die = self.full_die(
            f"die/{name}",
            *effects,
            classes=["Ogre"],
            points=50,
            edge_mm=101.6,
            shield="purple",
            block=14,
            maneuver=keys.pop("maneuver", [0, 1, 2]),
            treads=keys.pop("treads", [1, 1, 1]),
        )
        row: Row = {"piece": name, "mark": "III", "layout": CARD}
        self.script["ogres"].append(row if card is None else row | {"card": card})
        return self.put(name, die, owner, at, heading, **keys)

    def post(self, name: str, owner: str, at: tuple[float, float], armour: float = 60) -> str:
        """A Command Post of 90 x 60 mm."""
        row = {"id": name, "owner": owner, "centre_mm": list(at), "size_mm": [90, 60], "armour": armour}
        self.script["command_posts"].append(row)
        return name

    def do(self, name: str, **keys: Any) -> Line:
        """Take an action and see what is said to it."""
        return self._step({"do": name, **_script_keys(keys)})

    def ask(self, name: str, **keys: Any) -> Line:
        """Put a question."""
        return self._step({"ask": name, **_script_keys(keys)})

    def land(self, piece: str, at: tuple[float, float], face: str = "8", heading: float = 0, **keys: Any) -> Line:
        """Throw a piece that lands at a place."""
        return self.do(
            "throw", piece=piece, lands={"face": face, "centre_mm": list(at), "heading_deg": heading}, **keys
        )

    def state(self) -> Row:
        """The whole state."""
        return self.ask("state").answer

    def piece(self, name: str) -> Row:
        """The state of one piece."""
        row: Row = self.state()["pieces"][name]
        return row

    def start(self) -> Position:
        """The position that the situation starts from."""
        return script_from({**self.script, "steps": []}, "test").start

    def end(self) -> Position:
        """The position after all steps."""
        return position_after(script_from({**self.script, "steps": self.steps}, "test"))

    def _step(self, row: Row) -> Line:
        self.steps.append(row)
        return Line(
            [line.as_json() for line in run_script(script_from({**self.script, "steps": self.steps}, "test"))][-1]
        )


def _die_keys(keys: Row) -> Row:
    return {key: keys.pop(key) for key in list(keys) if key in {"points", "unique", "classes", "team", "edge_mm"}}


def _script_keys(keys: Row) -> Row:
    return {key.rstrip("_"): value for key, value in keys.items()}


@pytest.fixture
def game() -> Begin:
    """Begin a situation: ``game("ogre", to_move="B")``."""

    def begin(profile: str = "ogre", **keys: Any) -> Game:
        return Game(profile, keys)

    return begin


@pytest.fixture(params=["ogre", "deep-white-sea", "cyburg"])
def each_game(request: pytest.FixtureRequest) -> Begin:
    """The same under each of the three profiles."""

    def begin(**keys: Any) -> Game:
        return Game(request.param, keys)

    return begin
