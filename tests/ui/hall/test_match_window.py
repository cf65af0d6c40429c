"""A match published from its window: it says that it is, one key calls the referee, one ends it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from companion.hall.broker import BrokerMessage
from companion.hall.documents import CallAnswerDocument, HallTopic, TopicKind, decode_call_picture, encode_message
from companion.hall.window_part import MatchPublishing
from companion.session.match import Match
from companion.ui.match import MatchWindow
from tests.memory_broker import MemoryBroker

ADDRESS = "mqtt://hall/Table%204"


def message(window: MatchWindow) -> str:
    label = window.findChild(QLabel, "hall_line")
    assert isinstance(label, QLabel)
    return label.text() if label.isVisible() else ""


def publishing(window: MatchWindow) -> MatchPublishing:
    part = window.parts["hall"]
    assert isinstance(part, MatchPublishing)
    return part


def action(window: MatchWindow, name: str) -> QAction:
    found = window.findChild(QAction, name)
    assert isinstance(found, QAction)
    return found


def press(window: MatchWindow, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(window, key, held)


def test_without_being_asked_nothing_is_published_and_nobody_can_be_called(
    window: MatchWindow, broker: MemoryBroker
) -> None:
    press(window, Qt.Key.Key_F12)
    assert message(window) == ""
    assert not action(window, "referee").isEnabled()
    assert not action(window, "publish.end").isEnabled()
    assert broker.lines == []


def test_one_key_calls_the_referee_with_sentence_and_picture_and_takes_it_back(
    window: MatchWindow, broker: MemoryBroker, qtbot: QtBot
) -> None:
    publishing(window).begin(ADDRESS)
    qtbot.waitUntil(lambda: "hall: Table 4" in message(window))
    press(window, Qt.Key.Key_F12)
    qtbot.waitUntil(lambda: bool(broker.reported(TopicKind.CALL)))
    call = broker.reported(TopicKind.CALL)[0]
    assert call["question"] == window.presenter.prompt.sentence
    assert decode_call_picture(call["picture"])
    assert "referee called" in message(window)
    answer = CallAnswerDocument(call=call["id"], act="take", by="<b>Carla</b>")
    broker.deliver(BrokerMessage(str(HallTopic(TopicKind.ANSWER, "Table 4")), encode_message(answer)))
    qtbot.waitUntil(lambda: "&lt;b&gt;Carla&lt;/b&gt; is coming" in message(window))
    press(window, Qt.Key.Key_F12)
    qtbot.waitUntil(lambda: broker.reported(TopicKind.CALL)[-1] is None)
    assert "hall: Table 4" in message(window)


def test_a_ruling_is_asked_about_with_its_numbers_and_rules(
    window: MatchWindow, broker: MemoryBroker, qtbot: QtBot
) -> None:
    publishing(window).begin(ADDRESS)
    window.presenter.mouse.pick("a1")
    window.presenter.press("1")
    ruling = window.presenter.prompt.ruling
    assert ruling is not None
    publishing(window).call_referee()
    qtbot.waitUntil(lambda: bool(broker.reported(TopicKind.CALL)))
    call = broker.reported(TopicKind.CALL)[-1]
    assert tuple(call["rules"]) == ruling.rules
    assert call["numbers"].keys() == dict(ruling.numbers).keys()


def test_a_broken_connection_is_reported_and_the_match_goes_on(
    window: MatchWindow, broker: MemoryBroker, qtbot: QtBot
) -> None:
    publishing(window).begin(ADDRESS)
    qtbot.waitUntil(lambda: "hall: Table 4" in message(window) and "no line" not in message(window))
    broker.lines[0].breaks()
    qtbot.waitUntil(lambda: "no line to the hall" in message(window))
    assert window.presenter.acts.undo() is False
    assert window.presenter.press("P")
    assert window.presenter.prompt.sentence.startswith("It is Ben's turn")
    broker.lines[0].open()
    qtbot.waitUntil(lambda: "no line" not in message(window))


def test_one_key_ends_publishing_and_says_goodbye(window: MatchWindow, broker: MemoryBroker, qtbot: QtBot) -> None:
    publishing(window).begin(ADDRESS)
    qtbot.waitUntil(lambda: bool(broker.reported(TopicKind.STATE)))
    press(window, Qt.Key.Key_F12, Qt.KeyboardModifier.ShiftModifier)
    assert broker.reported(TopicKind.PRESENCE)[-1]["left"] is True
    assert message(window) == ""
    assert not action(window, "referee").isEnabled()


def test_a_second_window_under_the_same_name_says_so_and_plays_on(
    window: MatchWindow, broker: MemoryBroker, qtbot: QtBot, match: Match, tmp_path: object
) -> None:
    publishing(window).begin(ADDRESS)
    second = MatchWindow(match)
    qtbot.addWidget(second)
    second.show()
    publishing(second).begin(ADDRESS)
    sentence = second.findChild(QLabel, "sentence")
    assert isinstance(sentence, QLabel)
    assert "already publishes under this table's name" in sentence.text()
    assert publishing(second).publication is None
    assert message(second) == ""


@pytest.mark.parametrize("kept", ["window", "program"])
def test_what_could_not_be_sent_waits_for_the_next_time(
    kept: str, window: MatchWindow, broker: MemoryBroker, qtbot: QtBot
) -> None:
    publishing(window).begin(ADDRESS)
    qtbot.waitUntil(lambda: bool(broker.reported(TopicKind.STATE)))
    reported = len(broker.reported(TopicKind.EVENTS))
    broker.lines[0].breaks()
    assert publishing(window).publication is not None
    qtbot.waitUntil(lambda: "no line" in message(window))
    if kept == "window":
        broker.lines[0].open()
    else:
        publishing(window).end()
        assert len(broker.reported(TopicKind.EVENTS)) == reported
        publishing(window).begin(ADDRESS)
    qtbot.waitUntil(lambda: "no line" not in message(window) and bool(message(window)))
    publishing(window).end()
    seqs = [(line["stream"], line["seq"]) for line in broker.reported(TopicKind.EVENTS)]
    assert seqs == sorted(set(seqs))
    assert len(seqs) > reported
