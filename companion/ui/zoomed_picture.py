"""A picture that fills its widget: enlarged about the mouse, dragged, and clicked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPixmap, QResizeEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import QWidget

from companion.text import pgettext

_MOST: Final = 12.0
ZOOM_STEP: Final = 1.25
#: So far the mouse moves with its button held before that is no click any more.
DRAG_PX: Final = 4


@dataclass(frozen=True, slots=True)
class Framing:
    """How the picture stands in the widget: how many times larger than fitting it, and its middle, from 0 to 1."""

    zoom: float = 1.0
    middle: tuple[float, float] = (0.5, 0.5)


class ZoomedPicture(QWidget):
    """Owns how the picture stands; who derives from it paints, and says what a click and the mouse over it mean."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pixmap: QPixmap | None = None
        self._framing = Framing()
        self._raised_px = 0.0
        self._pressed: QPointF | None = None
        self._dragged = False

    @property
    def zoom(self) -> float:
        """How many times larger than fitting the picture is shown."""
        return self._framing.zoom

    def fit(self) -> None:
        """The whole picture again."""
        self._framing = Framing()
        self.redraw()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Enlarge or reduce; the point of the picture at a place of the widget stays there."""
        if self._pixmap is None:
            return
        place = at or QPointF(self.width() / 2, self.height() / 2)
        before = self.placement().inverted()[0].map(place)
        self._framing = Framing(min(max(self._framing.zoom * factor, 1.0), _MOST), self._framing.middle)
        self._move(self.placement().map(before) - place)

    def why_not_larger(self) -> str:
        """Why the picture cannot be enlarged, in a sentence; empty where it can."""
        if self._pixmap is None:
            return pgettext("keys", "There is no picture yet.")
        return pgettext("keys", "The picture is as large as it gets.") if self.zoom >= _MOST else ""

    def why_not_smaller(self) -> str:
        """The same for reducing it."""
        if self._pixmap is None:
            return pgettext("keys", "There is no picture yet.")
        return "" if self.zoom > 1 else pgettext("keys", "The whole picture is in sight already.")

    def placement(self) -> QTransform:
        """From the picture's pixels to the widget's."""
        if self._pixmap is None:
            return QTransform()
        wide, tall = self._pixmap.width(), self._pixmap.height()
        scale = self._framing.zoom * min(self.width() / wide, self.height() / tall)
        x, y = self._framing.middle[0] * wide, self._framing.middle[1] * tall
        return QTransform(
            scale, 0, 0, scale, self.width() / 2 - scale * x, self.height() / 2 - self.raised_px - scale * y
        )

    @property
    def raised_px(self) -> float:
        """How far above the widget's middle the picture stands; one that is enlarged stands where it was dragged."""
        return self._raised_px if self.zoom <= 1 else 0.0

    def raise_by(self, px: float) -> None:
        """Let the picture stand so far above the middle, as long as it is not enlarged."""
        if px != self._raised_px:
            self._raised_px = px
            self.redraw()

    def redraw(self) -> None:
        """Paint anew, because the picture stands otherwise."""
        self.update()

    def click_at(self, place: QPointF) -> None:
        """The picture was clicked there, in the widget's pixels."""

    def hover_at(self, place: QPointF) -> None:
        """The mouse is there, with no button held."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit again."""
        self.redraw()
        super().resizeEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Enlarge about the mouse."""
        self.zoom_by(ZOOM_STEP ** (event.angleDelta().y() / 120), event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The beginning of a click, or of a drag."""
        self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the picture, or report where the mouse is."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self.hover_at(event.position())
            return
        way = event.position() - self._pressed
        if self._dragged or way.manhattanLength() > DRAG_PX:
            self._dragged, self._pressed = True, event.position()
            self._move(-way)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The end of a click."""
        if self._pressed is not None and not self._dragged and event.button() == Qt.MouseButton.LeftButton:
            self.click_at(event.position())
        self._pressed = None

    def _move(self, way: QPointF) -> None:
        """Move the picture against a way in the widget, and no farther than its rim."""
        if self._pixmap is None:
            return
        scale, room = self.placement().m11(), max(0.0, 0.5 - 0.5 / self._framing.zoom)
        x = self._framing.middle[0] + way.x() / scale / self._pixmap.width()
        y = self._framing.middle[1] + way.y() / scale / self._pixmap.height()
        middle = min(max(x, 0.5 - room), 0.5 + room), min(max(y, 0.5 - room), 0.5 + room)
        self._framing = Framing(self._framing.zoom, middle)
        self.redraw()
