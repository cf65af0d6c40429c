"""Dates and times as the language in force writes them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from companion.text.translation import mark, translate

_MONTHS: Final = (
    mark("dates", "January"),
    mark("dates", "February"),
    mark("dates", "March"),
    mark("dates", "April"),
    mark("dates", "May"),
    mark("dates", "June"),
    mark("dates", "July"),
    mark("dates", "August"),
    mark("dates", "September"),
    mark("dates", "October"),
    mark("dates", "November"),
    mark("dates", "December"),
)


def date_words(at: datetime) -> str:
    """The day of a moment, in the clock of this place."""
    day = at.astimezone()
    month = translate("dates", _MONTHS[day.month - 1])
    return translate("dates", "{day} {month} {year}", day=day.day, month=month, year=day.year)


def moment_words(at: datetime) -> str:
    """The day of a moment and the time, in the clock of this place."""
    return translate("dates", "{date}, {time:%H:%M}", date=date_words(at), time=at.astimezone())
