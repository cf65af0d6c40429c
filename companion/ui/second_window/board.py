"""The page of the second window: the table, the scores, whose turn above. Painted upright, and turned at will.

What the second window says in words: whose turn it is, and everybody's points.

How the second window is turned for those who sit elsewhere, or look into a mirror. Pure geometry.

The second window itself: what it shows, and how it is turned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPaintEvent, QTransform
from PySide6.QtWidgets import QWidget

from companion.rules import Position
from companion.session import Layout, PlayerBadge, layout_in
from companion.session.match import Holding, Match
from companion.session.overlay import PlanView, Scene, Tag, Zoomed, compose_scene, owner_badge
from companion.text import pgettext
from companion.ui.actions import ActionMenu
from companion.ui.badges import on_ground, paint_badge
from companion.ui.drawn_table import FacePrints, drawn_ground
from companion.ui.keyed_window import AudienceWindow
from companion.ui.overlay import paint_scene
from companion.ui.settings import FarSide, load_settings, save_settings
from companion.ui.stylesheet import stylesheet
from companion.ui.themes import ACCENT, ASH, GRAPHITE, LABEL_PT, LEAST_PX, PAPER, PROJECTOR_PT, SLATE, tint

#: The table's share of the page's width where the page lies, and of its height where it stands.
_TABLE: Final = 0.7
_TURN_LINES: Final = 1.35
_MARGIN: Final = 0.25
#: Pixels to the point of the labels on a table drawn so wide; smaller ones in proportion.
_LABELS, _FULL_WIDTH_PX = 2.0, 1200
_LEAST_LABELS: Final = LEAST_PX / (LABEL_PT - 1)

#: Pixels to the point: the second window is looked at from afar, whatever the screen says of itself.
_PX_PER_PT: Final = 96 / 72
#: A page so high has type of full size; lower ones in proportion.
_FULL_HEIGHT_PX: Final = 900
#: Height of the smaller words and of a block, and the gap between blocks, as shares of the large type.
_SMALL: Final = 0.5
_BLOCK: Final = 2.5
_GAP: Final = 0.25
#: The share of a line above and below its letters.
_LEADING: Final = 0.2


class ScoreBoard(QWidget):
    """Shows a match; nothing here can be pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("board")
        self.far_side = FarSide.UPRIGHT
        self._prints = FacePrints()
        self._position: Position | None = None
        self._layout: Layout | None = None
        self.scores: tuple[PlayerScore, ...] = ()
        self._ground: tuple[QImage, PlanView] | None = None

    def turn_to(self, far_side: FarSide) -> None:
        """Turn it for another side."""
        self.far_side = far_side
        self.update()

    def show_match(self, match: Match) -> None:
        """Show where a match stands now."""
        before, self._position = self._position, match.position
        badges = match.opening.table_talk.badges
        self._layout = layout_in(match.position, badges)
        self.scores = scores_of(match.holdings, self._layout)
        if before is None or _ground_of(before) != _ground_of(match.position):
            self._ground = drawn_ground(match.position, self._layout)
        self.setAccessibleName(self._whose_turn())
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The page, turned."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), QColor(tint(GRAPHITE)))
        window = QSizeF(self.size())
        painter.setTransform(onto_window(window, self.far_side), combine=True)
        self.paint_page(painter, page_size(window, self.far_side))
        painter.end()

    def paint_page(self, painter: QPainter, page: QSizeF) -> None:
        """The page upright, of a size in px."""
        if self._position is None or self._layout is None:
            return
        large = type_px(min(page.width(), page.height()))
        margin = _MARGIN * large
        inside = QRectF(margin, margin, page.width() - 2 * margin, page.height() - 2 * margin)
        head = QRectF(inside.left(), inside.top(), inside.width(), _TURN_LINES * large)
        badge = owner_badge(self._layout, self._position.winner or self._position.to_move)
        paint_turn(painter, self._whose_turn(), badge, head, large)
        table, beside = _parts(inside.adjusted(0, _TURN_LINES * large, 0, 0), margin)
        self._paint_table(painter, table)
        paint_scores(painter, self.scores, beside, large)

    def _paint_table(self, painter: QPainter, area: QRectF) -> None:
        if self._ground is None or self._layout is None or self._position is None:
            return
        image, view = self._ground
        scale = min(area.width() / image.width(), area.height() / image.height())
        corner = area.center() - QPointF(image.width(), image.height()) * (scale / 2)
        painter.drawImage(QRectF(corner.x(), corner.y(), image.width() * scale, image.height() * scale), image)
        painter.save()
        painter.translate(corner)
        size = round(image.width() * scale), round(image.height() * scale)
        seen = Zoomed(view, scale, (0.0, 0.0), size)
        for piece in self._layout.pieces:
            self._prints.paint(painter, piece, self._position.piece(piece.id).die, seen)
        posts = tuple(post for post in self._position.posts.values() if not post.destroyed)
        scene = _calm(compose_scene(self._layout, None, seen, posts=posts), self._layout)
        paint_scene(painter, scene, point_px=max(_LEAST_LABELS, _LABELS * size[0] / _FULL_WIDTH_PX))
        painter.restore()

    def _whose_turn(self) -> str:
        if self._position is None:
            return ""
        if self._position.winner is not None:
            return pgettext("second", "{player} has won").format(player=self._position.winner)
        turn = pgettext("second", "{player}, turn {number}")
        return turn.format(player=self._position.to_move, number=self._position.turn.number)


def _ground_of(position: Position) -> tuple[object, ...]:
    """What the empty table is drawn from."""
    return position.table, dict(position.posts), position.flat_counters_mm, position.players


def _calm(scene: Scene, layout: Layout) -> Scene:
    """With names and sides alone: what else the labels say is for those who play."""
    sides = {piece.id: piece.name.face for piece in layout.pieces if piece.name}

    def quiet(tag: Tag) -> Tag:
        if tag.piece not in sides:
            return tag
        side = pgettext("second", "side {number}").format(number=sides[tag.piece])
        return replace(tag, aside=side, details=())

    return replace(scene, tags=tuple(quiet(tag) for tag in scene.tags))


def _parts(area: QRectF, gap: float) -> tuple[QRectF, QRectF]:
    """The table's part and the scores': side by side on a page that lies, one above the other on one that stands."""
    if area.width() >= area.height():
        width = _TABLE * area.width() - gap
        right = area.left() + width + gap
        return (
            QRectF(area.left(), area.top(), width, area.height()),
            QRectF(right, area.top(), area.right() - right, area.height()),
        )
    height = (_TABLE - 0.15) * area.height() - gap
    below = area.top() + height + gap
    return (
        QRectF(area.left(), area.top(), area.width(), height),
        QRectF(area.left(), below, area.width(), area.bottom() - below),
    )


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player as the second window shows them."""

    name: str
    badge: PlayerBadge
    points: float
    winning_score: float
    to_move: bool
    winner: bool


def scores_of(holdings: Sequence[Holding], layout: Layout) -> tuple[PlayerScore, ...]:
    """Everybody's score, in the order of the seats."""
    return tuple(
        PlayerScore(one.player, owner_badge(layout, one.player), one.points, one.winning_score, one.to_move, one.winner)
        for one in holdings
    )


def type_px(page_height: float) -> float:
    """Height of the large type on a page, px."""
    return PROJECTOR_PT * _PX_PER_PT * min(1.0, page_height / _FULL_HEIGHT_PX)


def font_of(size_px: float, *, bold: bool = True) -> QFont:
    """Type of that size."""
    font = QFont()
    font.setPixelSize(max(1, round(size_px)))
    font.setBold(bold)
    return font


def paint_scores(painter: QPainter, scores: Sequence[PlayerScore], area: QRectF, size_px: float) -> None:
    """A block for each player, one below the other, smaller where they would not fit."""
    fits = area.height() / max(1.0, len(scores) * (_BLOCK + _GAP))
    size = min(size_px, fits)
    top = area.top()
    for score in scores:
        block = QRectF(area.left(), top, area.width(), _BLOCK * size)
        painter.fillRect(block, QColor(tint(SLATE)))
        first = score.to_move or score.winner
        if first:
            painter.fillRect(QRectF(block.left(), block.top(), 0.12 * size, block.height()), QColor(tint(ACCENT)))
        inside = block.adjusted(0.4 * size, 0.15 * size, -0.3 * size, -0.15 * size)
        sign = QRectF(inside.left(), inside.top() + 0.1 * size, 0.75 * size, 0.75 * size)
        paint_badge(painter, on_ground(score.badge), sign)
        name = QRectF(sign.right() + 0.3 * size, inside.top(), inside.right() - sign.right() - 0.3 * size, size)
        painter.setPen(QColor(tint(ACCENT if first else PAPER)))
        write_fitting(painter, score.name, name, size, Qt.AlignmentFlag.AlignLeft)
        points = QRectF(inside.left(), inside.bottom() - 1.15 * size, inside.width(), 1.15 * size)
        # ``22 / 50``: the points large, what is needed small.
        font = font_of(size)
        words = f"{score.points:g}"
        wide = QFontMetricsF(font).horizontalAdvance(words)
        baseline = points.bottom() - 0.15 * size
        painter.setFont(font)
        painter.setPen(QColor(tint(PAPER)))
        painter.drawText(QPointF(points.left(), baseline), words)
        painter.setFont(font_of(_SMALL * size, bold=False))
        painter.setPen(QColor(tint(ASH)))
        painter.drawText(QPointF(points.left() + wide + 0.2 * size, baseline), f"/ {score.winning_score:g}")
        top = block.bottom() + _GAP * size


def paint_turn(painter: QPainter, words: str, badge: PlayerBadge, area: QRectF, size_px: float) -> None:
    """Whose turn it is, with their shape before it."""
    painter.fillRect(area, QColor(tint(GRAPHITE)))
    sign = QRectF(area.left(), area.center().y() - 0.4 * size_px, 0.8 * size_px, 0.8 * size_px)
    paint_badge(painter, on_ground(badge), sign)
    painter.setPen(QColor(tint(ACCENT)))
    write_fitting(painter, words, area.adjusted(1.1 * size_px, 0, 0, 0), size_px, Qt.AlignmentFlag.AlignLeft)


def write_fitting(painter: QPainter, words: str, area: QRectF, size_px: float, align: Qt.AlignmentFlag) -> None:
    """Words in the largest type in which they have room, in one line or more."""
    how = int(align | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)

    def fits(font: QFont) -> bool:
        metrics = QFontMetricsF(font)
        needed = metrics.boundingRect(area, how, words)
        return needed.width() <= area.width() and needed.height() <= area.height() + _LEADING * metrics.height()

    sizes = range(round(size_px), LEAST_PX, -1)
    painter.setFont(next(filter(fits, map(font_of, sizes)), font_of(LEAST_PX)))
    painter.drawText(area, how, words)


@dataclass(frozen=True, slots=True)
class Turning:
    """Degrees clockwise, and whether left and right change places."""

    clockwise_deg: int = 0
    mirrored: bool = False


TURNINGS: Final[Mapping[FarSide, Turning]] = MappingProxyType(
    {
        FarSide.UPRIGHT: Turning(),
        FarSide.RIGHT: Turning(90),
        FarSide.OVER: Turning(180),
        FarSide.LEFT: Turning(270),
        FarSide.MIRRORED: Turning(mirrored=True),
    }
)
assert set(TURNINGS) == set(FarSide)


def next_turning(far_side: FarSide) -> FarSide:
    """The next way of turning it, round and round."""
    order = tuple(FarSide)
    return order[(order.index(far_side) + 1) % len(order)]


def page_size(window: QSizeF, far_side: FarSide) -> QSizeF:
    """The size of the page that is painted, px: width and height change places where it stands on its side."""
    return window.transposed() if TURNINGS[far_side].clockwise_deg % 180 else window


def onto_window(window: QSizeF, far_side: FarSide) -> QTransform:
    """From the page, which is painted upright, to the window."""
    turning, page = TURNINGS[far_side], page_size(window, far_side)
    onto = QTransform.fromTranslate(window.width() / 2, window.height() / 2)
    onto.rotate(turning.clockwise_deg)
    onto.scale(-1 if turning.mirrored else 1, 1)
    return onto.translate(-page.width() / 2, -page.height() / 2)


class SecondWindow(AudienceWindow):
    """Table, scores and whose turn, for everybody else. R turns it (90°, 180°, 270°, mirrored)."""

    def __init__(self, beside: QWidget | None = None) -> None:
        super().__init__(pgettext("second", "Diceland: the table"), stylesheet(), beside)
        self.board = ScoreBoard(self)
        self.setCentralWidget(self.board)
        self.board.turn_to(load_settings().far_side)
        act = ActionMenu(pgettext("keys", "Window")).action
        turn = act("turn", pgettext("second", "Turn to those who look on from another side"), "R", self.turn_on)
        self.install_actions((turn,), menus=False)

    def show_match(self, match: Match) -> None:
        """Show where a match stands now; call it again after every gesture."""
        self.board.show_match(match)

    def turn_on(self) -> None:
        """Turn it to the next side, and remember that."""
        self.turn_to(next_turning(self.board.far_side))

    def turn_to(self, far_side: FarSide) -> None:
        """Turn it for a side, and remember that for the next time."""
        self.board.turn_to(far_side)
        save_settings(replace(load_settings(), far_side=far_side))
