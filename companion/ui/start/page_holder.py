"""Where pages are shown, one at a time: as large as the window, scrolled only where the window is too small for one."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget


class _Holder(QWidget):
    """Takes the least size of its page, whatever other pages there are (Qt's own stack takes the largest of all)."""

    def __init__(self) -> None:
        super().__init__()
        self.page: QWidget | None = None
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        """How high its page is at least, with its sentences broken at that width."""
        layout = self.page.layout() if self.page is not None else None
        return layout.minimumHeightForWidth(width) if layout is not None and layout.hasHeightForWidth() else 0

    def minimumSizeHint(self) -> QSize:
        return self.page.minimumSizeHint() if self.page is not None else QSize()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page fills it."""
        super().resizeEvent(event)
        if self.page is not None:
            self.page.setGeometry(self.rect())


class PageHolder(QScrollArea):
    """Shows one page; the others wait in it, hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self._holder = _Holder()
        self.setWidget(self._holder)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys scroll where there is anything to scroll; else they are the window's."""
        if self.verticalScrollBar().maximum() or self.horizontalScrollBar().maximum():
            super().keyPressEvent(event)
        else:
            event.ignore()

    def show_page(self, page: QWidget) -> None:
        """Show a page, taking it in where it is new."""
        before, self._holder.page = self._holder.page, page
        page.setParent(self._holder)
        page.setGeometry(self._holder.rect())
        page.show()
        if before is not None and before is not page:
            before.hide()
        self._holder.updateGeometry()
        self.ensureVisible(0, 0)

    def remove(self, page: QWidget) -> None:
        """Let go of a page."""
        if self._holder.page is page:
            self._holder.page = None
        page.hide()
        page.deleteLater()
