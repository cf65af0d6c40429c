"""Where places of the table are seen on the widget that shows it, drawn or by a camera; and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from companion.camera import Camera
from companion.geometry import Point
from companion.session.match_setup import Surface

#: Kept free around a drawn table for the names, px.
_MARGIN_PX: Final = 80.0


@dataclass(frozen=True, slots=True)
class DrawnGround:
    """The table drawn to scale. left, low: where its near-left corner is; scale: px for a mm."""

    left: float
    low: float
    scale: float

    @classmethod
    def within(cls, area: QRectF, surface: Surface) -> DrawnGround:
        """As large as it goes, with room for names all around."""
        width_mm, depth_mm = surface.size_mm
        room = area.adjusted(_MARGIN_PX, _MARGIN_PX, -_MARGIN_PX, -_MARGIN_PX)
        scale = min(room.width() / width_mm, room.height() / depth_mm)
        return cls(room.center().x() - scale * width_mm / 2, room.center().y() + scale * depth_mm / 2, scale)

    def screen(self, point_mm: Point) -> QPointF:
        """Where a place of the table is seen."""
        return QPointF(self.left + self.scale * point_mm[0], self.low - self.scale * point_mm[1])

    def table_mm(self, screen: QPointF) -> Point:
        """Which place of the table is seen there."""
        return (screen.x() - self.left) / self.scale, (self.low - screen.y()) / self.scale


@dataclass(frozen=True, slots=True, eq=False)
class SeenGround:
    """The table in a camera's picture, which fills an area of the widget."""

    camera: Camera
    area: QRectF

    @property
    def _scale(self) -> float:
        return self.area.width() / float(self.camera.lens.size_wh[0])

    def screen(self, point_mm: Point) -> QPointF:
        """Where a place of the table is seen."""
        (x, y), *_ = self.camera.lens.project([[*point_mm, 0.0]])
        return QPointF(self.area.left() + (x + 0.5) * self._scale, self.area.top() + (y + 0.5) * self._scale)

    def table_mm(self, screen: QPointF) -> Point:
        """Which place of the table is seen there."""
        x, y = (screen.x() - self.area.left()) / self._scale - 0.5, (screen.y() - self.area.top()) / self._scale - 0.5
        (point, *_) = self.camera.lens.to_table([[x, y]])
        return float(point[0]), float(point[1])


#: A table top as it is seen.
Ground = DrawnGround | SeenGround
