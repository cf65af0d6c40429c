"""Where what moves over a table has come from since the table last lay still: hands over the rim, and dice in flight,
which are traced back along their way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from shapely import LineString
from shapely import Point as Place
from shapely.ops import nearest_points

from companion.arrays import FloatArray
from companion.camera import TableTop
from companion.session.live import tuning
from companion.session.live.motion_detection import Entrance


class Arrivals:
    """What has been seen to come over the rim of a table since it last lay still."""

    def __init__(self, table: TableTop) -> None:
        self._table = table
        self.clear()

    def clear(self) -> None:
        """Begin anew: the table has come to rest, or the camera has moved."""
        self._found: list[Entrance] = []
        self._flight: FloatArray | None = None  # where what flies was seen first
        self._traced = False

    @property
    def found(self) -> tuple[Entrance, ...]:
        """All that tells from where something came."""
        return tuple(self._found)

    def see(self, entrances: Sequence[Entrance]) -> None:
        """Count what one frame shows; of a flight only the first sight, and the way that it takes from there."""
        if not entrances:
            return
        self._trace(entrances)
        for one in entrances:
            if not (one.in_flight and self._found):
                self._found.append(one)

    def _trace(self, entrances: Sequence[Entrance]) -> None:
        """Follow a flight from the first sight of it to the next, and back to the rim. Where an arm is seen, that tells
        more."""
        if self._traced or any(one.weight >= 1.0 for one in entrances):
            self._traced = True
            return
        over_the_rim = [one for one in entrances if not one.in_flight]
        if self._flight is None or over_the_rim:
            self._flight = _middle_mm(over_the_rim or entrances)
            return
        way = _middle_mm(entrances) - self._flight
        if np.hypot(*way) >= tuning.FLIGHT_TRACED_MM:
            self._traced = True
            # The way that it took tells more than where something was seen first: that may be its mirror image.
            self._found = [one for one in self._found if not one.in_flight]
            self._found.append(Entrance(self._over_rim(way), tuning.FLIGHT_TRACED_WEIGHT, in_flight=True))

    def _over_rim(self, way: FloatArray) -> tuple[float, float]:
        """Where the flight came over the rim, if it flew straight; where it was seen first, if that was beyond."""
        assert self._flight is not None
        first, table = Place(self._flight), self._table.polygon()
        if not table.contains(first):
            return first.x, first.y
        far = sum(self._table.size_mm) / np.hypot(*way)
        crossed = LineString([self._flight, self._flight - far * way]).intersection(table.exterior)
        over, _ = nearest_points(crossed, first)
        return over.x, over.y


def _middle_mm(entrances: Sequence[Entrance]) -> FloatArray:
    return np.asarray(np.mean([one.at_mm for one in entrances], axis=0), np.float64)
