"""Every colour, width and type size of the windows and the painted overlay: the one place to change how things look.

Palette: dark graphite ground, paper-white text, one warm accent. Owners are distinguished by shape and an Okabe-Ito
colour (Okabe and Ito 2008, safe for the common kinds of colour blindness); colour never speaks alone.

The colours named here are those of the dark theme, and so are style sheets written. `companion.ui.themes` turns them
into the theme that is in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

GRAPHITE: Final = "#1b1d21"
SLATE: Final = "#2a2d33"
PEBBLE: Final = "#4a4e57"
ASH: Final = "#a9adb5"
PAPER: Final = "#f5f1e8"
ACCENT: Final = "#ffe066"

OK: Final = "#4cc38a"
AMBER: Final = "#ffb000"
STOP: Final = "#ff6b4a"

#: Type sizes in points: windows, the ruling line, the second window, small print, and the labels beside the dice.
BASE_PT: Final = 18
RULING_PT: Final = 28
PROJECTOR_PT: Final = 64
SMALL_PT: Final = 14
LABEL_PT: Final = 12


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """How one part of the overlay is drawn; widths in points of the screen, opacities from 0 to 1.

    ``casing`` is the width of the dark rim that keeps a light line legible on a light table.
    """

    stroke: str | None = None
    width: float = 0.0
    dashed: bool = False
    casing: float = 0.0
    fill: str | None = None
    opacity: float = 1.0
    hatched: bool = False
    arrow: bool = False
    dots: bool = False
