"""Charts as SVG text: axes, lines, dots and words on paper white. Knows nothing of what is shown.

Lines are distinguished by their dashes and by words beside them, never by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from companion.markup import joined, markup

WIDE, TALL = 560, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 40, 52
INK, GREY, BLUE, VERMILLION = "#1b1d21", "#6b7078", "#0072b2", "#c04d00"
_STEPS: Final = (1, 2, 2.5, 5, 10)
_MOST_TICKS: Final = 7

ChartPoint = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis shows, from where to where, and whether it runs in powers of ten."""

    label: str
    low: float
    high: float
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """How far along the axis a value stands, 0..1; what lies outside stands at the end."""
        if self.logarithmic:
            low, high, at = (math.log10(max(v, 1e-12)) for v in (self.low, self.high, value))
        else:
            low, high, at = self.low, self.high, value
        return min(1.0, max(0.0, (at - low) / (high - low)))

    def ticks(self) -> list[float]:
        """Round numbers along the axis."""
        if self.logarithmic:
            decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            return [v for d in decades for m in (1, 2, 5) if self.low <= (v := m * 10.0**d) <= self.high * 1.0001]
        rough = (self.high - self.low) / _MOST_TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(step * power for step in _STEPS if step * power >= rough * 0.999)
        first = math.ceil(self.low / step)
        return [k * step for k in range(first, math.floor(self.high / step + 1e-9) + 1)]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart's frame; its parts are drawn by the methods and put together by ``svg``."""

    title: str
    across: Axis
    up: Axis

    def svg(self, *parts: Markup) -> Markup:
        """The whole chart."""
        return markup(
            '<svg viewBox="0 0 {wide} {tall}" role="img" aria-label="{title}">'
            '<text x="{left}" y="22" class="title">{title}</text>{grid}{parts}</svg>',
            wide=WIDE,
            tall=TALL,
            title=self.title,
            left=_LEFT,
            grid=self._grid(),
            parts=joined(parts),
        )

    def line(self, points: Iterable[ChartPoint], *, colour: str = BLUE, dashes: str = "", width: float = 2.5) -> Markup:
        """A line through points."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self._at, points))
        return markup(
            '<polyline points="{}" fill="none" stroke="{}" stroke-width="{}"{}/>',
            path,
            colour,
            width,
            markup(' stroke-dasharray="{}"', dashes) if dashes else "",
        )

    def dots(self, points: Iterable[ChartPoint], *, colour: str = BLUE, radius: float = 2.6) -> Markup:
        """A cloud of dots."""
        drawn = (markup('<circle cx="{:.1f}" cy="{:.1f}" r="{}"/>', *at, radius) for at in map(self._at, points))
        return markup('<g fill="{}" fill-opacity="0.55">{}</g>', colour, joined(drawn))

    def words(
        self, at: ChartPoint, text: str, *, colour: str = INK, shift_px: ChartPoint = (6, -6), end: bool = False
    ) -> Markup:
        """Words beside a point."""
        x, y = self._at(at)
        return markup(
            '<text x="{:.1f}" y="{:.1f}" fill="{}"{}>{}</text>',
            x + shift_px[0],
            y + shift_px[1],
            colour,
            markup(' text-anchor="end"') if end else "",
            text,
        )

    def upright(self, value: float, text: str, *, colour: str = GREY) -> Markup:
        """A dashed upright line at a value, with words at its foot."""
        line = self.line([(value, self.up.low), (value, self.up.high)], colour=colour, dashes="3 4", width=1.5)
        return line + self.words((value, self.up.low), text, colour=colour, shift_px=(4, -8))

    def _at(self, point: ChartPoint) -> ChartPoint:
        x = _LEFT + self.across.share(point[0]) * (WIDE - _LEFT - _RIGHT)
        return x, TALL - _BOTTOM - self.up.share(point[1]) * (TALL - _TOP - _BOTTOM)

    def _grid(self) -> Markup:
        floor, right = TALL - _BOTTOM, WIDE - _RIGHT
        size = right - _LEFT, floor - _TOP
        parts = [markup('<rect x="{}" y="{}" width="{}" height="{}" class="frame"/>', _LEFT, _TOP, *size)]
        for value in self.across.ticks():
            x, _ = self._at((value, self.up.low))
            parts.append(_grid_line(x, _TOP, x, floor))
            parts.append(markup('<text x="{:.1f}" y="{}" text-anchor="middle">{:g}</text>', x, floor + 18, value))
        for value in self.up.ticks():
            _, y = self._at((self.across.low, value))
            parts.append(_grid_line(_LEFT, y, right, y))
            parts.append(markup('<text x="{}" y="{:.1f}" text-anchor="end">{:g}</text>', _LEFT - 6, y + 5, value))
        middle, height = (_LEFT + right) / 2, (_TOP + floor) / 2
        parts.append(markup('<text x="{}" y="{}" text-anchor="middle">{}</text>', middle, TALL - 8, self.across.label))
        parts.append(
            markup(
                '<text x="16" y="{height}" text-anchor="middle" transform="rotate(-90 16 {height})">{label}</text>',
                height=height,
                label=self.up.label,
            )
        )
        return joined(parts)


def _grid_line(*ends: float) -> Markup:
    return markup('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" class="grid"/>', *ends)


def rising_steps(values: Sequence[float]) -> list[ChartPoint]:
    """The share of values that are at most so large, as a line of steps (value, share); values sorted."""
    return [(value, (place + step) / len(values)) for place, value in enumerate(values) for step in (0, 1)]
