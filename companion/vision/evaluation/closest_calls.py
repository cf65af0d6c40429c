"""What the errors of a reading do to the game: distances between top faces, and who the closest target is.

For every corner of every die: which die that is seen through an arrow there lies closest? A program that is sure says
so; where the margin is within its own doubt it abstains, and people measure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from companion.geometry import HalfPlane, Outline, closest_points, top_outline
from companion.vision.evaluation.comparison import DieComparison, PictureComparison
from companion.vision.evaluation.rigs import TrueDie
from companion.vision.reading import DieReading, FaceName

#: So many sigmas of the die that looks (two dice have a part in it) make a margin sure.
_SURE_SIGMAS: Final = 3 * 1.4
_NEVER_MM: Final = 1e9

Pair = tuple[TrueDie, DieReading]


@dataclass(frozen=True, slots=True)
class ClosestCall:
    """One call: which die is closest to the one that looks, through an arrow in this corner; ``None``: nobody is seen.

    true, told: by the truth, and as the reading has it. margin_mm: by how much the reading has it so; sure_mm: from
    which margin on it is sure.
    """

    image: str
    looking: FaceName
    corner: int
    true: FaceName | None
    told: FaceName | None
    right: bool
    margin_mm: float
    sure_mm: float

    @property
    def sure(self) -> bool:
        """Whether the program would make this call instead of leaving it open."""
        return self.margin_mm >= self.sure_mm

    @property
    def wrong(self) -> bool:
        """Sure, and not so."""
        return self.sure and not self.right


def distance_errors_mm(seen: PictureComparison) -> list[float]:
    """Error of the distance between top faces, for every two dice of a picture that were read rightly."""
    return [
        abs(closest_points(a.corners_mm, b.corners_mm)[0] - closest_points(top_outline(p.pose), top_outline(q.pose))[0])
        for (a, p), (b, q) in combinations(_read(seen), 2)
    ]


def closest_calls(seen: PictureComparison) -> list[ClosestCall]:
    """The calls of one picture; none where a die that must be read was not, or fewer than two lie there."""
    pairs = _read(seen)
    if len(pairs) < 2 or len(pairs) < sum(s.required for s in seen.sightings):
        return []
    return [
        _call(seen.scene.picture.name, pairs, looking, corner) for looking in range(len(pairs)) for corner in range(3)
    ]


def _read(seen: PictureComparison) -> list[Pair]:
    return [pair for s in seen.sightings if s.required and s.read and (pair := _both(s)) is not None]


def _both(sighting: DieComparison) -> Pair | None:
    return (sighting.truth, sighting.seen) if sighting.truth and sighting.seen else None


def _call(image: str, pairs: Sequence[Pair], looking: int, corner: int) -> ClosestCall:
    want, _ = _closest_seen([true.corners_mm for true, _ in pairs], looking, corner)
    have, margin_mm = _closest_seen([top_outline(die.pose) for _, die in pairs], looking, corner)
    true, told = (None if place is None else pairs[place][0].name for place in (want, have))
    sure_mm = _SURE_SIGMAS * pairs[looking][1].sigma_mm
    return ClosestCall(image, pairs[looking][0].name, corner, true, told, want == have, margin_mm, sure_mm)


def _closest_seen(tops: Sequence[Outline], looking: int, corner: int) -> tuple[int | None, float]:
    """The closest top face above the baseline opposite ``corner``, and by how much (mm) this is so."""
    own = tops[looking]
    plane = _baseline(own, corner)
    others = [place for place in range(len(tops)) if place != looking]
    rises = {place: plane.reach(tops[place])[0] for place in others}
    near = sorted((closest_points(own, tops[place])[0], place) for place in others if rises[place] > 0)
    edge = min(map(abs, rises.values()), default=_NEVER_MM)
    if not near:
        return None, edge
    gap = near[1][0] - near[0][0] if len(near) > 1 else _NEVER_MM
    return near[0][1], min(gap, edge)


def _baseline(top: Outline, corner: int) -> HalfPlane:
    """From the corners as they are: the truth's faces are folded from paper, never quite equilateral."""
    x, y = (sum(axis) / 3 for axis in zip(*top, strict=True))
    length = math.hypot(top[corner][0] - x, top[corner][1] - y)
    return HalfPlane(top[(corner + 1) % 3], (top[corner][0] - x) / length, (top[corner][1] - y) / length)
