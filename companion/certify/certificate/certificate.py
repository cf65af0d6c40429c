"""From pictures of the certify sheet to a certificate: every figure, the grade, and what must be said beside it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import combinations
from typing import Final

import numpy as np

from companion import __version__
from companion.camera import CalibrationVerdict, Camera, HandheldCamera, TableTop, poor_calibration_notice
from companion.certify import documents
from companion.certify.certificate.errors import (
    Scatter,
    SheetError,
    distance_errors,
    freedom,
    heading_errors,
    heading_freedom,
    height_errors,
    measure_scatter,
)
from companion.certify.certificate.grades import CRITERIA, GradedFigures, remarks_on, verdict
from companion.certify.certificate.sheet_picture import SheetAnswers, SheetPicture, collect_answers
from companion.certify.certificate.tuning import FEWEST_PICTURES
from companion.codec.camera import camera_key
from companion.codec.fields import FORMAT
from companion.errors import OperationError
from companion.geometry import Point, turn_between_deg
from companion.text import gettext
from companion.vision.evaluation import Proportion


@dataclass(frozen=True, slots=True)
class CertifiedSetup:
    """What is certified: the camera and what people call it, the networks (name -> SHA-256), and when."""

    camera: Camera | HandheldCamera
    name: str
    networks: Mapping[str, str]
    made_at: datetime


@dataclass(frozen=True, slots=True)
class _Measured:
    """All that the pictures show, before it is put into figures."""

    pictures: tuple[SheetPicture, ...]
    answers: SheetAnswers
    scale: float
    distances: tuple[SheetError, ...]
    headings: tuple[SheetError, ...]
    scatter: Scatter
    heights: tuple[documents.HeightErrorDocument, ...]

    @property
    def marks_off_mm(self) -> tuple[float, ...]:
        return tuple(off for picture in self.pictures for _, off in picture.marks_off_mm)

    @property
    def moved_mm(self) -> float:
        return max(math.dist(one.middle_mm, other.middle_mm) for one, other in combinations(self.pictures, 2))

    @property
    def turned_deg(self) -> float:
        pairs = combinations(self.pictures, 2)
        return max(turn_between_deg(one.fit.turn_deg, other.fit.turn_deg) for one, other in pairs)


def certify(
    pictures: Sequence[SheetPicture], refused: Sequence[tuple[str, str]], setup: CertifiedSetup
) -> documents.CertificateDocument:
    """The certificate of three or more pictures of one sheet; refused: names of those that could not be read, and why.

    Raises OperationError where they prove nothing: too few of them, of several sheets, or with no two dice read twice.
    """
    _check(pictures, refused)
    measured = _measure(pictures)
    figures, read = _graded(measured), Proportion(measured.answers.right, measured.answers.asked)
    found = documents.CertificateDocument(
        format=FORMAT,
        verdict=verdict(figures),
        made_at=setup.made_at.isoformat(timespec="seconds"),
        program=__version__,
        networks=dict(setup.networks),
        camera=documents.CertifiedCameraDocument(
            name=setup.name,
            key=camera_key(setup.camera),
            size_px=setup.camera.lens.size_wh,
            calibration=setup.camera.quality.sentence(),
        ),
        sheet=pictures[0].sheet.paper,
        pictures=len(pictures),
        dice=len(measured.answers.filled),
        share_read=read.good / read.of,
        read=documents.ShareDocument(good=read.good, of=read.of, interval=read.interval),
        wrong=measured.answers.wrong,
        distance_mm=summarize_errors(measured.distances, freedom(measured.answers)),
        heading_deg=summarize_errors(measured.headings, heading_freedom(measured.answers)),
        within_two_sigmas=_within(measured.distances),
        headings_within_two_sigmas=_within(measured.headings),
        height_error_mm=measured.heights[-1].off_mm if measured.heights else None,
        heights=measured.heights,
        **asdict(measured.scatter),
        marks=documents.MarkErrorDocument(
            mean_mm=float(np.mean(measured.marks_off_mm)), greatest_mm=max(measured.marks_off_mm), scale=measured.scale
        ),
        moved_mm=measured.moved_mm,
        turned_deg=measured.turned_deg,
        light=_light(pictures),
        parts=_errors_by_part(setup.camera.table, measured),
        criteria=tuple(criterion.document(figures) for criterion in CRITERIA),
        shots=tuple(
            documents.CertifiedPictureDocument(
                image=picture.image,
                dice=len(dice),
                sheet_mm=picture.middle_mm,
                sheet_deg=picture.fit.turn_deg,
                marks=len(picture.marks_off_mm),
            )
            for picture, dice in zip(pictures, measured.answers.answered, strict=True)
        ),
        refused=tuple(documents.RefusedPictureDocument(image=image, why=why) for image, why in refused),
        remarks=(),
    )
    camera, filled = setup.camera, measured.answers.filled
    if isinstance(camera, Camera):
        calibration = poor_calibration_notice(camera)
    else:
        calibration = camera.quality.sentence() if camera.quality.verdict is CalibrationVerdict.POOR else ""
    remarks = remarks_on(
        found,
        stand=any(die.place.height_mm > 0 for dice in measured.answers.answered for die in dice.values()),
        empty=[place.number for place in pictures[0].sheet.places if place.number not in filled],
        calibration=calibration,
    )
    return found.model_copy(update={"remarks": tuple(remarks)})


def _check(pictures: Sequence[SheetPicture], refused: Sequence[tuple[str, str]]) -> None:
    if len(pictures) < FEWEST_PICTURES:
        problem = gettext(
            "Only {count} of {of} pictures can be used, {needed} are needed: take more, the sheet moved and turned "
            "between them.",
            count=len(pictures),
            of=len(pictures) + len(refused),
            needed=FEWEST_PICTURES,
        )
        raise OperationError(problem)
    if len({picture.sheet.paper for picture in pictures}) > 1:
        raise OperationError(gettext("The pictures show sheets of several papers: certify by one sheet at a time."))


def _measure(pictures: Sequence[SheetPicture]) -> _Measured:
    answers, scale = collect_answers(pictures), float(np.mean([picture.fit.scale for picture in pictures]))
    distances, headings = distance_errors(answers, scale), heading_errors(answers)
    if not distances:
        problem = gettext(
            "No two dice were read in the outlines of the sheet in two pictures: nothing can be measured. Lay "
            "enrolled dice into the outlines, and leave them there for all pictures."
        )
        raise OperationError(problem)
    scatter = measure_scatter(answers, headings, scale)
    heights = height_errors(answers, scatter.repeatability_mm)
    return _Measured(tuple(pictures), answers, scale, distances, headings, scatter, heights)


def _graded(measured: _Measured) -> GradedFigures:
    """The figures that are held against the limits; means by the upper end of where they may lie."""
    answers, off_mm = measured.answers, [abs(error.off) for error in measured.distances]
    off_deg = [abs(error.off) for error in measured.headings]
    factor, factor_deg = at_most(freedom(answers)), at_most(heading_freedom(answers))
    return {
        "pictures": len(measured.pictures),
        "moved": measured.moved_mm,
        "read": answers.right / answers.asked,
        "wrong": answers.wrong / answers.asked,
        "distance_mean": float(np.mean(off_mm)) * factor,
        "distance_greatest": max(off_mm),
        "heading_mean": float(np.mean(off_deg)) * factor_deg,
        "heading_greatest": max(off_deg),
        "repeatability": measured.scatter.repeatability_mm * factor,
        "within_two_sigmas": _within(measured.distances),
        "marks": float(np.mean(measured.marks_off_mm)),
        # The larger error of the two planes; nothing where there is only one, or where neither is known well.
        "height": max(abs(one.off_mm) for one in measured.heights) if len(measured.heights) > 1 else None,
    }


def _within(errors: Sequence[SheetError]) -> float:
    return sum(error.within_two_sigmas for error in errors) / len(errors)


def _light(pictures: Sequence[SheetPicture]) -> documents.LightDocument:
    bright = [picture.quality.brightest for picture in pictures]
    blurs = [picture.quality.blur_px for picture in pictures if picture.quality.blur_px is not None]
    return documents.LightDocument(
        brightest=float(np.median(bright)),
        darkest_picture=min(bright),
        overexposed=max(picture.quality.clipped for picture in pictures),
        blur_px=float(np.median(blurs)) if blurs else None,
    )


#: 95 of 100 of a normal distribution lie below so many standard deviations.
_95_BELOW: Final = 1.6449


def summarize_errors(errors: Sequence[SheetError], freedom: int) -> documents.ErrorSummaryDocument:
    """Of absolute errors, at least one, that rest on so many independent numbers."""
    off = np.abs([error.off for error in errors])
    mean = float(off.mean())
    return documents.ErrorSummaryDocument(
        count=len(errors),
        mean=mean,
        median=float(np.median(off)),
        greatest=float(off.max()),
        mean_at_most=mean * at_most(freedom),
        as_laid_mean=float(np.mean([abs(error.as_laid) for error in errors])),
    )


def at_most(freedom: int) -> float:
    """How many times as large a scatter may really be as it was measured, to 95 %: sqrt(n / chi-square), by the
    approximation of Wilson and Hilferty (1931)."""
    spread = 2 / (9 * freedom)
    quantile = freedom * max(1e-3, 1 - spread - _95_BELOW * math.sqrt(spread)) ** 3
    return math.sqrt(freedom / quantile)


_THIRDS: Final = 3
_Part = tuple[int, int]


def _errors_by_part(table: TableTop, measured: _Measured) -> tuple[documents.TablePartDocument, ...]:
    """The parts in which anything was measured, from near left to far right."""
    readings = (die.at_mm for picture in measured.answers.answered for die in picture.values())
    dice = _sorted(table, ((at_mm, 1.0) for at_mm in readings))
    far = _sorted(table, ((one.at_mm, abs(one.off)) for one in measured.distances))
    turned = _sorted(table, ((one.at_mm, abs(one.off)) for one in measured.headings))
    marks = _sorted(table, (mark for picture in measured.pictures for mark in picture.marks_off_mm))
    return tuple(
        documents.TablePartDocument(
            across=part[0],
            along=part[1],
            dice=len(dice[part]),
            distance_mm=_mean(far[part]),
            heading_deg=_mean(turned[part]),
            marks_mm=_mean(marks[part]),
        )
        for part in sorted(dice.keys() | marks.keys(), key=lambda one: (one[1], one[0]))
    )


def _sorted(table: TableTop, values: Iterable[tuple[Point, float]]) -> Mapping[_Part, list[float]]:
    parts: defaultdict[_Part, list[float]] = defaultdict(list)
    for place, value in values:
        across, along = (
            int(np.clip(_THIRDS * mm // size, 0, _THIRDS - 1)) for mm, size in zip(place, table.size_mm, strict=True)
        )
        parts[(across, along)].append(value)
    return parts


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None
