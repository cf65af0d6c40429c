"""Rows and columns of widgets, each put together in one call; what scrolls, pages shown one at a time, and windows no
larger than their screen."""

from __future__ import annotations

from typing import Final, TypeVar

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

#: What a row or column holds: a widget or layout, alone or with its stretch; a number is empty room of that stretch.
LayoutPart = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
#: Left, top, right, bottom, px.
Margins = tuple[int, int, int, int]
_Box = TypeVar("_Box", bound=QBoxLayout)
#: What a system may draw around a window: rims beside it, a title bar above.
_FRAME: Final = QSize(16, 48)


def resize_to_screen(window: QWidget, wanted: QSize) -> None:
    """Make a window as large as wanted, and no larger than its screen has room for with the frame around it."""
    window.resize(wanted.boundedTo(window.screen().availableSize() - _FRAME))


class SnugScroll(QScrollArea):
    """Scrolls a widget up and down; as high as that needs, and lower where there is less room."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        _arrange_scrolling(self, inside, across=False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._fit()

    def sizeHint(self) -> QSize:
        return self._inside.sizeHint()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What it holds needs another height."""
        if watched is self._inside and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        self.setMaximumHeight(self._inside.sizeHint().height())
        self.updateGeometry()


def scrolled(inside: QWidget, *, across: bool = True) -> QScrollArea:
    """A widget that is scrolled where it has no room; it is no stop for the Tab key. across: sideways too."""
    area = QScrollArea()
    _arrange_scrolling(area, inside, across=across)
    return area


def _arrange_scrolling(area: QScrollArea, inside: QWidget, *, across: bool) -> None:
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setFrameShape(QFrame.Shape.NoFrame)
    if not across:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidgetResizable(True)
    area.setWidget(inside)


def row_of(
    *parts: LayoutPart, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Parts from left to right; ``on``: the widget that they fill; left out: the style's margins and spacing."""
    return _filled(QHBoxLayout() if on is None else QHBoxLayout(on), parts, margins, spacing)


def column_of(
    *parts: LayoutPart, on: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """The same from top to bottom."""
    return _filled(QVBoxLayout() if on is None else QVBoxLayout(on), parts, margins, spacing)


def _filled(box: _Box, parts: tuple[LayoutPart, ...], margins: Margins | None, spacing: int | None) -> _Box:
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        held, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(held, QWidget):
            box.addWidget(held, stretch)
        elif isinstance(held, QLayout):
            box.addLayout(held, stretch)
        else:
            box.addStretch(held)
    return box


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
    """Shows one page, scrolled only where the window is too small for it; the others wait in it, hidden."""

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
