"""The table of a match as it is planned: its shape, who sits at which edge, where the middle is; the terrain on it,
pieces of a simple shape, put down before the match (AD-TERR-01); and what its pictures can come from.

Players sit clockwise, the first at the near edge as long as nobody turns the table round (docs/formats, Script).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from shapely.geometry import Polygon

from companion.camera import Camera, TableTop
from companion.camera.sources import Device, Source, is_network_address
from companion.codec.script import TerrainTalk
from companion.codec.sources import open_source
from companion.geometry import Outline, Point
from companion.plain_text import public_address
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


#: A round piece is a polygon of so many sides, with the circle's area.
_ROUND_SIDES: Final = 16
#: A piece smaller or larger than this is a slip of the finger.
SMALLEST_PIECE_MM, LARGEST_PIECE_MM = 20.0, 1500.0
#: Levels on which dice can stand; a wall has none.
HIGHEST: Final = 3
#: Hills are measured in such steps, up to so much.
RISE_MM, HIGHEST_MM = 5.0, 200.0
#: A piece may stick out over the edge by so much: nobody lays cardboard better.
_OVER_MM: Final = 1.0


class TerrainShape(StrEnum):
    """The shape of a terrain piece seen from above."""

    OBLONG = "oblong"
    ROUND = "round"
    TRIANGLE = "triangle"


_TURNS: Final = tuple(math.radians(360 * k / _ROUND_SIDES) for k in range(_ROUND_SIDES))
_RADIUS: Final = 0.5 * math.sqrt(2 * math.pi / (_ROUND_SIDES * math.sin(2 * math.pi / _ROUND_SIDES)))
#: Each form about its middle, counter-clockwise, in a square of side 1.
_CORNERS: Final[Mapping[TerrainShape, tuple[Point, ...]]] = MappingProxyType(
    {
        TerrainShape.OBLONG: ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
        TerrainShape.ROUND: tuple((_RADIUS * math.cos(turn), _RADIUS * math.sin(turn)) for turn in _TURNS),
        TerrainShape.TRIANGLE: ((-0.5, -0.5), (0.5, -0.5), (0.0, 0.5)),
    }
)
assert set(_CORNERS) == set(TerrainShape)


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """One piece. centre_mm: of its bounding box before it was turned; size_mm: width and depth of that; turn_deg:
    counter-clockwise; level: that of a die standing on it, ``None`` for a wall, on which none stands; height_mm: of its
    top above the table's, 0 as long as nobody has measured it."""

    centre_mm: Point
    form: TerrainShape = TerrainShape.OBLONG
    size_mm: Point = (200.0, 120.0)
    turn_deg: float = 0.0
    level: int | None = None
    height_mm: float = 0.0

    @property
    def outline_mm(self) -> Outline:
        """Its corners on the table, counter-clockwise."""
        cos, sin = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        (x0, y0), (wide, deep) = self.centre_mm, self.size_mm
        sized = ((wide * x, deep * y) for x, y in _CORNERS[self.form])
        return tuple((round(x0 + cos * x - sin * y, 2), round(y0 + sin * x + cos * y, 2)) for x, y in sized)

    @property
    def is_wall(self) -> bool:
        """Whether no die can stand on it."""
        return self.level is None

    def moved_to(self, centre_mm: Point) -> TerrainPiece:
        """The same elsewhere, to a whole millimetre."""
        return replace(self, centre_mm=(float(round(centre_mm[0])), float(round(centre_mm[1]))))

    def moved_by(self, x_mm: float, y_mm: float) -> TerrainPiece:
        """The same a step away."""
        return self.moved_to((self.centre_mm[0] + x_mm, self.centre_mm[1] + y_mm))

    def turned_by(self, turn_deg: float) -> TerrainPiece:
        """The same, turned counter-clockwise."""
        return replace(self, turn_deg=(self.turn_deg + turn_deg) % 360)

    def grown_by(self, wide_mm: float, deep_mm: float) -> TerrainPiece:
        """The same, wider and deeper, within what a piece can be."""
        wide, deep = self.size_mm[0] + wide_mm, self.size_mm[1] + deep_mm
        wide, deep = (min(LARGEST_PIECE_MM, max(SMALLEST_PIECE_MM, size)) for size in (wide, deep))
        return replace(self, size_mm=(wide, deep))

    def of_next_form(self) -> TerrainPiece:
        """The same of the next shape."""
        forms = list(TerrainShape)
        return replace(self, form=forms[(forms.index(self.form) + 1) % len(forms)])

    def of_next_level(self) -> TerrainPiece:
        """From a wall to a hill of level 1, 2, 3, and to a wall again."""
        level = 1 if self.level is None else self.level + 1
        return replace(self, level=None if level > HIGHEST else level)

    def raised_by(self, rise_mm: float) -> TerrainPiece:
        """The same, so much higher, and from the highest that is taken to not measured at all."""
        height_mm = self.height_mm + rise_mm
        return replace(self, height_mm=height_mm if height_mm <= HIGHEST_MM else 0.0)

    def to_talk(self) -> TerrainTalk:
        """The piece as an opening keeps it, for the next match of a series."""
        return TerrainTalk(
            form=self.form.value,
            centre_mm=self.centre_mm,
            size_mm=self.size_mm,
            turn_deg=self.turn_deg,
            level=self.level,
            height_mm=self.height_mm,
        )

    @classmethod
    def of_talk(cls, talk: TerrainTalk) -> TerrainPiece:
        """The piece that an opening keeps. Raises ValueError where it has no shape that is known."""
        return cls(talk.centre_mm, TerrainShape(talk.form), talk.size_mm, talk.turn_deg, talk.level, talk.height_mm)


def name_terrain(terrain: Sequence[TerrainPiece]) -> Mapping[str, TerrainPiece]:
    """The pieces by the names that rulings call them: ``wall 1``, ``hill 2``."""
    return {f"{'wall' if piece.is_wall else 'hill'} {number}": piece for number, piece in enumerate(terrain, 1)}


def terrain_problems(terrain: Sequence[TerrainPiece], surface: Surface, taken: Mapping[str, Polygon]) -> Iterator[str]:
    """What keeps terrain from lying so; ``taken``: what else is on the table from the start, by its name."""
    rim = Polygon(surface.outline).buffer(_OVER_MM)
    for name, piece in name_terrain(terrain).items():
        area = Polygon(piece.outline_mm)
        if not rim.contains(area):
            yield gettext(
                "The {name} sticks out over the edge of the table: move it in, or make it smaller.", name=name
            )
        for what, place in taken.items():
            if area.intersects(place):
                yield gettext("The {name} lies where {what} comes: move it away.", name=name, what=what)


def find_free_place(terrain: Sequence[TerrainPiece], surface: Surface, taken: Mapping[str, Polygon]) -> TerrainPiece:
    """A new piece like the last, where nothing lies; in the middle of the left half where there is no such place."""
    like = terrain[-1] if terrain else TerrainPiece((0.0, 0.0))
    lying = {**taken, **{name: Polygon(piece.outline_mm) for name, piece in name_terrain(terrain).items()}}
    (left, *_, right), (near, *_, far) = (sorted(ends) for ends in zip(*surface.outline, strict=True))
    tries = [
        like.moved_to((left + across * (right - left), near + away * (far - near)))
        for away in (0.5, 0.35, 0.65, 0.2, 0.8)  # the quarters of the table first
        for across in (0.25, 0.75, 0.5, 0.15, 0.85, 0.35, 0.65)
    ]
    return next((piece for piece in tries if not list(terrain_problems([piece], surface, lying))), tries[0])


#: The words that ``--source`` has for a table without a camera, and for a phone in the hand, whose pictures are handed
#: in one by one.
NO_SOURCE: Final = "none"
PHONE_SOURCE: Final = "phone"


@dataclass(frozen=True, slots=True)
class SourceChoice:
    """One thing to choose: its name for people, the words that ``--source`` has for it, and how it is opened."""

    name: str
    words: str
    opening: Callable[[], Source] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TableChoice:
    """What the table page ends with: the table; the camera measured and its source, still open, or neither; and the
    words by which the source is found again; the terrain."""

    surface: Surface
    words: str = NO_SOURCE
    camera: Camera | None = None
    source: Source | None = None
    terrain: tuple[TerrainPiece, ...] = ()


def source_choices(given: Sequence[str], devices: Sequence[Device], last: str = "") -> tuple[SourceChoice, ...]:
    """What was given on the command line first, then the cameras, by name; the one used last, too, where it is one of
    the network, which no computer lists."""
    named = [
        SourceChoice(device.name, device.name, partial(open_source, device.name, devices=devices)) for device in devices
    ]
    if is_network_address(last) and last != " ".join(given):
        named.append(SourceChoice(public_address(last), last, partial(open_source, last)))
    if not given or list(given) == [NO_SOURCE]:
        return tuple(named)
    words = " ".join(given)
    shown = next((device.name for device in devices if str(device.number) == words), words)
    name = shown
    if shown == words:  # a file by its name alone, an address without its password; of several the first
        name = public_address(given[0]) if "://" in given[0] else Path(given[0]).name
        name = name if len(given) == 1 else f"{name} + {len(given) - 1}"
    first = SourceChoice(name, words, partial(open_source, list(given), devices=devices))
    return (first, *(choice for choice in named if choice.name != shown))
