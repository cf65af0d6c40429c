"""A large button with its key, a title, what is behind it, and a printed face as its sign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.catalogue import Die
from companion.text import pgettext
from companion.ui.painters import fitted_font, set_ink, smooth_painter, text_font, wrapped_font, write
from companion.ui.painting import cut_out_face
from companion.ui.themes import ACCENT, ASH, BASE_PT, GRAPHITE, PAPER, PEBBLE, SLATE, SMALL_PT, type_pt

#: How wide the face on a tile is.
SIGN_PX: Final = 130
_DRAWN_PX: Final = 192
#: (die id, place of the face) -> the die that was drawn and its picture: an edited die is drawn anew.
_drawn: dict[tuple[str, int], tuple[Die, QImage]] = {}
_MARGIN_PX: Final = 18
_KEY_PX: Final = 40
_ROUND_PX: Final = 12
_LEAST_TALL_PX: Final = 96
#: A picture leaves at least so much room beside the words, or is left out.
_LEAST_WORDS_PX: Final = 240


@dataclass(frozen=True, slots=True)
class TileOffer:
    """What a tile offers: the key that takes it, a title, one line about it, and why it cannot be had now, if so."""

    id: str
    key: str
    title: str
    about: str
    why_not: str = ""


class Tile(QAbstractButton):
    """Shows an offer. ``leading``: drawn as the thing that most people want now."""

    #: Before it is laid out it is taken to be so wide.
    _least_wide_px = 0

    def __init__(self, offer: TileOffer, picture: QPixmap | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"tile.{offer.id}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._picture, self._leading = picture, False
        self._offer = offer
        self.show_offer(offer)

    def why_not(self) -> str:
        """Why the offer cannot be had now; empty where it can."""
        return self._offer.why_not

    def show_offer(self, offer: TileOffer, *, leading: bool = False) -> None:
        """Show another offer in this place."""
        self._offer, self._leading = offer, leading
        self.setText(offer.title)
        self.setAccessibleName(pgettext("Tile", "{title}, key {key}").format(title=offer.title, key=offer.key))
        self.setAccessibleDescription(offer.why_not or offer.about)
        self.setEnabled(not offer.why_not)
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(text_font(BASE_PT, bold=True))
        return QSize(round(metrics.horizontalAdvance(self.text())) + 3 * _MARGIN_PX + self._key_px, 110)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), max(_LEAST_TALL_PX, self._words_px))

    @property
    def _key_px(self) -> int:
        return max(_KEY_PX, type_pt(_KEY_PX))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In another width its words want another height."""
        super().resizeEvent(event)
        self.updateGeometry()

    @property
    def _words_px(self) -> int:
        """How high its words are in the least type, on as many lines as they then have."""
        room = max(self.width(), self.sizeHint().width(), self._least_wide_px) - 3 * _MARGIN_PX - self._key_px
        _, about = wrapped_font(self._offer.why_not or self._offer.about, room, 0.0, SMALL_PT)
        return round(QFontMetricsF(text_font(BASE_PT, bold=True)).height() + about) + _MARGIN_PX // 2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes it, as Space does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ground, key, words, sign."""
        painter, focused = smooth_painter(self), self.hasFocus()
        edge = ACCENT if focused else ASH if self.underMouse() else PEBBLE
        set_ink(painter, edge, 3 if focused else 1, fill=PEBBLE if self.isDown() else SLATE)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), _ROUND_PX, _ROUND_PX)
        area = QRectF(_MARGIN_PX, (self.height() - self._key_px) / 2, self._key_px, self._key_px)
        filled = self._leading and self.isEnabled()
        set_ink(painter, ACCENT if self.isEnabled() else PEBBLE, 2, fill=ACCENT if filled else GRAPHITE)
        painter.drawRoundedRect(area, 8, 8)
        ink = GRAPHITE if filled else ACCENT if self.isEnabled() else ASH
        write(painter, area, self._offer.key, ink, text_font(BASE_PT, bold=True))
        self._paint_words(painter, self._paint_picture(painter))

    def _paint_picture(self, painter: QPainter) -> float:
        """The sign at the right; where it begins."""
        right = self.width() - _MARGIN_PX
        if self._picture is None or right - self._picture.width() < 2 * _MARGIN_PX + self._key_px + _LEAST_WORDS_PX:
            return right
        high = min(self._picture.height(), self.height() - _MARGIN_PX)
        wide = self._picture.width() * high / self._picture.height()
        area = QRectF(right - wide, (self.height() - high) / 2, wide, high)
        painter.setOpacity(1.0 if self.isEnabled() else 0.35)
        painter.drawPixmap(area, self._picture, QRectF(self._picture.rect()))
        painter.setOpacity(1.0)
        return area.left() - _MARGIN_PX / 2

    def _paint_words(self, painter: QPainter, right: float) -> None:
        left = 2 * _MARGIN_PX + self._key_px
        room = right - left
        title = fitted_font(self.text(), room, BASE_PT, bold=True)
        title_high = QFontMetricsF(title).height()
        about = self._offer.why_not or self._offer.about
        small, about_high = wrapped_font(about, room, self.height() - title_high - _MARGIN_PX, SMALL_PT)
        top = (self.height() - title_high - about_high) / 2
        upper, lower = QRectF(left, top, room, title_high), QRectF(left, top + title_high, room, about_high)
        ink = PAPER if self.isEnabled() else ASH
        write(painter, upper, self.text(), ink, title, Qt.AlignmentFlag.AlignVCenter)
        write(painter, lower, about, ASH, small, int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop))


def face_sign(die: Die, width_px: int, *, place: int = 0) -> QPixmap:
    """A face of a die (default: its first, the strongest), corner 0 up, on nothing; three quarters as high as wide."""
    drawn = _drawn.get((die.id, place))
    if drawn is None or drawn[0] is not die:
        drawn = _drawn[(die.id, place)] = die, cut_out_face(die, die.faces[place], _DRAWN_PX)
    return QPixmap.fromImage(drawn[1]).scaledToWidth(width_px, Qt.TransformationMode.SmoothTransformation)
