"""Readers of the lines whose connection breaks again and again: nothing is lost, nothing comes twice."""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import suppress
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from companion.session.play import MatchPresenter
from companion.share.tables import MatchTable
from tests.patience import PATIENCE_S
from tests.share.conftest import HOST, SPECTATOR, Serve, Served, events
from tests.share.test_attacks import PATIENT

#: Lines of a long evening, and about how many a reader takes before the connection breaks.
LINES: Final = 10_000
TAKEN: Final = 700


@pytest.fixture
def long_evening(serve: Serve, presenter: MatchPresenter) -> Served:
    served = serve(MatchTable(presenter, watched=False), PATIENT)
    for number in range(LINES):
        served.server.tell_line(number, json.dumps({"seq": number, "text": "x" * 200}))
    return served


def counted(heard: list[int]) -> tuple[int, int]:
    """How many lines never came, and how many came more than once."""
    times = Counter(heard)
    return LINES - len(times), sum(count - 1 for count in times.values())


def test_a_reader_of_server_sent_events_goes_on_where_the_connection_broke(long_evening: Served) -> None:
    code, draw = long_evening.server.codes.draw(SPECTATOR), random.Random(1)
    heard: list[int] = []
    while len(heard) < LINES and (not heard or heard[-1] < LINES - 1):
        last = {"last_event_id": str(heard[-1])} if heard else {}
        connection, answer = long_evening.viewer().open(f"/events/{code}", **last)
        for _, data, _ in events(answer):
            heard.append(json.loads(data)["seq"])
            if heard[-1] == LINES - 1 or draw.random() < 1 / TAKEN:
                break
        connection.close()
    assert counted(heard) == (0, 0)


def test_a_reader_over_a_websocket_says_which_line_came_last(long_evening: Served) -> None:
    code, draw = long_evening.server.codes.draw(SPECTATOR), random.Random(2)
    heard: list[int] = []
    while not heard or heard[-1] < LINES - 1:
        after = f"?after={heard[-1]}" if heard else ""
        address = f"ws://{HOST}:{long_evening.server.port}/socket/{code}{after}"
        with suppress(ConnectionClosed), connect(address, open_timeout=PATIENCE_S, close_timeout=0) as line:
            while not heard or heard[-1] < LINES - 1:
                heard.append(json.loads(line.recv(timeout=PATIENCE_S))["seq"])
                if draw.random() < 1 / TAKEN:
                    break
    assert counted(heard) == (0, 0)
