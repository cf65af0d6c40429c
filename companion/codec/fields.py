"""The kinds of values that file formats are made of, each checked once and for all."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, TypeVar

from pydantic import AfterValidator, AwareDatetime, Field, PlainSerializer, ValidationInfo
from shapely.geometry import Polygon

from companion.errors import InputError
from companion.file_access import resolve_inside
from companion.text import gettext

_Item = TypeVar("_Item")

#: The one format number that this program reads and writes.
FORMAT: Final = 1
#: Beyond this no number of a die, a table or a camera makes sense.
_LARGEST: Final = 1e9
_LONGEST_NAME: Final = 200
_LEAST_CORNERS: Final = 3
#: Years in which a match may have been played, however wrong a table's clock is: sums of such times are times too.
_YEARS: Final = range(2000, 2200)
#: More pieces, dice or corners than this no table has; and every one is held against every other.
MAX_ROWS: Final = 1000


def _known_format(number: int) -> int:
    if number != FORMAT:
        raise ValueError(gettext("this program reads format {format}, this is {number}", format=FORMAT, number=number))
    return number


def distinct(items: tuple[_Item, ...]) -> tuple[_Item, ...]:
    """A list of which no item is there twice."""
    if len(set(items)) != len(items):
        raise ValueError(gettext("expected no item twice"))
    return items


def _of_our_time(at: datetime) -> datetime:
    if at.year not in _YEARS:
        raise ValueError(gettext("expected a time from {first} to {last}", first=_YEARS[0], last=_YEARS[-1]))
    return at


def _simple(outline: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    if len(outline) < _LEAST_CORNERS or not Polygon(outline).is_valid or not Polygon(outline).area:
        raise ValueError(gettext("expected three or more points around an area, without crossing lines"))
    return outline


def _beside(name: str, info: ValidationInfo) -> str:
    try:
        resolve_inside(getattr(info.context, "folder", Path()), name)
    except InputError as refusal:
        raise ValueError(str(refusal)) from None
    return name


FormatNumber = Annotated[
    int, AfterValidator(_known_format), Field(description="Always 1.", json_schema_extra={"const": FORMAT})
]
Instant = Annotated[
    AwareDatetime,
    AfterValidator(_of_our_time),
    PlainSerializer(datetime.isoformat, return_type=str, when_used="json"),
    Field(description="ISO 8601, with its offset; from 2000 to 2199."),
]
Text = Annotated[str, Field(max_length=10_000)]
#: A file within the folder of the file that names it; the context of the decoding knows that ``folder``.
FileBeside = Annotated[str, AfterValidator(_beside), Field(description="A file beside this one.")]
Name = Annotated[str, Field(min_length=1, max_length=_LONGEST_NAME)]
#: What something is called in a script or match; as long as people like.
NonEmptyStr = Annotated[str, Field(min_length=1)]
DistinctStrs = Annotated[tuple[NonEmptyStr, ...], AfterValidator(distinct)]
#: A finite number of sensible size; whole numbers stay whole.
Number = Annotated[int | float, Field(ge=-_LARGEST, le=_LARGEST)]
NonNegative = Annotated[int | float, Field(ge=0, le=_LARGEST)]
#: Points of a die or a player: no rule takes any away, and no table agrees to play for more.
PointCost = Annotated[int | float, Field(ge=0, le=999_999)]
#: Attack, Block, Armor and the like.
Strength = Annotated[int | float, Field(ge=0, le=9_999)]
#: Circles of a system, Treads of a line, numbers in green dots: what fits on a printed card.
PrintedCount = Annotated[int, Field(ge=0, le=99)]
Level = Annotated[int, Field(ge=0, le=99, description="Of terrain; 0 is the table.")]
Positive = Annotated[int | float, Field(gt=0, le=_LARGEST)]
Length = Annotated[float, Field(gt=0, le=_LARGEST, description="Millimetres.")]
WholeNumber = Annotated[int, Field(ge=-_LARGEST, le=_LARGEST)]
Count = Annotated[int, Field(ge=0, le=_LARGEST)]
Corner = Annotated[int, Field(ge=0, le=2, description="A corner of a face, counter-clockwise from the top.")]
_Coordinate = Annotated[float, Field(ge=-_LARGEST, le=_LARGEST)]
PointMm = Annotated[tuple[_Coordinate, _Coordinate], Field(description="[x, y] in millimetres, table frame.")]
SizeMm = Annotated[tuple[Length, Length], Field(description="[along x, along y] in millimetres.")]
OutlineMm = Annotated[tuple[PointMm, ...], Field(max_length=MAX_ROWS), AfterValidator(_simple)]
