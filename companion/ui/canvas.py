"""The table on the screen: a picture with its overlay, enlarged and moved by hand; dice picked by mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget
from shapely import Point, Polygon

from companion.session import Inspection, LayoutPiece
from companion.session.overlay import Scene, View, Zoomed, body_px, compose_scene
from companion.ui.overlay import paint_scene
from companion.ui.themes import GRAPHITE, tint, type_pt
from companion.ui.zoomed_picture import Framing, ZoomedPicture

#: What draws over a view of the table.
Composer = Callable[[View], Scene]

#: A canvas so wide has labels of full size; others in proportion, down to a share and up to another.
_FULL_WIDTH_PX: Final = 1150
_SMALLEST: Final = 1.0
_LARGEST: Final = 1.6


class Canvas(ZoomedPicture):
    """Shows a view of the table. ``picked``: the piece under a click or ``None``; ``pointed``: under the mouse."""

    picked = Signal(object)
    pointed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("canvas")
        self.setMouseTracking(True)
        self.setMinimumSize(240, 120)
        self._view: View | None = None
        self._pieces: tuple[LayoutPiece, ...] = ()
        self._compose: Composer | None = None
        self._whole: Scene | None = None  # over the whole picture: the same however it is moved
        self._bodies: dict[str, Polygon] = {}
        self._scene: Scene | None = None
        self._layer: QPixmap | None = None
        self._under: str | None = None

    def sizeHint(self) -> QSize:
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
            return compose_scene(inspection.layout, inspection.sighting, view, chosen=inspection.chosen)

        self.show_scene(inspection.layout.pieces, drawn)

    def show_scene(self, pieces: Sequence[LayoutPiece], compose: Composer) -> None:
        """Draw over the picture what ``compose`` makes of the view; the pieces are what the mouse can pick."""
        self._pieces, self._compose = tuple(pieces), compose
        self._over()

    def clear(self) -> None:
        """Show nothing."""
        self._pixmap, self._view, self._compose, self._whole = None, None, None, None
        self._bodies, self._pieces = {}, ()
        self.redraw()

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
        placement = self.placement()
        return Zoomed(self._view, placement.m11(), (placement.dx(), placement.dy()), (self.width(), self.height()))

    def piece_at(self, place: QPointF) -> str | None:
        """The die that is seen at a place of the widget; of several the one whose middle is nearest."""
        if self._pixmap is None:
            return None
        there = self.placement().inverted()[0].map(place)
        point = Point(there.x() - 0.5, there.y() - 0.5)
        under = {name: body for name, body in self._bodies.items() if body.covers(point)}
        return min(under, key=lambda name: under[name].centroid.distance(point)) if under else None

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture, then the overlay in the screen's own resolution."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(tint(GRAPHITE)))
        if self._pixmap is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setTransform(self.placement(), combine=True)
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
            paint_scene(painter, scene, point_px=self._point_px)
            painter.end()
        return self._layer

    def paint_below(self, painter: QPainter) -> None:
        """What lies between the picture and the overlay, in the widget's pixels; a picture that was taken has all."""

    def click_at(self, place: QPointF) -> None:
        """A click picks what is under it."""
        self.picked.emit(self.piece_at(place))

    def hover_at(self, place: QPointF) -> None:
        """Report the piece under the mouse when it has become another one."""
        piece = self.piece_at(place)
        if piece is not None and piece != self._under:
            self.pointed.emit(piece)
        self._under = piece

    @property
    def _point_px(self) -> float:
        """Pixels to the point of the labels: the screen's own, less where the table is shown small, more where it
        is shown large and in large type."""
        scale = min(_LARGEST, max(_SMALLEST, self.width() / _FULL_WIDTH_PX))
        return type_pt(100) / 100 * self.logicalDpiX() / 72 * scale

    def _over(self) -> None:
        """What lies over the picture is to be made anew."""
        self._whole = None
        if self._view is not None:
            self._bodies = {piece.id: Polygon(body_px(piece, self._view)) for piece in self._pieces}
        self.redraw()

    def redraw(self) -> None:
        """The overlay is made anew for where the picture stands."""
        self._scene, self._layer = None, None
        self.update()
