"""Cameras and dice in one least squares: what the faces of dice that lie flat tell of where pictures were taken from.

A camera in the hand is known by its markers to some tenths of a millimetre, by two of them side by side only to many
millimetres in the far corners. But the dice are octahedra of known size that stand on the table, and in several
pictures they are the same ones: their faces fix the cameras better than the markers do (``corner_refinement`` has the
same equations for cameras that are known). All dice keep full covariances, in which the cameras' doubt is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray
from companion.camera import CAMERA_FREEDOMS, Pinhole, camera_slopes, moved_camera
from companion.geometry import VERTICES, RigidPose, face_corners_mm, reach_mm
from companion.vision import tuning
from companion.vision.rectify import face_axes
from companion.vision.whole_dice.contour_edges import MEASURED_AT, ContourEdge, measure_contours, vertices_mm
from companion.vision.whole_dice.corner_refinement import (
    OutlineMeasurement,
    RefinedCorners,
    outline_difference,
    outline_information,
    shared_covariance,
)
from companion.vision.whole_dice.fold_model import (
    FREEDOMS,
    CornerShifts,
    bulge_covariance,
    bulge_slants,
    corner_jacobian,
    fold_prior,
    measure_shifts,
    outline_jacobian,
    shift_jacobian,
)
from companion.vision.whole_dice.patch_grid import FINE
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import VisibleFace, pixels_in_sight

#: A die's freedoms here: those of a folded one, and how much higher it stands than it should.
_DIE: Final = FREEDOMS + 1
#: By how much a die of one picture seems to lie elsewhere on the plan, whatever it and the camera do.
_APART: Final = 2
_X, _Y = 1, 2
#: Numbers of measurements: faces by their pictures, and then contours.
_FACES, _CONTOURS = 0, 10_000
#: A face is measured by so many numbers: two for each of its corners.
_FACE_NUMBERS: Final = 6
_HEIGHTS: Final = np.arange(5, FREEDOMS, 3)


@dataclass(frozen=True, slots=True, eq=False)
class JointDie:
    """A die that lies flat: about how, the vertices of its top face, and for each picture that shows it, by number,
    where the refiner saw its outline and how it seems to lie there."""

    rigid_pose: RigidPose
    top: str
    outlined: Mapping[int, tuple[OutlineMeasurement, RigidPose]]


@dataclass(frozen=True, slots=True, eq=False)
class JointPicture:
    """A picture, the rows by which its camera's freedoms follow from those of all cameras, (14, all), and the faces
    that it shows; ``VisibleFace.pose_index`` is the place among the dice."""

    photograph: Photograph
    rows: FloatArray
    sights: Sequence[VisibleFace]


@dataclass(frozen=True, slots=True, eq=False)
class JointDice:
    """What came of it: the corners of each die's top face, the step that all cameras took, (all,), its covariance, the
    cameras after it, and for each picture what its faces leave unexplained: the median, in squares of their sigmas and
    by the number; 0 where too few tell."""

    corners: tuple[RefinedCorners, ...]
    step: FloatArray
    covariance: FloatArray
    lenses: tuple[Pinhole, ...]
    misfits: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """Where freedoms stand among all: those of the cameras, then of the dice, then of each die in each picture."""

    cameras: int
    pairs: Mapping[tuple[int, int], int]
    dice: int
    pictures: int

    @property
    def size(self) -> int:
        return self.swelling(self.pictures)

    @property
    def lift(self) -> int:
        """By how much all dice stand higher than the markers say, mm."""
        return self.cameras + _DIE * self.dice + _APART * len(self.pairs)

    @property
    def bulge(self) -> int:
        """By how much the print of all faces stands out of them, mm."""
        return self.lift + 1

    def growth(self, picture: int) -> int:
        """By how much all dice of a picture look larger on every side, px."""
        return self.lift + 2 + picture

    def swelling(self, picture: int) -> int:
        """By how much all faces of a picture look larger than they were enrolled, as a share."""
        return self.growth(self.pictures) + picture

    def die(self, number: int) -> NDArray[np.intp]:
        return self.cameras + _DIE * number + np.arange(_DIE)

    def apart(self, picture: int, die: int) -> NDArray[np.intp]:
        return self.cameras + _DIE * self.dice + _APART * self.pairs[picture, die] + np.arange(_APART)


def adjust_jointly(
    pictures: Sequence[JointPicture],
    dice: Sequence[JointDie],
    step: FloatArray,
    covariance: FloatArray,
    held: NDArray[np.bool_],
) -> JointDice:
    """The cameras and the dice that explain all pictures best; step, covariance: what markers say of all cameras'
    freedoms, from where the photographs have them.

    held: freedoms that markers have told better than dice could, for what dice err is alike for many: they stay as they
    are, and their doubt is carried to the dice (as that of parameters which are considered and not solved for, Schmidt
    1966).
    """
    shown = sorted({(p, s.pose_index) for p, picture in enumerate(pictures) for s in picture.sights})
    shown = sorted({*shown, *((p, k) for k, die in enumerate(dice) for p in die.outlined)})
    layout = _Layout(len(covariance), {pair: n for n, pair in enumerate(shown)}, len(dice), len(pictures))
    loose = np.where(held, tuning.HELD_SHARE, 1.0)
    assumed = covariance * np.outer(loose, loose)
    known, values = np.asarray(np.linalg.inv(assumed), np.float64), np.zeros(layout.size)
    values[: layout.cameras] = step
    dropped: set[tuple[int, int]] = set()
    of_faces: dict[int, FloatArray] = {}
    posterior = np.zeros((layout.size, layout.size))
    for number in range(tuning.JOINT_ROUNDS):
        matrix, vector = _beforehand(layout, dice, pictures, known)
        vector[: layout.cameras] = known @ step
        measured: list[tuple[int, FloatArray, FloatArray, FloatArray]] = []
        for place, picture in enumerate(pictures):
            _add_outlines(layout, matrix, vector, place, picture, dice, values)
            if picture.sights:
                rows, shifts = _faces_of(layout, place, picture, dice, values, first=number == 0)
                measured.append((_FACES + place, rows, *shifts.of_corners))
            if picture.sights and number:
                measured.append((_CONTOURS + place, *_contours_of(layout, place, picture, dice, values)))
        for place, rows, information, towards in measured:
            kept = [one for one in range(len(rows)) if (place, one) not in dropped]
            flat = rows[kept].reshape(-1, layout.size)
            matrix += flat.T @ (information[kept] @ rows[kept]).reshape(-1, layout.size)
            vector += flat.T @ towards[kept].ravel()
        posterior = np.asarray(np.linalg.inv(matrix), np.float64)
        values = np.asarray(posterior @ vector, np.float64)
        dropped, of_faces = set(), {}
        for place, rows, information, towards in measured:
            off, size = _misfits(rows @ values, information, towards), rows.shape[1]
            near = off <= tuning.JOINT_GATE_SIGMAS**2 * size
            dropped |= {(place, one) for one in np.flatnonzero(~near).tolist()}
            if place < _CONTOURS:
                of_faces[place - _FACES] = off
    factor = _variance_factor(of_faces.values(), len(dice))
    # What the cameras' doubt beyond what was assumed does to everything else.
    carried = posterior[:, : layout.cameras] @ known
    posterior = factor * posterior + carried @ (covariance - assumed) @ carried.T
    step = values[: layout.cameras]
    lenses = tuple(_lens(picture, step) for picture in pictures)
    own = [layout.die(k) for k in range(len(dice))]
    corners = tuple(_corners(die, values[k], posterior[np.ix_(k, k)]) for die, k in zip(dice, own, strict=True))
    misfits = tuple(_usual_misfit(of_faces.get(place)) for place in range(len(pictures)))
    return JointDice(corners, step, posterior[: layout.cameras, : layout.cameras], lenses, misfits)


def _misfits(explained: FloatArray, information: FloatArray, towards: FloatArray) -> FloatArray:
    """What measurements, (n, m), leave unexplained, in squares of their sigmas, (n,)."""
    weak = 1e-9 * np.eye(explained.shape[1])
    left = np.linalg.solve(information + weak, towards[..., None])[..., 0] - explained
    return np.asarray(np.einsum("ni,nij,nj->n", left, information, left), np.float64)


def _variance_factor(of_faces: Iterable[FloatArray], dice: int) -> float:
    """By how much the variances of so many dice come out larger than was expected, by what the faces of each picture
    leave unexplained (``_misfits``), but for those that are left out."""
    square = count = 0.0
    for off in of_faces:
        near = off <= tuning.JOINT_GATE_SIGMAS**2 * _FACE_NUMBERS
        square, count = square + float(off[near].sum()), count + float(_FACE_NUMBERS * near.sum())
    usual, counts = tuning.USUAL_MISFIT, tuning.USUAL_MISFIT_COUNT
    spare = max(count - 3 * dice, 0.0)
    return max(1.0, (counts * usual + square) / (counts + spare) / usual)


def _usual_misfit(off: FloatArray | None) -> float:
    """Of what the faces of a picture leave unexplained the median, by the number; 0 where too few tell."""
    if off is None or len(off) < tuning.FEWEST_FACES_OF_A_PICTURE:
        return 0.0
    return float(np.median(off)) / _FACE_NUMBERS


def _lens(picture: JointPicture, step: FloatArray) -> Pinhole:
    return moved_camera(picture.photograph.lens, picture.rows @ step)


def _beforehand(
    layout: _Layout, dice: Sequence[JointDie], pictures: Sequence[JointPicture], known: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """What is known before any die is looked at: inverse covariance and vector."""
    matrix = np.zeros((layout.size, layout.size))
    matrix[: layout.cameras, : layout.cameras] = known
    folds = fold_prior([die.rigid_pose for die in dice])
    for k, die in enumerate(dice):
        own = layout.die(k)
        matrix[np.ix_(own[:FREEDOMS], own[:FREEDOMS])] = folds[k]
        matrix[own[FREEDOMS], own[FREEDOMS]] = (tuning.HEIGHT_SIGMA_EDGES * die.rigid_pose.edge_mm) ** -2.0
    for p, k in layout.pairs:
        apart = layout.apart(p, k)
        alike = shared_covariance(pictures[p].photograph.lens, dice[k].rigid_pose, of_height=False)
        matrix[np.ix_(apart, apart)] = np.linalg.inv(alike)
    matrix[layout.lift, layout.lift] = tuning.LIFT_SIGMA_MM**-2.0
    matrix[layout.bulge, layout.bulge] = tuning.COMMON_BULGE_SIGMA_MM**-2.0
    for p in range(len(pictures)):
        matrix[layout.growth(p), layout.growth(p)] = tuning.CONTOUR_GROWTH_SIGMA_PX**-2.0
        matrix[layout.swelling(p), layout.swelling(p)] = tuning.SWELLING_SIGMA**-2.0
    return matrix, np.zeros(layout.size)


def _moved_rows(rows: FloatArray) -> FloatArray:
    """Of how something changes with the freedoms of a folded die, (..., FREEDOMS), the same with its height."""
    return np.concatenate([rows, rows[..., _HEIGHTS].sum(axis=-1, keepdims=True)], axis=-1)


def _faces_of(
    layout: _Layout,
    place: int,
    picture: JointPicture,
    dice: Sequence[JointDie],
    values: FloatArray,
    *,
    first: bool,
) -> tuple[FloatArray, CornerShifts]:
    """What the faces in a picture tell: how their shifts change with all freedoms, (n, 6, all), and the shifts from
    where the dice were thought to lie at first."""
    lens = _lens(picture, values[: layout.cameras])
    photograph = picture.photograph.seen_by(lens)
    owner, faces = [s.pose_index for s in picture.sights], [s.vertices for s in picture.sights]
    own = [dice[k].rigid_pose for k in owner]
    corners, edges_mm = face_corners_mm(own, faces), np.array([one.edge_mm for one in own])
    moved = corner_jacobian(own, faces)
    own_rows = _moved_rows(shift_jacobian(lens, own, faces))
    by_camera = _camera_rows(lens, corners) @ picture.rows
    rows = np.zeros((len(owner), 6, layout.size))
    rows[:, :, : layout.cameras] = by_camera
    outward = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    apparent, arms = _apparent(lens, corners), corners - corners.mean(axis=1, keepdims=True)
    rows[:, :, layout.bulge] = (apparent @ outward[:, None, :, None]).reshape(-1, 6)
    rows[:, :, layout.swelling(place)] = (apparent @ arms[..., None]).reshape(-1, 6)
    sought, expected = corners.copy(), np.zeros((len(owner), 6))
    for n, k in enumerate(owner):
        apart = layout.apart(place, k)
        rows[n][:, layout.die(k)] = own_rows[n]
        rows[n][:, apart] = own_rows[n][:, [_X, _Y]]
        rows[n][:, layout.lift] = own_rows[n][:, FREEDOMS]
        there = dice[k].outlined.get(place)
        if first and there is not None:
            sought[n] = there[1].corners_mm(faces[n])
        else:
            step = _step(layout, place, k, values)
            sought[n] += (_moved_rows(moved[n]) @ step).reshape(3, 3)
    if first:
        expected = apparent @ (sought - corners)[..., None]
        expected = expected.reshape(len(owner), 6) + by_camera @ values[: layout.cameras]
    else:
        expected = (rows @ values[:, None])[..., 0]
    art = np.stack([s.art for s in picture.sights])
    in_sight = pixels_in_sight(picture.sights)
    shifts = measure_shifts(photograph, sought, art, in_sight=in_sight).reported_from(expected)
    art_mm2 = np.stack([s.art_covariance_mm2 for s in picture.sights])
    art_mm = np.array([s.art_sigma_mm for s in picture.sights])
    far_mm = np.linalg.norm(lens.eye_mm - corners.mean(axis=1), axis=1)
    floor_mm = tuning.JOINT_EDGE_FLOOR_PX * far_mm / lens.matrix[0, 0]
    bulge_mm2 = bulge_covariance(bulge_slants(lens, corners), edges_mm)
    return rows, shifts.with_error(art_mm2, np.hypot(art_mm, floor_mm), bulge_mm2)


def _step(layout: _Layout, place: int, k: int, values: FloatArray) -> FloatArray:
    """By how much a die's freedoms have changed as one picture shows it."""
    step = values[layout.die(k)].copy()
    step[[_X, _Y]] += values[layout.apart(place, k)]
    step[FREEDOMS] += values[layout.lift]
    return step


def _contours_of(
    layout: _Layout, place: int, picture: JointPicture, dice: Sequence[JointDie], values: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """What the contours of the dice in a picture tell: how they change with all freedoms, (n, 2, all), the inverse
    covariances of the two numbers of each, (n, 2, 2), and these times the numbers, (n, 2)."""
    lens = _lens(picture, values[: layout.cameras])
    shown = [k for k, die in enumerate(dice) if (place, k) in layout.pairs]
    moved = [_vertex_jacobian(dice[k].rigid_pose) for k in shown]
    corners = [
        vertices_mm(dice[k].rigid_pose) + rows @ _step(layout, place, k, values)
        for k, rows in zip(shown, moved, strict=True)
    ]
    edges = measure_contours(picture.photograph.picture, lens, corners)
    if not are_plain(edges):
        return np.zeros((0, 2, layout.size)), np.zeros((0, 2, 2)), np.zeros((0, 2))
    ends = np.array([edge.ends for edge in edges])
    weights = np.stack([1 - MEASURED_AT, MEASURED_AT], axis=1)
    points = np.stack([weights @ corners[edge.die][list(edge.ends)] for edge in edges])
    _, by_camera, by_point = camera_slopes(lens, points.reshape(-1, 3))
    normals = np.repeat([edge.normal for edge in edges], 2, axis=0)[:, None]
    across = normals @ by_point
    rows = np.zeros((len(edges), 2, layout.size))
    rows[:, :, : layout.cameras] = ((normals @ by_camera)[:, 0] @ picture.rows).reshape(len(edges), 2, -1)
    for n, edge in enumerate(edges):
        own = np.einsum("ke,eif->kif", weights, moved[edge.die][ends[n]])
        by_die = (across.reshape(-1, 2, 1, 3)[n] @ own)[:, 0]
        k = shown[edge.die]
        rows[n][:, layout.die(k)] = by_die
        rows[n][:, layout.apart(place, k)] = by_die[:, [_X, _Y]]
        rows[n][:, layout.lift] = by_die[:, FREEDOMS]
    rows[:, :, layout.growth(place)] = 1.0
    sigmas = np.hypot([edge.sigma_px for edge in edges], tuning.CONTOUR_FLOOR_PX)
    information = (sigmas**-2.0)[:, None, None] * np.eye(2)
    offsets = np.array([edge.offsets_px for edge in edges]) + rows @ values
    return rows, information, (information @ offsets[..., None])[..., 0]


def are_plain(edges: Sequence[ContourEdge]) -> bool:
    """Whether contours lie about where the faces have them: where a print ends in a rim of the table's colour or
    brightness they do not, and tell of the rim."""
    if len(edges) < tuning.FEWEST_CONTOURS:
        return False
    off_px = np.array([edge.offsets_px.mean() for edge in edges])
    usual = float(np.median(off_px))
    spread = 1.4826 * float(np.median(np.abs(off_px - usual)))
    return abs(usual) < tuning.MOST_CONTOUR_OFF_PX and spread < tuning.MOST_CONTOUR_SPREAD_PX


def _vertex_jacobian(rigid_pose: RigidPose) -> FloatArray:
    """How the corners of a die, in the order of ``VERTICES``, move with its freedoms, (6, 3, 22)."""
    arms = vertices_mm(rigid_pose) - rigid_pose.centre_mm
    rows = np.zeros((len(VERTICES), 3, _DIE))
    rows[:, :2, 0] = arms[:, 1::-1] * (-1, 1) / reach_mm(rigid_pose.edge_mm)
    rows[:, 0, _X] = rows[:, 1, _Y] = rows[:, 2, FREEDOMS] = 1.0
    for vertex in range(len(VERTICES)):
        rows[vertex, :, 3 + 3 * vertex : 6 + 3 * vertex] = np.eye(3)
    return rows


def _planes(corners_mm: FloatArray) -> FloatArray:
    """Unit vectors to the right and up in faces by their corners, (n, 2, 3)."""
    _, right, up = face_axes(corners_mm, FINE.radius_px)
    return np.stack([v / np.linalg.norm(v, axis=1, keepdims=True) for v in (right, up)], axis=1)


def _apparent(lens: Pinhole, corners_mm: FloatArray) -> FloatArray:
    """How far corners, (n, 3, 3), moved in space seem to move in the planes of their faces, (n, 3, 2, 3)."""
    _, _, by_point = camera_slopes(lens, corners_mm.reshape(-1, 3))
    plane = np.repeat(_planes(corners_mm), 3, axis=0)
    return np.asarray(np.linalg.solve(by_point @ plane.transpose(0, 2, 1), by_point), np.float64).reshape(-1, 3, 2, 3)


def _camera_rows(lens: Pinhole, corners_mm: FloatArray) -> FloatArray:
    """How the shifts of faces by their corners, (n, 3, 3), change with the camera's freedoms, (n, 6, 14)."""
    _, by_camera, by_point = camera_slopes(lens, corners_mm.reshape(-1, 3))
    plane = np.repeat(_planes(corners_mm), 3, axis=0)
    return np.asarray(np.linalg.solve(by_point @ plane.transpose(0, 2, 1), by_camera), np.float64).reshape(
        -1, 6, CAMERA_FREEDOMS
    )


def _add_outlines(
    layout: _Layout,
    matrix: FloatArray,
    vector: FloatArray,
    place: int,
    picture: JointPicture,
    dice: Sequence[JointDie],
    values: FloatArray,
) -> None:
    """Add where a picture's outlines of top faces were seen, by its camera as it was thought to be at first."""
    seen = [k for k, die in enumerate(dice) if place in die.outlined]
    if not seen:
        return
    own, tops = [dice[k].rigid_pose for k in seen], [dice[k].top for k in seen]
    moved = corner_jacobian(own, tops)
    by_die = _moved_rows(outline_jacobian(own, tops, moved))
    corners = face_corners_mm(own, tops)
    lens = picture.photograph.lens
    _, by_camera, by_point = camera_slopes(lens, corners.reshape(-1, 3))
    on_plan = np.linalg.solve(by_point[..., :2], by_camera).reshape(-1, 3, 2, CAMERA_FREEDOMS) @ picture.rows
    arms = (corners - corners.mean(axis=1, keepdims=True))[..., :2]
    across = arms[..., ::-1] * (-1, 1) / (arms * arms).sum(axis=-1, keepdims=True)
    turn = (across[..., None] * on_plan).sum(axis=2).mean(axis=1, keepdims=True)
    by_cameras = np.concatenate([on_plan.mean(axis=1), turn], axis=1)
    # What lies higher than it should is seen nearer to the camera.
    ray = lens.eye_mm - corners.mean(axis=1)
    by_die[:, :2, FREEDOMS] = ray[:, :2] / ray[:, 2:]
    for n, k in enumerate(seen):
        outlined, there = dice[k].outlined[place]
        here, apparent = own[n].pose(tops[n]), there.pose(tops[n])
        firm = outline_information(outlined, apparent)
        rows = np.zeros((3, layout.size))
        rows[:, : layout.cameras] = by_cameras[n]
        rows[:, layout.die(k)] = by_die[n]
        rows[:, layout.apart(place, k)] = by_die[n][:, [_X, _Y]]
        rows[:, layout.lift] = by_die[n][:, FREEDOMS]
        matrix += rows.T @ (firm[:, None] * rows)
        vector += rows.T @ (firm * np.array(outline_difference(outlined.pose, here)))


def _corners(die: JointDie, step: FloatArray, covariance: FloatArray) -> RefinedCorners:
    """The corners of a top face after a step of its die's freedoms that is known so exactly."""
    plan = corner_jacobian([die.rigid_pose], [die.top])[0, :, :2].reshape(6, FREEDOMS)
    before = die.rigid_pose.corners_mm(die.top)[:, :2]
    after = before + (plan @ step[:FREEDOMS]).reshape(3, 2)
    return RefinedCorners(after, np.asarray(plan @ covariance[:FREEDOMS, :FREEDOMS] @ plan.T, np.float64))
