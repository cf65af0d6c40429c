"""Reading one table of a referee script or journal; the first thing wrong is said with its place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import islice
from typing import Any, Final

from shapely.geometry import Polygon

from companion.catalogue import Die, Face, checks
from companion.catalogue.checks import Key, Notes, read_table
from companion.errors import InputError
from companion.geometry import Outline, Point
from companion.plain_text import shown

_AXES: Final = 2
#: More pieces, dice or corners than this no table has; and every one is held against every other.
_MOST_ROWS: Final = 1000
_LISTED: Final = 12
_LONGEST_NAME: Final = 60

#: A list of tables that are read one by one.
tables: Final = checks.list_of(checks.anything, at_most=_MOST_ROWS)


def point(value: object) -> Point:
    """A point of the table, [x, y] in millimetres."""
    if not isinstance(value, list | tuple) or len(value) != _AXES:
        raise ValueError("expected [x, y]")
    return float(checks.number(value[0])), float(checks.number(value[1]))


def size(value: object) -> Point:
    """A width and a depth above 0, in millimetres."""
    width, depth = point(value)
    if width <= 0 or depth <= 0:
        raise ValueError("expected [width, depth] above 0 mm")
    return width, depth


def outline(value: object) -> Outline:
    """A polygon of three corners or more that does not cross itself."""
    corners: Outline = checks.list_of(point, at_most=_MOST_ROWS)(value)
    if len(corners) < 3 or not Polygon(corners).is_valid:
        raise ValueError("expected three or more points of an outline that does not cross itself")
    return corners


def listed(names: Collection[str]) -> str:
    """Names as a message lists them: the first few."""
    few = [name if len(name) <= _LONGEST_NAME else shown(name) for name in islice(names, _LISTED)]
    more = len(names) - len(few)
    return ", ".join([*few, *([f"{more} more"] if more else [])]) or "none"


def read(row: object, keys: Mapping[str, Key], place: str) -> dict[str, Any]:
    """The keys of a table.

    Raises:
        InputError: with all problems of this table.
    """
    notes = Notes("")
    found = read_table(row, keys, place, notes)
    if notes.problems:
        raise InputError("; ".join(notes.problems))
    return found


def face_named(die: Die, key: str, place: str) -> Face:
    """The face of a die by its key. Raises InputError where it has none of that key."""
    face = die.face(key)
    if face is None:
        raise InputError(f"{place}: {die.id} has no face {shown(key)}; it has {listed([f.key for f in die.faces])}")
    return face
