"""What lies on the table to calibrate by: ``mat.json`` (contract, section 2).

Owns the meaning of the file. Finding its markers in a picture is ``markers.py``, its board ``lens.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.arrays import FloatArray
from companion.camera._checked import Notes, read_json
from companion.camera.table_top import TableTop
from companion.documents import shown
from companion.opencv import cv2

#: Markers lie not on the table top but on the card that they are printed on; dice stand on the table.
SHEET_MM: Final = 0.2

_DICTIONARY = re.compile(r"DICT_\w+")
_SIZE_SLACK = 0.02  # corners may disagree with size_mm by this share: rulers do


@dataclass(frozen=True, slots=True)
class Marker:
    """A printed ArUco marker lying on the table.

    ``corners_mm``: the black square's top-left, top-right, bottom-right, bottom-left as printed, table frame.
    """

    id: int
    dictionary: str
    size_mm: float
    corners_mm: tuple[tuple[float, float], ...]

    def points_mm(self) -> FloatArray:
        """The four corners in space, shape (4, 3), heights told from the face of the sheet."""
        return np.column_stack([np.array(self.corners_mm), np.zeros(4)])


@dataclass(frozen=True, slots=True)
class Charuco:
    """The chess board with markers that lens pictures show. ``squares``: across and down."""

    dictionary: str
    squares: tuple[int, int]
    square_mm: float
    marker_mm: float


@dataclass(frozen=True, slots=True)
class Mat:
    """A table with its markers and, where there is one, the board for lens pictures."""

    table: TableTop
    markers: tuple[Marker, ...]
    charuco: Charuco | None = None

    @classmethod
    def load(cls, path: Path) -> Mat:
        """Read and check ``mat.json``; ``InputError`` lists every problem of the file."""
        return mat_from(read_json(path, "mat"), path)


def mat_from(value: Mapping[str, Any], file: Path) -> Mat:
    """A mat from the keys of its file; ``InputError`` lists every problem."""
    notes = Notes(file, "mat")
    table = notes.table(value.get("table"))
    markers = markers_from(value.get("markers"), notes)
    charuco = _charuco(value["charuco"], notes) if value.get("charuco") is not None else None
    if table is None or notes.problems:
        notes.refuse()
    return Mat(table, markers, charuco)


def markers_from(value: Any, notes: Notes) -> tuple[Marker, ...]:
    """The list of markers as in ``mat.json``; problems go into ``notes``."""
    if not isinstance(value, list):
        notes.add("markers", "a list of markers is wanted")
        return ()
    read = [_marker(entry, f"markers[{index}]", notes) for index, entry in enumerate(value)]
    markers = tuple(marker for marker in read if marker is not None)
    numbers = [marker.id for marker in markers]
    for number in sorted({number for number in numbers if numbers.count(number) > 1}):
        notes.add("markers", f"id {number} is given more than once")
    return markers


def _marker(value: Any, place: str, notes: Notes) -> Marker | None:
    if not isinstance(value, Mapping):
        notes.add(place, "a marker with id, dict, size_mm and corners_mm is wanted")
        return None
    dictionary = _dictionary(value.get("dict"), f"{place}.dict", notes)
    number = notes.whole(value.get("id"), f"{place}.id")
    size_mm = notes.length(value.get("size_mm"), f"{place}.size_mm")
    corners = notes.numbers(value.get("corners_mm"), f"{place}.corners_mm", (4, 2))
    if dictionary and number is not None and number >= dictionary_size(dictionary):
        notes.add(f"{place}.id", f"{number} is not in {dictionary}, which ends at {dictionary_size(dictionary) - 1}")
    if dictionary is None or number is None or size_mm is None or corners is None:
        return None
    _check_square(corners, size_mm, place, notes)
    return Marker(number, dictionary, size_mm, tuple((float(x), float(y)) for x, y in corners))


def _check_square(corners: FloatArray, size_mm: float, place: str, notes: Notes) -> None:
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if (np.abs(lengths - size_mm) > _SIZE_SLACK * size_mm).any():
        notes.add(f"{place}.corners_mm", f"the sides are {_listed(lengths)} mm, size_mm says {size_mm:g}")
    elif (turns > 0).any():
        notes.add(f"{place}.corners_mm", "wanted clockwise from above: top-left, top-right, bottom-right, bottom-left")
    elif (np.abs(turns + size_mm**2) > 2 * _SIZE_SLACK * size_mm**2).any():
        notes.add(f"{place}.corners_mm", "the four corners make no square")


def _charuco(value: Any, notes: Notes) -> Charuco | None:
    if not isinstance(value, Mapping):
        notes.add("charuco", "a board with dict, squares, square_mm and marker_mm is wanted")
        return None
    dictionary = _dictionary(value.get("dict"), "charuco.dict", notes)
    squares = notes.numbers(value.get("squares"), "charuco.squares", (2,))
    square_mm = notes.length(value.get("square_mm"), "charuco.square_mm")
    marker_mm = notes.length(value.get("marker_mm"), "charuco.marker_mm")
    if squares is not None and ((squares != squares.round()) | (squares < 3)).any():
        notes.add("charuco.squares", "two whole numbers from 3 up are wanted")
    if dictionary and squares is not None and squares.prod() // 2 > dictionary_size(dictionary):
        notes.add("charuco.squares", f"so many need more markers than {dictionary} has")
    if square_mm and marker_mm and marker_mm >= square_mm:
        notes.add("charuco.marker_mm", "must be smaller than square_mm")
    if dictionary is None or squares is None or square_mm is None or marker_mm is None:
        return None
    return Charuco(dictionary, (int(squares[0]), int(squares[1])), square_mm, marker_mm)


def _dictionary(value: Any, place: str, notes: Notes) -> str | None:
    if isinstance(value, str) and _DICTIONARY.fullmatch(value) and hasattr(cv2.aruco, value):
        return value
    notes.add(place, f"an ArUco dictionary such as DICT_4X4_50 is wanted, not {shown(value)}")
    return None


def dictionary_size(name: str) -> int:
    """How many markers an ArUco dictionary has."""
    return len(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name)).bytesList)


def _listed(lengths: FloatArray) -> str:
    return ", ".join(f"{length:.1f}" for length in lengths)
