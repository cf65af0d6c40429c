"""What holds a file: it is let go by ``close``, or where a ``with`` block ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closeable(ABC):
    """A context manager that closes itself."""

    @abstractmethod
    def close(self) -> None:
        """Let the file go; again does nothing."""

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()
