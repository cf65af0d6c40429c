"""Mats: ``mat.json``, what lies on the table to calibrate by; and the table that mats and cameras both bear."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final, Literal

import numpy as np
from pydantic import AfterValidator, Field, model_validator

from companion.camera import Charuco, Marker, Mat, TableShape, TableTop, dictionary_size
from companion.codec.document import LenientDocument, encode, read_json_document
from companion.codec.fields import FORMAT, FormatNumber
from companion.documents import JsonTable
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.text import N_, gettext

#: Beyond this no millimetre, pixel or coefficient of a table and its camera makes sense, and no arithmetic stays exact.
_LARGEST: Final = 1e6
_DICTIONARY: Final = re.compile(r"DICT_\w+")
_SIZE_SLACK: Final = 0.02  # corners may disagree with size_mm by this share: rulers do
#: Sides of a table: dice are looked for everywhere on it, and its map has to fit into memory.
_LEAST_MM: Final = 1
_MOST_MM: Final = 10_000

Figure = Annotated[float, Field(ge=-_LARGEST, le=_LARGEST)]
_Point = tuple[Figure, Figure]
_Size = Annotated[float, Field(ge=1e-3, le=_LARGEST, description="Millimetres.")]
_Side = Annotated[float, Field(ge=_LEAST_MM, le=_MOST_MM)]


def _known_dictionary(name: str) -> str:
    if not _DICTIONARY.fullmatch(name) or not hasattr(cv2.aruco, name):
        raise ValueError(gettext("expected an ArUco dictionary such as DICT_4X4_50"))
    return name


def _table_outline(outline: tuple[_Point, ...]) -> tuple[_Point, ...]:
    if not TableTop(TableShape.POLYGON, (0, 0), outline).polygon().is_valid:
        raise ValueError(gettext("expected corners around an area, without crossing lines"))
    sides = np.ptp(np.array(outline), axis=0)
    if not _LEAST_MM <= sides.min() <= sides.max() <= _MOST_MM:
        raise ValueError(
            gettext(
                "expected a width and depth of {least_mm} mm at least, {most_mm} mm at most",
                least_mm=_LEAST_MM,
                most_mm=_MOST_MM,
            )
        )
    return outline


Dictionary = Annotated[str, AfterValidator(_known_dictionary)]


class BoxDocument(LenientDocument):
    """A rectangular or round table."""

    shape: Literal["rect", "round"]
    size_mm: tuple[_Side, _Side] = Field(description="Width and depth; of a round table those of its bounding box.")

    def to_table(self) -> TableTop:
        """The table top."""
        return TableTop(TableShape(self.shape), self.size_mm)


class PolygonDocument(LenientDocument):
    """A table of any other outline."""

    shape: Literal["polygon"]
    outline_mm: Annotated[tuple[_Point, ...], Field(min_length=3, max_length=1000), AfterValidator(_table_outline)]

    def to_table(self) -> TableTop:
        """The table top, its corners counter-clockwise."""
        size = np.max(self.outline_mm, axis=0)
        table = TableTop(TableShape.POLYGON, (float(size[0]), float(size[1])), self.outline_mm)
        if table.polygon().exterior.is_ccw:
            return table
        return TableTop(table.shape, table.size_mm, tuple(reversed(self.outline_mm)))


TableDocument = Annotated[BoxDocument | PolygonDocument, Field(discriminator="shape")]


class MarkerDocument(LenientDocument):
    """A printed ArUco marker lying on the table."""

    id: Annotated[int, Field(ge=0)]
    dictionary: Dictionary = Field(alias="dict", description="An ArUco dictionary, such as DICT_4X4_50.")
    size_mm: _Size
    corners_mm: tuple[_Point, _Point, _Point, _Point] = Field(
        description="The black square's top-left, top-right, bottom-right, bottom-left as printed, table frame."
    )

    @model_validator(mode="after")
    def _is_a_square_of_its_dictionary(self) -> MarkerDocument:
        if self.id >= dictionary_size(self.dictionary):
            raise ValueError(
                gettext(
                    "id {id} is not in {dictionary}, which ends at {last}",
                    id=self.id,
                    dictionary=self.dictionary,
                    last=dictionary_size(self.dictionary) - 1,
                )
            )
        sides = np.roll(self.corners_mm, -1, axis=0) - np.array(self.corners_mm)
        lengths = np.hypot(sides[:, 0], sides[:, 1])
        turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
        if (np.abs(lengths - self.size_mm) > _SIZE_SLACK * self.size_mm).any():
            listed = ", ".join(f"{length:.1f}" for length in lengths)
            raise ValueError(
                gettext(
                    "corners_mm: the sides are {listed} mm, size_mm says {size_mm:g}",
                    listed=listed,
                    size_mm=self.size_mm,
                )
            )
        if (turns > 0).any():
            raise ValueError(
                gettext("corners_mm: expected clockwise from above: top-left, top-right, bottom-right, bottom-left")
            )
        if (np.abs(turns + self.size_mm**2) > 2 * _SIZE_SLACK * self.size_mm**2).any():
            raise ValueError(gettext("corners_mm: the four corners make no square"))
        return self

    def to_marker(self) -> Marker:
        """The marker."""
        return Marker(self.id, self.dictionary, self.size_mm, self.corners_mm)


class CharucoDocument(LenientDocument):
    """The chess board with markers that lens pictures show."""

    dictionary: Dictionary = Field(alias="dict")
    squares: tuple[Annotated[int, Field(ge=3, le=1000)], Annotated[int, Field(ge=3, le=1000)]] = Field(
        description="Across and down."
    )
    square_mm: _Size
    marker_mm: _Size

    @model_validator(mode="after")
    def _can_be_printed(self) -> CharucoDocument:
        if self.squares[0] * self.squares[1] // 2 > dictionary_size(self.dictionary):
            raise ValueError(
                gettext("squares: so many need more markers than {dictionary} has", dictionary=self.dictionary)
            )
        if self.marker_mm >= self.square_mm:
            raise ValueError(gettext("marker_mm must be smaller than square_mm"))
        return self

    def to_charuco(self) -> Charuco:
        """The board."""
        return Charuco(self.dictionary, self.squares, self.square_mm, self.marker_mm)


def distinct_ids(markers: tuple[MarkerDocument, ...]) -> tuple[MarkerDocument, ...]:
    """The markers, where no id is given twice; ValueError otherwise."""
    ids = [marker.id for marker in markers]
    if twice := sorted({number for number in ids if ids.count(number) > 1}):
        raise ValueError(gettext("id {ids} is given more than once", ids=", ".join(map(str, twice))))
    return markers


class MatDocument(LenientDocument):
    """``mat.json``: the table, the markers on it, and the board for lens pictures where there is one."""

    format: FormatNumber
    table: TableDocument
    markers: Annotated[tuple[MarkerDocument, ...], AfterValidator(distinct_ids)]
    charuco: CharucoDocument | None = None

    def to_mat(self) -> Mat:
        """The mat."""
        board = self.charuco.to_charuco() if self.charuco else None
        return Mat(self.table.to_table(), tuple(marker.to_marker() for marker in self.markers), board)


def read_mat(path: Path) -> Mat:
    """The mat of ``mat.json``; ``InputError`` lists every problem of the file."""
    return read_json_document(MatDocument, path, N_("files", "mat file")).to_mat()


@cache
def bundled_mats() -> Mapping[str, Mat]:
    """The mats that come with the program, by the names of their files."""
    files = sorted(bundled(Bundled.CALIBRATION).glob("mat-*.json"))
    return MappingProxyType({file.name: read_mat(file) for file in files})


def encode_mat(mat: Mat) -> str:
    """The text of ``mat.json``, one marker a line."""
    markers = ",\n  ".join(json.dumps(marker_keys(marker)) for marker in mat.markers)
    keys = CharucoDocument(**asdict(mat.charuco)) if mat.charuco else None
    board = f',\n "charuco": {json.dumps(encode(keys))}' if keys else ""
    head = json.dumps(table_keys(mat.table))
    return f'{{"format": {FORMAT},\n "table": {head},\n "markers": [\n  {markers}]{board}}}\n'


def table_keys(table: TableTop) -> JsonTable:
    """The keys of a table top."""
    if table.shape is TableShape.POLYGON:
        return {"shape": table.shape.value, "outline_mm": [list(corner) for corner in table.outline_mm]}
    return {"shape": table.shape.value, "size_mm": list(table.size_mm)}


def marker_keys(marker: Marker) -> JsonTable:
    """The keys of a marker."""
    corners = [list(corner) for corner in marker.corners_mm]
    return {"id": marker.id, "dict": marker.dictionary, "size_mm": marker.size_mm, "corners_mm": corners}
