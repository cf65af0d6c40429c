"""Where what moves over a table has come from since the table last lay still: hands over the rim, and dice in flight,
which are traced back along their way."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

import numpy as np
from shapely import LineString
from shapely import Point as Place
from shapely.ops import nearest_points

from companion.arrays import FloatArray
from companion.camera import TableTop
from companion.session.live import tuning
from companion.session.live.motion_detection import Entrance

#: From where to where something flew between two frames, mm.
_Step = tuple[FloatArray, FloatArray]


class Arrivals:
    """What has been seen to come over the rim of a table since it last lay still."""

    def __init__(self, table: TableTop) -> None:
        self._table = table
        self.clear()

    def clear(self) -> None:
        """Begin anew: the table has come to rest, or the camera has moved."""
        self._found: list[Entrance] = []
        self._sights: list[list[FloatArray]] = []  # what moved, or had changed, frame by frame, until an arm was seen

    @property
    def found(self) -> tuple[Entrance, ...]:
        """All that tells from where something came. The way that a flight took tells more than where something was seen
        over the table first: that may lie there since, or be a shade."""
        steps = [_steps(before, after) for before, after in pairwise(self._sights)]
        flown = _straightest(steps) or self._shortest(steps)
        if flown is None:
            return tuple(self._found)
        over_the_rim = (one for one in self._found if not one.in_flight)
        return (*over_the_rim, Entrance(self._over_rim(*flown), tuning.FLIGHT_TRACED_WEIGHT, in_flight=True))

    def see(self, entrances: Sequence[Entrance]) -> None:
        """Count what one frame shows; of a flight only the first sight, and the way that it takes from there. Where an
        arm is seen, that tells more."""
        if not entrances:
            return
        for one in entrances:
            if not (one.in_flight and self._found):
                self._found.append(one)
        if len(self._sights) < tuning.FLIGHT_FRAMES and all(one.weight < 1.0 for one in self._found):
            self._sights.append([np.array(one.at_mm, np.float64) for one in entrances])

    def _shortest(self, steps: Iterable[Sequence[_Step]]) -> _Step | None:
        """What two frames show of a flight: of what came over the rim, or else the shortest step of all."""
        table = self._table.polygon()
        taken = chain.from_iterable(steps)
        return min(taken, key=lambda step: (table.contains(Place(step[0])), math.dist(*step)), default=None)

    def _over_rim(self, from_mm: FloatArray, to_mm: FloatArray) -> tuple[float, float]:
        """Where what flew from there came over the rim, if it flew straight; there, if that was beyond."""
        first, table = Place(from_mm), self._table.polygon()
        if not table.contains(first):
            return first.x, first.y
        far = sum(self._table.size_mm) / math.dist(from_mm, to_mm)
        crossed = LineString([from_mm, from_mm - far * (to_mm - from_mm)]).intersection(table.exterior)
        over, _ = nearest_points(crossed, first)
        return over.x, over.y


def _straightest(steps: Sequence[Sequence[_Step]]) -> _Step | None:
    """The first step of what went on straightest over three frames, of all steps from each frame to the next: dice fly
    beside their shades; ``None`` where nothing did."""
    flown = [
        (_bend(there, here, then), number, (there, here))
        for number, (first, second) in enumerate(pairwise(steps))
        for there, here in first
        for on, then in second
        if on is here
    ]
    straight = [one for one in flown if one[0] <= tuning.FLIGHT_BEND]
    return min(straight, key=lambda one: one[:2])[2] if straight else None


def _bend(first: FloatArray, second: FloatArray, third: FloatArray) -> float:
    """How much a step differs from the one before, as a share of both together."""
    return math.hypot(*(third - 2 * second + first)) / (math.dist(first, second) + math.dist(second, third))


def _steps(before: Sequence[FloatArray], after: Sequence[FloatArray]) -> list[_Step]:
    """Every way that what was seen in one frame may have gone to the next, but for what stays where it is."""
    left = [one for one in before if all(math.dist(one, other) > tuning.FLIGHT_STAYS_MM for other in after)]
    come = [one for one in after if all(math.dist(one, other) > tuning.FLIGHT_STAYS_MM for other in before)]
    return [(there, here) for there in left for here in come if math.dist(there, here) >= tuning.FLIGHT_TRACED_MM]
