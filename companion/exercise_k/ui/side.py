"""The side of the desk: standings live, and the log with undo to a line of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QListWidget, QSizePolicy, QWidget

from companion.exercise_k.rules.roster import team_label, team_of
from companion.exercise_k.session.announcements import log_sentence
from companion.exercise_k.session.results import RankingLine, Results
from companion.exercise_k.ui.look import TEAM_BADGES
from companion.exercise_k.ui.one_line import OneLine
from companion.session.match import LogLine
from companion.text import pgettext
from companion.ui.badges import on_ground, paint_badge
from companion.ui.layouts import column_of
from companion.ui.themes import ACCENT, ASH, LEAST_PX, PAPER, tint
from companion.ui.window_parts import line_number, log_item

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
        self._teams: tuple[RankingLine, ...] = ()
        self._players: tuple[RankingLine, ...] = ()
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


def _paint_row(painter: QPainter, place: RankingLine, area: QRectF, *, team: bool, leads: bool) -> None:
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
        f"  {place.person}" if place.person and not team else ""
    )
    room = QRectF(area.left() + 44, area.top(), area.width() - 52 - metrics.horizontalAdvance(points), area.height())
    painter.drawText(room, middle, metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width()))
