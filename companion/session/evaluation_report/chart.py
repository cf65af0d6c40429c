"""Charts as SVG text: axes, lines, dots and words on paper white. Knows nothing of what is shown.

Lines are distinguished by their dashes and by words beside them, never by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

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

    def svg(self, *parts: str) -> str:
        """The whole chart."""
        return (
            f'<svg viewBox="0 0 {WIDE} {TALL}" role="img" aria-label="{escape(self.title)}">'
            f'<text x="{_LEFT}" y="22" class="title">{escape(self.title)}</text>'
            f"{self._grid()}{''.join(parts)}</svg>"
        )

    def line(self, points: Iterable[ChartPoint], *, colour: str = BLUE, dashes: str = "", width: float = 2.5) -> str:
        """A line through points."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self._at, points))
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'

    def dots(self, points: Iterable[ChartPoint], *, colour: str = BLUE, radius: float = 2.6) -> str:
        """A cloud of dots."""
        drawn = (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>' for x, y in map(self._at, points))
        return f'<g fill="{colour}" fill-opacity="0.55">{"".join(drawn)}</g>'

    def words(
        self, at: ChartPoint, text: str, *, colour: str = INK, shift_px: ChartPoint = (6, -6), end: bool = False
    ) -> str:
        """Words beside a point."""
        x, y = self._at(at)
        anchor = ' text-anchor="end"' if end else ""
        return (
            f'<text x="{x + shift_px[0]:.1f}" y="{y + shift_px[1]:.1f}" fill="{colour}"{anchor}>{escape(text)}</text>'
        )

    def upright(self, value: float, text: str, *, colour: str = GREY, row: int = 0) -> str:
        """A dashed upright line at a value, with words at its foot; ``row`` keeps two of them apart."""
        line = self.line([(value, self.up.low), (value, self.up.high)], colour=colour, dashes="3 4", width=1.5)
        return line + self.words((value, self.up.low), text, colour=colour, shift_px=(4, -8 - 18 * row))

    def _at(self, point: ChartPoint) -> ChartPoint:
        x = _LEFT + self.across.share(point[0]) * (WIDE - _LEFT - _RIGHT)
        return x, TALL - _BOTTOM - self.up.share(point[1]) * (TALL - _TOP - _BOTTOM)

    def _grid(self) -> str:
        floor, right = TALL - _BOTTOM, WIDE - _RIGHT
        parts = [f'<rect x="{_LEFT}" y="{_TOP}" width="{right - _LEFT}" height="{floor - _TOP}" class="frame"/>']
        for value in self.across.ticks():
            x, _ = self._at((value, self.up.low))
            parts.append(f'<line x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{floor}" class="grid"/>')
            parts.append(f'<text x="{x:.1f}" y="{floor + 18}" text-anchor="middle">{value:g}</text>')
        for value in self.up.ticks():
            _, y = self._at((self.across.low, value))
            parts.append(f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" class="grid"/>')
            parts.append(f'<text x="{_LEFT - 6}" y="{y + 5:.1f}" text-anchor="end">{value:g}</text>')
        middle, height = (_LEFT + right) / 2, (_TOP + floor) / 2
        parts.append(f'<text x="{middle}" y="{TALL - 8}" text-anchor="middle">{escape(self.across.label)}</text>')
        parts.append(
            f'<text x="16" y="{height}" text-anchor="middle" transform="rotate(-90 16 {height})">'
            f"{escape(self.up.label)}</text>"
        )
        return "".join(parts)


def rising_steps(values: Sequence[float]) -> list[ChartPoint]:
    """The share of values that are at most so large, as a line of steps (value, share); values sorted."""
    return [(value, (place + step) / len(values)) for place, value in enumerate(values) for step in (0, 1)]
