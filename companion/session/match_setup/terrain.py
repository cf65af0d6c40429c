"""Terrain as it is planned: pieces of a simple shape, put on the table before the match (AD-TERR-01)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from shapely.geometry import Polygon

from companion.codec.script import TerrainTalk
from companion.geometry import Outline, Point
from companion.text import gettext

if TYPE_CHECKING:
    from companion.session.match_setup.surface import Surface

#: A round piece is a polygon of so many sides, with the circle's area.
_ROUND_SIDES: Final = 16
#: A piece smaller or larger than this is a slip of the finger.
SMALLEST_MM, LARGEST_MM = 20.0, 1500.0
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
        wide, deep = (min(LARGEST_MM, max(SMALLEST_MM, size)) for size in (wide, deep))
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
