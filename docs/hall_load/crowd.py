"""Many viewers in one thread: each a client of its own with its own line, none faster than it can be served."""

from __future__ import annotations

import json
import selectors
import time
from collections.abc import Callable, Sequence
from typing import Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.hall.documents import HallTopic, TopicKind, parse_topic

_LOOK_S, _SIGNS_OF_LIFE_S = 0.2, 5.0
_KEEP_ALIVE_S: Final = 60


class Crowd:
    """A viewer for each table named. counts: lines heard of each table, over all its viewers, again ones among them;
    delays_ms: how late each was."""

    def __init__(self, host: str, port: int, tables: Sequence[str]) -> None:
        self.counts: dict[str, int] = {}
        self.delays_ms: list[float] = []
        self._ready = 0
        self._lines = selectors.DefaultSelector()
        self._clients = [self._opened(host, port, table) for table in tables]
        while self._ready < len(self._clients):
            self._serve()

    def listen(self, *, until: Callable[[], bool]) -> None:
        """Listen until it is over."""
        signs_s = time.monotonic()
        while not until():
            self._serve()
            if time.monotonic() > signs_s + _SIGNS_OF_LIFE_S:
                signs_s = time.monotonic()
                for client in self._clients:
                    client.loop_misc()

    def _opened(self, host: str, port: int, table: str) -> Client:
        client = Client(CallbackAPIVersion.VERSION2)
        topic = str(HallTopic(TopicKind.EVENTS, table))

        def subscribe(*_: object) -> None:
            client.subscribe(topic, 1)

        client.on_connect = subscribe
        client.on_subscribe = self._subscribed
        client.on_message = self._heard
        client.connect(host, port, _KEEP_ALIVE_S)
        self._lines.register(client.socket(), selectors.EVENT_READ, client)  # type: ignore[arg-type]
        return client

    def _subscribed(self, *_: object) -> None:
        self._ready += 1

    def _serve(self) -> None:
        for key, _ in self._lines.select(_LOOK_S):
            client: Client = key.data
            client.loop_read()
            while client.want_write():
                client.loop_write()

    def _heard(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self.delays_ms.append(1000 * (time.time() - json.loads(message.payload)["at_s"]))
        topic = parse_topic(message.topic)
        assert topic is not None
        self.counts[topic.table] = self.counts.get(topic.table, 0) + 1
