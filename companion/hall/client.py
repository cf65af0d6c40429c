"""A hall's line to the broker: everything that the tables say becomes the board, and the referees' answers go back.

What a hall knows of its tables is one value: every message makes another one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from threading import RLock
from time import monotonic
from types import MappingProxyType
from typing import Final, Literal

from companion.codec.result import MatchResultDocument
from companion.errors import InputError
from companion.hall import documents
from companion.hall.broker import BrokerMessage, Delivery, LineOpener
from companion.hall.event_order import EventOrder, OrderedLine
from companion.hall.tuning import MOST_LINE_BYTES, MOST_RESULTS, MOST_TABLES, SILENT_AFTER_S, STORIES
from companion.journal import Closeable
from companion.text import gettext


class Liveness(Enum):
    """Whether a table is there."""

    THERE = "there"
    LEFT = "left"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table. heard_at: when anything was heard of it last, by the hall's own clock; stories: what was done last, in
    sentences, the newest last; lost: lines of its stream that never came; answering: the id of the call to which a
    referee of this hall goes, whether the table knows it yet or not; ahead: by how much the table's clock is ahead of
    the hall's."""

    name: str
    heard_at: datetime
    state: documents.TableStateDocument | None = None
    presence: documents.PresenceDocument | None = None
    call: documents.RefereeCallDocument | None = None
    camera: documents.CameraStateDocument | None = None
    stories: tuple[str, ...] = ()
    lost: int = 0
    answering: str = ""
    ahead: timedelta = timedelta()

    @property
    def match(self) -> documents.MatchStateDocument | None:
        """The match that is played."""
        return None if self.state is None else self.state.match

    @property
    def camera_trouble(self) -> str:
        """What keeps the camera from seeing the table; nothing where nothing does."""
        return "" if self.camera is None or self.camera.state in documents.QUIET_STATES else self.camera.text

    def liveness(self, now: datetime) -> Liveness:
        """Whether it is there."""
        if self.presence is not None and self.presence.left:
            return Liveness.LEFT
        broken = self.presence is None or not self.presence.online
        late = now - self.heard_at > timedelta(seconds=SILENT_AFTER_S)
        return Liveness.SILENT if broken or late else Liveness.THERE

    def with_story(self, story: str) -> HallTable:
        """With something else that was done."""
        return replace(self, stories=(*self.stories, story)[-STORIES:])


@dataclass(frozen=True, slots=True)
class HallBoard:
    """All tables by name, in the order in which people count them; and all results, in the order of their ends."""

    tables: Mapping[str, HallTable] = field(default_factory=lambda: MappingProxyType({}))
    results: tuple[documents.PlayedMatchDocument, ...] = ()

    @property
    def calls(self) -> tuple[HallTable, ...]:
        """The tables that have called the referee: those to whom nobody is coming first, the oldest call first."""
        calling = [(table.call, table) for table in self.tables.values() if table.call is not None]
        return tuple(table for _, table in sorted(calling, key=lambda one: (one[0].taken_by is not None, one[0].at)))

    def table(self, name: str, now: datetime) -> HallTable:
        """A table, heard of now."""
        known = self.tables.get(name)
        return HallTable(name, now) if known is None else replace(known, heard_at=now)

    def with_table(self, table: HallTable) -> HallBoard:
        """With a table as it is now."""
        tables = {**self.tables, table.name: table}
        if table.name not in self.tables:
            tables = dict(sorted(tables.items(), key=lambda one: _in_order(one[0])))
        return replace(self, tables=MappingProxyType(tables))

    def without_result(self, table: str, match: str) -> HallBoard:
        """Without a result that was taken back."""
        others = tuple(one for one in self.results if (one.table, one.match) != (table, match))
        return replace(self, results=others)

    def with_result(self, result: documents.PlayedMatchDocument) -> HallBoard:
        """With a result, instead of an earlier one of the same match."""
        others = self.without_result(result.table, result.match).results
        return replace(self, results=tuple(sorted([*others, result], key=lambda one: one.result.ended_at)))


def _in_order(name: str) -> tuple[tuple[int, str], ...]:
    """Table 2 stands before table 10."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


LineReader = Callable[[str, OrderedLine], object]


@dataclass(frozen=True, slots=True)
class HallStatus:
    """The line to the broker. trouble: why it is down; unreadable: messages that no table of ours has sent."""

    online: bool = False
    trouble: str = ""
    unreadable: int = 0


class HallClient(Closeable):
    """Listens to all tables of a broker. ``board`` is replaced whole, by whichever thread; `tick` asks for what is
    missing.

    by: the referee's name; read_line: called with every line of every table, in order and once, in the line's thread;
    since: results of matches that were begun before are passed over; clock, seconds: what time it is.
    """

    def __init__(
        self,
        open_line: LineOpener,
        by: str,
        *,
        read_line: LineReader = lambda table, line: None,
        since: datetime | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self.by, self._read_line, self._since = by, read_line, since
        self._clock, self._seconds = clock, seconds
        self.board, self.status = HallBoard(), HallStatus()
        self._orders: defaultdict[str, EventOrder] = defaultdict(EventOrder)
        self._unbroken, self._heard = True, set[str]()
        self._lock = RLock()
        self._line = open_line(self, tuple(map(documents.any_table, documents.HALL_TOPICS)), None)

    def open(self) -> None:
        """Begin to listen."""
        self._line.open()

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    # What a referee does

    def take(self, table: str) -> bool:
        """Answer a table's call; whether there is one that nobody has taken. The table says who has it."""
        with self._lock:
            known = self.board.tables.get(table)
            if known is None or known.call is None or known.call.taken_by is not None:
                return False
            self._put(replace(known, answering=known.call.id))
        return self.answer(table, known.call.id, "take", self.by)

    def finish(self, table: str) -> bool:
        """The question of a table is settled; whether there was one."""
        known = self.board.tables.get(table)
        return known is not None and known.call is not None and self.answer(table, known.call.id, "done", self.by)

    def answer(self, table: str, call: str, act: Literal["take", "done"], by: str) -> bool:
        """Answer a call in somebody's name; whether the line took it. The table says what comes of it."""
        answer = documents.encode_message(documents.CallAnswerDocument(call=call, act=act, by=by))
        return (
            self._line.publish(BrokerMessage(str(documents.HallTopic(documents.TopicKind.ANSWER, table)), answer))
            is not None
        )

    # What time brings

    def tick(self) -> None:
        """Ask for lines that are missing; call it about once a second."""
        with self._lock:
            now_s, now = self._seconds(), self._clock()
            for name, order in self._orders.items():
                there = name in self.board.tables and self.board.tables[name].liveness(now) is Liveness.THERE
                if self.status.online and there:
                    self._ask(name, order, now_s)

    def _ask(self, name: str, order: EventOrder, now_s: float) -> None:
        missing = order.due_request(now_s)
        if missing is None:
            return
        wanted = documents.ReplayRequestDocument(stream=missing.stream, first=missing.first, last=missing.last)
        self._line.publish(
            BrokerMessage(str(documents.HallTopic(documents.TopicKind.REPLAY, name)), documents.encode_message(wanted))
        )
        released = order.give_up()
        self._put(replace(self.board.tables[name], lost=order.lost))
        self._read(name, released)

    # The line's callbacks, in its own thread

    def on_online(self) -> None:
        """What is retained follows by itself."""
        self.status = replace(self.status, online=True, trouble="")

    def on_offline(self, why: str) -> None:
        """The board stands as it was heard last."""
        self._unbroken = False
        self.status = replace(self.status, online=False, trouble=why)

    def on_acknowledged(self, delivery: Delivery) -> None:
        """The broker has an answer; the table says what it makes of it."""

    def on_message(self, message: BrokerMessage) -> None:
        """A table says something."""
        topic = documents.parse_topic(message.topic)
        if topic is None or topic.kind not in _READERS:
            return
        with self._lock:
            if topic.table not in self.board.tables and len(self.board.tables) >= MOST_TABLES:
                return
            try:
                _READERS[topic.kind](self, topic, message)
            except InputError:  # whoever may write to the broker can write anything
                self.status = replace(self.status, unreadable=self.status.unreadable + 1)

    def _on_state(self, topic: documents.HallTopic, message: BrokerMessage) -> None:
        state = documents.decode_message(documents.TableStateDocument, message.payload, message.topic)
        now = self._clock()
        table = self.board.table(topic.table, now)
        ahead = table.ahead if message.retained else state.at - now
        self._put(replace(table, state=state, camera=state.camera, ahead=ahead))
        self._know(topic, message, state.stream, state.seq)

    def _on_presence(self, topic: documents.HallTopic, message: BrokerMessage) -> None:
        presence = documents.decode_message(documents.PresenceDocument, message.payload, message.topic)
        self._put(replace(self.board.table(topic.table, self._clock()), presence=presence))
        if presence.stream is not None and presence.seq is not None:
            self._know(topic, message, presence.stream, presence.seq)

    def _know(self, topic: documents.HallTopic, message: BrokerMessage, stream: str, seq: int) -> None:
        """A table's stream has come so far: before one began to listen, or since."""
        order = self._orders[topic.table]
        if message.retained and self._unbroken and topic.table not in self._heard:
            order.on_found(stream, seq)
        else:
            self._heard.add(topic.table)
            order.on_known(stream, seq)

    def _on_call(self, topic: documents.HallTopic, message: BrokerMessage) -> None:
        table = self.board.table(topic.table, self._clock())
        if not message.payload:
            self._put(replace(table, call=None, answering=""))
            return
        call = documents.decode_message(documents.RefereeCallDocument, message.payload, message.topic)
        mine = table.answering == call.id and call.taken_by in {None, self.by}
        self._put(replace(table, call=call, answering=call.id if mine else ""))
        if mine and call.taken_by is None:  # the table was not there when it was answered
            self.answer(topic.table, call.id, "take", self.by)

    def _on_result(self, topic: documents.HallTopic, message: BrokerMessage) -> None:
        if not message.payload:
            self.board = self.board.without_result(topic.table, topic.match)
            return
        result = documents.decode_message(MatchResultDocument, message.payload, message.topic)
        wanted = self._since is None or result.begun_at >= self._since
        if wanted and len(self.board.results) < MOST_RESULTS:
            self.board = self.board.with_result(
                documents.PlayedMatchDocument(table=topic.table, match=topic.match, result=result)
            )

    def _on_event(self, topic: documents.HallTopic, message: BrokerMessage) -> None:
        if len(message.payload) > MOST_LINE_BYTES:
            return
        published = documents.decode_message(documents.PublishedLineDocument, message.payload, message.topic)
        self._heard.add(topic.table)
        self._put(self.board.table(topic.table, self._clock()))
        after = None if published.after is None else (published.after.stream, published.after.seq)
        line = OrderedLine(published.stream, published.seq, message.payload, after)
        self._read(topic.table, self._orders[topic.table].on_line(line))

    def _read(self, name: str, released: tuple[OrderedLine, ...]) -> None:
        for line in released:
            published = documents.decode_message(documents.PublishedLineDocument, line.payload, name)
            self._put(_with_line(self.board.tables[name], published))
            self._read_line(name, line)

    def _put(self, table: HallTable) -> None:
        self.board = self.board.with_table(table)


def _with_line(table: HallTable, published: documents.PublishedLineDocument) -> HallTable:
    """A table after another line of its stream."""
    match published.event:
        case "table":
            return replace(table, camera=documents.CameraStateDocument(state=published.state, text=published.text))
        case "action" | "corrected" if published.text:
            return table.with_story(published.text)
        case "undone" if published.text:
            return table.with_story(gettext("Undone: {text}", text=published.text))
        case _:
            return table


_Reader = Callable[[HallClient, documents.HallTopic, BrokerMessage], None]
_READERS: Final[Mapping[documents.TopicKind, _Reader]] = MappingProxyType(
    {
        documents.TopicKind.STATE: HallClient._on_state,
        documents.TopicKind.PRESENCE: HallClient._on_presence,
        documents.TopicKind.CALL: HallClient._on_call,
        documents.TopicKind.RESULT: HallClient._on_result,
        documents.TopicKind.EVENTS: HallClient._on_event,
        documents.TopicKind.MISSED: HallClient._on_event,
    }
)
assert set(_READERS) == set(documents.HALL_TOPICS)
