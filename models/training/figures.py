"""Measured figures as the cards tell them; needs no torch."""

from __future__ import annotations

from collections.abc import Mapping

from companion.vision.evaluation import Proportion

MeasuredFigures = dict[str, float]


def shares(**counted: Proportion) -> MeasuredFigures:
    """Each share with its interval: ``name``, ``name_low``, ``name_high``."""
    reported: MeasuredFigures = {}
    for name, share in counted.items():
        low, high = share.interval
        reported |= {name: share.value or 0.0, f"{name}_low": low, f"{name}_high": high}
    return reported


def measured_text(figures: Mapping[str, float]) -> str:
    """``[measured]`` as TOML."""
    return "[measured]\n" + "".join(f"{key} = {number(value)}\n" for key, value in figures.items())


def number(value: float) -> str:
    """A number as TOML writes it; whole numbers that are no counts keep their point."""
    if isinstance(value, int):
        return str(value)
    reported = f"{value:.5g}"
    return reported if "." in reported or "e" in reported else f"{reported}.0"
