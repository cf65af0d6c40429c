"""The outbox: what waits is there after a restart, in order, and what was published of a match is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import OperationError
from companion.hall.broker import BrokerAddress
from companion.hall.documents import StreamPlaceDocument
from companion.hall.outbox import Outbox, ReportedLines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "outbox.sqlite"


def _payloads(outbox: Outbox, after: int = 0) -> list[bytes]:
    return [line.payload for line in outbox.waiting(after, 100)]


def test_lines_wait_in_order_until_they_are_acknowledged_whatever_is_closed_meanwhile(path: Path) -> None:
    with Outbox(path) as outbox:
        for seq in range(5):
            outbox.append("one", seq, f"line {seq}".encode())
        second = outbox.waiting(0, 2)[1]
        outbox.acknowledge([second.number])
    with Outbox(path) as again:
        assert _payloads(again) == [b"line 0", b"line 2", b"line 3", b"line 4"]
        assert _payloads(again, after=second.number) == [b"line 2", b"line 3", b"line 4"]
        assert again.count_waiting() == 4
        assert again.last_acknowledged() == StreamPlaceDocument(stream="one", seq=1)
        assert again.last_line() == StreamPlaceDocument(stream="one", seq=4)


def test_lines_of_a_stream_are_there_to_be_sent_once_more(path: Path) -> None:
    with Outbox(path) as outbox:
        for seq in range(10):
            outbox.append("one", seq, f"line {seq}".encode())
        outbox.acknowledge(line.number for line in outbox.waiting(0, 100))
        assert outbox.lines("one", 3, 5, 100) == (b"line 3", b"line 4", b"line 5")
        assert outbox.lines("one", 0, 9, 2) == (b"line 0", b"line 1")
        assert outbox.lines("another", 0, 9, 100) == ()


def test_old_streams_are_forgotten_but_never_a_line_that_waits(path: Path) -> None:
    with Outbox(path) as outbox:
        for number in range(30):
            outbox.append(f"stream {number:02}", 0, b"line")
        outbox.acknowledge(line.number for line in outbox.waiting(1, 100))
    with Outbox(path) as again:
        assert _payloads(again) == [b"line"]
        kept = [number for number in range(30) if again.lines(f"stream {number:02}", 0, 0, 1)]
    assert kept == [0, *range(10, 30)]


def test_what_was_published_of_a_match_is_saved_with_its_lines(path: Path) -> None:
    with Outbox(path) as outbox:
        assert outbox.reported_of("m") is None
        outbox.begin_match("m", [1, 2])
        outbox.append("one", 0, b"done", ReportedLines("m", now=(3, 4)))
        outbox.append("one", 1, b"undone", ReportedLines("m", no_longer=(2, 3)))
        outbox.begin_match("untouched", [])
    with Outbox(path) as again:
        assert again.reported_of("m") == frozenset({1, 4})
        assert again.reported_of("untouched") == frozenset()


def test_two_windows_do_not_publish_under_one_name(path: Path) -> None:
    with Outbox(path), pytest.raises(OperationError, match="another name"):
        Outbox(path)
    Outbox(path).close()


def test_a_damaged_outbox_is_set_aside(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)
    with Outbox(path) as outbox:
        outbox.append("one", 0, b"line")
        assert outbox.count_waiting() == 1
    assert path.with_suffix(".damaged").exists()


def test_where_nothing_can_be_saved_that_is_reported(tmp_path: Path) -> None:
    (tmp_path / "outbox.sqlite").mkdir()
    with pytest.raises(OperationError, match="cannot be saved"):
        Outbox(tmp_path / "outbox.sqlite")


def test_every_broker_and_table_has_an_outbox_of_its_own() -> None:
    with (
        Outbox.of_table(BrokerAddress("hall", 1883), "4") as first,
        Outbox.of_table(BrokerAddress("hall", 1883), "5") as second,
        Outbox.of_table(BrokerAddress("hall", 1884), "4") as third,
    ):
        assert len({first.publisher, second.publisher, third.publisher}) == 3
        name = first.publisher
    with Outbox.of_table(BrokerAddress("hall", 1883), "4") as again:
        assert again.publisher == name
