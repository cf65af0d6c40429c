"""What the people at the table agreed on and the rules do not ask: names, the time, corners and first hexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from companion.errors import InputError
from companion.rules.exercise_k import DeskPosition, Hex, hex_named
from companion.text import phrase

_HEXES: Final = 6


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


class MapCorner(StrEnum):
    """The corners of the board as the referee looks at it; which hex is marked CP only the map says (EK-TEAM-09)."""

    TOP_LEFT = "top left"
    TOP_RIGHT = "top right"
    BOTTOM_LEFT = "bottom left"
    BOTTOM_RIGHT = "bottom right"


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a team begins: its Command Post, its two radars, its Ogres 1, 2 and 3."""

    cp: Hex
    radars: tuple[Hex, Hex]
    ogres: tuple[Hex, Hex, Hex]

    def __str__(self) -> str:
        """The six hexes as `placement_from` reads them."""
        return " ".join(map(str, (self.cp, *self.radars, *self.ogres)))


def placement_from(words: str) -> Placement:
    """The placement of six hexes: Command Post, two radars, Ogres 1, 2, 3, such as "0101 0106 0504 0303 0204 0402".

    Raises:
        InputError: other than six hexes, or a hex that is none.
    """
    names = words.replace(",", " ").split()
    if len(names) != _HEXES:
        raise InputError(
            phrase("expected six hexes: Command Post, two radars, Ogres 1, 2, 3; got {count}", count=len(names))
        )
    try:
        cp, one, other, first, second, third = map(hex_named, names)
    except ValueError as error:
        raise InputError(phrase("{why}, such as 0307", why=error)) from error
    return Placement(cp, (one, other), (first, second, third))


@dataclass(frozen=True, slots=True)
class TableTalk:
    """``names``: account -> the person who plays it; ``corners`` and ``placements`` by team, where they were said;
    ``waiting``: who came when the table was full."""

    names: Mapping[str, str] = field(default_factory=_nothing)
    allotted_min: int | None = None
    corners: Mapping[str, MapCorner] = field(default_factory=_nothing)
    placements: Mapping[str, Placement] = field(default_factory=_nothing)
    waiting: tuple[str, ...] = ()
    seed: int | None = None

    def person(self, account: str) -> str:
        """Who plays an account; its own name where nobody was named."""
        return self.names.get(account) or account

    def runners(self, position: DeskPosition, ogre: str) -> str:
        """Who runs an Ogre now: "Ann", or "Ann and Ben" for a third Ogre; "" where nobody was named."""
        runs = position.roster.runners(ogre, position.destroyed)
        return " and ".join(self.names[name] for name in runs if self.names.get(name))

    def as_json(self) -> dict[str, Any]:
        """The talk's keys as an opening has them."""
        return {
            "names": dict(self.names),
            "allotted_min": self.allotted_min,
            "corners": {team: corner.value for team, corner in self.corners.items()},
            "placements": {team: str(placement) for team, placement in self.placements.items()},
            "waiting": list(self.waiting),
            "seed": self.seed,
        }


def talk_of(opening: Mapping[str, Any]) -> TableTalk:
    """The talk of an opening; what was written by hand and makes no sense is left out: no rule rests on it."""
    keys = opening.get("table_talk")
    keys = keys if isinstance(keys, Mapping) else {}
    allotted, seed = keys.get("allotted_min"), keys.get("seed")
    return TableTalk(
        names=MappingProxyType({str(account): str(name) for account, name in _rows(keys, "names").items()}),
        allotted_min=allotted if isinstance(allotted, int) else None,
        corners=_read(_rows(keys, "corners"), MapCorner),
        placements=_read(_rows(keys, "placements"), placement_from),
        waiting=tuple(map(str, keys.get("waiting") or ())),
        seed=seed if isinstance(seed, int) else None,
    )


def _rows(keys: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    rows = keys.get(name)
    return rows if isinstance(rows, Mapping) else {}


def _read(rows: Mapping[str, Any], read: Any) -> Mapping[str, Any]:
    found = {}
    for name, words in rows.items():
        try:
            found[name] = read(words)
        except (ValueError, InputError, AttributeError):
            continue
    return MappingProxyType(found)
