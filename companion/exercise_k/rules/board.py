"""The board: flat-topped hexes in columns and rows, ranges, and the check of a team's placement.

The maps are not in the document, so a board is given by its size; two maps side by side are one board, and ranges run
across the seam (EK-MAP-04). A hex is named CCRR, both counted from 01, rows downward.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from annotated_types import Ge, Le

from companion.errors import InputError
from companion.limits import Means
from companion.rules import Refused, Ruling, Verdict, Why
from companion.text import N_, gettext, pgettext

#: Hexes from the Command Post to a radar, and between the radars (EK-TEAM-10).
RADAR_FROM_CP: Final = 5
RADAR_FROM_RADAR: Final = 4
#: Hexes from the Command Post that a unit may start at most (EK-TEAM-11).
MOST_FROM_CP: Final = 7
_HEXES: Final = 6
_NAME: Final = re.compile(r"([0-9]{2})([0-9]{2})")


class Shoved(StrEnum):
    """Which columns sit half a hex lower."""

    EVEN = "even"
    ODD = "odd"


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex by column and row, both from 1."""

    column: int
    row: int

    def __str__(self) -> str:
        """The hex as printed: CCRR."""
        return f"{self.column:02}{self.row:02}"


def hex_named(name: str) -> Hex:
    """The hex of a name such as "0307".

    Raises:
        ValueError: the name is not four digits.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(gettext("expected a hex of four digits, CCRR"))
    return Hex(int(match[1]), int(match[2]))


#: Hexes along a side of the board: a hex has two digits for each.
_Along = Annotated[int, Ge(1), Le(99)]


@dataclass(frozen=True, slots=True)
class HexBoard:
    """The board, in columns of flat-topped hexes."""

    columns: _Along = 31
    rows: _Along = 22
    shoved: Annotated[Shoved, Means("The columns that sit half a hex lower.")] = Shoved.EVEN

    def has(self, spot: Hex) -> bool:
        """Whether the hex is on the board."""
        return 1 <= spot.column <= self.columns and 1 <= spot.row <= self.rows

    def hexes_between(self, one: Hex, other: Hex) -> int:
        """Steps from hex to hex (AMB-50): 0 for the same hex, 1 for neighbours."""
        across = abs(one.column - other.column)
        down = abs(self.half_rows_down(one) - self.half_rows_down(other))
        return across + max(0, (down - across + 1) // 2)

    def half_rows_down(self, spot: Hex) -> int:
        """How far down the board a hex's centre is, in halves of a hex's height."""
        lower = (spot.column % 2 == 0) == (self.shoved is Shoved.EVEN)
        return 2 * spot.row + lower


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
assert set(_CORNERS) == set(MapCorner)


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


def corner_words(corner: MapCorner) -> str:
    """A corner in the language in force."""
    return pgettext("exercise_k", _CORNERS[corner])


@dataclass(frozen=True, slots=True)
class RangeAnswer:
    """The range between two hexes."""

    hexes: int
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class PlacementAnswer:
    """A placement judged: every problem, and the distances in hexes in the order in which the hexes were given."""

    problems: tuple[str, ...]
    radars: tuple[int, ...]
    ogres: tuple[int, ...]
    between_radars: int
    ruling: Ruling

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def hex_range(board: HexBoard, one: Hex, other: Hex) -> RangeAnswer:
    """The range between two hexes of the board, across the seam too (EK-MAP-04, AMB-50).

    Raises:
        Refused: a hex is not on the board.
    """
    for spot in (one, other):
        if not board.has(spot):
            raise Refused(Why.TABLE_EDGE, ("EK-SPEC-06", "EK-MAP-04"), "{spot} is not on the board.", spot=spot)
    hexes = board.hexes_between(one, other)
    text = gettext("From {one} to {other}: {hexes}.", one=one, other=other, hexes=_hexes(hexes))
    return RangeAnswer(hexes, Ruling(Verdict.YES, ("AMB-50", "EK-MAP-04"), text))


def judge_placement(board: HexBoard, cp: Hex, radars: Sequence[Hex], ogres: Sequence[Hex]) -> PlacementAnswer:
    """Whether a team may start like this (EK-TEAM-10, EK-TEAM-11); which corner hex is marked CP only the map says
    (EK-TEAM-09)."""
    to_radars = tuple(board.hexes_between(cp, radar) for radar in radars)
    to_ogres = tuple(board.hexes_between(cp, ogre) for ogre in ogres)
    between = board.hexes_between(radars[0], radars[1])
    problems = [
        gettext("{spot} is not on the board", spot=spot) for spot in (cp, *radars, *ogres) if not board.has(spot)
    ]
    rules = ("EK-TEAM-10", "EK-TEAM-11", "AMB-50", "EK-TEAM-09", *(("EK-SPEC-06",) if problems else ()))
    problems += [
        gettext(
            "the radar on {spot} is {far} from the Command Post, not {wanted}",
            spot=spot,
            far=_hexes(far),
            wanted=RADAR_FROM_CP,
        )
        for spot, far in zip(radars, to_radars, strict=True)
        if far != RADAR_FROM_CP
    ]
    if between != RADAR_FROM_RADAR:
        apart, wanted = _hexes(between), RADAR_FROM_RADAR
        problems.append(gettext("the radars are {between} from each other, not {wanted}", between=apart, wanted=wanted))
    problems += [
        gettext(
            "the Ogre on {spot} is {far} from the Command Post, {most} at most",
            spot=spot,
            far=_hexes(far),
            most=MOST_FROM_CP,
        )
        for spot, far in zip(ogres, to_ogres, strict=True)
        if far > MOST_FROM_CP
    ]
    text = "; ".join(problems) or gettext(
        "Radars and Ogres stand where they may; the corner hex itself is read from the map"
    )
    return PlacementAnswer(tuple(problems), to_radars, to_ogres, between, Ruling(Verdict.YES, rules, f"{text}."))


def _hexes(count: int) -> str:
    return gettext("{count} hex", count=count) if count == 1 else gettext("{count} hexes", count=count)
