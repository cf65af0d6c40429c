"""Lines in order and once, however they come in."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from companion.hall.event_order import EventOrder, MissingLines, OrderedLine
from companion.hall.tuning import GAP_PATIENCE_S, MOST_REQUESTS


def line(seq: int, stream: str = "one") -> OrderedLine:
    return OrderedLine(stream, seq, f"{stream} {seq}".encode())


def reported(order: EventOrder, *lines: OrderedLine) -> list[tuple[str, int]]:
    return [(one.stream, one.seq) for given_line in lines for one in order.on_line(given_line)]


def wanted(order: EventOrder, now_s: float) -> MissingLines | None:
    """What is asked for after lines have had the time to come by themselves."""
    order.due_request(now_s)
    return order.due_request(now_s + GAP_PATIENCE_S)


def test_lines_in_order_are_delivered_at_once_and_never_again() -> None:
    order = EventOrder()
    assert reported(order, line(0), line(1), line(1), line(0), line(2)) == [("one", 0), ("one", 1), ("one", 2)]
    assert wanted(order, 0) is None


def test_a_line_that_comes_too_early_waits_for_those_before_it() -> None:
    order = EventOrder()
    assert reported(order, line(0), line(3), line(2)) == [("one", 0)]
    assert wanted(order, 0) == MissingLines("one", 1, 1)
    assert reported(order, line(1)) == [("one", 1), ("one", 2), ("one", 3)]
    assert wanted(order, 100) is None


def test_who_comes_later_misses_nothing_that_was_before() -> None:
    order = EventOrder()
    order.on_found("one", 39)
    order.on_found("one", 41)
    assert reported(order, line(42)) == [("one", 42)]
    assert reported(order, line(41)) == []
    assert wanted(order, 0) is None


def test_the_last_lines_are_missed_when_the_table_says_how_far_it_has_come() -> None:
    order = EventOrder()
    assert reported(order, line(0)) == [("one", 0)]
    order.on_known("one", 2)
    assert wanted(order, 0) == MissingLines("one", 1, 2)
    assert reported(order, line(1), line(2)) == [("one", 1), ("one", 2)]


def test_a_table_that_is_started_anew_is_heard_from_its_first_line_and_after_the_rest_of_the_stream_before() -> None:
    order = EventOrder()
    first_of_two = OrderedLine("two", 0, b"", ("one", 3))
    assert reported(order, line(0), line(2), line(1, "two")) == [("one", 0)]
    assert wanted(order, 0) == MissingLines("one", 1, 1)
    assert reported(order, line(1)) == [("one", 1), ("one", 2)]
    assert wanted(order, 100) == MissingLines("two", 0, 0)
    assert reported(order, first_of_two) == []
    assert wanted(order, 200) == MissingLines("one", 3, 3)
    assert reported(order, line(3)) == [("one", 3), ("two", 0), ("two", 1)]


def test_a_stream_from_before_one_listened_is_passed_over() -> None:
    order = EventOrder()
    assert reported(order, line(5, "two"), line(3, "one")) == [("two", 5)]
    order.on_known("one", 7)
    assert wanted(order, 0) is None


def test_what_is_asked_for_in_vain_is_given_up_and_counted() -> None:
    order = EventOrder()
    reported(order, line(0), line(3))
    asked = 0
    now_s = 0.0
    released: tuple[OrderedLine, ...] = ()
    while not released and asked < 2 * MOST_REQUESTS:
        if order.due_request(now_s) is not None:
            asked += 1
            released = order.give_up()
        now_s += GAP_PATIENCE_S
    assert asked == MOST_REQUESTS
    assert [one.seq for one in released] == [3]
    assert order.lost == 2
    assert reported(order, line(1), line(4)) == [("one", 4)]


@given(st.integers(0, 2**32), st.integers(1, 40), st.integers(1, 3))
def test_whatever_is_shuffled_doubled_and_lost_on_the_way_is_delivered_in_order_and_once(
    seed: int, count: int, streams: int
) -> None:
    """As a broker and an outbox behave together: what is lost is asked for and sent once more."""
    draw = random.Random(seed)
    names = [f"stream {number}" for number in range(streams)]
    ends = [None, *((name, count - 1) for name in names)]
    afters = {(name, 0): end for name, end in zip(names, ends, strict=False)}

    def sent(seq: int, name: str) -> OrderedLine:
        return OrderedLine(name, seq, b"", afters.get((name, seq)))

    lines = [sent(seq, name) for name in names for seq in range(count)]
    order, heard = EventOrder(), list[tuple[str, int]]()
    heard += reported(order, lines[0])
    on_their_way = [one for one in lines[1:] if draw.random() > 0.3] * 2
    draw.shuffle(on_their_way)
    heard += reported(order, *on_their_way)
    order.on_known(names[-1], count - 1)  # as the table's next sign of life says
    for now_s in range(0, 100_000, 10):
        missing = wanted(order, now_s)
        if missing is None:
            break
        again = [sent(seq, missing.stream) for seq in range(missing.first, missing.last + 1)]
        draw.shuffle(again)
        heard += reported(order, *(one for one in again if draw.random() > 0.3))
    assert heard == [(one.stream, one.seq) for one in lines]
    assert order.lost == 0
