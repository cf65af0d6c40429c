"""Pictures as the sensor took them: phones store them turned, and say in their EXIF tags how people are to see them.

A lens is measured in the sensor's frame, so the turn is undone before anything is measured. Owns the few EXIF tags that
tell how a picture was taken; what follows from them is said elsewhere.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera.pictures import Picture, decode_picture, read_content
from companion.errors import InputError
from companion.text import gettext

_EXIF: Final = b"Exif\x00\x00"
_APP1, _START_OF_SCAN = 0xE1, 0xDA
#: Of the tags that are wanted: numbers and how a value of each type is read (JEITA CP-3451).
_ORIENTATION, _ZOOM, _FOCAL_35, _SUB_FOLDER = 0x0112, 0xA404, 0xA405, 0x8769
_SHORT, _LONG, _RATIONAL = 3, 4, 5
_UPRIGHT: Final = 1
#: EXIF orientation: whether columns and rows are swapped, and which way each counts, from the sensor's to the upright.
_TURNS: Final = {
    1: (False, False, False),
    2: (False, True, False),
    3: (False, True, True),
    4: (False, False, True),
    5: (True, False, False),
    6: (True, True, False),
    7: (True, True, True),
    8: (True, False, True),
}


@dataclass(frozen=True, slots=True)
class ShotTags:
    """What a picture's EXIF tags say. present: whether there are any; orientation: 1 to 8, 1: as the sensor took it;
    zoom: digital, 1: none; focal_35_mm: that of small film with the same view; 0: not given."""

    present: bool = False
    orientation: int = _UPRIGHT
    zoom: float = 1.0
    focal_35_mm: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class SensorPicture:
    """A picture in its sensor's frame, with how it was taken. ``pixels``: (height, width, 3), BGR."""

    name: str
    pixels: Image
    tags: ShotTags = ShotTags()

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height, px."""
        return self.pixels.shape[1], self.pixels.shape[0]

    @property
    def orientation(self) -> int:
        """By which EXIF orientation people see it upright."""
        return self.tags.orientation

    @property
    def upright(self) -> Picture:
        """The picture as people see it."""
        return Picture(self.name, turn_pixels(self.pixels, self.orientation))

    def from_upright(self, points_px: FloatArray) -> FloatArray:
        """Where points of the upright picture, (N, 2), are in the sensor's."""
        swapped, from_right, from_below = _TURNS[self.orientation]
        columns, rows = self.size_wh[::-1] if swapped else self.size_wh
        x, y = np.asarray(points_px, np.float64).T
        x = columns - 1 - x if from_right else x
        y = rows - 1 - y if from_below else y
        return np.column_stack([y, x] if swapped else [x, y])

    def turned_back(self, orientation: int) -> SensorPicture:
        """The picture whose upright view, by this orientation, is this one: what a sensor took that was turned so."""
        pixels = turn_pixels(self.pixels, _INVERSE[orientation])
        return SensorPicture(self.name, pixels, ShotTags(orientation=orientation))


def read_sensor_picture(path: Path) -> SensorPicture:
    """The picture in a file, in the sensor's frame; ``InputError`` where there is none."""
    return decode_sensor_picture(read_content(path), path.name, str(path))


def decode_sensor_picture(content: bytes, name: str, place: str = "") -> SensorPicture:
    """The picture of a file's bytes, in the sensor's frame; ``InputError``, naming its place, where it cannot be had
    whole."""
    return SensorPicture(name, decode_picture(content, place or name, as_taken=True), read_tags(content))


def check_all_differ(pictures: Sequence[SensorPicture]) -> None:
    """Raise InputError where one picture is given twice: it would count as a second look, and is none."""
    for one, other in combinations(pictures, 2):
        if np.array_equal(one.pixels, other.pixels):
            raise InputError(
                gettext(
                    "{picture} and {other} are the same picture: take each from another place.",
                    picture=one.name,
                    other=other.name,
                )
            )


def turn_pixels(pixels: Image, orientation: int) -> Image:
    """Pixels in the sensor's frame as people see them."""
    swapped, from_right, from_below = _TURNS[orientation]
    turned = pixels.transpose(1, 0, 2) if swapped else pixels
    turned = turned[:, ::-1] if from_right else turned
    return np.ascontiguousarray(turned[::-1] if from_below else turned)


#: The orientation that undoes each.
_INVERSE: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 8, 7: 7, 8: 6}


def read_tags(content: bytes) -> ShotTags:
    """What the EXIF tags of a JPEG file say; what is missing or damaged counts as not given."""
    for block in _blocks(content):
        if block.startswith(_EXIF):
            try:
                return _tags(block[len(_EXIF) :])
            except (struct.error, IndexError, ZeroDivisionError):
                return ShotTags()
    return ShotTags()


def _blocks(content: bytes) -> Iterator[bytes]:
    """The contents of a JPEG file's APP1 blocks."""
    at = 2
    while content[:2] == b"\xff\xd8" and at + 4 <= len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], int.from_bytes(content[at + 2 : at + 4], "big")
        if marker == _START_OF_SCAN or length < 2:
            return
        if marker == _APP1:
            yield content[at + 4 : at + 2 + length]
        at += 2 + length


def _tags(tiff: bytes) -> ShotTags:
    order = "<" if tiff[:2] == b"II" else ">"
    (first,) = struct.unpack_from(f"{order}L", tiff, 4)
    values = _folder(tiff, order, first)
    values |= _folder(tiff, order, int(values[_SUB_FOLDER])) if _SUB_FOLDER in values else {}
    orientation = int(values.get(_ORIENTATION, _UPRIGHT))
    return ShotTags(
        present=True,
        orientation=orientation if orientation in _TURNS else _UPRIGHT,
        zoom=values.get(_ZOOM, 1.0) or 1.0,
        focal_35_mm=values.get(_FOCAL_35, 0.0),
    )


def _folder(tiff: bytes, order: str, at: int) -> dict[int, float]:
    """The numbers of one folder of tags, by tag."""
    found: dict[int, float] = {}
    (count,) = struct.unpack_from(f"{order}H", tiff, at)
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from(f"{order}HH", tiff, entry)
        if kind == _SHORT:
            found[tag] = float(struct.unpack_from(f"{order}H", tiff, entry + 8)[0])
        elif kind == _LONG:
            found[tag] = float(struct.unpack_from(f"{order}L", tiff, entry + 8)[0])
        elif kind == _RATIONAL:
            above, below = struct.unpack_from(f"{order}LL", tiff, struct.unpack_from(f"{order}L", tiff, entry + 8)[0])
            found[tag] = above / below if below else 0.0
    return found
