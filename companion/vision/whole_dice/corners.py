"""Where the corners of a flat die's top face really are: paper is folded by hand, and no die is quite an octahedron.

Each face that is seen is held against its art once more, finer, and its three corners are moved one by one. What the
faces say of the corners that they share is then weighed together, by least squares, with what is known beforehand: how
far folded corners are from where they should be, how far the art was when it was enrolled, and where the placer sees
the outline of the top face. The result is where the corners are, and how exactly that is known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.geometry import VERTICES, Pose, Stance, corners_of, reach_mm
from companion.vision.whole_dice.matching import ELSE, Sight, correlation
from companion.vision.whole_dice.photograph import Photograph, axes
from companion.vision.whole_dice.squares import FINE, Faces

Array = NDArray[np.float64]

#: Standard deviation, along each axis and in edges, of a corner folded by hand (0.25 mm of a two-inch die).
_FOLD_EDGES: Final = 0.005
#: The same of the corners that an enrolled face was cut out by, once the faces of its die agree with each other.
_ART_EDGES: Final = 0.004
#: Neighbouring pixels err together: so many tell as much as one.
_TOGETHER: Final = 7.0
#: Sights err together in ways that least squares does not know: covariances are this much too small.
_TOO_SURE: Final = 1.25
#: What all corners share of the errors of enrolment and calibration, along each axis: in edges, and in pixels.
_SHARED_EDGES: Final = 0.0008
_SHARED_PX: Final = 0.09
#: The freedoms of a folded die on the table: turn (mm at a corner), x, y, then x, y, z of its six corners.
FREEDOMS: Final = 3 + 3 * len(VERTICES)
#: The middle of three corners in their six coordinates, and how corner 0 counts against it.
_MIDDLE: Final = np.tile(np.eye(2), 3) / 3
_FROM_MIDDLE: Final = np.array([[2.0], [-1.0], [-1.0]]) / 3
#: An outline is believed that is not farther from the whole die than so many of its standard deviations and a slack.
_BELIEVED: Final = 3.0
_SLACK_EDGES: Final = 0.01
_SLACK_DEG: Final = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Corners:
    """The corners of a top face on the plan, (3, 2) mm, and the covariance of their six coordinates, (6, 6)."""

    places_mm: Array
    covariance: Array

    @property
    def centre_mm(self) -> Array:
        """Their middle, (2,)."""
        return np.asarray(self.places_mm.mean(axis=0), np.float64)

    @property
    def heading_deg(self) -> float:
        """From the middle to corner 0."""
        arm = self.places_mm[0] - self.centre_mm
        return math.degrees(math.atan2(arm[1], arm[0]))

    @property
    def sigma_mm(self) -> float:
        """Standard deviation of the middle along one axis."""
        return math.sqrt(np.trace(_MIDDLE @ self.covariance @ _MIDDLE.T) / 2)

    @property
    def sigma_deg(self) -> float:
        """Standard deviation of the heading."""
        arm = self.places_mm[0] - self.centre_mm
        across = np.array([-arm[1], arm[0]]) / (arm @ arm)
        row = (_FROM_MIDDLE * across).ravel()
        return math.degrees(math.sqrt(row @ self.covariance @ row))


@dataclass(frozen=True, slots=True)
class Outlined:
    """Where another look saw the outline of a top face: its pose and the standard deviations of that."""

    pose: Pose
    sigma_mm: float
    sigma_deg: float


@dataclass(frozen=True, slots=True, eq=False)
class FlatDie:
    """A die that lies flat: its stance, the vertices of its top face, and where that was seen otherwise."""

    stance: Stance
    top: str
    outlined: Outlined


@dataclass(frozen=True, slots=True, eq=False)
class Shifts:
    """How far faces (right and up in their planes, corner by corner, mm) are from where they were sought.

    knowledge: (n, 6, 6), the inverse covariance; pull: (n, 6), knowledge times the likeliest shift; fit: correlation
    of what is there with the art, (n,).
    """

    knowledge: Array
    pull: Array
    fit: Array

    def with_error(self, sigma_mm: Array) -> Shifts:
        """The same where what they were held against is itself off, each coordinate by such an error, (n,)."""
        doubt = np.eye(6) + self.knowledge * sigma_mm[:, None, None] ** 2
        both = np.concatenate([self.knowledge, self.pull[..., None]], axis=-1)
        told: Array = np.linalg.solve(doubt, both).astype(np.float64)
        return Shifts(told[..., :6], told[..., 6], self.fit)


def shifts(photograph: Photograph, corners_mm: Array, art: Faces) -> Shifts:
    """How far faces with this art (pixels, n) are from where they were sought, (n, 3, 3) mm."""
    seen = photograph.faces(corners_mm, FINE)
    across, along = FINE.slopes(seen + art).transpose(0, 2, 1) / 2
    with_step = np.stack([-across, along], axis=1)  # a face farther right and up shows what was left and below
    misfit = (seen - art).T
    weight = 1 / (1 + np.square(misfit / ELSE))
    weighted = with_step * weight[:, None]
    square = (weight * np.square(misfit)).sum(axis=1) / weight.sum(axis=1) + 1e-3
    px_mm = np.linalg.norm(axes(corners_mm, FINE)[2], axis=1)
    each = _TOGETHER * square * px_mm
    knowledge = _by_corners(weighted[:, :, None] * with_step[:, None]) / (each * px_mm)[:, None, None]
    pull = ((weighted * misfit[:, None]) @ FINE.shares).transpose(0, 2, 1).reshape(-1, 6) / each[:, None]
    return Shifts(knowledge, pull, correlation(art, seen))


def _by_corners(products: NDArray[np.float32]) -> Array:
    """Sums over the pixels of products of slopes (n, 2, 2, pixels), shared out to pairs of corners, (n, 6, 6)."""
    pairs = (FINE.shares[:, :, None] * FINE.shares[:, None]).reshape(-1, 9)
    sums = (products @ pairs).reshape(-1, 2, 2, 3, 3)
    return np.asarray(sums.transpose(0, 3, 1, 4, 2).reshape(-1, 6, 6), np.float64)


def moves(stances: Sequence[Stance], faces: Sequence[str]) -> Array:
    """How the corners of a face of each die move with its freedoms, (n, 3, 3, ``FREEDOMS``)."""
    out = np.zeros((len(stances), 3, 3, FREEDOMS))
    arms = corners_of(stances, faces) - np.array([s.centre_mm for s in stances]).reshape(-1, 1, 3)
    reach = np.array([reach_mm(s.edge_mm) for s in stances])
    out[:, :, :2, 0] = arms[..., 1::-1] * (-1, 1) / reach[:, None, None]
    out[..., 0, 1] = out[..., 1, 2] = 1.0
    own = 3 + 3 * np.array([[VERTICES.index(vertex) for vertex in face] for face in faces], int).reshape(-1, 3)
    die, corner = np.indices(own.shape)
    for axis in range(3):
        out[die, corner, axis, own + axis] = 1.0
    return out


def apparent(lens: Pinhole, corners_mm: Array) -> Array:
    """How far a corner of a face, moved in space, seems to move right and up in the face's plane, (n, 3, 2, 3)."""
    _, right, up = axes(corners_mm, FINE)
    plane = np.stack([v / np.linalg.norm(v, axis=1, keepdims=True) for v in (right, up)], axis=1)
    normal = np.cross(plane[:, 0], plane[:, 1])[:, None]
    ray = lens.eye_mm - corners_mm
    slide = ray[..., None] * normal[:, :, None] / (ray * normal).sum(axis=-1)[..., None, None]
    return np.asarray(plane[:, None] @ (np.eye(3) - slide), np.float64)


def seeming(lens: Pinhole, stances: Sequence[Stance], faces: Sequence[str]) -> Array:
    """How the shifts of a face of each die change with its freedoms, (n, 6, ``FREEDOMS``)."""
    return (apparent(lens, corners_of(stances, faces)) @ moves(stances, faces)).reshape(-1, 6, FREEDOMS)


def folds(stances: Sequence[Stance]) -> Array:
    """What is known beforehand, as inverse covariances (n, ``FREEDOMS``, ``FREEDOMS``): corners are nearly in place."""
    firm = np.full((len(stances), FREEDOMS), 1e-6)
    firm[:, 3:] = np.array([_FOLD_EDGES * stance.edge_mm for stance in stances])[:, None] ** -2.0
    return firm[:, :, None] * np.eye(FREEDOMS)


def outlines(stances: Sequence[Stance], tops: Sequence[str], moved: Array) -> Array:
    """How middle (mm) and turn (rad) of the top faces change with the freedoms, (n, 3, ``FREEDOMS``).

    moved: ``moves`` of the top faces.
    """
    corners = corners_of(stances, tops)[..., :2]
    arms = corners - corners.mean(axis=1, keepdims=True)
    across = arms[..., ::-1] * (-1, 1) / (arms * arms).sum(axis=-1, keepdims=True)
    turn = (across[..., None] * moved[:, :, :2]).sum(axis=2).mean(axis=1, keepdims=True)
    return np.concatenate([moved[:, :, :2].mean(axis=1), turn], axis=1)


def _off(there: Pose, here: Pose) -> tuple[float, float, float]:
    """From here to there: x, y (mm) and the least turn (rad) that brings corners onto corners."""
    turn = (there.heading_deg - here.heading_deg + 60) % 120 - 60
    return there.x_mm - here.x_mm, there.y_mm - here.y_mm, math.radians(turn)


def _believed(seen: Outlined, here: Pose) -> Array:
    """How firmly an outline is believed, (3,): inverse variances; zero where it contradicts the whole die."""
    x, y, turn = _off(seen.pose, here)
    near = math.hypot(x, y) < _BELIEVED * seen.sigma_mm + _SLACK_EDGES * here.edge_mm
    alike = abs(math.degrees(turn)) < _BELIEVED * seen.sigma_deg + _SLACK_DEG
    return np.array([seen.sigma_mm, seen.sigma_mm, math.radians(seen.sigma_deg)]) ** -2.0 * (near and alike)


def measured(photograph: Photograph, dice: Sequence[FlatDie], sights: Sequence[Sight]) -> list[Corners]:
    """The corners of the top faces of flat dice.

    sights: the faces of the dice that are seen, with fine art; ``Sight.stance`` is the place among the dice.
    """
    if not dice:
        return []
    stances, tops = [die.stance for die in dice], [die.top for die in dice]
    moved = moves(stances, tops)
    matrix, pull = folds(stances), np.zeros((len(dice), FREEDOMS))
    _add_sights(matrix, pull, photograph, dice, sights)
    here = [stance.pose(top) for stance, top in zip(stances, tops, strict=True)]
    rows = outlines(stances, tops, moved)
    firm = np.array([_believed(die.outlined, pose) for die, pose in zip(dice, here, strict=True)])
    off = np.array([_off(die.outlined.pose, pose) for die, pose in zip(dice, here, strict=True)])
    weighted = rows.transpose(0, 2, 1) * firm[:, None]
    matrix += weighted @ rows
    pull += (weighted @ off[..., None])[..., 0]
    return _corners(photograph.lens, dice, moved, matrix, pull)


def _add_sights(
    matrix: Array, pull: Array, photograph: Photograph, dice: Sequence[FlatDie], sights: Sequence[Sight]
) -> None:
    """Add to the equations of the dice what the picture says of each face."""
    if not sights:
        return
    own, faces = [dice[s.stance].stance for s in sights], [s.vertices for s in sights]
    told = shifts(photograph, corners_of(own, faces), np.stack([s.art for s in sights], axis=-1))
    told = told.with_error(np.array([_ART_EDGES * stance.edge_mm for stance in own]))
    rows, owner = seeming(photograph.lens, own, faces), [s.stance for s in sights]
    np.add.at(matrix, owner, rows.transpose(0, 2, 1) @ told.knowledge @ rows)
    np.add.at(pull, owner, (rows.transpose(0, 2, 1) @ told.pull[..., None])[..., 0])


def _shared(lens: Pinhole, stance: Stance) -> float:
    """Variance (mm²) that all corners of a die share; a pixel spans more of a table that is seen slantwise."""
    ray = lens.eye_mm - stance.centre_mm
    far = float(np.linalg.norm(ray))
    px_mm = far / float(lens.matrix[0, 0]) * math.sqrt(far / float(ray[2]))
    return (_SHARED_EDGES * stance.edge_mm) ** 2 + (_SHARED_PX * px_mm) ** 2


def _corners(lens: Pinhole, dice: Sequence[FlatDie], moved: Array, matrix: Array, pull: Array) -> list[Corners]:
    covariance = np.linalg.inv(matrix)
    plan = moved[:, :, :2].reshape(-1, 6, FREEDOMS)
    steps = (plan @ covariance @ pull[..., None]).reshape(-1, 3, 2)
    shared = np.array([_shared(lens, die.stance) for die in dice])[:, None, None] * np.tile(np.eye(2), (3, 3))
    spread = _TOO_SURE**2 * plan @ covariance @ plan.transpose(0, 2, 1) + shared
    before = corners_of([die.stance for die in dice], [die.top for die in dice])[..., :2]
    return [Corners(*one) for one in zip(before + steps, spread, strict=True)]
