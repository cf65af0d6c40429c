"""One ruling at a table without a match: the code for the phone, and what that shows, for those who stand round."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QCloseEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from companion.session.photographs import PhotographDesk
from companion.share.photographs import ruling_photos
from companion.share.ruling_picture import ruling_image
from companion.share.sharing import Sharing
from companion.share.tables import RulingTable
from companion.share.window_part import ShareControl, ShareWish
from companion.text import pgettext
from companion.ui.keyed_window import HeadLine, KeyedWindow
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import PlainLabel, plain_label
from companion.ui.stylesheet import stylesheet
from companion.ui.themes import SMALL_PT

_LEAST_PX: Final = QSize(320, 240)


class RulingWindow(KeyedWindow):
    """Shares one table until it is closed; ``begin`` opens its page."""

    def __init__(self, desk: PhotographDesk) -> None:
        super().__init__(pgettext("RulingWindow", "One ruling"), stylesheet())
        self._photos = ruling_photos(desk)
        self._head = HeadLine("shared", self)
        self._said = plain_label(wrap=True)
        self._said.setStyleSheet(f"font-size: {SMALL_PT}pt;")
        self._picture = PlainLabel(parent=self)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._picture.setMinimumSize(_LEAST_PX)
        self._pixels = QPixmap()
        ground = QWidget(self)
        head = row_of(self._head, (self._said, 1), margins=(18, 8, 18, 8))
        column_of(head, (self._picture, 1), on=ground, margins=(0, 0, 0, 0), spacing=0)
        self.setCentralWidget(ground)
        self.control = ShareControl(
            self, self._share, line=self._head, say=self.say, menu=pgettext("RulingWindow", "Ruling")
        )
        self.install_actions(self.control.actions())
        self.resize(1000, 760)

    @property
    def sentence(self) -> str:
        """What is said in the head."""
        return self._said.text()

    @property
    def picture_size(self) -> QSize:
        """Of what the phone shows; empty where it shows no picture."""
        return self._pixels.size()

    def begin(self, wish: object) -> None:
        """Open the page, as the command line asked."""
        assert isinstance(wish, ShareWish)
        self._photos.desk.start()
        self.control.begin(wish)

    def say(self, sentence: str) -> None:
        """In the head, where people look."""
        self._said.setText(sentence)

    def go_back(self) -> None:
        """Put the code away; else close."""
        if not self.control.put_away():
            super().go_back()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture as large as there is room."""
        super().resizeEvent(event)
        self._fit()
        self.control.place()

    def closeEvent(self, event: QCloseEvent) -> None:
        """The page is closed, and every picture forgotten."""
        self.control.close()
        self._photos.desk.stop()
        super().closeEvent(event)

    def _share(self) -> Sharing:
        sharing = Sharing(RulingTable(self._photos), self)
        sharing.shown.connect(self._show)
        return sharing

    @Slot()
    def _show(self) -> None:
        """What the phone shows now; the code makes room for the first picture."""
        image = ruling_image(self._photos)
        state = self._photos.desk.state
        self.say(state.sentence)
        if image is None:
            self._pixels = QPixmap()
        else:
            if self._pixels.isNull():
                self.control.put_away()
            self._pixels = QPixmap.fromImage(image)
        self._fit()

    def _fit(self) -> None:
        if self._pixels.isNull():
            self._picture.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom)
            self._picture.setText(pgettext("RulingWindow", "Scan the code with the phone, and take a picture there."))
            return
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        how = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        self._picture.setPixmap(self._pixels.scaled(self._picture.size(), *how))
