"""All windows have the same keys: F1 shows them, Esc goes back, Ctrl+Q quits; and no key that is listed is silent."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QMainWindow, QSpinBox, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

import companion.ui
from companion.certify.certificate.window import CertifyWindow
from companion.codec.die import known_dice
from companion.codec.script import decode_match_opening
from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.ui import open_desk, open_ruler
from companion.exercise_k.ui.desk_parts import PlayersWindow
from companion.exercise_k.ui.desk_window import DeskWindow
from companion.exercise_k.ui.opening_window import OpeningWindow
from companion.exercise_k.ui.ruler_window import RulerWindow
from companion.exercise_k.ui.style import OneLine
from companion.hall.client import HallClient
from companion.hall.window import HallWindow
from companion.session.guided_enrolment import DieObservation
from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.match_setup import MatchPlan
from companion.session.photographs import PhotographDesk
from companion.session.play.modes import Correcting, PickingDie
from companion.session.result import summarize_result
from companion.share.ruling_window import RulingWindow
from companion.ui import Window
from companion.ui.actions import WindowAction
from companion.ui.die_editor import DieEditor
from companion.ui.enrol import EnrolWindow
from companion.ui.keyed_window import AudienceWindow, KeyedWindow
from companion.ui.keys_page import KeysPage
from companion.ui.match import MatchWindow
from companion.ui.ogre_card import open_card
from companion.ui.ogre_card.window import CardWindow
from companion.ui.results import ResultWindow
from companion.ui.rooms import ROOMS
from companion.ui.second_window import SecondWindow
from companion.ui.settings import Settings, save_settings
from companion.ui.start import LaunchOptions, StartWindow
from tests.memory_broker import MemoryBroker
from tests.start.conftest import rest
from tests.start.test_rooms import PAGES

from .conftest import FakeReader

MATCHES = Path(__file__).parents[1] / "rules" / "matches"
_GAME: Final = {
    "format": 1,
    "profile": "exercise-k",
    "name": "Friday",
    "players": 8,
    "order": ["Black", "Blue", "Red", "Green"],
}


class Table:
    """Stands in for what watches a table, and sees nothing."""

    latest: TableSnapshot | None = None

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def locate(self, *_: object) -> DieObservation:
        return DieObservation(0)

    def read(self, *_: object) -> Any:
        raise AssertionError


class Windows:
    """Opens each kind of window as the program does; what one is opened from stays open beside it."""

    def __init__(self, folder: Path, reader: FakeReader, pictures: tuple[Path, ...]) -> None:
        self._folder, self._reader, self._pictures = folder, reader, pictures

    def start(self) -> StartWindow:
        return StartWindow(LaunchOptions(), lambda: (), ROOMS)

    def match(self) -> MatchWindow:
        recorded = json.loads((MATCHES / "ogre-killed.json").read_text())
        opening = {key: value for key, value in recorded.items() if key not in ("steps", "happened")}
        return MatchWindow(Match.begin(self._folder / "match.diceland", decode_match_opening(opening)))

    def picture(self) -> Window:
        return Window(self._reader, self._reader.dice, self._pictures)

    def second(self) -> SecondWindow:
        beside = self.match()
        beside.show()
        beside.open_second()
        second = beside.findChild(SecondWindow)
        assert isinstance(second, SecondWindow)
        return second

    def result(self) -> ResultWindow:
        beside = self.match()
        beside.show()
        path = beside.presenter.match.path
        return ResultWindow(summarize_result(path), path.with_suffix(".pdf"), beside)

    def card(self) -> CardWindow:
        return open_card()

    def enrolment(self) -> EnrolWindow:
        return EnrolWindow(known_dice()["ogre/gev"], Table(), Table(), lambda _: None)

    def certifying(self) -> CertifyWindow:
        return CertifyWindow(Table(), Table().read, self._certify)

    @staticmethod
    def _certify(_: object) -> Any:
        raise AssertionError

    def hall(self) -> HallWindow:
        return HallWindow(HallClient(MemoryBroker().line, "Carla"), "mqtt://hall:1883")

    def editor(self) -> DieEditor:
        return DieEditor({"ogre/gev": known_dice()["ogre/gev"]}, self._folder)

    def opening(self) -> OpeningWindow:
        window = open_desk(self._folder / "new.diceland")
        assert isinstance(window, OpeningWindow)
        return window

    def desk(self) -> DeskWindow:
        file = self._folder / "game.diceland"
        DeskGame.begin(file, decode_desk_opening(dict(_GAME))).close()
        window = open_desk(file)
        assert isinstance(window, DeskWindow)
        return window

    def players(self) -> PlayersWindow:
        beside = self.desk()
        beside.show()
        beside.toggle_players()
        return beside.players

    def ruling(self) -> RulingWindow:
        return RulingWindow(PhotographDesk(self._certify))  # type: ignore[arg-type]

    def ruler(self) -> RulerWindow:
        return open_ruler("")


_KINDS: Final[Mapping[str, type[KeyedWindow]]] = MappingProxyType(
    {
        "start": StartWindow,
        "match": MatchWindow,
        "picture": Window,
        "second": SecondWindow,
        "result": ResultWindow,
        "card": CardWindow,
        "enrolment": EnrolWindow,
        "certifying": CertifyWindow,
        "hall": HallWindow,
        "editor": DieEditor,
        "opening": OpeningWindow,
        "desk": DeskWindow,
        "players": PlayersWindow,
        "ruler": RulerWindow,
        "ruling": RulingWindow,
    }
)
Open = Callable[[str], KeyedWindow]


@pytest.fixture
def opened(
    qtbot: QtBot, tmp_path: Path, reader: FakeReader, pictures: tuple[Path, ...], explained: None
) -> Iterator[Open]:
    """Opens a window by its name, and has the keyboard go to it."""
    windows = Windows(tmp_path, reader, pictures)

    def open_window(name: str) -> KeyedWindow:
        window: KeyedWindow = getattr(windows, name)()
        window.resize(1280, 760)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield open_window
    for window in QApplication.topLevelWidgets():
        window.close()
        window.deleteLater()
    rest(10)


@pytest.fixture
def explained() -> None:
    """The cards of the first start have been seen."""
    save_settings(Settings(explained=True))


def press(window: QWidget, keys: str) -> None:
    """Keys in Qt's notation, to whatever has the keyboard."""
    focused: QWidget | None = window.focusWidget()
    QTest.keySequence(window if focused is None else focused, QKeySequence(keys))


def message(window: QWidget) -> str:
    """All that can be read in a window."""
    labels = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    lines = [line.text() for line in window.findChildren(OneLine)]
    bar = window.statusBar().currentMessage() if isinstance(window, QMainWindow) else ""
    return "\n".join([*labels, *lines, bar])


def listed(window: KeyedWindow) -> dict[str, str]:
    """The page of keys: keys -> what they do."""
    return {hint.keys: hint.title for group in window.key_groups() for hint in group.hints}


def shown_windows() -> list[KeyedWindow]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, KeyedWindow) and one.isVisible()]


def page_is_shown(window: KeyedWindow) -> bool:
    page = window.findChild(KeysPage)
    assert isinstance(page, KeysPage)
    return page.isVisible()


def test_there_is_no_other_window_than_these() -> None:
    for module in pkgutil.walk_packages(companion.ui.__path__, "companion.ui."):
        importlib.import_module(module.name)

    def below(kind: type[QWidget]) -> set[type[QWidget]]:
        return {kind}.union(*(below(one) for one in kind.__subclasses__()))

    own = {kind for kind in below(QMainWindow) if kind.__module__.startswith("companion.")}
    assert own == {KeyedWindow, AudienceWindow, *_KINDS.values()}


@pytest.mark.parametrize("name", _KINDS)
def test_idle_keys_say_why_f1_shows_the_keys_esc_puts_them_away_and_ctrl_q_quits(name: str, opened: Open) -> None:
    window = opened(name)
    window.setFocus()
    for action in idle_actions(window):
        assert_says_why(window, action)
    press(window, "F1")
    assert page_is_shown(window)
    assert {"F1", "Esc", "F11", "Ctrl+Q"} <= set(listed(window))
    press(window, "Esc")
    assert not page_is_shown(window)
    assert window.isVisible()
    press(window, "Ctrl+Q")
    assert not shown_windows()


@pytest.mark.parametrize("name", ["match", "hall", "result", "second", "players"])
def test_esc_leads_back_or_says_why_there_is_no_way(name: str, opened: Open) -> None:
    window = opened(name)
    alone = shown_windows() == [window]
    press(window, "Esc")
    assert window.isVisible() is alone
    assert not alone or "Ctrl+Q quits" in message(window)


@pytest.mark.parametrize("name", ["card", "editor", "ruler", "enrolment", "opening"])
def test_esc_leads_back_to_the_window_before(name: str, opened: Open) -> None:
    before = opened("start")
    window = opened(name)
    press(window, "Esc")
    assert not window.isVisible()
    assert before.isVisible()


@pytest.mark.parametrize("name", PAGES)
def test_a_key_of_a_page_that_can_do_nothing_says_why(name: str, opened: Open) -> None:
    window = opened("start")
    assert isinstance(window, StartWindow)
    window.open_page(PAGES[name](MatchPlan.fresh(known_dice())))
    press(window, "F1")
    assert page_is_shown(window)
    press(window, "Esc")
    typing = isinstance(window.focusWidget(), QLineEdit | QComboBox | QSpinBox | QTextEdit)
    for action in idle_actions(window):
        if not typing or action.keys[0].startswith(("Ctrl", "F")):
            assert_says_why(window, action)


def idle_actions(window: KeyedWindow) -> list[WindowAction]:
    """What can do nothing now of what the page of keys lists."""
    found = [action for action in (*window.actions_in_force, *window.described) if action.why_not()]
    assert all(sentence.why_not().endswith((".", "!", "…")) for sentence in found), [one.why_not() for one in found]
    return found


def assert_says_why(window: KeyedWindow, action: WindowAction) -> None:
    """Each of its keys says the sentence, and nothing else happens."""
    for key in action.keys:
        why_not = action.why_not()
        assert why_not, f"{key} has become possible by another key"
        window.say("")
        press(window, key)
        assert why_not in message(window), f"{window.windowTitle()}: {key} ({action.title}) is silent"


#: Keys that lead into the middle of something in a match, and what that is.
_MODES: Final = (("N",), ("N", "1"), ("T",), ("T", "K"), ("T", "G"), ("F7",), ("H",), ("N", "C"), ("E", "Esc"))


@pytest.mark.parametrize("keys", _MODES)
def test_keys_that_a_match_does_not_offer_now_say_why(keys: tuple[str, ...], opened: Open) -> None:
    window = opened("match")
    for key in keys:
        press(window, key)
    assert isinstance(window, MatchWindow)
    meant = {key for choice in window.presenter.choices for key in choice.keys}
    typing = isinstance(window.presenter.mode, Correcting | PickingDie)
    if window.focusWidget() is not window:
        meant.add("Tab")  # which moves on in what is open
    for action in idle_actions(window):
        typed = typing and len(action.keys[0]) == 1 and action.keys[0].isalpha()
        if meant.isdisjoint(action.keys) and not typed:
            assert_says_why(window, action)


def test_what_is_said_of_a_key_leaves_the_ruling_where_it_is(opened: Open) -> None:
    window = opened("match")
    before = window.findChild(QLabel, "sentence")
    assert isinstance(before, QLabel)
    ruled = before.text()
    press(window, "M")
    assert "Choose a die first" in message(window)
    assert before.text() == ruled
