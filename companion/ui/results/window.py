"""The result sheet on the screen, with one key to have it as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from companion.codec.result import MatchResultDocument
from companion.errors import OperationError
from companion.paper import Paper, page_image
from companion.text import pgettext
from companion.ui.actions import ActionMenu
from companion.ui.keyed_window import KeyedWindow, open_file
from companion.ui.layouts import column_of, resize_to_screen, row_of, scrolled
from companion.ui.plain_widgets import PlainLabel, SelectableText
from companion.ui.results.sheet import result_pages, write_result
from companion.ui.stylesheet import stylesheet

#: Fine enough for a page as wide as a large screen is high.
_DPI = 130
_GAP_PX = 14
#: On a screen with room for it.
_SIZE: Final = QSize(1000, 800)


class ResultWindow(KeyedWindow):
    """Shows the pages of a result; ``target``: the PDF that it writes."""

    def __init__(
        self,
        result: MatchResultDocument,
        target: Path,
        parent: QWidget | None = None,
        *,
        show_file: Callable[[Path], object] = open_file,
    ) -> None:
        super().__init__(pgettext("results", "Result sheet"), stylesheet(), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._result, self._target = result, target
        self._show_file = show_file
        self._pages: list[tuple[QLabel, QImage]] = []
        self._message = SelectableText(result.ending)
        self._message.setObjectName("resultSaid")
        act = ActionMenu(pgettext("results", "Result sheet")).action
        scroll = pgettext("results", "Scroll")
        self.install_actions(
            (
                act("save", pgettext("results", "Save and print"), "Ctrl+P", self.save),
                act("scroll.1", scroll, "PgUp", lambda: self._scroll_by(-1)),
                act("scroll.2", scroll, "PgDown", lambda: self._scroll_by(1)),
            ),
            menus=False,
        )
        self._arrange()
        resize_to_screen(self, _SIZE)

    @property
    def message(self) -> str:
        """The sentence below the pages."""
        return self._message.toPlainText()

    def save(self) -> None:
        """Write the sheet beside the match, and open it."""
        try:
            (file,) = write_result(self._result, self._target)
        except OperationError as failure:
            self._message.setPlainText(str(failure))
            return
        self._message.setPlainText(pgettext("results", "PDF written: {file}").format(file=file))
        self._show_file(file)

    def say(self, sentence: str) -> None:
        """Say something below the pages."""
        self._message.setPlainText(sentence)

    def _scroll_by(self, pages: int) -> None:
        bar = self._scroll.verticalScrollBar()
        bar.setValue(bar.value() + pages * bar.pageStep())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pages as wide as there is room."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Only now it is known how much room there is."""
        super().showEvent(event)
        self._fit()

    def _arrange(self) -> None:
        sheets = QWidget()
        for page in result_pages(self._result, Paper.A4):
            label = PlainLabel()
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setAccessibleName(page.title)
            self._pages.append((label, page_image(page, _DPI)))
        column_of(*(label for label, _ in self._pages), on=sheets, spacing=_GAP_PX)
        self._scroll = scrolled(sheets)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that keys turn the pages
        foot = row_of((self._message, 1), self.action_button("save"))
        ground = QWidget()
        column_of((self._scroll, 1), foot, on=ground)
        self.setCentralWidget(ground)

    def _fit(self) -> None:
        width = max(320, min(self._scroll.viewport().width() - 3 * _GAP_PX, self._pages[0][1].width()))
        for label, image in self._pages:
            shown = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
            label.setPixmap(QPixmap.fromImage(shown))
