"""Setting up for a phone in the hand: which way is wanted, the markers laid out, three pictures, and the dice."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QSpinBox, QWidget

from companion.camera import Mat
from companion.errors import OperationError
from companion.session.hand_evening import HandEvening, HandStep, lay_mat, measure_phone, settle_dice
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import plain_label
from companion.ui.printed_mats import markers_mat
from companion.ui.start.feed_page import Foot
from companion.ui.start.print_page import PrintPage
from companion.ui.start.setup_flow import DiceChoicePage, SetupPage, SetupRooms, write_sample
from companion.ui.start.tiles import Tile, TileOffer

_USUAL_MM: Final = (1000, 620)
_SIZES_MM: Final = (350, 6000)
_PICTURES: Final = "*.jpg *.jpeg *.png *.webp *.JPG *.JPEG *.PNG"


class MountPage(QWidget):
    """``stand`` and ``hand``: which way the camera is used."""

    stand = Signal()
    hand = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = plain_label(pgettext("MountPage", "How does the camera see the table?"), "title")
        column = column_of(title, on=self, margins=(48, 28, 48, 28), spacing=16)
        self._tiles = [Tile(offer, parent=self) for offer in self.offers()]
        for tile, way in zip(self._tiles, (self.stand, self.hand), strict=True):
            tile.clicked.connect(way)
            column.addWidget(tile, stretch=1)
        self.setFocusProxy(self._tiles[0])

    def offers(self) -> tuple[TileOffer, ...]:
        """The two ways, in the order of their keys."""
        return (
            TileOffer(
                "stand",
                "1",
                pgettext("MountPage", "Camera on a stand"),
                pgettext("MountPage", "A webcam, or a phone on an arm: it watches the whole match."),
            ),
            TileOffer(
                "hand",
                "2",
                pgettext("MountPage", "Phone in the hand"),
                pgettext("MountPage", "Nothing to put up: it takes a picture whenever a ruling is wanted."),
            ),
        )

    def actions_here(self) -> tuple[WindowAction, ...]:
        """The two ways, by their numbers."""
        act = ActionMenu(pgettext("MountPage", "Camera"), "mount.").action
        tiles = zip(self.offers(), self._tiles, strict=True)
        return tuple(act(offer.id, offer.title, offer.key, tile.click) for offer, tile in tiles)


class LayPage(QWidget):
    """Where the markers belong, and how large the table is; ``laid``: its mat."""

    laid = Signal(object)

    def __init__(self, mat: Mat | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        width_mm, depth_mm = _USUAL_MM if mat is None else map(round, mat.table.size_mm)
        self.width_mm, self.depth_mm = self._box(width_mm), self._box(depth_mm)
        words = pgettext(
            "LayPage",
            "Lay the four sheets flat into the corners of the table, outer edges along its rim. Each sheet says which "
            "corner it is for. A strip of tape under each keeps it there.",
        )
        size = pgettext("LayPage", "Measure the table: a picture cannot tell a large table from a small one.")
        width, depth = plain_label(pgettext("LayPage", "Width, mm")), plain_label(pgettext("LayPage", "Depth, mm"))
        self.foot = Foot(pgettext("LayPage", "They lie there  (Enter)"), self)
        self.foot.go.clicked.connect(self.go)
        inside = column_of(
            plain_label(pgettext("LayPage", "Lay out the markers"), "title"),
            plain_label(words, wrap=True),
            plain_label(size, wrap=True),
            row_of(width, self.width_mm, depth, self.depth_mm, 1, spacing=12),
            1,
            margins=(48, 28, 48, 28),
            spacing=18,
        )
        column_of((inside, 1), self.foot, on=self, margins=(0, 0, 0, 0), spacing=0)
        self.setFocusProxy(self.width_mm)

    def go(self) -> None:
        """Take the table to be so large."""
        try:
            self.laid.emit(markers_mat("rect", (float(self.width_mm.value()), float(self.depth_mm.value()))))
        except OperationError as failure:
            self.foot.say(str(failure), "stop")

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Go on."""
        act = ActionMenu(pgettext("LayPage", "Markers"), "lay.").action
        return (act("go", pgettext("LayPage", "The markers lie there"), "Return Enter", self.go),)

    def _box(self, value: int) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(*_SIZES_MM)
        box.setValue(value)
        return box


class HandSetupFlow:
    """Owns the list of steps, and opens what each asks for."""

    def __init__(self, rooms: SetupRooms) -> None:
        self._rooms = rooms
        hint = pgettext(
            "HandSetupFlow",
            "Then `companion play --share --source phone` plays a match by pictures, and `companion referee --share` "
            "makes single rulings.",
        )
        self.page = SetupPage(HandEvening.now(), after=hint)
        self.page.chosen.connect(self.take)

    def refresh(self) -> None:
        """Show what is done by now."""
        self.page.show_evening(HandEvening.now())

    def take(self, step: HandStep) -> None:
        """Open the page of a step."""
        {
            HandStep.PRINT: self._print,
            HandStep.LAY: self._lay,
            HandStep.PICTURES: self._choose_pictures,
            HandStep.DICE: self._choose_dice,
        }[step]()

    def _print(self) -> None:
        page = PrintPage(self._rooms.dice)
        written = pgettext("HandSetupFlow", "Written: {file}. Print it at 100 %; the lens board is not needed.")
        page.written.connect(lambda file: self._done(written.format(file=file)))
        self._rooms.open_page(page)

    def _lay(self) -> None:
        page = LayPage(HandEvening.now().mat)
        page.laid.connect(self._laid)
        self._rooms.open_page(page)

    def _laid(self, mat: Mat) -> None:
        try:
            lay_mat(mat)
        except OperationError as failure:
            self._done(str(failure))
        else:
            self._done()

    def _choose_pictures(self) -> None:
        asked = pgettext("HandSetupFlow", "Three or more pictures of the table, as the phone stored them")
        kinds = pgettext("HandSetupFlow", "Pictures ({kinds})").format(kinds=_PICTURES)
        files, _ = QFileDialog.getOpenFileNames(self.page, asked, "", kinds)
        if files:
            self.measure([Path(file) for file in files])

    def measure(self, files: list[Path]) -> None:
        """Measure the phone by these pictures; what has come of it is reported."""
        try:
            QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
            message = " ".join(measure_phone(files))
        except OperationError as failure:
            message = str(failure)
        finally:
            QGuiApplication.restoreOverrideCursor()
        self._done(message)

    def _choose_dice(self) -> None:
        page = DiceChoicePage(self._rooms.dice, in_hand=True)
        page.printed.connect(self._settle_dice)
        page.pictured.connect(lambda: page.say(write_sample(self._rooms.dice)))
        self._rooms.open_page(page)

    def _settle_dice(self) -> None:
        settle_dice()
        self._done()

    def _done(self, message: str = "") -> None:
        """Back to the list, at the step that comes next."""
        self._rooms.leave_for(self.page)
        self.refresh()
        self._rooms.say(message)
