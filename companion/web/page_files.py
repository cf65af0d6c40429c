"""Pages as they ship with the program: every page stands in one frame, its fixed words are put in in the language that
a viewer's browser asks for; style sheets, small scripts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from companion.markup import fill_page
from companion.text import N_, known_languages, pgettext_in

#: Name in a page -> words that pages of every kind have.
_WORDS: Final[Mapping[str, str]] = {
    "app": N_("share", "Diceland table"),
    "table": N_("share", "Table"),
    "dice": N_("share", "Dice on the table"),
    "cancel": N_("share", "Cancel"),
    "theme": N_("share", "Light or dark"),
    "waiting": N_("share", "Waiting for the table …"),
    "live": N_("share", "live"),
    "quiet": N_("share", "Nothing heard of the table"),
    "old": N_("share", "{seconds} s ago"),
    "lost": N_("share", "No connection; trying again …"),
    "ended": N_("share", "Sharing has ended."),
    "refused": N_("share", "That was refused."),
    "no_answer": N_("share", "No answer came: look whether it was done, then try again."),
    "unconfirmed": N_("share", "not yet confirmed"),
    "hand": N_("share", "Hand"),
    "reserve": N_("share", "Reserve"),
    "ruling": N_("share", "Last ruling"),
    "rules": N_("share", "The rules it rests on"),
    "scores": N_("share", "Scores"),
    "history": N_("share", "What happened"),
    "call": N_("share", "Call the referee"),
    "called": N_("share", "Referee called"),
    "cancel_call": N_("share", "Take the call back"),
    "coming": N_("share", "{name} is coming"),
    "calls": N_("share", "{player} calls the referee"),
    "since": N_("share", "for {time}"),
    "settled": N_("share", "Settled"),
    "nothing": N_("share", "Nothing waits for a decision."),
    "won": N_("share", "{player} has won."),
    "picture": N_("share", "Picture of the dispute"),
    "whole": N_("share", "The whole table, or no more of it than the dice need"),
    "die": N_("share", "Die"),
    "side": N_("share", "Side"),
    "owner": N_("share", "Owner"),
    "place": N_("share", "Place (mm)"),
    "result": N_("share", "Result"),
    "keep_result": N_("share", "Keep the result as a page"),
    "join": N_("share", "Join"),
    "join_about": N_("share", "Scan the code on the screen of the table, or type it here."),
    "code": N_("share", "Code"),
    "wrong": N_("share", "That code does not hold. It may have been used, or replaced by a newer one."),
    "wait": N_("share", "Too many wrong codes. Wait a minute, then try again."),
}
#: Ending of a file -> what it is; only these are given out.
_KINDS: Final[Mapping[str, str]] = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
#: Where a page's own head and the rest of it go into the frame.
_HEAD, _MAIN = "<!--head-->", "<!--main-->"
#: Where another file's markup goes, which several pages have.
_PART: Final = re.compile(r"<!--part (\w+)-->")


class PageFiles:
    """The pages of one feature, beside those parts that all have. package: the feature's, with a folder ``pages``;
    words: name in a page -> words; context: of these among the sentences."""

    def __init__(self, package: str, words: Mapping[str, str], context: str) -> None:
        self._folders = (_pages_of("companion.web"), _pages_of(package))
        self._own, self._context = words, context

    def words(self, language: str) -> Mapping[str, str]:
        """Name -> words, in a language."""
        shared = {name: pgettext_in(language, "share", words) for name, words in _WORDS.items()}
        return shared | {name: pgettext_in(language, self._context, words) for name, words in self._own.items()}

    @cached_property
    def parts(self) -> Mapping[str, tuple[bytes, str]]:
        """Name of a style sheet or script -> its bytes and its kind."""
        found = ((file, "." + file.name.rpartition(".")[2]) for folder in self._folders for file in folder.iterdir())
        return {file.name: (file.read_bytes(), _KINDS[ending]) for file, ending in found if ending in _KINDS}

    def html(self, name: str, language: str, notice: str = "", *, policy: str = "") -> str:
        """A page in a language. notice: the name of a word that it begins with, such as why a code does not hold;
        policy: what the page may load, where it stands alone as a file that no server of ours gives out."""
        words = self.words(language)
        # The language that a page offers instead: the next one of those that are here.
        known = known_languages()
        codes = [one.code for one in known]
        other = known[(codes.index(language) + 1) % len(codes)]
        values = {
            **words,
            "page": name,
            "script": name if f"{name}.js" in self.parts else "live",
            "style": name if f"{name}.css" in self.parts else "page",
            "title": words.get(name, words["app"]),
            "lang": language,
            "policy": policy,
            "base": "" if policy else "/",
            "other": f"{other.code}.html" if policy else f"?lang={other.code}",
            "other_language": other.code,
            "language": other.name,
            "words": json.dumps(words),
            "notice": words[notice] if notice else "",
        }
        return fill_page(self._framed(name), values)

    @cache  # noqa: B019  (there is one of these a feature, as long as the program runs)
    def _framed(self, name: str) -> str:
        head, _, main = self._text(name).partition(_MAIN)
        page = self._text("frame").replace(_HEAD, head.strip()).replace(_MAIN, main.strip())
        while _PART.search(page):  # a part may have parts
            page = _PART.sub(lambda part: self._text(part[1]).strip(), page)
        return page

    def _text(self, name: str) -> str:
        own = next(file for folder in self._folders if (file := folder.joinpath(f"{name}.html")).is_file())
        return own.read_text(encoding="utf-8")


def wanted_language(chosen: str, accepted: str, table: str) -> str:
    """The language of a viewer: the one chosen on the page, else the first that the browser accepts, else the
    table's. accepted: the header ``Accept-Language``."""
    known = {language.code for language in known_languages()}
    tags = [chosen, *(part.partition(";")[0] for part in accepted.split(",")[:20])]
    letters = (tag.strip().partition("-")[0].lower() for tag in tags)
    return next((code for code in letters if code in known), table)


def _pages_of(package: str) -> Traversable:
    return files(package).joinpath("pages")
