"""Angles in degrees, counter-clockwise: how one is brought into range, and how far two are apart."""

from __future__ import annotations


def wrap_deg(angle_deg: float, period_deg: float = 360.0) -> float:
    """The same angle within half a period of 0, the lower end included.

    ``period_deg``: 120 where it is not known which corner of a face is corner 0.
    """
    half = period_deg / 2
    return (angle_deg + half) % period_deg - half


def turn_between_deg(one_deg: float, other_deg: float) -> float:
    """How far apart two headings are, 0 to 180."""
    return abs(wrap_deg(one_deg - other_deg))


def format_heading(heading_deg: float) -> str:
    """A heading as people read it everywhere: whole degrees, -180 to 180."""
    return f"{round(wrap_deg(heading_deg))}°".replace("-", "−")
