"""A table's line to the broker: what the outbox holds is sent in order, in a thread of its own, until the broker has
acknowledged it; what is retained is said again whenever the line comes back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Final, Protocol, assert_never

from companion.errors import InputError
from companion.hall.broker import BrokerAddress, BrokerConnection, BrokerListener, BrokerMessage, Delivery
from companion.hall.documents import (
    CallAnswerDocument,
    HallTopic,
    PresenceDocument,
    ReplayRequestDocument,
    TopicKind,
    decode_message,
    encode_message,
    parse_topic,
)
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


class BrokerLine(Protocol):
    """A line to a broker, as tables and halls need it: `BrokerConnection`, or a test's own."""

    def open(self) -> None:
        """Begin to open it."""

    def publish(self, message: BrokerMessage) -> Delivery | None:
        """Send a message; ``None`` where the line is not up."""

    def close(self) -> None:
        """End it well."""


LineOpener = Callable[[BrokerListener, BrokerMessage, tuple[str, ...]], BrokerLine]


@dataclass(frozen=True, slots=True)
class _Online:
    """The line has come up."""


@dataclass(frozen=True, slots=True)
class _Offline:
    """It is down, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class _Poke:
    """There is something to send."""

    topic: str | None = None


@dataclass(frozen=True, slots=True)
class _Close:
    """The program ends."""


_Reported = _Online | _Offline | _Poke | _Close | Delivery | PresenceDocument | ReplayRequestDocument


class TablePublisher:
    """Sends what an outbox holds. on_answer: called, in the line's thread, what referees answer to a call."""

    def __init__(
        self,
        table: str,
        outbox: Outbox,
        on_answer: Callable[[CallAnswerDocument], object],
        open_line: LineOpener,
    ) -> None:
        self._table, self._outbox, self._on_answer = table, outbox, on_answer
        self.status = PublicationStatus(waiting=outbox.count_waiting())
        self._inbox: SimpleQueue[_Reported] = SimpleQueue()
        self._under_way: dict[Delivery, int] = {}
        self._unsent: deque[str] = deque()
        self._last_sent, self._sending_again = 0, False
        self._replayed: dict[ReplayRequestDocument, float] = {}
        gone = BrokerMessage(self._topic(TopicKind.PRESENCE), self._presence(online=False), retained=True)
        heard = tuple(map(self._topic, (TopicKind.ANSWER, TopicKind.REPLAY, TopicKind.PRESENCE)))
        self._line = open_line(self, gone, heard)
        self._thread = Thread(target=self._run, name="table-publish", daemon=True)

    def open(self) -> None:
        """Begin to publish."""
        self._thread.start()
        self._line.open()

    def send_lines(self) -> None:
        """There are new lines in the outbox."""
        self._inbox.put(_Poke())

    def send_retained(self, topic: str) -> None:
        """There is something new to be retained under a topic."""
        self._inbox.put(_Poke(topic))

    def close(self) -> None:
        """Say goodbye and end the line; what the broker does not have yet is sent the next time."""
        self._inbox.put(_Close())
        if self._thread.is_alive():
            self._thread.join(3 * _PARTING_S)
        self._line.close()

    # The line's callbacks, in its own thread

    def on_online(self) -> None:
        """Everything that is retained is said again: the broker may have forgotten it."""
        self._inbox.put(_Online())

    def on_offline(self, why: str) -> None:
        """What is to be sent waits in the outbox."""
        self._inbox.put(_Offline(why))

    def on_acknowledged(self, delivery: Delivery) -> None:
        """The broker has a message."""
        self._inbox.put(delivery)

    def on_message(self, message: BrokerMessage) -> None:
        """A referee answers, somebody has missed lines, or somebody else publishes under the same name."""
        topic = parse_topic(message.topic)
        try:
            match topic:
                case HallTopic(kind=TopicKind.ANSWER):
                    self._on_answer(decode_message(CallAnswerDocument, message.payload, message.topic))
                case HallTopic(kind=TopicKind.REPLAY):
                    self._inbox.put(decode_message(ReplayRequestDocument, message.payload, message.topic))
                case HallTopic(kind=TopicKind.PRESENCE):
                    self._inbox.put(decode_message(PresenceDocument, message.payload, message.topic))
                case _:
                    return
        except InputError:  # whoever sends nonsense is not answered
            return

    # In the publisher's own thread

    def _run(self) -> None:
        while not isinstance(reported := self._next(HEARTBEAT_S), _Close):
            self._take(reported)
        self._part()

    def _next(self, patience_s: float) -> _Reported | None:
        """What has happened; ``None`` where nothing has."""
        try:
            return self._inbox.get(timeout=max(0.0, patience_s))
        except Empty:
            return None

    def _take(self, reported: _Reported | None) -> None:
        match reported:
            case None:
                self._say_presence()
            case _Online():
                self._begin_again()
            case _Offline(why):
                self.status = replace(self.status, online=False, trouble=why)
            case _Poke(topic):
                self._unsent.extend([] if topic is None or topic in self._unsent else [topic])
            case ReplayRequestDocument():
                self._replay(reported)
            case PresenceDocument():
                self._check_alone(reported)
            case int():
                self._acknowledged(reported)
            case _Close():
                return
            case _:
                assert_never(reported)
        self._send()

    def _check_alone(self, presence: PresenceDocument) -> None:
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
        number = self._under_way.pop(delivery, None)
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
        events = self._topic(TopicKind.EVENTS)
        for line in self._outbox.waiting(self._last_sent, _UNDER_WAY - len(self._under_way)):
            delivery = self._line.publish(BrokerMessage(events, line.payload))
            if delivery is None:
                return
            self._under_way[delivery] = line.number
            self._last_sent = line.number

    def _replay(self, wanted: ReplayRequestDocument) -> None:
        now = monotonic()
        self._replayed = {one: at for one, at in self._replayed.items() if now - at < _REPLAY_EVERY_S}
        if wanted in self._replayed or len(self._replayed) >= _REPLAYS:
            return
        self._replayed[wanted] = now
        for payload in self._outbox.lines(wanted.stream, wanted.first, wanted.last, _REPLAYED_LINES):
            self._line.publish(BrokerMessage(self._topic(TopicKind.MISSED), payload))

    def _say_presence(self) -> None:
        if self.status.online:
            self._say(self._topic(TopicKind.PRESENCE), self._presence(online=True))

    def _part(self) -> None:
        """Wait a little for the broker to take what is left; then go as one who leaves, not as one who is lost."""
        until = monotonic() + _PARTING_S
        while self._is_behind() and not self.status.trouble and monotonic() < until:
            reported = self._next(until - monotonic())
            if reported is not None:
                self._take(reported)
        goodbye = self._say(self._topic(TopicKind.PRESENCE), self._presence(online=False, left=True))
        while goodbye is not None and monotonic() < until + _PARTING_S:  # or the broker might miss it and send the will
            if self._next(until + _PARTING_S - monotonic()) == goodbye:
                return

    def _is_behind(self) -> bool:
        return bool(self._unsent or self._under_way or not self.status.online or self.status.waiting)

    def _say(self, topic: str, payload: bytes) -> Delivery | None:
        return self._line.publish(BrokerMessage(topic, payload, retained=True))

    def _presence(self, *, online: bool, left: bool = False) -> bytes:
        last = self._outbox.last_acknowledged()
        place = {} if last is None else {"stream": last.stream, "seq": last.seq}
        return encode_message(
            PresenceDocument(online=online, publisher=self._outbox.publisher, left=left).model_copy(update=place)
        )

    def _topic(self, kind: TopicKind) -> str:
        return str(HallTopic(kind, self._table))


def line_to(address: BrokerAddress) -> LineOpener:
    """Opens lines to a broker."""

    def opened(listener: BrokerListener, will: BrokerMessage, topics: tuple[str, ...]) -> BrokerLine:
        return BrokerConnection(address, listener, will=will, topics=topics)

    return opened
