"""The head of a column of sheets: a team with its points, its corner, and whether its buildings stand."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.exercise_k.rules.roster import team_label
from companion.exercise_k.session.cards import TeamCard
from companion.exercise_k.session.desk_game import MapCorner, corner_words
from companion.exercise_k.session.key_parser import TEAM_KEYS
from companion.exercise_k.ui.look import TEAM_BADGES, paint_words
from companion.text import pgettext
from companion.ui.badges import on_ground, paint_badge
from companion.ui.plain_widgets import set_tip
from companion.ui.themes import ACCENT, ASH, GRAPHITE, LEAST_PX, OK, PAPER, STOP, tint

#: The head is drawn on a sheet of this size, on which its type can be read, and enlarged to the widget.
_WIDTH, _HEIGHT = 168.0, 54.0


class TeamView(QWidget):
    """One team."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._team: TeamCard | None = None

    def sizeHint(self) -> QSize:
        return QSize(int(_WIDTH), int(_HEIGHT))

    def set_scale(self, scale: float) -> None:
        """Larger in a larger window."""
        self.setFixedHeight(round(_HEIGHT * max(1.0, scale)))

    def show_team(self, team: TeamCard) -> None:
        """Show a team."""
        self._team = team
        self.setAccessibleName(team.sentence)
        corner = f" · {corner_words(team.corner)}" if team.corner is not None else ""
        set_tip(self, f"{_name(team)}{corner}")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The head."""
        if self._team is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = min(self.width() / _WIDTH, self.height() / _HEIGHT)
        painter.scale(scale, scale)
        _paint(painter, self._team, self.width() / scale)
        painter.end()


def _name(team: TeamCard) -> str:
    out = pgettext("TeamView", "(out)")
    return f"{TEAM_KEYS[team.team]} · {team_label(team.team)}" + (f" {out}" if team.out else "")


def _paint(painter: QPainter, team: TeamCard, width: float) -> None:
    paint_badge(painter, on_ground(TEAM_BADGES[team.team]), QRectF(6, 5, 18, 18))
    points = f"{'★ ' if team.leads else ''}{team.points:g}"
    colour = ACCENT if team.leads else PAPER
    taken = paint_words(painter, points, QPointF(width - 8, 22), 18, colour, bold=True, right=True)
    paint_words(painter, _name(team), QPointF(29, 22), 16, ASH if team.out else PAPER, bold=True, most=taken - 32)
    x = 8.0
    for building, stands in team.buildings.items():
        kind = building.rpartition(" ")[2]
        x = _building(painter, kind, QPointF(x, 44), stands=stands) + 9
    if team.corner is not None:
        _corner(painter, team.corner, QRectF(width - 26, 35, 20, 13))


def _corner(painter: QPainter, corner: MapCorner, board: QRectF) -> None:
    """The board with the team's corner filled."""
    painter.setPen(QPen(QColor(tint(ASH)), 1))
    painter.drawRect(board)
    half = QSizeF(board.width() / 2, board.height() / 2)
    across = half.width() if corner in {MapCorner.TOP_RIGHT, MapCorner.BOTTOM_RIGHT} else 0
    down = half.height() if corner in {MapCorner.BOTTOM_LEFT, MapCorner.BOTTOM_RIGHT} else 0
    painter.fillRect(QRectF(board.topLeft() + QPointF(across, down), half), QColor(tint(PAPER)))


def _building(painter: QPainter, kind: str, at: QPointF, *, stands: bool) -> float:
    """A house where it stands, a crossed one where it is lost; returns where it ends."""
    colour = QColor(tint(OK if stands else STOP))
    painter.setPen(QPen(colour, 1.6))
    painter.setBrush(colour if stands else QColor(tint(GRAPHITE)))
    box = QRectF(at.x(), at.y() - 9, 12, 12)
    painter.drawRect(box) if kind == "CP" else painter.drawEllipse(box)
    if not stands:
        painter.drawLine(box.topLeft(), box.bottomRight())
        painter.drawLine(box.topRight(), box.bottomLeft())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    return paint_words(painter, kind, QPointF(at.x() + 17, at.y() + 3), LEAST_PX, PAPER if stands else ASH, bold=True)
