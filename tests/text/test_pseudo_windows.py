"""No window bypasses the catalogue: every word of the start pages, of a match and of the desk is in brackets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMenu,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from companion.catalogue import EffectKind
from companion.codec.die import known_dice
from companion.session.exercise_k import DeskGame
from companion.session.match import Match
from companion.ui.exercise_k import open_desk
from companion.ui.match import MatchWindow
from companion.ui.rooms import ROOMS
from companion.ui.start import LaunchOptions, StartWindow
from tests.start.conftest import device, rest
from tests.text.pseudo import untranslated
from tests.ui.match.conftest import Player, die, gun

pytestmark = pytest.mark.usefixtures("pseudo_language")

#: Keys, units and names of the game, which are the same in every language.
_ALIKE = (
    *("Shift", "Ctrl", "Enter", "Esc", "Backspace", "Return", "Space", "Tab", "PgUp", "PgDn", "Del", "Home", "End"),
    *("Diceland", "Ogre", "Mark III", "Mark V", "Exercise K", "Cyburg", "Deep White Sea", "III", "Logitech BRIO"),
    *(kind.value for kind in EffectKind),
)
_TAG = re.compile(r"<[^>]*>|&nbsp;|&[a-z]+;")


def words_of(window: QWidget) -> list[str]:
    """Everything that a window says: on it, in its menus, in tips and to screen readers."""
    said: list[str] = [window.windowTitle()]
    for action in window.findChildren(QAction):
        said += [action.text(), action.toolTip()]
    for widget in [window, *window.findChildren(QWidget)]:
        said += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.statusTip()]
        if isinstance(widget, QLabel | QAbstractButton):
            said.append(widget.text())
        if isinstance(widget, QLineEdit):
            said.append(widget.placeholderText())
        if isinstance(widget, QGroupBox | QMenu):
            said.append(widget.title())
        if isinstance(widget, QComboBox):
            said += [widget.itemText(place) for place in range(widget.count())]
        if isinstance(widget, QListWidget):
            said += [widget.item(place).text() for place in range(widget.count())]
        if isinstance(widget, QTabWidget):
            said += [widget.tabText(place) for place in range(widget.count())]
    return [_TAG.sub(" ", words).replace("&", "") for words in said]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is painted instead of set."""
    words: list[str] = []

    def draw(_painter: QPainter, *said: object) -> None:
        words.extend(part for part in said if isinstance(part, str))

    monkeypatch.setattr(QPainter, "drawText", draw)
    return words


def bare(window: QWidget, drawn: list[str], names: set[str]) -> dict[str, list[str]]:
    """What is said outside the brackets, with the words that are no names."""
    window.grab()
    all_names = {*_ALIKE, *names}
    return {words: left for words in {*words_of(window), *drawn} if (left := untranslated(words, all_names))}
