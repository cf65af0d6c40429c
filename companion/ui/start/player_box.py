"""A player on the new-match page: badge, name, place at the table, the army as cards, and its points."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QProgressBar, QPushButton, QSizePolicy, QWidget

from companion.catalogue import Die
from companion.session import PlayerBadge
from companion.session.match_setup import MatchPlan, OgreRole, PlanPresenter
from companion.text import pgettext
from companion.ui.badges import on_ground, paint_badge
from companion.ui.layouts import column_of, row_of
from companion.ui.painters import fitted_font, set_ink, smooth_painter, text_font, write
from companion.ui.plain_widgets import plain_label, set_mood, set_style_property, set_tip
from companion.ui.start.tiles import Tile, TileOffer, face_sign
from companion.ui.themes import ACCENT, ASH, GRAPHITE, PAPER, PEBBLE, SMALL_PT

_BADGE_PX: Final = 44
_OGRE_PX: Final = 112
_WIDE_PX: Final = 300
#: So many players leave room for two columns of cards each.
_FEW: Final = 2

_HIGH_PX: Final = 56
_SIGN_PX: Final = 46
_LESS_PX: Final = 34
_LEAST_PX: Final = 150
#: Before and behind the sign, and behind the name.
_BESIDE_PX: Final = 20


class BadgeButton(QPushButton):
    """Shows a player's shape in its colour; a click takes the next one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("badge")
        self.setFixedSize(_BADGE_PX, _BADGE_PX)
        self._badge: PlayerBadge | None = None

    def show_badge(self, badge: PlayerBadge) -> None:
        """Show another badge."""
        self._badge = badge
        self.setAccessibleName(badge.label)
        set_tip(self, pgettext("BadgeButton", "{0}: change shape and colour (F3)").format(badge.label))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The button, and the shape on it."""
        super().paintEvent(event)
        if self._badge is not None:
            area = QRectF(self.rect()).adjusted(10, 10, -10, -10)
            paint_badge(smooth_painter(self), on_ground(self._badge), area)


class PlayerBox(QFrame):
    """The player of a place. ``picked``: the name of a player who builds an army, clicked; ``settled``: Enter after the
    name."""

    picked = Signal(str)
    settled = Signal()

    def __init__(self, presenter: PlanPresenter, place: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("box")
        self._presenter, self._at = presenter, place
        self.badge = BadgeButton(self)
        self.name = QLineEdit(self)
        self.name.setMaxLength(24)
        self._place, self._points = plain_label("", "quiet", yields=True), plain_label("", "small")
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(8)
        self._why = plain_label("", "small", wrap=True)
        self._cards: dict[str, DieCard] = {}
        self._shelf = QGridLayout()
        self._shelf.setSpacing(6)
        self._ogre: Tile | None = None
        self._empty = plain_label("", "quiet", wrap=True)
        head = row_of(self.badge, (self.name, 1), spacing=10)
        line = row_of((self._place, 1), self._points)
        self._column = column_of(
            head, line, self._bar, self._why, self._shelf, self._empty, 1, on=self, margins=(14, 12, 14, 12), spacing=8
        )
        self.badge.clicked.connect(lambda: presenter.step_badge(self._player))
        self.name.editingFinished.connect(lambda: presenter.rename(self._player, self.name.text()))
        self.name.returnPressed.connect(self.settled)

    @property
    def _player(self) -> str:
        return self._presenter.plan.names[self._at]

    def sizeHint(self) -> QSize:
        return QSize(_WIDE_PX, 300)

    def show_plan(self, plan: MatchPlan, name: str, *, current: bool) -> None:
        """Show the player of that name; ``current``: dice from the shelf go here."""
        entrant = plan.entrant(name)
        set_style_property(self, "current", str(current).lower())
        self.badge.show_badge(entrant.badge)
        if not self.name.hasFocus():
            self.name.setText(name)
        self._show_points(plan, name)
        counts = Counter(plan.entrant(name).army) if plan.has_army(name) else Counter[str]()
        for die_id in self._cards.keys() - counts.keys():
            card = self._cards.pop(die_id)
            self._shelf.removeWidget(card)
            card.deleteLater()
        columns = 2 if len(plan.entrants) == _FEW else 1
        for number, (die_id, count) in enumerate(counts.items()):
            self._shelf.addWidget(self._card(plan.dice[die_id], count), *divmod(number, columns))
        self._show_ogre(plan, name)
        self._empty.setText(pgettext("PlayerBox", "No dice yet: type a name in the list at the right and press Enter."))
        self._empty.setVisible(plan.has_army(name) and not counts)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click anywhere makes this player the current one."""
        if self._presenter.plan.has_army(self._player):
            self.picked.emit(self._player)
        super().mousePressEvent(event)

    def _show_points(self, plan: MatchPlan, name: str) -> None:
        points = plan.points_of(name)
        of = "" if points.limit is None else f" / {points.limit:g}"
        self._points.setText(pgettext("PlayerBox", "{0:g}{1} points").format(points.points, of))
        mark = plan.mark_of(name)
        place = plan.places[name].words
        self._place.setText(f"{place} · Ogre Mark {mark}" if mark and plan.card.ogre is OgreRole.NOBODY else place)
        self._points.setVisible(plan.has_army(name))
        self._bar.setVisible(points.limit is not None)
        if points.limit is not None:
            self._bar.setMaximum(round(points.limit * 10) or 1)
            self._bar.setValue(min(round(points.points * 10), self._bar.maximum()))
            set_style_property(self._bar, "mood", "stop" if points.points > points.limit else "ok")
        unbegun = plan.has_army(name) and not plan.army_of(name)
        wrong = "" if unbegun else "; ".join(points.problems)
        self._why.setText(pgettext("PlayerBox", "Refused: {0}.").format(wrong) if wrong else "")
        self._why.setVisible(bool(wrong))
        set_mood(self._why, "stop")

    def _card(self, die: Die, count: int) -> DieCard:
        card = self._cards.get(die.id)
        if card is None:
            take = self._presenter.take
            card = self._cards[die.id] = DieCard(die, count, self)
            card.more.connect(lambda: take(lambda plan: plan.with_die(self._player, die.id)))
            card.less.connect(lambda: take(lambda plan: plan.without_die(self._player, die.id)))
        if card.count != count:
            card.show_count(count)
        return card

    def _show_ogre(self, plan: MatchPlan, name: str) -> None:
        mark = plan.mark_of(name)
        die = plan.ogre_die if plan.card.ogre is not OgreRole.NOBODY and mark is not None else None
        if die is not None and self._ogre is None:
            self._ogre = Tile(TileOffer("ogre", "F9", "", ""), face_sign(plan.dice[die], _OGRE_PX), self)
            self._ogre.setMaximumHeight(130)
            self._ogre.clicked.connect(self._presenter.step_ogre)
            self._column.insertWidget(self._column.count() - 1, self._ogre)
        if self._ogre is not None:
            self._ogre.setVisible(die is not None)
            swap = plan.card.ogre is OgreRole.ONE
            about = pgettext("PlayerBox", "F9 gives it to the next player.")
            beside = pgettext("PlayerBox", "On the table beside the army.")
            title = f"Ogre Mark {mark}"
            self._ogre.show_offer(TileOffer("ogre", "F9" if swap else "✓", title, about if swap else beside))


class DieCard(QWidget):
    """``more`` and ``less``: one die of this kind more or less. Keys: plus and minus."""

    more = Signal()
    less = Signal()

    def __init__(self, die: Die, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.die, self._sign = die, face_sign(die, 2 * _SIGN_PX)
        name = QFontMetricsF(fitted_font(die.label, 0.0, SMALL_PT, bold=True)).horizontalAdvance(die.label)
        self.setMinimumWidth(max(_LEAST_PX, math.ceil(name) + _SIGN_PX + _BESIDE_PX))
        self.show_count(count)

    def show_count(self, count: int) -> None:
        """So many of them now."""
        self.count = count
        cost = pgettext("DieCard", "{0:g} points").format(count * self.die.points)
        self.setAccessibleName(f"{count} × {self.die.label}, {cost}")
        how = pgettext("DieCard", "Click: one more. Click −: one less.")
        set_tip(self, f"{self.die.label}\n{how}")
        self.update()

    def sizeHint(self) -> QSize:
        lines = QFontMetricsF(text_font(SMALL_PT, bold=True)).height() + QFontMetricsF(text_font(SMALL_PT)).height()
        return QSize(200, max(_HIGH_PX, round(lines) + 8))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plus and minus."""
        signal = {
            Qt.Key.Key_Plus: self.more,
            Qt.Key.Key_Equal: self.more,
            Qt.Key.Key_Minus: self.less,
            Qt.Key.Key_Delete: self.less,
        }.get(Qt.Key(event.key()))
        if signal is None:
            super().keyPressEvent(event)
        else:
            signal.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """More; at its right end, or with the other button: less."""
        other = event.button() != Qt.MouseButton.LeftButton
        (self.less if other or event.position().x() > self.width() - _LESS_PX else self.more).emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ground, face, words, minus."""
        painter = smooth_painter(self)
        focused = self.hasFocus()
        set_ink(painter, ACCENT if focused else PEBBLE, 2 if focused else 1, fill=GRAPHITE)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
        high = _SIGN_PX * self._sign.height() / self._sign.width()
        sign = QRectF(4, (self.height() - high) / 2, _SIGN_PX, high)
        painter.drawPixmap(sign, self._sign, QRectF(self._sign.rect()))
        left = sign.right() + 5
        room, half = self.width() - left - 8, self.height() / 2
        flags, bold = Qt.AlignmentFlag.AlignVCenter, fitted_font(self.die.label, room, SMALL_PT, bold=True)
        painter.setFont(bold)
        shown = painter.fontMetrics().elidedText(self.die.label, Qt.TextElideMode.ElideRight, round(room) - 2)
        write(painter, QRectF(left, 4, room, half - 2), shown, PAPER, bold, flags)
        words, area = f"{self.count} × {self.die.points:g}", QRectF(left, half, room - _LESS_PX, half - 4)
        font = fitted_font(words, room - _LESS_PX, SMALL_PT)
        write(painter, area, words, ASH if self.count == 1 else ACCENT, font, flags)
        less = QRectF(self.width() - _LESS_PX, half, _LESS_PX, half - 4)
        write(painter, less, "−", ASH, text_font(SMALL_PT, bold=True))
