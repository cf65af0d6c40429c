"""One least squares for a camera in the hand: the lens, a pose for every picture, and how the markers' sheets lie.

A bundle adjustment (Triggs et al. 2000) over the corners of the mat's markers in one to many pictures, and over what is
known again of the table's print, which counts as one sheet more. Beside the lens and the poses there are free, each
within what is known of it beforehand: by how much the lens of every picture differs (a phone breathes as it focuses,
and a steadied lens shifts), how far its ink stands back (``pose``), each marker's by its own light, and where each
sheet really lies and how high. All that is left open ends in the covariances.

Owns no verdict and no sentence; those are ``handheld_calibration.py``'s and ``handheld_locating.py``'s.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera.mat import SHEET_MM, Marker
from companion.camera.pinhole import Pinhole
from companion.camera.pose import edge_growth
from companion.camera.tuning import (
    ADJUSTMENT_ROUNDS,
    CORNER_GATE_SIGMAS,
    CORNER_SOFT_SIGMAS,
    FEWEST_WITH_A_MISFIT,
    HAND_MARKER_SIGMAS_MM,
    HAND_STANDBACK_SPREAD_PX,
    HAND_STANDBACK_UNLIKE_PX,
    PRINT_SIGMAS_MM,
    SOLVER_STEPS,
)
from companion.opencv import cv2

#: The freedoms of a camera: turn (3) and move (3) in its own frame, then its lens: logarithm of the focal length,
#: optical centre (2), radial (2), tangential (2) and third radial term of distortion.
POSE_FREEDOMS: Final = 6
LENS_FREEDOMS: Final = 8
CAMERA_FREEDOMS: Final = POSE_FREEDOMS + LENS_FREEDOMS
FOCAL: Final = POSE_FREEDOMS
#: Of these, those that corners fix: the pose, the focal length and the standback.
_FIXED: Final = POSE_FREEDOMS + 2
#: Each marker's sheet: along x, along y, up.
_SHEET: Final = 3
_COEFFICIENTS: Final = 5
#: Stands for a marker's id where the table's own print is seen.
PRINT: Final = -1


@dataclass(frozen=True, slots=True, eq=False)
class MarkerSight:
    """What one picture shows of the mat's markers, in pairs of numbers: the two coordinates of a corner, or how far an
    edge is off at two places; and of the table's print.

    markers: ids, (n,), ``PRINT`` where it is that; points_mm: which places of the markers, (n, 2, 3), heights above the
    face of the sheet; points_px: where these, or the edges through them, are seen, (n, 2, 2); normals: along what each
    number is measured, (n, 2, 2); growth: how it changes when the ink's edges move outward by 1 px, (n, 2); sigmas_px:
    of each, (n, 2).
    """

    markers: NDArray[np.intp]
    points_mm: FloatArray
    points_px: FloatArray
    normals: FloatArray
    growth: FloatArray
    sigmas_px: FloatArray

    @classmethod
    def of_corners(
        cls, markers: Sequence[Marker], seen: Mapping[int, FloatArray], sigmas_px: Mapping[int, float]
    ) -> MarkerSight:
        """Corners of markers, each (4, 2) px, known so exactly."""
        ours = [marker for marker in markers if marker.id in seen]
        corners_px = np.stack([seen[marker.id] for marker in ours]).reshape(-1, 2)
        points_mm = np.concatenate([marker.points_mm() for marker in ours])
        growth = edge_growth(corners_px.reshape(-1, 4, 2))[..., 0]
        sigmas = np.repeat([[sigmas_px[marker.id]] * 2 for marker in ours], 4, axis=0)
        return cls(
            np.repeat([marker.id for marker in ours], 4),
            np.repeat(points_mm[:, None], 2, axis=1),
            np.repeat(corners_px[:, None], 2, axis=1),
            np.tile(np.eye(2), (len(corners_px), 1, 1)),
            growth,
            sigmas,
        )

    def fitting_share(self, used: NDArray[np.bool_], read: Collection[int]) -> float:
        """How much of what the markers that were read might tell does count; one has four corners, and edges. Of three
        and more, one may be partly covered, or its sheet pushed: it is left out."""
        shares = sorted(float(used[self.markers == marker].sum()) / 4 for marker in read)
        return float(np.mean(shares[len(shares) >= FEWEST_WITH_A_MISFIT :]))

    def counted(self, used: NDArray[np.bool_]) -> tuple[int, ...]:
        """The ids of the markers of which something counts, by which pairs do."""
        return tuple(sorted(set(self.markers[used].tolist()) - {PRINT}))

    def joined(self, other: MarkerSight) -> MarkerSight:
        """Both together."""
        return MarkerSight(*(np.concatenate([getattr(self, one), getattr(other, one)]) for one in self.__slots__))

    def as_one_of(self, pictures: int) -> MarkerSight:
        """The same where so many pictures show the table's print: what was kept of that errs alike in all."""
        of_print = (self.markers == PRINT)[:, None]
        return replace(self, sigmas_px=np.where(of_print, math.sqrt(pictures), 1.0) * self.sigmas_px)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The ids of the markers that it tells of."""
        return tuple(sorted(set(self.markers.tolist()) - {PRINT}))


@dataclass(frozen=True, slots=True, eq=False)
class LensPrior:
    """What is known of a lens: a camera that has it (at any pose), the inverse covariance of its freedoms, (8, 8), and
    by how much each picture's differ from these, one sigma, (8,)."""

    lens: Pinhole
    information: FloatArray
    spreads: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class AdjustedView:
    """One picture after the adjustment.

    camera: over the table top; focal_scale: its focal length in those of the lens; unlike_px: by how much the
    standbacks of its markers differ, RMS; residuals: (n, 2) in sigmas, of its sight; used: which pairs counted, (n,).
    """

    camera: Pinhole
    focal_scale: float
    unlike_px: float
    residuals: FloatArray
    used: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Adjustment:
    """All pictures, the covariance of all their cameras' freedoms, (14 n, 14 n), the lens that they share (at no pose)
    with the covariance of its freedoms, (8, 8), and the sum of squares left."""

    views: tuple[AdjustedView, ...]
    covariance: FloatArray
    lens: Pinhole
    lens_covariance: FloatArray
    cost: float

    def covariance_of(self, number: int) -> FloatArray:
        """Of the freedoms of one picture's camera, (14, 14)."""
        own = slice(CAMERA_FREEDOMS * number, CAMERA_FREEDOMS * (number + 1))
        return self.covariance[own, own]


def camera_slopes(lens: Pinhole, points_mm: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Of points in space, (n, 3) mm: their pixels, (n, 2), and how these change with the camera's freedoms, (n, 2, 14),
    and with the points themselves, (n, 2, 3)."""
    in_camera = points_mm @ lens.rotation.T + lens.translation
    coefficients = np.pad(lens.distortion, (0, max(0, _COEFFICIENTS - len(lens.distortion))))
    px, slopes = cv2.projectPoints(in_camera, np.zeros(3), np.zeros(3), lens.matrix, coefficients)
    by_all = np.asarray(slopes, np.float64).reshape(len(points_mm), 2, -1)
    by_focal = by_all[..., 6:8] @ np.diagonal(lens.matrix)[:2, None]
    by_camera = np.concatenate([by_all[..., :6], by_focal, by_all[..., 8:10], by_all[..., 10:15]], axis=2)
    return np.asarray(px, np.float64).reshape(-1, 2), by_camera, by_all[..., 3:6] @ lens.rotation


def moved_camera(lens: Pinhole, step: FloatArray) -> Pinhole:
    """A camera after a step of its freedoms, (14,)."""
    turn = np.asarray(cv2.Rodrigues(np.asarray(step[:3], np.float64))[0], np.float64)
    placed = replace(lens, rotation=turn @ lens.rotation, translation=turn @ lens.translation + step[3:6])
    return _with_lens(placed, step[FOCAL:])


def camera_step(lens: Pinhole, other: Pinhole) -> FloatArray:
    """The step, (14,), that makes the other camera of this one."""
    turn = other.rotation @ lens.rotation.T
    turned = np.ravel(np.asarray(cv2.Rodrigues(turn)[0], np.float64))
    return np.concatenate([turned, other.translation - turn @ lens.translation, _lens_step(lens, other)])


def _with_lens(lens: Pinhole, step: FloatArray) -> Pinhole:
    """A camera whose lens alone takes a step, (8,)."""
    matrix = lens.matrix.copy()
    matrix[[0, 1], [0, 1]] *= np.exp(step[0])
    matrix[:2, 2] += step[1:3]
    coefficients = np.pad(lens.distortion, (0, max(0, _COEFFICIENTS - len(lens.distortion)))).copy()
    coefficients[:_COEFFICIENTS] += step[3:]
    return replace(lens, matrix=matrix, distortion=coefficients)


def _lens_step(lens: Pinhole, other: Pinhole) -> FloatArray:
    """The step, (8,), that makes the other lens of this one."""
    focal = np.log(other.matrix[0, 0] / lens.matrix[0, 0])
    pads = [np.pad(one.distortion, (0, max(0, _COEFFICIENTS - len(one.distortion)))) for one in (lens, other)]
    return np.concatenate([[focal], other.matrix[:2, 2] - lens.matrix[:2, 2], (pads[1] - pads[0])[:_COEFFICIENTS]])


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """Where the adjustment stands: the lens, for each picture its camera's pose, its lens's step from the shared one,
    (n, 8), and its standback, that of all its markers and by how much each one's differs, (n, 1 + sheets) px; and where
    the sheets lie, (sheets, 3) mm off."""

    lens: Pinhole
    poses: tuple[Pinhole, ...]
    lens_steps: FloatArray
    standbacks_px: FloatArray
    sheets_mm: FloatArray

    def camera(self, number: int) -> Pinhole:
        """The camera of a picture."""
        pose = self.poses[number]
        bare = replace(self.lens, rotation=pose.rotation, translation=pose.translation)
        return _with_lens(bare, self.lens_steps[number])

    def moved(self, step: FloatArray) -> _State:
        """After a step of all freedoms."""
        of_lens, of_views, of_sheets = np.split(step, np.cumsum([LENS_FREEDOMS, self._view * len(self.poses)]))
        views = of_views.reshape(-1, self._view)
        pose_steps = np.concatenate([views[:, :POSE_FREEDOMS], np.zeros((len(views), LENS_FREEDOMS))], axis=1)
        return _State(
            _with_lens(self.lens, of_lens),
            tuple(moved_camera(pose, one) for pose, one in zip(self.poses, pose_steps, strict=True)),
            self.lens_steps + views[:, POSE_FREEDOMS:CAMERA_FREEDOMS],
            self.standbacks_px + views[:, CAMERA_FREEDOMS:],
            self.sheets_mm + of_sheets.reshape(-1, _SHEET),
        )

    @property
    def _view(self) -> int:
        return CAMERA_FREEDOMS + len(self.standbacks_px[0])


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """What is adjusted: pictures, the ids of the sheets that they show, and what is known of the lens."""

    views: Sequence[MarkerSight]
    ids: Sequence[int]
    prior: LensPrior

    @classmethod
    def of(cls, views: Sequence[MarkerSight], markers: Sequence[Marker], prior: LensPrior) -> _Problem:
        ids = [marker.id for marker in markers]
        return cls(views, [*ids, PRINT] if any(PRINT in view.markers for view in views) else ids, prior)

    @property
    def view(self) -> int:
        """How many freedoms each picture has for itself: its pose, its lens against the shared one, and standbacks."""
        return CAMERA_FREEDOMS + 1 + len(self.ids)

    @property
    def sheets(self) -> int:
        """Where the freedoms of the sheets begin."""
        return LENS_FREEDOMS + self.view * len(self.views)

    @property
    def size(self) -> int:
        return self.sheets + _SHEET * len(self.ids)

    @property
    def standback_spreads_px(self) -> FloatArray:
        """How far the ink of all markers of a picture may stand back, and that of each beside them."""
        return np.array([HAND_STANDBACK_SPREAD_PX, *[HAND_STANDBACK_UNLIKE_PX] * len(self.ids)])

    @property
    def sheet_sigmas_mm(self) -> FloatArray:
        """How far each sheet may lie from where it should, (sheets, 3)."""
        return np.array([PRINT_SIGMAS_MM if one == PRINT else HAND_MARKER_SIGMAS_MM for one in self.ids])

    def errors(self, state: _State, number: int) -> tuple[FloatArray, FloatArray]:
        """What one picture shows, projected minus seen in sigmas, (n, 2), and how that changes with all freedoms,
        (n, 2, size)."""
        view, places = self.views[number], {one: place for place, one in enumerate(self.ids)}
        ours = np.array([places[one] for one in view.markers.tolist()])
        points = view.points_mm + state.sheets_mm[ours][:, None] + np.array([0.0, 0.0, SHEET_MM])
        px, by_camera, by_point = camera_slopes(state.camera(number), points.reshape(-1, 3))
        normals = view.normals.reshape(-1, 1, 2)
        by_camera, by_point = (normals @ by_camera)[:, 0], (normals @ by_point)[:, 0]
        slopes = np.zeros((len(px), self.size))
        own = LENS_FREEDOMS + self.view * number
        slopes[:, :LENS_FREEDOMS] = by_camera[:, POSE_FREEDOMS:]
        slopes[:, own : own + CAMERA_FREEDOMS] = by_camera
        row, marker = np.arange(len(px)), np.repeat(ours, 2)
        standbacks = own + CAMERA_FREEDOMS
        slopes[:, standbacks] = slopes[row, standbacks + 1 + marker] = -view.growth.ravel()
        for axis in range(_SHEET):
            slopes[row, self.sheets + _SHEET * marker + axis] = by_point[:, axis]
        off = ((px.reshape(-1, 2, 2) - view.points_px) * view.normals).sum(axis=2)
        standback_px = state.standbacks_px[number, 0] + state.standbacks_px[number, 1 + ours]
        off = (off - standback_px[:, None] * view.growth) / view.sigmas_px
        return off, slopes.reshape(*off.shape, self.size) / view.sigmas_px[..., None]

    def beforehand(self, state: _State) -> tuple[FloatArray, FloatArray]:
        """Inverse covariance, (size, size), and gradient, (size,), of what is known before any corner is seen."""
        information, gradient = np.zeros((self.size, self.size)), np.zeros(self.size)
        information[:LENS_FREEDOMS, :LENS_FREEDOMS] = self.prior.information
        gradient[:LENS_FREEDOMS] = self.prior.information @ _lens_step(self.prior.lens, state.lens)
        firm = np.concatenate([self.prior.spreads, self.standback_spreads_px]) ** -2.0
        for number in range(len(self.views)):
            own = LENS_FREEDOMS + self.view * number + np.arange(POSE_FREEDOMS, self.view)
            information[own, own] = firm
            gradient[own] = firm * (*state.lens_steps[number], *state.standbacks_px[number])
        sheets = np.arange(self.sheets, self.size)
        firm = self.sheet_sigmas_mm.ravel() ** -2.0
        information[sheets, sheets] = firm
        gradient[sheets] = firm * state.sheets_mm.ravel()
        return information, gradient

    def square(self, state: _State, used: Sequence[FloatArray]) -> float:
        """The cost of a state: squares of what is left, softened where large (Huber 1964), and of what was known."""
        total = _prior_square(self, state)
        for number, counted in enumerate(used):
            off = np.linalg.norm(self.errors(state, number)[0], axis=1)
            soft = np.where(off < CORNER_SOFT_SIGMAS, off**2, 2 * CORNER_SOFT_SIGMAS * off - CORNER_SOFT_SIGMAS**2)
            total += float(np.nan_to_num(counted * soft, nan=1e12).sum())
        return total


def _prior_square(problem: _Problem, state: _State) -> float:
    away = _lens_step(problem.prior.lens, state.lens)
    own = np.concatenate(
        [
            (state.lens_steps / problem.prior.spreads).ravel(),
            (state.standbacks_px / problem.standback_spreads_px).ravel(),
            (state.sheets_mm / problem.sheet_sigmas_mm).ravel(),
        ]
    )
    return float(away @ problem.prior.information @ away) + float(own @ own)


def adjust(
    views: Sequence[MarkerSight],
    markers: Sequence[Marker],
    prior: LensPrior,
    starts: Sequence[Pinhole],
    lens: Pinhole | None = None,
) -> Adjustment:
    """The lens and the poses that explain the markers of some pictures best; starts: about where each was taken from;
    lens: about what it is, left out: what is known beforehand.

    Corners that cannot be right whatever the rest says are left out, the worst first.
    """
    problem = _Problem.of(views, markers, prior)
    nowhere = replace(lens or prior.lens, rotation=np.eye(3), translation=np.zeros(3))
    count = len(views)
    steps, sheets = np.zeros((count, LENS_FREEDOMS)), np.zeros((len(problem.ids), _SHEET))
    state = _State(nowhere, tuple(starts), steps, np.zeros((count, 1 + len(problem.ids))), sheets)
    used = [np.ones(len(view.markers)) for view in views]
    for _ in range(ADJUSTMENT_ROUNDS):
        state = _solved(problem, state, used)
        stray = [_gated(problem, state, number, counted) for number, counted in enumerate(used)]
        settled = all(np.array_equal(before, after) for before, after in zip(used, stray, strict=True))
        used = stray
        if settled:
            break
    return _adjusted(problem, state, used)


def _gated(problem: _Problem, state: _State, number: int, counted: FloatArray) -> FloatArray:
    """Which corners of a picture count from now on: not those that are off by more than the gate, in sigmas of the
    picture's usual corner."""
    off = np.linalg.norm(problem.errors(state, number)[0], axis=1)
    usual = max(1.0, float(np.median(off[counted > 0])) / 1.18)  # the median of what has two coordinates
    return np.asarray(off <= CORNER_GATE_SIGMAS * usual, np.float64)


def _solved(problem: _Problem, state: _State, used: Sequence[FloatArray]) -> _State:
    """Levenberg and Marquardt's method."""
    cost, damping = problem.square(state, used), 1e-4
    for _ in range(SOLVER_STEPS):
        information, gradient = _normal_equations(problem, state, used)
        damped = information + damping * np.diag(np.diag(information))
        tried = state.moved(np.asarray(np.linalg.solve(damped, -gradient), np.float64))
        tried_cost = problem.square(tried, used)
        if tried_cost < cost:
            settled = cost - tried_cost < 1e-5 * cost and damping < 1e-2
            state, cost, damping = tried, tried_cost, damping / 10
            if settled:
                break
        else:
            damping *= 10
            if damping > 1e6:
                break
    return state


def _normal_equations(problem: _Problem, state: _State, used: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
    information, gradient = problem.beforehand(state)
    for number, counted in enumerate(used):
        errors, slopes = problem.errors(state, number)
        off = np.linalg.norm(errors, axis=1)
        weight = np.repeat(counted * np.minimum(1.0, CORNER_SOFT_SIGMAS / np.maximum(off, 1e-12)), 2)
        rows = slopes.reshape(-1, problem.size)
        information += rows.T @ (weight[:, None] * rows)
        gradient += rows.T @ (weight * errors.ravel())
    return information, gradient


def _adjusted(problem: _Problem, state: _State, used: Sequence[FloatArray]) -> Adjustment:
    information, _ = _normal_equations(problem, state, used)
    covariance = np.asarray(np.linalg.inv(information), np.float64)
    errors = [problem.errors(state, number)[0] for number in range(len(used))]
    square = sum(float((counted[:, None] * off**2).sum()) for counted, off in zip(used, errors, strict=True))
    numbers = 2 * sum(float(counted.sum()) for counted in used)
    # By how much variances come out larger than was stated, when the freedoms that corners fix are taken off.
    spare = max(numbers - _FIXED * len(used), 1.0)
    factor = max(1.0, square / spare)
    # A camera's freedoms by all: its lens is the shared one and its own step.
    rows = np.zeros((CAMERA_FREEDOMS * len(used), problem.size))
    views = []
    for number, (counted, off) in enumerate(zip(used, errors, strict=True)):
        own = CAMERA_FREEDOMS * number
        at = LENS_FREEDOMS + problem.view * number
        rows[own : own + CAMERA_FREEDOMS, at : at + CAMERA_FREEDOMS] = np.eye(CAMERA_FREEDOMS)
        rows[own + POSE_FREEDOMS : own + CAMERA_FREEDOMS, :LENS_FREEDOMS] = np.eye(LENS_FREEDOMS)
        scale = float(np.exp(state.lens_steps[number, 0]))
        unlike = np.square(state.standbacks_px[number, 1:]).sum() / len(problem.views[number].numbers)
        unlike_px = math.sqrt(float(unlike))
        views.append(AdjustedView(state.camera(number), scale, unlike_px, off, counted > 0))
    of_lens = factor * covariance[:LENS_FREEDOMS, :LENS_FREEDOMS]
    of_cameras = np.asarray(factor * rows @ covariance @ rows.T, np.float64)
    # What was left out counts as what is just left in, or a pose that explains little would be the best.
    left_out = sum(float(len(counted) - counted.sum()) for counted in used)
    cost = problem.square(state, used) + CORNER_GATE_SIGMAS**2 * left_out
    return Adjustment(tuple(views), of_cameras, state.lens, of_lens, cost)
