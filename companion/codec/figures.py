"""The figures of an evaluation for programs: ``figures.json`` of a report (docs/formats, Figures)."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from pydantic import Field

from companion import __version__
from companion.codec.document import LenientDocument
from companion.codec.fields import FORMAT, FormatNumber, Given, rounded
from companion.limits import Count
from companion.vision import FaceName
from companion.vision.evaluation import DieComparison, Evaluation, Figures, MetricTarget, PictureComparison, confusions

#: The first picture finds everything cold.
_COLD: Final = 1


_Rounded = Annotated[float, rounded(5)]


class FigureDocument(LenientDocument):
    """One figure; null where there is none."""

    value: _Rounded | None
    reached: bool | None = Field(description="Whether it is as good as is asked for.")
    stretched: bool | None = Field(description="Whether it is as good as is hoped for.")
    good: Given[Count] = Field(default=None, description="Of a share: how many were good.")
    of: Given[Count] = Field(default=None, description="Of a share: of how many.")
    interval: Given[tuple[_Rounded, _Rounded]] = Field(default=None, description="Of a share: where it lies, to 95 %.")


class CallCountsDocument(LenientDocument):
    """How often the closest of two dice was named, and how."""

    extra: Count = Field(description="Dice read where there are none.")
    lies_right: Count
    calls: Count
    calls_wrong: Count
    calls_left_open: Count


class ConfusionDocument(LenientDocument):
    """A side that was taken for another."""

    true: FaceName | None
    read: FaceName | None
    times: Count


class FailureDocument(LenientDocument):
    """A die that was read wrongly."""

    image: str
    what: str
    true: FaceName | None
    true_state: str | None
    visible: _Rounded | None = Field(description="Share of the top face that can be seen.")
    read: FaceName | None
    read_state: str | None
    off_mm: _Rounded | None
    turned_deg: _Rounded | None


class WrongCallDocument(LenientDocument):
    """A closest die that was not the closest."""

    image: str
    looking: FaceName | None
    corner: int
    true: FaceName | None
    read: FaceName | None
    margin_mm: _Rounded | None
    sure_from_mm: _Rounded | None


class FiguresDocument(LenientDocument):
    """What an evaluation found."""

    format: FormatNumber
    program: str = Field(description="Its version.")
    rig: str
    enrolled_from: str | None
    left_out: tuple[str, ...] = Field(description="Dice that the gallery was not shown.")
    pictures: Count
    required: Count
    figures: dict[str, FigureDocument]
    counts: CallCountsDocument
    confusions: tuple[ConfusionDocument, ...]
    failures: tuple[FailureDocument, ...]
    wrong_calls: tuple[WrongCallDocument, ...]
    ms: dict[str, _Rounded | None] = Field(description="Stage -> median milliseconds.")
    remarks: tuple[str, ...]


def figures_document(evaluation: Evaluation, targets: Sequence[MetricTarget]) -> FiguresDocument:
    """Everything in the report."""
    figures = evaluation.figures
    return FiguresDocument(
        format=FORMAT,
        program=__version__,
        rig=evaluation.rig.name,
        enrolled_from=evaluation.enrolled_from,
        left_out=tuple(evaluation.out_of_gallery),
        pictures=figures.pictures,
        required=figures.required,
        figures={target.key: _figure(target, figures) for target in targets},
        counts=CallCountsDocument(
            extra=figures.extra,
            lies_right=figures.lies_right.good,
            calls=len(figures.calls),
            calls_wrong=len(figures.wrong_calls),
            calls_left_open=sum(not call.sure for call in figures.calls),
        ),
        confusions=tuple(
            ConfusionDocument(true=true, read=read, times=times) for true, read, times in confusions(evaluation.seen)
        ),
        failures=tuple(map(_failure, failures(evaluation.seen))),
        wrong_calls=tuple(
            WrongCallDocument(
                image=call.image,
                looking=call.looking,
                corner=call.corner,
                true=call.true,
                read=call.reported,
                margin_mm=call.margin_mm,
                sure_from_mm=call.sure_mm,
            )
            for call in figures.wrong_calls
        ),
        ms=dict(median_ms(evaluation.timings)),
        remarks=tuple(evaluation.remarks),
    )


def failures(seen: Sequence[PictureComparison]) -> list[DieComparison]:
    """All sightings that are wrong, picture by picture."""
    return [s for one in seen for s in one.everything if s.failure is not None]


def median_ms(timings: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Stage -> median milliseconds over the pictures, the first one left out where there are more."""
    warm = timings[_COLD:] or timings
    stages = dict.fromkeys(stage for one in warm for stage in one)
    return {stage: statistics.median(one.get(stage, 0.0) for one in warm) for stage in stages}


def _figure(target: MetricTarget, figures: Figures) -> FigureDocument:
    value, share = target.value(figures), None if target.share is None else target.share(figures)
    return FigureDocument(
        value=value,
        reached=None if value is None else target.reached(value),
        stretched=None if value is None else target.stretched(value),
        good=share.good if share else None,
        of=share.of if share else None,
        interval=share.interval if share else None,
    )


def _failure(sighting: DieComparison) -> FailureDocument:
    truth, seen = sighting.truth, sighting.seen
    return FailureDocument(
        image=sighting.image,
        what=str(sighting.failure),
        true=truth.name if truth else None,
        true_state=str(truth.state) if truth else None,
        visible=truth.visible if truth else None,
        read=seen.name if seen else None,
        read_state=str(seen.state) if seen else None,
        off_mm=sighting.off_mm,
        turned_deg=sighting.turned_deg,
    )
