"""From one table or hall to its viewers: the newest state of each kind, and the lines in order. Lives in the server's
thread.

A state that is replaced before a viewer took it is never sent: the newest counts. Lines are kept once for all; each
viewer stands at one of them and is sent those after it, however often the connection breaks meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from companion.web.tuning import LIMITS, Limits

#: What a line of the event stream is called among what viewers are sent.
LINE = "line"


@dataclass(frozen=True)
class Message:
    """What a viewer is sent: its kind, its JSON text, and a line's number."""

    kind: str
    text: str
    number: int | None = None

    @cached_property
    def event(self) -> bytes:
        """As a server-sent event, made once for all viewers. Lines have no name: what programs call a message."""
        number = "" if self.number is None else f"id: {self.number}\n"
        name = "" if self.kind == LINE else f"event: {self.kind}\n"
        return f"{number}{name}data: {self.text}\n\n".encode()


class LineStore:
    """Lines in order, numbered without gaps: the last ``most`` of them, and a few more."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lines: list[Message] = []
        self.first, self.last = 0, -1

    def append(self, line: Message) -> None:
        """Keep another line."""
        assert line.number is not None
        if not self._lines:
            self.first = line.number
        self._lines.append(line)
        self.last = line.number
        if len(self._lines) > self._most + self._most // 10:
            self._lines = self._lines[-self._most :]
            self.first = self.last - len(self._lines) + 1

    def after(self, number: int) -> Message | None:
        """The first kept line behind a number; ``None`` where there is none yet."""
        at = max(0, number + 1 - self.first)
        return self._lines[at] if at < len(self._lines) else None


class Subscription:
    """One viewer's place. kinds: which messages they are sent; at: the number of the last line that they have."""

    def __init__(self, lines: LineStore, kinds: Collection[str], limits: Limits, at: int) -> None:
        self._lines, self._kinds, self._limits, self._at = lines, frozenset(kinds), limits, at
        self._states: dict[str, Message] = {}
        self._ready = asyncio.Event()
        self._task: asyncio.Task[object] | None = None
        self._taken_s = asyncio.get_running_loop().time()
        self.over = False

    def put(self, message: Message) -> None:
        """Keep a state until the viewer takes it; of a line, take note that it is there."""
        if message.kind not in self._kinds or self.over:
            return
        if message.kind != LINE:
            self._states[message.kind] = message
        now = asyncio.get_running_loop().time()
        # What such a viewer was to be sent next is kept no more; or the connection takes nothing at all.
        fell_behind = LINE in self._kinds and self._at + 1 < self._lines.first
        if fell_behind or (self._waits() and now - self._taken_s > self._limits.stalled_s):
            self.end(at_once=True)
        self._ready.set()

    def wake(self) -> None:
        """There are lines to be sent."""
        self._ready.set()

    def end(self, *, at_once: bool = False) -> None:
        """Send no more; at once: though the viewer's connection takes nothing."""
        self.over = True
        self._ready.set()
        if at_once and self._task is not None:
            self._task.cancel()

    async def taken(self) -> AsyncIterator[Message | None]:
        """Messages as they come; ``None`` is a sign of life on a quiet stream."""
        self._task = asyncio.current_task()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ready.wait(), self._limits.beat_s)
            self._ready.clear()
            quiet = not self._waits()
            if quiet and not self.over:
                yield None
                self._taken_s = asyncio.get_running_loop().time()
            while (message := self._next()) is not None:
                yield message
                self._taken_s = asyncio.get_running_loop().time()
            if self.over:
                return

    def _next(self) -> Message | None:
        """What is to be sent now: states first, the one that has waited longest."""
        if self._states:
            return self._states.pop(next(iter(self._states)))
        line = self._lines.after(self._at) if LINE in self._kinds else None
        if line is not None and line.number is not None:
            self._at = line.number
        return line

    def _waits(self) -> bool:
        return bool(self._states) or (LINE in self._kinds and self._at < self._lines.last)


class Hub:
    """Keeps what a viewer who comes now has to be sent first."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._states: dict[str, Message] = {}
        self._lines = LineStore(limits.kept)
        self._subscriptions: dict[Subscription, str] = {}
        self._alive_s: float | None = None

    @property
    def viewers(self) -> int:
        """How many read now."""
        return len(self._subscriptions)

    def state(self, kind: str) -> str:
        """The newest state of a kind, as JSON text; "" where there is none."""
        return self._states[kind].text if kind in self._states else ""

    def note_alive(self) -> None:
        """Whoever publishes gives a sign of life."""
        self._alive_s = asyncio.get_running_loop().time()

    @property
    def silence_s(self) -> float:
        """How long ago the last sign of life was; 0 where none is given at all."""
        return 0.0 if self._alive_s is None else asyncio.get_running_loop().time() - self._alive_s

    def publish(self, message: Message) -> None:
        """Send to everybody who is to have it."""
        if message.kind == LINE:
            self._lines.append(message)
        else:
            self._states[message.kind] = message
        for subscription in tuple(self._subscriptions):
            subscription.put(message)

    def subscribe(self, address: str, kinds: Collection[str], *, after: int | None = None) -> Subscription | None:
        """A place for a viewer at an address; ``None`` where there is none left. after: the number of the last line
        that they have; left out: from now on. Of lines that are kept no more the first one that is comes next."""
        here = sum(1 for other in self._subscriptions.values() if other == address)
        if self.viewers >= self._limits.viewers or here >= self._limits.viewers_each:
            return None
        at = self._lines.last if after is None else max(after, self._lines.first - 1)
        subscription = Subscription(self._lines, kinds, self._limits, at)
        self._subscriptions[subscription] = address
        for message in self._states.values():
            subscription.put(message)
        if LINE in kinds and self._lines.after(at) is not None:
            subscription.wake()
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """A viewer has gone."""
        self._subscriptions.pop(subscription, None)

    def end(self) -> None:
        """Notify everybody that it is over."""
        for subscription in tuple(self._subscriptions):
            subscription.end()
