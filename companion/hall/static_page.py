"""The page on which a match is followed from afar: files that any web server gives out, in every language. It talks to
the club's broker itself, by MQTT over a WebSocket; there is no server of ours.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.atomic_write import write_atomic
from companion.errors import OperationError
from companion.hall.words import FILES
from companion.text import gettext, known_languages

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
