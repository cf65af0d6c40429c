"""What the errors of a reading do to the game: distances between top faces, and who the closest target is.

For every corner of every die: which die that is seen through an arrow there lies closest? A program that is sure says
so; where a margin is within its own doubt, of place and of heading, it abstains, and people measure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from companion.geometry import (
    Gap,
    Measurement,
    Outline,
    baseline_of,
    closest_points,
    measure_difference,
    measure_gap,
    reach_above,
    top_outline,
)
from companion.vision.evaluation.comparison import DieComparison, PictureComparison
from companion.vision.evaluation.rigs import TrueDie
from companion.vision.reading import DieReading, FaceName

#: So many standard deviations of its own error make a margin sure.
_SURE_SIGMAS: Final = 3.0
_NEVER_MM: Final = 1e9

Pair = tuple[TrueDie, DieReading]


@dataclass(frozen=True, slots=True)
class ClosestCall:
    """One call: which die is closest to the one that looks, through an arrow in this corner; ``None``: nobody is seen.

    true, reported: by the truth, and as the reading has it. margin_mm: of all that it hangs on what is most in doubt,
    and by how much the reading has it so; sure_mm: from which margin on that is sure.
    """

    image: str
    looking: FaceName
    corner: int
    true: FaceName | None
    reported: FaceName | None
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
        abs(closest_points(a.corners_mm, b.corners_mm)[0] - closest_points(_top(p), _top(q))[0])
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
    want = _closest_seen([true.corners_mm for true, _ in pairs], looking, corner)
    tops = [_top(die) for _, die in pairs]
    have = _closest_seen(tops, looking, corner)
    true, reported = (None if place is None else pairs[place][0].name for place in (want, have))
    doubts = _doubts([die for _, die in pairs], tops, looking, corner, have)
    margin = min(doubts, key=lambda m: abs(m.value) / m.sigma, default=Measurement(_NEVER_MM, 1.0))
    sure_mm = _SURE_SIGMAS * margin.sigma
    return ClosestCall(image, pairs[looking][0].name, corner, true, reported, want == have, abs(margin.value), sure_mm)


def _top(die: DieReading) -> Outline:
    return die.measured_top or top_outline(die.pose)


def _closest_seen(tops: Sequence[Outline], looking: int, corner: int) -> int | None:
    """The closest top face above the baseline opposite ``corner``."""
    own = tops[looking]
    plane = baseline_of(own, corner)
    seen = (place for place in range(len(tops)) if place != looking and plane.reach(tops[place])[0] > 0)
    return min(seen, key=lambda place: closest_points(own, tops[place])[0], default=None)


def _doubts(
    dice: Sequence[DieReading], tops: Sequence[Outline], looking: int, corner: int, closest: int | None
) -> list[Measurement]:
    """All margins that the call hangs on: whether those that may be the closest are seen, and by how much others are
    farther. Each with what the errors of places and headings make of it."""
    own, by = tops[looking], dice[looking]
    plane = baseline_of(own, corner)
    gaps = {place: measure_gap(own, top) for place, top in enumerate(tops) if place != looking}
    found: list[Measurement] = []
    for place, gap in gaps.items():
        rise = reach_above(plane, tops[place], (by.sigma_mm, dice[place].sigma_mm), by.sigma_deg)
        if closest is None or place == closest:
            found.append(rise)
            continue
        turned = tuple(_turned_mm(by, one, 0) for one in (gaps[closest], gap))
        own_sigmas = tuple(math.hypot(dice[at].sigma_mm, _turned_mm(dice[at], gaps[at], 1)) for at in (closest, place))
        farther = measure_difference(gaps[closest], gap, by.sigma_mm, (math.hypot(*own_sigmas), turned[1] - turned[0]))
        if rise.value > 0:
            found.append(farther)
        if farther.value < _SURE_SIGMAS * farther.sigma:
            found.append(rise)
    return found


def _turned_mm(die: DieReading, gap: Gap, end: int) -> float:
    """What one standard deviation of a die's heading does to a distance measured from (0) or to (1) it."""
    (x, y), (ux, uy) = gap.between[end], gap.direction
    return math.radians(die.sigma_deg) * ((x - die.pose.x_mm) * uy - (y - die.pose.y_mm) * ux)
