"""The window that takes the pictures of a certificate: it says in large type when to move the sheet.

Certifying live: what the window says, and when a picture of the sheet is taken.

A picture counts once the table is at rest and the sheet lies elsewhere, or is turned, since the last one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QCloseEvent, QPixmap
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from companion.arrays import Image
from companion.camera.sources import Source
from companion.certify.certificate.certificate import CertifiedSetup, certify
from companion.certify.certificate.page import write_certificate_report
from companion.certify.certificate.sheet_picture import SheetPicture, SheetReader
from companion.certify.certificate.tuning import FEWEST_PICTURES
from companion.certify.documents import CertificateDocument, save_certificate
from companion.errors import OperationError
from companion.geometry import turn_between_deg
from companion.session.live import TableSnapshot, TableState, TableWatcher
from companion.text import gettext, pgettext
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.background import TableFollower, WatchedTable
from companion.ui.keyed_window import KeyedWindow
from companion.ui.layouts import column_of, resize_to_screen, row_of, scrolled
from companion.ui.painting import qimage_of
from companion.ui.plain_widgets import PlainLabel, plain_label
from companion.ui.stylesheet import stylesheet
from companion.ui.themes import ASH, PEBBLE, RULING_PT, SLATE, SMALL_PT, in_theme

_SHEET: Final = f"""
    #certifyTask {{ font-size: {RULING_PT + 6}pt; font-weight: bold; }}
    #certifyReported {{ color: {ASH}; }}
    #certifyCount {{ font-size: {2 * RULING_PT}pt; font-weight: bold; }}
    #certifyFoot {{ background: {SLATE}; border-top: 2px solid {PEBBLE}; }}
    #certifyFoot QLabel {{ background: {SLATE}; }}
    #certifyFoot QPushButton {{ font-size: {SMALL_PT}pt; padding: 6px 12px; }}
"""
_BUTTONS: Final = ("finish", "drop")


#: Five pictures earn every grade; more make the figures surer.
WANTED: Final = 5
#: A sheet that was moved by less and turned by less has not been moved. By eye: less than a hand moves anything.
_MOVED_MM: Final = 60.0
_TURNED_DEG: Final = 25.0


class CertifyWindow(KeyedWindow):
    """Takes pictures until there are enough. ``read`` says what one shows of the sheet; ``finish`` makes and writes the
    certificate of them, and returns it with the sentence to show. Both may raise OperationError."""

    def __init__(
        self,
        watcher: WatchedTable,
        read: Callable[[Image, str], SheetPicture],
        finish: Callable[[Sequence[SheetPicture]], tuple[CertificateDocument, str]],
    ) -> None:
        super().__init__(pgettext("CertifyWindow", "Certify the camera"), stylesheet() + in_theme(_SHEET))
        self.presenter, self._read, self._finish = CapturePresenter(), read, finish
        self._rest, self._busy = -1, False
        self.certificate: CertificateDocument | None = None
        self._follower = TableFollower(watcher, self)
        self._follower.seen.connect(self._on_snapshot)
        self._follower.thought.connect(self._on_picture)
        self._follower.failed.connect(self._on_refusal)
        self.install_actions(certify_actions(self))
        self._arrange()
        resize_to_screen(self, QSize(1280, 800))
        self._show()

    def start(self) -> None:
        """Begin to watch the table."""
        self._follower.start()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let go of the camera."""
        self._follower.close()
        super().closeEvent(event)

    @property
    def message(self) -> str:
        """What is to be done, in large type."""
        return self._task.text()

    @property
    def reported(self) -> str:
        """What came of the last picture."""
        return self._reported.text()

    # What can be done

    def can_finish(self) -> bool:
        """Whether there are enough pictures for a certificate."""
        return len(self.presenter.pictures) >= FEWEST_PICTURES

    def finish(self) -> None:
        """Make the certificate of the pictures taken so far."""
        try:
            self.certificate, words = self._finish(self.presenter.pictures)
        except OperationError as failure:
            words = str(failure)
        self._task.setText(words)
        self._reported.setText("")

    def drop_last(self) -> None:
        """Take the last picture out again; the sheet is looked at afresh."""
        self.presenter.drop_last()
        self._rest = -1
        self._show()

    def say(self, sentence: str) -> None:
        """Say something below what is to be done."""
        self._reported.setText(sentence)

    # What comes in

    @Slot(object)
    def _on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Show it, and have a sheet that has come to rest read."""
        frame = snapshot.frame
        if frame is not None:
            ratio, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            self._live.setPixmap(QPixmap.fromImage(qimage_of(frame).scaled(self._live.size(), ratio, smooth)))
        wanted = self.presenter.wants(snapshot) and not self._busy and snapshot.rest != self._rest
        if frame is not None and wanted:
            self._rest, self._busy, self.presenter.reading = snapshot.rest, True, True
            name = pgettext("CertifyWindow", "frame {number}", number=snapshot.number)
            self._follower.run(partial(self._read, frame, name))
        self._show()

    @Slot(object)
    def _on_picture(self, picture: SheetPicture) -> None:
        self._busy, self.certificate = False, None
        self.presenter.on_picture(picture)
        self._show()

    @Slot(str)
    def _on_refusal(self, why: str) -> None:
        self._busy = False
        self.presenter.on_refusal(why)
        self._show()

    # How it is shown

    def _arrange(self) -> None:
        ground, foot = QWidget(self), QFrame(self)
        foot.setObjectName("certifyFoot")
        self._live, self._count = PlainLabel(), plain_label(name="certifyCount")
        self._live.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._live.setMinimumSize(240, 135)
        self._live.setAccessibleName(pgettext("CertifyWindow", "The camera's picture"))
        self._task = plain_label(name="certifyTask", yields=True)
        self._reported = plain_label(name="certifyReported", yields=True)
        buttons = row_of(*(self._button(name) for name in _BUTTONS), 1)
        words = column_of(self._task, self._reported, buttons)
        row_of((words, 1), self._count, on=foot, margins=(18, 10, 18, 12), spacing=18)
        column_of((self._live, 1), foot, on=ground)
        self.setCentralWidget(scrolled(ground))

    def _button(self, name: str) -> QPushButton:
        """An action for the mouse, there while it can be done."""
        action, button = self._installed[name], self.action_button(name)
        action.changed.connect(lambda: button.setVisible(action.isEnabled()))
        return button

    def _show(self) -> None:
        if self.certificate is None:
            self._task.setText(self.presenter.task)
            self._reported.setText(self.presenter.reported)
        self._count.setText(f"{len(self.presenter.pictures)} / {WANTED}")
        self.refresh_actions()


def certify_actions(window: CertifyWindow) -> tuple[WindowAction, ...]:
    """What can be done, in the order of the menus and of the page of keys."""
    act = ActionMenu(pgettext("certify", "Pictures")).action
    enough = unless(
        window.can_finish, pgettext("certify", "There are too few pictures for a certificate yet: move the sheet on.")
    )
    some = unless(lambda: bool(window.presenter.pictures), pgettext("certify", "No picture has been taken yet."))
    return (
        act("finish", pgettext("certify", "Make the certificate"), "Return Enter", window.finish, enough),
        act("drop", pgettext("certify", "Drop the last picture"), "Backspace Z", window.drop_last, some),
    )


def open_certifying(sheets: SheetReader, setup: CertifiedSetup, source: Source, folder: Path) -> CertifyWindow:
    """The window, watching already; ``folder``: where the certificate is written when there are enough pictures."""

    def finish(pictures: Sequence[SheetPicture]) -> tuple[CertificateDocument, str]:
        certificate = certify(pictures, (), setup)
        write_certificate_report(certificate, folder)
        save_certificate(certificate)
        grade = pgettext("certificate", certificate.verdict)
        page = folder / "certificate.pdf"
        return certificate, gettext("Grade: {grade}. The page is {page}.", grade=grade, page=page)

    window = CertifyWindow(TableWatcher(source, sheets.on_stand), sheets.read, finish)
    window.start()
    return window


class CapturePresenter:
    """Holds the pictures that count and says what to do next; ``reported``: what came of the last one; ``reading``: one
    of the table at rest is being read."""

    def __init__(self) -> None:
        self.pictures: list[SheetPicture] = []
        self.reported, self.reading = "", False
        self._waits = False  # for the sheet to be moved
        self._sentence = ""

    def wants(self, snapshot: TableSnapshot) -> bool:
        """Whether the sheet is to be read in this snapshot of the table."""
        at_rest = snapshot.state is TableState.SETTLED and snapshot.frame is not None
        self._sentence = "" if at_rest else snapshot.sentence
        return at_rest

    def on_picture(self, picture: SheetPicture) -> None:
        """A table at rest was read: it counts where the sheet lies otherwise than in all pictures before."""
        self.reading, self._waits = False, True
        if all(_moved(picture, before) for before in self.pictures):
            self.pictures.append(picture)
            self.reported = gettext(
                "Picture {number}: {dice} dice, {marks} marks.",
                number=len(self.pictures),
                dice=sum(die.name is not None for die in picture.dice),
                marks=len(picture.marks_off_mm),
            )
        else:
            self.reported = gettext("The sheet lies as in a picture before: this one does not count.")

    def on_refusal(self, why: str) -> None:
        """It could not be read."""
        self.reported, self._waits, self.reading = why, False, False

    def drop_last(self) -> None:
        """Take the last picture out again."""
        if self.pictures:
            self.pictures.pop()
            self.reported, self._waits = gettext("The last picture was dropped."), False

    @property
    def task(self) -> str:
        """What to do now."""
        taken = len(self.pictures)
        if taken >= WANTED:
            return gettext("Enough: press Enter for the certificate, or go on moving the sheet.")
        if self._sentence:
            return self._sentence
        if self.reading:
            return gettext("The sheet is being read: leave it as it lies.")
        if self._waits and taken:
            return gettext(
                "Move the sheet to another part of the table and turn it ({taken} of {wanted}).",
                taken=taken,
                wanted=WANTED,
            )
        return gettext("Lay the sheet on the table, dice in its outlines, and take your hands away.")


def _moved(picture: SheetPicture, before: SheetPicture) -> bool:
    far_mm = math.dist(picture.middle_mm, before.middle_mm)
    return far_mm > _MOVED_MM or turn_between_deg(picture.fit.turn_deg, before.fit.turn_deg) > _TURNED_DEG
