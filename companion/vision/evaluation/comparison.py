"""Truth and reading of a picture brought together, and what the errors of a reading do to the game.

Each true die takes the nearest reading that is left and lies within reach, dice that lie flat first; what nobody takes
is something listed that is no die. Where a tilted die "is" depends on how it is described: it reaches farther.

For every corner of every die: which die that is seen through an arrow there lies closest? A program that is sure says
so; where a margin is within its own doubt, of place and of heading, it abstains, and people measure.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from companion import geometry
from companion.text import N_
from companion.vision.evaluation.rigs import RigScene, TrueDie
from companion.vision.reading import DieReading, DieState, FaceName, Reading

_REACH_MM: Final = 20.0
_REACH_LEANING_MM: Final = 40.0
#: Giant dice are twice as large as the others.
_GIANT_EDGE_MM: Final = 60.0
#: At least this share of a top face has to be seen before its die must be read.
WELL_SEEN: Final = 0.85
#: Off by more than this, a heading belongs to another corner.
_ANOTHER_CORNER_DEG: Final = 30.0


class FailureKind(StrEnum):
    """In what a die that must be read was read wrongly, or what was reported that is not so."""

    NOT_FOUND = N_("report", "not found")
    UNREAD = N_("report", "found, not read")
    WRONG_FACE = N_("report", "read as another")
    WRONG_TURN = N_("report", "wrong corner taken for corner 0")
    WRONG_STATE = N_("report", "wrong in how it lies")
    NO_DIE = N_("report", "listed, is no die")
    STRANGER_NAMED = N_("report", "never enrolled, yet named")


@dataclass(frozen=True, slots=True)
class DieComparison:
    """A true die with what was read of it, or one of them alone: a die not found, or something listed that is none.

    out_of_gallery: the die was left out of the enrolment, so that it must not be named.
    """

    image: str
    truth: TrueDie | None
    seen: DieReading | None
    out_of_gallery: bool = False

    @property
    def required(self) -> bool:
        """Whether this die must be read: it does not lean, is seen well enough, and was enrolled."""
        truth = self.truth
        return bool(
            truth and truth.state is not DieState.LEANING and truth.visible >= WELL_SEEN and not self.out_of_gallery
        )

    @property
    def off_mm(self) -> float | None:
        """How far the centre was read from where it is."""
        return math.dist(self.truth.centre_mm, self.seen.pose.centre_mm) if self.truth and self.seen else None

    @property
    def turned_deg(self) -> float | None:
        """How far the heading was read from what it is, 0..180."""
        if not (self.truth and self.seen):
            return None
        return geometry.turn_between_deg(self.seen.pose.heading_deg, self.truth.heading_deg)

    @property
    def right_turn(self) -> bool:
        """Whether corner 0 is the right corner."""
        return self.turned_deg is not None and self.turned_deg < _ANOTHER_CORNER_DEG

    @property
    def right_face(self) -> bool:
        """Whether die and face are named rightly."""
        return bool(self.truth and self.seen and self.seen.name == self.truth.name)

    @property
    def read(self) -> bool:
        """Whether die, face and turn are right."""
        return self.right_face and self.right_turn

    @property
    def failure(self) -> FailureKind | None:
        """In what this sighting is wrong; ``None`` where it is right or nothing was demanded of it."""
        truth, seen = self.truth, self.seen
        if truth is None:
            return FailureKind.NO_DIE
        if self.required:
            return self._failure_of_required(truth)
        if seen is None:
            return None
        if truth.state is DieState.LEANING:
            return None if seen.state is DieState.LEANING else FailureKind.WRONG_STATE
        return FailureKind.STRANGER_NAMED if self.out_of_gallery and seen.name is not None else None

    def _failure_of_required(self, truth: TrueDie) -> FailureKind | None:
        if self.seen is None:
            return FailureKind.NOT_FOUND
        if not self.right_face:
            return FailureKind.UNREAD if self.seen.name is None else FailureKind.WRONG_FACE
        if not self.right_turn:
            return FailureKind.WRONG_TURN
        return None if self.seen.state is truth.state else FailureKind.WRONG_STATE


@dataclass(frozen=True, slots=True)
class PictureComparison:
    """One picture: what was read of its dice, and what was listed besides."""

    scene: RigScene
    sightings: tuple[DieComparison, ...]
    extra: tuple[DieComparison, ...]

    @property
    def everything(self) -> tuple[DieComparison, ...]:
        """True dice, then what is none."""
        return self.sightings + self.extra

    @property
    def perfect(self) -> bool:
        """Whether everything that was demanded is right and nothing is listed that is no die."""
        return all(s.failure in {None, FailureKind.STRANGER_NAMED} for s in self.everything)


def compare_with_truth(scene: RigScene, reading: Reading, out_of_gallery: Collection[str] = ()) -> PictureComparison:
    """Bring truth and reading together; ``out_of_gallery``: ids of the dice that were left out of the enrolment."""
    left = list(reading.dice)
    sightings = []
    for truth in sorted(scene.dice, key=lambda die: die.state is DieState.LEANING):
        seen = _nearest(truth, left)
        if seen is not None:
            left = [die for die in left if die is not seen]
        sightings.append(DieComparison(scene.picture.name, truth, seen, truth.name.die in out_of_gallery))
    return PictureComparison(
        scene, tuple(sightings), tuple(DieComparison(scene.picture.name, None, die) for die in left)
    )


def _nearest(truth: TrueDie, dice: Iterable[DieReading]) -> DieReading | None:
    reach = _REACH_LEANING_MM if truth.state is DieState.LEANING else _REACH_MM
    reach *= 1 if truth.edge_mm < _GIANT_EDGE_MM else 2
    near = [(math.dist(truth.centre_mm, die.pose.centre_mm), die) for die in dice]
    within = [pair for pair in near if pair[0] < reach]
    return min(within, key=lambda pair: pair[0])[1] if within else None


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
        abs(geometry.closest_points(a.corners_mm, b.corners_mm)[0] - geometry.closest_points(_top(p), _top(q))[0])
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
    margin = min(doubts, key=lambda m: abs(m.value) / m.sigma, default=geometry.Measurement(_NEVER_MM, 1.0))
    sure_mm = _SURE_SIGMAS * margin.sigma
    return ClosestCall(image, pairs[looking][0].name, corner, true, reported, want == have, abs(margin.value), sure_mm)


def _top(die: DieReading) -> geometry.Outline:
    return die.measured_top or geometry.top_outline(die.pose)


def _closest_seen(tops: Sequence[geometry.Outline], looking: int, corner: int) -> int | None:
    """The closest top face above the baseline opposite ``corner``."""
    own = tops[looking]
    plane = geometry.baseline_of(own, corner)
    seen = (place for place in range(len(tops)) if place != looking and plane.reach(tops[place])[0] > 0)
    return min(seen, key=lambda place: geometry.closest_points(own, tops[place])[0], default=None)


def _doubts(
    dice: Sequence[DieReading], tops: Sequence[geometry.Outline], looking: int, corner: int, closest: int | None
) -> list[geometry.Measurement]:
    """All margins that the call hangs on: whether those that may be the closest are seen, and by how much others are
    farther. Each with what the errors of places and headings make of it."""
    own, by = tops[looking], dice[looking]
    plane = geometry.baseline_of(own, corner)
    gaps = {place: geometry.measure_gap(own, top) for place, top in enumerate(tops) if place != looking}
    found: list[geometry.Measurement] = []
    for place, gap in gaps.items():
        rise = geometry.reach_above(plane, tops[place], (by.sigma_mm, dice[place].sigma_mm), by.sigma_deg)
        if closest is None or place == closest:
            found.append(rise)
            continue
        turned = tuple(_turned_mm(by, one, 0) for one in (gaps[closest], gap))
        own_sigmas = tuple(math.hypot(dice[at].sigma_mm, _turned_mm(dice[at], gaps[at], 1)) for at in (closest, place))
        farther = geometry.measure_difference(
            gaps[closest], gap, by.sigma_mm, (math.hypot(*own_sigmas), turned[1] - turned[0])
        )
        if rise.value > 0:
            found.append(farther)
        if farther.value < _SURE_SIGMAS * farther.sigma:
            found.append(rise)
    return found


def _turned_mm(die: DieReading, gap: geometry.Gap, end: int) -> float:
    """What one standard deviation of a die's heading does to a distance measured from (0) or to (1) it."""
    (x, y), (ux, uy) = gap.between[end], gap.direction
    return math.radians(die.sigma_deg) * ((x - die.pose.x_mm) * uy - (y - die.pose.y_mm) * ux)
