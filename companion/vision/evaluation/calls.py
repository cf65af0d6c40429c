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

from companion.geometry import HalfPlane, Outline, closest, top_outline
from companion.vision.evaluation.matching import Seen, Sighting
from companion.vision.evaluation.rigs import TrueDie
from companion.vision.reading import DieReading

#: So many sigmas of the die that looks (two dice have a part in it) make a margin sure.
_SURE_SIGMAS: Final = 3 * 1.4
_NEVER_MM: Final = 1e9

Pair = tuple[TrueDie, DieReading]


@dataclass(frozen=True, slots=True)
class Calls:
    """How many calls of a closest target there were, how many were wrong though sure, and how many were left open."""

    asked: int = 0
    wrong: int = 0
    abstained: int = 0

    def __add__(self, other: Calls) -> Calls:
        return Calls(self.asked + other.asked, self.wrong + other.wrong, self.abstained + other.abstained)


def distance_errors_mm(seen: Seen) -> list[float]:
    """Error of the distance between top faces, for every two dice of a picture that were read rightly."""
    return [
        abs(closest(a.corners_mm, b.corners_mm)[0] - closest(top_outline(p.pose), top_outline(q.pose))[0])
        for (a, p), (b, q) in combinations(_read(seen), 2)
    ]


def calls(seen: Seen) -> Calls:
    """The calls of one picture; none where a die that must be read was not, or fewer than two lie there."""
    pairs = _read(seen)
    if len(pairs) < 2 or len(pairs) < sum(s.required for s in seen.sightings):
        return Calls()
    true, told = [t.corners_mm for t, _ in pairs], [top_outline(d.pose) for _, d in pairs]
    return sum(
        (
            _call(true, told, looking, corner, die.sigma_mm)
            for looking, (_, die) in enumerate(pairs)
            for corner in range(3)
        ),
        Calls(),
    )


def _read(seen: Seen) -> list[Pair]:
    return [pair for s in seen.sightings if s.required and s.read and (pair := _both(s)) is not None]


def _both(sighting: Sighting) -> Pair | None:
    return (sighting.truth, sighting.seen) if sighting.truth and sighting.seen else None


def _call(true: Sequence[Outline], told: Sequence[Outline], looking: int, corner: int, sigma_mm: float) -> Calls:
    (want, _), (have, margin_mm) = _closest_seen(true, looking, corner), _closest_seen(told, looking, corner)
    if margin_mm < _SURE_SIGMAS * sigma_mm:
        return Calls(1, 0, 1)
    return Calls(1, int(want != have), 0)


def _closest_seen(tops: Sequence[Outline], looking: int, corner: int) -> tuple[int | None, float]:
    """The closest top face above the baseline opposite ``corner``, and by how much (mm) this is so."""
    own = tops[looking]
    plane = _baseline(own, corner)
    others = [place for place in range(len(tops)) if place != looking]
    rises = {place: plane.reach(tops[place])[0] for place in others}
    near = sorted((closest(own, tops[place])[0], place) for place in others if rises[place] > 0)
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
