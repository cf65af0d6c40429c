"""The loupe: the places that a close call hangs on, enlarged, each with its line and its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from companion.geometry import Point
from companion.rules import Piece, Position, Refused
from companion.rules.actions import Maneuver
from companion.session import SurveyedPiece, TargetStanding
from companion.session.overlay import Scene, View, Zoomed
from companion.session.play import Aiming, Mode, Rolling, Settling, aim_of
from companion.text import translate
from companion.ui.overlay import paint
from companion.ui.theme import AMBER, GRAPHITE, PAPER
from companion.ui.themes import points, tint

#: Paints the dice that a picture lacks, in a view.
Painting = Callable[[QPainter, View], None]

#: A glass is so wide at most, and no wider than a share of what it lies over is high.
_MOST_PX: Final = 240
_SHARE: Final = 0.42
_WORDS_PX: Final = 64
_GAP_PX: Final = 10
#: How much of the table a loupe shows, mm.
_ACROSS_MM: Final = 60.0
#: The same about a die that rolls, in its edges.
_ROLL_EDGES: Final = 4.2


@dataclass(frozen=True, slots=True)
class LoupeSpot:
    """A place to be looked at: where (table, mm), how high, what stands below it."""

    at_mm: Point
    height_mm: float
    title: str
    number: str
    across_mm: float = _ACROSS_MM


def places_of(position: Position, mode: Mode) -> tuple[LoupeSpot, ...]:
    """The places that a close call hangs on now (AMB-02), and that of a roll, where hands have little room."""
    if isinstance(mode, Settling) and isinstance(mode.act, Maneuver):
        return _around(position.piece(mode.act.piece))
    if isinstance(mode, Rolling):
        return _around(position.piece(mode.piece))
    if not isinstance(mode, Aiming):
        return ()
    try:
        aim = aim_of(position, mode)
    except Refused:
        return ()
    unsure = [c for c in aim.sighting.standing(TargetStanding.UNSURE) if c.piece in aim.unsure or aim.at_all]
    return tuple(_place(position, candidate, at) for at, candidate in enumerate(unsure[:3], start=1))


def _around(piece: Piece) -> tuple[LoupeSpot, ...]:
    pose = piece.placed
    side = translate("match", "side {number}").format(number=piece.showing.key)
    return (LoupeSpot(pose.centre_mm, pose.top_mm, piece.label, side, _ROLL_EDGES * pose.edge_mm),)


def _place(position: Position, candidate: SurveyedPiece, at: int) -> LoupeSpot:
    target = position.target(candidate.piece)
    in_play = candidate.piece in position.pieces
    height = position.piece(candidate.piece).placed.top_mm if in_play else 0.0
    spot = candidate.gap.between[1] if candidate.gap else position.piece(candidate.piece).placed.centre_mm
    margin = candidate.margin
    past = "" if margin is None or margin.sign != 0 else f", {margin} in front of the baseline".replace("-", "−")
    return LoupeSpot(spot, height, f"{at}  {target.label}", f"{candidate.gap.distance if candidate.gap else ''}{past}")


def _nothing(_painter: QPainter, _view: View) -> None:
    """A picture that was taken shows its dice."""


class Loupe(QWidget):
    """Stands over the corner of the table; nothing is clicked in it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("loupe")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.places: tuple[LoupeSpot, ...] = ()
        self._picture: QPixmap | None = None
        self._view: View | None = None
        self._scene: Scene | None = None
        self._paint_dice: Painting = _nothing
        self._side = _MOST_PX
        self.hide()

    def show_places(
        self,
        places: Sequence[LoupeSpot],
        picture: QPixmap,
        view: View,
        scene: Scene,
        paint_dice: Callable[[QPainter, View], None],
    ) -> None:
        """Enlarge places of a picture; the scene's pixels are the picture's; ``paint_dice`` paints what it lacks."""
        self._paint_dice = paint_dice
        self.places, self._picture, self._view = tuple(places), picture, view
        self._scene = Scene(scene.size_wh, scene.marks, (), scene.stamps)
        self.setVisible(bool(places))
        self.fit()
        self.raise_()
        self.update()

    def fit(self) -> None:
        """As large as what it lies over has room for."""
        under = self.parentWidget()
        self._side = min(_MOST_PX, round(_SHARE * (under.height() if under is not None else _MOST_PX)))
        count = len(self.places)
        self.resize(count * self._side + (count + 1) * _GAP_PX, self._side + _WORDS_PX + 2 * _GAP_PX)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  (Qt's name)
        """Every place in a round glass of its own."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate = QColor(tint(GRAPHITE))
        plate.setAlphaF(0.92)
        painter.setBrush(plate)
        painter.setPen(QPen(QColor(tint(AMBER)), 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        for number, place in enumerate(self.places):
            left = _GAP_PX + number * (self._side + _GAP_PX)
            self._paint_glass(painter, place, QRectF(left, _GAP_PX, self._side, self._side))
            self._write(painter, place, QRectF(left, _GAP_PX + self._side, self._side, _WORDS_PX + _GAP_PX / 2))
        painter.end()

    def _paint_glass(self, painter: QPainter, place: LoupeSpot, area: QRectF) -> None:
        if self._view is None or self._picture is None or self._scene is None:
            return
        x, y = place.at_mm
        around = np.array([[x, y, place.height_mm], [x + place.across_mm / 2, y, place.height_mm]])
        centre, rim = self._view.project(around)
        scale = area.width() / 2 / max(float(np.hypot(*(rim - centre))), 1e-6)
        offset = (area.center().x() - scale * (centre[0] + 0.5), area.center().y() - scale * (centre[1] + 0.5))
        glass = QPainterPath()
        glass.addEllipse(area)
        painter.save()
        painter.setClipPath(glass)
        painter.fillRect(area, QColor(tint(GRAPHITE)))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(QPointF(*offset))
        painter.scale(scale, scale)
        painter.drawPixmap(0, 0, self._picture)
        painter.restore()
        size = self.width(), self.height()
        self._paint_dice(painter, Zoomed(self._view, scale, offset, size))
        paint(painter, self._scene.zoomed(scale, offset, size), point_px=1.2)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(tint(PAPER)), 2))
        painter.drawEllipse(area)

    def _write(self, painter: QPainter, place: LoupeSpot, area: QRectF) -> None:
        font = QFont()
        font.setPointSize(points(13))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(tint(PAPER)))
        upper = QRectF(area.left(), area.top(), area.width(), area.height() / 2)
        painter.drawText(upper, Qt.AlignmentFlag.AlignCenter, place.title)
        painter.setPen(QColor(tint(AMBER)))
        font.setPointSize(points(11))
        painter.setFont(font)
        painter.drawText(upper.translated(0, area.height() / 2), Qt.AlignmentFlag.AlignCenter, place.number)
