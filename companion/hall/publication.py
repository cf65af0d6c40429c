"""A match, or a table alone, published: each event of its stream, how it stands, its result, and a call for the
referee. What is published is saved in an `Outbox` on disk; a thread sends it from there for as long as it takes.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex
from threading import Lock
from types import MappingProxyType
from typing import Final

from companion.arrays import Image
from companion.codec.board import BoardDocument
from companion.codec.document import encode_given
from companion.errors import InputError, OperationError
from companion.geometry import Measurement
from companion.hall import documents
from companion.hall.broker import LineOpener, line_to, parse_table_address
from companion.hall.outbox import Outbox, ReportedLines
from companion.hall.publisher import PublicationStatus, TablePublisher
from companion.journal import Closeable
from companion.rules.events import TurnBegan
from companion.session import BADGES, stream
from companion.session.board import match_board
from companion.session.match import Match, small_jpeg
from companion.session.play import MatchPresenter
from companion.session.result import result_of
from companion.text import gettext, ngettext


def match_id(match: Match) -> str:
    """What distinguishes a match from every other one, whatever its file is called: when it began, and how."""
    opening = json.dumps(encode_given(match.opening), sort_keys=True, default=str)
    reported = hashlib.sha256(f"{match.begun_at.isoformat()} {opening}".encode()).hexdigest()
    return f"{match.begun_at:%Y%m%dT%H%M%S}-{reported[:8]}"


def match_state(match: Match) -> documents.MatchStateDocument:
    """How a match stands."""
    position = match.position
    worn = match.opening.table_talk.badges
    players = tuple(
        documents.HallPlayerDocument(
            name=player.id,
            badge=worn.get(player.id, BADGES[place % len(BADGES)].word),
            points=position.score.get(player.id, 0),
        )
        for place, player in enumerate(position.players)
    )
    # When the turn began: with the last line of the log that says so.
    begun = (
        line.at
        for line in reversed(match.log)
        if not line.undone and any(isinstance(event, TurnBegan) for event in line.events)
    )
    return documents.MatchStateDocument(
        id=match_id(match),
        name=match.opening.name,
        begun_at=match.begun_at,
        players=players,
        winning_score=position.agreement.winning_score,
        turn=position.turn.number,
        turn_begun_at=next(begun, match.begun_at),
        to_move=position.to_move,
        winner=position.winner,
    )


def _board_of(match: Match) -> BoardDocument:
    """The board of a match that no window shows."""
    return match_board(MatchPresenter(match), watched=False, picture=0)


#: A result that is larger goes without its log: brokers of a hall take a megabyte at most (docs/hall.md).
_MOST_RESULT_BYTES: Final = 500_000
#: Widths to try until a picture is small enough to be sent.
_PICTURE_WIDTHS_PX: Final = (1280, 960, 640, 320)


def call_picture(pixels: Image) -> bytes:
    """A picture of the table (BGR) as a call takes it: a JPEG as large as it may be; nothing where none is small
    enough."""
    for width_px in _PICTURE_WIDTHS_PX:
        with suppress(OperationError):
            jpeg = small_jpeg(pixels, width_px)
            if len(jpeg) <= documents.MOST_PICTURE_BYTES:
                return jpeg
    return b""


class TablePublication(Closeable):
    """Puts everything into the outbox, whence it is sent; nothing here waits for the broker.

    match: left out, the table alone is published; board: what its window shows of it.
    reported: for the stream, the lines of the match's log that were reported before. One that has failed to write
    reports no more, says so, and holds nobody up.
    """

    def __init__(
        self,
        table: str,
        outbox: Outbox,
        open_line: LineOpener,
        match: Match | None = None,
        *,
        board: Callable[[], BoardDocument] | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.table = table
        self._board = board or (None if match is None else partial(_board_of, match))
        self._outbox, self._match, self._clock = outbox, match, clock
        self._match_id = "" if match is None else match_id(match)
        self._stream = f"{clock():%Y%m%dT%H%M%S.%f}-{token_hex(2)}"
        self._seq, self._failure, self._closed = -1, "", False
        self._camera: documents.CameraStateDocument | None = None
        self._after = outbox.last_line()
        self._call_lock = Lock()
        self._call = self._call_left_open()
        self.reported = None if match is None else outbox.reported_of(self._match_id)
        if match is not None and self.reported is None:
            outbox.begin_match(self._match_id, [line.number for line in match.log if not line.undone])
        self._publisher = TablePublisher(table, outbox, self._answered, open_line)

    @classmethod
    def of(
        cls, address: str, match: Match | None = None, board: Callable[[], BoardDocument] | None = None
    ) -> TablePublication:
        """What ``--publish ADDRESS`` asks for, begun.

        Raises:
            InputError: the address is none.
            OperationError: somebody on this computer publishes under this name already, or nothing can be saved.
        """
        broker, table = parse_table_address(address)
        outbox = Outbox.of_table(broker, table)
        try:
            publication = cls(table, outbox, line_to(broker), match, board=board)
        except BaseException:
            outbox.close()
            raise
        publication.open()
        return publication

    def open(self) -> None:
        """Begin to publish: how the table stands, and what was left over."""
        self._keep(self._retain_state)
        self._publisher.open()

    @property
    def status(self) -> PublicationStatus:
        """How it goes."""
        status = self._publisher.status
        return PublicationStatus(False, status.waiting, self._failure) if self._failure else status

    def report(self, streamed: stream.StreamedEvent) -> None:
        """Publish another event of the stream."""
        self._keep(lambda: self._report(streamed))

    @property
    def left_over(self) -> str:
        """What the broker does not have yet, in a sentence; nothing where it has everything."""
        status = self.status
        if not status.waiting:
            return ""
        count = ngettext("{count} line waits", "{count} lines wait", status.waiting)
        return gettext("{count} to be published the next time. {trouble}", count=count, trouble=status.trouble).rstrip()

    def close(self) -> None:
        """Say goodbye; what the broker does not have yet is sent the next time. Again does nothing."""
        if self._closed:
            return
        self._closed = True
        self._keep(lambda: self._retain_result(left=True))
        self._publisher.close()
        self._outbox.close()

    # The referee

    @property
    def call(self) -> documents.RefereeCallDocument | None:
        """The call for the referee that is open, with who is coming."""
        return self._call

    def call_referee(
        self,
        question: str,
        numbers: Mapping[str, Measurement] = MappingProxyType({}),
        rules: tuple[str, ...] = (),
        picture: bytes = b"",
    ) -> None:
        """Call the referee; a call that is open is replaced. numbers: what was measured, by name; picture: a JPEG."""
        measured = {
            name: documents.NumberDocument(value=number.value, sigma=number.sigma) for name, number in numbers.items()
        }
        called = documents.RefereeCallDocument(
            id=token_hex(8),
            at=self._clock(),
            question=question,
            numbers=measured,
            rules=rules,
            picture=documents.encode_call_picture(picture)
            if 0 < len(picture) <= documents.MOST_PICTURE_BYTES
            else None,
        )
        with self._call_lock:
            self._set_call(called)

    def withdraw_call(self) -> None:
        """The question is settled."""
        with self._call_lock:
            self._set_call(None)

    def _answered(self, answer: documents.CallAnswerDocument) -> None:
        """A referee takes the call that is open, if nobody else has; or is done with it."""
        with self._call_lock:
            call = self._call
            if call is None or answer.call != call.id:
                return
            if answer.act == "done":
                self._set_call(None)
            elif call.taken_by is None:
                self._set_call(call.model_copy(update={"taken_by": answer.by}))

    def _set_call(self, call: documents.RefereeCallDocument | None) -> None:
        self._call = call
        self._keep(
            lambda: self._retain(documents.TopicKind.CALL, b"" if call is None else documents.encode_message(call))
        )

    def _call_left_open(self) -> documents.RefereeCallDocument | None:
        """The call of a program that was killed since."""
        topic = str(documents.HallTopic(documents.TopicKind.CALL, self.table))
        payload = self._outbox.retained(topic).get(topic)
        try:
            return documents.decode_message(documents.RefereeCallDocument, payload, topic) if payload else None
        except InputError:
            return None

    # What is published

    def _report(self, streamed: stream.StreamedEvent) -> None:
        after, self._after = self._after, None
        payload = documents.encode_published_line(stream.encode_stream_event(streamed), self.table, self._stream, after)
        self._outbox.append(self._stream, streamed.seq, payload, self._reported_by(streamed))
        self._seq = streamed.seq
        self._publisher.send_lines()
        if self._changes_state(streamed.event):
            self._retain_state()
        if isinstance(streamed.event, stream.MatchStatus | stream.CorrectionMade | stream.UndoneActions):
            self._retain_result()

    def _changes_state(self, event: stream.StreamEvent) -> bool:
        """Whether a hall that opens later should see it. A table that moves and settles is covered by the events alone:
        it would be sent twice as often as anything else."""
        if isinstance(event, stream.TableChanged):
            before = self._camera
            self._camera = documents.CameraStateDocument(state=event.state.value, text=event.text)
            return before is None or (before.state in documents.QUIET_STATES) != (
                self._camera.state in documents.QUIET_STATES
            )
        return isinstance(
            event,
            stream.ActionTaken | stream.CorrectionMade | stream.UndoneActions | stream.MatchStatus | stream.LayoutRead,
        )

    def _reported_by(self, streamed: stream.StreamedEvent) -> ReportedLines | None:
        match streamed.event:
            case stream.ActionTaken(lines) | stream.CorrectionMade(lines):
                return ReportedLines(self._match_id, now=tuple(line.number for line in lines))
            case stream.UndoneActions(lines):
                return ReportedLines(self._match_id, no_longer=tuple(line.number for line in lines))
            case _:
                return None

    def _retain_state(self) -> None:
        state = documents.TableStateDocument(
            table=self.table,
            at=self._clock(),
            stream=self._stream,
            seq=self._seq,
            match=None if self._match is None else match_state(self._match),
            camera=self._camera,
            board=None if self._board is None else self._board(),
        )
        self._retain(documents.TopicKind.STATE, documents.encode_message(state))

    def _retain_result(self, *, left: bool = False) -> None:
        """The result of a match that has ended, or that is left; and again where it becomes another."""
        match = self._match
        topic = str(documents.HallTopic(documents.TopicKind.RESULT, self.table, self._match_id))
        if match is None or not match.log:
            return
        if match.position.winner is None and not left and topic not in self._outbox.retained(topic):
            return
        result = result_of(match)
        payload = documents.encode_message(result)
        if len(payload) > _MOST_RESULT_BYTES:
            payload = documents.encode_message(result.without_log())
        self._retain(documents.TopicKind.RESULT, payload, self._match_id)

    def _retain(self, kind: documents.TopicKind, payload: bytes, match: str = "") -> None:
        topic = str(documents.HallTopic(kind, self.table, match))
        self._outbox.retain(topic, payload)
        self._publisher.send_retained(topic)

    def _keep(self, work: Callable[[], object]) -> None:
        """Do what writes into the outbox. Where that fails, as on a full disk, a stream with a hole would help nobody:
        nothing more is published, and what the journal has is published when publishing begins again."""
        if self._failure:
            return
        try:
            work()
        except sqlite3.Error as error:
            self._failure = gettext("Publishing has stopped: nothing can be saved for it ({why}).", why=error)
