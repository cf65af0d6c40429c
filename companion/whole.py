"""Files are written whole or not at all: into a draft beside the place, which takes the name when it is done."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["draft_of", "write_whole"]


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """A file to write to in the same folder, with the same ending; it becomes ``path`` when the block ends well.

    Where it does not, the draft is gone and ``path`` is as it was. Raises OSError where the place cannot be written.
    """
    draft = path.with_name(f".{path.stem}.{os.getpid()}.draft{path.suffix}")
    try:
        yield draft
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all. Raises OSError where the place cannot be written."""
    with draft_of(path) as draft:
        draft.write_bytes(content)
