"""The second window, for a projector or a television: the table, the scores, whose turn. Big, calm, no controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPaintEvent, QTransform
from PySide6.QtWidgets import QWidget

from companion.rules import Position
from companion.session import Layout, layout_in
from companion.session.match import Holding, Match
from companion.session.overlay import PlanView, Scene, Tag, Zoomed, compose_scene, owner_badge
from companion.text import pgettext
from companion.ui.actions import ActionMenu, next_in_turn
from companion.ui.badges import on_ground, paint_badge
from companion.ui.drawn_table import FacePrints, drawn_ground
from companion.ui.keyed_window import AudienceWindow
from companion.ui.overlay import paint_scene
from companion.ui.painters import pixel_font, smooth_painter, write
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
        #: What everybody has, in the order of the seats.
        self.scores: tuple[Holding, ...] = ()
        self._ground: tuple[QImage, PlanView] | None = None

    def turn_to(self, far_side: FarSide) -> None:
        """Turn it for another side."""
        self.far_side = far_side
        self.update()

    def show_match(self, match: Match) -> None:
        """Show where a match stands now."""
        before, self._position = self._position, match.position
        self._layout = layout_in(match.position, match.opening.table_talk.badges)
        self.scores = tuple(match.holdings)
        if before is None or _ground_of(before) != _ground_of(match.position):
            self._ground = drawn_ground(match.position, self._layout)
        self.setAccessibleName(self._whose_turn())
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The page, turned."""
        painter = smooth_painter(self)
        painter.fillRect(self.rect(), QColor(tint(GRAPHITE)))
        window = QSizeF(self.size())
        painter.setTransform(onto_window(window, self.far_side), combine=True)
        if self._position is not None and self._layout is not None and self._ground is not None:
            page = page_size(window, self.far_side)
            large = PROJECTOR_PT * _PX_PER_PT * min(1.0, min(page.width(), page.height()) / _FULL_HEIGHT_PX)
            margin = _MARGIN * large
            inside = QRectF(margin, margin, page.width() - 2 * margin, page.height() - 2 * margin)
            head = QRectF(inside.left(), inside.top(), inside.width(), _TURN_LINES * large)
            # whose turn it is, with their shape before it
            sign = QRectF(head.left(), head.center().y() - 0.4 * large, 0.8 * large, 0.8 * large)
            first = self._position.winner or self._position.to_move
            paint_badge(painter, on_ground(owner_badge(self._layout, first)), sign)
            _write_fitting(painter, self._whose_turn(), ACCENT, head.adjusted(1.1 * large, 0, 0, 0), large)
            table, beside = _parts(inside.adjusted(0, _TURN_LINES * large, 0, 0), margin)
            self._paint_table(painter, self._position, self._layout, self._ground, table)
            _paint_scores(painter, self.scores, self._layout, beside, large)
        painter.end()

    def _paint_table(
        self, painter: QPainter, position: Position, layout: Layout, ground: tuple[QImage, PlanView], area: QRectF
    ) -> None:
        image, view = ground
        scale = min(area.width() / image.width(), area.height() / image.height())
        corner = area.center() - QPointF(image.width(), image.height()) * (scale / 2)
        painter.drawImage(QRectF(corner.x(), corner.y(), image.width() * scale, image.height() * scale), image)
        painter.save()
        painter.translate(corner)
        size = round(image.width() * scale), round(image.height() * scale)
        seen = Zoomed(view, scale, (0.0, 0.0), size)
        for piece in layout.pieces:
            self._prints.paint(painter, piece, position.piece(piece.id).die, seen)
        posts = tuple(post for post in position.posts.values() if not post.destroyed)
        scene = _calm(compose_scene(layout, None, seen, posts=posts), layout)
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
        return area.adjusted(0, 0, width - area.width(), 0), area.adjusted(width + gap, 0, 0, 0)
    height = (_TABLE - 0.15) * area.height() - gap
    return area.adjusted(0, 0, 0, height - area.height()), area.adjusted(0, height + gap, 0, 0)


def _paint_scores(painter: QPainter, scores: Sequence[Holding], layout: Layout, area: QRectF, size_px: float) -> None:
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
        paint_badge(painter, on_ground(owner_badge(layout, score.player)), sign)
        name = QRectF(sign.right() + 0.3 * size, inside.top(), inside.right() - sign.right() - 0.3 * size, size)
        _write_fitting(painter, score.player, ACCENT if first else PAPER, name, size)
        points = QRectF(inside.left(), inside.bottom() - 1.15 * size, inside.width(), 1.15 * size)
        # ``22 / 50``: the points large, what is needed small.
        font, words = pixel_font(size, bold=True), f"{score.points:g}"
        wide = QFontMetricsF(font).horizontalAdvance(words)
        baseline = points.bottom() - 0.15 * size
        painter.setFont(font)
        painter.setPen(QColor(tint(PAPER)))
        painter.drawText(QPointF(points.left(), baseline), words)
        painter.setFont(pixel_font(_SMALL * size))
        painter.setPen(QColor(tint(ASH)))
        painter.drawText(QPointF(points.left() + wide + 0.2 * size, baseline), f"/ {score.winning_score:g}")
        top = block.bottom() + _GAP * size


def _write_fitting(painter: QPainter, words: str, colour: str, area: QRectF, size_px: float) -> None:
    """Words in the largest type in which they have room, in one line or more."""
    how = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)

    def fits(font: QFont) -> bool:
        metrics = QFontMetricsF(font)
        needed = metrics.boundingRect(area, how, words)
        return needed.width() <= area.width() and needed.height() <= area.height() + _LEADING * metrics.height()

    fonts = (pixel_font(size, bold=True) for size in range(round(size_px), LEAST_PX, -1))
    write(painter, area, words, colour, next(filter(fits, fonts), pixel_font(LEAST_PX, bold=True)), how)


#: Degrees clockwise; a mirror image stands upright.
TURNED_DEG: Final[Mapping[FarSide, int]] = {
    FarSide.UPRIGHT: 0,
    FarSide.RIGHT: 90,
    FarSide.OVER: 180,
    FarSide.LEFT: 270,
    FarSide.MIRRORED: 0,
}
assert set(TURNED_DEG) == set(FarSide)


def page_size(window: QSizeF, far_side: FarSide) -> QSizeF:
    """The size of the page that is painted, px: width and height change places where it stands on its side."""
    return window.transposed() if TURNED_DEG[far_side] % 180 else window


def onto_window(window: QSizeF, far_side: FarSide) -> QTransform:
    """From the page, which is painted upright, to the window."""
    page = page_size(window, far_side)
    onto = QTransform.fromTranslate(window.width() / 2, window.height() / 2)
    onto.rotate(TURNED_DEG[far_side])
    onto.scale(-1 if far_side is FarSide.MIRRORED else 1, 1)
    return onto.translate(-page.width() / 2, -page.height() / 2)


class SecondWindow(AudienceWindow):
    """Table, scores and whose turn, for everybody else. R turns it (90°, 180°, 270°, mirrored)."""

    def __init__(self, beside: QWidget | None = None) -> None:
        super().__init__(pgettext("second", "Diceland: the table"), stylesheet(), beside)
        self.board = ScoreBoard(self)
        self.setCentralWidget(self.board)
        self.board.turn_to(load_settings().far_side)
        act = ActionMenu(pgettext("keys", "Window")).action
        turn = act("turn", pgettext("second", "Turn to those who look on from another side"), "R", self.turn)
        self.install_actions((turn,), menus=False)

    def show_match(self, match: Match) -> None:
        """Show where a match stands now; call it again after every gesture."""
        self.board.show_match(match)

    def turn(self) -> None:
        """Turn it to the next side, and remember that."""
        self.turn_to(next_in_turn(list(FarSide), self.board.far_side))

    def turn_to(self, far_side: FarSide) -> None:
        """Turn it for a side, and remember that for the next time."""
        self.board.turn_to(far_side)
        save_settings(replace(load_settings(), far_side=far_side))
