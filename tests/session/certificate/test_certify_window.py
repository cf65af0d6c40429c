"""The window that takes the pictures: it says when to move the sheet, and counts only what was moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from companion.arrays import Image
from companion.certify.certificate.certificate import CertifiedSetup, certify
from companion.certify.certificate.sheet_picture import SheetPicture
from companion.certify.certificate.window import CapturePresenter, CertifyWindow
from companion.certify.documents import CertificateDocument
from companion.errors import OperationError
from companion.session.live import TableSnapshot, TableState
from tests.session.certificate.invented_sheets import SHOTS, Errors, camera, invent_pictures

PICTURES = invent_pictures(np.random.default_rng(1), Errors(hands_mm=0.3, camera_mm=0.1))
FRAME = np.full((90, 160, 3), 90, np.uint8)
SETUP = CertifiedSetup(camera(), "live", {}, datetime(2026, 11, 22, tzinfo=UTC))
MOVE = "Move the sheet to another part of the table and turn it ({taken} of 5)."


def snapshot(number: int, rest: int, state: TableState = TableState.SETTLED, message: str = "") -> TableSnapshot:
    return TableSnapshot(number, float(number), FRAME, state, message, (), rest, 0, camera())


class Table:
    """A watcher whose table comes to rest when it is asked to."""

    def __init__(self) -> None:
        self.latest: TableSnapshot | None = None
        self.stopped = False
        self._numbers = count(1)

    def start(self) -> None: ...

    def stop(self) -> None:
        self.stopped = True

    def show(self, rest: int, state: TableState = TableState.SETTLED, message: str = "") -> None:
        self.latest = snapshot(next(self._numbers), rest, state, message)


class Sheets:
    """Reads the pictures that were laid ready, one after the other."""

    def __init__(self, answers: Sequence[SheetPicture | OperationError]) -> None:
        self._answers = iter(answers)

    def read(self, pixels: Image, image: str = "") -> SheetPicture:
        answer = next(self._answers)
        if isinstance(answer, OperationError):
            raise answer
        return answer


Opened = Callable[[Sequence[SheetPicture | OperationError]], tuple[CertifyWindow, Table]]


@pytest.fixture
def opened(qtbot: QtBot) -> Iterator[Opened]:
    windows: list[CertifyWindow] = []

    def open_window(answers: Sequence[SheetPicture | OperationError]) -> tuple[CertifyWindow, Table]:
        table = Table()
        window = CertifyWindow(table, Sheets(answers).read, _finish)
        windows.append(window)
        qtbot.addWidget(window)
        window.start()
        return window, table

    yield open_window
    for window in windows:
        window.close()


def _finish(pictures: Sequence[SheetPicture]) -> tuple[CertificateDocument, str]:
    certificate = certify(pictures, (), SETUP)
    return certificate, f"Grade: {certificate.verdict}."


def test_a_picture_is_taken_at_every_rest_and_the_sheet_must_be_moved_between(qtbot: QtBot, opened: Opened) -> None:
    window, table = opened([PICTURES[0], PICTURES[0], *PICTURES[1:]])
    assert window.message == "Lay the sheet on the table, dice in its outlines, and take your hands away."
    table.show(1)
    qtbot.waitUntil(lambda: window.message == MOVE.format(taken=1))
    table.show(2)  # somebody only looked over the table: the sheet lies as it lay
    qtbot.waitUntil(lambda: window.reported == "The sheet lies as in a picture before: this one does not count.")
    assert window.message == MOVE.format(taken=1)
    for rest in range(3, 7):
        table.show(rest, TableState.HAND, "A hand is over the table.")
        qtbot.waitUntil(lambda: window.message == "A hand is over the table.")
        table.show(rest)
        qtbot.waitUntil(partial(_has_taken, window, rest - 1))
    qtbot.waitUntil(lambda: window.message.startswith("Enough: press Enter"))
    window.finish()
    assert window.message == "Grade: tournament."
    assert window.certificate is not None
    assert window.certificate.pictures == 5


def _has_taken(window: CertifyWindow, count: int) -> bool:
    return len(window.presenter.pictures) == count


def test_a_picture_that_cannot_be_used_says_why_and_is_taken_again(qtbot: QtBot, opened: Opened) -> None:
    window, table = opened([OperationError("2 marks of a certify sheet are seen."), PICTURES[0]])
    table.show(1)
    qtbot.waitUntil(lambda: window.reported == "2 marks of a certify sheet are seen.")
    assert not window.presenter.pictures
    table.show(2)
    qtbot.waitUntil(lambda: window.reported == "Picture 1: 8 dice, 8 marks.")
    window.drop_last()
    assert window.reported == "The last picture was dropped."
    assert not window.presenter.pictures
    assert not window.can_finish()


def test_closing_lets_go_of_the_camera(opened: Opened) -> None:
    window, table = opened([])
    window.close()
    assert table.stopped


def test_what_cannot_be_certified_is_reported(opened: Opened) -> None:
    window, _ = opened([])
    window.finish()
    assert window.message.startswith("Only 0 of 0 pictures")


def test_turning_the_sheet_counts_as_moving_it() -> None:
    presenter = CapturePresenter()
    x, y, turn = SHOTS[0]
    shots = ((x, y, turn), (x + 10, y, turn), (x, y, turn + 40), (x + 90, y, turn))
    for picture in invent_pictures(np.random.default_rng(2), Errors(), shots):
        presenter.on_picture(picture)
    assert [picture.image for picture in presenter.pictures] == ["shot-0.jpg", "shot-2.jpg", "shot-3.jpg"]
