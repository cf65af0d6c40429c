"""How the second window is turned for those who sit elsewhere, or look into a mirror. Pure geometry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QTransform

from companion.ui.settings import FarSide


@dataclass(frozen=True, slots=True)
class Turning:
    """Degrees clockwise, and whether left and right change places."""

    clockwise_deg: int = 0
    mirrored: bool = False


TURNINGS: Final[Mapping[FarSide, Turning]] = MappingProxyType(
    {
        FarSide.UPRIGHT: Turning(),
        FarSide.RIGHT: Turning(90),
        FarSide.OVER: Turning(180),
        FarSide.LEFT: Turning(270),
        FarSide.MIRRORED: Turning(mirrored=True),
    }
)
assert set(TURNINGS) == set(FarSide)


def next_turning(far_side: FarSide) -> FarSide:
    """The next way of turning it, round and round."""
    order = tuple(FarSide)
    return order[(order.index(far_side) + 1) % len(order)]


def page_size(window: QSizeF, far_side: FarSide) -> QSizeF:
    """The size of the page that is painted, px: width and height change places where it stands on its side."""
    return window.transposed() if TURNINGS[far_side].clockwise_deg % 180 else window


def onto_window(window: QSizeF, far_side: FarSide) -> QTransform:
    """From the page, which is painted upright, to the window."""
    turning, page = TURNINGS[far_side], page_size(window, far_side)
    onto = QTransform.fromTranslate(window.width() / 2, window.height() / 2)
    onto.rotate(turning.clockwise_deg)
    onto.scale(-1 if turning.mirrored else 1, 1)
    return onto.translate(-page.width() / 2, -page.height() / 2)
