"""Pictures from files and frames from cameras: 8-bit BGR arrays, or one clear sentence why not.

Doors: ``read_picture`` for files, ``bgr_frame`` for whatever a camera or another source hands over, and
``read_sensor_picture`` for pictures as the sensor took them: phones store them turned, and say in their EXIF tags how
people are to see them. A lens is measured in the sensor's frame, so the turn is undone before anything is measured.

OpenCV's own log is switched off in ``companion.opencv``; but libpng and, in some builds, libjpeg write straight to the
process's standard error, where only its descriptor can be turned away.
"""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import FloatArray, Image
from companion.errors import InputError, OperationError
from companion.file_access import read_bytes
from companion.file_kinds import FOLDER, PICTURE, describe_misplaced, name_content
from companion.opencv import MOST_PIXELS, cv2
from companion.text import gettext

#: How files of the two usual formats begin.
_USUAL_FORMATS: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
#: How a HEIC file goes on after its first four bytes, and the kinds of it (ISO/IEC 23008-12).
_BOX: Final = b"ftyp"
_HEIC_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
#: Of a picture that is saved to be measured in: corners move by less than they are found by.
_MEASURED_QUALITY: Final = 97
#: What OpenCV says of a header that it holds against its limits of pixels, width and height.
_TOO_LARGE: Final = "CV_IO_MAX_IMAGE"
_FROM: Final = {1: cv2.COLOR_GRAY2BGR, 4: cv2.COLOR_BGRA2BGR}


_STDERR: Final = 2
_one_at_a_time: Final = threading.Lock()  # or one thread would put the other's silence back for good


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Picture:
    """A picture and the name by which people know it. ``pixels``: (height, width, 3), BGR."""

    name: str
    pixels: Image

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height, px."""
        return self.pixels.shape[1], self.pixels.shape[0]


def read_picture(path: Path) -> Picture:
    """The picture in a file (any format OpenCV knows); ``InputError`` where there is none."""
    return Picture(path.name, decode_picture(read_content(path), str(path)))


def read_content(path: Path) -> bytes:
    """The bytes of a picture file; ``InputError`` where there are none."""
    try:
        content = read_bytes(path)  # not cv2.imread: it cannot open names with letters beyond ASCII on Windows
    except FileNotFoundError:
        raise InputError(gettext("{file}: there is no such picture.", file=path)) from None
    except OSError as error:
        if os.path.isdir(path):  # noqa: PTH112  (which bears a name too long)
            raise InputError(f"{describe_misplaced(path, FOLDER, PICTURE)}.") from None
        raise InputError(
            gettext("{file}: this picture cannot be read ({why}).", file=path, why=error.strerror)
        ) from None
    if not content:
        raise InputError(gettext("{file}: this picture is empty (0 bytes); take or copy it again.", file=path))
    return content


def decode_picture(content: bytes, name: str, *, as_taken: bool = False) -> Image:
    """The pixels of a picture file's bytes; ``InputError``, naming it, where they cannot be had whole.

    as_taken: in the frame of the sensor, not turned as its tags say.
    """
    how = cv2.IMREAD_COLOR | (cv2.IMREAD_IGNORE_ORIENTATION if as_taken else 0)
    try:
        with quiet_decoders():
            pixels = cv2.imdecode(np.frombuffer(content, np.uint8), how)
    except cv2.error as error:
        if _TOO_LARGE in str(error):
            most = gettext("{count:.0f} million pixels", count=MOST_PIXELS / 1e6)
            raise InputError(
                gettext("{name}: this picture has more than {most}; scale it down.", name=name, most=most)
            ) from None
        pixels = None
    except MemoryError:
        raise InputError(
            gettext("{name}: there is no room in memory for this picture; scale it down.", name=name)
        ) from None
    if pixels is None:
        found = name_content(content)
        if found not in {None, PICTURE}:
            raise InputError(f"{describe_misplaced(name, found, PICTURE)}.")
        raise InputError(f"{name}: {_what_is_wrong(content)}")
    return np.asarray(pixels, np.uint8)


def encode_picture(pixels: Image) -> bytes:
    """A picture as a file to be measured in later: JPEG, with little loss."""
    return bytes(cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, _MEASURED_QUALITY))[1])


def _what_is_wrong(content: bytes) -> str:
    if content[4:8] == _BOX and content[8:12] in _HEIC_BRANDS:
        return gettext(
            "this is a HEIC picture, as iPhones take them, and cannot be read; have the phone take JPEG (Settings, "
            "Camera, Formats, Most Compatible), or convert it."
        )
    if content.startswith(_USUAL_FORMATS):
        return gettext("this picture is cut off or damaged; take or copy it again.")
    return gettext("this is no picture that can be read; JPEG and PNG are safe choices.")


def bgr_frame(frame: cv2.typing.MatLike) -> Image:
    """A frame as (rows, columns, 3), 8-bit BGR: grey, BGRA and 16 bits are turned into that.

    Raises OperationError for anything else, such as a camera's raw bytes.
    """
    layers = frame[..., None] if frame.ndim == 2 else frame
    channels = layers.shape[2] if layers.ndim == 3 and layers.size else 0
    if channels not in (*_FROM, 3) or layers.dtype not in (np.uint8, np.uint16):
        raise OperationError(
            gettext(
                "The source's pictures cannot be read (shape {shape}, {dtype}): let it give 8-bit colour, or choose "
                "another source.",
                shape=" x ".join(map(str, frame.shape)),
                dtype=frame.dtype,
            )
        )
    if layers.dtype == np.uint16:
        layers = (np.asarray(layers, np.uint16) >> 8).astype(np.uint8)
    return np.asarray(layers if channels == 3 else cv2.cvtColor(layers, _FROM[channels]), np.uint8)


@contextmanager
def quiet_decoders() -> Iterator[None]:
    """A block in which nothing written to descriptor 2 is seen; meant for the moment that decoding takes."""
    with _one_at_a_time:
        try:
            own = os.dup(_STDERR)
        except OSError:  # there is no standard error, as in a windowed program: nobody to disturb
            yield
            return
        try:
            with Path(os.devnull).open("wb") as nowhere:
                os.dup2(nowhere.fileno(), _STDERR)
            yield
        finally:
            os.dup2(own, _STDERR)
            os.close(own)


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
