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
from companion.geometry import VERTICES, Pose, Stance, reach_mm
from companion.vision.matching import ELSE, Sight, correlation
from companion.vision.photograph import Photograph, axes
from companion.vision.squares import FINE, Faces

Array = NDArray[np.float64]

#: Standard deviation, along each axis and in edges, of a corner folded by hand (0.25 mm of a two-inch die).
_FOLD_EDGES: Final = 0.005
#: The same of the corners that an enrolled face was cut out by, once the faces of its die agree with each other.
_ART_EDGES: Final = 0.004
#: Neighbouring pixels err together: so many tell as much as one.
_TOGETHER: Final = 7.0
#: Sights err together in ways that least squares does not know: covariances are this much too small.
_TOO_SURE: Final = 1.25
#: What all corners share of the errors of enrolment and calibration, along each axis and in edges.
_SHARED_EDGES: Final = 0.0015
#: The freedoms of a folded die on the table: turn (mm at a corner), x, y, then x, y, z of its six corners.
FREEDOMS: Final = 3 + 3 * len(VERTICES)
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
        middle = np.tile(np.eye(2), 3) / 3
        return math.sqrt(np.trace(middle @ self.covariance @ middle.T) / 2)

    @property
    def sigma_deg(self) -> float:
        """Standard deviation of the heading."""
        arm = self.places_mm[0] - self.centre_mm
        across = np.array([-arm[1], arm[0]]) / (arm @ arm)
        row = np.concatenate([across * share for share in (2 / 3, -1 / 3, -1 / 3)])
        return math.degrees(math.sqrt(row @ self.covariance @ row))


@dataclass(frozen=True, slots=True)
class Outlined:
    """Where another look saw the outline of a top face: its pose and the standard deviations of that."""

    pose: Pose
    sigma_mm: float
    sigma_deg: float


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
    with_step = np.stack([-across, along], axis=1)  # a face that is farther right and up shows what is left and below
    by_corner = (with_step[:, None] * FINE.shares.T[:, None]).reshape(len(with_step), 6, -1)
    misfit = (seen - art).T
    weight = 1 / (1 + np.square(misfit / ELSE))
    weighted = by_corner * weight[:, None]
    square = (weight * np.square(misfit)).sum(axis=1) / weight.sum(axis=1) + 1e-3
    px_mm = np.linalg.norm(axes(corners_mm, FINE)[2], axis=1)
    each = _TOGETHER * square * px_mm
    knowledge = (weighted @ by_corner.transpose(0, 2, 1)).astype(float) / (each * px_mm)[:, None, None]
    pull = (weighted @ misfit[..., None])[..., 0].astype(float) / each[:, None]
    return Shifts(knowledge, pull, correlation(art, seen))


def moves(stances: Sequence[Stance], faces: Sequence[str]) -> Array:
    """How the corners of a face of each die move with its freedoms, (n, 3, 3, ``FREEDOMS``)."""
    out = np.zeros((len(stances), 3, 3, FREEDOMS))
    arms = np.array([s.corners_mm(f) - s.centre_mm for s, f in zip(stances, faces, strict=True)]).reshape(-1, 3, 3)
    reach = np.array([reach_mm(s.edge_mm) for s in stances])
    out[..., 0] = np.cross([0.0, 0.0, 1.0], arms) / reach[:, None, None]
    out[..., 0, 1] = out[..., 1, 2] = 1.0
    for number, face in enumerate(faces):
        for corner, vertex in enumerate(face):
            first = 3 + 3 * VERTICES.index(vertex)
            out[number, corner, :, first : first + 3] = np.eye(3)
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
    corners = np.array([s.corners_mm(f) for s, f in zip(stances, faces, strict=True)]).reshape(-1, 3, 3)
    return (apparent(lens, corners) @ moves(stances, faces)).reshape(-1, 6, FREEDOMS)


def folds(stance: Stance) -> Array:
    """What is known beforehand, as an inverse covariance: corners are nearly where they should be."""
    firm = np.full(FREEDOMS, (_FOLD_EDGES * stance.edge_mm) ** -2.0)
    firm[:3] = 1e-6
    return np.diag(firm)


def outline(stance: Stance, top: str, seen: Outlined) -> tuple[Array, Array]:
    """What an outline of the top face adds to the equations of a die: to the matrix, and to the pull."""
    rows, firm = _middle_and_turn(stance, top), np.array([seen.sigma_mm, seen.sigma_mm, math.radians(seen.sigma_deg)])
    weighted = rows.T / firm**2
    return weighted @ rows, weighted @ _off(seen.pose, stance.pose(top))


def _middle_and_turn(stance: Stance, top: str) -> Array:
    """How middle (mm) and turn (rad) of the top face change with the freedoms, (3, ``FREEDOMS``)."""
    moved, corners = moves([stance], [top])[0], stance.corners_mm(top)
    arms = corners - corners.mean(axis=0)
    across = np.cross([0.0, 0.0, 1.0], arms) / (arms * arms).sum(axis=1, keepdims=True)
    return np.vstack([moved[:, :2].mean(axis=0), (across[..., None] * moved).sum(axis=1).mean(axis=0)])


def _off(there: Pose, here: Pose) -> Array:
    """From here to there: x, y (mm) and the least turn (rad) that brings corners onto corners."""
    turn = (there.heading_deg - here.heading_deg + 60) % 120 - 60
    return np.array([there.x_mm - here.x_mm, there.y_mm - here.y_mm, math.radians(turn)])


def _is_believed(seen: Outlined, here: Pose) -> bool:
    x, y, turn = _off(seen.pose, here)
    return (
        math.hypot(x, y) < _BELIEVED * seen.sigma_mm + _SLACK_EDGES * here.edge_mm
        and abs(math.degrees(turn)) < _BELIEVED * seen.sigma_deg + _SLACK_DEG
    )


def measured(
    photograph: Photograph, dice: Sequence[tuple[Stance, str, Outlined | None]], sights: Sequence[Sight]
) -> list[Corners]:
    """The corners of the top faces of flat dice: each with its stance, its top face's vertices and its outline.

    sights: the faces of the dice that are seen, with fine art; ``Sight.stance`` is the place among the dice.
    """
    owner = np.array([s.stance for s in sights], np.intp)
    own, faces = [dice[s.stance][0] for s in sights], [s.vertices for s in sights]
    matrix = np.array([folds(stance) for stance, _, _ in dice])
    pull = np.zeros((len(dice), FREEDOMS))
    if sights:
        corners = np.array([stance.corners_mm(face) for stance, face in zip(own, faces, strict=True)])
        told = shifts(photograph, corners, np.stack([s.art for s in sights], axis=-1))
        told = told.with_error(np.array([_ART_EDGES * stance.edge_mm for stance in own]))
        rows = seeming(photograph.lens, own, faces)
        np.add.at(matrix, owner, rows.transpose(0, 2, 1) @ told.knowledge @ rows)
        np.add.at(pull, owner, (rows.transpose(0, 2, 1) @ told.pull[..., None])[..., 0])
    for number, (stance, top, outlined) in enumerate(dice):
        if outlined is not None and _is_believed(outlined, stance.pose(top)):
            more, more_pull = outline(stance, top, outlined)
            matrix[number] += more
            pull[number] += more_pull
    return [_corners(*die[:2], *rest) for die, *rest in zip(dice, matrix, pull, strict=True)]


def _corners(stance: Stance, top: str, matrix: Array, pull: Array) -> Corners:
    covariance = np.linalg.inv(matrix)
    plan = moves([stance], [top])[0, :, :2].reshape(6, FREEDOMS)
    places = stance.corners_mm(top)[:, :2] + (plan @ covariance @ pull).reshape(3, 2)
    shared = (_SHARED_EDGES * stance.edge_mm) ** 2 * np.tile(np.eye(2), (3, 3))
    return Corners(places, _TOO_SURE**2 * plan @ covariance @ plan.T + shared)
