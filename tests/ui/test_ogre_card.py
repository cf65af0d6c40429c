"""``companion ogre-card``: the card alone, tapped and typed on as at the table, through the program's own main."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtPdf import QPdfDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.cli import main
from companion.codec.card_layout import bundled_layout
from companion.errors import OperationError
from companion.journal import read_record
from companion.rules import full_card
from companion.session.tracking_card import Row, TrackingCard
from companion.ui import for_windows
from companion.ui.ogre_card import CardView, CardWindow, open_card
from companion.ui.ogre_card.view import COLOURS
from companion.ui.settings import Settings, load_settings, save_settings
from companion.ui.themes import Theme, TypeSize, contrast

_LEFT, _PLAIN, _SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
Use = Callable[[CardWindow], None]


@pytest.fixture
def when_open(qapp: QApplication) -> Iterator[Callable[[Use], None]]:
    """Takes what is to be done with the window that main opens; then closes it."""
    timer = QTimer()
    timer.setInterval(10)
    failures: list[BaseException] = []

    def arrange(use: Use) -> None:
        def look() -> None:
            for window in QApplication.topLevelWidgets():
                if isinstance(window, CardWindow) and window.isActiveWindow():
                    timer.stop()
                    try:
                        use(window)
                    except BaseException as failure:  # noqa: BLE001  (reported by the test itself, below)
                        failures.append(failure)
                    window.close()

        timer.timeout.connect(look)
        timer.start()

    yield arrange
    timer.stop()
    assert failures == []


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[CardWindow]:
    made = open_card(mark="III", post=True)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
    yield made
    made.close()


def _tap(window: CardWindow, row: Row, place: int) -> None:
    QTest.mouseClick(window.view.row(row).spots[place], _LEFT, _PLAIN, QPoint(12, 12))


def _left(window: CardWindow, row: Row) -> int:
    """As shown: places of the row that are not crossed out."""
    return sum(not spot.scratched for spot in window.view.row(row).spots)


def test_marks_are_there_again_after_the_program_was_closed(when_open: Callable[[Use], None]) -> None:
    def first(window: CardWindow) -> None:
        _tap(window, Row.TREADS, 6)
        QTest.keyClick(window, Qt.Key.Key_S)

    def again(window: CardWindow) -> None:
        assert (_left(window, Row.TREADS), _left(window, Row.SECONDARY)) == (53, 5)
        assert "Secondary Battery: 1 lost, 5 of 6 left." in window.message

    when_open(first)
    assert main(["ogre-card", "--mark", "V"]) == 0
    when_open(again)
    assert main(["ogre-card"]) == 0


def test_a_mark_is_on_disk_before_it_is_shown(window: CardWindow) -> None:
    _tap(window, Row.AP, 3)
    (entry,) = read_record(window.card.path).entries
    assert (entry.content, entry.source) == ({"do": "mark", "row": "ap", "left": 7}, "mouse")
    assert entry.recorded_outcome["rules"] == ["OG-OGRE-17"]


@pytest.mark.parametrize("row", Row)
def test_every_row_is_marked_by_mouse_and_by_key(window: CardWindow, row: Row) -> None:
    full = _left(window, row)
    _tap(window, row, 0)
    assert _left(window, row) == full - 1
    key = {
        "M": Qt.Key.Key_M,
        "S": Qt.Key.Key_S,
        "I": Qt.Key.Key_I,
        "A": Qt.Key.Key_A,
        "T": Qt.Key.Key_T,
        "P": Qt.Key.Key_P,
    }
    letter = key["MSIATP"[list(Row).index(row)]]
    QTest.keyClick(window, letter, _SHIFT)
    assert _left(window, row) == full
    QTest.keyClick(window, letter)
    assert _left(window, row) == full - 1


def test_a_count_before_the_key_takes_so_many_OG_OGRE_20(window: CardWindow) -> None:  # noqa: N802
    """An Attack of 17 on the Treads: 15 of them, and with the first line the green dots that it owns (OG-OGRE-22)."""
    for key in (Qt.Key.Key_1, Qt.Key.Key_5, Qt.Key.Key_T):
        QTest.keyClick(window, key)
    assert _left(window, Row.TREADS) == 30
    assert window.message == "Treads: 15 lost, 30 of 45 left. Green dots with 3 are gone."
    QTest.keyClick(window, Qt.Key.Key_T)
    assert _left(window, Row.TREADS) == 29, "a count holds for one key"


def test_what_cannot_be_written_is_reported_and_not_shown(window: CardWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(*_: object, **__: object) -> None:
        raise OperationError("The match could not be written. See that there is room on the disk.")

    monkeypatch.setattr(window.card, "mark", full_disk)
    _tap(window, Row.AP, 0)
    assert window.message.startswith("The match could not be written.")
    assert _left(window, Row.AP) == 8


def test_undo_and_redo_by_key(window: CardWindow) -> None:
    _tap(window, Row.ARMOUR, 18)
    QTest.keyClick(window, Qt.Key.Key_Z)
    assert _left(window, Row.ARMOUR) == 60
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ShiftModifier)
    assert _left(window, Row.ARMOUR) == 41


def test_a_new_card_keeps_the_one_before(window: CardWindow) -> None:
    _tap(window, Row.MAIN, 0)
    before = window.card.path
    QTest.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert window.card.path != before
    assert (_left(window, Row.MAIN), window.card.marks.card.mark, window.card.marks.armour) == (2, "V", None)
    with TrackingCard.resume(before) as kept:
        assert kept.marks.left(Row.MAIN) == 0


def test_it_prints_what_is_marked(qtbot: QtBot, tmp_path: Path) -> None:
    shown: list[Path] = []
    card = TrackingCard.begin(tmp_path / "card.diceland", "III", post=True)
    window = CardWindow(card, show_file=shown.append)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    _tap(window, Row.ARMOUR, 3)
    QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    document = QPdfDocument()
    assert document.load(str(shown[0])) is QPdfDocument.Error.None_
    assert "Command Post: 56 of 60 armour left" in document.getAllText(0).text()
    window.close()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("type_size", [TypeSize.USUAL, TypeSize.VERY_LARGE])
@pytest.mark.parametrize(("mark", "size"), [("III", (1280, 800)), ("V", (1280, 800)), ("V", (1920, 1080))])
def test_everything_is_in_sight_and_large_enough_for_a_thumb(
    qtbot: QtBot, mark: str, size: tuple[int, int], language: str, type_size: TypeSize
) -> None:
    save_settings(replace(load_settings(), language=language, type_size=type_size))
    for_windows()
    window = open_card(mark=mark, post=True)
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    assert (window.width(), window.height()) == size
    for row in Row:
        for spot in window.view.row(row).spots:
            corner = spot.mapTo(window, QPoint(spot.width(), spot.height()))
            assert corner.x() <= size[0]
            assert corner.y() <= size[1]
            assert spot.width() * spot.height() >= 34 * 52
    window.close()
    save_settings(Settings())
    for_windows()


def test_what_cannot_be_opened_is_reported_in_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "card.diceland"
    with TrackingCard.begin(file, "III"):
        assert main(["ogre-card", "--match", str(file)]) == 1
    assert "open in another window" in capsys.readouterr().err
    file.write_bytes(bytes(100) + file.read_bytes()[100:])
    assert main(["ogre-card", "--match", str(file)]) == 1
    assert "A copy is saved" in capsys.readouterr().err


def test_a_file_that_is_no_card_is_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "card.diceland"
    file.write_text("no card")
    assert main(["ogre-card", "--match", str(file)]) == 2
    assert "left alone" in capsys.readouterr().err
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("card.diceland", "no card")]


def test_the_view_shows_the_card_of_a_match_and_changes_nothing_by_itself(qtbot: QtBot) -> None:
    view = CardView()
    qtbot.addWidget(view)
    card = full_card("III", bundled_layout("III"))
    view.show_card(card.without_treads(15), armour=12.0)
    reported: list[tuple[str, int]] = []
    view.marked.connect(lambda row, left: reported.append((row, left)))
    QTest.mouseClick(view.row(Row.TREADS).spots[19], _LEFT)
    assert reported == [("treads", 25)]
    assert sum(not spot.scratched for spot in view.row(Row.TREADS).spots) == 30
    assert view.row(Row.TREADS).spots[0].accessibleName() == "Treads: 1 is scratched"
    view.show_card(card)
    with pytest.raises(KeyError):
        view.row(Row.ARMOUR)


@pytest.mark.parametrize("theme", Theme)
def test_the_card_can_be_read_in_every_theme(theme: Theme) -> None:
    look = COLOURS[theme]
    for words, ground in (
        (look.ink, look.paper),
        (look.ink, look.touched),
        (look.quiet, look.paper),
        (look.quiet, look.worn),
        (look.dot_ink, look.dot),
    ):
        assert contrast(words, ground) >= 4.5
    assert min(contrast(look.scratch, look.worn), contrast(look.dot, look.paper)) >= 3
