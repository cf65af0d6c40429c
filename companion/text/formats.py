"""Dates, times and shares as the language in force writes them."""

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


def percent(share: float, places: int = 0) -> str:
    """A share in per cent. What is not all is never shown as 100 %, and what is not nothing never as 0 %."""
    shown = f"{share:.{places}%}"
    if not 0 < share < 1 or float(shown.rstrip("%")) not in (0, 100):
        return shown
    if not places:
        return percent(share, 1)
    least = 10**-places
    if share < 0.5:
        return translate("formats", "under {share}", share=f"{least:.{places}f}%")
    return translate("formats", "over {share}", share=f"{100 - least:.{places}f}%")
