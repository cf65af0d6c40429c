"""The pages as they ship with the program: HTML whose fixed words are put in, in the language that a reader's browser
asks for; style sheets, small scripts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from companion.text import known_languages, mark, translate_to

#: Name in a page -> words.
_WORDS: Final[Mapping[str, str]] = {
    "app": mark("share", "Diceland table"),
    "table": mark("share", "Table"),
    "scores": mark("share", "Scores"),
    "ruling": mark("share", "Last ruling"),
    "rules": mark("share", "The rules it rests on"),
    "dice": mark("share", "Dice on the table"),
    "die": mark("share", "Die"),
    "side": mark("share", "Side"),
    "owner": mark("share", "Owner"),
    "place": mark("share", "Place (mm)"),
    "hand": mark("share", "Hand"),
    "reserve": mark("share", "Reserve"),
    "picture": mark("share", "Picture of the dispute"),
    "card": mark("share", "Ogre card"),
    "no_card": mark("share", "There is no Ogre in this match."),
    "yours": mark("share", "Your card: tap what is scratched."),
    "looks_on": mark("share", "You are looking on: the card belongs to another phone."),
    "undo_mark": mark("share", "Undo my last mark"),
    "scratched": mark("share", "scratched"),
    "left": mark("share", "left"),
    "dots": mark("share", "Green dots with"),
    "referee": mark("share", "Referee"),
    "choices": mark("share", "What can be decided now"),
    "nothing": mark("share", "Nothing waits for a decision."),
    "correct": mark("share", "Correct a die: tap it, then what it really shows."),
    "log": mark("share", "Log"),
    "undo": mark("share", "Undo"),
    "redo": mark("share", "Redo"),
    "back": mark("share", "Back to here"),
    "to_hand": mark("share", "It is in hand"),
    "to_reserve": mark("share", "It is in reserve"),
    "cancel": mark("share", "Cancel"),
    "undone": mark("share", "undone"),
    "theme": mark("share", "Light or dark"),
    "waiting": mark("share", "Waiting for the table …"),
    "lost": mark("share", "The connection is lost; trying again …"),
    "ended": mark("share", "Sharing has ended."),
    "refused": mark("share", "That was refused."),
    "join": mark("share", "Join"),
    "join_about": mark("share", "Scan the code on the screen of the table, or type it here."),
    "code": mark("share", "Code"),
    "wrong": mark("share", "That code does not hold. It may have been used, or replaced by a newer one."),
    "wait": mark("share", "Too many wrong codes. Wait a minute, then try again."),
}


def page_words(language: str) -> Mapping[str, str]:
    """Name -> words, in a language."""
    return {name: translate_to(language, "share", words) for name, words in _WORDS.items()}


def wanted_language(chosen: str, accepted: str, table: str) -> str:
    """The language of a reader: the one chosen on the page, else the first that the browser accepts, else the
    table's. accepted: the header ``Accept-Language``."""
    known = {language.code for language in known_languages()}
    tags = [chosen, *(part.partition(";")[0] for part in accepted.split(",")[:20])]
    letters = (tag.strip().partition("-")[0].lower() for tag in tags)
    return next((code for code in letters if code in known), table)


#: Ending of a file -> what it is; only these are given out.
_KINDS: Final[Mapping[str, str]] = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_PLACE: Final = re.compile(r"\[\[(\w+)\]\]")


@cache
def page_parts() -> Mapping[str, tuple[bytes, str]]:
    """Name of a style sheet or script -> its bytes and its kind."""
    found = ((file, "." + file.name.rpartition(".")[2]) for file in _folder().iterdir())
    return {file.name: (file.read_bytes(), _KINDS[ending]) for file, ending in found if ending in _KINDS}


@cache
def page_html(name: str, language: str, notice: str = "") -> str:
    """A page in a language. notice: the name of a word that it begins with, such as why a code does not hold."""
    words = page_words(language)
    # The language that a page offers instead: the next one of those that are here.
    known = known_languages()
    codes = [one.code for one in known]
    other = known[(codes.index(language) + 1) % len(codes)]
    values = {
        **words,
        "lang": language,
        "other": other.code,
        "language": other.name,
        "words": json.dumps(words),
        "said": words[notice] if notice else "",
    }
    text = _folder().joinpath(f"{name}.html").read_text(encoding="utf-8")
    return _PLACE.sub(lambda place: escape(values[place[1]]), text)


def _folder() -> Traversable:
    return files("companion.share.server").joinpath("pages")
