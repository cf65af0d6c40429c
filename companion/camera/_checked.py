"""Reading of JSON files that people write or keep: every problem is noted with its place, none stops the reading.

Owns the noting and the plain number checks; what a mat or a camera is stands in ``mat.py`` and ``files.py``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np

from companion import documents
from companion.arrays import FloatArray
from companion.camera.table_top import TableShape, TableTop
from companion.errors import InputError

FORMAT = 1
#: Beyond this no millimetre, pixel or coefficient of a table and its camera makes sense, and no arithmetic stays exact.
LARGEST: Final = 1e6
_SMALLEST_MM: Final = 1e-3
#: Sides of a table: dice are looked for everywhere on it, and its map has to fit into memory.
_TABLES_MM: Final = (1, 10_000)
_TABLE_WANTED: Final = f"both must be above 0: {_TABLES_MM[0]} mm at least, {_TABLES_MM[1]} mm at most"
_MOST_CORNERS: Final = 1000


@dataclass(slots=True)
class Notes:
    """The problems found so far in one file; ``place`` names are paths of keys such as ``markers[2].size_mm``."""

    file: Path
    what: str
    problems: list[str] = field(default_factory=list)

    def add(self, place: str, problem: str) -> None:
        """Note one problem and go on."""
        self.problems.append(f"{place}: {problem}")

    def refuse(self) -> NoReturn:
        """Raise with every problem in one sentence."""
        count = len(self.problems)
        kind = "1 problem" if count == 1 else f"{count} problems"
        raise InputError(f"{self.file}: {kind} in this {self.what}: " + "; ".join(self.problems))

    def numbers(self, value: Any, place: str, shape: tuple[int, ...]) -> FloatArray | None:
        """An array of ``shape`` (-1: any length) of sensible numbers, or a note and ``None``."""
        try:
            array = np.array(value, np.float64)
        except (TypeError, ValueError, OverflowError):
            array = np.empty(0)
        fits = array.ndim == len(shape) and all(w in (-1, g) for w, g in zip(shape, array.shape, strict=True))
        if fits and (np.abs(array) <= LARGEST).all() and _are_numbers(value):
            return array
        wanted = " x ".join("n" if n < 0 else str(n) for n in shape)
        self.add(place, f"{wanted} numbers are wanted, not {_short(value)}")
        return None

    def length(self, value: Any, place: str) -> float | None:
        """A sensible number above zero, or a note and ``None``."""
        if isinstance(value, int | float) and not isinstance(value, bool) and _SMALLEST_MM <= value <= LARGEST:
            return float(value)
        self.add(place, f"a number above 0 is wanted, {LARGEST:g} at most, not {_short(value)}")
        return None

    def whole(self, value: Any, place: str, least: int = 0) -> int | None:
        """A whole number not below ``least``, or a note and ``None``."""
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self.add(place, f"a whole number from {least} up is wanted, not {_short(value)}")
        return None

    def table(self, value: Any, place: str = "table") -> TableTop | None:
        """A table outline as in ``mat.json``, or notes and ``None``."""
        if not isinstance(value, Mapping):
            self.add(place, "a table with shape and size_mm is wanted")
            return None
        if value.get("shape") not in list(TableShape):
            self.add(f"{place}.shape", f"rect, round or polygon is wanted, not {_short(value.get('shape'))}")
            return None
        shape = TableShape(value["shape"])
        return self._polygon(value, place) if shape is TableShape.POLYGON else self._box(shape, value, place)

    def _box(self, shape: TableShape, value: Mapping[str, Any], place: str) -> TableTop | None:
        size = self.numbers(value.get("size_mm"), f"{place}.size_mm", (2,))
        if size is None:
            return None
        if (size < _TABLES_MM[0]).any() or (size > _TABLES_MM[1]).any():
            self.add(f"{place}.size_mm", _TABLE_WANTED)
            return None
        return TableTop(shape, (float(size[0]), float(size[1])))

    def _polygon(self, value: Mapping[str, Any], place: str) -> TableTop | None:
        outline = self.numbers(value.get("outline_mm"), f"{place}.outline_mm", (-1, 2))
        if outline is None:
            return None
        corners = [(float(x), float(y)) for x, y in outline]
        table = TableTop(TableShape.POLYGON, (float(outline[:, 0].max()), float(outline[:, 1].max())), tuple(corners))
        if not 3 <= len(corners) <= _MOST_CORNERS or not table.polygon().is_valid:
            self.add(f"{place}.outline_mm", "at least three corners around an area are wanted, without crossing lines")
            return None
        if not _TABLES_MM[0] <= np.ptp(outline, axis=0).min() <= np.ptp(outline, axis=0).max() <= _TABLES_MM[1]:
            self.add(f"{place}.outline_mm", f"its width and depth: {_TABLE_WANTED}")
            return None
        ring = table.polygon().exterior
        return table if ring.is_ccw else TableTop(table.shape, table.size_mm, tuple(reversed(corners)))


def read_json(path: Path, what: str) -> Mapping[str, Any]:
    """The object in a JSON file of format 1; ``InputError`` with one sentence otherwise."""
    value = documents.read_json(path, what)
    if not isinstance(value, dict):
        raise InputError(f"{path}: a {what} is one JSON object in braces.")
    if not documents.has_format(value, FORMAT):
        given = _short(value["format"]) if "format" in value else "missing"
        raise InputError(f"{path}: the format of this {what} is {given}; this program reads format {FORMAT}.")
    return value


def _short(value: Any) -> str:
    text = "nothing" if value is None else json.dumps(value, default=str)
    return text if len(text) <= 40 else text[:37] + "..."


def _are_numbers(value: Any) -> bool:
    """Whether all that stands in lists of lists are numbers: texts and true would be turned into some."""
    if isinstance(value, list | tuple):
        return all(_are_numbers(inner) for inner in value)
    return isinstance(value, int | float) and not isinstance(value, bool)
