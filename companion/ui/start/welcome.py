"""What the program is for, on three cards side by side; shown at the first start only. Their pictures are painted: a
camera over a table, a roll over a corner, a measured line."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from companion.catalogue import Die
from companion.session import BADGES
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction
from companion.ui.badges import on_ground, paint_badge
from companion.ui.layouts import column_of, row_of
from companion.ui.painters import pixel_font, set_ink, smooth_painter, text_font, write
from companion.ui.plain_widgets import button_of, plain_label
from companion.ui.start.tiles import face_sign
from companion.ui.themes import ACCENT, ASH, GRAPHITE, LEAST_PT, LEAST_PX, PAPER, PEBBLE, SMALL_PT, tint, type_pt

_LINES = 5
#: In a window at least so large the page has its full type.
_FULL_WH = (1240, 700)
_SHOWN = ("ogre/heavy-tank", "ogre/gev")

#: Everything is drawn on a sheet of this size and scaled to what there is.
_SHEET: Final = QSize(320, 330)
_TABLE: Final = QPolygonF([QPointF(10, 296), QPointF(310, 296), QPointF(262, 162), QPointF(58, 162)])
_MARKERS: Final = ((42, 279, 24), (278, 279, 24), (247, 173, 15), (73, 173, 15))
_DIE_PX: Final = 84
_CAPTION_PX: Final = 22


class WelcomePage(QWidget):
    """Three cards and a button. ``done``: they have been read."""

    done = Signal()

    def __init__(self, dice: Mapping[str, Die], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.go = button_of(pgettext("WelcomePage", "Begin  (Enter)"), self.done.emit, "go", parent=self)
        self.setFocusProxy(self.go)
        shown = tuple(dice[name] for name in _SHOWN if name in dice)
        cards = (
            _card(f"{number}   {title}", text, picture)
            for number, (picture, title, text) in enumerate(self._cards(shown), 1)
        )
        hint = plain_label(pgettext("WelcomePage", "Every page: F1 shows its keys, Esc goes back."), "quiet")
        self._column = column_of(
            plain_label(pgettext("WelcomePage", "A referee that measures"), "title"),
            (row_of(*((card, 1) for card in cards), spacing=18), 1),
            row_of((hint, 1), self.go),
            on=self,
            margins=(48, 28, 48, 28),
            spacing=18,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrower margins and smaller type in a small window, so that all words are in sight."""
        super().resizeEvent(event)
        scale = min(1.0, self.width() / _FULL_WH[0], self.height() / _FULL_WH[1])
        across, down = round(48 * scale), round(28 * scale * scale)
        self._column.setContentsMargins(across, down, across, down)
        small = "" if scale == 1.0 else f"#small {{ font-size: {max(LEAST_PT, round(type_pt(SMALL_PT) * scale))}pt }}"
        self.setStyleSheet(small)

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Go on."""
        act = ActionMenu(pgettext("WelcomePage", "Start"), "welcome.").action
        return (act("go", pgettext("WelcomePage", "Begin"), "Return Enter Space", self.done.emit),)

    def _cards(self, dice: tuple[Die, ...]) -> tuple[tuple[CardPicture, str, str], ...]:
        return (
            (
                CameraPicture(dice),
                pgettext("WelcomePage", "Show it the table"),
                pgettext(
                    "WelcomePage",
                    "Put a camera above the table and the four printed markers in its corners. Without a camera you "
                    "play on a drawn table, with the mouse.",
                ),
            ),
            (
                RollPicture(dice),
                pgettext("WelcomePage", "Play as you always do"),
                pgettext(
                    "WelcomePage",
                    "Throw, roll and move the dice with your hands. It watches, says what comes next, and ticks it off "
                    "when it has seen it done.",
                ),
            ),
            (
                LinePicture(dice),
                pgettext("WelcomePage", "Ask when you disagree"),
                pgettext(
                    "WelcomePage",
                    "Who sees whom, who is closest, by how much: with the number, its error and the rule. Too close to "
                    "call, and you decide.",
                ),
            ),
        )


def _card(title: str, text: str, picture: CardPicture) -> QFrame:
    card, words = QFrame(), plain_label(text, "small", wrap=True)
    card.setObjectName("box")
    words.setAlignment(Qt.AlignmentFlag.AlignTop)
    words.setMinimumHeight(_LINES * round(QFontMetricsF(text_font(LEAST_PT)).lineSpacing()))
    # so that the titles stand in one line
    words.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
    heading = plain_label(title, "section", wrap=True)
    column_of((picture, 1), heading, words, on=card, margins=(20, 16, 20, 20), spacing=12)
    return card


class CardPicture(QWidget):
    """A picture scaled to its widget."""

    def __init__(self, dice: tuple[Die, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(70)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._signs = tuple(face_sign(die, 2 * _DIE_PX) for die in dice)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint it as large as it goes, in the middle."""
        painter = smooth_painter(self)
        scale = min(self.width() / _SHEET.width(), self.height() / _SHEET.height())
        painter.translate((self.width() - scale * _SHEET.width()) / 2, (self.height() - scale * _SHEET.height()) / 2)
        painter.scale(scale, scale)
        self._paint(painter)

    @abstractmethod
    def _paint(self, painter: QPainter) -> None: ...

    def _put(self, painter: QPainter, place: int, x: float, y: float, turn_deg: float, width: int) -> None:
        """A die's face about a point."""
        for sign in self._signs[place : place + 1]:
            high = width * sign.height() / sign.width()
            painter.save()
            painter.translate(x, y)
            painter.rotate(turn_deg)
            painter.drawPixmap(QRectF(-width / 2, -high * 0.6, width, high), sign, QRectF(sign.rect()))
            painter.restore()


class CameraPicture(CardPicture):
    """A table with a marker in each corner, and a camera that looks at it."""

    def _paint(self, painter: QPainter) -> None:
        set_ink(painter, ASH, 2, fill=PEBBLE)
        painter.drawPolygon(_TABLE)
        for x, y, size in _MARKERS:
            area = QRectF(x - size / 2, y - size / 2, size, size)
            painter.fillRect(area.adjusted(-3, -3, 3, 3), QColor("#ffffff"))
            painter.fillRect(area, QColor("#000000"))
            window = QRectF(area.left() + size / 4, area.top() + size / 4, size / 4, size / 2)
            painter.fillRect(window, QColor("#ffffff"))
        self._put(painter, 0, 115, 248, -14, 72)
        self._put(painter, 1, 206, 226, 160, 64)
        painter.setPen(QPen(QColor(tint(ACCENT)), 2, Qt.PenStyle.DashLine))
        for corner in range(_TABLE.count()):
            painter.drawLine(QPointF(160, 52), _TABLE.at(corner))
        set_ink(painter, PAPER, 2, fill=GRAPHITE)
        painter.drawRoundedRect(QRectF(122, 18, 76, 46), 7, 7)
        set_ink(painter, PAPER, 2, fill=ACCENT)
        painter.drawEllipse(QPointF(160, 44), 12, 12)


class RollPicture(CardPicture):
    """A die, and where it will lie when it has been rolled over its corner."""

    def _paint(self, painter: QPainter) -> None:
        self._put(painter, 0, 86, 220, 0, 150)
        painter.setOpacity(0.45)
        self._put(painter, 0, 234, 120, 60, 150)
        painter.setOpacity(1.0)
        painter.setPen(QPen(QColor(tint(ACCENT)), 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(136, 184), QPointF(182, 154))
        set_ink(painter, None, fill=ACCENT)
        painter.drawPolygon(QPolygonF([QPointF(196, 145), QPointF(171, 149), QPointF(184, 170)]))
        _caption(painter, pgettext("RollPicture", "roll it over this corner"), ACCENT)


class LinePicture(CardPicture):
    """Two dice and the measured line between them."""

    def _paint(self, painter: QPainter) -> None:
        self._put(painter, 0, 74, 222, 20, 130)
        self._put(painter, 1, 246, 110, -25, 130)
        painter.setPen(QPen(QColor(tint(ACCENT)), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(118, 186), QPointF(202, 130))
        for area, badge in ((QRectF(20, 126, 28, 28), BADGES[0]), (QRectF(272, 182, 28, 28), BADGES[1])):
            paint_badge(painter, on_ground(badge), area)
        _caption(painter, "213.4 ± 0.6 mm", PAPER)


def _caption(painter: QPainter, text: str, colour: str) -> None:
    if _CAPTION_PX * painter.worldTransform().m11() >= LEAST_PX:  # else the words of the card say it too
        write(painter, QRectF(0, 284, _SHEET.width(), 36), text, colour, pixel_font(_CAPTION_PX, bold=True))
