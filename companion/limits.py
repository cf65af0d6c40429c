"""The kinds of values that files are made of: their limits and what they mean, as annotations of the type.

A frozen value of any room carries them on its fields, and its format is read from there: no second class says the same
again. Nothing here needs the codec.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final, Never, TypeVar

from annotated_types import Ge, Gt, Le, MaxLen, MinLen
from shapely.geometry import Polygon

from companion.text import gettext

_Item = TypeVar("_Item")
_Handler = Callable[[object], dict[str, object]]


@dataclass(frozen=True, slots=True)
class Means:
    """What a value means, for people who write it; editors show it (the JSON Schema's description)."""

    text: str

    def __get_pydantic_json_schema__(self, core_schema: object, handler: _Handler) -> dict[str, object]:
        return {**handler(core_schema), "description": self.text}


@dataclass(frozen=True, slots=True)
class Apart:
    """Of a field that files have under a key of their own."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A limit that is a function: it gives the value back, or raises ValueError with what is wrong, for people."""

    check: Callable[[Never], object]

    def __get_pydantic_core_schema__(self, source: object, handler: _Handler) -> dict[str, object]:
        function = {"type": "no-info", "function": self.check}
        return {"type": "function-after", "function": function, "schema": handler(source)}


@dataclass(frozen=True, slots=True)
class Spelled:
    """A text that matches a pattern."""

    pattern: str

    def __get_pydantic_core_schema__(self, source: object, handler: _Handler) -> dict[str, object]:
        return {**handler(source), "pattern": self.pattern}


#: Beyond this no number of a die, a table or a camera makes sense.
_LARGEST: Final = 1e9
_LONGEST_NAME: Final = 200
_LEAST_CORNERS: Final = 3
#: More pieces, dice or corners than this no table has; and every one is held against every other.
MAX_ROWS: Final = 1000


def distinct(items: tuple[_Item, ...]) -> tuple[_Item, ...]:
    """A list of which no item is there twice."""
    if len(set(items)) != len(items):
        raise ValueError(gettext("expected no item twice"))
    return items


def _simple(outline: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    if len(outline) < _LEAST_CORNERS or not Polygon(outline).is_valid or not Polygon(outline).area:
        raise ValueError(gettext("expected three or more points around an area, without crossing lines"))
    return outline


Text = Annotated[str, MaxLen(10_000)]
Name = Annotated[str, MinLen(1), MaxLen(_LONGEST_NAME)]
#: What something is called in a script or match; as long as people like.
NonEmptyStr = Annotated[str, MinLen(1)]
DistinctStrs = Annotated[tuple[NonEmptyStr, ...], Checked(distinct)]
#: A finite number of sensible size; whole numbers stay whole.
Number = Annotated[int | float, Ge(-_LARGEST), Le(_LARGEST)]
NonNegative = Annotated[int | float, Ge(0), Le(_LARGEST)]
#: Points of a die or a player: no rule takes any away, and no table agrees to play for more.
PointCost = Annotated[int | float, Ge(0), Le(999_999)]
#: Attack, Block, Armor and the like.
Strength = Annotated[int | float, Ge(0), Le(9_999)]
#: Circles of a system, Treads of a line, numbers in green dots: what fits on a printed card.
PrintedCount = Annotated[int, Ge(0), Le(99)]
Level = Annotated[int, Ge(0), Le(99), Means("Of terrain; 0 is the table.")]
Positive = Annotated[int | float, Gt(0), Le(_LARGEST)]
Length = Annotated[float, Gt(0), Le(_LARGEST), Means("Millimetres.")]
Count = Annotated[int, Ge(0), Le(_LARGEST)]
Corner = Annotated[int, Ge(0), Le(2), Means("A corner of a face, counter-clockwise from the top.")]
Corners = Annotated[tuple[Corner, ...], MaxLen(3), Checked(distinct)]
_Coordinate = Annotated[float, Ge(-_LARGEST), Le(_LARGEST)]
PointMm = Annotated[tuple[_Coordinate, _Coordinate], Means("[x, y] in millimetres, table frame.")]
SizeMm = Annotated[tuple[Length, Length], Means("[along x, along y] in millimetres.")]
OutlineMm = Annotated[tuple[PointMm, ...], MaxLen(MAX_ROWS), Checked(_simple)]
TopCorners = Annotated[
    tuple[PointMm, ...], MinLen(3), MaxLen(3), Means("Corners 0, 1, 2 of the top face, where they were measured.")
]
