"""Where the camera stands, and its focal length where no lens picture gives it: least squares over points on the table.

Besides pose and focal length it is carried how far the ink's edge seems to stand back, in px. Paper that is brighter
than the sensor can tell (or ink that spreads) makes the black squares of a picture look smaller or larger by a margin,
up to a pixel: by one that they have in common, and where one lies in better light than another, by one of its own.
Since the squares' sizes and places are both known, the margins can be found from a change of distance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import tuning
from companion.camera.edges import outward_normals
from companion.camera.pinhole import Pinhole
from companion.errors import OperationError
from companion.opencv import cv2
from companion.text import gettext

#: How many unknowns a pose has.
_POSE: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class PointCorrespondences:
    """Table points seen in one picture: (N, 3) mm, (N, 2) px.

    growth: (N, 2, standbacks), how a corner moves when edges move outward by 1 px: those of all squares, and of each
    one (``edge_growth``); no standbacks for points that are no corners of ink. noise_px: the least standard deviation
    to believe in.
    """

    points_mm: FloatArray
    points_px: FloatArray
    growth: FloatArray
    noise_px: float = 0.05

    @classmethod
    def of_points(cls, points_mm: FloatArray, points_px: FloatArray, noise_px: float = 0.05) -> PointCorrespondences:
        """Points that are no corners of ink."""
        return cls(points_mm, points_px, np.zeros((len(points_px), 2, 0)), noise_px)

    def standback_spreads_px(self, *, lens_known: bool) -> FloatArray:
        """How far edges may stand back, (standbacks,): those of all squares, and each one's beside that; hardly so
        where the lens is to be found, which their sizes tell."""
        common = [tuning.STANDBACK_SPREAD_PX] if self.growth.shape[2] else []
        unlike_px = tuning.UNLIKE_STANDBACK_PX if lens_known else tuning.ALIKE_STANDBACK_PX
        return np.array([*common, *[unlike_px] * (self.growth.shape[2] - len(common))])


@dataclass(frozen=True, slots=True, eq=False)
class PoseFit:
    """What fits the sightings best: one camera for each, how far their edges stand back, (standbacks,) px, and the
    remaining errors (px)."""

    cameras: tuple[Pinhole, ...]
    standbacks_px: tuple[FloatArray, ...]
    errors_px: tuple[FloatArray, ...]
    focal_sigma: float
    cost: float


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    sightings: Sequence[PointCorrespondences]
    matrix: FloatArray
    distortion: FloatArray
    size_wh: tuple[int, int]
    free_focal: bool

    def own(self, index: int) -> NDArray[np.intp]:
        """Where the unknowns of a sighting stand: turn (3), translation (3) and standbacks; first of all is the
        logarithm of the focal length."""
        lengths: list[int] = [_POSE + one.growth.shape[2] for one in self.sightings]
        return 1 + sum(lengths[:index]) + np.arange(lengths[index])

    def standback_spreads_px(self, sighting: PointCorrespondences) -> FloatArray:
        """How far a sighting's edges may stand back."""
        return sighting.standback_spreads_px(lens_known=not self.free_focal)

    @property
    def usual_log_focal(self) -> float:
        return float(np.log(tuning.USUAL_FOCAL * max(self.size_wh)))


def edge_growth(corners_px: FloatArray) -> FloatArray:
    """How the corners of squares, shape (M, 4, 2), move when edges move outward by 1 px: those of all, and of each
    square, (4 M, 2, 1 + M)."""
    outward = outward_normals(corners_px)
    pairs = np.stack([np.roll(outward, 1, axis=1), outward], axis=2)
    moved = np.linalg.solve(pairs, np.ones((*corners_px.shape, 1)))
    each = moved * np.eye(len(corners_px))[:, None, None]
    return np.concatenate([moved, each], axis=-1).reshape(-1, 2, 1 + len(corners_px))


def rms_length(errors: FloatArray) -> float:
    """Root mean square of the lengths of errors, (N, 2)."""
    return float(np.sqrt(np.mean(np.sum(errors**2, axis=-1))))


def fit_pose(sighting: PointCorrespondences, lens: Pinhole, *, near: bool = False) -> PoseFit:
    """The pose of a camera whose lens is known. near: it stands about where ``lens`` has it, which saves time."""
    problem = _Problem([sighting], lens.matrix, lens.distortion, lens.size_wh, free_focal=False)
    if not near:
        return _solved(problem, _start(problem, lens.matrix[0, 0]))
    turn, closed = np.ravel(cv2.Rodrigues(lens.rotation)[0]), np.zeros(sighting.growth.shape[2])
    return _solved(problem, np.concatenate([[np.log(lens.matrix[0, 0])], turn, lens.translation, closed]))


def fit_focal(sightings: Sequence[PointCorrespondences], size_wh: tuple[int, int]) -> PoseFit:
    """Focal length and poses for a lens without distortion, square pixels, optical centre in the picture's middle.

    Where the view cannot tell the focal length (straight down) the usual one is taken; ``focal_sigma`` says so.
    """
    width, height = size_wh
    matrix = np.array([[1, 0, (width - 1) / 2], [0, 1, (height - 1) / 2], [0, 0, 1]], np.float64)
    problem = _Problem(sightings, matrix, np.zeros(5), size_wh, free_focal=True)
    fits = [_solved(problem, _start(problem, share * max(size_wh))) for share in tuning.FIRST_FOCALS]
    return min(fits, key=lambda fit: fit.cost)


def _start(problem: _Problem, focal: float) -> FloatArray:
    """First parameters."""
    matrix = _with_focal(problem, focal)
    poses = [
        np.append(_first_pose(sighting, matrix, problem.distortion), np.zeros(sighting.growth.shape[2]))
        for sighting in problem.sightings
    ]
    return np.concatenate([[np.log(focal)], *poses])


def _first_pose(sighting: PointCorrespondences, matrix: FloatArray, distortion: FloatArray) -> FloatArray:
    """Turn and translation by the first of OpenCV's methods that finds one: the best for planes gives nan now and then.

    Raises ``OperationError`` where none does.
    """
    for method in (cv2.SOLVEPNP_IPPE, cv2.SOLVEPNP_SQPNP, cv2.SOLVEPNP_ITERATIVE):
        _, turn, shift = cv2.solvePnP(sighting.points_mm, sighting.points_px, matrix, distortion, flags=method)
        pose = np.concatenate([np.ravel(turn), np.ravel(shift)])
        if pose.shape == (6,) and np.isfinite(pose).all():
            return np.asarray(pose, np.float64)
    raise OperationError(
        gettext(
            "The camera's position does not follow from these points: is the whole table in view, and is it this one?"
        )
    )


def _with_focal(problem: _Problem, focal: float) -> FloatArray:
    matrix = problem.matrix.copy()
    if problem.free_focal:
        matrix[0, 0] = matrix[1, 1] = focal
    return matrix


def _solved(problem: _Problem, start: FloatArray) -> PoseFit:
    """Levenberg-Marquardt with Huber weights; the noise is measured from the errors as they shrink."""
    values, damping = start, 1e-3
    noise = _noise(problem, _errors(problem, values))
    cost = _cost(problem, values, noise)
    for _ in range(tuning.SOLVER_STEPS):
        information, gradient = _normal_equations(problem, values, noise)
        step = np.linalg.solve(information + damping * np.diag(np.diag(information)), -gradient)
        tried = values + step
        tried_cost = _cost(problem, tried, noise)
        if tried_cost < cost:
            settled = cost - tried_cost < 1e-6 * cost and damping < 1e-2
            fresh = _noise(problem, _errors(problem, tried))
            settled = settled and bool(np.allclose(fresh, noise, rtol=1e-3))
            values, damping, noise = tried, damping / 10, fresh
            cost = _cost(problem, values, noise)
            if settled:
                break
        else:
            damping *= 10
            if damping > 1e8:
                break
    return _fit(problem, values, noise)


def _fit(problem: _Problem, values: FloatArray, noise: FloatArray) -> PoseFit:
    information, _ = _normal_equations(problem, values, noise)
    matrix = _with_focal(problem, float(np.exp(values[0])))
    found = [values[problem.own(index)] for index in range(len(problem.sightings))]
    cameras = tuple(
        Pinhole(matrix, problem.distortion, np.asarray(cv2.Rodrigues(one[:3])[0]), one[3:_POSE].copy(), problem.size_wh)
        for one in found
    )
    sigma = tuning.CORRELATED_CORNERS * float(np.sqrt(np.linalg.inv(information)[0, 0])) if problem.free_focal else 0.0
    scale = 2 * sum(
        len(one.points_px) * np.log(sigma_px) for one, sigma_px in zip(problem.sightings, noise, strict=True)
    )
    cost = _cost(problem, values, noise) + float(scale)
    errors = tuple(_errors(problem, values))
    standbacks_px = tuple(one[_POSE:].copy() for one in found)
    return PoseFit(cameras, standbacks_px, errors, min(sigma, tuning.USUAL_FOCAL_SPREAD), cost)


def _errors(problem: _Problem, values: FloatArray) -> list[FloatArray]:
    """Projected minus seen (standbacks put right), (N, 2) px for each sighting."""
    matrix = _with_focal(problem, float(np.exp(values[0])))
    errors = []
    for index, sighting in enumerate(problem.sightings):
        own = values[problem.own(index)]
        px, _ = cv2.projectPoints(sighting.points_mm, own[:3], own[3:_POSE], matrix, problem.distortion)
        errors.append(px.reshape(-1, 2) - sighting.points_px - sighting.growth @ own[_POSE:])
    return errors


def _noise(problem: _Problem, errors: list[FloatArray]) -> FloatArray:
    """Standard deviation of a coordinate (px) for each sighting, robustly."""
    measured = [1.4826 * float(np.median(np.abs(error))) for error in errors]
    return np.array([max(m, one.noise_px) for m, one in zip(measured, problem.sightings, strict=True)])


def _cost(problem: _Problem, values: FloatArray, noise: FloatArray) -> float:
    total = 0.0
    for error, sigma in zip(_errors(problem, values), noise, strict=True):
        off = np.linalg.norm(error, axis=1) / sigma
        total += float(
            np.where(off < tuning.HUBER_SIGMAS, off**2, 2 * tuning.HUBER_SIGMAS * off - tuning.HUBER_SIGMAS**2).sum()
        )
    focal = (values[0] - problem.usual_log_focal) / tuning.USUAL_FOCAL_SPREAD if problem.free_focal else 0.0
    for index, sighting in enumerate(problem.sightings):
        standbacks_px = values[problem.own(index)][_POSE:]
        total += float(np.sum((standbacks_px / problem.standback_spreads_px(sighting)) ** 2))
    return total + focal**2


def _normal_equations(problem: _Problem, values: FloatArray, noise: FloatArray) -> tuple[FloatArray, FloatArray]:
    information = np.zeros((len(values), len(values)))
    gradient = np.zeros(len(values))
    for index, (sighting, sigma) in enumerate(zip(problem.sightings, noise, strict=True)):
        slope, error = _slopes(problem, values, index, sighting)
        off = np.linalg.norm(error, axis=1) / sigma
        weights = np.asarray(np.minimum(1.0, tuning.HUBER_SIGMAS / np.maximum(off, 1e-12)))
        weight = np.repeat(weights, 2) / sigma**2
        own = problem.own(index)
        columns, standbacks = np.append(0, own), own[_POSE:]
        information[np.ix_(columns, columns)] += slope.T @ (weight[:, None] * slope)
        gradient[columns] += slope.T @ (weight * error.ravel())
        firm = problem.standback_spreads_px(sighting) ** -2
        information[standbacks, standbacks] += firm
        gradient[standbacks] += firm * values[standbacks]
    if problem.free_focal:
        information[0, 0] += 1 / tuning.USUAL_FOCAL_SPREAD**2
        gradient[0] += (values[0] - problem.usual_log_focal) / tuning.USUAL_FOCAL_SPREAD**2
    else:
        information[0, 0] = 1.0
    return information, gradient


def _slopes(
    problem: _Problem, values: FloatArray, index: int, sighting: PointCorrespondences
) -> tuple[FloatArray, FloatArray]:
    """Derivatives of a sighting's errors, (2N, unknowns): log focal, turn, translation, standbacks; and the errors."""
    focal = float(np.exp(values[0]))
    own = values[problem.own(index)]
    matrix = _with_focal(problem, focal)
    px, slopes = cv2.projectPoints(sighting.points_mm, own[:3], own[3:_POSE], matrix, problem.distortion)
    by_all = np.asarray(slopes, np.float64)
    by_focal = focal * (by_all[:, 6] + by_all[:, 7]) if problem.free_focal else np.zeros(len(by_all))
    by_standbacks = sighting.growth.reshape(len(by_all), -1)
    slope = np.column_stack([by_focal, by_all[:, :_POSE], -by_standbacks])
    return slope, np.asarray(px, np.float64).reshape(-1, 2) - sighting.points_px - sighting.growth @ own[_POSE:]
