"""The head of a column of sheets: a team with its points, its corner, and whether its buildings stand."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.session.exercise_k import TEAM_KEYS, MapCorner, TeamCard, corner_words
from companion.text import translate
from companion.ui.badges import on_ground, paint_badge
from companion.ui.exercise_k.look import TEAM_BADGES, paint_words
from companion.ui.plain_widgets import set_tip
from companion.ui.theme import ACCENT, ASH, GRAPHITE, OK, PAPER, STOP
from companion.ui.themes import tint

_WIDTH, _HEIGHT = 220.0, 58.0


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
        self.setFixedHeight(round(_HEIGHT * scale))

    def show_team(self, team: TeamCard) -> None:
        """Show a team."""
        self._team = team
        self.setAccessibleName(team.sentence)
        set_tip(self, corner_words(team.corner) if team.corner is not None else "")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The head."""
        if self._team is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = min(self.width() / _WIDTH, self.height() / _HEIGHT)
        painter.scale(scale, scale)
        _paint(painter, self._team, self.width() / scale, out=translate("TeamView", "(out)"))
        painter.end()


def _paint(painter: QPainter, team: TeamCard, width: float, *, out: str) -> None:
    paint_badge(painter, on_ground(TEAM_BADGES[team.team]), QRectF(6, 7, 18, 18))
    name = f"{TEAM_KEYS[team.team]} · {team.team}" + (f" {out}" if team.out else "")
    paint_words(painter, name, QPointF(31, 24), 19, ASH if team.out else PAPER, bold=True)
    points = f"{'★ ' if team.leads else ''}{team.points:g}"
    paint_words(painter, points, QPointF(width - 8, 25), 21, ACCENT if team.leads else PAPER, bold=True, right=True)
    x = 8.0
    for building, stands in team.buildings.items():
        kind = building.rpartition(" ")[2]
        x = _building(painter, kind, QPointF(x, 46), stands=stands) + 16
    if team.corner is not None:
        _corner(painter, team.corner, QRectF(width - 28, 37, 20, 13))


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
    return paint_words(painter, kind, QPointF(at.x() + 17, at.y() + 3), 14, PAPER if stands else ASH, bold=True)
