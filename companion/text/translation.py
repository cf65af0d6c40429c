"""Which languages there are, the one in force, and sentences, dates and shares in it: gettext catalogues beside this
module, one folder a language."""

from __future__ import annotations

import gettext as catalogues
import locale
import os
import sys
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

#: The choice that leaves it to the system.
SYSTEM: Final = "system"
_SOURCE: Final = "en"
#: What their speakers call the languages that are here.
_NAMES: Final = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "it": "Italiano", "pl": "Polski"}
_chosen: list[str] = [_SOURCE]
_asked_for: list[str] = [""]


class Language(NamedTuple):
    """A language by its two letters and the name that its speakers give it."""

    code: str
    name: str


def languages_folder() -> Path:
    """Where the catalogues lie: ``de.po`` is what people write, ``de.mo`` what the program reads."""
    return Path(__file__).with_name("languages")


def known_languages() -> tuple[Language, ...]:
    """English, and every language whose catalogue is here, by name."""
    codes = {_SOURCE} | {file.stem for file in languages_folder().glob("*.mo")}
    return tuple(sorted((Language(code, _NAMES.get(code, code)) for code in codes), key=lambda one: one.name))


def preferred_language(chosen: str, system: Iterable[str]) -> str:
    """The two letters of the language to use: the one asked for in this run, else the one chosen, else the first of the
    system's that is here, or English.

    ``system``: the system's languages, best first (``de-AT``).
    """
    known = {language.code for language in known_languages()}
    chosen = _asked_for[0] or chosen
    tags = system if chosen == SYSTEM else (chosen,)
    letters = (tag.replace("_", "-").partition("-")[0].lower() for tag in tags)
    return next((code for code in letters if code in known), _SOURCE)


def ask_for_language(code: str) -> None:
    """Let a language come before any that is chosen in the settings, for as long as the program runs; "" no longer."""
    _asked_for[0] = code


def choose_language(code: str) -> None:
    """Put a language in force for every sentence from now on."""
    _chosen[0] = code


def language_in_force() -> str:
    """The two letters of the language in force."""
    return _chosen[0]


def messages() -> catalogues.NullTranslations:
    """The catalogue in force."""
    return messages_of(_chosen[0])


@cache
def messages_of(code: str) -> catalogues.NullTranslations:
    """The catalogue of a language; an empty one where there is none."""
    file = languages_folder() / f"{code}.mo"
    if code == _SOURCE or not file.is_file():
        return catalogues.NullTranslations()
    with file.open("rb") as content:
        return catalogues.GNUTranslations(content)


def environment_languages() -> list[str]:
    """What the user reads, best first, such as ``de_AT.UTF-8``: LANGUAGE, then the locale of messages, which Windows
    has elsewhere."""
    several = os.environ.get("LANGUAGE", "").split(":")
    one = next((stated for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (stated := os.environ.get(name))), "")
    if not one and sys.platform == "win32":
        from ctypes import windll  # noqa: PLC0415  (costs time, and is there on Windows alone)

        one = locale.windows_locale.get(windll.kernel32.GetUserDefaultUILanguage(), "")
    return [stated for stated in (*several, one) if stated]


def pgettext(context: str, words: str, /, **values: object) -> str:
    """The words in the language in force; as they are where nobody has translated them.

    ``context`` says where they stand: a room or a class. Words that are the same everywhere may be translated without
    one. ``values`` take the places of the words in braces: ``pgettext("rules", "{die} jumps.", die=die)``.
    """
    catalogue = messages()
    found = catalogue.pgettext(context, words) if context else words
    stated = found if found != words else catalogue.gettext(words)
    return stated.format(**values) if values else stated


def pgettext_in(language: str, context: str, words: str) -> str:
    """The words in a language by its two letters, whichever is in force: for readers elsewhere who asked for it."""
    return messages_of(language).pgettext(context, words)


def gettext(words: str, /, **values: object) -> str:
    """The same for words that mean the same wherever they stand, such as those of rulings: no context."""
    return pgettext("", words, **values)


def ngettext(one: str, more: str, count: int, /, **values: object) -> str:
    """The words for one thing or for several, by the language's own rules; ``{count}`` is the number.

    ``ngettext("{count} page", "{count} pages", len(pages))``.
    """
    return messages().ngettext(one, more, count).format(count=count, **values)


def N_(_context: str, words: str) -> str:
    """Words of a table that are translated when they are shown: marks them for the translators, changes nothing."""
    return words


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
