"""JSON and TOML from files: the one door by which a document comes in, and what no document of ours may be.

Owns the limits that keep a hostile or broken file from costing memory, time or a failure that nobody foresaw: its size,
how deep it nests, how long its texts and numbers are. What the keys mean is for the readers of each format.
"""

from __future__ import annotations

import json
import math
import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Final, TypeVar

from companion.errors import InputError
from companion.file_access import read_bytes
from companion.file_kinds import FOLDER, FORMATS, JSON, TOML, describe_misplaced, is_json, name_content, name_format
from companion.plain_text import QUOTED, shown
from companion.text import N_, gettext, pgettext

#: A table of keys that has been read, or is to be written, and means nothing yet: what it means the codec knows.
JsonTable = Mapping[str, object]
_Parsed = TypeVar("_Parsed")

#: The longest match ever exported takes a tenth of this.
MAX_BYTES: Final = 16 * 2**20
#: A die of a script, which nests deepest, goes eight tables and lists down.
MAX_DEPTH: Final = 32
#: What people paste into all fields of a window together stays below: their own match must open again.
MAX_TEXT: Final = 1_000_000
#: Beyond this neither millimetres nor pixels nor points mean anything, and squares of numbers still fit a float.
LARGEST: Final = 1e15
_LONGEST_NUMBER: Final = 400
#: tomllib walks down a dotted key once for each of its parts: a key of 10^5 parts would take hours.
_KEY_PART: Final = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_DEEP_KEY: Final = re.compile(rf"(?:^|[\[{{,])[ \t]*+(?:{_KEY_PART}){{{MAX_DEPTH}}}", re.MULTILINE)
_LONG_NUMBER: Final = re.compile(rf"\d[\d_]{{{_LONGEST_NUMBER}}}")


#: So many names are listed in a message.
_LISTED: Final = 12
#: What a document is called that has no name of its own.
_FILE: Final = N_("files", "file")


class DocumentError(InputError, ValueError):
    """A text is not JSON or TOML, or goes beyond the limits; the message names the place within it."""


def read_json(path: Path, what: str = _FILE) -> object:
    """What a JSON file holds; ``what`` it is called where there is none.

    Raises:
        InputError: naming the file, and the place in it.
    """
    found = _read(path, what, JSON, parse_json)
    other = name_format(found) if what in FORMATS else None
    if other is not None and other != what:
        raise InputError(describe_misplaced(path, other, what, JSON))
    return found


def read_toml(path: Path) -> JsonTable:
    """The table that a TOML file holds.

    Raises:
        InputError: naming the file, and the place in it.
    """
    return _read(path, _FILE, TOML, parse_toml)


def parse_json(content: bytes | str) -> object:
    """What a JSON text holds, all numbers finite, no key twice.

    Raises:
        DocumentError: naming the place.
    """
    try:
        found: object = json.loads(
            _text(content), object_pairs_hook=_table, parse_int=_whole_number, parse_constant=lambda _: math.nan
        )
    except json.JSONDecodeError as error:
        raise DocumentError(
            gettext(
                "is not JSON ({why} in line {line}, column {column})",
                why=error.msg,
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except RecursionError:
        raise _too_deep() from None
    _check(found, "", 0)
    return found


def parse_toml(content: bytes | str) -> JsonTable:
    """The table that a TOML text holds, all numbers finite.

    Raises:
        DocumentError: naming the place.
    """
    text = _text(content)
    for pattern, wrong in (
        (_DEEP_KEY, gettext("a key of more than {most} parts", most=MAX_DEPTH)),
        (_LONG_NUMBER, gettext("a number too long")),
    ):
        if match := pattern.search(text):
            raise DocumentError(
                gettext(
                    "is not TOML that this program reads ({wrong} in line {line})",
                    wrong=wrong,
                    line=_line(text, match.start()),
                )
            )
    try:
        found: JsonTable = tomllib.loads(text)
    except ValueError as error:  # of a number, a date or a text, too
        raise DocumentError(gettext("is not TOML ({why})", why=error)) from None
    except RecursionError:
        raise _too_deep() from None
    _check(found, "", 0)
    return found


def has_format(table: object, number: int) -> bool:
    """Whether this is a table of the format with that number; true is no number."""
    return isinstance(table, Mapping) and table.get("format") == number and not isinstance(table["format"], bool)


def list_names(names: Collection[str]) -> str:
    """Names as a message lists them: the first few."""
    few = [name if len(name) <= QUOTED else shown(name) for name in islice(names, _LISTED)]
    more = len(names) - len(few)
    return ", ".join([*few, *([gettext("{count} more", count=more)] if more else [])]) or gettext("none")


def unknown_name(place: str, name: str, names: Collection[str]) -> str:
    """The sentence about a name, at its place, that stands for none of those known."""
    return gettext(
        "{place}: {name} is not known; expected one of {known}", place=place, name=shown(name), known=list_names(names)
    )


def _read(path: Path, what: str, language: str, parse: Callable[[bytes], _Parsed]) -> _Parsed:
    try:
        content = read_bytes(path, at_most=MAX_BYTES + 1)  # one too many is reported below
    except FileNotFoundError:
        raise InputError(gettext("{file}: there is no such {what}", file=path, what=pgettext("files", what))) from None
    except OSError as error:
        if os.path.isdir(path):  # noqa: PTH112  (which bears a name too long)
            raise InputError(describe_misplaced(path, FOLDER, what, language)) from None
        raise InputError(gettext("{file}: cannot be read ({why})", file=path, why=error.strerror)) from None
    try:
        return parse(content)
    except DocumentError as error:
        found = name_content(content)
        # A fault in a file of the right kind is reported; a file of another kind is no file with a fault.
        right = language == JSON and is_json(found) and (found == what or not {found, what} <= FORMATS.keys())
        if found is not None and not right:
            raise DocumentError(describe_misplaced(path, found, what, language)) from None
        raise DocumentError(f"{path}: {error}") from None


def _text(content: bytes | str) -> str:
    if len(content) > MAX_BYTES:
        raise DocumentError(
            gettext("is larger than {most} MB, more than any file of this kind", most=MAX_BYTES // 2**20)
        )
    if isinstance(content, str):
        return content
    try:
        return content.decode("utf-8-sig")  # editors on Windows begin a file with a mark
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DocumentError(gettext("is not text in UTF-8 (line {line}); save it as UTF-8", line=line)) from None


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _table(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        twice = max(Counter(name for name, _ in pairs).items(), key=itemgetter(1))[0]
        raise DocumentError(gettext("key {key} is given twice in one table", key=shown(twice)))
    return table


def _whole_number(digits: str) -> float:
    """A whole number; one too long to be meant becomes infinite, so that the check says where it stands."""
    return int(digits) if len(digits) < _LONGEST_NUMBER else math.inf


def _too_deep() -> DocumentError:
    return DocumentError(gettext("nests more than {most} tables and lists in each other", most=MAX_DEPTH))


def _check(value: object, place: str, depth: int) -> None:
    """Hold every value to the limits, down to the last."""
    if depth > MAX_DEPTH:
        raise _too_deep()
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _check_text(key, place)
            _check(inner, f"{place}.{_short(key)}" if place else _short(key), depth + 1)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _check(inner, f"{place}[{index}]", depth + 1)
    elif isinstance(value, str):
        _check_text(value, place)
    elif isinstance(value, int | float):
        if not abs(value) <= LARGEST:
            raise DocumentError(
                gettext(
                    "{place}: expected a finite number, {most:g} at most",
                    place=place or gettext("the whole"),
                    most=LARGEST,
                )
            )
    elif value is not None:
        raise DocumentError(
            gettext("{place}: expected a text, a number, a list or a table, not a date or time", place=place)
        )


def _check_text(text: str, place: str) -> None:
    if len(text) > MAX_TEXT:
        raise DocumentError(
            gettext(
                "{place}: a text of {count} characters is too long; {most} at most",
                place=place or gettext("the whole"),
                count=len(text),
                most=MAX_TEXT,
            )
        )
    if not text.isascii() and not _is_whole(text):
        raise DocumentError(
            gettext("{place}: a text holds half a letter (a lone surrogate)", place=place or gettext("the whole"))
        )


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _short(key: str) -> str:
    return key if len(key) <= QUOTED and key.isprintable() else shown(key)
