"""The second window: whose turn and the points as the match has them, turned as those want it who look at it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QScreen, QTransform
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from companion.codec.script import decode_match_opening
from companion.session.match import Match
from companion.ui.keyed_window import other_screen
from companion.ui.match import MatchWindow
from companion.ui.second_window import ScoreBoard, SecondWindow, onto_window, page_size
from companion.ui.settings import FarSide, load_settings
from companion.ui.themes import ACCENT
from tests.acts import do

MATCHES = Path(__file__).parents[1] / "rules" / "matches"


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Match]:
    """A recorded match, at its beginning."""
    recorded = json.loads((MATCHES / "ogre-killed.json").read_text())
    opening = {key: value for key, value in recorded.items() if key not in ("steps", "happened")}
    with Match.begin(tmp_path / "match.diceland", decode_match_opening(opening)) as begun:
        yield begun


@pytest.fixture
def window(qtbot: QtBot, match: Match) -> SecondWindow:
    made = SecondWindow()
    qtbot.addWidget(made)
    made.resize(1280, 720)
    made.show_match(match)
    return made


def _painted(board: ScoreBoard) -> QImage:
    return board.grab().toImage()


def _accents(image: QImage) -> list[QPointF]:
    """Where the accent is, on a coarse grid: the name of whoever is to move."""
    wanted = QColor(ACCENT).rgb()
    columns, rows = range(0, image.width(), 4), range(0, image.height(), 4)
    return [QPointF(x, y) for x in columns for y in rows if image.pixel(x, y) == wanted]


def _steps(name: str) -> list[dict[str, object]]:
    return list(json.loads((MATCHES / name).read_text())["steps"])


def test_it_says_whose_turn_it_is_and_everybodys_points(window: SecondWindow, match: Match) -> None:
    assert window.board.accessibleName() == f"{match.position.to_move}, turn {match.position.turn.number}"
    assert [(score.player, score.points) for score in window.board.scores] == list(match.position.score.items())
    assert [score.player for score in window.board.scores if score.to_move] == [match.position.to_move]


def test_it_follows_the_match_to_its_end(window: SecondWindow, match: Match) -> None:
    for step in _steps("ogre-killed.json"):
        do(match, step, source="keyboard")
    window.show_match(match)
    assert window.board.accessibleName() == f"{match.position.winner} has won"
    assert [score.player for score in window.board.scores if score.winner] == [match.position.winner]


@pytest.mark.parametrize("far_side", FarSide)
def test_the_page_fills_the_window_however_it_is_turned(far_side: FarSide) -> None:
    size = QSizeF(1280, 720)
    page = page_size(size, far_side)
    corners = [onto_window(size, far_side).map(QPointF(x, y)) for x in (0, page.width()) for y in (0, page.height())]
    assert {(round(c.x()), round(c.y())) for c in corners} == {(0, 0), (1280, 0), (0, 720), (1280, 720)}


@pytest.mark.parametrize(
    ("far_side", "corner"),
    [
        (FarSide.UPRIGHT, (0, 0)),
        (FarSide.RIGHT, (1280, 0)),
        (FarSide.OVER, (1280, 720)),
        (FarSide.LEFT, (0, 720)),
        (FarSide.MIRRORED, (1280, 0)),
    ],
)
def test_the_first_word_begins_in_the_corner_of_those_who_look(
    window: SecondWindow, far_side: FarSide, corner: tuple[int, int]
) -> None:
    window.turn_to(far_side)
    spots = _accents(_painted(window.board))
    nearest = min((spot - QPointF(*corner)).manhattanLength() for spot in spots)
    others = [(x, y) for x in (0, 1280) for y in (0, 720) if (x, y) != corner]
    assert nearest < min((spot - QPointF(*other)).manhattanLength() for spot in spots for other in others)


def test_mirrored_is_the_mirror_image(window: SecondWindow) -> None:
    upright = _painted(window.board)
    window.turn_to(FarSide.MIRRORED)
    ink, mirrored = len(_accents(upright)), _accents(_painted(window.board).transformed(QTransform.fromScale(-1, 1)))
    assert len(mirrored) == pytest.approx(ink, rel=0.05)
    assert sum(spot.x() for spot in mirrored) == pytest.approx(sum(s.x() for s in _accents(upright)), rel=0.05)


def test_the_next_side_comes_by_key_and_is_remembered(qtbot: QtBot, window: SecondWindow) -> None:
    with qtbot.waitActive(window):
        window.show()
    QTest.keyClick(window, Qt.Key.Key_R)
    assert window.board.far_side is FarSide.RIGHT
    assert load_settings().far_side is FarSide.RIGHT
    again = SecondWindow()
    qtbot.addWidget(again)
    assert again.board.far_side is FarSide.RIGHT


def test_turning_on_comes_round_to_upright(window: SecondWindow) -> None:
    window.turn_to(FarSide.UPRIGHT)
    seen = set()
    for _ in FarSide:
        seen.add(window.board.far_side)
        window.turn()
    assert (window.board.far_side, seen) == (FarSide.UPRIGHT, set(FarSide))


def test_it_takes_the_largest_other_screen() -> None:
    class Screen:
        def __init__(self, width: int, height: int) -> None:
            self._size = QSizeF(width, height)

        def size(self) -> QSizeF:
            return self._size

    laptop, beamer, wall = Screen(1920, 1080), Screen(1280, 720), Screen(3840, 2160)
    screens: list[QScreen] = [laptop, beamer, wall]  # type: ignore[list-item]
    assert other_screen(screens, screens[0]) is screens[2]
    assert other_screen(screens[:2], screens[0]) is screens[1]
    assert other_screen(screens[:1], screens[0]) is None


def test_before_a_match_there_is_an_empty_page(qtbot: QtBot) -> None:
    window = SecondWindow()
    qtbot.addWidget(window)
    window.resize(640, 400)
    assert _accents(_painted(window.board)) == []


def test_it_leaves_the_keyboard_to_the_match_and_passes_its_keys_on(qtbot: QtBot, match: Match) -> None:
    at_the_table = MatchWindow(match)
    qtbot.addWidget(at_the_table)
    with qtbot.waitActive(at_the_table):
        at_the_table.show()
    QTest.keyClick(at_the_table, Qt.Key.Key_F2)
    second = at_the_table.findChild(SecondWindow)
    assert isinstance(second, SecondWindow)
    qtbot.waitUntil(second.isVisible)
    qtbot.waitUntil(at_the_table.isActiveWindow)
    with qtbot.waitActive(second):
        second.activateWindow()  # as a click on it does
    before = at_the_table.presenter.mode
    QTest.keyClick(second, Qt.Key.Key_N)
    assert at_the_table.presenter.mode != before
    qtbot.waitUntil(at_the_table.isActiveWindow)
    at_the_table.close()


def test_a_match_turns_it_from_its_own_window(qtbot: QtBot, match: Match) -> None:
    at_the_table = MatchWindow(match)
    qtbot.addWidget(at_the_table)
    sides = []
    for _ in range(3):
        at_the_table.turn_second()
        second = at_the_table.findChild(SecondWindow)
        assert isinstance(second, SecondWindow)
        sides.append(second.board.far_side)
    assert sides == [FarSide.UPRIGHT, FarSide.RIGHT, FarSide.OVER], "it is opened first"
