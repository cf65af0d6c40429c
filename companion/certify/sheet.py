"""The sheet by which a camera is certified: where its marks, its outlines for dice and its stand lie.

Sheet frame: millimetres from the near-left corner of the printed paper, x right, y up the sheet, z up from it; headings
counter-clockwise, 0 = +x. The file is the JSON beside a printed sheet (docs/formats, Certify).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from annotated_types import Ge, Le

from companion.camera import Marker
from companion.geometry import Pose
from companion.limits import Count, Length, Means, OutlineMm, PointMm

#: Markers of mats are of the first fifty of this dictionary, boards of another: no mat has these.
MARK_DICTIONARY: Final = "DICT_4X4_100"

_EDGE_MM: Final = 50.8
_STAND_HEIGHT_MM: Final = 30.0
_STAND_DEPTH_MM: Final = 58.0
#: How far the stand reaches past the middle of its outermost dice.
_STAND_REACH_MM: Final = 33.0
#: White paper that printers leave, and what the ruler at the foot takes.
_RIM_MM: Final = 10.0
_FOOT_MM: Final = 20.0
#: Marks are as large as the paper allows: at 720p and a metre and a half they are hardly more than thirty pixels wide.
_INSET_MM: Final = 6.0
_FIRST_ROW_MM: Final = 46.0
#: Headings differ from place to place, so that no error of turning is the same for all. A triangle repeats after 120.
_TURN_DEG: Final = 37
_TURNS_DEG: Final = 120
#: On the stand, which is as deep as a die is across its flats, they differ a little only.
_STAND_TURNS_DEG: Final = (4.0, -4.0, 2.0)


class CertifyPaper(StrEnum):
    """The papers that the sheet is made for."""

    A4 = "a4"
    LETTER = "letter"
    A3 = "a3"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height, upright."""
        return _SIZES_MM[self]


_SIZES_MM: Final = {
    CertifyPaper.A4: (210.0, 297.0),
    CertifyPaper.LETTER: (215.9, 279.4),
    CertifyPaper.A3: (297.0, 420.0),
}
assert set(_SIZES_MM) == set(CertifyPaper)


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """An outline to lay a die into. Which of the die's corners points where it points is up to whoever lays it."""

    number: Annotated[Count, Ge(1)]
    centre_mm: PointMm
    heading_deg: Annotated[
        float, Means("In which a corner of the top face points; any of the three, 120 degrees apart.")
    ]
    edge_mm: Length
    height_mm: Annotated[float, Ge(0), Le(1000), Means("Of what the die stands on.")] = 0.0

    @property
    def pose(self) -> Pose:
        """How a die lies that was laid exactly."""
        return Pose(*self.centre_mm, self.heading_deg, self.edge_mm, self.height_mm)


@dataclass(frozen=True, slots=True)
class SheetStand:
    """The folded stand on the sheet."""

    outline_mm: OutlineMm
    height_mm: Length


@dataclass(frozen=True, slots=True)
class CertifySheet:
    """A printed sheet: marks by which it is found, in its own frame, outlines for dice, and the stand, where there is
    one."""

    paper: str
    size_mm: tuple[float, float]
    marks: tuple[Marker, ...]
    places: tuple[SheetPlace, ...]
    stand: SheetStand | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a paper is filled: columns and rows of flat dice, which lie at least 58.7 mm apart whatever their headings;
    marks in a side column, their size, the first mark's id."""

    columns: int
    column_mm: float
    rows: int
    row_mm: float
    marks: int
    mark_mm: float
    first_id: int


_PLANS: Final = {
    CertifyPaper.A4: _Plan(2, 66.0, 3, 61.0, 4, 30.0, 60),
    CertifyPaper.LETTER: _Plan(2, 66.0, 3, 58.8, 4, 30.0, 70),
    CertifyPaper.A3: _Plan(3, 70.0, 5, 61.0, 5, 34.0, 80),
}
assert set(_PLANS) == set(CertifyPaper)


def certify_sheet(paper: CertifyPaper) -> CertifySheet:
    """The sheet as it is printed on a paper."""
    plan, (width, height) = _PLANS[paper], paper.size_mm
    columns_mm = [width / 2 + plan.column_mm * (k - (plan.columns - 1) / 2) for k in range(plan.columns)]
    spots = [(x, _FIRST_ROW_MM + plan.row_mm * row) for row in range(plan.rows) for x in columns_mm]
    flat = tuple(
        SheetPlace(n, spot, float(90 + _TURN_DEG * n % _TURNS_DEG), _EDGE_MM) for n, spot in enumerate(spots, start=1)
    )
    stand_mm = height - _RIM_MM - _STAND_DEPTH_MM / 2
    raised = tuple(
        SheetPlace(n, (x, stand_mm), turn, _EDGE_MM, _STAND_HEIGHT_MM)
        for n, (x, turn) in enumerate(zip(columns_mm, _STAND_TURNS_DEG, strict=False), start=len(flat) + 1)
    )
    return CertifySheet(paper.value, (width, height), _marks(plan, width, height), flat + raised,
                        _stand(columns_mm, stand_mm))  # fmt: skip


def _marks(plan: _Plan, width: float, height: float) -> tuple[Marker, ...]:
    """A column of marks along each long side, the left one first, from near to far."""
    size, inset = plan.mark_mm, _INSET_MM
    step = (height - _FOOT_MM - _RIM_MM - size) / (plan.marks - 1)
    lows = [(x, _FOOT_MM + step * k) for x in (inset, width - inset - size) for k in range(plan.marks)]
    return tuple(
        Marker(plan.first_id + n, MARK_DICTIONARY, size, ((x, y + size), (x + size, y + size), (x + size, y), (x, y)))
        for n, (x, y) in enumerate(lows)
    )


def _stand(columns_mm: list[float], middle_mm: float) -> SheetStand:
    left, right = columns_mm[0] - _STAND_REACH_MM, columns_mm[-1] + _STAND_REACH_MM
    low, high = middle_mm - _STAND_DEPTH_MM / 2, middle_mm + _STAND_DEPTH_MM / 2
    return SheetStand(((left, low), (right, low), (right, high), (left, high)), _STAND_HEIGHT_MM)
