"""Setting up for a phone in the hand, by keys: the question, the markers, the pictures, the dice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from companion.codec.mat import read_mat
from companion.codec.saved_cameras import recall_cameras
from companion.errors import OperationError
from companion.session.hand_evening import HandEvening, HandStep, lay_mat, measure_phone, settle_dice
from companion.session.match_setup import PHONE_SOURCE
from companion.ui import ROOMS, keyed_window
from companion.ui.start import LaunchOptions, StartWindow
from companion.ui.start.hand_setup import LayPage, MountPage
from companion.ui.start.print_page import PrintPage
from companion.ui.start.setup_flow import DiceChoicePage, SetupPage
from tests.start.conftest import press

Key = Qt.Key
HAND = Path(__file__).parents[2] / "fixtures" / "images" / "hand"
PICTURES = sorted(HAND.glob("table-*.jpg"))


@pytest.fixture
def window(qapp: QApplication, explained: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartWindow]:
    monkeypatch.setattr(keyed_window, "QDesktopServices", SimpleNamespace(openUrl=lambda _: None))
    made = StartWindow(LaunchOptions(), lambda: (), ROOMS)
    made.show()
    made.want("setup")
    yield made
    made.close()


def shows(window: StartWindow, page: type[QWidget]) -> bool:
    return isinstance(window.page, page)


def test_which_way_is_asked_first(window: StartWindow) -> None:
    assert shows(window, MountPage)
    press(window, Key.Key_1)
    page = cast(SetupPage, window.page)
    assert page.tile(HandStep.PRINT) is not None
    assert len(page.actions_here()) == 7
    press(window, Key.Key_Escape)
    press(window, Key.Key_2)
    assert [action.title for action in cast(SetupPage, window.page).actions_here()] == [
        "Print",
        "Lay out the markers",
        "Take three pictures",
        "Choose your dice",
    ]


def test_four_steps_lead_from_paper_to_a_measured_phone(window: StartWindow) -> None:
    press(window, Key.Key_2)
    steps = cast(SetupPage, window.page)
    press(window, Key.Key_3)
    assert "Lay out the markers first (2)." in window.statusBar().currentMessage()
    press(window, Key.Key_1)
    assert shows(window, PrintPage)
    press(window, Key.Key_Return)
    assert window.page is steps
    press(window, Key.Key_Return)
    laid = cast(LayPage, window.page)
    laid.width_mm.setValue(1200)
    press(window, Key.Key_Return)
    assert window.page is steps
    mat = HandEvening.now().mat
    assert mat is not None
    assert mat.table.size_mm == (1200.0, 620.0)
    press(window, Key.Key_4)
    choice = cast(DiceChoicePage, window.page)
    assert [offer.id for offer in choice.offers()] == ["printed", "pictures"]
    press(window, Key.Key_1)
    assert window.page is steps
    assert HandEvening.now().next is HandStep.PICTURES


def test_pictures_that_show_too_little_leave_the_phone_as_it_was() -> None:
    lay_mat(read_mat(HAND / "mat.json"))
    with pytest.raises(OperationError, match="three are needed"):
        measure_phone(PICTURES[:2])
    assert HandEvening.now().camera is None
    assert recall_cameras().named(PHONE_SOURCE).camera_file is None
    lines = measure_phone(PICTURES)
    assert lines[0].startswith("Calibration good: 4 pictures")
    evening = HandEvening.now()
    assert evening.camera is not None
    assert evening.rows[2].about == lines[0]
    settle_dice()
    assert all(row.done for row in HandEvening.now().rows)
