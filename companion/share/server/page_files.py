"""The pages as they ship with the program: HTML whose fixed words are put in, in the language that a viewer's browser
asks for; style sheets, small scripts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from companion.markup import fill_page
from companion.text import N_, known_languages, pgettext_in

#: Name in a page -> words.
_WORDS: Final[Mapping[str, str]] = {
    "app": N_("share", "Diceland table"),
    "table": N_("share", "Table"),
    "scores": N_("share", "Scores"),
    "ruling": N_("share", "Last ruling"),
    "rules": N_("share", "The rules it rests on"),
    "dice": N_("share", "Dice on the table"),
    "die": N_("share", "Die"),
    "side": N_("share", "Side"),
    "owner": N_("share", "Owner"),
    "place": N_("share", "Place (mm)"),
    "hand": N_("share", "Hand"),
    "reserve": N_("share", "Reserve"),
    "picture": N_("share", "Picture of the dispute"),
    "card": N_("share", "Ogre card"),
    "no_card": N_("share", "There is no Ogre in this match."),
    "yours": N_("share", "Your card: tap what is scratched."),
    "looks_on": N_("share", "You are looking on: the card belongs to another phone."),
    "undo_mark": N_("share", "Undo my last mark"),
    "scratched": N_("share", "scratched"),
    "left": N_("share", "left"),
    "dots": N_("share", "Green dots with"),
    "referee": N_("share", "Referee"),
    "choices": N_("share", "What can be decided now"),
    "nothing": N_("share", "Nothing waits for a decision."),
    "correct": N_("share", "Correct a die: tap it, then what it really shows."),
    "log": N_("share", "Log"),
    "undo": N_("share", "Undo"),
    "redo": N_("share", "Redo"),
    "back": N_("share", "Back to here"),
    "to_hand": N_("share", "It is in hand"),
    "to_reserve": N_("share", "It is in reserve"),
    "cancel": N_("share", "Cancel"),
    "undone": N_("share", "undone"),
    "theme": N_("share", "Light or dark"),
    "waiting": N_("share", "Waiting for the table …"),
    "lost": N_("share", "The connection is lost; trying again …"),
    "ended": N_("share", "Sharing has ended."),
    "refused": N_("share", "That was refused."),
    "join": N_("share", "Join"),
    "join_about": N_("share", "Scan the code on the screen of the table, or type it here."),
    "code": N_("share", "Code"),
    "wrong": N_("share", "That code does not hold. It may have been used, or replaced by a newer one."),
    "wait": N_("share", "Too many wrong codes. Wait a minute, then try again."),
    "photo": N_("share", "Camera"),
    "photo_about": N_(
        "share", "Stand so that the whole table and its markers are in the picture. From above at an angle is best."
    ),
    "take": N_("share", "Take a picture"),
    "take_new": N_("share", "New picture"),
    "take_more": N_("share", "Add picture"),
    "choose_file": N_("share", "Choose a picture that was taken before"),
    "sending": N_("share", "Sending the picture …"),
    "broken": N_("share", "The line broke; going on where it stopped …"),
    "stop": N_("share", "Stop"),
    "reading": N_("share", "Reading the picture …"),
    "too_large": N_("share", "This picture is too large: up to {most} MB are taken. Choose a smaller size."),
    "empty_file": N_("share", "This file is empty; take the picture again."),
    "busy": N_("share", "The table is busy; try again in a moment."),
    "tap_die": N_("share", "Tap a die to see what it may hit."),
    "enlarge": N_("share", "Larger"),
    "shrink": N_("share", "Whole picture"),
    "pictures": N_("share", "Pictures of this table"),
    "picture_number": N_("share", "Picture {number}"),
    "next_hint": N_("share", "What another picture would show"),
    "weapons": N_("share", "Weapons"),
    "others": N_("share", "All other dice"),
    "may_hit": N_("share", "may be hit"),
    "no_target": N_("share", "no target"),
    "too_close": N_("share", "too close to call"),
    "whose": N_("share", "Whose die: tap to change"),
    "misread": N_("share", "It is another die, or another side"),
    "keep": N_("share", "Keep as a picture"),
    "send_on": N_("share", "Send on"),
    "document": N_("share", "Rules"),
    "ogre": N_("share", "Ogre"),
    "deep_white_sea": N_("share", "Deep White Sea"),
    "cyburg": N_("share", "Cyburg"),
    "advanced": N_("share", "Advanced Rules"),
    "begin_anew": N_("share", "Forget these pictures"),
    "kept_nowhere": N_("share", "Pictures are forgotten when sharing ends, or when you say so."),
}


def page_words(language: str) -> Mapping[str, str]:
    """Name -> words, in a language."""
    return {name: pgettext_in(language, "share", words) for name, words in _WORDS.items()}


def wanted_language(chosen: str, accepted: str, table: str) -> str:
    """The language of a viewer: the one chosen on the page, else the first that the browser accepts, else the
    table's. accepted: the header ``Accept-Language``."""
    known = {language.code for language in known_languages()}
    tags = [chosen, *(part.partition(";")[0] for part in accepted.split(",")[:20])]
    letters = (tag.strip().partition("-")[0].lower() for tag in tags)
    return next((code for code in letters if code in known), table)


#: Ending of a file -> what it is; only these are given out.
_KINDS: Final[Mapping[str, str]] = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


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
        "notice": words[notice] if notice else "",
    }
    text = _folder().joinpath(f"{name}.html").read_text(encoding="utf-8")
    return fill_page(text, values)


def _folder() -> Traversable:
    return files("companion.share.server").joinpath("pages")
