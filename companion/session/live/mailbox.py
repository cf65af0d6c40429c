"""A mailbox with one slot: what is put in replaces what nobody has taken; the newest wins."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Between two threads, one that puts and one that takes.

    >>> box = Mailbox[int]()
    >>> box.put(1)
    >>> box.put(2)
    >>> box.take(0), box.take(0)
    (2, None)
    """

    def __init__(self) -> None:
        self._filled = threading.Condition()
        self._item: T | None = None

    def put(self, item: T) -> None:
        """Leave something, in place of what was left before."""
        with self._filled:
            self._item = item
            self._filled.notify()

    def take(self, timeout_s: float) -> T | None:
        """What was left last, waited for so long; ``None`` where nothing comes."""
        with self._filled:
            if self._item is None and timeout_s > 0:
                self._filled.wait(timeout_s)
            item, self._item = self._item, None
            return item
