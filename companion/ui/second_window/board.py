"""The page of the second window: the table, the scores, whose turn above. Painted upright, and turned at will."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from companion.rules import Position
from companion.session import Layout, layout_in
from companion.session.match import Match
from companion.session.overlay import PlanView, Scene, Tag, Zoomed, compose_scene, owner_badge
from companion.text import translate
from companion.ui.drawn_table import FacePrints, drawn_ground
from companion.ui.overlay import paint_scene
from companion.ui.second_window.orientation import onto_window, page_size
from companion.ui.second_window.scores import PlayerScore, paint_scores, paint_turn, scores_of, type_px
from companion.ui.settings import FarSide
from companion.ui.theme import GRAPHITE, LABEL_PT
from companion.ui.themes import LEAST_PX, tint

#: The table's share of the page's width where the page lies, and of its height where it stands.
_TABLE: Final = 0.7
_TURN_LINES: Final = 1.35
_MARGIN: Final = 0.25
#: Pixels to the point of the labels on a table drawn so wide; smaller ones in proportion.
_LABELS, _FULL_WIDTH_PX = 2.0, 1200
_LEAST_LABELS: Final = LEAST_PX / (LABEL_PT - 1)


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
            return translate("second", "{player} has won").format(player=self._position.winner)
        turn = translate("second", "{player}, turn {number}")
        return turn.format(player=self._position.to_move, number=self._position.turn.number)


def _ground_of(position: Position) -> tuple[object, ...]:
    """What the empty table is drawn from."""
    return position.table, dict(position.posts), position.flat_counters_mm, position.players


def _calm(scene: Scene, layout: Layout) -> Scene:
    """With names and sides alone: what else the labels tell is for those who play."""
    sides = {piece.id: piece.name.face for piece in layout.pieces if piece.name}

    def quiet(tag: Tag) -> Tag:
        if tag.piece not in sides:
            return tag
        side = translate("second", "side {number}").format(number=sides[tag.piece])
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
