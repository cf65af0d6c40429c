"""No window bypasses the catalogue: every word of the start pages, of a match and of the desk is in brackets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction, QKeySequence, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from companion.catalogue import EffectKind
from companion.codec.die import known_dice
from companion.codec.script import decode_match_opening
from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.ui import open_desk
from companion.rules import SETTINGS, ledger
from companion.session.match import Match
from companion.session.match_setup import MatchPlan
from companion.ui.match import MatchWindow
from companion.ui.rooms import ROOMS
from companion.ui.start import LaunchOptions, StartWindow
from tests.start.conftest import device, rest
from tests.start.test_rooms import PAGES
from tests.text.pseudo import untranslated
from tests.ui.match.conftest import Player, die, gun

pytestmark = pytest.mark.usefixtures("pseudo_language")

#: Keys, units and names of the game, which are the same in every language.
_ALIKE = (
    *(
        "Shift",
        "Ctrl",
        "Enter",
        "Esc",
        "Backspace",
        "Return",
        "Space",
        "Tab",
        "PgUp",
        "PgDn",
        "Del",
        "Home",
        "End",
        "Down",
    ),
    *("Diceland", "Ogre", "Mark III", "Mark V", "Exercise K", "Cyburg", "Deep White Sea", "III", "Logitech BRIO"),
    *(kind.value for kind in EffectKind),
)
_TAG = re.compile(r"<[^>]*>|&nbsp;|&[a-z]+;|\b[A-Z]{2,3}-(?:[A-Z]+-)?\d\d\b")


def words_of(window: QWidget) -> list[str]:
    """Everything that a window says: on it, in its menus, in tips and to screen readers."""
    message: list[str] = [window.windowTitle()]
    for action in window.findChildren(QAction):
        message += [action.text(), action.toolTip()]
    for widget in [window, *window.findChildren(QWidget)]:
        message += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.statusTip()]
        if isinstance(widget, QLabel | QAbstractButton):
            message.append(widget.text())
        if isinstance(widget, QLineEdit):
            message.append(widget.placeholderText())
        if isinstance(widget, QGroupBox | QMenu):
            message.append(widget.title())
        if isinstance(widget, QComboBox):
            message += [widget.itemText(place) for place in range(widget.count())]
        if isinstance(widget, QListWidget):
            message += [widget.item(place).text() for place in range(widget.count())]
        if isinstance(widget, QTabWidget):
            message += [widget.tabText(place) for place in range(widget.count())]
    return [_TAG.sub(" ", words).replace("&", "") for words in message]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is painted instead of set."""
    words: list[str] = []

    def draw(_painter: QPainter, *message: object) -> None:
        words.extend(part for part in message if isinstance(part, str))

    monkeypatch.setattr(QPainter, "drawText", draw)
    return words


def bare(window: QWidget, drawn: list[str], names: set[str]) -> dict[str, list[str]]:
    """What is said outside the brackets, with the words that are no names."""
    window.grab()
    all_names = {*_ALIKE, *names}
    message = {_TAG.sub(" ", words) for words in (*words_of(window), *drawn)}
    return {words: left for words in message if (left := untranslated(words, all_names))}


@pytest.fixture(scope="module")
def printed() -> set[str]:
    """What stands in die files, values of settings, and places in the documents."""
    dice = known_dice().values()
    names = {name for die_ in dice for name in (die_.id, die_.label, die_.team, die_.set, die_.provenance)}
    effects = {effect.label for die_ in dice for face in die_.faces for effect in face.effects}
    keys = {key for setting in SETTINGS.values() for key in setting.values} | {rule.where for rule in ledger().values()}
    return (names | effects | keys) - {""}


@pytest.mark.parametrize("name", PAGES)
def test_no_start_page_bypasses_the_catalogue(name: str, qtbot: QtBot, drawn: list[str], printed: set[str]) -> None:
    plan = MatchPlan.fresh(known_dice()).with_army("⟦blue⟧", ["ogre/heavy-tank"] * 4)
    page = PAGES[name](plan)
    qtbot.addWidget(page)
    assert bare(page, drawn, printed | set(plan.names)) == {}


def test_no_word_of_the_start_window_bypasses_the_catalogue(qtbot: QtBot, drawn: list[str], printed: set[str]) -> None:
    window = StartWindow(LaunchOptions(), lambda: (device("Logitech BRIO"),), ROOMS)
    message = {words for action in window.actions_in_force for words in (action.title, action.menu)}
    window.toggle_keys()
    rest(10)
    assert [words for words in message if untranslated(words, _ALIKE)] == []
    assert bare(window, drawn, printed) == {}
    window.close()


def _match(tmp_path: Path) -> MatchWindow:
    opening = {
        "format": 1,
        "name": "Anna against Ben",
        "profile": "ogre",
        "table": {"size_mm": [1200, 900]},
        "players": [{"id": "Anna", "edge": "near"}, {"id": "Ben", "edge": "far"}],
        "dice": [die("Tank", gun(8)), die("Truck", block=2), die("Scout", gun(2, "short"), block=4)],
        "pieces": [
            {"id": "Tank", "die": "t/tank", "owner": "Anna", "face": "8", "centre_mm": [600, 300]},
            {"id": "Truck", "die": "t/truck", "owner": "Anna", "zone": "hand"},
            {"id": "Scout a", "die": "t/scout", "owner": "Ben", "face": "8", "centre_mm": [500, 700]},
            {"id": "Scout b", "die": "t/scout", "owner": "Ben", "face": "7", "centre_mm": [800, 600]},
            {"id": "Scout c", "die": "t/scout", "owner": "Ben", "zone": "reserve"},
        ],
        "score": {"Anna": 40, "Ben": 0},
        "to_move": "Anna",
    }
    return MatchWindow(Match.begin(tmp_path / "match.diceland", decode_match_opening(opening)))


def test_no_word_of_a_match_bypasses_the_catalogue(qtbot: QtBot, drawn: list[str], tmp_path: Path) -> None:
    window = _match(tmp_path)
    qtbot.addWidget(window)
    window.resize(1400, 900)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    player = Player(window)
    names = {"Anna against Ben", "Anna", "Ben", "Tank", "Truck", "Scout", "Gun", "t/tank", "t/truck", "t/scout"}
    found = bare(window, drawn, names)
    for keys in ("T", "Esc", "Tab", "1", "Return", "Esc", "L", "Esc", "W", "P", "E", "F1", "Esc", "Ctrl+E", "Esc"):
        player.press(keys)
        found |= bare(window, drawn, names)
    player.click_piece("Tank")
    for keys in ("1", "Return", "Z", "M", "Esc"):
        player.press(keys)
        found |= bare(window, drawn, names)
    assert found == {}
    window.close()


def test_no_word_of_the_desk_bypasses_the_catalogue(qtbot: QtBot, drawn: list[str], tmp_path: Path) -> None:
    file = tmp_path / "game.diceland"
    teams = ("Black", "Blue", "Red", "Green")
    talk = {"names": {"Black 1": "Ann", "Blue 1": "Ben"}, "allotted_min": 60}
    opening = {"format": 1, "profile": "exercise-k", "name": "Friday", "players": 8, "order": list(teams)}
    DeskGame.begin(file, decode_desk_opening(opening | {"table_talk": talk})).close()
    window: Any = open_desk(file)
    qtbot.addWidget(window)
    window.show()
    names = {"Ann", "Ben", "Friday", file.stem}
    found = bare(window, drawn, names)
    for keys in ("B2T5", "Return", "GC", "Return", "F1", "Esc", "Space", "F", "Return", "C"):
        for key in [keys] if len(keys) > 4 or keys in {"F1", "Esc"} else list(keys):
            QTest.keySequence(window, QKeySequence(key))
        found |= bare(window, drawn, names)
    assert found == {}
    window.close()


def test_no_page_before_a_game_of_exercise_k_bypasses_the_catalogue(
    qtbot: QtBot, drawn: list[str], printed: set[str]
) -> None:
    window: Any = open_desk(None)
    qtbot.addWidget(window)
    window.show()
    names = {"Ann", "Ben", *printed}
    found = bare(window, drawn, names)
    assert found == {}
    window.close()
