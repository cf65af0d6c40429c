"""What a file is, recognised by its content, for the sentence that says that it stands in another's place: a picture
where JSON belongs, JSON where a picture belongs, a camera where a mat belongs.

It knows how files begin and which keys tell our formats apart; what the keys mean the codec knows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.text import N_, gettext, pgettext

PICTURE: Final = N_("files", "picture")
FOLDER: Final = N_("files", "folder")
JSON: Final = "JSON"
TOML: Final = "TOML"
_MATCH: Final = N_("files", "match")
_PDF: Final = N_("files", "PDF")
_ANY_JSON: Final = N_("files", "JSON file")
#: How files begin. (A HEIC file has its word after four bytes, a WebP file after eight.)
_BEGINNINGS: Final = (
    (0, b"\xff\xd8\xff", PICTURE),
    (0, b"\x89PNG\r\n\x1a\n", PICTURE),
    (4, b"ftyp", PICTURE),
    (8, b"WEBP", PICTURE),
    (0, b"GIF8", PICTURE),
    (0, b"II*\x00", PICTURE),
    (0, b"MM\x00*", PICTURE),
    (0, b"SQLite format 3\x00", _MATCH),
    (0, b"%PDF-", _PDF),
)
#: A format by the name that people read -> keys that a file of it has, and one of those above it has not all of.
FORMATS: Final[Mapping[str, frozenset[str]]] = {
    N_("files", "camera file"): frozenset({"matrix", "distortion", "table", "markers"}),
    N_("files", "certificate"): frozenset({"verdict", "criteria", "shots"}),
    N_("files", "misread table"): frozenset({"picture_jpeg", "read", "right"}),
    N_("files", "result of Exercise K"): frozenset({"third_ogres", "awards"}),
    N_("files", "result of a match"): frozenset({"winning_score", "ending"}),
    N_("files", "report of an evaluation"): frozenset({"confusions", "wrong_calls"}),
    N_("files", "referee script"): frozenset({"profile", "pieces", "steps"}),
    N_("files", "certify sheet"): frozenset({"paper", "places", "markers"}),
    N_("files", "shadow record"): frozenset({"title", "program", "rulings"}),
    N_("files", "film"): frozenset({"shots"}),
    N_("files", "mat file"): frozenset({"table", "markers"}),
}


def name_format(table: object) -> str | None:
    """Which of our formats the table of a JSON file is in; None where its keys do not tell."""
    if not isinstance(table, Mapping):
        return None
    return next((name for name, keys in FORMATS.items() if keys <= table.keys()), None)


def name_content(content: bytes) -> str | None:
    """What the bytes of a file are: a picture, a match, JSON, in which format; None where they do not tell."""
    for at, beginning, kind in _BEGINNINGS:
        if content[at : at + len(beginning)] == beginning:
            return kind
    if content.lstrip()[:1] not in {b"{", b"["}:
        return None
    try:
        table: object = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return name_format(table) or _ANY_JSON


def is_json(kind: str | None) -> bool:
    """Whether a kind of file, as it is called here, is written in JSON."""
    return kind == _ANY_JSON or kind in FORMATS


def describe_misplaced(path: Path | str, found: str, wanted: str, language: str = "") -> str:
    """``table.jpg is a picture; a mat file (JSON) belongs here``. found, wanted: as they are called here; language: of
    the one that belongs there."""
    belongs = pgettext("files", wanted) + (f" ({language})" if language else "")
    return gettext(
        "{file} is a {found}; a {wanted} belongs here", file=path, found=pgettext("files", found), wanted=belongs
    )
