"""The figures of an evaluation for programs: ``figures.json``, format 1."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion import __version__
from companion.vision import FaceName
from companion.vision.evaluation import (
    ClosestCall,
    DieComparison,
    Evaluation,
    Figures,
    MetricTarget,
    PictureComparison,
    confusions,
)

FORMAT: Final = 1
#: The first picture finds everything cold.
_COLD: Final = 1


def encode_figures(evaluation: Evaluation, told: Sequence[MetricTarget]) -> dict[str, Any]:
    """Everything that the page tells, in plain values; figures that nothing told are null."""
    figures = evaluation.figures
    return {
        "format": FORMAT,
        "program": __version__,
        "rig": evaluation.rig.name,
        "enrolled_from": evaluation.enrolled_from,
        "left_out": list(evaluation.out_of_gallery),
        "pictures": figures.pictures,
        "required": figures.required,
        "figures": {target.key: _figure(target, figures) for target in told},
        "counts": _counts(figures),
        "confusions": [
            {"true": _name(true), "read": _name(read), "times": times}
            for true, read, times in confusions(evaluation.seen)
        ],
        "failures": [_failure(s) for s in failures(evaluation.seen)],
        "wrong_calls": [_call(call) for call in figures.wrong_calls],
        "ms": {stage: _rounded(times) for stage, times in median_ms(evaluation.timings).items()},
        "remarks": list(evaluation.remarks),
    }


def failures(seen: Sequence[PictureComparison]) -> list[DieComparison]:
    """All sightings that are wrong, picture by picture."""
    return [s for one in seen for s in one.everything if s.failure is not None]


def median_ms(timings: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Stage -> median milliseconds over the pictures, the first one left out where there are more."""
    warm = timings[_COLD:] or timings
    stages = dict.fromkeys(stage for one in warm for stage in one)
    return {stage: statistics.median(one.get(stage, 0.0) for one in warm) for stage in stages}


def _figure(target: MetricTarget, figures: Figures) -> dict[str, Any]:
    value = target.value(figures)
    told: dict[str, Any] = {
        "value": _rounded(value),
        "reached": None if value is None else target.reached(value),
        "stretched": None if value is None else target.stretched(value),
    }
    if target.share:
        share = target.share(figures)
        told |= {"good": share.good, "of": share.of, "interval": [_rounded(end) for end in share.interval]}
    return told


def _counts(figures: Figures) -> dict[str, int]:
    return {
        "extra": figures.extra,
        "lies_right": figures.lies_right.good,
        "calls": len(figures.calls),
        "calls_wrong": len(figures.wrong_calls),
        "calls_left_open": sum(not call.sure for call in figures.calls),
    }


def _failure(sighting: DieComparison) -> dict[str, Any]:
    truth, seen = sighting.truth, sighting.seen
    return {
        "image": sighting.image,
        "what": str(sighting.failure),
        "true": _name(truth.name) if truth else None,
        "true_state": str(truth.state) if truth else None,
        "visible": _rounded(truth.visible) if truth else None,
        "read": _name(seen.name) if seen else None,
        "read_state": str(seen.state) if seen else None,
        "off_mm": _rounded(sighting.off_mm),
        "turned_deg": _rounded(sighting.turned_deg),
    }


def _call(call: ClosestCall) -> dict[str, Any]:
    return {
        "image": call.image,
        "looking": _name(call.looking),
        "corner": call.corner,
        "true": _name(call.true),
        "read": _name(call.told),
        "margin_mm": _rounded(call.margin_mm),
        "sure_from_mm": _rounded(call.sure_mm),
    }


def _name(name: FaceName | None) -> dict[str, str] | None:
    return {"die": name.die, "face": name.face} if name else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 5)
