"""What a phone may hand in: JPEG, PNG or WebP, known by its content, and held to its size before it is unpacked."""

from __future__ import annotations

import struct
from typing import Final

from companion.errors import InputError
from companion.file_kinds import PICTURE, describe_misplaced, name_content
from companion.text import gettext

#: What phones of today take at most, with a little over; and what such a picture weighs as JPEG of the best quality.
MOST_PIXELS: Final = 52_000_000
MOST_BYTES: Final = 48 * 1024 * 1024
#: In a smaller one no marker could be read.
_FEWEST_PX: Final = 320
#: How files of these formats begin, and how a HEIC file goes on after four bytes.
_JPEG, _PNG, _WEBP = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF"
PHOTOGRAPH_KINDS: Final = ("JPEG", "PNG", "WebP")
_HEIC_BRANDS: Final = (b"hei", b"hev", b"mif", b"msf", b"avi")
#: Segments of a JPEG file that bear its size: every SOF but those that define tables (ITU-T T.81, B.1.1.3).
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def check_photograph(content: bytes, name: str) -> None:
    """Hold a file to what can be read, by its first bytes.

    Raises:
        InputError: it is no picture, one of another format, or of another size than phones take.
    """
    if content[4:8] == b"ftyp" and content[8:11] in _HEIC_BRANDS:
        raise InputError(
            gettext(
                "{name} is a HEIC picture, which cannot be read. On an iPhone: Settings, Camera, Formats, Most "
                "Compatible. On others: switch “high efficiency pictures” off in the camera app. Then take it again.",
                name=name,
            )
        )
    size_wh = _size_wh(content)
    if size_wh is None:
        found = name_content(content)
        if found not in {None, PICTURE}:
            raise InputError(f"{describe_misplaced(name, found, PICTURE)}.")
        raise InputError(
            gettext("{name} is no picture that can be read: {kinds} can.", name=name, kinds=", ".join(PHOTOGRAPH_KINDS))
        )
    wide, high = size_wh
    if wide * high > MOST_PIXELS:
        raise InputError(
            gettext(
                "{name} has {count:.0f} megapixels; up to {most:.0f} can be read. Choose a smaller size in the camera "
                "app.",
                name=name,
                count=wide * high / 1e6,
                most=MOST_PIXELS // 10**6 // 10 * 10,
            )
        )
    if min(size_wh) < _FEWEST_PX:
        raise InputError(
            gettext(
                "{name} is only {wide} x {high} px: take it with the phone's camera.", name=name, wide=wide, high=high
            )
        )


def _size_wh(content: bytes) -> tuple[int, int] | None:
    """Width and height by the header; ``None`` where it is none of the formats, or has no whole header."""
    try:
        if content.startswith(_JPEG):
            return _jpeg_size(content)
        if content.startswith(_PNG):
            wide, high = struct.unpack_from(">LL", content, 16)
            return int(wide), int(high)
        if content.startswith(_WEBP) and content[8:12] == b"WEBP":
            return _webp_size(content)
    except (struct.error, IndexError):
        return None
    return None


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF:  # fill bytes
            at += 1
            continue
        if marker in _FRAMES:
            high, wide = struct.unpack_from(">HH", content, at + 5)
            return int(wide), int(high)
        length = int.from_bytes(content[at + 2 : at + 4], "big")
        if length < 2:
            return None
        at += 2 + length
    return None


def _webp_size(content: bytes) -> tuple[int, int] | None:
    kind = content[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<L", content, 21)
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        wide, high = struct.unpack_from("<HH", content, 26)
        return wide & 0x3FFF, high & 0x3FFF
    return None
