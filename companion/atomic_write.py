"""All or nothing: files are written whole or not at all, into a draft beside the place, which takes the name when it is
done."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "darwin":
    import fcntl

__all__ = ["atomic_path", "write_atomic"]


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """A file to write to in the same folder, with the same ending; it becomes ``path`` when the block ends well.

    Where it does not, the draft is gone and ``path`` is as it was. Whatever happens afterwards, a power cut too, the
    file is there whole. Raises OSError where the place cannot be written.
    """
    draft = path.with_name(f".{path.stem}.{os.getpid()}.draft{path.suffix}")
    try:
        yield draft
        _sync(draft, os.O_RDWR)  # before it takes the name: a name may reach the disk before its content
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def write_atomic(path: Path, content: bytes) -> None:
    """Write a file whole or not at all. Raises OSError where the place cannot be written."""
    with atomic_path(path) as draft:
        draft.write_bytes(content)


def _sync_folder(folder: Path) -> None:
    """Have the names in a folder on disk; Windows and some network folders do that by themselves or not at all."""
    if sys.platform != "win32":
        with suppress(OSError):
            _sync(folder, os.O_RDONLY)


def _sync(file: Path, flags: int) -> None:
    """Have what was written in a file on disk."""
    descriptor = os.open(file, flags)
    try:
        os.fsync(descriptor)
        if sys.platform == "darwin":  # its fsync leaves it to the disk when to write; not every disk can be told more
            with suppress(OSError):
                fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    finally:
        os.close(descriptor)
