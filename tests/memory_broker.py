"""A broker in memory, for tables and halls of tests: what is retained, last wills, lines that break when a test wants
it, and a log of everything that was published."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from threading import RLock
from typing import Any

from companion.documents import parse_json
from companion.hall.broker import BrokerListener, BrokerMessage, Delivery
from companion.hall.documents import parse_topic


def _fits(pattern: str, topic: str) -> bool:
    wanted, levels = pattern.split("/"), topic.split("/")
    return len(wanted) == len(levels) and all(one in {"+", level} for one, level in zip(wanted, levels, strict=True))


@dataclass(eq=False)
class MemoryLine:
    """Somebody's line to it."""

    broker: MemoryBroker
    listener: BrokerListener
    will: BrokerMessage | None
    topics: tuple[str, ...]
    up: bool = False
    sent: list[tuple[Delivery, BrokerMessage]] = field(default_factory=list)

    def open(self) -> None:
        self.up = True
        self.listener.on_online()
        for message in self.broker.retained_for(self.topics):
            self.listener.on_message(message)
        for delivery, message in tuple(self.sent):  # what was not acknowledged, once more
            self.broker.take(self, delivery, message)

    def publish(self, message: BrokerMessage) -> Delivery | None:
        if not self.up:
            return None
        delivery = Delivery(next(self.broker.numbers))
        self.sent.append((delivery, message))
        self.broker.take(self, delivery, message)
        return delivery

    def close(self) -> None:
        self.up = False

    def breaks(self) -> None:
        """The line breaks: the broker says the last will."""
        self.up = False
        if self.will is not None:
            self.broker.deliver(self.will)
        self.listener.on_offline("The line is broken.")


class MemoryBroker:
    """loses: which messages it takes and tells nobody; acknowledges: whether it says that it has one."""

    def __init__(self) -> None:
        self.numbers, self.lines = count(1), list[MemoryLine]()
        self.kept: dict[str, bytes] = {}
        self.published: list[BrokerMessage] = []
        self.loses: Callable[[BrokerMessage], bool] = lambda message: False
        self.acknowledges = True
        self._lock = RLock()

    def line(self, listener: BrokerListener, topics: tuple[str, ...], will: BrokerMessage | None) -> MemoryLine:
        """As a table or a hall opens one."""
        self.lines.append(MemoryLine(self, listener, will, topics))
        return self.lines[-1]

    def retained_for(self, topics: tuple[str, ...]) -> list[BrokerMessage]:
        found = [(topic, payload) for topic, payload in self.kept.items() if any(_fits(one, topic) for one in topics)]
        return [BrokerMessage(topic, payload, retained=True) for topic, payload in found]

    def take(self, line: MemoryLine, delivery: Delivery, message: BrokerMessage) -> None:
        if self.acknowledges:
            line.sent.remove((delivery, message))
            line.listener.on_acknowledged(delivery)
        if not self.loses(message):
            self.deliver(message)

    def deliver(self, message: BrokerMessage) -> None:
        with self._lock:
            self.published.append(message)
            if message.retained:
                self.kept[message.topic] = message.payload
                if not message.payload:
                    del self.kept[message.topic]
        for line in tuple(self.lines):
            if line.up and any(_fits(one, message.topic) for one in line.topics):
                line.listener.on_message(BrokerMessage(message.topic, message.payload))

    def reported(self, kind: str) -> list[Any]:
        """Everything that was published of a kind, in order."""
        with self._lock:
            found = [one for one in self.published if (topic := parse_topic(one.topic)) and topic.kind == kind]
        return [parse_json(one.payload) if one.payload else None for one in found]
