"""The table of a match as it is planned: its shape, who sits at which edge, where the middle is.

Players sit clockwise, the first at the near edge as long as nobody turns the table round (docs/formats, Script).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from shapely.geometry import Polygon

from companion.camera import TableTop
from companion.geometry import Outline, Point
from companion.rules import Edge, Table, edge_of, table_outline
from companion.text import N_, gettext, pgettext

#: Sides that differ by less make a table square: nobody measures a table closer.
_ABOUT_SQUARE: Final = 0.05
#: A table on which a match makes sense: room for a few dice, and no ballroom.
SMALLEST_MM, LARGEST_MM = 400.0, 5000.0

EdgeLine = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Surface:
    """A table top: ``shape`` is rect, round or polygon; of a round one ``size_mm`` is its bounding square."""

    shape: str = "rect"
    size_mm: Point = (1200.0, 900.0)
    outline_mm: Outline = ()
    measured: bool = False

    @classmethod
    def rect(cls, width_mm: float, depth_mm: float) -> Surface:
        """A table with four right angles."""
        return cls("rect", (width_mm, depth_mm))

    @classmethod
    def round(cls, across_mm: float) -> Surface:
        """A round table by its diameter."""
        return cls("round", (across_mm, across_mm))

    @classmethod
    def polygon(cls, outline_mm: Sequence[Point]) -> Surface:
        """A table with any straight sides."""
        xs, ys = zip(*outline_mm, strict=True)
        return cls("polygon", (max(xs), max(ys)), tuple((float(x), float(y)) for x, y in outline_mm))

    @classmethod
    def of_camera(cls, table: TableTop) -> Surface:
        """The table that a calibrated camera stands over."""
        outline = tuple((float(x), float(y)) for x, y in table.outline_mm)
        return cls(table.shape.value, (float(table.size_mm[0]), float(table.size_mm[1])), outline, measured=True)

    @property
    def problem(self) -> str | None:
        """What keeps this from being a table, and what to do about it."""
        if self.shape == "polygon" and (len(self.outline_mm) < 3 or not Polygon(self.outline_mm).is_valid):
            return gettext(
                "The table's outline crosses itself or has fewer than three corners: set the corners anew, in order."
            )
        if min(self.size_mm) < SMALLEST_MM:
            return gettext(
                "A side of {side:.0f} mm is too short: a table needs {least:.0f} mm or more.",
                side=min(self.size_mm),
                least=SMALLEST_MM,
            )
        if max(self.size_mm) > LARGEST_MM:
            return gettext(
                "A side of {side:.0f} mm is too long: up to {most:.0f} mm; sizes are in mm.",
                side=max(self.size_mm),
                most=LARGEST_MM,
            )
        return None

    @property
    def outline(self) -> Outline:
        """The rim."""
        return table_outline(self.shape, self.size_mm, self.outline_mm or None)

    @property
    def middle_mm(self) -> Point:
        """The exact centre."""
        centre = Polygon(self.outline).centroid
        return float(centre.x), float(centre.y)

    @property
    def kind(self) -> str:
        """The shape in the words of AD-MULTI-05 to -08: square, oblong, round, triangle, hexagon, or polygon."""
        if self.shape == "round":
            return "round"
        if self.shape == "polygon":
            return {3: "triangle", 6: "hexagon"}.get(len(self.outline_mm), "polygon")
        return "square" if abs(self.size_mm[0] / self.size_mm[1] - 1) <= _ABOUT_SQUARE else "oblong"


_EDGES: Final = {
    Edge.NEAR: N_("session", "near edge"),
    Edge.FAR: N_("session", "far edge"),
    Edge.LEFT: N_("session", "left edge"),
    Edge.RIGHT: N_("session", "right edge"),
}
assert set(_EDGES) == set(Edge)


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A player's place: the edge by its name where it has one, and its line from left to right as the player looks."""

    line_mm: EdgeLine
    edge: Edge | None = None

    @property
    def words(self) -> str:
        """The place for people."""
        return pgettext("session", _EDGES[self.edge]) if self.edge else gettext("own edge")

    @property
    def middle_mm(self) -> Point:
        """The middle of the edge."""
        (x0, y0), (x1, y1) = self.line_mm
        return (x0 + x1) / 2, (y0 + y1) / 2

    @property
    def inward(self) -> Point:
        """The direction from the edge over the table, of length 1."""
        (x0, y0), (x1, y1) = self.line_mm
        length = math.hypot(x1 - x0, y1 - y0)
        return -(y1 - y0) / length, (x1 - x0) / length


#: Clockwise from the near edge.
_ROUND_THE_TABLE: Final = (Edge.NEAR, Edge.LEFT, Edge.FAR, Edge.RIGHT)


def seat_places(surface: Surface, count: int, turned: int = 0) -> tuple[SeatPlace, ...]:
    """Where so many players sit, clockwise; ``turned``: by how many places everybody has moved on.

    Two face each other (AD-MULTI-05), three make a triangle (AD-MULTI-06), four sit at the four edges (AD-MULTI-07);
    more sit evenly round the table, each at a straight line (AD-MULTI-08, CY-THROW-02).
    """
    if count in {2, 4}:
        edges = (_ROUND_THE_TABLE[(turned + k * 4 // count) % 4] for k in range(count))
        table = Table(surface.outline, shape=surface.shape)
        return tuple(SeatPlace(edge_of(table, edge), edge) for edge in edges)
    corners = surface.outline_mm if surface.shape == "polygon" else ()
    lines = _sides(corners, count) if corners and len(corners) % count == 0 else _tangents(surface, count)
    return tuple(SeatPlace(lines[(turned + k) % count]) for k in range(count))


def _sides(corners: Outline, count: int) -> list[EdgeLine]:
    """Every so many-th side of a polygon, clockwise, beginning with the nearest."""
    ring = corners if bool(Polygon(corners).exterior.is_ccw) else corners[::-1]
    sides = [(ring[k], ring[(k + 1) % len(ring)]) for k in range(len(ring))]
    nearest = min(range(len(sides)), key=lambda k: sides[k][0][1] + sides[k][1][1])
    step = len(sides) // count
    return [sides[(nearest - k * step) % len(sides)] for k in range(count)]


def _tangents(surface: Surface, count: int) -> list[EdgeLine]:
    """Lines evenly round a circle about the middle, each as long as the side of the ring that they make."""
    (cx, cy), radius = surface.middle_mm, min(surface.size_mm) / 2
    half = radius * math.tan(math.pi / count)
    lines = []
    for k in range(count):
        angle = math.radians(-90 - 360 * k / count)
        out_x, out_y = math.cos(angle), math.sin(angle)
        x, y = cx + radius * out_x, cy + radius * out_y
        lines.append(((x + half * out_y, y - half * out_x), (x - half * out_y, y + half * out_x)))
    return lines
