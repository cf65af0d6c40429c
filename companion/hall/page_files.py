"""The fixed words of a hall's pages, and the page on which a match is followed from afar: files that any web server
gives out, in every language. It talks to the club's broker itself, by MQTT over a WebSocket; there is no server of
ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.atomic_write import write_atomic
from companion.errors import OperationError
from companion.text import N_, gettext, known_languages
from companion.web import PageFiles

WORDS: Final[Mapping[str, str]] = {
    "app": N_("hall", "Diceland hall"),
    "wall": N_("hall", "All tables"),
    "walk": N_("hall", "Walking referee"),
    "follow": N_("hall", "A match from afar"),
    "show_all": N_("hall", "all"),
    "show_calls": N_("hall", "calls"),
    "show_played": N_("hall", "played now"),
    "show_over": N_("hall", "over"),
    "show_silent": N_("hall", "silent"),
    "which": N_("hall", "Which tables"),
    "order": N_("hall", "Order"),
    "by_table": N_("hall", "by table"),
    "by_need": N_("hall", "who needs somebody first"),
    "by_time": N_("hall", "longest turn first"),
    "full_screen": N_("hall", "Full screen"),
    "as_of": N_("hall", "as it was {time} ago"),
    "turn_for": N_("hall", "turn {turn}, {time}"),
    "none": N_("hall", "No table has been heard of yet."),
    "calls_now": N_("hall", "Calls"),
    "no_calls": N_("hall", "Nobody calls."),
    "doubts": N_("hall", "Tables with doubts"),
    "no_doubts": N_("hall", "No table has doubts."),
    "waits": N_("hall", "waits for {time}"),
    "take": N_("hall", "I am coming"),
    "done": N_("hall", "Settled"),
    "referee": N_("hall", "Referee"),
    "your_name": N_("hall", "Your name"),
    "whole_table": N_("hall", "Table"),
    "follow_about": N_(
        "hall", "Name the broker and the table in the address of this page: #broker=wss://HOST:PORT&table=4"
    ),
    "wrong_password": N_("hall", "The broker refuses: user or password are wrong."),
    "no_table": N_("hall", "Nothing is known of table {table} at this broker."),
    "gone": N_("hall", "The table is not there; this is how it was seen last."),
}
FILES: Final = PageFiles("companion.hall", WORDS, "hall")


#: Nothing is loaded from elsewhere; lines go to whatever broker the address names.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ws: wss:; "
    "base-uri 'none'; form-action 'none'"
)
_PAGE: Final = "follow"


def write_static_page(folder: Path) -> tuple[Path, ...]:
    """Write the page into a folder: ``index.html``, one file a language, and what they load; the pages.

    Raises:
        OperationError: it cannot be written.
    """
    pages = [("index", "en"), *((language.code, language.code) for language in known_languages())]
    written = tuple(folder / f"{name}.html" for name, _ in pages)
    try:
        (folder / "pages").mkdir(parents=True, exist_ok=True)
        for name, (content, _) in FILES.parts.items():
            write_atomic(folder / "pages" / name, content)
        for file, (_, language) in zip(written, pages, strict=True):
            write_atomic(file, FILES.html(_PAGE, language, policy=_POLICY).encode())
    except OSError as error:
        raise OperationError(gettext("{file} cannot be written ({why}).", file=folder, why=error.strerror)) from None
    return written
