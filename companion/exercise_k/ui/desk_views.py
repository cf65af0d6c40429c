"""What the desk paints: small record sheets (weapons as marks, Tread units as bars by step of movement, whose turn it
is), the head of a column of them (a team with its points, its corner, and whether its buildings stand), standings live;
and the log with undo to a line of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QListWidget, QSizePolicy, QWidget

from companion.exercise_k.codec.documents import RankingDocument
from companion.exercise_k.rules.board import MapCorner, corner_words
from companion.exercise_k.rules.record_sheet import RecordSheet, SheetSystem
from companion.exercise_k.rules.roster import team_label, team_of
from companion.exercise_k.session.cards import SheetCard, TeamCard
from companion.exercise_k.session.desk_presenter import log_sentence
from companion.exercise_k.session.key_parser import SYSTEM_KEYS, TEAM_KEYS
from companion.exercise_k.session.results import Results
from companion.exercise_k.ui.style import TEAM_BADGES, OneLine, paint_words
from companion.session.match import LogLine
from companion.text import pgettext
from companion.ui.badges import on_ground, paint_badge
from companion.ui.keyed_window import line_number, log_item
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import set_tip
from companion.ui.themes import (
    ACCENT,
    ASH,
    GRAPHITE,
    LEAST_PX,
    OK,
    PAPER,
    PEBBLE,
    SCALES,
    SLATE,
    STOP,
    theme_in_force,
    tint,
)

#: The card is drawn on a sheet of this size, on which its type can be read, and enlarged to the widget.
_WIDTH, _HEIGHT = 168.0, 128.0
_LEFT: Final = 8.0


def _colour(name: str) -> QColor:
    return QColor(tint(name))


class SheetView(QWidget):
    """One Ogre's card. ``picked``: it was clicked; its Ogre."""

    picked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.card: SheetCard | None = None
        self._points = ""
        self.aimed_at = False

    def sizeHint(self) -> QSize:
        return QSize(int(_WIDTH), int(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def aim(self, aimed_at: bool) -> None:
        """Show whether what is keyed in is aimed at it."""
        if aimed_at != self.aimed_at:
            self.aimed_at = aimed_at
            self.update()

    def show_card(self, card: SheetCard, points: str) -> None:
        """Show a sheet, and the points of its account ("" where it has none of its own)."""
        if (card, points) != (self.card, self._points):
            self.card, self._points = card, points
            self.setAccessibleName(card.sentence)
            set_tip(self, card.sentence)
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click picks the Ogre."""
        if self.card is not None and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(self.card.ogre)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The card, as large as the widget."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = min(self.width() / _WIDTH, self.height() / _HEIGHT)
        painter.scale(scale, scale)
        area = QRectF(1.5, 1.5, self.width() / scale - 3, self.height() / scale - 3)
        if self.card is not None:
            _paint(painter, self.card, self._points, area, aimed_at=self.aimed_at)
        painter.end()


def _paint(painter: QPainter, card: SheetCard, points: str, area: QRectF, *, aimed_at: bool) -> None:
    colour, width = (_colour(ACCENT), 3.5) if card.to_move else (_colour(PEBBLE), 1.2)
    pen = QPen(_colour(STOP), 3.5, Qt.PenStyle.DashLine) if aimed_at else QPen(colour, width)
    painter.setPen(pen)
    painter.setBrush(_colour(GRAPHITE if card.sheet.destroyed else SLATE))
    painter.drawRoundedRect(area, 7, 7)
    _head(painter, card, points, area)
    if card.sheet.destroyed:
        paint_words(painter, pgettext("SheetView", "destroyed"), QPointF(_LEFT, 76), _px(22), STOP, bold=True)
        return
    wide = (area.right() - _LEFT) / 2
    weapons = (system for system in card.sheet.layout.rows if system is not SheetSystem.TREAD)
    for number, system in enumerate(weapons):
        line, column = divmod(number, 2)
        _weapon(painter, card.sheet, system, QPointF(_LEFT + column * wide, 59 + line * 21))
    _treads(painter, card, QRectF(_LEFT, 88, area.right() - 2 * _LEFT, 13))


def _head(painter: QPainter, card: SheetCard, points: str, area: QRectF) -> None:
    paint_badge(painter, on_ground(TEAM_BADGES[team_of(card.ogre)]), QRectF(_LEFT, 7, 15, 15))
    ogre = team_label(card.ogre)
    name, colour = (f"▸ {ogre}", ACCENT) if card.to_move else (ogre, PAPER)
    paint_words(painter, name, QPointF(_LEFT + 21, 20), _px(17), colour, bold=True)
    room = area.right() - 8
    paint_words(painter, points, QPointF(room, 20), _px(15), PAPER, right=True)
    paint_words(painter, card.runner_words, QPointF(_LEFT + 21, 38), _px(15), ASH, most=room - _LEFT - 21)


def _weapon(painter: QPainter, sheet: RecordSheet, system: SheetSystem, at: QPointF) -> None:
    """The key of a system, and a mark for each: full ones are left, crossed ones are gone."""
    paint_words(painter, SYSTEM_KEYS[system], QPointF(at.x(), at.y()), _px(15), ASH, bold=True)
    full = sheet.layout.rows[system].count
    if full > 5:
        paint_words(painter, f"{sheet.left[system]} / {full}", QPointF(at.x() + 18, at.y()), _px(15), PAPER)
        return
    for number in range(full):
        centre = QPointF(at.x() + 25 + number * 14, at.y() - 5)
        left = number < sheet.left[system]
        painter.setPen(QPen(_colour(PAPER if left else ASH), 1.4))
        painter.setBrush(_colour(PAPER) if left else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, 5.4, 5.4)
        if not left:
            painter.drawLine(centre + QPointF(-5, 5), centre + QPointF(5, -5))


def _treads(painter: QPainter, card: SheetCard, area: QRectF) -> None:
    """A bar for each step of movement, the fullest speed at the right, where it is crossed off first."""
    gap = 5.0
    whole = sum(full for full, _ in card.steps) or 1
    room = area.width() - gap * (len(card.steps) - 1)
    x = area.left()
    for full, left in card.steps:
        wide = room * full / whole
        painter.setPen(QPen(_colour(ASH), 1))
        painter.setBrush(_colour(GRAPHITE))
        painter.drawRect(QRectF(x, area.top(), wide, area.height()))
        filled = (wide - 2) * left / full if full else 0.0
        painter.fillRect(QRectF(x + 1, area.top() + 1, filled, area.height() - 2), _colour(OK))
        x += wide + gap
    treads, printed = card.sheet.left[SheetSystem.TREAD], card.sheet.layout.rows[SheetSystem.TREAD].count
    words = f"{SYSTEM_KEYS[SheetSystem.TREAD]}  {treads} / {printed}"
    paint_words(painter, words, QPointF(_LEFT, area.bottom() + 18), _px(15), PAPER)
    moves = QPointF(area.right(), area.bottom() + 18)
    paint_words(painter, card.movement_words, moves, _px(15), PAPER if card.sheet.movement else STOP, right=True)


def _px(size: int) -> int:
    """A size of type in the scale in force, as far as the card has room."""
    return round(max(size, LEAST_PX) * min(1.12, SCALES[theme_in_force()[1]]))


#: A team's head is as wide as a card.
_HEAD_HEIGHT: Final = 54.0


class TeamView(QWidget):
    """One team."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._team: TeamCard | None = None

    def sizeHint(self) -> QSize:
        return QSize(int(_WIDTH), int(_HEAD_HEIGHT))

    def set_scale(self, scale: float) -> None:
        """Larger in a larger window."""
        self.setFixedHeight(round(_HEAD_HEIGHT * max(1.0, scale)))

    def show_team(self, team: TeamCard) -> None:
        """Show a team."""
        self._team = team
        self.setAccessibleName(team.sentence)
        corner = f" · {corner_words(team.corner)}" if team.corner is not None else ""
        set_tip(self, f"{_team_name(team)}{corner}")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The head."""
        if self._team is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = min(self.width() / _WIDTH, self.height() / _HEAD_HEIGHT)
        painter.scale(scale, scale)
        _paint_team(painter, self._team, self.width() / scale)
        painter.end()


def _team_name(team: TeamCard) -> str:
    out = pgettext("TeamView", "(out)")
    return f"{TEAM_KEYS[team.team]} · {team_label(team.team)}" + (f" {out}" if team.out else "")


def _paint_team(painter: QPainter, team: TeamCard, width: float) -> None:
    paint_badge(painter, on_ground(TEAM_BADGES[team.team]), QRectF(6, 5, 18, 18))
    points = f"{'★ ' if team.leads else ''}{team.points:g}"
    colour = ACCENT if team.leads else PAPER
    taken = paint_words(painter, points, QPointF(width - 8, 22), 18, colour, bold=True, right=True)
    paint_words(painter, _team_name(team), QPointF(29, 22), 16, ASH if team.out else PAPER, bold=True, most=taken - 32)
    x = 8.0
    for building, stands in team.buildings.items():
        kind = building.rpartition(" ")[2]
        x = _building(painter, kind, QPointF(x, 44), stands=stands) + 9
    if team.corner is not None:
        _corner(painter, team.corner, QRectF(width - 26, 35, 20, 13))


def _corner(painter: QPainter, corner: MapCorner, board: QRectF) -> None:
    """The board with the team's corner filled."""
    painter.setPen(QPen(_colour(ASH), 1))
    painter.drawRect(board)
    half = QSizeF(board.width() / 2, board.height() / 2)
    across = half.width() if corner in {MapCorner.TOP_RIGHT, MapCorner.BOTTOM_RIGHT} else 0
    down = half.height() if corner in {MapCorner.BOTTOM_LEFT, MapCorner.BOTTOM_RIGHT} else 0
    painter.fillRect(QRectF(board.topLeft() + QPointF(across, down), half), _colour(PAPER))


def _building(painter: QPainter, kind: str, at: QPointF, *, stands: bool) -> float:
    """A house where it stands, a crossed one where it is lost; returns where it ends."""
    colour = _colour(OK if stands else STOP)
    painter.setPen(QPen(colour, 1.6))
    painter.setBrush(colour if stands else _colour(GRAPHITE))
    box = QRectF(at.x(), at.y() - 9, 12, 12)
    painter.drawRect(box) if kind == "CP" else painter.drawEllipse(box)
    if not stands:
        painter.drawLine(box.topLeft(), box.bottomRight())
        painter.drawLine(box.topRight(), box.bottomLeft())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    return paint_words(painter, kind, QPointF(at.x() + 17, at.y() + 3), LEAST_PX, PAPER if stands else ASH, bold=True)


#: Heights of a line of teams (two beside each other) and of a line of players, in a window of the usual height.
_TEAM_PX: Final = 25
_LINE_PX: Final = 21
_PER_LINE: Final = 2
_LEAST_LOG_PX: Final = 96
_LEAST_WIDE_PX: Final = 240


class StandingsView(QWidget):
    """Teams, players and third Ogres by points, painted so that all of them fit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._teams: tuple[RankingDocument, ...] = ()
        self._players: tuple[RankingDocument, ...] = ()
        self._scored = False
        self._scale = 1.0

    def show_results(self, results: Results) -> None:
        """Show the standings."""
        self._scored = any(results.standings.teams.values())
        self._teams, self._players = results.teams, (*results.players, *results.third_ogres)
        lines = (*self._teams, *self._players)
        self.setAccessibleName("; ".join(f"{line.place} {team_label(line.name)} {line.points:g}" for line in lines))
        self.updateGeometry()
        self.update()

    def set_scale(self, scale: float) -> None:
        """Larger in a larger window."""
        self._scale = max(1.0, scale)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        lines = -(-len(self._teams) // _PER_LINE) * _TEAM_PX + len(self._players) * _LINE_PX
        return QSize(_LEAST_WIDE_PX, round(self._scale * (lines + 8)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Line under line."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._scale, self._scale)
        wide = self.width() / self._scale - 10
        for number, place in enumerate(self._teams):
            line, column = divmod(number, _PER_LINE)
            half = QRectF(column * (wide + 14) / 2, line * _TEAM_PX, (wide - 14) / 2, _TEAM_PX)
            _paint_row(painter, place, half, team=True, leads=place.leads and self._scored)
        top = -(-len(self._teams) // _PER_LINE) * _TEAM_PX + 4
        for number, place in enumerate(self._players):
            area = QRectF(0, top + number * _LINE_PX, wide, _LINE_PX)
            _paint_row(painter, place, area, team=False, leads=place.leads and self._scored)
        painter.end()


class SidePanel(QFrame):
    """Standings above, log below."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.standings = StandingsView(self)
        self.log_heading = OneLine(self, size_pt=13, colour=ACCENT, bold=True)
        self.log_heading.say(pgettext("SidePanel", "Log:  ↑ ↓ choose, U undo to it"))
        self.log = QListWidget(self)
        self.log.setObjectName("lines")
        self.log.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.log.setWordWrap(True)
        self.log.setMinimumHeight(_LEAST_LOG_PX)
        self.log.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.standings_heading = OneLine(self, size_pt=13, colour=ACCENT, bold=True)
        self.standings_heading.say(pgettext("SidePanel", "Standings"))
        above = self.standings_heading, self.standings, self.log_heading
        column_of(*above, (self.log, 1), on=self, margins=(8, 2, 0, 2), spacing=2)
        self._shown: tuple[LogLine, ...] = ()

    def set_scale(self, scale: float) -> None:
        """As large as the window has room for."""
        self.standings.set_scale(scale)
        for heading in (self.log_heading, self.standings_heading):
            heading.set_scale(scale)

    def show_log(self, lines: Sequence[LogLine]) -> None:
        """List what was done, the latest last and in sight; what was undone is struck through."""
        known = tuple(lines[: len(self._shown)]) == self._shown
        if not known:
            self.log.clear()
        for line in lines[len(self._shown) if known else 0 :]:
            self.log.addItem(log_item(log_sentence(line), line.number, undone=line.undone))
        if len(lines) != len(self._shown) or not known:
            self.put_down()
            self.log.scrollToBottom()
        self._shown = tuple(lines)

    def toggle_whole_log(self) -> None:
        """Give the log all the room, or put the standings back."""
        for widget in (self.standings, self.standings_heading):
            widget.setVisible(not widget.isVisible())
        self.log.scrollToBottom()

    def step(self, by: int) -> None:
        """Choose the next line, or the one before."""
        count = self.log.count()
        if count:
            at = self.log.currentRow()
            self.log.setCurrentRow(max(0, min(count - 1, (count if at < 0 else at) + by)))

    def put_down(self) -> None:
        """Choose no line."""
        self.log.setCurrentRow(-1)
        self.log.clearSelection()

    @property
    def chosen(self) -> int | None:
        """The number of the line chosen, for the journal."""
        at = self.log.currentRow()
        return None if at < 0 else line_number(self.log.item(at))


def _paint_row(painter: QPainter, place: RankingDocument, area: QRectF, *, team: bool, leads: bool) -> None:
    font = QFont(painter.font())
    font.setPixelSize(17 if team else LEAST_PX)
    font.setBold(team or leads)
    colour = QColor(tint(ACCENT if leads else ASH if place.out else PAPER))
    painter.setFont(font)
    painter.setPen(colour)
    middle = Qt.AlignmentFlag.AlignVCenter
    painter.drawText(area, middle, f"{place.place or ''}")
    badge = QRectF(area.left() + 24, area.center().y() - 6, 12, 12)
    paint_badge(painter, on_ground(TEAM_BADGES[place.name if team else team_of(place.name)]), badge)
    painter.setPen(colour)
    points = f"{place.points:g}"
    painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, points)
    metrics = QFontMetricsF(font)
    words = f"{team_label(place.name)}{'  ✕' if place.out else ''}" + (
        f"  {place.player}" if place.player and not team else ""
    )
    room = QRectF(area.left() + 44, area.top(), area.width() - 52 - metrics.horizontalAdvance(points), area.height())
    painter.drawText(room, middle, metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width()))
