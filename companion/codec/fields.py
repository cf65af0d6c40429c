"""The kinds of values that only files have (the others: `companion.limits`)."""

from __future__ import annotations

from datetime import datetime
from operator import not_
from pathlib import Path
from typing import Annotated, Final, TypeVar

from pydantic import AfterValidator, AwareDatetime, Field, PlainSerializer, ValidationInfo

from companion.errors import InputError
from companion.file_access import resolve_inside
from companion.text import gettext

_Item = TypeVar("_Item")
#: A key that is left out where it is None; one that is left out where it is empty.
Given = Annotated[_Item | None, Field(exclude_if=lambda value: value is None)]
Filled = Annotated[_Item, Field(exclude_if=not_)]


def rounded(places: int) -> PlainSerializer:
    """Of a number, or a list of numbers, that is written with so many decimal places."""

    def shortened(value: object) -> object:
        if isinstance(value, tuple):
            return [shortened(item) for item in value]
        return round(value, places) if isinstance(value, float) else value

    return PlainSerializer(shortened, when_used="json")


#: The one format number that this program reads and writes.
FORMAT: Final = 1
#: Years in which a match may have been played, however wrong a table's clock is: sums of such times are times too.
_YEARS: Final = range(2000, 2200)


def _known_format(number: int) -> int:
    if number != FORMAT:
        raise ValueError(gettext("this program reads format {format}, this is {number}", format=FORMAT, number=number))
    return number


def _of_our_time(at: datetime) -> datetime:
    if at.year not in _YEARS:
        raise ValueError(gettext("expected a time from {first} to {last}", first=_YEARS[0], last=_YEARS[-1]))
    return at


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
#: A file within the folder of the file that names it; the context of the decoding knows that ``folder``.
FileBeside = Annotated[str, AfterValidator(_beside), Field(description="A file beside this one.")]
