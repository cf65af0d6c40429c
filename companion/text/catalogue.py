"""Which languages there are, and the one in force: gettext catalogues beside this module, one folder a language."""

from __future__ import annotations

import gettext
from collections.abc import Iterable
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
    wanted = system if chosen == SYSTEM else (chosen,)
    letters = (tag.replace("_", "-").partition("-")[0].lower() for tag in wanted)
    return next((code for code in letters if code in known), _SOURCE)


def ask_for_language(code: str) -> None:
    """Let a language come before any that is chosen in the settings, for as long as the program runs; "" no longer."""
    _asked_for[0] = code


def choose_language(code: str) -> None:
    """Put a language in force for everything that is said from now on."""
    _chosen[0] = code


def language_in_force() -> str:
    """The two letters of the language in force."""
    return _chosen[0]


def messages() -> gettext.NullTranslations:
    """The catalogue in force."""
    return messages_of(_chosen[0])


@cache
def messages_of(code: str) -> gettext.NullTranslations:
    """The catalogue of a language; an empty one where there is none."""
    file = languages_folder() / f"{code}.mo"
    if code == _SOURCE or not file.is_file():
        return gettext.NullTranslations()
    with file.open("rb") as content:
        return gettext.GNUTranslations(content)
