"""The hall's window: calls first, the oldest on top; Enter answers, D settles; the event as files."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QListWidget, QTableWidget
from pytestqt.qtbot import QtBot

from companion.errors import InputError
from companion.geometry import Measurement
from companion.hall.broker import BrokerMessage
from companion.hall.client import HallBoard
from companion.hall.documents import HallTopic, TopicKind
from companion.hall.event_files import write_event
from companion.hall.outbox import Outbox
from companion.hall.publication import TablePublication, call_picture
from companion.hall.views import TableDetail
from companion.hall.window import HallWindow
from companion.session.match import Match
from tests.memory_broker import MemoryBroker
from tests.session.hall.test_hall_client import result

Opener = Callable[..., HallWindow]


@pytest.fixture
def tables(match: Match, broker: MemoryBroker, tmp_path: Path) -> Iterator[dict[str, TablePublication]]:
    found: dict[str, TablePublication] = {}
    for name in ("Table 1", "Table 2", "Table 10"):
        found[name] = TablePublication(name, Outbox(tmp_path / f"{name}.sqlite"), broker.line, match)
        found[name].open()
    yield found
    for one in found.values():
        one.close()


def part(window: HallWindow, kind: type[Any], name: str) -> Any:
    found = window.findChild(kind, name)
    assert isinstance(found, kind)
    return found


def calls(window: HallWindow) -> list[str]:
    window.refresh()
    listed = part(window, QListWidget, "calls")
    return [listed.item(place).text() for place in range(listed.count())]


def rows(window: HallWindow) -> list[list[str]]:
    window.refresh()
    listed = part(window, QTableWidget, "tables")
    return [[listed.item(row, column).text() for column in range(5)] for row in range(listed.rowCount())]


def state(window: HallWindow) -> str:
    window.refresh()
    return str(part(window, QLabel, "hall_state").text())


def press(window: HallWindow, key: Qt.Key) -> None:
    QTest.keyClick(window, key)


def test_every_table_has_a_row_with_who_plays_score_and_turn(
    tables: dict[str, TablePublication], open_hall: Opener, qtbot: QtBot
) -> None:
    hall = open_hall()
    qtbot.waitUntil(lambda: len(rows(hall)) == 3 and all(row[0].startswith("●") for row in rows(hall)))
    assert [row[0] for row in rows(hall)] == ["● Table 1", "● Table 2", "● Table 10"]
    assert rows(hall)[0][1] == "▸ ▲ Anna 0   ■ Ben 0"
    assert rows(hall)[0][2] == "2"
    assert state(hall).startswith("3 tables   ·   mqtt://hall:1883")
    assert calls(hall) == []
    assert part(hall, QLabel, "calls_head").text() == "Nobody has called the referee."


def test_enter_answers_the_oldest_call_and_d_settles_it(
    tables: dict[str, TablePublication], open_hall: Opener, qtbot: QtBot
) -> None:
    hall = open_hall()
    tables["Table 10"].call_referee("Is it nearer?")
    tables["Table 1"].call_referee("May it?")
    qtbot.waitUntil(lambda: len(calls(hall)) == 2)
    first, second = calls(hall)
    assert first.startswith("◆ Table 10")
    assert first.endswith("Is it nearer?")
    assert second.startswith("◆ Table 1")
    press(hall, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Carla is coming." in calls(hall)[-1])
    assert [one.split()[1:3] for one in calls(hall)] == [["Table", "1"], ["Table", "10"]]
    call = tables["Table 10"].call
    assert call is not None
    assert call.taken_by == "Carla"
    press(hall, Qt.Key.Key_D)
    qtbot.waitUntil(lambda: len(calls(hall)) == 1)
    assert tables["Table 10"].call is None


def test_the_table_that_is_chosen_is_shown_with_question_numbers_rules_and_picture(
    tables: dict[str, TablePublication], open_hall: Opener, qtbot: QtBot
) -> None:
    hall = open_hall()
    picture = call_picture(np.full((450, 800, 3), 90, np.uint8))
    asked = ("Is it <b>nearer</b>?", {"distance": Measurement(150.2, 0.6)}, ("OG-RANGE-02",), picture)
    tables["Table 2"].call_referee(*asked)
    qtbot.waitUntil(lambda: len(calls(hall)) == 1)
    hall.choose("Table 2")
    shown = part(hall, TableDetail, "detail")
    assert shown.words == "Table 2\nIs it <b>nearer</b>?\ndistance: 150.2 ± 0.6 mm\nOG-RANGE-02"
    assert part(hall, QLabel, "detail_question").textFormat() is Qt.TextFormat.PlainText
    assert shown.has_picture
    hall.choose("Table 1")
    assert shown.words == "Table 1"
    assert not shown.has_picture


def test_who_looks_at_a_table_goes_on_looking_at_it_when_others_come(
    tables: dict[str, TablePublication], open_hall: Opener, broker: MemoryBroker, qtbot: QtBot
) -> None:
    hall = open_hall()
    qtbot.waitUntil(lambda: len(rows(hall)) == 3)
    listed = part(hall, QTableWidget, "tables")
    listed.setCurrentCell(1, 0)
    topic = str(HallTopic(TopicKind.PRESENCE, "Stage"))
    broker.deliver(BrokerMessage(topic, b'{"format": 1, "online": true, "publisher": "x"}', retained=True))
    assert [row[0].split(" ", 1)[1] for row in rows(hall)] == ["Stage", "Table 1", "Table 2", "Table 10"]
    assert listed.currentRow() == 2
    assert part(hall, TableDetail, "detail").words == "Table 2"


def test_a_silent_table_and_a_broker_that_is_away_are_reported(
    tables: dict[str, TablePublication], open_hall: Opener, broker: MemoryBroker, qtbot: QtBot
) -> None:
    hall = open_hall()
    qtbot.waitUntil(lambda: all(row[0].startswith("●") for row in rows(hall)) and len(rows(hall)) == 3)
    broker.lines[0].breaks()
    assert rows(hall)[0][0] == "■ Table 1"
    assert rows(hall)[0][4].startswith("silent since ")
    assert "1 is silent" in state(hall)
    broker.lines[-1].breaks()
    assert state(hall) == "The line is broken."
    assert part(hall, QLabel, "hall_state").property("mood") == "stop"


def test_actions_that_lead_nowhere_cannot_be_chosen(open_hall: Opener) -> None:
    hall = open_hall()
    assert not part(hall, QAction, "take").isEnabled()
    assert not part(hall, QAction, "finish").isEnabled()


# --- the event as files -------------------------------------------------------------------------------------------


@pytest.fixture
def played(open_hall: Opener, broker: MemoryBroker) -> HallWindow:
    hall = open_hall()
    for number in range(40):
        keys = result((f"Player {number}", 50, True), (f"Player {number + 1}", number, False))
        topic = str(HallTopic(TopicKind.RESULT, str(number % 3), f"m{number}"))
        broker.deliver(BrokerMessage(topic, json.dumps({"format": 1, **keys}).encode(), retained=True))
    return hall


@pytest.mark.parametrize("ending", ["pdf", "csv", "json"])
def test_the_event_is_written_as_a_file(ending: str, played: HallWindow, tmp_path: Path) -> None:
    file = tmp_path / f"event.{ending}"
    played.export_to(str(file))
    assert part(played, QLabel, "hall_said").text().startswith(f"Written: {file}")
    assert file.stat().st_size > 1000
    if ending == "csv":
        with (tmp_path / "event-results.csv").open(encoding="utf-8") as results:
            assert len(list(csv.DictReader(results))) == 80
    elif ending == "json":
        assert len(json.loads(file.read_text(encoding="utf-8"))["results"]) == 40
    else:
        assert file.read_bytes().count(b"/Type /Page\n") >= 42


def test_what_cannot_be_written_is_reported(played: HallWindow, tmp_path: Path) -> None:
    played.export_to(str(tmp_path / "nowhere" / "event.csv"))
    assert "cannot be written" in part(played, QLabel, "hall_said").text()
    with pytest.raises(InputError, match=r"\.csv, \.json or \.pdf"):
        write_event(HallBoard(), tmp_path / "event.doc")
