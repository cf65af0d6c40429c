"""The table on the screen: a picture with its overlay, enlarged and moved by hand; dice picked by mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget
from shapely import Point, Polygon

from companion.session import Inspection, LayoutPiece
from companion.session.overlay import Scene, View, Zoomed, body_px, composed
from companion.ui.overlay import paint
from companion.ui.theme import GRAPHITE
from companion.ui.themes import points, tint

#: What draws over a view of the table.
Composer = Callable[[View], Scene]

_MOST: Final = 12.0
_STEP: Final = 1.25
_DRAG_PX: Final = 4
#: A canvas at least so wide has labels of full size; narrower ones in proportion, down to a share.
_FULL_WIDTH_PX: Final = 1150
_SMALLEST: Final = 0.72


@dataclass(frozen=True, slots=True)
class Framing:
    """How the picture stands in the widget: how many times larger than fitting it, and its middle, from 0 to 1."""

    zoom: float = 1.0
    middle: tuple[float, float] = (0.5, 0.5)


class Canvas(QWidget):
    """Shows a view of the table. ``picked``: the piece under a click or ``None``; ``pointed``: under the mouse."""

    picked = Signal(object)
    pointed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("canvas")
        self.setMouseTracking(True)
        self.setMinimumSize(320, 240)
        self._pixmap: QPixmap | None = None
        self._view: View | None = None
        self._pieces: tuple[LayoutPiece, ...] = ()
        self._compose: Composer | None = None
        self._framing = Framing()
        self._whole: Scene | None = None  # over the whole picture: the same however it is moved
        self._bodies: dict[str, Polygon] = {}
        self._scene: Scene | None = None
        self._layer: QPixmap | None = None
        self._pressed: QPointF | None = None
        self._dragged = False
        self._under: str | None = None

    def sizeHint(self) -> QSize:  # noqa: N802  (Qt's name)
        """Large, as the table is the screen."""
        return QSize(1200, 720)

    def show_table(self, image: QImage, view: View, inspection: Inspection) -> None:
        """Show another picture with what is chosen in it."""
        self.show_picture(image, view)
        self.show_inspection(inspection)

    def show_picture(self, image: QImage, view: View) -> None:
        """Show another picture; what it is enlarged to stays where the two have the same size."""
        other = self._view is not view or self._pixmap is None or self._pixmap.size() != image.size()
        if self._pixmap is None or self._pixmap.size() != image.size():
            self._framing = Framing()
        self._pixmap, self._view = QPixmap.fromImage(image), view
        if other:
            self._over()
        else:
            self.update()

    def show_inspection(self, inspection: Inspection) -> None:
        """Draw what is chosen now."""

        def drawn(view: View) -> Scene:
            return composed(inspection.layout, inspection.sighting, view, chosen=inspection.chosen)

        self.show_scene(inspection.layout.pieces, drawn)

    def show_scene(self, pieces: Sequence[LayoutPiece], compose: Composer) -> None:
        """Draw over the picture what ``compose`` makes of the view; the pieces are what the mouse can pick."""
        self._pieces, self._compose = tuple(pieces), compose
        self._over()

    def clear(self) -> None:
        """Show nothing."""
        self._pixmap, self._view, self._compose, self._whole = None, None, None, None
        self._bodies, self._pieces = {}, ()
        self._redraw()

    def fit(self) -> None:
        """The whole picture again."""
        self._framing = Framing()
        self._redraw()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Enlarge or reduce; the point of the picture at a place of the widget stays there."""
        if self._pixmap is None:
            return
        place = at or QPointF(self.width() / 2, self.height() / 2)
        before = self._placement().inverted()[0].map(place)
        self._framing = replace(self._framing, zoom=min(max(self._framing.zoom * factor, 1.0), _MOST))
        self._move(self._placement().map(before) - place)

    @property
    def zoom(self) -> float:
        """How many times larger than fitting the picture is shown."""
        return self._framing.zoom

    @property
    def scene(self) -> Scene | None:
        """What is drawn over the picture, in the widget's pixels."""
        if self._scene is None and self._view is not None and self._compose is not None:
            if self._whole is None:
                self._whole = self._compose(self._view)
            zoomed = self.zoomed_view()
            self._scene = self._whole.zoomed(zoomed.scale, zoomed.offset_px, zoomed.size_wh)
        return self._scene

    def zoomed_view(self) -> Zoomed:
        """From the table to the widget's pixels."""
        if self._view is None:
            raise LookupError("nothing is shown yet")
        placement = self._placement()
        return Zoomed(self._view, placement.m11(), (placement.dx(), placement.dy()), (self.width(), self.height()))

    def piece_at(self, place: QPointF) -> str | None:
        """The die that is seen at a place of the widget; of several the one whose middle is nearest."""
        if self._pixmap is None:
            return None
        there = self._placement().inverted()[0].map(place)
        point = Point(there.x() - 0.5, there.y() - 0.5)
        under = {name: body for name, body in self._bodies.items() if body.covers(point)}
        return min(under, key=lambda name: under[name].centroid.distance(point)) if under else None

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """The picture, then the overlay in the screen's own resolution."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tint(GRAPHITE)))
        if self._pixmap is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setTransform(self._placement(), combine=True)
            painter.drawPixmap(0, 0, self._pixmap)
            painter.resetTransform()
            self.paint_below(painter)
        if self.scene is not None:
            painter.drawPixmap(0, 0, self._overlay(self.scene))
        painter.end()

    def _overlay(self, scene: Scene) -> QPixmap:
        """The overlay as a picture of its own, kept until something else is drawn: a film's frames go by below it."""
        if self._layer is None:
            ratio = self.devicePixelRatioF()
            self._layer = QPixmap(round(self.width() * ratio), round(self.height() * ratio))
            self._layer.setDevicePixelRatio(ratio)
            self._layer.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._layer)
            paint(painter, scene, point_px=self._point_px)
            painter.end()
        return self._layer

    def paint_below(self, painter: QPainter) -> None:
        """What lies between the picture and the overlay, in the widget's pixels; a picture that was taken has all."""

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Fit again."""
        self._redraw()
        super().resizeEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802  (Qt's name)
        """Enlarge about the mouse."""
        self.zoom_by(_STEP ** (event.angleDelta().y() / 120), event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        """The beginning of a click, or of a drag."""
        self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        """Drag the picture, or tell what the mouse is over."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self._point_at(self.piece_at(event.position()))
            return
        way = event.position() - self._pressed
        if self._dragged or way.manhattanLength() > _DRAG_PX:
            self._dragged, self._pressed = True, event.position()
            self._move(-way)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  (Qt's name)
        """A click picks what is under it."""
        if self._pressed is not None and not self._dragged and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(self.piece_at(event.position()))
        self._pressed = None

    def _point_at(self, piece: str | None) -> None:
        """Tell the piece under the mouse when it has become another one."""
        if piece is not None and piece != self._under:
            self.pointed.emit(piece)
        self._under = piece

    @property
    def _point_px(self) -> float:
        """Pixels to the point of the labels: the screen's own, less where the table is shown small, more in large
        type."""
        return points(100) / 100 * self.logicalDpiX() / 72 * min(1.0, max(_SMALLEST, self.width() / _FULL_WIDTH_PX))

    def _placement(self) -> QTransform:
        """From the picture's pixels to the widget's."""
        assert self._pixmap is not None
        wide, tall = self._pixmap.width(), self._pixmap.height()
        scale = self._framing.zoom * min(self.width() / wide, self.height() / tall)
        x, y = (part * side for part, side in zip(self._framing.middle, (wide, tall), strict=True))
        return QTransform(scale, 0, 0, scale, self.width() / 2 - scale * x, self.height() / 2 - scale * y)

    def _move(self, way: QPointF) -> None:
        """Move the picture against a way in the widget, and no farther than its rim."""
        if self._pixmap is None:
            return
        scale = self._placement().m11()
        x = self._framing.middle[0] + way.x() / scale / self._pixmap.width()
        y = self._framing.middle[1] + way.y() / scale / self._pixmap.height()
        room = max(0.0, 0.5 - 0.5 / self._framing.zoom)
        self._framing = replace(self._framing, middle=(_held(x, room), _held(y, room)))
        self._redraw()

    def _over(self) -> None:
        """What lies over the picture is to be made anew."""
        self._whole = None
        if self._view is not None:
            self._bodies = {piece.id: Polygon(body_px(piece, self._view)) for piece in self._pieces}
        self._redraw()

    def _redraw(self) -> None:
        self._scene, self._layer = None, None
        self.update()


def _held(part: float, room: float) -> float:
    return min(max(part, 0.5 - room), 0.5 + room)
