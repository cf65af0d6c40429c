"""The lens board before the camera: pictures are taken by themselves, and a ring shows where it has been."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication, Qt
from PySide6.QtWidgets import QWidget

from companion.camera import Charuco
from companion.codec.kept_cameras import keep_lens_pictures
from companion.errors import OperationError
from companion.session.match_setup import SourceChoice
from companion.session.table_measurement import LensPresenter
from companion.text import translate
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.frame_feed import FrameFeed
from companion.ui.layouts import column_of, row_of, scrolled
from companion.ui.plain_widgets import plain_label
from companion.ui.start.coverage_ring import CoverageRing
from companion.ui.start.foot import Foot
from companion.ui.start.live_picture import LivePicture
from companion.ui.themes import type_pt

_WIDTH_PX = 330


class LensPage(QWidget):
    """``done``: the lens is measured and its pictures are kept, said in words; ``skipped``: it is left out."""

    done = Signal(str)
    skipped = Signal()
    changed = Signal()

    def __init__(self, choice: SourceChoice, board: Charuco, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.presenter = LensPresenter(board)
        self._choice = choice
        self.picture = LivePicture(self)
        self.ring = CoverageRing(self)
        self._arrange()
        assert choice.opening is not None
        self.picture.show_words(translate("TablePage", "Opening {0} …").format(choice.name))
        self._feed: FrameFeed | None = FrameFeed(choice.opening, None, board=board)
        self._feed.arrived.connect(self._take)
        self._feed.troubled.connect(self._trouble)
        self._feed.start()

    @property
    def sentence(self) -> str:
        """What is said now."""
        return self._foot.text

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Measure, start again, leave it out."""
        act = ActionMenu(translate("LensPage", "Lens"), "lens.").action
        enough = unless(
            self._is_enough,
            translate("LensPage", "There are too few pictures of the board yet: go on showing it, or S leaves it out."),
        )
        some = unless(lambda: self.presenter.taken > 0, translate("LensPage", "No picture has been taken yet."))
        return (
            act("go", translate("LensPage", "Measure the lens"), "Return Enter", self.go, enough),
            act("again", translate("LensPage", "Take all pictures again"), "R", self.start_again, some),
            act("skip", translate("LensPage", "Leave it out"), "S", self.skip),
        )

    def go(self) -> None:
        """Measure the lens by what was taken, and keep that."""
        try:
            QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
            fit = self.presenter.measure()
            keep_lens_pictures(self._choice.words, self.presenter.pictures.pictures)
        except OperationError as failure:
            self._foot.say(str(failure), "stop")
            return
        finally:
            QGuiApplication.restoreOverrideCursor()
        self.close_feed()
        told = translate("LensPage", "The lens is measured: {used} of {taken} pictures used, off by {error:.2f} px.")
        self.done.emit(told.format(used=len(fit.views), taken=self.presenter.taken, error=fit.rms_px))

    def start_again(self) -> None:
        """Forget the pictures taken."""
        self.presenter.start_again()
        self._show()

    def skip(self) -> None:
        """Go on without."""
        self.close_feed()
        self.skipped.emit()

    def close_feed(self) -> None:
        """No thread outlives its page."""
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()

    def _is_enough(self) -> bool:
        return self.presenter.is_enough

    @Slot()
    def _take(self) -> None:
        live = self._feed.newest() if self._feed is not None else None
        if live is None:
            return
        self.picture.show_live(live.image, None)
        self.picture.show_board(live.board)
        try:
            self.presenter.on_picture(live.pixels, live.board)
        except OperationError as failure:
            self._foot.say(str(failure), "stop")
        else:
            self._show()

    @Slot(str)
    def _trouble(self, why: str) -> None:
        if why:
            self.picture.show_words(why)
            self._foot.say(why, "amber")

    def _show(self) -> None:
        presenter = self.presenter
        self.ring.show_coverage(presenter.coverage, presenter.taken)
        self._foot.say(*presenter.sentence)
        self._foot.go.setEnabled(presenter.is_enough)
        self.changed.emit()

    def _arrange(self) -> None:
        why = translate(
            "LensPage",
            "Every lens bends straight lines. Hold the board still until a picture is taken, then move on: ten "
            "pictures, and every part of the ring green.",
        )
        skip = translate("LensPage", "S leaves it out: the rim of the table will be off by some millimetres.")
        side = QWidget(self)
        centred = row_of(1, self.ring, 1)
        column_of(
            plain_label(translate("LensPage", "Lens board"), "section"),
            centred,
            plain_label(why, "small", wrap=True),
            plain_label(skip, "quiet", wrap=True),
            1,
            on=side,
            spacing=14,
        )
        beside = scrolled(side, across=False)
        beside.setFixedWidth(round(type_pt(_WIDTH_PX)))
        self._foot = Foot(translate("LensPage", "Measure the lens  (Enter)"), self)
        self._foot.go.clicked.connect(self.go)
        self._foot.go.setEnabled(False)
        middle = row_of((self.picture, 1), beside, margins=(16, 16, 16, 16), spacing=16)
        column_of((middle, 1), self._foot, on=self, margins=(0, 0, 0, 0), spacing=0)
