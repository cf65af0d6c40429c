"""Pictures from files and frames from cameras: 8-bit BGR arrays, or one clear sentence why not.

Two doors: ``read_picture`` for files, ``bgr_frame`` for whatever a camera or another source hands over.

Keeps what decoders of pictures write to standard error from people, who get one sentence of ours instead.

OpenCV's own log is switched off in ``companion.opencv``; but libpng and, in some builds, libjpeg write straight to the
process's standard error, where only its descriptor can be turned away.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import Image
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
            kept = os.dup(_STDERR)
        except OSError:  # there is no standard error, as in a windowed program: nobody to disturb
            yield
            return
        try:
            with Path(os.devnull).open("wb") as nowhere:
                os.dup2(nowhere.fileno(), _STDERR)
            yield
        finally:
            os.dup2(kept, _STDERR)
            os.close(kept)
