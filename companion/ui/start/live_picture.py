"""The live picture of the table: markers ticked as they are seen, or four corners clicked with a loupe; where there is
no camera, the table as it will be drawn, with its size and who sits where; and over either the terrain, which the mouse
takes and carries.

Owns the corners while they are clicked, and the cross that the arrow keys move. Points are the picture's pixels; a
`Ground` says where places of the table are seen on the widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.camera import BoardView, Camera
from companion.geometry import Point, contains_point
from companion.session.match_setup import MatchPlan, Surface, TerrainPiece, name_terrain
from companion.session.table_measurement import MatObservation, corner_name
from companion.ui.painters import set_ink, smooth_painter, text_font, write
from companion.ui.themes import ACCENT, ASH, BASE_PT, GRAPHITE, OK, PAPER, PEBBLE, SLATE, SMALL_PT, tint

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


CORNERS: Final = 4
_LOUPE_PX: Final = 190
_LOUPE_ZOOM: Final = 5.0
_CROSS_PX: Final = 14
_BOARD_DOT_PX: Final = 4
#: So far outside of the table stand the names of those who sit there.
_OUT_PX: Final = 34.0
#: How much of the ground is seen through a piece, 0 to 255.
_THROUGH: Final = 170


class LivePicture(QWidget):
    """Shows the newest picture. ``clicked``: the corners have changed."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumSize(480, 320)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self._image: QImage | None = None
        self._observation: MatObservation | None = None
        self._words = ""
        self._drawn: tuple[Surface, MatchPlan | None] | None = None
        self._corners: tuple[QPointF, ...] = ()
        self.clicking = False
        self._cross: QPointF | None = None
        self._camera: Camera | None = None
        self._board: BoardView | None = None
        self.terrain = TerrainOver(self)

    # What is shown

    def show_live(self, image: QImage, observation: MatObservation | None, camera: Camera | None = None) -> None:
        """Show a picture and what was seen of the mat in it; with the camera that took it, the terrain."""
        self._image, self._observation, self._drawn, self._camera = image, observation, None, camera
        self.update()

    def show_board(self, view: BoardView | None) -> None:
        """Show where the lens board is seen in the picture."""
        self._board = view
        self.update()

    def show_words(self, text: str) -> None:
        """Say why there is no picture."""
        self._image, self._observation, self._words, self._drawn = None, None, text, None
        self.update()

    def show_terrain(self, pieces: Sequence[TerrainPiece], chosen: int | None) -> None:
        """Show the terrain so from now on."""
        self.terrain.show(pieces, chosen)
        self.update()

    def show_drawn(self, surface: Surface, plan: MatchPlan | None) -> None:
        """Show the table as it will be drawn without a camera."""
        self._image, self._observation, self._drawn = None, None, (surface, plan)
        self.update()

    # Corners

    @property
    def corners_px(self) -> tuple[tuple[float, float], ...]:
        """The corners clicked so far, in their order."""
        return tuple((corner.x(), corner.y()) for corner in self._corners)

    def click_corners(self, *, on: bool) -> None:
        """Begin to click corners, or leave it."""
        self.clicking, self._corners = on, ()
        self._cross = self._middle() if on else None
        self.clicked.emit()
        self.update()

    def take_back(self) -> None:
        """Forget the corner clicked last."""
        self._corners = self._corners[:-1]
        self.clicked.emit()
        self.update()

    def move_cross(self, right_px: float, down_px: float) -> None:
        """Move the cross over the picture."""
        if self.clicking and self._image is not None:
            at = self._middle() if self._cross is None else self._cross
            self._cross = self._inside(QPointF(at.x() + right_px, at.y() + down_px))
            self.update()

    def put_corner(self) -> None:
        """A corner where the cross is; past the fourth the nearest one moves there."""
        cross = self._cross
        if not self.clicking or cross is None or self._image is None:
            return
        corners = [*self._corners]
        if len(corners) < CORNERS:
            corners.append(QPointF(cross))
        else:
            apart = [QPointF.dotProduct(corner - cross, corner - cross) for corner in corners]
            corners[apart.index(min(apart))] = QPointF(cross)
        self._corners = tuple(corners)
        self.clicked.emit()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The cross follows the mouse, or a piece of terrain that was taken."""
        ground = self._ground
        if ground is not None and not self.clicking:
            self.terrain.move(ground.table_mm(event.position()))
        if self.clicking and self._image is not None:
            self._cross = self._inside(self._picture_px(event.position()))
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click puts a corner, or takes a piece of terrain."""
        ground = self._ground
        if ground is not None and not self.clicking and self.terrain.press(ground.table_mm(event.position())):
            return
        self.mouseMoveEvent(event)
        self.put_corner()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """The piece lies where it was carried."""
        self.terrain.let_go()

    # Painting

    def sizeHint(self) -> QSize:
        return QSize(900, 620)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Picture, markers, corners, loupe."""
        painter = smooth_painter(self)
        painter.fillRect(self.rect(), QColor(tint(SLATE)))
        painter.setFont(text_font(SMALL_PT))
        if self._drawn is not None:
            _paint_drawn_table(painter, self.rect().toRectF(), *self._drawn)
        elif self._image is None:
            area, wrapped = QRectF(self.rect()).adjusted(40, 40, -40, -40), Qt.TextFlag.TextWordWrap
            write(painter, area, self._words, ASH, text_font(BASE_PT), int(Qt.AlignmentFlag.AlignCenter | wrapped))
        else:
            painter.drawImage(self._area(), self._image)
            if self.clicking:
                self._paint_corners(painter)
                if self._cross is not None:
                    self._paint_loupe(painter, self._image, self._cross)
            elif self._observation is not None:
                self._paint_markers(painter, self._observation)
            elif self._board is not None:
                set_ink(painter, GRAPHITE, fill=OK)
                for x, y in self._board.points_px:
                    painter.drawEllipse(self._screen(QPointF(float(x), float(y))), _BOARD_DOT_PX, _BOARD_DOT_PX)
        ground = self._ground
        if ground is not None and not self.clicking:
            self.terrain.paint(painter, ground)

    def _paint_markers(self, painter: QPainter, observation: MatObservation) -> None:
        for marker in observation.mat.markers:
            if marker.id in observation.seen:
                outline = QPolygonF([self._screen(QPointF(x, y)) for x, y in observation.seen[marker.id]])
                _paint_line(painter, outline, OK)
                words = f"✓ {corner_name(marker, observation.mat.table)}"
                _paint_tag(painter, outline.boundingRect(), words, self.rect().toRectF())

    def _paint_corners(self, painter: QPainter) -> None:
        places = [self._screen(corner) for corner in self._corners]
        if len(places) == CORNERS:
            middle = QPointF(sum(p.x() for p in places) / CORNERS, sum(p.y() for p in places) / CORNERS)
            # in a turn about their middle, so that the outline does not cross itself
            turned = sorted(places, key=lambda place: atan2(place.y() - middle.y(), place.x() - middle.x()))
            _paint_line(painter, QPolygonF(turned), ACCENT)
        for number, place in enumerate(places, 1):
            set_ink(painter, GRAPHITE, 2, fill=ACCENT)
            painter.drawEllipse(place, 6, 6)
            _paint_tag(painter, QRectF(place.x() - 8, place.y() - 8, 16, 16), str(number), self.rect().toRectF())

    def _paint_loupe(self, painter: QPainter, image: QImage, cross: QPointF) -> None:
        at = self._screen(cross)
        _paint_cross(painter, at, _CROSS_PX)
        half = _LOUPE_PX / _LOUPE_ZOOM / 2
        seen = QRectF(cross.x() + 0.5 - half, cross.y() + 0.5 - half, 2 * half, 2 * half)
        # the upper corner that is farther from the cross
        left = 16.0 if at.x() > self.width() / 2 else self.width() - _LOUPE_PX - 16.0
        area = QRectF(left, 16.0, _LOUPE_PX, _LOUPE_PX)
        round_ = QPainterPath()
        round_.addEllipse(area)
        painter.save()
        painter.setClipPath(round_)
        painter.fillRect(area, QColor(GRAPHITE))
        painter.drawImage(area, image, seen)
        _paint_cross(painter, area.center(), _LOUPE_PX / 2)
        painter.restore()
        set_ink(painter, ACCENT, 3)
        painter.drawEllipse(area)

    # Places

    @property
    def _ground(self) -> Ground | None:
        """Where places of the table are seen; ``None`` as long as nobody knows."""
        if self._drawn is not None:
            surface = self._drawn[0]
            return None if surface.problem else DrawnGround.within(self.rect().toRectF(), surface)
        camera, image = self._camera, self._image
        if camera is None or image is None or camera.lens.size_wh != (image.width(), image.height()):
            return None
        return SeenGround(camera, self._area())

    def _area(self) -> QRectF:
        """Where the picture lies in the widget: whole, in the middle."""
        assert self._image is not None
        scale = min(self.width() / self._image.width(), self.height() / self._image.height())
        wide, high = scale * self._image.width(), scale * self._image.height()
        return QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)

    def _screen(self, picture_px: QPointF) -> QPointF:
        """Pixels count from their centres."""
        area = self._area()
        scale = area.width() / (self._image.width() if self._image else 1)
        return QPointF(area.left() + (picture_px.x() + 0.5) * scale, area.top() + (picture_px.y() + 0.5) * scale)

    def _picture_px(self, screen: QPointF) -> QPointF:
        area = self._area()
        scale = (self._image.width() if self._image else 1) / area.width()
        return QPointF((screen.x() - area.left()) * scale - 0.5, (screen.y() - area.top()) * scale - 0.5)

    def _inside(self, picture_px: QPointF) -> QPointF:
        assert self._image is not None
        right, low = self._image.width() - 1.0, self._image.height() - 1.0
        return QPointF(min(max(picture_px.x(), 0.0), right), min(max(picture_px.y(), 0.0), low))

    def _middle(self) -> QPointF:
        return QPointF(self._image.width() / 2, self._image.height() / 2) if self._image else QPointF()


def _paint_line(painter: QPainter, outline: QPolygonF, colour: str) -> None:
    for width, shade in ((6, GRAPHITE), (3, colour)):
        set_ink(painter, shade, width)
        painter.drawPolygon(outline)


def _paint_tag(painter: QPainter, beside: QRectF, text: str, within: QRectF) -> None:
    """Words on a dark plate below a place, pushed inside."""
    wide = painter.fontMetrics().horizontalAdvance(text) + 16.0
    high = painter.fontMetrics().height() + 6.0
    left = min(max(beside.center().x() - wide / 2, within.left() + 2), within.right() - wide - 2)
    top = beside.bottom() + 6 if beside.bottom() + 6 + high < within.bottom() else beside.top() - 6 - high
    _paint_plate(painter, QRectF(left, top, wide, high), text, 5)


def _paint_plate(painter: QPainter, area: QRectF, text: str, radius: float) -> None:
    set_ink(painter, None, fill=GRAPHITE)
    painter.drawRoundedRect(area, radius, radius)
    write(painter, area, text, PAPER)


def _paint_cross(painter: QPainter, at: QPointF, reach: float) -> None:
    for width, colour in ((3, GRAPHITE), (1, ACCENT)):
        set_ink(painter, colour, width)
        for step in (QPointF(reach, 0), QPointF(0, reach)):
            painter.drawLine(at - step, at + step)


def _paint_drawn_table(painter: QPainter, area: QRectF, surface: Surface, plan: MatchPlan | None) -> None:
    """Paint it as large as it goes; without a plan nobody sits there."""
    if surface.problem is not None:
        return
    width_mm, depth_mm = surface.size_mm
    ground = DrawnGround.within(area, surface)
    set_ink(painter, ASH, 3, fill=GRAPHITE)
    painter.drawPolygon(QPolygonF([ground.screen(corner) for corner in surface.outline]))
    middle = QRectF(ground.screen((0.0, depth_mm)), ground.screen((width_mm, 0.0)))
    write(painter, middle, f"{width_mm:g} × {depth_mm:g} mm", PEBBLE, text_font(BASE_PT))
    if plan is None:
        return
    places = plan.on(surface).places
    for entrant in plan.entrants:
        inward, badge = places[entrant.name].inward, entrant.badge
        out = QPointF(-inward[0] * _OUT_PX, inward[1] * _OUT_PX)
        centre = ground.screen(places[entrant.name].middle_mm) + out
        text = f"{badge.shape} {entrant.name}"
        painter.setFont(text_font(SMALL_PT, bold=True))
        wide, high = painter.fontMetrics().horizontalAdvance(text) + 24.0, painter.fontMetrics().height() + 12.0
        plate = QRectF(centre.x() - wide / 2, centre.y() - high / 2, wide, high)
        set_ink(painter, badge.colour, 3, fill=GRAPHITE)
        painter.drawRoundedRect(plate, 8, 8)
        write(painter, plate, text, PAPER)


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
            chosen = number == self._chosen
            set_ink(painter, ACCENT if chosen else PAPER, 4 if chosen else 2)
            painter.setBrush(filled)
            painter.drawPolygon(outline)
            words = name if piece.level is None else f"{name} ▲{piece.level}"
            area = painter.fontMetrics().boundingRect(words).toRectF().adjusted(-8, -3, 8, 3)
            area.moveCenter(ground.screen(piece.centre_mm))
            _paint_plate(painter, area, words, 4)
        painter.restore()
