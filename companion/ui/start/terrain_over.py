"""The terrain over the table as it is shown before a match: painted, and taken by the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from companion.geometry import Point, contains_point
from companion.session.match_setup import TerrainPiece, name_terrain
from companion.ui.start.ground import Ground
from companion.ui.start.lettering import text_font
from companion.ui.theme import ACCENT, ASH, GRAPHITE, PAPER, PEBBLE, SMALL_PT
from companion.ui.themes import tint

#: How much of the ground is seen through a piece, 0 to 255.
_THROUGH: Final = 170


class TerrainOver(QObject):
    """What lies where, and which piece is chosen.

    picked: the mouse has taken a piece; carried: it is carried to a place of the table (mm).
    """

    picked = Signal(int)
    carried = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces: tuple[TerrainPiece, ...] = ()
        self._chosen: int | None = None
        self._grip_mm: Point | None = None

    def show(self, pieces: Sequence[TerrainPiece], chosen: int | None) -> None:
        """Show these from now on."""
        self._pieces, self._chosen = tuple(pieces), chosen

    def press(self, at_mm: Point) -> bool:
        """The mouse takes what lies there, the uppermost first; whether anything does."""
        found = [number for number, piece in enumerate(self._pieces) if contains_point(piece.outline_mm, at_mm)]
        if not found:
            return False
        x, y = self._pieces[found[-1]].centre_mm
        self._grip_mm = at_mm[0] - x, at_mm[1] - y
        self.picked.emit(found[-1])
        return True

    def move(self, at_mm: Point) -> None:
        """What was taken follows the mouse."""
        if self._grip_mm is not None:
            self.carried.emit((at_mm[0] - self._grip_mm[0], at_mm[1] - self._grip_mm[1]))

    def let_go(self) -> None:
        """The mouse lets go."""
        self._grip_mm = None

    def paint(self, painter: QPainter, ground: Ground) -> None:
        """Every piece with its name; the chosen one framed."""
        painter.save()
        painter.setFont(text_font(SMALL_PT))
        for number, (name, piece) in enumerate(name_terrain(self._pieces).items()):
            outline = QPolygonF([ground.screen(corner) for corner in piece.outline_mm])
            filled = QColor(tint(PEBBLE if piece.is_wall else ASH))
            filled.setAlpha(_THROUGH)
            painter.setBrush(filled)
            chosen = number == self._chosen
            painter.setPen(QPen(QColor(tint(ACCENT if chosen else PAPER)), 4 if chosen else 2))
            painter.drawPolygon(outline)
            level = "" if piece.level is None else f" ▲{piece.level}"
            _paint_name(painter, ground.screen(piece.centre_mm), f"{name}{level}")
        painter.restore()


def _paint_name(painter: QPainter, at: QPointF, name: str) -> None:
    measure = painter.fontMetrics()
    area = measure.boundingRect(name).toRectF().adjusted(-8, -3, 8, 3)
    area.moveCenter(at)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tint(GRAPHITE)))
    painter.drawRoundedRect(area, 4, 4)
    painter.setPen(QColor(tint(PAPER)))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, name)
