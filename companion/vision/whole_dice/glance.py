"""A glance at a die: of all enrolled dice, with any face up, those that all faces in sight fit best together.

Nothing is moved for it. A die that lies or leans in a certain way shows the same few triangles whichever it is; they
are cut out once and held against every enrolled face, so that a die whose top face is lost in glare is thought of by
its sides, and fifty ways to lean cost no more than a few looks of a network.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import (
    DIRECTIONS,
    FACE_CORNERS,
    Pose,
    RigidPose,
    face_corners_mm,
    flat_corners_mm,
    is_face,
    reach_mm,
)
from companion.vision import tuning
from companion.vision.reading import FaceName
from companion.vision.whole_dice.patch_grid import ROUGH, Faces, unit_faces
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import SIDES, viewing_cosines
from companion.vision.whole_dice.restarts import leaning_around, tilt_rotation
from companion.vision.whole_dice.silhouettes import Silhouettes

_UP: Final = "abc"
_CORNERS: Final = np.array(list(DIRECTIONS.values()), float)
#: How each side of a die that shows ``_UP`` is cut out, in the order of ``SIDES``, and in which turns its corners may
#: be counted.
_LABELS: Final = tuple(
    next(face for face in FACE_CORNERS if is_face(face) and frozenset(face) == side) for side in SIDES
)
_TURNED_LABELS: Final = {label[k:] + label[:k]: (n, k) for n, label in enumerate(_LABELS) for k in range(3)}


class Glance:
    """Thinks of dice by all that is seen of them.

    vertices: of the faces of each die that are enrolled; arts: of each, of every view, in ``ROUGH`` squares, of length
    1, with each of its corners up, (3, pixels); edges_mm: of each die.
    """

    def __init__(
        self, vertices: Mapping[FaceName, str], arts: Mapping[FaceName, Sequence[Faces]], edges_mm: Mapping[str, float]
    ) -> None:
        names = [name for name in arts if name in vertices]
        self._dice = [(name, turn) for name in names for turn in range(3)]
        self._edges_mm = np.array([edges_mm[name.die] for name, _ in self._dice])
        views = [art for name in names for turn in range(3) for art in (view[turn] for view in arts[name])]
        table = np.stack(views) if views else np.zeros((0, len(ROUGH.at)), np.float32)
        self._arts = np.pad(table, ((0, 1), (0, 0)))
        # the first view of each turned face in the table; and of the column of nothing at its end
        self._first_views = np.cumsum([0, *(len(arts[name]) for name in names for _ in range(3))])
        # how the dice are turned against one that shows ``_UP``
        self._rotations = np.array([_rotation(_renamed(vertices[up], turn)) for up, turn in self._dice])
        self._shown = self._columns(names, vertices)

    def _columns(self, names: Sequence[FaceName], vertices: Mapping[FaceName, str]) -> NDArray[np.intp]:
        """Which turned face each die shows on each side, (sides, dice); the last means none."""
        columns = np.full((len(SIDES), len(self._dice)), len(self._first_views) - 1)
        own: dict[str, list[int]] = {}
        for number, name in enumerate(names):
            own.setdefault(name.die, []).append(number)
        for die, (up, turn) in enumerate(self._dice):
            letters = _renamed(vertices[up], turn)
            for number in own[up.die]:
                side, corner = _TURNED_LABELS["".join(letters[vertex] for vertex in vertices[names[number]])]
                columns[side, die] = 3 * number + -corner % 3
        return columns

    def likeliest_flat(
        self, photograph: Photograph, poses: Sequence[Pose], hidden: Silhouettes
    ) -> list[list[tuple[Pose, FaceName]]]:
        """The flat dice that fit best at each pose, each with the pose whose heading points to its corner 0.

        hidden: dice that may stand in front of sides.
        """
        bodies = [RigidPose.flat(pose, _UP) for pose in poses]
        fits = self._fits(photograph, bodies, hidden)
        best = [
            self._ranked(one[None], pose.edge_mm, tuning.MAX_SIDED_FACES) for one, pose in zip(fits, poses, strict=True)
        ]
        return [
            [_with_corner_0(pose, *self._dice[row]) for _, row in some] for pose, some in zip(poses, best, strict=True)
        ]

    def likeliest_around(self, photograph: Photograph, poses: Sequence[Pose]) -> list[list[tuple[Pose, FaceName]]]:
        """Around each pose the flat dice whose top faces are likest to what is seen there, best first, each with the
        pose whose heading points to its corner 0."""
        grids = [_poses_around(pose) for pose in poses]
        if not poses or not self._dice:
            return [[] for _ in poses]
        corners = flat_corners_mm([one for grid in grids for one in grid])[:, :3]
        by_view = self._arts[:-1] @ unit_faces(photograph.faces(corners, ROUGH)).T
        alike = np.split(np.maximum.reduceat(by_view, self._first_views[:-1], axis=0).T, len(poses))
        best = [
            self._ranked(one, pose.edge_mm, tuning.MAX_GLANCED_AROUND) for one, pose in zip(alike, poses, strict=True)
        ]
        return [
            [_with_corner_0(grid[way], *self._dice[row]) for way, row in some]
            for some, grid in zip(best, grids, strict=True)
        ]

    def likeliest_tilted(self, photograph: Photograph, poses: Sequence[Pose]) -> list[list[tuple[RigidPose, FaceName]]]:
        """Of all dice on the table, tilted every way, that show a face about where a flat die would show it at each
        pose, those that fit best."""
        ways = [
            [
                body
                for near in _poses_beside(pose)
                for body in tilted_poses(photograph.lens, RigidPose.flat(near, _UP), _UP)
            ]
            for pose in poses
        ]
        fits = self._fits(photograph, [body for bodies in ways for body in bodies])
        told = []
        for n, (pose, bodies) in enumerate(zip(poses, ways, strict=True)):
            own = fits[n * len(bodies) : (n + 1) * len(bodies)]
            best = self._ranked(own, pose.edge_mm, tuning.MAX_TILTED_DICE)
            told.append([(self._turned(bodies[way], row), self._dice[row][0]) for way, row in best])
        return told

    def likeliest_leaning(
        self, photograph: Photograph, poses: Sequence[Pose], hidden: Silhouettes
    ) -> list[list[tuple[RigidPose, FaceName]]]:
        """Of all dice that lean any way with their middle about that of each pose those that fit best.

        hidden: dice that may stand in front of sides.
        """
        told = []
        for pose in poses:
            bodies = leaning_around(pose, _UP)
            best = self._ranked(self._fits(photograph, bodies, hidden), pose.edge_mm, tuning.MAX_LEANING_DICE)
            told.append([(self._turned(bodies[way], row), self._dice[row][0]) for way, row in best])
        return told

    def _turned(self, body: RigidPose, row: int) -> RigidPose:
        """A die that lies like a body that shows ``_UP``."""
        return replace(body, rotation=body.rotation @ self._rotations[row])

    def _fits(
        self, photograph: Photograph, bodies: Sequence[RigidPose], hidden: Silhouettes | None = None
    ) -> FloatArray:
        """How well each die fits, lying like each of these bodies, (bodies, dice): the mean correlation of its faces in
        sight, weighed by how squarely they are seen."""
        owner, side, weight, corners = _sides_in_sight(photograph.lens, bodies)
        if hidden:
            free = ~np.array(hidden.stand_before(corners), np.bool_)
            owner, side, weight, corners = owner[free], side[free], weight[free], corners[free]
        alike = np.zeros((len(SIDES), len(bodies), len(self._first_views)), np.float32)
        if not len(owner):
            return np.zeros((len(bodies), len(self._dice)))
        by_view = self._arts @ unit_faces(photograph.faces(corners, ROUGH)).T
        alike[side, owner] = np.maximum.reduceat(by_view, self._first_views, axis=0).T * weight[:, None]
        sums = sum(one.take(shown, axis=1) for one, shown in zip(alike, self._shown, strict=True))
        return np.asarray(sums / np.maximum(np.bincount(owner, weight, len(bodies)), 1e-6)[:, None], np.float64)

    def _ranked(self, fits: FloatArray, edge_mm: float, most: int) -> list[tuple[int, int]]:
        """Bodies and dice of about this size, by number, that fit best of all (bodies, dice), best first."""
        fitting = np.flatnonzero(np.abs(self._edges_mm / edge_mm - 1) < tuning.MAX_SIZE_DIFFERENCE)
        if not fits.any() or not len(fitting):
            return []
        of_size = fits[:, fitting].ravel()
        best = np.argpartition(-of_size, min(most, len(of_size) - 1))[:most]
        ranked = best[np.argsort(-of_size[best])]
        return [(way, int(fitting[column])) for way, column in (divmod(n, len(fitting)) for n in ranked.tolist())]


def _with_corner_0(pose: Pose, name: FaceName, turn: int) -> tuple[Pose, FaceName]:
    """A face that is turned so against a pose, with the pose whose heading points to its corner 0."""
    return replace(pose, heading_deg=pose.heading_deg - 120 * turn), name


def _poses_around(pose: Pose) -> list[Pose]:
    """A pose moved a little every way, at each place turned all around: thirds of a turn show the same outline."""
    steps_mm = pose.edge_mm * np.linspace(-tuning.AROUND_EDGES, tuning.AROUND_EDGES, tuning.AROUND_PLACES)
    return [
        replace(pose, x_mm=pose.x_mm + x, y_mm=pose.y_mm + y, heading_deg=turn)
        for x, y, turn in itertools.product(steps_mm.tolist(), steps_mm.tolist(), tuning.AROUND_TURNS_DEG)
    ]


def _poses_beside(pose: Pose) -> list[Pose]:
    """A pose, and moved a little every way: where the face of a tilted die lies the pose refiner tells roughly."""
    steps_mm = (0.0, -tuning.SEARCH_STEP_EDGES * pose.edge_mm, tuning.SEARCH_STEP_EDGES * pose.edge_mm)
    return [replace(pose, x_mm=pose.x_mm + x, y_mm=pose.y_mm + y) for x, y in itertools.product(steps_mm, steps_mm)]


def are_partly_hidden(hidden: Silhouettes, poses: Sequence[Pose]) -> list[bool]:
    """For each pose whether a side of a die that lies flat there would be hidden by others."""
    if not poses:
        return []
    owner, _, _, corners = _sides_in_sight(hidden.lens, [RigidPose.flat(pose, _UP) for pose in poses])
    behind = np.array(hidden.stand_before(corners), np.bool_)
    return [bool(one) for one in np.bincount(owner[behind], minlength=len(poses))]


def _sides_in_sight(
    lens: Pinhole, bodies: Sequence[RigidPose]
) -> tuple[NDArray[np.intp], NDArray[np.intp], FloatArray, FloatArray]:
    """The sides of dice that look toward the camera: the number of the die, that of the side (``SIDES``), the cosine
    of the angle of view, each (n,), and the corners in space, (n, 3, 3)."""
    cosines = viewing_cosines(lens, bodies)
    owner, side = np.nonzero(cosines > tuning.MIN_VIEWING_COSINE)
    corners = face_corners_mm([bodies[n] for n in owner.tolist()], [_LABELS[n] for n in side.tolist()])
    return owner, side, cosines[owner, side], corners


def _renamed(up: str, turn: int) -> dict[str, str]:
    """The vertices of a die as those of one that lies with ``_UP`` up, its heading at corner ``turn`` of its own."""
    letters = {vertex: _UP[(corner - turn) % 3] for corner, vertex in enumerate(up)}
    return letters | {vertex.swapcase(): letter.swapcase() for vertex, letter in letters.items()}


def _rotation(letters: Mapping[str, str]) -> FloatArray:
    """What turns a die's own frame into that of the die whose vertices have these letters, (3, 3)."""
    turned = np.array([DIRECTIONS[letters[vertex]] for vertex in _UP], float)
    return np.asarray(turned.T @ np.array([DIRECTIONS[vertex] for vertex in _UP], float), np.float64)


def tilted_poses(lens: Pinhole, flat: RigidPose, vertices: str) -> list[RigidPose]:
    """The flat pose, then poses on the table tilted every way, the face seen at the same place in all of them."""
    rotations, reach, eye = _turns() @ flat.rotation, reach_mm(flat.edge_mm), lens.eye_mm
    place, arms = flat.corners_mm(vertices).mean(axis=0), reach * rotations @ FACE_CORNERS[vertices].mean(axis=0)
    heights = flat.ground_mm - reach * (rotations[:, 2] @ _CORNERS.T).min(axis=1)
    share = (eye[2] - heights - arms[:, 2]) / (eye[2] - place[2])
    on_ray = eye + (place - eye) * share[:, None]
    centres = np.column_stack([(on_ray - arms)[:, :2], heights])
    return [
        flat,
        *(
            RigidPose(turn, centre, flat.edge_mm, flat.ground_mm)
            for turn, centre in zip(rotations, centres, strict=True)
        ),
    ]


@cache
def _turns() -> FloatArray:
    """Rotations, (n, 3, 3), that tilt every way."""
    ways = itertools.product(tuning.SEARCH_TILTS_DEG, tuning.SEARCH_DIRECTIONS_DEG)
    return np.array([tilt_rotation(tilt, toward) for tilt, toward in ways])
