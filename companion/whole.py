"""All or nothing: files are written whole or not at all, into a draft beside the place, which takes the name when it is
done; and what was taken hold of for work that fails is let go again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

__all__ = ["LetGoOnFailure", "draft_of", "write_whole"]


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
def draft_of(path: Path) -> Iterator[Path]:
    """A file to write to in the same folder, with the same ending; it becomes ``path`` when the block ends well.

    Where it does not, the draft is gone and ``path`` is as it was. Raises OSError where the place cannot be written.
    """
    draft = path.with_name(f".{path.stem}.{os.getpid()}.draft{path.suffix}")
    with LetGoOnFailure(lambda: draft.unlink(missing_ok=True)):
        yield draft
        draft.replace(path)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all. Raises OSError where the place cannot be written."""
    with draft_of(path) as draft:
        draft.write_bytes(content)
