"""What lies on a table and is reported as no die: something of about a die's size hides the table there, and no die
that is reported explains it. So that a die that was overlooked is not overlooked in silence.

The picture is held against the empty table on the face detector's map of the smallest dice, in cells of a few
millimetres. The light may have changed since; dice dim the table by their shades and are mirrored in it, which tells
nothing. Owns the search; what is made of what is found is others' work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, intersects_xy

from companion.arrays import FloatArray, Image, Places
from companion.camera import Pinhole, TableTop
from companion.geometry import Pose, at_height, flat_corners_mm
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.plateaus import Plateau
from companion.vision.reading import DieReading, DieState, UnknownObject
from companion.vision.top_faces import FaceCandidate
from companion.vision.top_faces.background_model import BackgroundModel, ForegroundMap

#: Colours of cells, (3, rows, columns): sums over colours that lie side by side are slow; or shares of each cell,
#: (rows, columns).
_Cells = NDArray[np.float32]
#: A number for each cell, (rows, columns).
_Numbers = NDArray[np.uint8] | NDArray[np.uint16]

#: A cell has so many pixels of the map each way; a cell of light so many cells.
_CELL_PX: Final = 2
_LIGHT_CELLS: Final = 4
#: Light is given in logarithms, by so many steps of eight bits, about this one.
_LIGHT_STEPS: Final = 80.0
_SAME_LIGHT: Final = 128.0
#: What a table mirrors, by its corners.
_UPSIDE_DOWN: Final = np.array([1.0, 1.0, -1.0])
#: Of 255, where a picture tells no more how bright something is.
_SATURATED: Final = 250
#: Places are distinguished by their brightness, in so many groups of one size.
_BRIGHTNESS_LEVELS: Final = 8
#: Empty tables whose cells are cached.
_TABLES: Final = 2
#: Gaps of this size in what is foreign are closed.
_GAP_CELLS: Final = (3, 3)


def find_unknown_objects(
    foreground: ForegroundMap, table: TableTop, dice: Sequence[DieReading], plateaus: Iterable[Plateau] = ()
) -> tuple[UnknownObject, ...]:
    """What lies on the table beside these dice and hills; nothing where the empty table is not known, or most of it
    looks otherwise."""
    cells = _empty_cells(foreground.background, table)
    grid = cells.grid
    visible = cells.visible & ~grid.hidden_by(dice, plateaus)
    mirrors = np.where(visible, grid.mirrors(dice), 0)
    beside = visible & (mirrors == 0)
    if not beside.any():
        return ()
    foreign, dimming = _foreign_and_dimming(_colours(foreground.sharp[0]), cells, beside)
    if np.count_nonzero(foreign & beside) > tuning.MOSTLY_CHANGED * np.count_nonzero(beside):
        return ()
    otherwise = _shares(foreground.changed[0]) > 1 / 2
    texture = otherwise & _is_textured(otherwise, cells.levels, beside)
    if not _is_glossy(foreign | texture, mirrors):
        beside = visible
    foreign, texture = foreign & beside, texture & beside
    hiding = foreign | texture | (dimming < tuning.SHADE_DIMMING) | ~beside
    return tuple(grid.objects(grid.likeness(foreign, texture, hiding) >= 1, foreign | texture))


def unknown_at(pose: Pose, lens: Pinhole) -> UnknownObject:
    """What lies at a pose as a die would, and is reported as none."""
    (corners_mm,) = flat_corners_mm([pose])
    height_mm = pose.top_mm / 2
    seen_mm = lens.onto_plane(corners_mm, height_mm)
    hull = cv2.convexHull(seen_mm.astype(np.float32)).reshape(-1, 2)
    return _within(np.asarray(hull, np.float64), height_mm)


def candidates_in(thing: UnknownObject, candidates: Iterable[FaceCandidate]) -> list[FaceCandidate]:
    """Where the face detector saw most of what may be a die in a thing that is more than that die, as where it lies
    before a box."""
    outline = Polygon(thing.outline_mm)
    smaller = [one for one in candidates if thing.radius_mm > tuning.MOST_SEEN_RADIUS_EDGES * one.pose.edge_mm]
    inside = [one for one in smaller if intersects_xy(outline, *one.pose.centre_mm)]
    return sorted(inside, key=lambda one: -one.presence)[: tuning.MAX_LOOKED_AGAIN]


@dataclass(frozen=True, slots=True)
class _Grid:
    """The map of the smallest dice, in cells."""

    background: BackgroundModel

    @property
    def _reach_cells(self) -> float:
        """The radius of a disc that any silhouette of the smallest dice holds."""
        plan = self.background.plans[0]
        return tuning.UNKNOWN_REACH_HEIGHTS * plan.height_mm / plan.mm_per_px / _CELL_PX

    def inside(self, table: TableTop) -> Places:
        """Where the table top is seen."""
        return self._filled([np.pad(table.outline(), ((0, 0), (0, 1)))])

    def hidden_by(self, dice: Sequence[DieReading], plateaus: Iterable[Plateau]) -> Places:
        """Where dice and hills are seen."""
        flat = flat_corners_mm([die.pose for die in dice if die.state is not DieState.LEANING])
        leaning = flat_corners_mm([die.pose for die in dice if die.state is DieState.LEANING])
        hills = [
            np.array([[*corner, height] for corner in one.outline_mm for height in (0.0, one.height_mm)])
            for one in plateaus
        ]
        exact = self._filled([*flat, *hills], tuning.EXPLAINED_RIM_MM)
        return exact | self._filled([*leaning], tuning.EXPLAINED_LEANING_RIM_MM)

    def mirrors(self, dice: Sequence[DieReading]) -> NDArray[np.uint16]:
        """Where a glossy table would show each die once more, upside down: its number from 1 on; 0 beside them all."""
        numbers = np.zeros(self._shape, np.uint16)
        bodies = [*(flat_corners_mm([die.pose for die in dice]) * _UPSIDE_DOWN)]
        for number, hull in enumerate(self._hulls(bodies), 1):
            self._fill(numbers, hull, number, tuning.EXPLAINED_RIM_MM)
        return numbers

    def likeness(self, foreign: Places, texture: Places, hiding: Places) -> _Cells:
        """Around each cell, how much of a die seems to be seen, 1: enough; 0 where the table itself is seen.

        foreign, texture: where colours and texture are not the table's; hiding: where the table is not plainly seen.
        """
        disc = _disc(self._reach_cells).astype(np.float32)
        shares = [
            cv2.filter2D(one.astype(np.float32), -1, disc / disc.sum(), borderType=cv2.BORDER_CONSTANT)
            for one in (foreign, texture, hiding)
        ]
        textured = np.where(shares[0] >= tuning.TEXTURED_COLOUR_SHARE, shares[1], 0)
        likeness = np.maximum(shares[0] / tuning.UNKNOWN_SHARE, textured / tuning.UNKNOWN_TEXTURE_SHARE)
        return np.asarray(np.where(shares[2] >= tuning.UNKNOWN_HIDING_SHARE, likeness, 0), np.float32)

    def objects(self, middles: Places, unlike: Places) -> Iterator[UnknownObject]:
        """What is seen around these cells, of those that are unlike the table; what touches is one thing."""
        around = cv2.dilate(middles.astype(np.uint8), _disc(self._reach_cells))
        count, labels = cv2.connectedComponents(around)
        for number in range(1, count):
            rows, columns = np.nonzero((labels == number) & unlike)
            if len(rows):
                yield self._object(np.column_stack([columns, rows]))

    def _object(self, cells: NDArray[np.intp]) -> UnknownObject:
        plan = self.background.plans[0]
        rim = cv2.convexHull(cells.astype(np.int32)).reshape(-1, 2)
        height_mm = plan.height_mm / 2
        seen_mm = plan.to_table(np.asarray((rim + 0.5) * _CELL_PX - 0.5, np.float64))
        in_space = at_height(seen_mm, plan.height_mm)
        return _within(self.background.lens.onto_plane(in_space, height_mm), height_mm)

    @property
    def _shape(self) -> tuple[int, ...]:
        """Rows and columns of cells."""
        return tuple(side // _CELL_PX for side in self.background.plans[0].mapping.shape[1:])

    def _filled(self, bodies: Sequence[FloatArray], rim_mm: float = 0.0) -> Places:
        """Where bodies, by their corners (n, 3) mm, hide what is behind them, with a rim."""
        places = np.zeros(self._shape, np.uint8)
        for hull in self._hulls(bodies):
            self._fill(places, hull, 1, rim_mm)
        return places > 0

    def _hulls(self, bodies: Sequence[FloatArray]) -> Iterator[cv2.typing.MatLike]:
        """The outline of what each body hides, in cells."""
        if not bodies:
            return
        plan = self.background.plans[0]
        shown = plan.to_map(self.background.lens.onto_plane(np.concatenate(bodies), plan.height_mm))
        cells = np.round((shown + 0.5) / _CELL_PX - 0.5).astype(np.int32)
        for body in np.split(cells, np.cumsum([len(one) for one in bodies])[:-1]):
            yield cv2.convexHull(body)

    def _fill(self, cells: _Numbers, hull: cv2.typing.MatLike, number: int, rim_mm: float) -> None:
        """Write a number in an outline, with a rim."""
        cv2.fillConvexPoly(cells, hull, number)
        if rim_mm:
            rim_cells = round(rim_mm / self.background.plans[0].mm_per_px / _CELL_PX)
            cv2.polylines(cells, [hull], True, number, 2 * rim_cells + 1)


def _within(outline_mm: FloatArray, height_mm: float) -> UnknownObject:
    """What is seen within a convex outline, (n, 2), on the plane at a height."""
    centre_mm = (outline_mm.min(axis=0) + outline_mm.max(axis=0)) / 2
    radius_mm = float(np.linalg.norm(outline_mm - centre_mm, axis=1).max())
    x, y = centre_mm.tolist()
    return UnknownObject((x, y), radius_mm, tuple((float(u), float(v)) for u, v in outline_mm), height_mm)


@dataclass(frozen=True, slots=True)
class _EmptyCells:
    """The empty table in cells: the darkest and the brightest colours around each, and their mean; how bright each is,
    in groups from 0, the darkest; visible: where the known table top is seen."""

    grid: _Grid
    darkest: _Cells
    brightest: _Cells
    middle: _Cells
    levels: NDArray[np.uint8]
    visible: Places


@lru_cache(_TABLES)
def _empty_cells(background: BackgroundModel, table: TableTop) -> _EmptyCells:
    grid, known = _Grid(background), _shares(background.known[0]) == 1
    darkest, brightest = (_colours(one) for one in background.neighbour_ranges[0])
    middle = np.asarray((darkest + brightest) / 2, np.float32)
    levels = _brightness_levels(_colours(background.maps[0]), known)
    return _EmptyCells(grid, darkest, brightest, middle, levels, known & grid.inside(table))


def _foreign_and_dimming(now: _Cells, then: _EmptyCells, beside: Places) -> tuple[Places, _Cells]:
    """Where a colour is none that the table has there in any light or shade, (rows, columns); and how much light of
    its own the table would have to show there instead. beside: the cells where nothing is known to lie."""
    # Of each colour the darkest and the brightest that the table has in this light, and their mean.
    lit = [
        (np.minimum(darkest * light, 255), np.minimum(brightest * light, 255))
        for darkest, brightest, light in zip(then.darkest, then.brightest, _light(now, then, beside), strict=True)
    ]
    tables = [(darkest + brightest) / 2 for darkest, brightest in lit]
    seen = sum((one * table for one, table in zip(now, tables, strict=True)), start=np.float32(0))
    dimming = seen / np.maximum(sum((table * table for table in tables), start=np.float32(0)), 1)
    shade = np.clip(dimming, tuning.DEEPEST_SHADE, tuning.BRIGHTEST_LIGHT)
    dimmed, foreign = np.minimum(shade, 1) * np.float32(tuning.SHADE_TINT), np.zeros(dimming.shape, np.bool_)
    for one, (darkest, brightest), table, bare in zip(now, lit, tables, then.brightest, strict=True):
        slack = tuning.UNKNOWN_NOISE + dimmed * table
        foreign |= (darkest * shade - one > slack) & (one < _SATURATED)
        foreign |= (one - brightest * shade > slack) & (bare < _SATURATED)
    closed = cv2.morphologyEx(foreign.view(np.uint8), cv2.MORPH_CLOSE, np.ones(_GAP_CELLS, np.uint8))
    return np.asarray(closed > 0), np.asarray(dimming, np.float32)


def _light(now: _Cells, then: _EmptyCells, beside: Places) -> list[_Cells]:
    """What the light does to each colour of each cell, against that of the empty table: the median of a wide window, so
    that neither a thing nor a shade of half its size counts."""
    counted = beside.astype(np.float32)
    enough = _coarse(counted) > 1 / 2
    seen, table = (cv2.merge([_coarse(one * counted) for one in cells]) for cells in (now, then.middle))
    light = np.log((seen + 1) / (table + 1))
    if enough.any():
        light[~enough] = np.median(light[enough], axis=0)
    steps = np.clip(_SAME_LIGHT + _LIGHT_STEPS * light, 0, 255).astype(np.uint8)
    smooth = cv2.blur(cv2.medianBlur(steps, tuning.LIGHT_WINDOW_CELLS).astype(np.float32), (3, 3))
    reported = np.exp((smooth - _SAME_LIGHT) / _LIGHT_STEPS)
    size_wh = beside.shape[::-1]
    return [np.asarray(cv2.resize(one, size_wh), np.float32) for one in cv2.split(reported)]


def _is_textured(otherwise: Places, levels: NDArray[np.uint8], beside: Places) -> Places:
    """Where a texture tells: not where the table is so dark that much of all that is as dark has another one, which is
    the camera's noise."""
    seen, changed = (
        cv2.calcHist([levels], [0], some.view(np.uint8), [_BRIGHTNESS_LEVELS], [0, _BRIGHTNESS_LEVELS]).ravel()
        for some in (beside, otherwise & beside)
    )
    tells = np.zeros(256, np.uint8)
    tells[:_BRIGHTNESS_LEVELS] = changed <= tuning.NOISY_TEXTURE * seen
    return np.asarray(cv2.LUT(levels, tells) > 0)


def _is_glossy(unlike: Places, mirrors: NDArray[np.uint16]) -> bool:
    """Whether the table mirrors its dice: most places where one would be mirrored are unlike the table. Not a few of
    them: a die that was overlooked may lie there."""
    cells, changed = (np.bincount(mirrors[some], minlength=mirrors.max() + 1)[1:] for some in (mirrors > 0, unlike))
    shares = changed[cells > 0] / cells[cells > 0]
    return shares.size > 0 and float(np.quantile(shares, 1 - tuning.FEW_MIRRORED)) > tuning.MIRRORED_SHARE


def _brightness_levels(colours: _Cells, known: Places) -> NDArray[np.uint8]:
    """The eighth of the known table, by brightness, that each cell belongs to: 0 the darkest."""
    if not known.any():
        return np.zeros(known.shape, np.uint8)
    brightness = colours.mean(axis=0)
    steps = np.quantile(brightness[known], np.linspace(0, 1, _BRIGHTNESS_LEVELS + 1)[1:-1])
    return np.asarray(np.digitize(brightness, steps), np.uint8)


def _colours(picture: Image) -> _Cells:
    """Means of the cells of a picture of eight bits, (3, rows, columns)."""
    return np.array(cv2.split(_shrunk(picture)), np.float32)


def _shrunk(picture: Image) -> Image:
    """The picture, of eight bits, a pixel for each cell."""
    size_wh = picture.shape[1] // _CELL_PX, picture.shape[0] // _CELL_PX
    return np.asarray(cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA), np.uint8)


def _shares(places: Places) -> _Cells:
    """How much of each cell belongs to these places."""
    return np.asarray(_shrunk(places.astype(np.uint8) * 255) / np.float32(255), np.float32)


def _coarse(cells: _Cells) -> _Cells:
    """Means of many cells."""
    size_wh = cells.shape[1] // _LIGHT_CELLS, cells.shape[0] // _LIGHT_CELLS
    return np.asarray(cv2.resize(cells, size_wh, interpolation=cv2.INTER_AREA), np.float32)


def _disc(radius: float) -> NDArray[np.uint8]:
    """The cells within a radius of the middle one."""
    across = np.arange(-int(radius), int(radius) + 1)
    return np.asarray(across**2 + across[:, None] ** 2 <= radius**2, np.uint8)
