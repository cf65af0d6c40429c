"""A face on the screen: one large and upright, and all eight on the die's net, each where it hangs together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QWidget

from companion.arrays import Image
from companion.catalogue import NORMAL_EDGE_MM, Die
from companion.paper import folding_net, map_triangle
from companion.ui.painters import set_ink, smooth_painter, text_font, write
from companion.ui.painting import qimage_of
from companion.ui.themes import ACCENT, ASH, BASE_PT, GRAPHITE, OK, PAPER, PEBBLE, SLATE, SMALL_PT, tint

#: A face's circumradius as a share of half its picture's side: as it is enrolled, and as it is printed.
_ENROLLED, _PRINTED = 92 / 95.5, 1.0
_GAP: Final = 0.12


class FaceView(QWidget):
    """One face, upright, with a dot at the corner that is up."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMinimumSize(180, 140)
        self._image: QImage | None = None
        self._dim, self._radius = False, _ENROLLED

    def sizeHint(self) -> QSize:
        return QSize(340, 280)

    def show_crop(self, picture: Image | None, *, dim: bool = False) -> None:
        """A face as it was photographed (square, corner 0 up); ``dim``: it is not saved."""
        self._image = None if picture is None else qimage_of(picture)
        self._dim, self._radius = dim, _ENROLLED
        self.update()

    def show_print(self, printed: QImage | None) -> None:
        """A face as it is printed."""
        self._image, self._dim, self._radius = printed, False, _PRINTED
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The triangle, or the place where it will be."""
        painter = smooth_painter(self)
        side, dim = min(self.width(), self.height() / 0.78), self._dim
        corners = _triangle(QPointF(self.width() / 2, self.height() / 2 + side * 0.115), side / 2 * 0.97)
        _paint_face(painter, self._image, corners, ASH if dim else ACCENT, dim=dim, radius=self._radius)
        if self._image is not None:
            set_ink(painter, GRAPHITE, 2, fill=ACCENT)
            painter.drawEllipse(corners[0], 7, 7)
        painter.end()


class NetView(QWidget):
    """The die's net; a side that has been filed is shown, the one that is up has a bright rim.

    ``picked``: the side under a click.
    """

    picked = Signal(str)

    def __init__(self, die: Die, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumSize(420, 240)
        #: Side -> its corners 0, 1, 2 on the net.
        self._places = _places(die)
        self._images: dict[str, QImage] = {}
        self._up = ""

    def sizeHint(self) -> QSize:
        return QSize(760, 420)

    def show_sides(self, filed: Mapping[str, Image], up: str) -> None:
        """The sides filed by now, and which is up (empty: nobody knows)."""
        self._images = {face: qimage_of(picture) for face, picture in filed.items()}
        self._up = up
        self.setAccessibleName(f"{len(filed)} / {len(self._places)}")
        self.update()

    def place_of(self, face: str) -> QPointF:
        """Where a side's middle lies in the widget."""
        corners = self._places[face]
        return self._fit().map((corners[0] + corners[1] + corners[2]) / 3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Report which side is clicked."""
        fit = self._fit()
        for face, corners in self._places.items():
            if fit.map(QPolygonF(corners)).containsPoint(event.position(), Qt.FillRule.OddEvenFill):
                self.picked.emit(face)

    def _fit(self) -> QTransform:
        """From the net to the widget."""
        area = QRectF(self.rect()).adjusted(10, 10, -10, -10)
        whole = QPolygonF([corner for corners in self._places.values() for corner in corners]).boundingRect()
        scale = min(area.width() / whole.width(), area.height() / whole.height())
        fit = QTransform.fromTranslate(area.center().x(), area.center().y()).scale(scale, scale)
        return fit.translate(-whole.center().x(), -whole.center().y())

    def paintEvent(self, event: QPaintEvent) -> None:
        """All eight sides."""
        painter, fit = smooth_painter(self), self._fit()
        for face in sorted(self._places, key=lambda face: face == self._up):
            corners = [fit.map(corner) for corner in self._places[face]]
            image, up = self._images.get(face), face == self._up
            _paint_face(painter, image, corners, ACCENT if up else OK if image else PEBBLE, thick=up)
            # A side's key in its middle, or, over a picture, on a plate near its foot.
            small = image is not None
            middle = (corners[0] + corners[1] + corners[2]) / 3
            foot = (corners[1] + corners[2]) / 2
            painter.setFont(text_font(SMALL_PT if small else BASE_PT + 4, bold=True))
            box = QRectF(painter.fontMetrics().boundingRect(face)).adjusted(-7, -2, 7, 2)
            box.moveCenter(middle + (foot - middle) * (0.72 if small else 0.0))
            if small:
                set_ink(painter, None, fill=GRAPHITE)
                painter.drawRoundedRect(box, 6, 6)
            write(painter, box, face, PAPER if small else ASH)
        painter.end()


def _triangle(centre: QPointF, radius: float) -> list[QPointF]:
    """Corners 0, 1, 2, counter-clockwise as seen, the first one up."""
    across, down = radius * 3**0.5 / 2, radius / 2
    return [centre + QPointF(0, -radius), centre + QPointF(-across, down), centre + QPointF(across, down)]


def _paint_face(
    painter: QPainter,
    image: QImage | None,
    corners: Sequence[QPointF],
    rim: str,
    *,
    dim: bool = False,
    thick: bool = False,
    radius: float = _ENROLLED,
) -> None:
    outline = QPainterPath()
    outline.addPolygon(QPolygonF([*corners, corners[0]]))
    painter.fillPath(outline, QColor(tint(SLATE)))
    if image is not None:
        painter.save()
        painter.setClipPath(outline)
        painter.setOpacity(0.45 if dim else 1.0)
        # From a face's picture to where its corners are to lie.
        middle = (image.width() - 1) / 2
        source = QPolygonF(_triangle(QPointF(middle, middle), radius * middle))
        painter.setTransform(map_triangle(source, QPolygonF(corners)), combine=True)
        painter.drawImage(0, 0, image)
        painter.restore()
    pen = QPen(QColor(tint(rim)), 5 if thick else 3 if image is not None else 2)
    if image is None:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.strokePath(outline, pen)


def _places(die: Die) -> dict[str, list[QPointF]]:
    """The two halves of the printed net side by side, also of a large die, whose halves are printed in parts."""
    places: dict[str, list[QPointF]] = {}
    left = 0.0
    for piece in folding_net(replace(die, edge_mm=NORMAL_EDGE_MM)):
        xs = [x for placed in piece.faces for x, _ in placed.corners_mm]
        shift = QPointF(left - min(xs), 0)
        for placed in piece.faces:
            places[placed.face.key] = [QPointF(x, y) + shift for x, y in placed.corners_mm]
        left += max(xs) - min(xs) + _GAP * NORMAL_EDGE_MM
    return places
