"""The result sheet on the screen, with one key to have it as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QKeySequence, QPixmap, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton, QScrollArea, QVBoxLayout, QWidget

from companion.errors import OperationError
from companion.paper import Paper, page_image
from companion.paper.results import result_pages
from companion.session.result import MatchResult
from companion.text import translate
from companion.ui.keyed_window import open_file
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import PlainLabel, SelectableText
from companion.ui.results.result_files import result_sheet, write_result
from companion.ui.stylesheet import stylesheet

#: Fine enough for a page as wide as a large screen is high.
_DPI = 130
_GAP_PX = 14
#: On a screen with room for it.
_SIZE: Final = QSize(1000, 800)


class ResultWindow(QMainWindow):
    """Shows the pages of a result; ``target``: the PDF that it writes. Esc closes it."""

    def __init__(
        self,
        result: MatchResult,
        target: Path,
        parent: QWidget | None = None,
        *,
        show_file: Callable[[Path], object] = open_file,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._result, self._target = result, target
        self._show_file = show_file
        self.setWindowTitle(translate("results", "Result sheet"))
        self.setStyleSheet(stylesheet())
        self._pages: list[tuple[QLabel, QImage]] = []
        self._said = SelectableText(result.ending)
        self._said.setObjectName("resultSaid")
        self._arrange()
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)
        self.resize(_SIZE.boundedTo(self.screen().availableSize()))

    @property
    def said(self) -> str:
        """The sentence below the pages."""
        return self._said.toPlainText()

    def save(self) -> None:
        """Write the sheet beside the match, and open it."""
        try:
            (file,) = write_result(self._result, self._target)
        except OperationError as failure:
            self._said.setPlainText(str(failure))
            return
        self._said.setPlainText(translate("results", "PDF written: {file}").format(file=file))
        self._show_file(file)

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
        column = QVBoxLayout(sheets)
        column.setSpacing(_GAP_PX)
        for page in result_pages(result_sheet(self._result), Paper.A4):
            label = PlainLabel()
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setAccessibleName(page.title)
            self._pages.append((label, page_image(page, _DPI)))
            column.addWidget(label)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(sheets)
        save = QPushButton(translate("results", "Save and print  [Ctrl+P]"))
        save.setShortcut(QKeySequence("Ctrl+P"))
        save.clicked.connect(self.save)
        foot = row_of((self._said, 1), save)
        ground = QWidget()
        column_of((self._scroll, 1), foot, on=ground)
        self.setCentralWidget(ground)

    def _fit(self) -> None:
        width = max(320, min(self._scroll.viewport().width() - 3 * _GAP_PX, self._pages[0][1].width()))
        for label, image in self._pages:
            shown = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
            label.setPixmap(QPixmap.fromImage(shown))
