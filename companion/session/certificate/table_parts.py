"""The errors by part of the table: nine parts, as people say them (near left, middle, far right)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from companion.camera import TableTop
from companion.codec.certificate import TablePartDocument
from companion.geometry import Point
from companion.session.certificate.answers import SheetAnswers
from companion.session.certificate.sheet_errors import SheetError
from companion.session.certificate.sheet_picture import SheetPicture

_THIRDS: Final = 3
_Part = tuple[int, int]


def errors_by_part(
    table: TableTop,
    pictures: Sequence[SheetPicture],
    answers: SheetAnswers,
    distances: Sequence[SheetError],
    headings: Sequence[SheetError],
) -> tuple[TablePartDocument, ...]:
    """The parts in which anything was measured, from near left to far right."""
    dice = _sorted(table, ((die.at_mm, 1.0) for picture in answers.answered for die in picture.values()))
    far, turned = (_sorted(table, ((one.at_mm, abs(one.off)) for one in errors)) for errors in (distances, headings))
    marks = _sorted(table, (mark for picture in pictures for mark in picture.marks_off_mm))
    return tuple(
        TablePartDocument(
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
        parts[_part(table, place)].append(value)
    return parts


def _part(table: TableTop, place: Point) -> _Part:
    across, along = (
        int(np.clip(_THIRDS * mm // size, 0, _THIRDS - 1)) for mm, size in zip(place, table.size_mm, strict=True)
    )
    return across, along


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None
