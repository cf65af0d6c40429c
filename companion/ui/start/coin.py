"""The coin that picks who goes first: it is seen to spin and to fall. How it falls is the plan's; it is only shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.session.match_setup import PlayerBadge
from companion.ui.start.lettering import text_font
from companion.ui.theme import ACCENT, ASH, GRAPHITE, SLATE
from companion.ui.themes import tint

_SIDE_PX: Final = 88
_SPIN_MS: Final = 1400
_TURNS: Final = 7
_SIGN_PT: Final = 26


class Coin(QWidget):
    """A coin with a player's badge on each side (with more players, on each of its falls)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._sides: tuple[PlayerBadge, ...] = ()
        self.up: PlayerBadge | None = None
        self._spin = QVariantAnimation(self)
        self._spin.setDuration(_SPIN_MS)
        self._spin.setStartValue(0.0)
        self._spin.setEndValue(1.0)
        self._spin.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._spin.valueChanged.connect(lambda _: self.update())

    def show_fallen(self, sides: Sequence[PlayerBadge], up: PlayerBadge | None, *, spin: bool) -> None:
        """Show how it fell; ``spin``: it has just been thrown."""
        self._sides, self.up = tuple(sides), up
        self.setAccessibleName(up.label if up else "")
        if spin and up is not None:
            self._spin.start()
        elif up is None:
            self._spin.stop()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_SIDE_PX, _SIDE_PX)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The coin, narrower while it turns; it ends with the right side up."""
        spinning = self._spin.state() is QVariantAnimation.State.Running
        done = float(self._spin.currentValue()) if spinning else 1.0
        half_turns = (1.0 - done) * _TURNS
        wide = max(0.06, abs(math.cos(math.pi * half_turns)))
        side = self._side(round(half_turns))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(self.width() / 2, self.height() / 2)
        painter.scale(wide, 1.0)
        radius = _SIDE_PX / 2 - 4
        painter.setPen(QPen(QColor(tint(ACCENT if side else ASH)), 4))
        painter.setBrush(QColor(tint(GRAPHITE if side else SLATE)))
        painter.drawEllipse(QRectF(-radius, -radius, 2 * radius, 2 * radius))
        painter.setFont(text_font(_SIGN_PT))
        painter.setPen(QColor(tint(side.colour if side else ASH)))
        words = side.shape if side else "?"
        painter.drawText(QRectF(-radius, -radius, 2 * radius, 2 * radius), Qt.AlignmentFlag.AlignCenter, words)

    def _side(self, half_turn: int) -> PlayerBadge | None:
        """The side up so many half turns before the end."""
        if self.up is None or self.up not in self._sides:
            return self.up
        return self._sides[(self._sides.index(self.up) + half_turn) % len(self._sides)]
