"""Invented tables: where camera, lamps, dice and clutter stand. Everything random, nothing drawn yet.

Frames and words are those of ``companion.geometry``; bodies are convex, given by their corners in table millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely import intersects_xy

from companion.arrays import FloatArray
from companion.camera import Pinhole, TableShape, TableTop
from companion.geometry import Pose, circumradius_mm
from models.training.looking import camera_turn, direction
from models.training.styles import InventedDie

_SIZES_WH = (
    (1280, 720), (1280, 720), (1280, 720), (1280, 720), (1600, 900), (1600, 900),
    (1920, 1080), (1920, 1080), (1920, 1080), (1920, 1080), (2560, 1440), (3840, 2160),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light: where it stands (unit vector), how wide it is (tangent), its colour.

    at_mm: where it stands if it is near, and ``toward`` as seen from the table's middle; its colour is then that of its
    light at ``NEAR_LAMP_MM``. beam_mm: middle (x, y) on the table and radius of the only circle that it shines on,
    across its way; only scenes whose bodies shade each other know near lamps and beams.
    """

    toward: FloatArray
    width: float
    colour: FloatArray
    at_mm: FloatArray | None = None
    beam_mm: tuple[float, float, float] | None = None


#: How far off the corners of a die lie that is folded by hand, along each axis: standard deviation in edges.
FOLDED_ASKEW = 0.004
#: So far from a near lamp its light is as strong as its colour says.
NEAR_LAMP_MM = 500.0


@dataclass(frozen=True, slots=True)
class Body:
    """A convex body: faces as (n, 3) corners in mm, counter-clockwise from outside, and the die that it is, if any."""

    faces: tuple[FloatArray, ...]
    die: PlacedDie | None = None
    colours: FloatArray | None = None
    art: NDArray[np.uint8] | None = None


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die of the pool on the table: the face that is up, its three corners (3, 3) in mm, and how it lies."""

    style: int
    face: str
    top_mm: FloatArray
    state: str
    edge_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class PrintedSheet:
    """A printed paper on the table: its print (rows, columns, 3), BGR, so many pixels a mm, and where it lies: its
    near-left corner, and how far it is turned, counter-clockwise."""

    art: NDArray[np.uint8]
    px_per_mm: float
    corner_mm: tuple[float, float]
    turn_deg: float


@dataclass(frozen=True, slots=True)
class InventedScene:
    """All that the renderer needs.

    discs: flat counters, (x, y, radius, r, g, b); glare: share of faces with one; shape: of the table's rim; gloss: how
    much light the table top mirrors, 0 to 1; sheen: how much the paper of the dice mirrors; thick_mm: of the table top;
    sheets: printed papers that lie on it; shading: whether bodies keep lamps and sky from each other (``shading``), or
    from the table only.
    """

    lens: Pinhole
    table_mm: tuple[float, float]
    lamps: tuple[Lamp, ...]
    ambient: FloatArray
    bodies: tuple[Body, ...]
    discs: tuple[tuple[float, ...], ...]
    markers: bool
    glare: float = 0.08
    shape: TableShape = TableShape.RECT
    gloss: float = 0.0
    sheen: float = 0.0
    thick_mm: float = 0.0
    sheets: tuple[PrintedSheet, ...] = ()
    shading: bool = False

    @property
    def table(self) -> TableTop:
        """The table top."""
        return TableTop(self.shape, self.table_mm)


def invent_scene(rng: np.random.Generator, pool: list[InventedDie]) -> InventedScene:
    """A table with dice of the pool, some leaning, some over the edge, among things that are no dice."""
    table, shape = (float(rng.uniform(700, 1400)), float(rng.uniform(500, 900))), TableShape.RECT
    if rng.random() < 0.15:
        table, shape = (0.8 * table[0], 0.8 * table[0]), TableShape.ROUND
    bodies = _dice(rng, pool, TableTop(shape, table))
    leaning = leaned(rng, pool, int(rng.integers(len(pool))), bodies) if rng.random() < 0.6 else None
    bodies += ([leaning] if leaning is not None else []) + _clutter(rng, pool, table)
    return InventedScene(
        lens=_camera(rng, table),
        table_mm=table,
        lamps=tuple(_lamp(rng) for _ in range(int(rng.integers(0, 4)))),
        ambient=rng.uniform(0.25, 1.0) * (1 + rng.uniform(-0.12, 0.12, 3)),
        bodies=tuple(bodies),
        discs=tuple(_disc(rng, table) for _ in range(int(rng.integers(0, 9)))),
        markers=bool(rng.random() < 0.8),
        glare=float(rng.choice([0.05, 0.1, 0.25])),
        shape=shape,
        gloss=float(rng.uniform(0.02, 0.15)) if rng.random() < 0.3 else 0.0,
    )


def _camera(rng: np.random.Generator, table: tuple[float, float]) -> Pinhole:
    """Looking at the table from 40 to 90 degrees of elevation, most often from its near side."""
    elevation = 90 - abs(rng.normal(0, 25)) % 50
    return camera_over(rng, table, elevation, rng.normal(-90, 12) if rng.random() < 0.8 else rng.uniform(0, 360))


def camera_over(rng: np.random.Generator, table: tuple[float, float], elevation: float, azimuth: float) -> Pinhole:
    """Any camera that looks at the table from there (degrees), all of it in the picture."""
    width, height = _SIZES_WH[int(rng.integers(len(_SIZES_WH)))]
    aim = np.array([table[0] / 2, table[1] / 2, 0.0]) + np.append(rng.normal(0, 20, 2), 0)
    distance = float(rng.uniform(1.0, 2.2)) * table[0]
    rotation = camera_turn(azimuth, elevation, rng.normal(0, 6))
    translation = -rotation @ (aim + distance * direction(azimuth, elevation))
    rim = np.array([[x, y, 0.0] for x in (0, table[0]) for y in (0, table[1])]) @ rotation.T + translation
    spread = np.abs(rim[:, :2] / rim[:, 2:]).max(axis=0)
    focal = float(min(width / 2 / spread[0], height / 2 / spread[1]) * rng.uniform(0.85, 1.0))
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    bend = float(rng.uniform(-0.35, 0.0)) if rng.random() < 0.4 else 0.0
    return Pinhole(matrix, np.array([bend, -0.35 * bend, 0, 0, 0]), rotation, translation, (width, height))


def _lamp(rng: np.random.Generator) -> Lamp:
    elevation, azimuth = rng.uniform(25, 85), rng.uniform(0, 360)
    toward = direction(azimuth, elevation)
    return Lamp(toward, float(rng.choice([0.03, 0.15, 0.5])), rng.uniform(0.1, 1.0) * (1 + rng.uniform(-0.15, 0.15, 3)))


def _disc(rng: np.random.Generator, table: tuple[float, float]) -> tuple[float, ...]:
    return (*(rng.uniform(0, 1, 2) * table), rng.uniform(7, 16), *(rng.uniform(0.02, 0.9, 3)))


# dice ---------------------------------------------------------------------------------------------------------------


def _dice(rng: np.random.Generator, pool: list[InventedDie], table: TableTop) -> list[Body]:
    taken: list[tuple[float, float, float]] = []
    bodies = []
    for _ in range(int(rng.integers(4, 18))):
        style = int(rng.integers(len(pool)))
        if pool[style].edge_mm > 60 and rng.random() < 0.5:
            style = int(rng.integers(len(pool)))
        spot = _free_spot(rng, taken, circumradius_mm(pool[style].edge_mm), table.size_mm)
        if spot is not None and (table.shape is TableShape.RECT or is_on_table(table, *spot)):
            bodies.append(thrown(rng, pool[style], style, spot, table, tilt_share=0.18))
    return bodies


def _free_spot(
    rng: np.random.Generator, taken: list[tuple[float, float, float]], radius: float, table: tuple[float, float]
) -> tuple[float, float] | None:
    """A place for a die; half of the time as near to another as two dice can lie."""
    for _ in range(20):
        x, y = rng.uniform(-0.1 * radius, table[0] + 0.1 * radius), rng.uniform(-0.1 * radius, table[1] + 0.1 * radius)
        if taken and rng.random() < 0.5:
            nx, ny, nr = taken[int(rng.integers(len(taken)))]
            angle, reach = rng.uniform(0, 2 * math.pi), (nr + radius) * rng.uniform(0.9, 1.2)
            x, y = nx + reach * math.cos(angle), ny + reach * math.sin(angle)
        inside = -0.3 * radius < x < table[0] + 0.3 * radius and -0.3 * radius < y < table[1] + 0.3 * radius
        if inside and all(math.hypot(x - a, y - b) > 0.9 * (radius + r) for a, b, r in taken):
            taken.append((x, y, radius))
            return x, y
    return None


def thrown(
    rng: np.random.Generator,
    die: InventedDie,
    style: int,
    spot: tuple[float, float],
    table: TableTop,
    *,
    tilt_share: float = 0.0,
) -> Body:
    """A die of the pool (``style``: its place there) with its middle at a place, any face up, turned anyhow."""
    up = str(rng.choice(list(die.faces)))
    pose = Pose(spot[0], spot[1], float(rng.uniform(-180, 180)), die.edge_mm)
    return laid(rng, die, style, up, pose, table.size_mm, tilt_share=tilt_share, shape=table.shape)


def laid(
    rng: np.random.Generator,
    die: InventedDie,
    style: int,
    up: str,
    pose: Pose,
    table: tuple[float, float],
    *,
    tilt_share: float = 0.0,
    shape: TableShape = TableShape.RECT,
) -> Body:
    """A die of the pool (``style``: its place there) at a pose, folded by hand: its corners are off a little."""
    corners = {v: p + rng.normal(0, die.edge_mm * FOLDED_ASKEW, 3) for v, p in pose.vertices_mm(up).items()}
    state = _state(pose, TableTop(shape, table))
    if rng.random() < tilt_share:
        corners, state = _tilted(rng, corners), "leaning"
    return standing_die(die, style, corners, state)


def folded(up: str, pose: Pose, folds: Mapping[str, FloatArray]) -> dict[str, FloatArray]:
    """Where the corners of one copy of a die are, whichever way it lies; folds: how far each is off, in edges, where
    ``abc`` is up and its heading is 0."""
    flat = Pose(0.0, 0.0, 0.0, pose.edge_mm).vertices_mm("abc")
    corners = pose.vertices_mm(up)
    then, now = (
        np.array([places[v] for v in folds]) - np.mean(list(places.values()), axis=0) for places in (flat, corners)
    )
    turn = np.linalg.lstsq(then, now, rcond=None)[0]  # of an octahedron it is exactly the rotation
    return {v: corners[v] + pose.edge_mm * (fold @ turn) for v, fold in folds.items()}


def laid_as(
    die: InventedDie, style: int, corners: Mapping[str, FloatArray], pose: Pose, table: tuple[float, float]
) -> Body:
    """A die of the pool (``style``: its place there) at a pose, its corners just there."""
    return standing_die(die, style, corners, _state(pose, TableTop(TableShape.RECT, table)))


def standing_die(die: InventedDie, style: int, corners: Mapping[str, FloatArray], state: str) -> Body:
    """A die of the pool with its corners there; state: how it lies."""
    faces = tuple(np.array([corners[v] for v in name]) for name in die.faces)
    top = max(range(8), key=lambda i: unit_normal(faces[i])[2])
    return Body(faces, PlacedDie(style, list(die.faces)[top], faces[top], state, die.edge_mm))


def is_on_table(table: TableTop, x_mm: float, y_mm: float) -> bool:
    """Whether a point lies on a table top; its rim counts."""
    return bool(intersects_xy(table.polygon(), x_mm, y_mm))


def _state(pose: Pose, table: TableTop) -> str:
    on = (is_on_table(table, float(x), float(y)) for x, y in pose.bottom_corners_mm())
    return "flat" if all(on) else "overhanging"


def leaned(rng: np.random.Generator, pool: list[InventedDie], style: int, bodies: Sequence[Body]) -> Body | None:
    """A die tilted by 8 to 35 degrees beside one of these bodies' dice, as near as it can stand; None: no room."""
    hosts = [b for b in bodies if b.die is not None and b.die.state == "flat"]
    for _ in range(30 if hosts else 0):
        host = hosts[int(rng.integers(len(hosts)))]
        assert host.die is not None
        middle, angle = np.mean(host.die.top_mm, axis=0)[:2], rng.uniform(0, 2 * math.pi)
        reach = 0.43 * (host.die.edge_mm + pool[style].edge_mm) * rng.uniform(0.95, 1.1)
        x, y = middle + reach * np.array([math.cos(angle), math.sin(angle)])
        up = str(rng.choice(list(pool[style].faces)))
        flat = Pose(float(x), float(y), float(rng.uniform(-180, 180)), pool[style].edge_mm).vertices_mm(up)
        corners = _tilted(rng, {v: p + rng.normal(0, 0.2, 3) for v, p in flat.items()}, (8, 35), angle + math.pi / 2)
        places = [np.mean(b.die.top_mm, axis=0)[:2] for b in bodies if b.die is not None and b is not host]
        if all(math.dist(p, (x, y)) > 0.9 * pool[style].edge_mm for p in places):
            return standing_die(pool[style], style, corners, "leaning")
    return None


def _tilted(
    rng: np.random.Generator,
    corners: dict[str, FloatArray],
    between_deg: tuple[float, float] = (4, 30),
    azimuth: float | None = None,
) -> dict[str, FloatArray]:
    """The die turned about a level axis, any or this one, its lowest corner on the table again."""
    angle = math.radians(rng.uniform(*between_deg))
    azimuth = rng.uniform(0, 2 * math.pi) if azimuth is None else azimuth
    axis = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    centre = np.mean(list(corners.values()), axis=0)
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    turned = {v: centre + turn @ (p - centre) for v, p in corners.items()}
    drop = min(p[2] for p in turned.values())
    return {v: p - np.array([0, 0, drop]) for v, p in turned.items()}


def unit_normal(face: FloatArray) -> FloatArray:
    """The unit vector, (3,), that a face looks along, by its corners, (n, 3), counter-clockwise from outside."""
    normal = np.cross(face[1] - face[0], face[2] - face[0])
    return np.asarray(normal / np.linalg.norm(normal), np.float64)


# clutter ------------------------------------------------------------------------------------------------------------


def _clutter(rng: np.random.Generator, pool: list[InventedDie], table: tuple[float, float]) -> list[Body]:
    """Things that are no dice, most often those that look like one."""
    makers = (_box, _pyramid, _pyramid, _cup, _card, _loose_face, _loose_face, _loose_face)
    bodies = []
    for _ in range(int(rng.integers(0, 6))):
        maker = makers[int(rng.integers(len(makers)))]
        bodies.append(maker(rng, rng.uniform(0, 1, 2) * table, pool))
    return bodies


def litter(
    rng: np.random.Generator,
    table: tuple[float, float],
    pool: list[InventedDie],
    count: int,
    dice: Sequence[FloatArray],
    *,
    triangles: bool = False,
) -> list[Body]:
    """Things that are no dice, away from these places; triangles: only such as look like faces."""
    makers = (_wooden_triangle, _loose_face) if triangles else (_box, _pyramid, _cup, _card, _loose_face)
    bodies: list[Body] = []
    for _ in range(20 * count):
        spot = rng.uniform(0.05, 0.95, 2) * table
        if len(bodies) < count and all(math.dist(spot, place) > 130 for place in dice):
            bodies.append(makers[int(rng.integers(len(makers)))](rng, spot, pool))
    return bodies


def prism(base: FloatArray, height: float, shrink: float = 1.0) -> tuple[FloatArray, ...]:
    """Faces of a prism or frustum over a counter-clockwise base (n, 2)."""
    lid = base.mean(0) + (base - base.mean(0)) * shrink
    low, high = np.column_stack([base, np.zeros(len(base))]), np.column_stack([lid, np.full(len(base), height)])
    sides = tuple(
        np.array([low[i], low[(i + 1) % len(base)], high[(i + 1) % len(base)], high[i]]) for i in range(len(base))
    )
    return (*sides, high)


def _turned(rng: np.random.Generator, base: FloatArray, spot: FloatArray) -> FloatArray:
    angle = rng.uniform(0, 2 * math.pi)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    return np.asarray(base @ turn.T + spot, np.float64)


def _regular(sides: int, radius: float) -> FloatArray:
    angles = 2 * np.pi * np.arange(sides) / sides
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def _painted(rng: np.random.Generator, faces: tuple[FloatArray, ...]) -> Body:
    colours = rng.uniform(0.02, 0.9, 3) * np.ones((len(faces), 3))
    if rng.random() < 0.3:
        colours = rng.uniform(0.02, 0.9, (len(faces), 3))
    return Body(faces, colours=colours)


def _box(rng: np.random.Generator, spot: FloatArray, pool: list[InventedDie]) -> Body:
    half = rng.uniform(8, 60, 2)
    base = np.array([[-half[0], -half[1]], [half[0], -half[1]], [half[0], half[1]], [-half[0], half[1]]])
    return _painted(rng, prism(_turned(rng, base, spot), float(rng.uniform(3, 60))))


def standing_book(rng: np.random.Generator, spot: FloatArray, turn_deg: float) -> Body:
    """A book or box that stands upright at a place, its broad side turned so: high enough to keep a lamp from a die."""
    wide, thick, high = rng.uniform(45, 75), rng.uniform(12, 30), float(rng.uniform(90, 150))
    angle = math.radians(turn_deg)
    broad, deep = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
    base = np.array([spot + a * wide * broad + b * thick * deep for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    return _painted(rng, prism(base, high))


def _pyramid(rng: np.random.Generator, spot: FloatArray, pool: list[InventedDie]) -> Body:
    base = _regular(int(rng.integers(3, 6)), float(rng.uniform(15, 45)))
    return _painted(rng, prism(_turned(rng, base, spot), float(rng.uniform(15, 60)), float(rng.choice([0.01, 0.6]))))


def _wooden_triangle(rng: np.random.Generator, spot: FloatArray, pool: list[InventedDie]) -> Body:
    """A flat block about as large as a face: a token, a piece of a puzzle, a coaster."""
    base = _regular(3, circumradius_mm(50.8) * float(rng.uniform(0.6, 1.3)))
    faces = prism(_turned(rng, base, spot), float(rng.uniform(1, 12)))
    wood = np.array([0.45, 0.28, 0.14]) * rng.uniform(0.3, 1.6) * rng.uniform(0.9, 1.1, 3)
    colours = wood * np.ones((4, 3)) if rng.random() < 0.7 else rng.uniform(0.05, 0.9, 3) * np.ones((4, 3))
    return Body(faces, colours=colours)


def _cup(rng: np.random.Generator, spot: FloatArray, pool: list[InventedDie]) -> Body:
    faces = prism(
        _regular(24, float(rng.uniform(25, 50))) + spot, float(rng.uniform(30, 120)), float(rng.uniform(0.8, 1.2))
    )
    colours = np.vstack([np.tile(rng.uniform(0.05, 0.9, 3), (24, 1)), rng.uniform(0.02, 0.5, (1, 3))])
    return Body(faces, colours=colours)


def _card(rng: np.random.Generator, spot: FloatArray, pool: list[InventedDie]) -> Body:
    half = rng.uniform(20, 70, 2)
    base = np.array([[-half[0], -half[1]], [half[0], -half[1]], [half[0], half[1]], [-half[0], half[1]]])
    return _painted(rng, (np.column_stack([_turned(rng, base, spot), np.full(4, 0.3)]),))


def _loose_face(rng: np.random.Generator, spot: FloatArray, pool: list[InventedDie]) -> Body:
    """A flat paper triangle with a face's print on it: looks like a top face, lies on the table."""
    die = pool[int(rng.integers(len(pool)))]
    art = die.faces[str(rng.choice(list(die.faces)))]
    base = _turned(rng, _regular(3, circumradius_mm(die.edge_mm) * float(rng.uniform(0.6, 1.1))), spot)
    return Body((np.column_stack([base, np.full(3, 0.2)]),), art=art)
