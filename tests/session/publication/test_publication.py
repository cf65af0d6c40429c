"""A match published: every event once or more and in order, whatever breaks; its state, its result, its calls."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from companion.geometry import Measurement
from companion.hall.broker import BrokerMessage
from companion.hall.documents import CallAnswerDocument, HallTopic, TopicKind, encode_message
from companion.hall.outbox import Outbox
from companion.hall.publication import TablePublication, call_picture
from companion.rules.corrections import Correction
from companion.session.match import Match
from companion.session.play import MatchPresenter
from companion.session.stream import PresenterStream
from tests.acts import act
from tests.memory_broker import MemoryBroker
from tests.patience import wait_until
from tests.session.match.conftest import END, SHOT

TABLE = "Table 4"
EVENTS, STATE = TopicKind.EVENTS, TopicKind.STATE


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "outbox.sqlite"


class Published:
    """A match at a table, and its publication."""

    def __init__(self, match: Match, outbox: Path, broker: MemoryBroker) -> None:
        self.publication = TablePublication(TABLE, Outbox(outbox), broker.line, match)
        self.presenter = MatchPresenter(match)
        self.stream = PresenterStream(self.presenter, self.publication.report, reported=self.publication.reported)
        self.publication.open()
        self.stream.begin()

    def do(self, row: dict[str, Any]) -> None:
        assert self.presenter.acts.do(act(self.presenter.match, row), source="keyboard")

    def has_reported_all(self) -> bool:
        return self.publication.status.online and self.publication._outbox.count_waiting() == 0


@contextmanager
def published(match: Match, outbox: Path, broker: MemoryBroker) -> Iterator[Published]:
    at_table = Published(match, outbox, broker)
    try:
        yield at_table
        wait_until(at_table.has_reported_all)
    finally:
        at_table.publication.close()


def taken_by(publication: TablePublication) -> str | None:
    return "nobody was called" if publication.call is None else publication.call.taken_by


def answer(broker: MemoryBroker, call: str, act: Literal["take", "done"], by: str) -> None:
    topic = str(HallTopic(TopicKind.ANSWER, TABLE))
    broker.deliver(BrokerMessage(topic, encode_message(CallAnswerDocument(call=call, act=act, by=by))))


def test_a_match_is_reported_as_by_watch_with_table_and_stream(match: Match, place: Path, broker: MemoryBroker) -> None:
    with published(match, place, broker) as table:
        table.do(SHOT)
        table.presenter.acts.undo()
        table.do(SHOT)
    reported = broker.reported(EVENTS)
    assert [line["event"] for line in reported] == ["match", "action", "undone", "action"]
    assert [line["seq"] for line in reported] == [0, 1, 2, 3]
    assert {(line["table"], line["format"]) for line in reported} == {(TABLE, 1)}
    assert len({line["stream"] for line in reported}) == 1


def test_the_state_tells_who_plays_score_turn_and_whose_it_is(match: Match, place: Path, broker: MemoryBroker) -> None:
    with published(match, place, broker) as table:
        table.do(SHOT)
        table.do(END)
    state = broker.reported(STATE)[-1]
    playing = state["match"]
    assert [(one["name"], one["badge"], one["points"]) for one in playing["players"]] == [
        ("Anna", "blue", 8),
        ("Ben", "orange", 0),
    ]
    assert (playing["to_move"], playing["turn"], playing["winner"]) == ("Ben", 3, None)
    assert state["seq"] == broker.reported(EVENTS)[-1]["seq"]
    assert playing["begun_at"] < playing["turn_begun_at"]


def test_what_is_done_while_the_connection_is_broken_is_sent_when_it_is_back_in_order_and_once(
    match: Match, place: Path, broker: MemoryBroker
) -> None:
    with published(match, place, broker) as table:
        wait_until(table.has_reported_all)
        line = broker.lines[0]
        line.breaks()
        wait_until(lambda: not table.publication.status.online)
        assert table.publication.status.trouble == "The line is broken."
        table.do(SHOT)
        table.presenter.acts.undo()
        wait_until(lambda: table.publication.status.waiting == 2)
        line.open()
    assert [line["seq"] for line in broker.reported(EVENTS)] == [0, 1, 2]
    presence = [one["online"] for one in broker.reported(TopicKind.PRESENCE)]
    assert presence == [True, False, True, False]  # the last one says goodbye


def test_what_the_broker_has_not_acknowledged_is_sent_again_before_anything_new(
    match: Match, place: Path, broker: MemoryBroker
) -> None:
    with published(match, place, broker) as table:
        wait_until(table.has_reported_all)
        broker.acknowledges = False
        table.do(SHOT)
        wait_until(lambda: len(broker.reported(EVENTS)) == 2)
        line = broker.lines[0]
        line.breaks()
        table.presenter.acts.undo()
        wait_until(lambda: table.publication.status.waiting == 2)
        broker.acknowledges = True
        line.sent = [one for one in line.sent if "/event" in one[1].topic]
        line.open()
    assert [line["seq"] for line in broker.reported(EVENTS)] == [0, 1, 1, 2]


def test_a_program_that_is_killed_leaves_the_rest_for_the_next(match: Match, place: Path, broker: MemoryBroker) -> None:
    with published(match, place, broker):
        pass
    silent = MemoryBroker()
    killed = TablePublication(TABLE, Outbox(place), lambda *_: _Dead(), match)
    presenter = MatchPresenter(match)
    PresenterStream(presenter, killed.report, reported=killed.reported).begin()
    assert presenter.acts.do(act(match, SHOT), source="keyboard")
    killed._outbox.close()
    assert match.do(
        act(match, END), source="keyboard"
    ).ok  # written into the match and not published: killed in mid-event
    with published(match, place, broker):
        pass
    assert silent.published == []
    reported = broker.reported(EVENTS)
    assert [line["event"] for line in reported] == ["match", "match", "action", "match", "action"]
    assert [line["steps"] for line in reported if line["event"] == "action"] == [[SHOT], [END]]
    assert sorted(streams := [line["stream"] for line in reported]) == streams
    assert len(set(streams)) == 3
    after = [line.get("after") for line in reported]
    assert after == [None, {"stream": streams[0], "seq": 0}, None, {"stream": streams[1], "seq": 1}, None]


class _Dead:
    """A line that never comes up."""

    def open(self) -> None: ...
    def publish(self, message: object) -> None: ...
    def close(self) -> None: ...


def test_what_was_undone_while_nothing_was_published_is_sent_too(
    match: Match, place: Path, broker: MemoryBroker
) -> None:
    with published(match, place, broker) as table:
        table.do(SHOT)
    match.undo()
    with published(match, place, broker):
        pass
    assert [line["event"] for line in broker.reported(EVENTS)] == ["match", "action", "match", "undone"]


def test_a_match_that_was_never_published_begins_as_it_stands(match: Match, place: Path, broker: MemoryBroker) -> None:
    assert match.do(act(match, SHOT), source="keyboard").ok
    with published(match, place, broker):
        pass
    (line,) = broker.reported(EVENTS)
    assert (line["event"], line["score"]) == ("match", {"Anna": 8, "Ben": 0})


def test_a_broker_that_has_forgotten_everything_is_sent_it_again(
    match: Match, place: Path, broker: MemoryBroker
) -> None:
    with published(match, place, broker) as table:
        table.publication.call_referee("May it?")
        wait_until(lambda: len(broker.kept) == 3)
        before = dict(broker.kept)
        broker.lines[0].breaks()
        wait_until(lambda: not table.publication.status.online)
        broker.kept.clear()
        broker.lines[0].open()
        wait_until(lambda: broker.kept.keys() == before.keys())
        wait_until(table.has_reported_all)
        assert {topic: payload for topic, payload in broker.kept.items() if "/online" not in topic} == {
            topic: payload for topic, payload in before.items() if "/online" not in topic
        }


def test_lines_that_somebody_has_missed_are_sent_again(match: Match, place: Path, broker: MemoryBroker) -> None:
    with published(match, place, broker) as table:
        table.do(SHOT)
        table.do(END)
        wait_until(table.has_reported_all)
        stream = broker.reported(EVENTS)[0]["stream"]
        request = f'{{"format": 1, "stream": "{stream}", "first": 1, "last": 2}}'.encode()
        for _ in range(50):  # and no more often for being asked often
            broker.deliver(BrokerMessage(str(HallTopic(TopicKind.REPLAY, TABLE)), request))
        broker.deliver(BrokerMessage(str(HallTopic(TopicKind.REPLAY, TABLE)), b"nonsense"))
        wait_until(lambda: len(broker.reported(TopicKind.MISSED)) >= 2)
    # Apart, so that whoever reads the events as they come is not sent them twice.
    assert [line["seq"] for line in broker.reported(TopicKind.MISSED)] == [1, 2]
    assert [line["seq"] for line in broker.reported(EVENTS)] == [0, 1, 2]


def test_the_result_is_reported_when_the_match_has_ended_and_when_that_was_undone(
    match: Match, place: Path, broker: MemoryBroker
) -> None:
    with published(match, place, broker) as table:
        table.do(SHOT)
        assert broker.reported(TopicKind.RESULT) == []
        assert table.presenter.acts.do(Correction(score={"Anna": 1000}), source="mouse")
        wait_until(lambda: broker.reported(TopicKind.RESULT))
        table.presenter.acts.undo()
    results = broker.reported(TopicKind.RESULT)
    assert results[0]["winner"] == "Anna"
    assert (results[-1]["winner"], results[-1]["players"][0]["points"]) == (None, 8)
    assert [line["text"] for line in results[-1]["log"]] == [match.log[0].text]


def test_a_match_that_is_left_has_a_result_without_a_winner(match: Match, place: Path, broker: MemoryBroker) -> None:
    with published(match, place, broker) as table:
        table.do(SHOT)
        wait_until(table.has_reported_all)
        assert broker.reported(TopicKind.RESULT) == []
    (result,) = broker.reported(TopicKind.RESULT)
    assert result["winner"] is None
    assert result["ending"].startswith("Not decided")


# --- the referee --------------------------------------------------------------------------------------------------


def test_a_call_tells_question_numbers_rules_and_picture(match: Match, place: Path, broker: MemoryBroker) -> None:
    picture = call_picture(np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), np.uint8))
    assert picture
    with published(match, place, broker) as table:
        asked = ("Is it nearer?", {"distance": Measurement(150.2, 0.6)}, ("OG-RANGE-02",), picture)
        table.publication.call_referee(*asked)
        wait_until(lambda: broker.reported(TopicKind.CALL))
    call = broker.reported(TopicKind.CALL)[0]
    assert (call["question"], call["rules"]) == ("Is it nearer?", ["OG-RANGE-02"])
    assert call["numbers"] == {"distance": {"value": 150.2, "sigma": 0.6}}
    assert len(call["picture"]) < 270_000


def test_the_first_referee_has_the_call_and_a_second_hears_who(match: Match, place: Path, broker: MemoryBroker) -> None:
    with published(match, place, broker) as table:
        table.publication.call_referee("May it?")
        call = table.publication.call
        assert call is not None
        wait_until(lambda: broker.reported(TopicKind.CALL))
        answer(broker, "another call", "take", "Dora")
        answer(broker, call.id, "take", "Carla")
        answer(broker, call.id, "take", "Dora")
        answer(broker, call.id, "take", "Carla")
        wait_until(lambda: broker.reported(TopicKind.CALL)[-1].get("taken_by") == "Carla")
        assert taken_by(table.publication) == "Carla"
        answer(broker, call.id, "done", "Carla")
        wait_until(lambda: broker.reported(TopicKind.CALL)[-1] is None)
        assert taken_by(table.publication) == "nobody was called"
    assert broker.reported(TopicKind.CALL)[-1] is None
    assert not any("call" in topic for topic in broker.kept)


def test_a_call_outlives_a_program_that_was_killed(match: Match, place: Path, broker: MemoryBroker) -> None:
    with published(match, place, broker) as table:
        table.publication.call_referee("May it?")
        wait_until(table.has_reported_all)
    with published(match, place, broker) as again:
        assert again.publication.call is not None
        assert again.publication.call.question == "May it?"
        again.publication.withdraw_call()
    assert not any("call" in topic for topic in broker.kept)


# --- what goes wrong ----------------------------------------------------------------------------------------------


def test_a_full_disk_stops_publishing_and_not_the_match(
    match: Match, place: Path, broker: MemoryBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_table = Published(match, place, broker)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    wait_until(at_table.has_reported_all)
    monkeypatch.setattr(at_table.publication._outbox, "append", full)
    at_table.do(SHOT)
    at_table.do(END)
    assert "disk is full" in at_table.publication.status.trouble
    assert not at_table.publication.status.online
    assert match.position.to_move == "Ben"
    monkeypatch.undo()
    at_table.publication.close()
    with published(match, place, broker):
        pass
    assert [line["steps"] for line in broker.reported(EVENTS) if line["event"] == "action"] == [[SHOT], [END]]


def test_another_computer_under_the_same_name_is_reported(match: Match, place: Path, broker: MemoryBroker) -> None:
    with published(match, place, broker) as table:
        wait_until(table.has_reported_all)
        topic = str(HallTopic(TopicKind.PRESENCE, TABLE))
        broker.deliver(BrokerMessage(topic, b'{"format": 1, "online": true, "publisher": "x"}', retained=True))
        wait_until(lambda: "Another computer" in table.publication.status.trouble)
