"""How the card looks: paper and ink, or black and white where the theme promises contrast. Units: px."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.ui.themes import Theme, theme_in_force


@dataclass(frozen=True, slots=True)
class CardColours:
    """``paper`` and ``ink``; ``quiet`` words; ``worn``: the ground of what is scratched; ``scratch``: its cross;
    ``dot``: a green dot that works, ``dot_ink`` the number in it; ``touched``: under the mouse or a finger."""

    paper: str
    ink: str
    quiet: str
    worn: str
    scratch: str
    dot: str
    dot_ink: str
    touched: str


_PRINTED: Final = CardColours("#fbf8f1", "#14171c", "#4d5058", "#d9d4c6", "#a01c12", "#00704a", "#ffffff", "#ffe9a8")
_STARK: Final = CardColours("#000000", "#ffffff", "#e4e4e4", "#3d3d3d", "#ffff00", "#007a4d", "#ffffff", "#505050")

COLOURS: Final[Mapping[Theme, CardColours]] = MappingProxyType(
    {Theme.DARK: _PRINTED, Theme.LIGHT: _PRINTED, Theme.HIGH_CONTRAST: _STARK}
)
assert set(COLOURS) == set(Theme)


def card_colours() -> CardColours:
    """Those of the theme in force."""
    return COLOURS[theme_in_force()[0]]


class SpotShape(StrEnum):
    """What one place of the card looks like."""

    CIRCLE = "circle"
    TREAD = "tread"
    ARMOUR = "armour"


#: Shape -> least and largest size (width, height): from what a thumb still hits to what a large screen has room for.
SIZES_PX: Final[Mapping[SpotShape, tuple[tuple[int, int], tuple[int, int]]]] = MappingProxyType(
    {
        SpotShape.CIRCLE: ((56, 56), (92, 92)),
        SpotShape.TREAD: ((34, 52), (120, 120)),
        SpotShape.ARMOUR: ((42, 42), (80, 80)),
    }
)
assert set(SIZES_PX) == set(SpotShape)
#: The least sizes of a card that lies over something else, in a window that may be low.
COMPACT_PX: Final[Mapping[SpotShape, tuple[int, int]]] = MappingProxyType(
    {SpotShape.CIRCLE: (44, 44), SpotShape.TREAD: (28, 36), SpotShape.ARMOUR: (36, 36)}
)
assert set(COMPACT_PX) == set(SpotShape)
