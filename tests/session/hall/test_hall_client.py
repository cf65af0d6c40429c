"""A hall and its tables, over a broker in memory: what is shown of each, whatever breaks."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.hall.broker import BrokerMessage
from companion.hall.client import HallClient
from companion.hall.documents import HallTopic, TopicKind, parse_topic
from companion.hall.event_files import event_json, rank_players, results_by_player_csv, standings_csv
from companion.hall.event_order import OrderedLine
from companion.hall.outbox import Outbox
from companion.hall.publication import TablePublication
from companion.hall.rows import RowMood, calls_in_words, hall_in_words, table_rows
from companion.hall.tuning import GAP_PATIENCE_S, SILENT_AFTER_S
from companion.rules.corrections import Correction
from companion.session.match import Match
from companion.session.play import MatchPresenter
from companion.session.stream import PresenterStream
from tests.acts import act
from tests.memory_broker import MemoryBroker
from tests.patience import wait_until
from tests.session.match.conftest import END, SHOT

EVENTS = TopicKind.EVENTS


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    def seconds(self) -> float:
        return self.now.timestamp()

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Hall:
    """A hall that listens, with the lines that it has read."""

    def __init__(self, broker: MemoryBroker, by: str = "Carla", **more: Any) -> None:
        self.clock, self.lines = Clock(), list[tuple[str, int]]()
        self.client = HallClient(
            broker.line, by, read_line=self._read, clock=self.clock, seconds=self.clock.seconds, **more
        )
        self.client.open()

    def _read(self, table: str, line: OrderedLine) -> None:
        self.lines.append((table, line.seq))

    def mood(self) -> RowMood:
        mood: RowMood = self.rows["Table 4"].mood
        return mood

    @property
    def rows(self) -> dict[str, Any]:
        return {row.table: row for row in table_rows(self.client.board, self.clock.now)}

    @property
    def calls(self) -> list[tuple[str, str]]:
        words = calls_in_words(self.client.board, self.client.by, self.clock.now)
        return [(table, "".join(re.findall(r"(\w+) is coming", said))) for table, said in words.items()]


class Table:
    """A published match."""

    def __init__(self, name: str, match: Match, folder: Path, broker: MemoryBroker) -> None:
        outbox = Outbox(folder / f"{name}.sqlite")
        self.publication = TablePublication(name, outbox, broker.line, match)
        self.line = broker.lines[-1]
        self.presenter = MatchPresenter(match)
        self.stream = PresenterStream(self.presenter, self.publication.report, reported=self.publication.reported)
        self.publication.open()
        self.stream.begin()
        self.reported = lambda: self.publication.status.online and outbox.count_waiting() == 0
        wait_until(self.reported)
        wait_until(lambda: (states := broker.reported(TopicKind.STATE)) and states[-1]["seq"] == 0)

    def do(self, row: dict[str, Any]) -> None:
        assert self.presenter.acts.do(act(self.presenter.match, row), source="keyboard")
        wait_until(self.reported)


@pytest.fixture
def table(match: Match, tmp_path: Path, broker: MemoryBroker) -> Iterator[Table]:
    at_table = Table("Table 4", match, tmp_path, broker)
    yield at_table
    at_table.publication.close()


def say(broker: MemoryBroker, kind: TopicKind, message: object, name: str = "Table 4", match: str = "") -> None:
    payload = message if isinstance(message, bytes) else json.dumps({"format": 1, **dict(message)}).encode()  # type: ignore[call-overload]
    broker.deliver(BrokerMessage(str(HallTopic(kind, name, match)), payload))


@pytest.mark.parametrize(
    "topic",
    [
        "weather/Table 4/event",
        "diceland/Table 4",
        "diceland/Table 4/event/7/8",
        "diceland//event",
        "diceland/Table 4/result/",
        f"diceland/{201 * 'x'}/event",
    ],
)
def test_what_others_tell_the_same_broker_is_no_topic_of_ours(topic: str) -> None:
    assert parse_topic(str(HallTopic(TopicKind.EVENTS, "Table 4"))) == HallTopic(TopicKind.EVENTS, "Table 4")
    assert parse_topic(topic) is None


def test_a_table_is_shown_with_players_score_turn_and_time(table: Table, broker: MemoryBroker) -> None:
    hall = Hall(broker)
    table.do(SHOT)
    table.do(END)
    wait_until(lambda: "▸ ■ Ben" in hall.rows["Table 4"].players)
    row = hall.rows["Table 4"]
    assert (row.mood, row.players, row.turn, row.message) == (RowMood.WELL, "▲ Anna 8   ▸ ■ Ben 0", "3", "")
    assert hall.client.board.tables["Table 4"].stories[0].startswith("Tank (a1) shoots at Tank (b1)")


def test_time_is_given_by_the_tables_own_clock_however_wrong_it_is(broker: MemoryBroker) -> None:
    hall = Hall(broker)
    at = hall.clock.now + timedelta(hours=5)
    match = {
        "id": "m",
        "name": "",
        "begun_at": (at - timedelta(minutes=83)).isoformat(),
        "turn_begun_at": (at - timedelta(seconds=125)).isoformat(),
        "players": [{"name": "Anna", "points": 1}],
        "winning_score": 50,
        "turn": 7,
        "to_move": "Anna",
        "winner": None,
    }
    say(broker, TopicKind.PRESENCE, {"online": True, "publisher": "p"})
    state = {"table": "Table 4", "at": at.isoformat(), "stream": "s", "seq": 0, "match": match, "camera": None}
    say(broker, TopicKind.STATE, state)
    assert hall.rows["Table 4"].clock == "2:05 · 1:23 h"
    hall.clock.later(60)
    assert hall.rows["Table 4"].clock == "3:05 · 1:24 h"


def test_a_hall_reads_every_line_in_order_and_once_though_the_broker_loses_and_doubles_them(
    table: Table, broker: MemoryBroker
) -> None:
    hall = Hall(broker)
    wait_until(lambda: _knows(hall))
    lost: list[BrokerMessage] = []
    broker.loses = lambda message: "/event" in message.topic and len(lost) < 3 and not lost.append(message)  # type: ignore[func-returns-value]
    table.do(SHOT)
    table.presenter.acts.undo()
    table.do(SHOT)
    broker.deliver(broker.published[-1])
    table.presenter.acts.undo()
    wait_until(table.reported)
    assert len(lost) == 3
    _ask(hall, broker)
    wait_until(lambda: hall.lines == [("Table 4", seq) for seq in (1, 2, 3, 4)])
    assert hall.client.board.tables["Table 4"].lost == 0


def _is_online(publication: TablePublication) -> bool:
    return publication.status.online


def _tick(hall: Hall) -> None:
    hall.clock.later(GAP_PATIENCE_S)
    hall.client.tick()


def _ask(hall: Hall, broker: MemoryBroker) -> None:
    """Let time pass until the hall asks for what it has missed: once."""

    def asked() -> bool:
        if not broker.reported(TopicKind.REPLAY):
            _tick(hall)
        return bool(broker.reported(TopicKind.REPLAY))

    wait_until(asked)


def _knows(hall: Hall) -> bool:
    known = hall.client.board.tables.get("Table 4")
    return known is not None and known.state is not None and known.presence is not None


def test_a_last_line_that_was_lost_is_asked_for_at_the_next_sign_of_life(table: Table, broker: MemoryBroker) -> None:
    hall = Hall(broker)
    wait_until(lambda: _knows(hall))
    broker.loses = lambda message: "/event" in message.topic or "/state" in message.topic
    table.do(SHOT)
    broker.loses = lambda message: False
    table.publication._publisher._say_presence()
    _ask(hall, broker)
    wait_until(lambda: hall.lines == [("Table 4", 1)])


def test_a_hall_that_comes_late_asks_for_nothing_that_was_before(table: Table, broker: MemoryBroker) -> None:
    table.do(SHOT)
    table.publication._publisher._say_presence()
    broker.kept = {
        topic: kept.replace(b'"seq": 1', b'"seq": 0') if "state" in topic else kept
        for topic, kept in broker.kept.items()
    }
    hall = Hall(broker)
    for _ in range(3):
        _tick(hall)
    assert broker.reported(TopicKind.REPLAY) == []
    table.do(END)
    wait_until(lambda: hall.lines == [("Table 4", 2)])


def test_a_hall_whose_own_line_breaks_asks_for_what_it_missed(table: Table, broker: MemoryBroker) -> None:
    hall = Hall(broker)
    wait_until(lambda: _knows(hall))
    line = broker.lines[-1]
    line.breaks()
    table.do(SHOT)
    table.do(END)
    wait_until(lambda: broker.reported(TopicKind.STATE)[-1]["seq"] == 2)
    line.open()
    _ask(hall, broker)
    wait_until(lambda: hall.lines == [("Table 4", 1), ("Table 4", 2)])


@pytest.mark.parametrize(
    ("way", "mood", "stated"), [("breaks", RowMood.SILENT, "silent since"), ("close", RowMood.GONE, "closed")]
)
def test_a_table_that_is_lost_is_distinguished_from_one_that_has_left(
    way: str, mood: RowMood, stated: str, match: Match, tmp_path: Path, broker: MemoryBroker
) -> None:
    table = Table("Table 4", match, tmp_path, broker)
    hall = Hall(broker)
    if way == "breaks":
        table.line.breaks()
    table.publication.close()
    wait_until(lambda: hall.mood() is mood)
    assert hall.rows["Table 4"].message.startswith(stated)
    assert hall.rows["Table 4"].clock == ""


def test_a_table_of_which_nothing_is_heard_is_silent_though_the_broker_says_nothing(
    table: Table, broker: MemoryBroker
) -> None:
    hall = Hall(broker)
    hall.clock.later(SILENT_AFTER_S - 1)
    assert hall.mood() is RowMood.WELL
    hall.clock.later(2)
    assert hall.mood() is RowMood.SILENT
    assert hall_in_words(hall.client.board, hall.clock.now) == "1 table · 1 is silent"
    table.do(SHOT)
    wait_until(lambda: hall.mood() is RowMood.WELL)


def test_trouble_of_the_camera_is_shown_and_goes(broker: MemoryBroker) -> None:
    hall = Hall(broker)
    say(broker, TopicKind.PRESENCE, {"online": True, "publisher": "p"})
    event = {
        "table": "Table 4",
        "stream": "s",
        "event": "table",
        "seq": 0,
        "state": "markers-hidden",
        "text": "Hidden.",
    }
    say(broker, EVENTS, event)
    assert (hall.rows["Table 4"].mood, hall.rows["Table 4"].message) == (RowMood.TROUBLED, "Hidden.")
    say(broker, EVENTS, event | {"seq": 1, "state": "moving", "text": "The dice move."})
    assert (hall.rows["Table 4"].mood, hall.rows["Table 4"].message) == (RowMood.WELL, "")


def test_tables_stand_in_the_order_in_which_people_count_them(broker: MemoryBroker) -> None:
    hall = Hall(broker)
    for name in ("Table 10", "Table 2", "stage", "Table 1"):
        say(broker, TopicKind.PRESENCE, {"online": True, "publisher": "p"}, name)
    assert list(hall.rows) == ["stage", "Table 1", "Table 2", "Table 10"]


# --- the referee --------------------------------------------------------------------------------------------------


def test_the_oldest_call_is_first_and_one_that_is_taken_goes_behind(
    match: Match, tmp_path: Path, broker: MemoryBroker
) -> None:
    hall, other = Hall(broker), Hall(broker, by="Dora")
    with ExitStack() as tables:
        for name in ("Table 1", "Table 2", "Table 3"):
            published = TablePublication(name, Outbox(tmp_path / f"{name}.sqlite"), broker.line, match)
            tables.callback(published.close)
            published.open()
            wait_until(partial(_is_online, published))
            published.call_referee(f"May it, at {name}?")
        wait_until(lambda: len(hall.calls) == len(other.calls) == 3)
        assert hall.calls == [("Table 1", ""), ("Table 2", ""), ("Table 3", "")]
        assert hall.client.take("Table 1")
        assert hall.calls[-1] != ("Table 1", "") or hall.calls[0] == ("Table 1", "Carla")
        wait_until(lambda: other.calls == [("Table 2", ""), ("Table 3", ""), ("Table 1", "Carla")])
        assert not other.client.take("Table 1")
        assert hall_in_words(hall.client.board, hall.clock.now).startswith("3 tables · 2 wait for a referee")
        assert hall.client.finish("Table 1")
        wait_until(lambda: other.calls == [("Table 2", ""), ("Table 3", "")])


def test_of_two_referees_who_answer_at_once_one_has_the_call(table: Table, broker: MemoryBroker) -> None:
    hall, other = Hall(broker), Hall(broker, by="Dora")
    table.publication.call_referee("May it?")
    wait_until(lambda: hall.calls and other.calls)
    held: list[BrokerMessage] = []
    broker.loses = lambda message: "/answer" in message.topic and not held.append(message)  # type: ignore[func-returns-value]
    assert hall.client.take("Table 4")
    assert other.client.take("Table 4")
    assert (hall.calls, other.calls) == ([("Table 4", "Carla")], [("Table 4", "Dora")])
    broker.loses = lambda message: False
    for message in held:
        broker.deliver(message)
    wait_until(lambda: hall.calls == other.calls == [("Table 4", "Carla")])


def test_an_answer_to_a_table_that_is_away_reaches_it_when_it_is_back(table: Table, broker: MemoryBroker) -> None:
    hall = Hall(broker)
    table.publication.call_referee("May it?")
    wait_until(lambda: hall.calls)
    table.line.breaks()
    wait_until(lambda: not table.publication.status.online)
    assert hall.client.take("Table 4")
    table.line.open()
    wait_until(lambda: (call := table.publication.call) is not None and call.taken_by == "Carla")


# --- what must not happen -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", TopicKind)
@pytest.mark.parametrize(
    "payload", [b"", b"\xff\xfe", b"[]", b"{}", b'{"format": 2}', b'{"format": 1, "seq": "x"}', b"[" * 100_000]
)
def test_what_no_table_says_changes_nothing(kind: TopicKind, payload: bytes, broker: MemoryBroker) -> None:
    hall = Hall(broker)
    say(broker, kind, payload, match="m" if kind is TopicKind.RESULT else "")
    broker.deliver(BrokerMessage("diceland/Table 4/state/more/still", b"{}"))
    broker.deliver(BrokerMessage("elsewhere/Table 4/state", b"{}"))
    assert hall.client.board.results == ()
    assert hall.calls == []
    assert hall.lines == []


def state_at(name: str, at: str) -> dict[str, Any]:
    players = [{"name": who, "badge": "blue", "points": 3} for who in ("Anna", "Ben")]
    match = {"id": "m", "name": "A match", "begun_at": at, "players": players, "winning_score": 50, "turn": 1}
    match |= {"turn_begun_at": at, "to_move": "Anna", "winner": None}
    return {"table": name, "at": at, "stream": "s", "seq": -1, "match": match, "camera": None}


@pytest.mark.parametrize("year", ["0001", "1999", "2000", "2199", "2200", "9999"])
@pytest.mark.parametrize("month", ["01-01T00:00:00", "12-31T23:59:59"])
def test_a_table_of_another_age_stops_no_other(year: str, month: str, broker: MemoryBroker) -> None:
    hall = Hall(broker)
    at = f"{year}-{month}+00:00"
    for name in ("Table 3", "Table 4"):
        say(broker, TopicKind.PRESENCE, {"online": True, "publisher": "p", "left": False}, name)
    say(broker, TopicKind.STATE, state_at("Table 4", at))
    say(broker, TopicKind.CALL, {"id": "c", "at": at, "question": "Who is closer?"})
    say(broker, TopicKind.STATE, state_at("Table 3", hall.clock.now.isoformat()), "Table 3")
    for later_s in (0, 60):
        hall.clock.later(later_s)
        assert "Anna 3" in hall.rows["Table 3"].players
        assert hall.rows["Table 3"].clock.startswith("1:00" if later_s else "0:00")
        assert len(hall.calls) == (0 if year in {"0001", "1999", "2200", "9999"} else 1)


# --- the event ----------------------------------------------------------------------------------------------------


def result(*players: tuple[str, float, bool], ended: str = "2026-05-01T20:00:00+00:00") -> dict[str, Any]:
    winner = next((name for name, _, won in players if won), None)
    return {
        "name": "A match",
        "profile": "ogre",
        "scenario": "two-army",
        "begun_at": "2026-05-01T18:00:00+00:00",
        "ended_at": ended,
        "ending": "It ended.",
        "winner": winner,
        "winning_score": 50,
        "players": [
            {"name": name, "badge": "blue", "points": points, "won": won, "army": [], "hits": 1, "lost": 2}
            for name, points, won in players
        ],
        "turns": [],
    }


def test_the_standings_count_wins_then_points_over_all_tables(broker: MemoryBroker) -> None:
    hall = Hall(broker)
    say(broker, TopicKind.RESULT, result(("Anna", 50, True), ("Ben", 30, False)), "1", "m1")
    say(broker, TopicKind.RESULT, result(("anna ", 20, False), ("Cem", 50, True)), "2", "m2")
    say(broker, TopicKind.RESULT, result(("Ben", 40, False), ("Cem", 10, False)), "1", "m3")
    ranked = [
        (one.place, one.name, one.won, one.played, one.undecided, one.points)
        for one in rank_players(hall.client.board.results)
    ]
    assert ranked == [(1, "Anna", 1, 2, 0, 70), (2, "Cem", 1, 1, 1, 60), (3, "Ben", 0, 1, 1, 70)]


def test_a_result_counts_once_as_last_reported_and_can_be_taken_back(broker: MemoryBroker) -> None:
    hall = Hall(broker)
    for points in (50, 52):
        say(broker, TopicKind.RESULT, result(("Anna", points, True)), "1", "m1")
    assert [one.result.players[0].points for one in hall.client.board.results] == [52]
    say(broker, TopicKind.RESULT, b"", "1", "m1")
    assert hall.client.board.results == ()


def test_results_of_another_day_are_left_out(broker: MemoryBroker) -> None:
    hall = Hall(broker, since=datetime(2026, 5, 2, tzinfo=UTC))
    say(broker, TopicKind.RESULT, result(("Anna", 50, True)), "1", "m1")
    assert hall.client.board.results == ()


def test_the_event_is_exported_and_no_name_becomes_a_formula(table: Table, broker: MemoryBroker) -> None:
    hall = Hall(broker)
    say(broker, TopicKind.RESULT, result(('=HYPERLINK("x")', 50, True), ('Ben, the "2nd"', -3, False)), "-1", "m1")
    board = hall.client.board
    (standing, _) = csv.DictReader(io.StringIO(standings_csv(board)))
    assert (standing["place"], standing["name"], standing["points"]) == ("1", '\'=HYPERLINK("x")', "50")
    first, second = csv.DictReader(io.StringIO(results_by_player_csv(board)))
    assert (first["table"], first["player"], first["won"]) == ("-1", '\'=HYPERLINK("x")', "1")
    assert (second["player"], second["points"]) == ('Ben, the "2nd"', "-3")
    event = json.loads(event_json(board, hall.clock.now))
    assert [one["name"] for one in event["standings"]] == ['=HYPERLINK("x")', 'Ben, the "2nd"']
    assert event["results"][0]["result"]["winner"] == '=HYPERLINK("x")'
    assert [one["table"] for one in event["running"]] == ["Table 4"]


def test_an_event_is_exported_with_players_of_blank_names_and_hits_beyond_all_reason(broker: MemoryBroker) -> None:
    hall = Hall(broker)
    for number in range(3):
        reported = result(("  ", 50, True), ("Ben", 1, False))
        reported["players"][1]["hits"] = 900_000_000
        say(broker, TopicKind.RESULT, reported, "1", f"m{number}")
    event = json.loads(event_json(hall.client.board, hall.clock.now))
    assert [(one["name"], one["hits"]) for one in event["standings"]] == [("  ", 3), ("Ben", 2_700_000_000)]


def test_a_match_that_ends_moves_from_those_that_run_to_the_results(table: Table, broker: MemoryBroker) -> None:
    hall = Hall(broker)
    table.do(SHOT)
    assert table.presenter.acts.do(Correction(score={"Anna": 1000}), source="mouse")
    wait_until(lambda: hall.client.board.results)
    wait_until(lambda: hall.rows["Table 4"].message == "Anna has won")
    event = json.loads(event_json(hall.client.board, hall.clock.now))
    assert event["running"] == []
    assert event["results"][0]["result"]["log"][0]["text"] == table.presenter.match.log[0].text
