"""The pictures of settled tables beside a match: plain JPEG files, each named by the SHA-256 of its bytes.

They are small and may be gone; the match stands without them.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

from companion.atomic_write import write_atomic
from companion.errors import OperationError
from companion.file_access import read_bytes
from companion.text import gettext

#: The most bytes of one picture, and of all pictures of a match: then the oldest go.
PICTURE_MOST_BYTES: Final = 512 * 1024
PICTURES_MOST_BYTES: Final = 512 * 1024 * 1024
_NAME: Final = re.compile(r"[0-9a-f]{64}")
_BEGINS: Final = b"\xff\xd8"


class PictureStore:
    """The pictures of one match."""

    def __init__(self, folder: Path, most_bytes: int = PICTURES_MOST_BYTES) -> None:
        """Keep them in a folder, which is made with the first one."""
        self._folder = folder
        self._most_bytes = most_bytes

    def save(self, jpeg: bytes) -> str:
        """Save a picture; its name. One that is there already is not saved twice. Raises OperationError: it is no JPEG,
        is too large, or cannot be written."""
        if not jpeg.startswith(_BEGINS) or len(jpeg) > PICTURE_MOST_BYTES:
            most = f"{PICTURE_MOST_BYTES // 1024} KB"
            raise OperationError(
                gettext(
                    "A picture beside a match is a JPEG of at most {most}; got {size} KB.",
                    most=most,
                    size=len(jpeg) // 1024,
                )
            )
        name = hashlib.sha256(jpeg).hexdigest()
        file = self._file(name)
        if not file.exists():
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._make_room(len(jpeg))
                write_atomic(file, jpeg)
            except OSError as error:
                raise OperationError(
                    gettext("{parent}: the picture could not be saved ({why}).", parent=file.parent, why=error.strerror)
                ) from error
        return name

    def find(self, name: str) -> bytes | None:
        """A picture by its name; None where it is gone or is not what it was."""
        if not _NAME.fullmatch(name):
            return None
        try:
            jpeg = read_bytes(self._file(name), at_most=PICTURE_MOST_BYTES)
        except OSError:
            return None
        return jpeg if hashlib.sha256(jpeg).hexdigest() == name else None

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.jpg"

    def _make_room(self, size: int) -> None:
        stored = [(file, file.stat()) for file in self._folder.glob("[!.]*.jpg")]
        room = self._most_bytes - size - sum(stat.st_size for _, stat in stored)
        for file, stat in sorted(stored, key=lambda one: one[1].st_mtime):
            if room >= 0:
                return
            file.unlink(missing_ok=True)
            room += stat.st_size
