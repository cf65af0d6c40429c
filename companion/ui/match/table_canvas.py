"""The table of a match on the screen: the canvas, with drawn dice where no camera looks on, and a die in hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPixmap, QWheelEvent
from PySide6.QtWidgets import QWidget

from companion.catalogue import Die
from companion.geometry import Point
from companion.session import LayoutPiece
from companion.session.overlay import View
from companion.ui.canvas import Canvas, Composer
from companion.ui.drawn_table import FacePrints
from companion.ui.zoomed_picture import DRAG_PX

#: How far a notch of the wheel turns a die.
_TURN_DEG: Final = 15.0


class TableCanvas(Canvas):
    """``clicked``: a piece or ``None``, and the place on the plan (mm); ``carried``: the mouse with a die in hand;
    ``turned``: the wheel with one, in degrees; ``confirmed``: a double click, where a die is put down; ``taken``: a
    drawn die that the mouse drags; ``dropped``: where it is let go."""

    clicked = Signal(object, object)
    carried = Signal(object)
    turned = Signal(float)
    confirmed = Signal()
    taken = Signal(str)
    dropped = Signal(object)

    def __init__(self, prints: FacePrints, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prints = prints
        self._dice: Mapping[str, Die] = {}
        self._drawn: tuple[LayoutPiece, ...] = ()
        self._carrying, self._laying = False, False
        self._top_mm = 0.0
        self.picked.connect(self._told)
        self._at = QPointF()
        self._under_press: str | None = None
        self._dragging = False

    def show_match(
        self, pieces: Sequence[LayoutPiece], compose: Composer, *, drawn: Sequence[LayoutPiece], dice: Mapping[str, Die]
    ) -> None:
        """Show the pieces; ``drawn``: those to be painted, because no picture shows them; dice by piece."""
        self._drawn, self._dice = tuple(drawn), dice
        self.show_scene(pieces, compose)

    def hold(self, *, carrying: bool, laying: bool, top_mm: float) -> None:
        """Whether a die follows the mouse, and whether the wheel turns one; at which height its top face is."""
        self._carrying, self._laying, self._top_mm = carrying, laying, top_mm

    def keep_in_sight(self, outline_mm: Sequence[Point], *, covered_px: int) -> None:
        """Raise the picture until the table's near edge is above what covers the lower rim of the widget, but never so
        far that its far edge is cut off."""
        if self._view is None:
            return
        rows = self.zoomed_view().project([[*point, 0.0] for point in outline_mm])[:, 1] + self.raised_px
        under = float(rows.max()) - (self.height() - covered_px) if covered_px else 0.0
        self.raise_by(max(0.0, min(under, float(rows.min()))))

    def paint_below(self, painter: QPainter) -> None:
        """The dice that no picture shows."""
        if self._drawn:
            self.paint_dice(painter, self.zoomed_view())

    def paint_dice(self, painter: QPainter, view: View) -> None:
        """The same in another view."""
        for piece in self._drawn:
            self._prints.paint(painter, piece, self._dice[piece.id], view)

    def place_at(self, at: QPointF, *, top_mm: float) -> Point:
        """The plan coordinates of what is seen at a place of the widget, if it is that high."""
        x, y = self.zoomed_view().locate([[at.x() - 0.5, at.y() - 0.5]], height_mm=top_mm)[0]
        return float(x), float(y)

    @property
    def shown(self) -> tuple[QPixmap, View] | None:
        """The picture and its view, whole."""
        return None if self._pixmap is None or self._view is None else (self._pixmap, self._view)

    def whole_picture(self) -> QImage | None:
        """The picture with the dice that are drawn over it, without the overlay."""
        if self._pixmap is None or self._view is None:
            return None
        image = self._pixmap.toImage()
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_dice(painter, self._view)
        painter.end()
        return image

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the die in hand; without one, or with Ctrl, enlarge."""
        if self._laying and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            fine = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            notches = (event.angleDelta().y() or event.angleDelta().x()) / 120
            self.turned.emit(notches * (1.0 if fine else _TURN_DEG))
        else:
            super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A drawn die under the mouse may be dragged."""
        super().mousePressEvent(event)
        left = event.button() == Qt.MouseButton.LeftButton
        free = left and bool(self._drawn) and not self._carrying
        self._at, self._under_press, self._dragging = event.position(), None, False
        if free:
            self._under_press = self.piece_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a drawn die, or carry the one in hand."""
        if self._under_press is not None and event.buttons() & Qt.MouseButton.LeftButton:
            at = event.position()
            if not self._dragging and (at - self._at).manhattanLength() > DRAG_PX:
                self._dragging = True
                self.taken.emit(self._under_press)
            if self._dragging:
                self.carried.emit(self.place_at(at, top_mm=self._top_mm))
        elif self._carrying and self._view is not None and not event.buttons():
            self.carried.emit(self.place_at(event.position(), top_mm=self._top_mm))
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Put down what is dragged; else remember where, for whom the click is told."""
        self._at, self._under_press = event.position(), None
        if self._dragging:
            self._dragging, self._pressed = False, None
            self.dropped.emit(self.place_at(self._at, top_mm=self._top_mm))
            return
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A die that is put down by the first click is there; anything else is one more click."""
        if self._laying:
            self.confirmed.emit()
        else:
            super().mouseDoubleClickEvent(event)

    def _told(self, piece: object) -> None:
        if self._view is not None:
            self.clicked.emit(piece, self.place_at(self._at, top_mm=self._top_mm))
