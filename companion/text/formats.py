"""Dates, times and shares as the language in force writes them."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from companion.text.translation import N_, pgettext

_MONTHS: Final = (
    N_("dates", "January"),
    N_("dates", "February"),
    N_("dates", "March"),
    N_("dates", "April"),
    N_("dates", "May"),
    N_("dates", "June"),
    N_("dates", "July"),
    N_("dates", "August"),
    N_("dates", "September"),
    N_("dates", "October"),
    N_("dates", "November"),
    N_("dates", "December"),
)


def date_words(at: datetime) -> str:
    """The day of a moment, in the clock of this place."""
    day = at.astimezone()
    month = pgettext("dates", _MONTHS[day.month - 1])
    return pgettext("dates", "{day} {month} {year}", day=day.day, month=month, year=day.year)


def moment_words(at: datetime) -> str:
    """The day of a moment and the time, in the clock of this place."""
    return pgettext("dates", "{date}, {time:%H:%M}", date=date_words(at), time=at.astimezone())


def percent(share: float, places: int = 0) -> str:
    """A share in per cent. What is not all is never shown as 100 %, and what is not nothing never as 0 %."""
    shown = f"{share:.{places}%}"
    if not 0 < share < 1 or float(shown.rstrip("%")) not in (0, 100):
        return shown
    if not places:
        return percent(share, 1)
    least = 10**-places
    if share < 0.5:
        return pgettext("formats", "under {share}", share=f"{least:.{places}f}%")
    return pgettext("formats", "over {share}", share=f"{100 - least:.{places}f}%")
