"""A glance at a die: of all enrolled dice, with any face up, those that all faces in sight fit best together.

Nothing is moved for it. A die that lies or leans in a certain way shows the same few triangles whichever it is; they
are cut out once and held against every enrolled face, so that a die whose top face is lost in glare is thought of by
its sides, and fifty ways to lean cost no more than a few looks of a network.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import (
    CORNERS,
    DIRECTIONS,
    FACE_CORNERS,
    Pose,
    RigidPose,
    RigidPoses,
    circumradius_mm,
    is_face,
)
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.reading import FaceName
from companion.vision.rectify import PlaneFrame, cut_patch
from companion.vision.top_faces import are_of_one_size
from companion.vision.whole_dice.patch_grid import ROUGH, Faces, unit_faces
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import SIDES, viewing_cosines
from companion.vision.whole_dice.restarts import leaning_around, lying_around, nudged, tilted_about, ways_around
from companion.vision.whole_dice.silhouettes import Silhouettes

_UP: Final = "abc"
#: How each side of a die that shows ``_UP`` is cut out, in the order of ``SIDES``, and in which turns its corners may
#: be counted.
_LABELS: Final = tuple(
    next(face for face in FACE_CORNERS if is_face(face) and frozenset(face) == side) for side in SIDES
)
_SIDE_CORNERS: Final = np.array([FACE_CORNERS[label] for label in _LABELS])
_TURNED_LABELS: Final = {label[k:] + label[:k]: (n, k) for n, label in enumerate(_LABELS) for k in range(3)}
#: Places in the outline of a die that are well away from its rim, near the corners and the middles of the edges, by
#: what the corners weigh there, (places, 6).
_EDGES: Final = np.array(
    [(a + b) / 2 for a, b in itertools.combinations(np.eye(6), 2) if a @ CORNERS @ CORNERS.T @ b == 0]
)
_SPOTS: Final = np.concatenate([0.85 * np.eye(6) + 0.15 / 6, 0.9 * _EDGES + 0.1 / 6])
#: The square around a place in which top faces are looked for: an edge of a die in it, half as fine again as in
#: ``ROUGH`` squares, and its side, by which all of the faces lie in it.
_AROUND_EDGE_PX: Final = 30.0
_AROUND_SIZE_PX: Final = 2 * math.ceil(_AROUND_EDGE_PX * (tuning.AROUND_EDGES + circumradius_mm(1.0)))


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
        views = [[view[turn] for view in arts[name]] for name, turn in self._dice]
        # the first view of each turned face, and of nothing last; then further views of those that have such
        self._first_arts = np.pad(_stacked([some[0] for some in views]), ((0, 1), (0, 0)))
        self._further_arts = [_views_by_number(views, n) for n in range(1, max(map(len, views), default=0))]
        self._waves, self._reported_by_waves = _principal(self._first_arts)
        # how the dice are turned against one that shows ``_UP``
        self._rotations = np.array([_rotation(_renamed(vertices[up], turn)) for up, turn in self._dice])
        self._shown = self._columns(names, vertices)

    def _columns(self, names: Sequence[FaceName], vertices: Mapping[FaceName, str]) -> NDArray[np.intp]:
        """Which turned face each die shows on each side, (sides, dice); the last means none."""
        columns = np.full((len(SIDES), len(self._dice)), len(self._dice))
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
        if not poses:
            return []
        fits = self._fits(photograph, _lying(poses), hidden)
        best = [
            self._ranked(one[None], pose.edge_mm, tuning.MAX_SIDED_FACES) for one, pose in zip(fits, poses, strict=True)
        ]
        return [
            [_with_corner_0(pose, *self._dice[row]) for _, row in some] for pose, some in zip(poses, best, strict=True)
        ]

    def likeliest_around(
        self, photograph: Photograph, poses: Sequence[Pose], likeness_left: float
    ) -> list[list[tuple[Pose, FaceName]]]:
        """Around each pose the flat dice whose top faces are likest to what is seen there, best first, each with the
        pose whose heading points to its corner 0; none where all are unlike that.

        likeness_left: what camera and light leave of the likeness of known dice, at the least.
        """
        return [self._likest_around(photograph, pose, tuning.LEAST_AROUND_LIKENESS * likeness_left) for pose in poses]

    def _likest_around(self, photograph: Photograph, pose: Pose, least: float) -> list[tuple[Pose, FaceName]]:
        ways, shares = _where_something_lies(photograph, lying_around(pose, _UP))
        if not len(ways):
            return []
        # What top faces around a pose would show, in these of the ways of ``ways_around``: all cut out of one square
        # seen straight on, in which they lie alike whatever the pose.
        scale = pose.edge_mm / _AROUND_EDGE_PX
        frame = PlaneFrame(pose.x_mm, pose.y_mm, 90.0, pose.top_mm, scale, _AROUND_SIZE_PX)
        grey = cv2.cvtColor(cut_patch(photograph.picture, photograph.lens, frame), cv2.COLOR_BGR2GRAY)
        columns, rows = _pixels_around()
        faces_around = ROUGH.contrast_normalised(
            np.asarray(cv2.remap(grey, columns[ways], rows[ways], cv2.INTER_LINEAR), np.float32)
        )
        shown = unit_faces(faces_around)
        likest = _greatest(self._likeness(shown) + tuning.OCCUPIED_WEIGHT * shares, tuning.AROUND_GLANCE)
        fits = self._likest_views(shown[likest])[:, :-1]
        best = self._ranked(fits, pose.edge_mm, tuning.MAX_GLANCED_AROUND)
        if not best or fits[best[0]] < least:
            return []
        return [_with_corner_0(_moved_around(pose, ways[likest[n]]), *self._dice[row]) for n, row in best]

    def likeliest_tilted(self, photograph: Photograph, poses: Sequence[Pose]) -> list[list[tuple[RigidPose, FaceName]]]:
        """Of all dice on the table, tilted every way, that show a face about where a flat die would show it at each
        pose, those that fit best."""
        ways = (tilted_about(photograph.lens, pose, _UP) for pose in poses)
        most_bodies, most_dice = tuning.TILTED_GLANCE
        likest = [self._likest_bodies(photograph, some, most_bodies) for some in ways]
        return [self._likest_of(photograph, some, most_dice) for some in likest]

    def likeliest_leaning(
        self, photograph: Photograph, poses: Sequence[Pose], hidden: Silhouettes, likeness_left: float
    ) -> list[list[tuple[RigidPose, FaceName]]]:
        """Of all dice that lean any way with their middle about that of each pose those that fit best.

        hidden: dice that may stand in front of sides; likeness_left: as for ``likeliest_around``.
        """
        ways = (leaning_around(pose, _UP) for pose in poses)
        most_bodies, most_nudged, most_dice = tuning.LEANING_GLANCE
        least, least_nudged = (likeness * likeness_left for likeness in tuning.LEANING_LIKENESS)
        likest = [self._likest_bodies(photograph, some, most_bodies, least) for some in ways]
        nearer = [self._likest_bodies(photograph, nudged(some), most_nudged, least_nudged) for some in likest]
        return [self._likest_of(photograph, some, most_dice, hidden) for some in nearer]

    def _likest_bodies(
        self, photograph: Photograph, bodies: RigidPoses, most: int, least_likeness: float = -1.0
    ) -> RigidPoses:
        """Of bodies of one size so many whose face in fullest view is likest to any, and that hide what lies there;
        none where all are less like any."""
        there, shares = _where_something_lies(photograph, bodies)
        if not len(there):
            return bodies.only(there)
        likeness = self._likeness(_fullest_views(photograph, bodies.only(there)))
        if likeness.max() < least_likeness:
            return bodies.only(there[:0])
        return bodies.only(there[_greatest(likeness + tuning.OCCUPIED_WEIGHT * shares, most)])

    def _likest_of(
        self, photograph: Photograph, bodies: RigidPoses, most: int, hidden: Silhouettes | None = None
    ) -> list[tuple[RigidPose, FaceName]]:
        """Of all dice of one size that lie like any of these bodies so many that fit best, by all of their sides."""
        if not len(bodies):
            return []
        fits = self._fits(photograph, bodies, hidden)
        best = self._ranked(fits, float(bodies.edge_mm[0]), most)
        fitting = [(way, row) for way, row in best if fits[way, row] > tuning.LEAST_GLANCED_FIT]
        return [(self._turned(bodies[way], row), self._dice[row][0]) for way, row in fitting]

    def _likeness(self, shown: Faces) -> NDArray[np.float32]:
        """About how like any enrolled one each of these faces of length 1 is, (n,): a correlation."""
        return np.asarray(((shown @ self._waves) @ self._reported_by_waves).max(axis=1), np.float32)

    def _turned(self, body: RigidPose, row: int) -> RigidPose:
        """A die that lies like a body that shows ``_UP``."""
        return replace(body, rotation=body.rotation @ self._rotations[row])

    def _fits(
        self, photograph: Photograph, bodies: RigidPoses, hidden: Silhouettes | None = None
    ) -> NDArray[np.float32]:
        """How well each die fits, lying like each of these bodies, (bodies, dice): the mean correlation of its faces of
        which most is in sight, by what is, weighed by how squarely they are seen, and by how much of them."""
        owner, side, weight, corners = _sides_in_sight(photograph.lens, bodies)
        in_sight = (hidden or Silhouettes(photograph.lens, ())).parts_in_sight(corners, ROUGH.shares)
        shares = in_sight.mean(axis=1)
        free = shares > 1 - tuning.HIDDEN_SHARE
        owner, side, corners, in_sight = owner[free], side[free], corners[free], in_sight[free]
        sums = np.zeros((len(bodies), len(self._dice)), np.float32)
        if not len(owner):
            return sums
        weights = (weight * shares)[free].astype(np.float32)
        shown = unit_faces(photograph.faces(corners, ROUGH) * in_sight)
        alike = self._likest_views(shown, in_sight) * weights[:, None]
        starts = np.searchsorted(side, np.arange(len(SIDES) + 1)).tolist()
        for columns, (start, end) in zip(self._shown, itertools.pairwise(starts), strict=True):
            sums[owner[start:end]] += alike[start:end].take(columns, axis=1)
        total = np.maximum(np.bincount(owner, weights, len(bodies)), 1e-6)
        return np.asarray(sums / total[:, None].astype(np.float32), np.float32)

    def _likest_views(self, faces: Faces, in_sight: NDArray[np.bool_] | None = None) -> NDArray[np.float32]:
        """Correlation of faces of length 1, (n, pixels), with the likest view of each turned face, and last with
        nothing, (n, turned faces + 1). in_sight: which of their pixels count, (n, pixels), the others being 0."""
        likest = _correlations(self._first_arts, faces, in_sight)
        for those, arts in self._further_arts:
            likest[those] = np.maximum(likest[those], _correlations(arts, faces, in_sight))
        return np.asarray(likest.T, np.float32)

    def _ranked(self, fits: NDArray[np.float32], edge_mm: float, most: int) -> list[tuple[int, int]]:
        """Bodies and dice of about this size, by number, that fit best of all (bodies, dice), best first."""
        fitting = np.flatnonzero(are_of_one_size(self._edges_mm, edge_mm))
        if not fits.any() or not len(fitting):
            return []
        of_size = fits if len(fitting) == fits.shape[1] else fits[:, fitting]
        bodies = _greatest(of_size.max(axis=1), most)  # the best dice are of the best bodies
        ranked = _greatest(of_size[bodies].ravel(), most).tolist()
        pairs = (divmod(n, len(fitting)) for n in ranked)
        return [(int(bodies[row]), int(fitting[column])) for row, column in pairs]


def _where_something_lies(photograph: Photograph, bodies: RigidPoses) -> tuple[NDArray[np.intp], FloatArray]:
    """The numbers of those bodies of which hardly less than of any other hides what differs from the empty table, and
    how much of each does, 0 to 1, both (n,): of all of them all, where that table is not known."""
    if photograph.foreground is None or not len(bodies):
        return np.arange(len(bodies)), np.ones(len(bodies))
    shares = photograph.foreground.occupied_shares_between(bodies.vertices_mm(), _SPOTS)
    there = np.flatnonzero(shares >= max(shares.max() - tuning.OCCUPIED_SLACK, tuning.LEAST_OCCUPIED))
    return there, shares[there]


def _correlations(arts: Faces, faces: Faces, in_sight: NDArray[np.bool_] | None) -> NDArray[np.float32]:
    """Correlation of arts with faces, all of length 1, (arts, faces), by those pixels of each face that are in sight;
    ``None``: by all."""
    products = np.asarray(arts @ faces.T, np.float32)
    if in_sight is not None:
        partly = np.flatnonzero(~in_sight.all(axis=1))
        products[:, partly] /= np.sqrt(np.maximum(np.square(arts) @ in_sight[partly].T.astype(np.float32), 1e-6))
    return products


def _fullest_views(photograph: Photograph, bodies: RigidPoses) -> Faces:
    """That face of each body which is seen most squarely, of length 1."""
    owner, side = np.arange(len(bodies)), viewing_cosines(photograph.lens, bodies).argmax(axis=1)
    return unit_faces(photograph.faces(bodies.corners_mm(owner, _SIDE_CORNERS[side]), ROUGH))


def _principal(arts: Faces) -> tuple[Faces, Faces]:
    """What the faces have in common, (pixels, k), and how much of it each shows, (k, n): their product is about the
    faces again, (pixels, n)."""
    waves = np.linalg.eigh(arts.T @ arts)[1][:, -tuning.PRINCIPAL_COMPONENTS :]
    return waves, np.ascontiguousarray((arts @ waves).T)


def _stacked(arts: Sequence[Faces]) -> Faces:
    return np.stack(arts) if arts else np.zeros((0, len(ROUGH.at)), np.float32)


def _views_by_number(
    views: Sequence[Sequence[Faces]], number: int
) -> tuple[slice[None, int, None] | NDArray[np.intp], Faces]:
    """Which faces have a view of this number, and those views, (n, pixels)."""
    those = [face for face, some in enumerate(views) if len(some) > number]
    arts = _stacked([views[face][number] for face in those])
    return slice(len(views)) if len(those) == len(views) else np.array(those), arts


def _greatest(values: FloatArray | NDArray[np.float32], most: int) -> NDArray[np.intp]:
    """The numbers of so many of some values, the greatest first."""
    if len(values) > most:
        some = np.argpartition(-values, most)[:most]
        return some[np.argsort(-values[some])]
    return np.argsort(-values)


def _with_corner_0(pose: Pose, name: FaceName, turn: int) -> tuple[Pose, FaceName]:
    """A face that is turned so against a pose, with the pose whose heading points to its corner 0."""
    return pose.turned(-turn), name


def _moved_around(pose: Pose, way: np.intp) -> Pose:
    """A pose moved and turned in one of the ways of ``ways_around``."""
    right, up, turn_deg = ways_around()[way].tolist()
    x_mm, y_mm = pose.x_mm + right * pose.edge_mm, pose.y_mm + up * pose.edge_mm
    return replace(pose, x_mm=x_mm, y_mm=y_mm, heading_deg=turn_deg)


@cache
def _pixels_around() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Columns and rows in such a square of the pixels of each face in it, each (ways, pixels of ``ROUGH``)."""
    right, up, turn_deg = ways_around().T[..., None]
    finer = _AROUND_EDGE_PX / (math.sqrt(3) * ROUGH.radius_px)
    ahead, aside, angle = -ROUGH.terms[2] * finer, ROUGH.terms[1] * finer, np.radians(turn_deg)
    middle = (_AROUND_SIZE_PX - 1) / 2
    columns = middle + right * _AROUND_EDGE_PX + ahead * np.cos(angle) + aside * np.sin(angle)
    rows = middle - up * _AROUND_EDGE_PX - ahead * np.sin(angle) + aside * np.cos(angle)
    return columns.astype(np.float32), rows.astype(np.float32)


def are_partly_hidden(hidden: Silhouettes, poses: Sequence[Pose]) -> list[bool]:
    """For each pose whether some of a side of a die that lies flat there would be hidden by others."""
    if not poses:
        return []
    owner, _, _, corners = _sides_in_sight(hidden.lens, _lying(poses))
    behind = owner[hidden.hide_a_part(corners)]
    return [bool(one) for one in np.bincount(behind, minlength=len(poses))]


def _sides_in_sight(
    lens: Pinhole, bodies: RigidPoses
) -> tuple[NDArray[np.intp], NDArray[np.intp], FloatArray, FloatArray]:
    """The sides of dice that look toward the camera: the number of the die, that of the side (``SIDES``), the cosine
    of the angle of view, each (n,), and the corners in space, (n, 3, 3); side by side."""
    cosines = viewing_cosines(lens, bodies)
    side, owner = np.nonzero(cosines.T > tuning.MIN_VIEWING_COSINE)
    return owner, side, cosines[owner, side], bodies.corners_mm(owner, _SIDE_CORNERS[side])


def _lying(poses: Sequence[Pose]) -> RigidPoses:
    """Dice that lie flat at poses and show ``_UP``."""
    return RigidPoses.flat(poses, [_UP] * len(poses))


def _renamed(up: str, turn: int) -> dict[str, str]:
    """The vertices of a die as those of one that lies with ``_UP`` up, its heading at corner ``turn`` of its own."""
    letters = {vertex: _UP[(corner - turn) % 3] for corner, vertex in enumerate(up)}
    return letters | {vertex.swapcase(): letter.swapcase() for vertex, letter in letters.items()}


def _rotation(letters: Mapping[str, str]) -> FloatArray:
    """What turns a die's own frame into that of the die whose vertices have these letters, (3, 3)."""
    turned = np.array([DIRECTIONS[letters[vertex]] for vertex in _UP], float)
    return np.asarray(turned.T @ np.array([DIRECTIONS[vertex] for vertex in _UP], float), np.float64)
