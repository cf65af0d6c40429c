"""Themes: dark, light and high contrast, each in usual, large and very large type; declared as tables, the one place to
change how things look. Owns which theme is in force in this process.

Style sheets and painters are written in the dark theme's colours, which are named here, and in type of 100 %.
`in_theme` turns a style sheet into the theme in force, `tint` one colour, `type_pt` one size of type.

Palette: dark graphite ground, paper-white text, one warm accent. Owners are distinguished by shape and an Okabe-Ito
colour (Okabe and Ito 2008, safe for the common kinds of colour blindness); colour never speaks alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.session import BADGES

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


class Theme(StrEnum):
    """What the windows are painted in."""

    DARK = "dark"
    LIGHT = "light"
    HIGH_CONTRAST = "high-contrast"


class TypeSize(StrEnum):
    """How large the type is."""

    USUAL = "usual"
    LARGE = "large"
    VERY_LARGE = "very-large"


@dataclass(frozen=True, slots=True)
class Palette:
    """A theme's colours. ``raised``: panels and buttons; ``edge``: borders, and what is selected; ``quiet``: what is
    said in passing; ``owners``: in the order of the players' badges."""

    ground: str
    raised: str
    edge: str
    quiet: str
    text: str
    accent: str
    ok: str
    amber: str
    stop: str
    owners: tuple[str, ...]

    @property
    def colours(self) -> tuple[str, ...]:
        """All of them, in one order for every theme."""
        grounds = (self.ground, self.raised, self.edge)
        return (*grounds, self.quiet, self.text, self.accent, self.ok, self.amber, self.stop, *self.owners)


PALETTES: Final[Mapping[Theme, Palette]] = {
    Theme.DARK: Palette(
        GRAPHITE, SLATE, PEBBLE, ASH, PAPER, ACCENT, OK, AMBER, STOP, tuple(badge.colour for badge in BADGES)
    ),
    Theme.LIGHT: Palette(
        ground="#f7f4ec",
        raised="#e9e4d7",
        edge="#d2cab6",
        quiet="#4d5058",
        text="#1b1d21",
        accent="#6b3d00",
        ok="#0a5c38",
        amber="#7a4300",
        stop="#a01c12",
        owners=("#0a6aa8", "#b04a00", "#007a5c", "#9c4378", "#7d6500", "#5d5a52"),
    ),
    Theme.HIGH_CONTRAST: Palette(
        ground="#000000",
        raised="#0a0a0a",
        edge="#3d3d3d",
        quiet="#e4e4e4",
        text="#ffffff",
        accent="#ffff00",
        ok="#5cffb0",
        amber="#ffc840",
        stop="#ff9d85",
        owners=("#6cc8ff", "#ff8a33", "#2ee6b8", "#f0a8d4", "#fff04d", "#fdfdfd"),
    ),
}
assert set(PALETTES) == set(Theme)
assert len(set(PALETTES[Theme.DARK].colours)) == len(PALETTES[Theme.DARK].colours), "a colour must tell what it is for"

#: How much larger than usual the type is.
SCALES: Final[Mapping[TypeSize, float]] = {TypeSize.USUAL: 1.0, TypeSize.LARGE: 1.25, TypeSize.VERY_LARGE: 1.5}
assert set(SCALES) == set(TypeSize)

#: What people read is never set smaller, whatever the window: what has no room scrolls.
LEAST_PT: Final = 11
#: The same for what is painted in pixels, 96 to the inch.
LEAST_PX: Final = 15

#: On a screen at least so high type has its full size; it is set no smaller than a share of that.
_ROOMY_PX: Final = 700
_LEAST_FIT: Final = 0.75

_COLOUR: Final = re.compile(r"#[0-9a-f]{6}\b", re.IGNORECASE)
_POINTS: Final = re.compile(r"(?<=font-size: )(\d+)(?=pt)")


@dataclass(slots=True)
class _InForce:
    theme: Theme = Theme.DARK
    size: TypeSize = TypeSize.USUAL
    fit: float = 1.0


_in_force: Final = _InForce()


def choose_theme(theme: Theme, size: TypeSize = TypeSize.USUAL) -> None:
    """Put a theme in force: windows opened from now on wear it, and open ones when their style sheet is set again."""
    _in_force.theme, _in_force.size = theme, size


def fit_type(screen_height_px: int) -> None:
    """Set all type smaller on a screen so low that pages would not fit: 1080 lines at a scale of 2 are 540."""
    _in_force.fit = min(1.0, max(_LEAST_FIT, screen_height_px / _ROOMY_PX))


def theme_in_force() -> tuple[Theme, TypeSize]:
    """What was chosen last; dark in the usual type where nothing was."""
    return _in_force.theme, _in_force.size


def palette() -> Palette:
    """The colours in force."""
    return PALETTES[_in_force.theme]


def tint(colour: str) -> str:
    """The colour in force for one of the dark theme's; any other stays what it is."""
    return dict(zip(PALETTES[Theme.DARK].colours, palette().colours, strict=True)).get(colour.lower(), colour)


def type_pt(size_pt: float) -> int:
    """A size of type in force, in points."""
    return max(LEAST_PT, round(size_pt * SCALES[_in_force.size] * _in_force.fit))


def in_theme(sheet: str) -> str:
    """A style sheet (or HTML) that is written in the dark theme and usual type, in the theme in force."""
    coloured = _COLOUR.sub(lambda found: tint(found.group()), sheet)
    return _POINTS.sub(lambda found: str(type_pt(int(found.group()))), coloured)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours ``#rrggbb``, from 1 to 21 (WCAG 2.2, "contrast ratio")."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
