"""Sharing from the windows: a key begins it, it shows that it is on, a key ends it; taps arrive in the match."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from companion import web
from companion.codec.die import known_dice
from companion.codec.script import decode_match_opening
from companion.errors import OperationError
from companion.opencv import cv2
from companion.session.match import Match
from companion.session.tracking_card import TrackingCard
from companion.share import sharing as sharing_module
from companion.share.panel import qr_picture
from companion.share.sharing import Invitation, Sharing
from companion.share.window_part import END_KEY, SHARE_KEY, ShareControl, ShareWish
from companion.ui.match import MatchWindow
from companion.ui.ogre_card import CardWindow
from companion.web import OWN_COMPUTER
from docs.pictures.example_match import dispute
from tests.share.conftest import Viewer
from tests.share.openings import shared_opening

#: Tests run beside each other; each runner has a port of its own.
PORT: Final = 18377 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))

_Answer = TypeVar("_Answer")


@pytest.fixture(autouse=True)
def _this_computer_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is served to the network that the tests run in, and no other test is met at the port."""
    monkeypatch.setattr(sharing_module, "own_interfaces", lambda: (OWN_COMPUTER,))
    monkeypatch.setattr(web, "DEFAULT_PORT", PORT)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MatchWindow]:
    match = Match.begin(tmp_path / "shared.diceland", decode_match_opening(shared_opening()))
    with open_window(MatchWindow(match), qtbot) as shown:
        yield shown


_Window = TypeVar("_Window", MatchWindow, CardWindow)


@contextmanager
def open_window(window: _Window, qtbot: QtBot) -> Iterator[_Window]:
    """A window with the keyboard, closed when the context ends."""
    qtbot.addWidget(window)
    window.resize(1366, 768)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    window.close()


class Phone(Viewer):
    """A viewer in a thread of its own, so that the window can answer."""

    def __init__(self, sharing: Sharing, qtbot: QtBot) -> None:
        assert sharing.server is not None
        super().__init__(sharing.server.port)
        self._qtbot = qtbot

    def meanwhile(self, work: Callable[[], _Answer]) -> _Answer:
        """Do something while the window lives on."""
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(work)
            self._qtbot.waitUntil(asked.done)
            return asked.result()


def press(window: MatchWindow | CardWindow, key: str) -> None:
    QTest.keySequence(window, QKeySequence(key))


def control(window: MatchWindow | CardWindow) -> ShareControl:
    part = window.parts["share"]
    assert isinstance(part, ShareControl)
    return part


def shared(window: MatchWindow | CardWindow) -> Sharing:
    sharing = control(window).sharing
    assert sharing is not None
    return sharing


def head(window: MatchWindow) -> str:
    label = window.findChild(QLabel, "shared")
    assert isinstance(label, QLabel)
    return label.text() if label.isVisible() else ""


def invitation_of(window: MatchWindow | CardWindow) -> Invitation:
    panel = control(window).panel
    assert panel is not None
    assert panel.invitation is not None
    return panel.invitation


def code_of(window: MatchWindow | CardWindow) -> str:
    return invitation_of(window).code


def codes_are_seen(window: MatchWindow) -> bool:
    panel = control(window).panel
    return panel is not None and panel.isVisible()


def test_a_key_begins_to_share_and_shows_one_code_after_the_other(window: MatchWindow) -> None:
    assert (control(window).is_on, head(window)) == (False, "")
    kinds, codes = [], set[str]()
    for _ in range(5):
        press(window, SHARE_KEY)
        invited = invitation_of(window)
        kinds.append((invited.kind, invited.allowed.player))
        codes.add(code_of(window))
    assert kinds == [("spectator", ""), ("card", "Anna"), ("card", "Ben"), ("referee", ""), ("overlay", "")]
    assert len(codes) == 5
    assert "0 looking on" in head(window)
    press(window, SHARE_KEY)
    assert not codes_are_seen(window)
    press(window, SHARE_KEY)
    assert code_of(window) not in codes  # no code is shown a second time
    press(window, "Esc")
    assert not codes_are_seen(window)
    assert control(window).is_on


def test_where_there_is_no_network_it_is_reported(window: MatchWindow) -> None:
    press(window, SHARE_KEY)
    sentence = window.findChild(QLabel, "sentence")
    assert isinstance(sentence, QLabel)
    assert sentence.text() == "This computer is in no network: phones cannot reach it."


def test_the_code_on_the_screen_leads_a_phone_to_the_match(window: MatchWindow, qtbot: QtBot) -> None:
    press(window, SHARE_KEY)
    phone = Phone(shared(window), qtbot)
    address = invitation_of(window).address
    scanned, _, _ = cv2.QRCodeDetector().detectAndDecode(qr_picture(address))
    assert scanned == address == f"http://127.0.0.1:{phone.port}/j/{code_of(window)}"
    assert phone.meanwhile(lambda: phone.join(code_of(window))) == 303
    (_, board) = phone.meanwhile(lambda: list(islice(phone.live(), 2)))[1]
    assert board["title"] == "Anna against Ben"


def test_what_is_done_in_the_window_is_seen_by_phones_and_counted_in_its_head(
    window: MatchWindow, qtbot: QtBot
) -> None:
    press(window, SHARE_KEY)
    phone = Phone(shared(window), qtbot)
    phone.join(code_of(window))
    live = phone.live()
    phone.meanwhile(lambda: list(islice(live, 2)))
    qtbot.waitUntil(lambda: "1 looking on" in head(window))
    press(window, "P")
    _, board = phone.meanwhile(lambda: next(live))
    assert board["turn"] == "Ben, turn 3"
    assert board["ruling"]["sentence"] == window.presenter.match.log[-1].story


def test_a_tap_on_a_phone_is_in_the_journal_and_undone_by_the_table_s_key(window: MatchWindow, qtbot: QtBot) -> None:
    for _ in range(3):
        press(window, SHARE_KEY)
    phone = Phone(shared(window), qtbot)
    phone.join(code_of(window))
    press(window, "Esc")
    full = window.presenter.position.cards["Ogre"].treads
    mark = {"do": "mark", "piece": "Ogre", "row": "treads", "left": full - 10, "revision": 0}
    assert phone.meanwhile(lambda: phone.want(mark)) == (200, "")
    assert window.presenter.position.cards["Ogre"].treads == full - 10
    assert window.presenter.match.log[-1].source == "phone: Ben"
    press(window, "Z")
    assert window.presenter.position.cards["Ogre"].treads == full


def test_a_call_from_a_player_s_phone_stands_in_the_window(window: MatchWindow, qtbot: QtBot) -> None:
    for _ in range(3):
        press(window, SHARE_KEY)
    phone = Phone(shared(window), qtbot)
    phone.join(code_of(window))
    assert phone.meanwhile(lambda: phone.want({"do": "call", "on": True})) == (200, "")
    assert "◆ Ben calls the referee." in head(window)
    assert phone.meanwhile(lambda: phone.want({"do": "call", "on": False})) == (200, "")
    assert "calls" not in head(window)


def test_one_key_ends_it_for_everybody(window: MatchWindow, qtbot: QtBot) -> None:
    before = list(window.presenter.observers)
    press(window, SHARE_KEY)
    phone = Phone(shared(window), qtbot)
    phone.join(code_of(window))
    live = phone.live()
    phone.meanwhile(lambda: list(islice(live, 2)))
    press(window, END_KEY)
    assert not control(window).is_on
    assert [kind for kind, _ in live] == ["ended"]
    assert (control(window).is_on, head(window), window.presenter.observers) == (False, "", before)
    with pytest.raises(ConnectionError):
        phone.ask("/")
    assert not codes_are_seen(window)
    press(window, SHARE_KEY)
    assert control(window).is_on


def test_closing_the_window_ends_it(window: MatchWindow, qtbot: QtBot) -> None:
    press(window, SHARE_KEY)
    phone = Phone(shared(window), qtbot)
    window.close()
    with pytest.raises(ConnectionError):
        phone.ask("/")


def test_the_command_line_s_wish_tells_the_addresses_once(window: MatchWindow, qtbot: QtBot) -> None:
    message: list[str] = []
    control(window).begin(ShareWish(0, message.append))
    titles = ["Look on", "Phone of Anna", "Phone of Ben", "Referee", "Stream (OBS)"]
    assert [line.partition(": ")[0] for line in message] == titles
    phone = Phone(shared(window), qtbot)
    assert phone.meanwhile(lambda: phone.join(message[0].rpartition("/")[2])) == 303


def test_a_port_in_use_is_reported_and_the_key_takes_another(
    window: MatchWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = Sharing.begin
    asked: list[int] = []

    def taken(sharing: Sharing, port: int) -> None:
        asked.append(port)
        if port:
            raise OperationError("Port taken.")
        begin(sharing, port)

    monkeypatch.setattr(Sharing, "begin", taken)
    control(window).begin(ShareWish(PORT, lambda _line: None))
    assert head(window) == ""
    press(window, SHARE_KEY)
    assert "shared" in head(window)
    assert asked == [PORT, PORT, 0]


def test_a_dispute_is_shown_as_the_table_shows_it(qtbot: QtBot, tmp_path: Path) -> None:
    match = Match.begin(tmp_path / "close.diceland", decode_match_opening(dispute(known_dice())))
    with open_window(MatchWindow(match), qtbot) as window:
        press(window, SHARE_KEY)
        phone = Phone(shared(window), qtbot)
        phone.join(code_of(window))
        press(window, "Esc")
        window.presenter.mouse.pick("Heavy Tank a")
        press(window, "1")
        assert window.presenter.prompt.doubt
        shared(window).show_now()
        board = phone.meanwhile(lambda: list(islice(phone.live(), 2)))[1][1]
        desk = shared(window).table.desk()
        status, _, jpeg = phone.ask(f"/picture/{board['ruling']['picture']}")
    assert board["ruling"]["doubt"]
    assert board["ruling"]["sentence"] == window.presenter.prompt.sentence
    assert board["ruling"]["numbers"]
    assert status == 200
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert 0 < picture.shape[1] <= 1280
    assert desk is not None
    assert len([choice for choice in desk.choices if choice.id.startswith("settle.")]) == 2


def test_a_card_without_a_match_is_on_a_phone_too(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(CardWindow(TrackingCard.begin(tmp_path / "card.diceland", "III")), qtbot) as window:
        press(window, SHARE_KEY)
        press(window, SHARE_KEY)
        phone = Phone(shared(window), qtbot)
        phone.join(code_of(window))
        mark = {"do": "mark", "piece": "card", "row": "treads", "left": 40, "revision": 0}
        assert phone.meanwhile(lambda: phone.want(mark)) == (200, "")
        assert window.card.marks.card.treads == 40
        assert "Treads: 5 lost" in window.message
    with pytest.raises(ConnectionError):
        phone.ask("/")


@pytest.mark.parametrize("text", ["http://127.0.0.1:8377/j/0123456789", "x" * 200])
def test_a_code_on_the_screen_has_its_quiet_zone_and_reads_as_what_it_is(text: str) -> None:
    picture = qr_picture(text)
    assert picture[0].min() == picture[:, -1].min() == 255
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == text
