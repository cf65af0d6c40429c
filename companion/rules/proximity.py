"""How near dice are to one another: distances with their errors, and who may be the closest (OG-RANGE-02,
OG-RANGE-05)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import hypot, radians, sqrt

from companion.geometry import Gap, Measurement, Point, combined_sigma, measure_difference, measure_gap
from companion.rules.position import CommandPost, Piece, Position, Target
from companion.rules.ruling import Ruling, Verdict, cite, most_telling
from companion.rules.table import check_in_play
from companion.rules.terrain import ground_mm
from companion.text import gettext


@dataclass(frozen=True, slots=True)
class DistanceAnswer:
    """Distance of two dice: millimetres with sigma and the closest point of each (OG-RANGE-05)."""

    gap: Gap
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class RangeCandidate:
    """Something that is seen, or may be (``sure``), and how far away it is."""

    target: Target
    gap: Gap
    sure: bool

    @property
    def id(self) -> str:
        """The id of the piece or Command Post."""
        return self.target.id

    def own_sigma(self, by: Piece) -> float:
        """The error of its distance but for that of the looking die's place, which acts on all distances alike."""
        turned = _lever_mm(by, self.gap.between[0], self.gap.direction) * radians(by.sigma_deg)
        return combined_sigma(turned, _sigma_at(self.target, self.gap.between[1], self.gap.direction))

    @property
    def rank(self) -> tuple[bool, float]:
        """A Command Post counts as most distant wherever it lies (OG-CP-04)."""
        return isinstance(self.target, CommandPost), self.gap.distance.value


def distance(position: Position, first: str, second: str) -> DistanceAnswer:
    """Distance between the closest points of two top faces, on the plan or in space as agreed (OG-RANGE-05, AMB-04).

    Raises:
        Refused: one of them is not in play.
    """
    a, b = position.target(first), position.target(second)
    for target in (a, b):
        check_in_play(position, target)
    found = measure_target_gap(position, a, b)
    how = gettext("in space") if position.agreement.is_("AMB-04", "space") else gettext("on the plan")
    text = gettext(
        "{a} and {b} are {distance} apart, {how}, between the closest points of their top faces.",
        a=a.label,
        b=b.label,
        distance=found.distance,
        how=how,
    )
    rules = most_telling(cite(position.agreement.profile, "distance"), ("AMB-04",))
    return DistanceAnswer(found, Ruling(Verdict.YES, rules, text, numbers={"mm": found.distance}))


def measure_target_gap(position: Position, a: Target, b: Target) -> Gap:
    """Distance of two targets, on the plan or in space as agreed, with its error (AMB-04)."""
    first, second = (t.top if isinstance(t, Piece) else t.outline for t in (a, b))
    bare = measure_gap(first, second)
    # What each die's errors of place and heading do: a turn moves its closest point by the lever arm.
    sigmas = _sigma_at(a, bare.between[0], bare.direction), _sigma_at(b, bare.between[1], bare.direction)
    plan = Gap(Measurement(bare.distance.value, combined_sigma(*sigmas)), bare.between)
    if position.agreement.is_("AMB-04", "plan") or not isinstance(a, Piece) or not isinstance(b, Piece):
        return plan
    space = hypot(plan.distance.value, _top_mm(position, a) - _top_mm(position, b))
    slope = plan.distance.value / space if space else 1.0
    return Gap(Measurement(space, plan.distance.sigma * slope), plan.between)


def _top_mm(position: Position, piece: Piece) -> float:
    """How high its top face is above the table: hills count where people have measured them (AMB-04)."""
    ground = max(piece.placed.base_mm, ground_mm(position, piece.placed, piece.level))
    return replace(piece.placed, base_mm=ground).top_mm


def _sigma_at(target: Target, point: Point, along: Point) -> float:
    if not isinstance(target, Piece):
        return 0.0
    return combined_sigma(target.sigma_mm, _lever_mm(target, point, along) * radians(target.sigma_deg))


def _lever_mm(piece: Piece, point: Point, along: Point) -> float:
    """The lever arm by which a turn of a piece moves one of its points in a direction."""
    return (point[0] - piece.placed.x_mm) * along[1] - (point[1] - piece.placed.y_mm) * along[0]


def farther(by: Piece, near: RangeCandidate, far: RangeCandidate) -> Measurement:
    """By how much ``far`` is farther than ``near``; a Command Post is beyond all dice (OG-CP-04)."""
    if near.rank[0] != far.rank[0]:
        return Measurement(float("inf") if far.rank[0] else float("-inf"))
    own = (near.own_sigma(by), far.own_sigma(by))
    return measure_difference(near.gap, far.gap, by.sigma_mm, own)


def alternative_order(position: Position, by: Piece, candidates: Iterable[RangeCandidate]) -> tuple[str, ...]:
    """The dice in the order of the reading of distance that is not in force: where it differs, AMB-04 has decided."""
    in_space = position.agreement.is_("AMB-04", "space")
    otherwise = {}
    for candidate in candidates:
        if isinstance(candidate.target, Piece):
            rise_mm = _top_mm(position, by) - _top_mm(position, candidate.target)
            mm = candidate.gap.distance.value
            otherwise[candidate.id] = sqrt(max(0.0, mm**2 - rise_mm**2)) if in_space else hypot(mm, rise_mm)
    return tuple(sorted(otherwise, key=lambda name: otherwise[name]))


def contenders_among(by: Piece, candidates: tuple[RangeCandidate, ...]) -> tuple[RangeCandidate, ...]:
    """Those that may be the closest visible one: no other that is surely seen is surely nearer."""
    sure = [candidate for candidate in candidates if candidate.sure]
    return tuple(c for c in candidates if not any(farther(by, s, c).sign > 0 for s in sure if s is not c))


def is_tie(by: Piece, contenders: tuple[RangeCandidate, ...]) -> bool:
    """Whether the contenders are equally close by exact measures (AMB-03), rather than too close to call."""
    first = contenders[0]
    return all(c.sure and farther(by, first, c).sigma == 0 for c in contenders)
