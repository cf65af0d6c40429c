"""A short match at hand: a tank and a truck against a tank and a giant, all of them with simple faces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from companion.codec.script import decode_match_opening
from companion.session.match import Match
from companion.session.play.modes import Mode
from companion.ui.match import MatchWindow

_NET = ("BAC", "aBC", "cBa", "ABc", "Acb", "abc", "baC", "AbC")
_LEFT, _PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def gun(attack: int, reach: str = "long", **more: Any) -> dict[str, Any]:
    return {"kind": "weapon", "name": "Gun", "range": reach, "corners": [0, 1, 2], "attack": attack, **more}


def die(name: str, *effects: dict[str, Any], block: int = 5, **more: Any) -> dict[str, Any]:
    """A die whose sides 8 to 1 all bear the same effects; 8 rolls over its corners to other sides."""
    faces = []
    for place, vertices in enumerate(_NET):
        side = 8 - place
        faces.append(
            {
                "key": str(side),
                "side": side,
                "vertices": vertices,
                "block": block,
                "maneuver": [0, 1, 2],
                "damage": [0],
                "effect": list(effects),
            }
        )
    return {"id": f"t/{name.lower()}", "name": name, "points": 6, "face": faces, **more}


@pytest.fixture
def opening() -> dict[str, Any]:
    """Anna has a tank and a truck in hand; Ben's light tank lies on the far side, his gun in reserve."""
    return {
        "format": 1,
        "name": "Anna against Ben",
        "profile": "ogre",
        "table": {"size_mm": [1200, 900]},
        "players": [{"id": "Anna", "edge": "near"}, {"id": "Ben", "edge": "far"}],
        "dice": [die("Tank", gun(8)), die("Truck", block=2), die("Scout", gun(2, "short"), block=4)],
        "pieces": [
            {"id": "Tank", "die": "t/tank", "owner": "Anna", "zone": "hand"},
            {"id": "Truck", "die": "t/truck", "owner": "Anna", "zone": "hand"},
            {"id": "Scout a", "die": "t/scout", "owner": "Ben", "face": "8", "centre_mm": [500, 700]},
            {"id": "Scout b", "die": "t/scout", "owner": "Ben", "face": "7", "centre_mm": [800, 600]},
            {"id": "Scout c", "die": "t/scout", "owner": "Ben", "zone": "reserve"},
        ],
        "score": {"Anna": 40, "Ben": 0},
        "to_move": "Anna",
    }


class Player:
    """Somebody at the keyboard and the mouse of a match window."""

    def __init__(self, window: MatchWindow) -> None:
        self.window, self.presenter = window, window.presenter

    def press(self, *keys: str) -> None:
        """Keys in Qt's notation, one after the other."""
        for key in keys:
            QTest.keySequence(self.window, QKeySequence(key))

    def at(self, x_mm: float, y_mm: float, height_mm: float = 41.5) -> QPoint:
        """A place of the table on the canvas."""
        x, y = self.window.canvas.zoomed_view().project([[x_mm, y_mm, height_mm]])[0]
        return QPoint(round(x), round(y))

    def click(self, x_mm: float, y_mm: float) -> None:
        QTest.mouseClick(self.window.canvas, _LEFT, _PLAIN, self.at(x_mm, y_mm))

    def click_piece(self, name: str) -> None:
        self.click(*self.presenter.position.piece(name).placed.centre_mm)

    def move(self, x_mm: float, y_mm: float) -> None:
        QTest.mouseMove(self.window.canvas, self.at(x_mm, y_mm))

    def click_button(self, choice: str) -> None:
        found = self.window.findChildren(QPushButton, f"choice.{choice}")
        (button,) = (button for button in found if button.isVisible())
        QTest.mouseClick(button, _LEFT, _PLAIN)

    def words(self, name: str) -> str:
        label = self.window.findChild(QLabel, name)
        assert isinstance(label, QLabel)
        return label.text()

    def mode(self) -> Mode:
        """What the people are in the middle of, asked anew."""
        return self.presenter.mode

    @property
    def offered(self) -> dict[str, bool]:
        """Choice -> whether it is open."""
        return {choice.id: choice.open for choice in self.presenter.choices}


Seat = Callable[[dict[str, Any]], Player]


@pytest.fixture
def seat(qtbot: QtBot, tmp_path: Path) -> Seat:
    """Sits somebody down at a match that begins so."""
    count = 0

    def sit(opening: dict[str, Any]) -> Player:
        nonlocal count
        count += 1
        window = MatchWindow(Match.begin(tmp_path / f"match-{count}.diceland", decode_match_opening(opening)))
        qtbot.addWidget(window)
        window.resize(1400, 900)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return Player(window)

    return sit


@pytest.fixture
def player(seat: Seat, opening: dict[str, Any]) -> Player:
    return seat(opening)
