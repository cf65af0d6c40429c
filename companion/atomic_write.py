"""All or nothing: files are written whole or not at all, into a draft beside the place, which takes the name when it is
done; and what was taken hold of for work that fails is let go again."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

if sys.platform == "darwin":
    import fcntl

__all__ = ["LetGoOnFailure", "atomic_path", "write_atomic"]


class LetGoOnFailure:
    """A block that hands on what was opened, locked or begun for it. Where it fails, in whatever way, ``let_go`` is
    called, and the failure goes on."""

    def __init__(self, let_go: Callable[[], object]) -> None:
        self._let_go = let_go

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go, where the block failed."""
        if failure is not None:
            self._let_go()


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """A file to write to in the same folder, with the same ending; it becomes ``path`` when the block ends well.

    Where it does not, the draft is gone and ``path`` is as it was. Whatever happens afterwards, a power cut too, the
    file is there whole. Raises OSError where the place cannot be written.
    """
    draft = path.with_name(f".{path.stem}.{os.getpid()}.draft{path.suffix}")
    with LetGoOnFailure(lambda: draft.unlink(missing_ok=True)):
        yield draft
        _sync(draft, os.O_RDWR)  # before it takes the name: a name may reach the disk before its content
        draft.replace(path)
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
