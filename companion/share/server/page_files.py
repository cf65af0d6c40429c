"""The pages as they ship with the program: HTML whose fixed words are put in, style sheets, small scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from companion.share.server.words import page_words
from companion.text import Language, known_languages

#: Ending of a file -> what it is; only these are given out.
_KINDS: Final[Mapping[str, str]] = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_PLACE: Final = re.compile(r"\[\[(\w+)\]\]")


@cache
def page_parts() -> Mapping[str, tuple[bytes, str]]:
    """Name of a style sheet or script -> its bytes and its kind."""
    found = ((file, "." + file.name.rpartition(".")[2]) for file in _folder().iterdir())
    return {file.name: (file.read_bytes(), _KINDS[ending]) for file, ending in found if ending in _KINDS}


@cache
def page_html(name: str, language: str, said: str = "") -> str:
    """A page in a language. said: the name of a word that it begins with, such as why a code does not hold."""
    words = page_words(language)
    other = _other(language)
    values = {
        **words,
        "lang": language,
        "other": other.code,
        "language": other.name,
        "words": json.dumps(words),
        "said": words[said] if said else "",
    }
    text = _folder().joinpath(f"{name}.html").read_text(encoding="utf-8")
    return _PLACE.sub(lambda place: escape(values[place[1]]), text)


def _other(language: str) -> Language:
    """The language that a page offers instead: the next one of those that are here."""
    known = known_languages()
    codes = [one.code for one in known]
    return known[(codes.index(language) + 1) % len(codes)]


def _folder() -> Traversable:
    return files("companion.share.server").joinpath("pages")
