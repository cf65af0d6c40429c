"""From one match to its viewers: the newest state of each kind, and the lines in order. Lives in the server's thread.

A state that is replaced before a viewer took it is never sent: the newest counts. A line is never left out; a viewer
who falls too far behind is let go instead, and may come again for what is still kept.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from companion.share.server.tuning import LIMITS, Limits

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


class Subscription:
    """One viewer's place. kinds: which messages they are sent."""

    def __init__(self, kinds: Collection[str], limits: Limits) -> None:
        self._kinds, self._limits = frozenset(kinds), limits
        self._states: dict[str, Message] = {}
        self._lines: deque[Message] = deque()
        self._ready = asyncio.Event()
        self._task: asyncio.Task[object] | None = None
        self._taken_s = asyncio.get_running_loop().time()
        self.over = False

    def put(self, message: Message) -> None:
        """Keep a message until the viewer takes it."""
        if message.kind not in self._kinds or self.over:
            return
        if message.kind == LINE:
            self._lines.append(message)
        else:
            self._states[message.kind] = message
        if len(self._lines) > self._limits.backlog or self._is_stalled():
            self.end(at_once=True)
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
            messages: list[Message | None] = [*self._states.values(), *self._lines]
            self._states.clear()
            self._lines.clear()
            for message in messages or [None]:
                yield message
                self._taken_s = asyncio.get_running_loop().time()
            if self.over:
                return

    def _is_stalled(self) -> bool:
        now = asyncio.get_running_loop().time()
        return bool(self._states or self._lines) and now - self._taken_s > self._limits.stalled_s


class Hub:
    """Keeps what a viewer who comes now has to be sent first."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._states: dict[str, Message] = {}
        self._lines: deque[Message] = deque(maxlen=limits.kept)
        self._subscriptions: dict[Subscription, str] = {}

    @property
    def viewers(self) -> int:
        """How many read now."""
        return len(self._subscriptions)

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
        that they have; left out: from now on."""
        here = sum(1 for other in self._subscriptions.values() if other == address)
        if self.viewers >= self._limits.viewers or here >= self._limits.viewers_each:
            return None
        subscription = Subscription(kinds, self._limits)
        self._subscriptions[subscription] = address
        for message in self._states.values():
            subscription.put(message)
        for message in self._lines if after is not None else ():
            if message.number is not None and after is not None and message.number > after:
                subscription.put(message)
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """A viewer has gone."""
        self._subscriptions.pop(subscription, None)

    def end(self) -> None:
        """Notify everybody that sharing is over."""
        for subscription in tuple(self._subscriptions):
            subscription.end()
