"""A table's line to the broker: what the outbox holds is sent in order, in a thread of its own, until the broker has
acknowledged it; what is retained is said again whenever the line comes back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Final

from companion.errors import InputError
from companion.hall import documents
from companion.hall.broker import BrokerMessage, Delivery, LineOpener
from companion.hall.outbox import Outbox
from companion.text import gettext

#: As many as the client itself has under way at once, so that none waits in memory that waits on disk already.
_UNDER_WAY: Final = 20
#: A sign of life so often; the hall calls a table silent after two and a half of them (session/hall).
HEARTBEAT_S: Final = 30.0
#: So many lines are sent again at one request, and a request for the same ones is answered once in so many seconds.
_REPLAYED_LINES, _REPLAY_EVERY_S = 1000, 5.0
#: So many requests are answered in that time, whoever asks: one who asks all the time is not to fill the network.
_REPLAYS: Final = 10
#: The end of the program waits so long for the broker to take what is left.
_PARTING_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class PublicationStatus:
    """How publishing goes; replaced whole by the publisher's thread.

    waiting: lines that the broker does not have yet; trouble: why the line is down, or what else people should know.
    """

    online: bool = False
    waiting: int = 0
    trouble: str = ""


class TablePublisher:
    """Sends what an outbox holds. on_answer: called, in the line's thread, what referees answer to a call."""

    def __init__(
        self,
        table: str,
        outbox: Outbox,
        on_answer: Callable[[documents.CallAnswerDocument], object],
        open_line: LineOpener,
    ) -> None:
        self._table, self._outbox, self._on_answer = table, outbox, on_answer
        self.status = PublicationStatus(waiting=outbox.count_waiting())
        self._inbox: SimpleQueue[Callable[[], None]] = SimpleQueue()  # what its own thread is to do
        self._leaving = False
        self._under_way: dict[Delivery, int] = {}
        self._last_acknowledged: Delivery | None = None
        self._unsent: deque[str] = deque()
        self._last_sent, self._sending_again = 0, False
        self._replayed: dict[documents.ReplayRequestDocument, float] = {}
        gone = BrokerMessage(self._topic(documents.TopicKind.PRESENCE), self._presence(online=False), retained=True)
        heard = tuple(
            map(self._topic, (documents.TopicKind.ANSWER, documents.TopicKind.REPLAY, documents.TopicKind.PRESENCE))
        )
        self._line = open_line(self, heard, gone)
        self._thread = Thread(target=self._run, name="table-publish", daemon=True)

    def open(self) -> None:
        """Begin to publish."""
        self._thread.start()
        self._line.open()

    def send_lines(self) -> None:
        """There are new lines in the outbox."""
        self._inbox.put(self._send)

    def send_retained(self, topic: str) -> None:
        """There is something new to be retained under a topic."""
        self._inbox.put(partial(self._queue, topic))

    def close(self) -> None:
        """Say goodbye and end the line; what the broker does not have yet is sent the next time."""
        self._inbox.put(self._leave)
        if self._thread.is_alive():
            self._thread.join(3 * _PARTING_S)
        self._line.close()

    # The line's callbacks, in its own thread

    def on_online(self) -> None:
        """Everything that is retained is said again: the broker may have forgotten it."""
        self._inbox.put(self._begin_again)

    def on_offline(self, why: str) -> None:
        """What is to be sent waits in the outbox."""
        self._inbox.put(partial(self._wait, why))

    def on_acknowledged(self, delivery: Delivery) -> None:
        """The broker has a message."""
        self._inbox.put(partial(self._acknowledged, delivery))

    def on_message(self, message: BrokerMessage) -> None:
        """A referee answers, somebody has missed lines, or somebody else publishes under the same name."""
        topic = documents.parse_topic(message.topic)
        try:
            match topic:
                case documents.HallTopic(kind=documents.TopicKind.ANSWER):
                    self._on_answer(
                        documents.decode_message(documents.CallAnswerDocument, message.payload, message.topic)
                    )
                case documents.HallTopic(kind=documents.TopicKind.REPLAY):
                    request = documents.decode_message(documents.ReplayRequestDocument, message.payload, message.topic)
                    self._inbox.put(partial(self._replay, request))
                case documents.HallTopic(kind=documents.TopicKind.PRESENCE):
                    presence = documents.decode_message(documents.PresenceDocument, message.payload, message.topic)
                    self._inbox.put(partial(self._check_alone, presence))
                case _:
                    return
        except InputError:  # whoever sends nonsense is not answered
            return

    # In the publisher's own thread

    def _run(self) -> None:
        while not self._leaving:
            if not self._work(HEARTBEAT_S):
                self._say_presence()
            self._send()
        self._part()

    def _work(self, patience_s: float) -> bool:
        """Do what comes in next; whether anything came in."""
        try:
            work = self._inbox.get(timeout=max(0.0, patience_s))
        except Empty:
            return False
        work()
        return True

    def _leave(self) -> None:
        self._leaving = True

    def _wait(self, why: str) -> None:
        self.status = replace(self.status, online=False, trouble=why)

    def _queue(self, topic: str) -> None:
        self._unsent.extend([] if topic in self._unsent else [topic])

    def _check_alone(self, presence: documents.PresenceDocument) -> None:
        if presence.online and presence.publisher != self._outbox.publisher:
            trouble = gettext(
                "Another computer publishes as {table} too: give one of them another name.", table=self._table
            )
            self.status = replace(self.status, trouble=trouble)

    def _begin_again(self) -> None:
        """The line is up. What was under way when it broke is sent again by the line itself, and before all else."""
        self._sending_again = bool(self._under_way)
        self.status = replace(self.status, online=True, trouble="")
        self._say_presence()
        self._unsent = deque(self._outbox.retained())

    def _acknowledged(self, delivery: Delivery) -> None:
        number, self._last_acknowledged = self._under_way.pop(delivery, None), delivery
        if number is not None:
            self._outbox.acknowledge([number])
        self._sending_again = self._sending_again and bool(self._under_way)

    def _send(self) -> None:
        """Lines first, so that what is retained never mentions a line that is still on its way behind it."""
        if self.status.online and not self._sending_again:
            self._send_waiting()
        while self.status.online and self._unsent and not self._outbox.waiting(self._last_sent, 1):
            topic = self._unsent[0]
            if self._say(topic, self._outbox.retained(topic).get(topic, b"")) is None:
                break
            self._unsent.popleft()
        self.status = replace(self.status, waiting=self._outbox.count_waiting())

    def _send_waiting(self) -> None:
        events = self._topic(documents.TopicKind.EVENTS)
        for line in self._outbox.waiting(self._last_sent, _UNDER_WAY - len(self._under_way)):
            delivery = self._line.publish(BrokerMessage(events, line.payload))
            if delivery is None:
                return
            self._under_way[delivery] = line.number
            self._last_sent = line.number

    def _replay(self, wanted: documents.ReplayRequestDocument) -> None:
        now = monotonic()
        self._replayed = {one: at for one, at in self._replayed.items() if now - at < _REPLAY_EVERY_S}
        if wanted in self._replayed or len(self._replayed) >= _REPLAYS:
            return
        self._replayed[wanted] = now
        for payload in self._outbox.lines(wanted.stream, wanted.first, wanted.last, _REPLAYED_LINES):
            self._line.publish(BrokerMessage(self._topic(documents.TopicKind.MISSED), payload))

    def _say_presence(self) -> None:
        if self.status.online and not self._leaving:
            self._say(self._topic(documents.TopicKind.PRESENCE), self._presence(online=True))

    def _part(self) -> None:
        """Wait a little for the broker to take what is left; then go as one who leaves, not as one who is lost."""
        until = monotonic() + _PARTING_S
        while (
            not self.status.trouble
            and monotonic() < until
            and (self._unsent or self._under_way or not self.status.online or self.status.waiting)
        ):
            self._work(until - monotonic())
            self._send()
        goodbye = self._say(self._topic(documents.TopicKind.PRESENCE), self._presence(online=False, left=True))
        until += _PARTING_S  # or the broker might miss it and send the will
        while goodbye not in {None, self._last_acknowledged} and monotonic() < until:
            self._work(until - monotonic())

    def _say(self, topic: str, payload: bytes) -> Delivery | None:
        return self._line.publish(BrokerMessage(topic, payload, retained=True))

    def _presence(self, *, online: bool, left: bool = False) -> bytes:
        last = self._outbox.last_acknowledged()
        place = {} if last is None else {"stream": last.stream, "seq": last.seq}
        return documents.encode_message(
            documents.PresenceDocument(online=online, publisher=self._outbox.publisher, left=left).model_copy(
                update=place
            )
        )

    def _topic(self, kind: documents.TopicKind) -> str:
        return str(documents.HallTopic(kind, self._table))
