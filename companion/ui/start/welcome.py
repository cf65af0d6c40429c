"""What the program is for, on three cards side by side; shown at the first start only.

The pictures of the three explaining cards, painted: a camera over a table, a roll over a corner, a measured line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from companion.catalogue import Die
from companion.session import BADGES
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction
from companion.ui.badges import paint_badge
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import plain_label
from companion.ui.start.dice_page import face_sign
from companion.ui.start.style import text_font
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
        self.go = QPushButton(pgettext("WelcomePage", "Begin  (Enter)"), self)
        self.go.setObjectName("go")
        self.go.clicked.connect(self.done)
        self.setFocusProxy(self.go)
        column = column_of(
            plain_label(pgettext("WelcomePage", "A referee that measures"), "title"),
            on=self,
            margins=(48, 28, 48, 28),
            spacing=18,
        )
        self._column = column
        row = QHBoxLayout()
        row.setSpacing(18)
        shown = tuple(dice[name] for name in _SHOWN if name in dice)
        for number, (picture, title, text) in enumerate(self._cards(shown), 1):
            row.addWidget(_card(f"{number}   {title}", text, picture), stretch=1)
        column.addLayout(row, stretch=1)
        foot = row_of(
            (plain_label(pgettext("WelcomePage", "Every page: F1 shows its keys, Esc goes back."), "quiet"), 1), self.go
        )
        column.addLayout(foot)

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
    card = QFrame()
    card.setObjectName("box")
    column = column_of((picture, 1), on=card, margins=(20, 16, 20, 20), spacing=12)
    heading = plain_label(title, "section", wrap=True)
    column.addWidget(heading)
    reported = plain_label(text, "small", wrap=True)
    reported.setAlignment(Qt.AlignmentFlag.AlignTop)
    reported.setMinimumHeight(_LINES * round(QFontMetricsF(text_font(LEAST_PT)).lineSpacing()))
    reported.setSizePolicy(
        QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding
    )  # titles stand in one line
    column.addWidget(reported)
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
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        scale = min(self.width() / _SHEET.width(), self.height() / _SHEET.height())
        painter.translate((self.width() - scale * _SHEET.width()) / 2, (self.height() - scale * _SHEET.height()) / 2)
        painter.scale(scale, scale)
        self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        raise NotImplementedError

    def _put(self, painter: QPainter, place: int, centre: QPointF, turn_deg: float = 0.0, *, width: int = 0) -> None:
        """A die's face about a point."""
        if place >= len(self._signs):
            return
        sign: QPixmap = self._signs[place]
        wide = width or _DIE_PX
        high = wide * sign.height() / sign.width()
        painter.save()
        painter.translate(centre)
        painter.rotate(turn_deg)
        painter.drawPixmap(QRectF(-wide / 2, -high * 0.6, wide, high), sign, QRectF(sign.rect()))
        painter.restore()


class CameraPicture(CardPicture):
    """A table with a marker in each corner, and a camera that looks at it."""

    def _paint(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(tint(ASH)), 2))
        painter.setBrush(QColor(tint(PEBBLE)))
        painter.drawPolygon(_TABLE)
        for x, y, size in _MARKERS:
            _marker(painter, QPointF(x, y), size)
        self._put(painter, 0, QPointF(115, 248), -14, width=72)
        self._put(painter, 1, QPointF(206, 226), 160, width=64)
        eye = QPointF(160, 52)
        painter.setPen(QPen(QColor(tint(ACCENT)), 2, Qt.PenStyle.DashLine))
        for corner in range(_TABLE.count()):
            painter.drawLine(eye, _TABLE.at(corner))
        painter.setPen(QPen(QColor(tint(PAPER)), 2))
        painter.setBrush(QColor(tint(GRAPHITE)))
        painter.drawRoundedRect(QRectF(122, 18, 76, 46), 7, 7)
        painter.setBrush(QColor(tint(ACCENT)))
        painter.drawEllipse(QPointF(160, 44), 12, 12)


class RollPicture(CardPicture):
    """A die, and where it will lie when it has been rolled over its corner."""

    def _paint(self, painter: QPainter) -> None:
        self._put(painter, 0, QPointF(86, 220), 0, width=150)
        painter.setOpacity(0.45)
        self._put(painter, 0, QPointF(234, 120), 60, width=150)
        painter.setOpacity(1.0)
        painter.setPen(QPen(QColor(tint(ACCENT)), 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(136, 184), QPointF(182, 154))
        painter.setBrush(QColor(tint(ACCENT)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(QPolygonF([QPointF(196, 145), QPointF(171, 149), QPointF(184, 170)]))
        _caption(painter, pgettext("RollPicture", "roll it over this corner"), ACCENT)


class LinePicture(CardPicture):
    """Two dice and the measured line between them."""

    def _paint(self, painter: QPainter) -> None:
        self._put(painter, 0, QPointF(74, 222), 20, width=130)
        self._put(painter, 1, QPointF(246, 110), -25, width=130)
        painter.setPen(QPen(QColor(tint(ACCENT)), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(118, 186), QPointF(202, 130))
        for area, badge in ((QRectF(14, 120, 40, 40), BADGES[0]), (QRectF(266, 176, 40, 40), BADGES[1])):
            paint_badge(painter, replace(badge, colour=tint(badge.colour)), area.adjusted(6, 6, -6, -6))
        _caption(painter, "213.4 ± 0.6 mm", PAPER)


def _caption(painter: QPainter, text: str, colour: str) -> None:
    if _CAPTION_PX * painter.worldTransform().m11() < LEAST_PX:
        return  # the words of the card say it too
    painter.setPen(QColor(tint(colour)))
    font = QFont()
    font.setPixelSize(_CAPTION_PX)
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(QRectF(0, 284, _SHEET.width(), 36), Qt.AlignmentFlag.AlignCenter, text)


def _marker(painter: QPainter, centre: QPointF, size: float) -> None:
    area = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
    painter.fillRect(area.adjusted(-3, -3, 3, 3), QColor("#ffffff"))
    painter.fillRect(area, QColor("#000000"))
    painter.fillRect(QRectF(area.left() + size / 4, area.top() + size / 4, size / 4, size / 2), QColor("#ffffff"))
