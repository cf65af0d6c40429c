"""What the people at the table agreed on and the rules do not ask: names, the time, corners and first hexes.

What the corners of the map are called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeVar

from companion.errors import InputError
from companion.exercise_k.codec import DeskTalk
from companion.exercise_k.rules import DeskPosition, Hex, hex_named
from companion.text import N_, gettext, pgettext

_HEXES: Final = 6
_T = TypeVar("_T")


class MapCorner(StrEnum):
    """The corners of the board as the referee looks at it; which hex is marked CP only the map says (EK-TEAM-09)."""

    TOP_LEFT = "top left"
    TOP_RIGHT = "top right"
    BOTTOM_LEFT = "bottom left"
    BOTTOM_RIGHT = "bottom right"


_CORNERS: Final = {
    MapCorner.TOP_LEFT: N_("exercise_k", "top left"),
    MapCorner.TOP_RIGHT: N_("exercise_k", "top right"),
    MapCorner.BOTTOM_LEFT: N_("exercise_k", "bottom left"),
    MapCorner.BOTTOM_RIGHT: N_("exercise_k", "bottom right"),
}


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a team begins: its Command Post, its two radars, its Ogres 1, 2 and 3."""

    cp: Hex
    radars: tuple[Hex, Hex]
    ogres: tuple[Hex, Hex, Hex]

    def __str__(self) -> str:
        """The six hexes as `parse_placement` reads them."""
        return " ".join(map(str, (self.cp, *self.radars, *self.ogres)))


def parse_placement(words: str) -> Placement:
    """The placement of six hexes: Command Post, two radars, Ogres 1, 2, 3, such as "0101 0106 0504 0303 0204 0402".

    Raises:
        InputError: other than six hexes, or a hex that is none.
    """
    names = words.replace(",", " ").split()
    if len(names) != _HEXES:
        raise InputError(
            gettext("expected six hexes: Command Post, two radars, Ogres 1, 2, 3; got {count}", count=len(names))
        )
    try:
        cp, one, other, first, second, third = map(hex_named, names)
    except ValueError as error:
        raise InputError(gettext("{why}, such as 0307", why=error)) from error
    return Placement(cp, (one, other), (first, second, third))


@dataclass(frozen=True, slots=True)
class TableTalk:
    """``names``: account -> the person who plays it; ``corners`` and ``placements`` by team, where they were said;
    ``waiting``: who came when the table was full."""

    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    allotted_min: int | None = None
    corners: Mapping[str, MapCorner] = field(default_factory=lambda: MappingProxyType({}))
    placements: Mapping[str, Placement] = field(default_factory=lambda: MappingProxyType({}))
    waiting: tuple[str, ...] = ()
    seed: int | None = None

    def person(self, account: str) -> str:
        """Who plays an account; its own name where nobody was named."""
        return self.names.get(account) or account

    def runners(self, position: DeskPosition, ogre: str) -> str:
        """Who runs an Ogre now: "Ann", or "Ann and Ben" for a third Ogre; "" where nobody was named."""
        runs = position.roster.runners(ogre, position.destroyed)
        return gettext(" and ").join(self.names[name] for name in runs if self.names.get(name))

    def to_document(self) -> DeskTalk:
        """The talk as an opening has it."""
        return DeskTalk(
            names=dict(self.names),
            allotted_min=self.allotted_min,
            corners={team: corner.value for team, corner in self.corners.items()},
            placements={team: str(placement) for team, placement in self.placements.items()},
            waiting=self.waiting,
            seed=self.seed,
        )


def read_table_talk(talk: DeskTalk) -> TableTalk:
    """The talk of an opening; what was written by hand and makes no sense is left out: no rule rests on it."""
    return TableTalk(
        names=MappingProxyType(talk.names),
        allotted_min=talk.allotted_min,
        corners=_understood(talk.corners, MapCorner),
        placements=_understood(talk.placements, parse_placement),
        waiting=talk.waiting,
        seed=talk.seed,
    )


def _understood(reported: Mapping[str, str], read: Callable[[str], _T]) -> Mapping[str, _T]:
    found: dict[str, _T] = {}
    for name, words in reported.items():
        with suppress(ValueError, InputError):
            found[name] = read(words)
    return MappingProxyType(found)


assert set(_CORNERS) == set(MapCorner)


def corner_words(corner: MapCorner) -> str:
    """A corner in the language in force."""
    return pgettext("exercise_k", _CORNERS[corner])
