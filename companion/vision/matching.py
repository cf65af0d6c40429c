"""Holding whole dice against their enrolled faces: Gauss-Newton on all faces that can be seen, many dice at once.

The art of every face is known, and the die file says where on the octahedron it is. So a die's stance foretells what
the picture must show on the top face and on up to three sides; the stance is moved until it does (after Lucas and
Kanade 1981; efficient second-order steps after Benhimane and Malis 2004; brightness is evened out first, and what
does not fit, glare or a neighbour in front, counts for less). What is left is told as a correlation for each face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.geometry import DIRECTIONS, Stance, reach_mm
from companion.opencv import cv2

Array = NDArray[np.float64]
#: Pixels of faces, (pixels, n): those of the square that lie well inside the face.
Faces = NDArray[np.float32]

#: Size of a face's square here, and the circumradius of the face in it: half as fine as what the reader sees.
_SIZE_PX: Final = 48
_RADIUS_PX: Final = 23.0
_KNOTS: Final = 5
_SURROUNDINGS_PX: Final = 4.0
#: Contrast below this (of 255) is noise.
_NOISE: Final = 5.0
_RIM_PX: Final = 2.5
#: Evened pictures that differ by more than this show something else there.
_ELSE: Final = 0.7
#: A step longer than this, in mm at a corner of the die, is cut.
_LONGEST_MM: Final = 5.0
_NUDGE_MM: Final = 0.1
#: How firmly the lowest corner of a die is held to the table, against what the picture says of a millimetre.
_GROUND: Final = 20.0
#: What a die that lies flat can do: turn about z, move along x and y.
_FLAT: Final = np.array([2, 3, 4])
#: As many faces as OpenCV blurs at once.
_CHANNELS: Final = 64
_MOST_SHRUNK: Final = 3


def _inside() -> NDArray[np.float32]:
    middle = (_SIZE_PX - 1) / 2
    rows, columns = np.mgrid[:_SIZE_PX, :_SIZE_PX]
    corners = np.radians([90, 210, 330])
    depth = [_RADIUS_PX / 2 + (columns - middle) * np.cos(a) + (middle - rows) * np.sin(a) for a in corners]
    return np.asarray(np.min(depth, axis=0) > _RIM_PX, np.float32)


_INSIDE: Final = _inside()
_AT: Final = np.flatnonzero(_INSIDE)
_SURROUNDED: Final = (cv2.GaussianBlur(_INSIDE, (0, 0), _SURROUNDINGS_PX) + 1e-3).ravel()[_AT, None]


def _between() -> NDArray[np.float32]:
    """Weights of the knots at each pixel of a face, (pixels, knots * knots)."""
    place = np.linspace(0, _KNOTS - 1, _SIZE_PX)
    line = np.maximum(0, 1 - np.abs(place[:, None] - np.arange(_KNOTS)))
    rows, columns = np.divmod(_AT, _SIZE_PX)
    return np.asarray((line[rows][:, :, None] * line[columns][:, None]).reshape(len(_AT), -1), np.float32)


_BETWEEN: Final = _between()


def _squares(faces: Faces) -> NDArray[np.float32]:
    """Faces as squares, (48, 48, n), zero outside the face."""
    out = np.zeros((_SIZE_PX**2, faces.shape[1]), np.float32)
    out[_AT] = faces
    return out.reshape(_SIZE_PX, _SIZE_PX, -1)


def _blurred(faces: Faces) -> Faces:
    """Faces blurred, nothing shining in from outside."""
    if not faces.shape[1]:
        return faces  # of which no side is seen or enrolled; OpenCV takes no picture without channels
    parts = np.array_split(_squares(faces), max(1, -(-faces.shape[1] // _CHANNELS)), axis=-1)
    wide = [cv2.GaussianBlur(np.ascontiguousarray(p), (0, 0), _SURROUNDINGS_PX).reshape(_SIZE_PX**2, -1) for p in parts]
    return np.asarray(np.concatenate(wide, axis=-1)[_AT], np.float32)


def _evened(faces: Faces) -> Faces:
    """Grey faces freed of lamp and shade: local mean 0, local contrast 1."""
    rest = faces - _blurred(faces) / _SURROUNDED
    spread = _blurred(np.square(rest)) / _SURROUNDED
    return np.asarray(rest / (np.sqrt(np.maximum(spread, 0)) + _NOISE), np.float32)


def art_of(picture: NDArray[np.uint8]) -> Faces:
    """The art, (pixels,), of an enrolled face's picture, corner 0 up, (n, n, 3) BGR, cut as the gallery cuts it."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    square = cv2.resize(grey, (_SIZE_PX, _SIZE_PX), interpolation=cv2.INTER_AREA)
    return _evened(np.asarray(square.reshape(-1, 1)[_AT], np.float32))[:, 0]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A face of a die that should be seen: which stance it belongs to, its vertices, its art (pixels,)."""

    stance: int
    vertices: str
    art: Faces


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """How sights fit: correlation (-1..1) and cosine of the angle of view of each.

    knowledge: (stances, 6, 6), the inverse covariance of turning about x, y, z (mm at a corner of the die) and moving
    (mm), as if every pixel told its own.
    """

    correlation: Array
    cosine: Array
    knowledge: Array


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What the picture shows where the sights should be, and by how many pixels of the square the six freedoms of
    their stances shift it, (n, knots, 2, 6)."""

    faces: Faces
    cosine: Array
    shifts: Array


def cosines(lens: Pinhole, stance: Stance, faces: Sequence[str]) -> Array:
    """Cosine of the angle at which the camera sees each face, (n,); negative: it looks away."""
    centres = np.stack([stance.corners_mm(face).mean(axis=0) for face in faces])
    normals = np.stack([stance.normal(face) for face in faces])
    return _cosine(lens, centres, normals)


def _cosine(lens: Pinhole, centres: Array, normals: Array) -> Array:
    toward = lens.eye_mm - centres
    return np.asarray((normals * toward).sum(axis=1) / np.linalg.norm(toward, axis=1), np.float64)


class Matcher:
    """Moves stances until they foretell one picture; ``grey`` is the picture, (rows, columns), 0..255."""

    def __init__(self, grey: NDArray[np.uint8], lens: Pinhole) -> None:
        self._lens = lens
        self._pictures: dict[int, NDArray[np.uint8]] = {0: grey}

    def flat(self, stances: Sequence[Stance], sights: Sequence[Sight], *, steps: int) -> tuple[list[Stance], Match]:
        """The stances moved on the table and turned about the vertical."""
        return self._matched(stances, sights, steps, ground=False)

    def free(self, stances: Sequence[Stance], sights: Sequence[Sight], *, steps: int) -> tuple[list[Stance], Match]:
        """The stances moved and turned any way, the lowest corner kept on the table."""
        return self._matched(stances, sights, steps, ground=True)

    def look(self, stances: Sequence[Stance], sights: Sequence[Sight]) -> Match:
        """How the sights fit as they are; knowledge is left out (zero)."""
        seen = self._seen(stances, sights)
        return Match(_correlation(_art(sights), seen.faces), seen.cosine, np.zeros((len(stances), 6, 6)))

    def _matched(
        self, stances: Sequence[Stance], sights: Sequence[Sight], steps: int, *, ground: bool
    ) -> tuple[list[Stance], Match]:
        now, art = list(stances), _art(sights)
        knowledge = np.zeros((len(now), 6, 6))
        for _ in range(steps if sights else 0):
            normal, pull, square = _equations(self._seen(now, sights), art, [s.stance for s in sights], len(now))
            knowledge = normal / square[:, None, None]
            if ground:
                _hold_down(now, normal, pull)
            now = [_stepped(s, step) for s, step in zip(now, _steps(normal, pull, flat=not ground), strict=True)]
        return now, replace(self.look(now, sights), knowledge=knowledge)

    def _seen(self, stances: Sequence[Stance], sights: Sequence[Sight]) -> _Seen:
        own = [stances[s.stance] for s in sights]
        faces = [sight.vertices for sight in sights]
        corners = np.array([s.corners_mm(face) for s, face in zip(own, faces, strict=True)]).reshape(-1, 3, 3)
        normals = np.array([s.normal(face) for s, face in zip(own, faces, strict=True)]).reshape(-1, 3)
        reach = np.array([reach_mm(s.edge_mm) for s in own])
        centre = corners.mean(axis=1)
        up = (corners[:, 0] - centre) / _RADIUS_PX
        right = np.cross(up, normals)
        points, pixels, change = self._knots(centre, right, up)
        arms = points - np.array([s.centre_mm for s in own]).reshape(-1, 1, 3)
        in_square = np.stack([(change @ right[:, None, :, None])[..., 0], -(change @ up[:, None, :, None])[..., 0]], -1)
        shifts = np.linalg.inv(in_square) @ change @ _motions(arms, reach)
        cosine = np.maximum(_cosine(self._lens, centre, normals), 0.0)
        return _Seen(_evened(self._sampled(pixels)), cosine, shifts)

    def _knots(self, centre: Array, right: Array, up: Array) -> tuple[Array, Array, Array]:
        """Points in space (n, k, 3), their pixels (n, k, 2), and pixels' change with the point (n, k, 2, 3)."""
        line = np.linspace(0, _SIZE_PX - 1, _KNOTS) - (_SIZE_PX - 1) / 2
        columns, rows = (axis.ravel()[:, None] for axis in np.meshgrid(line, line))
        points = centre[:, None] + columns * right[:, None] - rows * up[:, None]
        nudged = np.concatenate([points[None], points[None] + _NUDGE_MM * np.eye(3)[:, None, None]])
        px = self._lens.project(nudged.reshape(-1, 3)).reshape(4, *points.shape[:2], 2)
        return points, px[0], np.moveaxis((px[1:] - px[0]) / _NUDGE_MM, 0, -1)

    def _sampled(self, pixels: Array) -> Faces:
        """The picture between the knots' pixels (n, k, 2): the finer the face in it, the more it is shrunk before."""
        places = _BETWEEN @ pixels.astype(np.float32)
        span = np.ptp(pixels, axis=1).max(axis=1, initial=1.0) / _SIZE_PX
        level = np.clip(np.round(np.log2(np.maximum(span, 1))), 0, _MOST_SHRUNK).astype(int)
        out = np.empty((len(_AT), len(pixels)), np.float32)
        for halvings in np.unique(level):
            which = np.flatnonzero(level == halvings)
            maps = ((places[which] + 0.5) / 2.0**halvings - 0.5).astype(np.float32)
            shown = cv2.remap(
                self._halved(int(halvings)), np.ascontiguousarray(maps[..., 0]), np.ascontiguousarray(maps[..., 1]),
                cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
            )  # fmt: skip
            out[:, which] = shown.T
        return out

    def _halved(self, times: int) -> NDArray[np.uint8]:
        if times not in self._pictures:
            finer = self._halved(times - 1)
            size = finer.shape[1] // 2, finer.shape[0] // 2
            self._pictures[times] = np.asarray(cv2.resize(finer, size, interpolation=cv2.INTER_AREA), np.uint8)
        return self._pictures[times]


def _art(sights: Sequence[Sight]) -> Faces:
    return np.stack([s.art for s in sights], axis=-1) if sights else np.empty((len(_AT), 0), np.float32)


def _motions(arms: Array, reach: Array) -> Array:
    """How points at ``arms`` from the die's centre (n, k, 3) move with its six freedoms, (n, k, 3, 6)."""
    turns = np.stack([np.cross(axis, arms) / reach[:, None, None] for axis in np.eye(3)], axis=-1)
    return np.concatenate([turns, np.broadcast_to(np.eye(3), turns.shape)], axis=-1)


def _equations(seen: _Seen, art: Faces, owners: Sequence[int], stances: int) -> tuple[Array, Array, Array]:
    """For each stance the normal matrix (6, 6), the pull (6,) and the mean square misfit."""
    slopes = _slopes(seen.faces + art, seen.shifts)
    misfit = (art - seen.faces).T
    weight = seen.cosine[:, None].astype(np.float32) / (1 + np.square(misfit / _ELSE))
    weighted = slopes * weight[:, None]
    sums = np.zeros((stances, 44))
    rows = [
        (weighted @ slopes.transpose(0, 2, 1)).reshape(-1, 36),
        (weighted @ misfit[..., None])[..., 0],
        (weight * np.square(misfit)).sum(axis=1)[:, None],
        weight.sum(axis=1)[:, None],
    ]
    np.add.at(sums, np.asarray(owners, int), np.concatenate(rows, axis=1))
    square = sums[:, 42] / np.maximum(sums[:, 43], 1e-6) + 1e-3
    return sums[:, :36].reshape(-1, 6, 6), sums[:, 36:42], square


def _slopes(doubled: Faces, shifts: Array) -> NDArray[np.float32]:
    """How faces change with the six freedoms, (n, 6, pixels), from the sum of picture and art and the shifts."""
    squares = _squares(doubled)
    steps = np.stack([np.gradient(squares, axis=axis).reshape(_SIZE_PX**2, -1)[_AT] for axis in (1, 0)]) / 2
    fields = _BETWEEN @ shifts.reshape(len(shifts), -1, 12).astype(np.float32)
    along, down = steps[..., None].transpose(0, 2, 1, 3)
    return np.ascontiguousarray((along * fields[..., :6] + down * fields[..., 6:]).transpose(0, 2, 1))


def _correlation(art: Faces, faces: Faces) -> Array:
    lengths = np.linalg.norm(art, axis=0) * np.linalg.norm(faces, axis=0)
    return np.asarray((art * faces).sum(axis=0) / np.maximum(lengths, 1e-6), np.float64)


def _hold_down(stances: Sequence[Stance], normal: Array, pull: Array) -> None:
    """Add to the equations that the lowest corner of each die is on the table."""
    for number, stance in enumerate(stances):
        reach = reach_mm(stance.edge_mm)
        arms = np.array(list(DIRECTIONS.values())) @ stance.rotation.T
        low = arms[int(np.argmin(arms[:, 2]))]
        row = np.array([low[1], -low[0], 0.0, 0.0, 0.0, 1.0])
        firmness = _GROUND * max(float(normal[number, 3, 3]), 1e-3)
        normal[number] += firmness * np.outer(row, row)
        pull[number] -= firmness * row * (stance.centre_mm[2] + reach * low[2])


def _steps(normal: Array, pull: Array, *, flat: bool) -> Array:
    """Solve for the six freedoms of each stance, (n, 6) mm."""
    free = _FLAT if flat else np.arange(6)
    some = np.linalg.solve(normal[:, free[:, None], free] + 1e-3 * np.eye(len(free)), pull[:, free, None])[..., 0]
    steps = np.zeros((len(normal), 6))
    steps[:, free] = np.clip(some, -_LONGEST_MM, _LONGEST_MM)
    return steps


def _stepped(stance: Stance, step: Array) -> Stance:
    turn, _ = cv2.Rodrigues(step[:3] / reach_mm(stance.edge_mm))
    return stance.turned(np.asarray(turn, np.float64)).moved(step[3:])
