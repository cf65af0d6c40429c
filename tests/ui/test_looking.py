"""Windows over matches that cannot be written: they open, say so in one sentence, and no key fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMainWindow
from pytestqt.qtbot import QtBot

from companion.cli import main
from companion.codec.script import decode_match_opening
from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.ui.desk_window import DeskWindow
from companion.journal import read_record
from companion.rules import actions
from companion.session.match import Match
from companion.session.tracking_card import Row, TrackingCard
from companion.ui.match import MatchWindow
from companion.ui.ogre_card import CardWindow
from tests.acts import do
from tests.journal.places import disk_that_says_it_is_full, full_disk, read_only_medium
from tests.session.match.conftest import END, OPENING, SHOT

SAID = "is open read-only"


@pytest.fixture(params=[full_disk, read_only_medium, disk_that_says_it_is_full], ids=lambda place: place.__name__)
def there(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Takes a file to a place that cannot be written; the file there."""
    held = []

    def take(match: Path) -> Path:
        place = request.param(match, monkeypatch)
        moved: Path = place.__enter__()
        held.append(place)
        return moved

    yield take
    for place in held:
        place.__exit__(None, None, None)


def _shown(window: QMainWindow, qtbot: QtBot) -> None:
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()


def _press(window: QMainWindow, *keys: str) -> None:
    for key in keys:
        QTest.keySequence(window, QKeySequence(key))


def _words(window: QMainWindow) -> str:
    return " ".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def test_a_match_that_cannot_be_written_is_looked_at(there: Any, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "m.diceland"
    with Match.begin(path, decode_match_opening(OPENING)) as match:
        do(match, SHOT, source="keyboard")
        do(match, END, source="keyboard")
    before = read_record(path)
    file = there(path)
    window = MatchWindow(Match.resume(file))
    _shown(window, qtbot)
    assert SAID in window.presenter.prompt.sentence
    for keys in (("Z",), ("Shift+Z",), ("P",), ("Return",), ("F7", "5", "Return", "Esc"), ("H", "B", "H"), ("Ctrl+K",)):
        _press(window, *keys)
    assert not window.presenter.acts.undo()
    assert SAID in window.presenter.prompt.sentence
    assert not window.presenter.acts.do(actions.EndTurn(), source="keyboard")
    assert window.presenter.match.entries == before.entries
    window.close()
    assert read_record(file) == before


def test_a_tracking_card_that_cannot_be_written_is_looked_at(there: Any, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "card.diceland"
    with TrackingCard.begin(path, "III") as card:
        card.mark(Row.TREADS, 30, source="mouse")
        marks = card.marks
    window = CardWindow(TrackingCard.resume(there(path)))
    _shown(window, qtbot)
    assert SAID in _words(window)
    for keys in ("Z", "Shift+Z", "S", "T", "A", "M"):
        _press(window, keys)
        assert window.card.marks == marks
    assert SAID in _words(window)
    window.close()


def test_a_game_of_exercise_k_that_cannot_be_written_is_looked_at(there: Any, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "game.diceland"
    opening = {"format": 1, "profile": "exercise-k", "name": "Friday", "players": 12}
    with DeskGame.begin(path, decode_desk_opening(opening)) as desk:
        entries = desk.entries
    window = DeskWindow(DeskGame.resume(there(path)))
    _shown(window, qtbot)
    assert SAID in window.key_line.typed.text()
    QTest.keyClicks(window, " b2t3")
    QTest.keyClick(window, Qt.Key.Key_Return)
    _press(window, "Z", "Shift+Z", "Space")
    assert window.desk.entries == entries
    assert SAID in window.key_line.typed.text()
    window.close()


def test_a_match_that_cannot_be_written_is_reported_again(
    there: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "m.diceland"
    with Match.begin(path, decode_match_opening(OPENING)) as match:
        do(match, SHOT, source="keyboard")
    file = there(path)
    assert main(["replay", str(file)]) == 0
    assert main(["export", str(file), "-o", str(tmp_path / "out.json")]) == 0
    assert capsys.readouterr().err == ""
