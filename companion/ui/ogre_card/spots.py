"""One place of the card that can be scratched: a circle, a Tread, a point of armour. A button for a thumb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.ui.ogre_card.look import SIZES_PX, CardColours, SpotShape, card_colours
from companion.ui.themes import LEAST_PX

_RIM_PX: Final = 2.0
#: Height of the number, as a share of the place.
_NUMBER: Final = 0.4


class Spot(QAbstractButton):
    """A place with a number in it (or none), crossed out where it is scratched."""

    def __init__(self, shape: SpotShape, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shape, self._words, self.scratched = shape, words, False
        least, most = (QSize(*size) for size in SIZES_PX[shape])
        self.setMinimumSize(least)
        self.setMaximumSize(most)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a hundred stops would be in the way: rows have keys
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def show_scratched(self, scratched: bool, description: str) -> None:
        """Cross it out or not; ``description`` is read aloud."""
        self.setAccessibleName(description)
        if scratched != self.scratched:
            self.scratched = scratched
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ink on paper."""
        colours = card_colours()
        area = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.ink), _RIM_PX))
        painter.setBrush(QColor(self._ground(colours)))
        _BODIES[self.shape](painter, area)
        self._write(painter, area, colours)
        if self.scratched:
            _cross_out(painter, area, colours)
        painter.end()

    def _ground(self, colours: CardColours) -> str:
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            return colours.touched
        return colours.worn if self.scratched else colours.paper

    def _write(self, painter: QPainter, area: QRectF, colours: CardColours) -> None:
        font = painter.font()
        font.setBold(True)
        font.setPixelSize(max(LEAST_PX, round(_NUMBER * min(area.width(), area.height()))))
        painter.setFont(font)
        painter.setPen(QColor(colours.quiet if self.scratched else colours.ink))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._words)


def _circle(painter: QPainter, area: QRectF) -> None:
    side = min(area.width(), area.height())
    painter.drawEllipse(area.center(), side / 2, side / 2)


def _box(painter: QPainter, area: QRectF) -> None:
    painter.drawRoundedRect(area, 5, 5)


_BODIES: Final[Mapping[SpotShape, Callable[[QPainter, QRectF], None]]] = MappingProxyType(
    {SpotShape.CIRCLE: _circle, SpotShape.TREAD: _box, SpotShape.ARMOUR: _box}
)
assert set(_BODIES) == set(SpotShape)


def _cross_out(painter: QPainter, area: QRectF, colours: CardColours) -> None:
    reach = min(area.width(), area.height()) / 2 - 2
    middle = area.center()
    painter.setPen(QPen(QColor(colours.scratch), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for slope in (1, -1):
        painter.drawLine(middle - QPointF(reach, slope * reach), middle + QPointF(reach, slope * reach))
