"""The picture under the hex ruler: enlarged and moved, clicked by mouse or by a cross hair, hexes drawn over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.exercise_k.rules.board import Hex
from companion.exercise_k.session.ruler import Grid, Ruler
from companion.ui.themes import ACCENT, AMBER, GRAPHITE, LEAST_PX, PAPER, tint
from companion.ui.zoomed_picture import ZOOM_STEP, ZoomedPicture

#: How far an arrow key moves the cross hair, in pixels of the screen; with Shift, and without.
_FAR_PX, _NEAR_PX = 40.0, 4.0
_ARROWS: Final = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}
#: Hexes of so many pixels have their number written in them.
_NAMED_PX: Final = 48.0
#: Words larger than this are cased all round, smaller ones have a shadow, which is quicker for a board full of them.
_LARGE_PX: Final = 20.0
_CASING: Final = (QPointF(1.2, 1.2), QPointF(-1.2, 1.2), QPointF(1.2, -1.2), QPointF(-1.2, -1.2))


class RulerCanvas(ZoomedPicture):
    """``clicked``: a place in the picture, px."""

    clicked = Signal(tuple)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._ruler: Ruler | None = None
        self._waiting: tuple[float, float] | None = None
        self._hexes: Mapping[Hex, QPolygonF] = {}  # in the picture
        self._grid: QPixmap | None = None  # drawn once for each way in which the picture stands
        self._cross: QPointF | None = None  # in the widget

    def sizeHint(self) -> QSize:
        return QSize(1200, 680)

    def show_picture(self, image: QImage) -> None:
        """Show the next picture."""
        if self._pixmap is None or self._pixmap.size() != image.size():
            self._grid = None
        self._pixmap = QPixmap.fromImage(image)
        self.update()

    def show_ruler(self, ruler: Ruler, waiting: tuple[float, float] | None) -> None:
        """Draw the hexes, the marks, the two ends; and a click whose hex is not named yet."""
        if self._ruler is None or ruler.marks != self._ruler.marks:
            outlines = ruler.grid.outlines_px() if ruler.grid is not None else {}
            self._hexes = {spot: QPolygonF([QPointF(*at) for at in one]) for spot, one in outlines.items()}
            self._grid = None
        self._ruler, self._waiting = ruler, waiting
        self.update()

    @property
    def has_picture(self) -> bool:
        """Whether a picture has come."""
        return self._pixmap is not None

    def place_of(self, spot_px: tuple[float, float]) -> QPointF:
        """Where in the widget a place of the picture is."""
        return self.placement().map(QPointF(*spot_px))

    # --- drawing -------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture, then what is measured over it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tint(GRAPHITE)))
        if self._pixmap is None:
            painter.end()
            return
        painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
        painter.setTransform(self.placement())
        painter.drawPixmap(0, 0, self._pixmap)
        painter.resetTransform()
        if self._ruler is not None:
            grid = self._ruler.grid
            if grid is not None:
                if self._grid is None:
                    self._grid = self._drawn_grid()
                painter.drawPixmap(0, 0, self._grid)
                self._paint_ends(painter, self._ruler, grid)
            for spot, place in self._ruler.marks.items():
                _paint_mark(painter, self.place_of(place), str(spot), AMBER)
        if self._waiting is not None:
            _paint_mark(painter, self.place_of(self._waiting), "?", AMBER)
        if self._cross is not None:
            area = QRectF(self.rect())
            for colour, width in ((QColor(GRAPHITE), 3.0), (QColor(ACCENT), 1.2)):
                painter.setPen(QPen(colour, width))
                painter.drawLine(QPointF(area.left(), self._cross.y()), QPointF(area.right(), self._cross.y()))
                painter.drawLine(QPointF(self._cross.x(), area.top()), QPointF(self._cross.x(), area.bottom()))
        painter.end()

    def redraw(self) -> None:
        """The hexes are drawn anew for where the picture stands."""
        self._grid = None
        self.update()

    def _drawn_grid(self) -> QPixmap:
        """The hexes in sight: light lines in a dark casing, legible on any map; numbers where there is room."""
        drawn = QPixmap(self.size())
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        placement = self.placement()
        placed = {spot: placement.map(one) for spot, one in self._hexes.items()}
        shown = {spot: one for spot, one in placed.items() if QRectF(self.rect()).intersects(one.boundingRect())}
        for colour, width in ((QColor(0, 0, 0, 110), 2.6), (QColor(255, 255, 255, 190), 1.0)):
            painter.setPen(QPen(colour, width))
            for one in shown.values():
                painter.drawPolygon(one)
        font = QFont(painter.font())
        for spot, one in shown.items():
            wide = one.boundingRect().width()
            if wide >= _NAMED_PX:
                font.setPixelSize(max(LEAST_PX, round(wide * 0.24)))
                painter.setFont(font)
                _paint_words(painter, str(spot), one.boundingRect().center())
        painter.end()
        return drawn

    def _paint_ends(self, painter: QPainter, ruler: Ruler, grid: Grid) -> None:
        for spot in ruler.ends:
            painter.setPen(QPen(QColor(ACCENT), 4))
            painter.setBrush(QColor(255, 224, 102, 70))
            painter.drawPolygon(QPolygonF([self.place_of(corner) for corner in grid.outline_px(spot)]))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        answer = ruler.range
        if answer is None:
            return
        one, other = (self.place_of(grid.centre_px(spot)) for spot in ruler.ends)
        for colour, width in ((QColor(GRAPHITE), 8.0), (QColor(ACCENT), 4.0)):
            painter.setPen(QPen(colour, width))
            painter.drawLine(one, other)
        font = QFont(painter.font())
        font.setPixelSize(44)
        font.setBold(True)
        painter.setFont(font)
        _paint_words(painter, str(answer.hexes), (one + other) / 2, ACCENT)

    # --- mouse and keys ------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The mouse takes the place of the cross hair."""
        self._cross = None
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys move a cross hair (with Shift a little), Enter clicks there, + and - enlarge and reduce."""
        key = Qt.Key(event.key())
        middle = QPointF(self.width() / 2, self.height() / 2)
        if key in _ARROWS:
            small = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._cross = (self._cross or middle) + _ARROWS[key] * (_NEAR_PX if small else _FAR_PX)
            self.update()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._cross is not None:
            self.click_at(self._cross)
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.zoom_by(ZOOM_STEP, self._cross or middle)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(1 / ZOOM_STEP, self._cross or middle)
        else:
            super().keyPressEvent(event)

    @property
    def has_cross(self) -> bool:
        """Whether the keys have brought a cross hair."""
        return self._cross is not None

    def click_at(self, place: QPointF) -> None:
        """Report its place in the picture."""
        if self._pixmap is not None:
            there = self.placement().inverted()[0].map(place)
            self.clicked.emit((there.x(), there.y()))


def _paint_words(painter: QPainter, words: str, middle: QPointF, colour: str = PAPER) -> None:
    """Words in a dark casing."""
    metrics = QFontMetricsF(painter.font())
    at = middle + QPointF(-metrics.horizontalAdvance(words) / 2, metrics.capHeight() / 2)
    painter.setPen(QColor(GRAPHITE))
    for way in _CASING if metrics.height() > _LARGE_PX else _CASING[:1]:
        painter.drawText(at + way, words)
    painter.setPen(QColor(colour))
    painter.drawText(at, words)


def _paint_mark(painter: QPainter, at: QPointF, words: str, colour: str) -> None:
    for ink, width in ((QColor(GRAPHITE), 6.0), (QColor(colour), 3.0)):
        painter.setPen(QPen(ink, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, 9, 9)
        painter.drawPoint(at)
    font = QFont(painter.font())
    font.setPixelSize(20)
    font.setBold(True)
    painter.setFont(font)
    _paint_words(painter, words, at + QPointF(0, -22), colour)
