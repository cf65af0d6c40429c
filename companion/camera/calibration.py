"""Calibration: pictures of the mat (and of the lens board) in, a camera over its table out.

Which picture shows the table and which the board is decided by what they show, not by how they were named.

Pictures of another size than the camera was calibrated with: of the same shape, they show the same scaled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import tuning
from companion.camera.calibrated_camera import Camera, Quality, TablePhotograph
from companion.camera.camera_motion import correspondences_of
from companion.camera.lens import BoardView, LensFit, detect_board, fit_lens, refine_lens_with_table
from companion.camera.mat import (
    SHEET_MM,
    Charuco,
    MarkerCorners,
    Mat,
    TableShape,
    detect_mat_markers,
    list_markers,
    refine_markers,
)
from companion.camera.pictures import Picture
from companion.camera.pinhole import Pinhole
from companion.camera.pose import PointCorrespondences, PoseFit, fit_focal, fit_pose, rms_length
from companion.camera.table_corners import refine_table_corners
from companion.errors import InputError, OperationError
from companion.geometry import at_height
from companion.opencv import cv2
from companion.text import gettext

_Size = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A calibrated camera, and sentences about what was left out or assumed on the way."""

    camera: Camera
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Shot:
    """What one picture shows: the mat's markers (rough), other markers, the lens board."""

    picture: Picture
    markers: MarkerCorners
    unexpected: tuple[int, ...]
    board: BoardView | None

    @property
    def shows_table(self) -> bool:
        return len(self.markers) >= tuning.FEWEST_MARKERS


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    """Pose found from one set of marker corners, with the markers that do not lie where the mat says."""

    camera: Pinhole
    seen: MarkerCorners
    strays: tuple[int, ...]
    fit: PoseFit
    sighting: PointCorrespondences

    @property
    def standback_px(self) -> float:
        """How far the ink of all markers stands back."""
        return float(self.fit.standbacks_px[-1][0])

    @property
    def ink_px(self) -> FloatArray:
        """Where the corners of the markers' ink are, (N, 2), whose light has eaten into it."""
        return np.asarray(self.sighting.points_px + self.sighting.growth @ self.fit.standbacks_px[-1], np.float64)


def calibrate(mat: Mat, lens_pictures: Sequence[Picture], table_pictures: Sequence[Picture]) -> Calibration:
    """A camera from pictures of the mat and, where there are, of the lens board; ``OperationError`` says what is
    missing."""
    pictures, named_lens = [*lens_pictures, *table_pictures], {id(picture) for picture in lens_pictures}
    boards = detect_board(pictures, mat.charuco) if lens_pictures and mat.charuco else [None] * len(pictures)
    shots = [_examine(picture, board, mat) for picture, board in zip(pictures, boards, strict=True)]
    tables = [shot for shot in shots if shot.shows_table]
    if not tables:
        raise OperationError(_no_table(shots, mat))
    remarks = [_skipped(shot, mat) for shot in shots if not shot.shows_table and shot.board is None]
    tables = _in_one_size(tables, mat, remarks)
    size_wh = tables[-1].picture.size_wh
    lens = _lens([shot for shot in shots if shot.board is not None], size_wh, remarks)
    if lens is None and any(id(shot.picture) in named_lens and not shot.shows_table for shot in shots):
        remarks.append(_no_lens())
    if lens is not None:
        measured, lens = _from_lens(mat, tables, lens, remarks)
    else:
        measured = _from_table(mat, tables, size_wh, remarks)
    remarks += [_stray(measured, number, mat) for number in measured.strays]
    bow_mm = 0.0 if lens else _bow_mm(mat, measured.camera, tables[-1].picture)
    camera = _camera(mat, measured, lens, bow_mm)
    empty = TablePhotograph.of(camera.lens, tables[-1].picture.pixels)
    return Calibration(replace(camera, empty=empty), tuple(remarks))


def measure_lens(
    pictures: Sequence[Picture], charuco: Charuco, size_wh: tuple[int, int], remarks: list[str]
) -> LensFit | None:
    """The lens by pictures of a board, for pictures of a size; ``None`` where none can be used. What is to be said of
    them is added to ``remarks``."""
    boards = detect_board(pictures, charuco)
    shots = [_Shot(picture, {}, (), board) for picture, board in zip(pictures, boards, strict=True)]
    remarks += [
        gettext("{picture} was skipped: no lens board is seen in it.", picture=shot.picture.name)
        for shot in shots
        if shot.board is None
    ]
    fit = _lens([shot for shot in shots if shot.board is not None], size_wh, remarks)
    if fit is None and pictures:
        remarks.append(_no_lens())
    return fit


def _no_lens() -> str:
    return gettext("No lens picture could be used: the lens is assumed to be free of distortion.")


def _examine(picture: Picture, board: BoardView | None, mat: Mat) -> _Shot:
    seen, unexpected = detect_mat_markers(picture.pixels, mat.markers)
    if board is not None and mat.charuco and any(m.dictionary == mat.charuco.dictionary for m in mat.markers):
        seen, unexpected = {}, ()  # the board's own markers would pass for the mat's
    return _Shot(picture, seen, unexpected, board)


def _no_table(shots: Sequence[_Shot], mat: Mat) -> str:
    """Why no picture shows the table, by the picture that comes nearest."""
    expected = [marker.id for marker in mat.markers]
    if len(expected) < tuning.FEWEST_MARKERS:
        return gettext(
            "The mat has fewer than {count} markers: too few to calibrate by; use --clicks instead.",
            count=tuning.FEWEST_MARKERS,
        )
    candidates = [shot for shot in shots if shot.board is None]
    if not candidates:
        return gettext(
            "All pictures show the lens board and none the table with its markers: add a picture of the table."
        )
    best = max(candidates, key=lambda shot: len(shot.markers))
    missing = [number for number in expected if number not in best.markers]
    seen = (
        gettext("only {markers} seen", markers=list_markers(best.markers))
        if best.markers
        else gettext("no marker of the mat is seen")
    )
    reported = f"{seen} ({list_markers(missing)} missing)"
    if len(best.unexpected) >= tuning.FEWEST_MARKERS and not best.markers:
        reported += gettext(", but {markers}: is this the right mat file?", markers=list_markers(best.unexpected))
        return f"{best.picture.name}: {reported}"
    return gettext(
        "{picture}: {found}; at least {count} are needed: uncover them, light the table, try again.",
        picture=best.picture.name,
        found=reported,
        count=tuning.FEWEST_MARKERS,
    )


def _in_one_size(tables: Sequence[_Shot], mat: Mat, remarks: list[str]) -> list[_Shot]:
    """The shots, those of another scale than the last scaled to it; ``InputError`` where one has another shape."""
    last, found = tables[-1].picture, []
    for shot in tables:
        picture = shot.picture
        if picture.size_wh == last.size_wh:
            found.append(shot)
        elif has_same_shape(picture.size_wh, last.size_wh):
            remarks.append(_scaled(picture, last.size_wh))
            found.append(_examine(Picture(picture.name, fit_picture(picture.pixels, last.size_wh)), None, mat))
        else:
            raise InputError(
                gettext(
                    "{picture} is {size} px and {other} {other_size} px: table pictures must come from one camera with "
                    "one setting.",
                    picture=picture.name,
                    size=_by(picture.size_wh),
                    other=last.name,
                    other_size=_by(last.size_wh),
                )
            )
    return found


def _scaled(picture: Picture, size_wh: tuple[int, int]) -> str:
    return gettext(
        "{picture} is {size} px and was scaled to the {table_size} px of the table picture.",
        picture=picture.name,
        size=_by(picture.size_wh),
        table_size=_by(size_wh),
    )


def _skipped(shot: _Shot, mat: Mat) -> str:
    missing = [marker.id for marker in mat.markers if marker.id not in shot.markers]
    return gettext(
        "{picture} was skipped: no lens board is seen in it, and {markers} of the mat missing.",
        picture=shot.picture.name,
        markers=list_markers(missing),
    )


def _lens(shots: Sequence[_Shot], size_wh: tuple[int, int], remarks: list[str]) -> LensFit | None:
    views = []
    for shot in shots:
        if shot.board is None:
            continue
        if shot.picture.size_wh == size_wh:
            views.append(shot.board)
        elif has_same_shape(shot.picture.size_wh, size_wh):
            points_px = fit_points(shot.board.points_px, shot.picture.size_wh, size_wh)
            views.append(replace(shot.board, points_px=points_px))
            remarks.append(_scaled(shot.picture, size_wh))
        else:
            remarks.append(
                gettext(
                    "{picture} was skipped: it is {size} px, the table picture {table_size} px.",
                    picture=shot.picture.name,
                    size=_by(shot.picture.size_wh),
                    table_size=_by(size_wh),
                )
            )
    fit = fit_lens(views, size_wh)
    if fit:
        remarks += [
            gettext("{name} was left out: it does not fit the other lens pictures.", name=name) for name in fit.dropped
        ]
    return fit


def _from_lens(mat: Mat, tables: Sequence[_Shot], lens: LensFit, remarks: list[str]) -> tuple[_Measured, LensFit]:
    """Pose by the measured lens, and that lens, made better by the table's markers where they agree with it."""
    size_wh = tables[0].picture.size_wh
    measured = _at_rest(mat, tables, lens, remarks)
    for _ in range(tuning.LENS_ROUNDS):
        view = BoardView("table", measured.sighting.points_mm, measured.ink_px)
        joint = refine_lens_with_table(lens, view, size_wh)
        if joint is None or measured.strays:
            break
        lens = joint
        measured = _at_rest(mat, tables, lens, [])
    if measured.standback_px >= tuning.MIN_STANDBACK_PX:
        remarks.append(
            gettext(
                "The markers' black squares look {px:.1f} px smaller on every side than they are: their paper is "
                "overexposed. That was allowed for; less light or a shorter exposure is better.",
                px=measured.standback_px,
            )
        )
    return measured, lens


def _at_rest(mat: Mat, tables: Sequence[_Shot], lens: LensFit, remarks: list[str]) -> _Measured:
    nowhere = Pinhole(lens.matrix, lens.distortion, np.eye(3), np.zeros(3), tables[0].picture.size_wh)
    return _posed(mat, _stills([_refined(shot, nowhere) for shot in tables], remarks)[-1], nowhere)


def _from_table(mat: Mat, tables: Sequence[_Shot], size_wh: tuple[int, int], remarks: list[str]) -> _Measured:
    """Without lens pictures: focal length from all places where the camera stood, pose from the last."""
    groups = _stills([_refined(shot, None) for shot in tables], remarks)
    fit = fit_focal([correspondences_of(mat.markers, seen) for seen in groups], size_wh)
    measured = _posed(mat, groups[-1], fit.cameras[-1])
    if measured.strays:
        remaining = {number: corners for number, corners in groups[-1].items() if number not in measured.strays}
        fit = fit_focal([correspondences_of(mat.markers, remaining)], size_wh)
        measured = _posed(mat, groups[-1], fit.cameras[-1])
    return replace(measured, fit=fit)


def _refined(shot: _Shot, lens: Pinhole | None) -> MarkerCorners:
    """Exact corners of a picture; rough ones where too few squares are clear enough."""
    exact = refine_markers(shot.picture.pixels, shot.markers, lens)
    return exact if len(exact) >= tuning.FEWEST_MARKERS else shot.markers | exact


def _stills(seen: Sequence[MarkerCorners], remarks: list[str]) -> list[MarkerCorners]:
    """Corners averaged over pictures between which the camera stood still, one entry for each place, the last last."""
    groups: list[list[MarkerCorners]] = []
    for corners in seen:
        for at, group in enumerate(groups):
            both = group[0].keys() & corners.keys()
            moves = [np.linalg.norm(group[0][number].mean(axis=0) - corners[number].mean(axis=0)) for number in both]
            if moves and float(np.median(moves)) <= tuning.STILL_CAMERA_PX:
                groups.append([*groups.pop(at), corners])
                break
        else:
            groups.append([corners])
    if len(groups) > 1:
        remarks.append(gettext("The camera moved between the table pictures: the pose is that of the last one."))
    numbers = [sorted({number for seen in group for number in seen}) for group in groups]
    return [
        {number: np.mean([seen[number] for seen in group if number in seen], axis=0) for number in of_group}
        for group, of_group in zip(groups, numbers, strict=True)
    ]


def _posed(mat: Mat, seen: MarkerCorners, lens: Pinhole) -> _Measured:
    """Pose from all markers but those that do not lie where the mat says."""
    remaining, strays = dict(seen), list[int]()
    while True:
        sighting = correspondences_of(mat.markers, remaining)
        fit = fit_pose(sighting, lens)
        worst = _stray_of(mat, remaining, fit, lens)
        if worst is None:
            return _Measured(fit.cameras[0], seen, tuple(strays), fit, sighting)
        strays.append(worst)
        del remaining[worst]


def _stray_of(mat: Mat, remaining: MarkerCorners, fit: PoseFit, lens: Pinhole) -> int | None:
    """The marker without which the others fit far better; needs at least three others to tell."""
    rms_px = rms_length(fit.errors_px[0])
    if len(remaining) <= tuning.FEWEST_MARKERS or rms_px <= tuning.STRAY_MARKER_PX:
        return None
    without = {number: {n: c for n, c in remaining.items() if n != number} for number in remaining}
    rms = {
        number: rms_length(fit_pose(correspondences_of(mat.markers, rest), lens).errors_px[0])
        for number, rest in without.items()
    }
    best = min(rms, key=lambda number: rms[number])
    return best if rms[best] * tuning.STRAY_MARKER_GAIN < rms_px else None


def _stray(measured: _Measured, number: int, mat: Mat) -> str:
    corners = next(marker for marker in mat.markers if marker.id == number).points_mm()[:, :2]
    off_mm = float(np.linalg.norm(measured.camera.to_table(measured.seen[number]).mean(axis=0) - corners.mean(axis=0)))
    return gettext(
        "{marker} was left out: it lies {off_mm:.1f} mm from where the mat has it.",
        marker=list_markers([number]).capitalize(),
        off_mm=off_mm,
    )


def _bow_mm(mat: Mat, camera: Pinhole, picture: Picture) -> float:
    """How far a lens that was not measured bows the table's straight edges; 0 where that is not to be seen."""
    corners_mm = mat.table.outline()
    corners_px = camera.project(at_height(corners_mm, 0.0))
    size = np.array(picture.size_wh)
    if mat.table.shape is not TableShape.RECT or (corners_px < 0).any() or (corners_px > size - 1).any():
        return 0.0
    sides_px = np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1)
    sides_mm = np.linalg.norm(np.roll(corners_mm, -1, axis=0) - corners_mm, axis=1)
    return refine_table_corners(picture.pixels, corners_px).bow_px * float((sides_mm / sides_px).mean())


def _camera(mat: Mat, measured: _Measured, lens: LensFit | None, bow_mm: float) -> Camera:
    sighting, camera = measured.sighting, measured.camera
    places = camera.to_table(measured.ink_px)
    quality = Quality(
        rms_px=rms_length(camera.project(sighting.points_mm) - measured.ink_px),
        rms_mm=rms_length(places - sighting.points_mm[:, :2]),
        markers=len(measured.seen) - len(measured.strays),
        lens_pictures=len(lens.views) if lens else 0,
        focal_sigma=lens.focal_sigma if lens else measured.fit.focal_sigma,
        bow_mm=bow_mm,
    )
    return Camera(camera.lowered(SHEET_MM), mat.table, mat.markers, quality, measured.seen)


def _by(size_wh: tuple[int, int]) -> str:
    return f"{size_wh[0]} x {size_wh[1]}"


def has_same_shape(size_wh: _Size, other_wh: _Size) -> bool:
    """Whether two sizes, px, differ by their scale alone, to the pixel that rounding may cost."""
    (wide, tall), (broad, high) = sorted((size_wh, other_wh))
    return wide < broad and abs(tall - high * wide / broad) <= 1


def fit_picture(pixels: Image, size_wh: _Size) -> Image:
    """A picture scaled to a size of the same shape; any other as it is."""
    if not has_same_shape((pixels.shape[1], pixels.shape[0]), size_wh):
        return pixels
    how = cv2.INTER_AREA if pixels.shape[1] > size_wh[0] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, size_wh, interpolation=how), np.uint8)


def fit_points(points_px: FloatArray, size_wh: _Size, to_wh: _Size) -> FloatArray:
    """Where places of a picture, (N, 2), lie once it is scaled: pixels count from their centres."""
    if size_wh == to_wh:
        return points_px
    return np.asarray((points_px + 0.5) * (np.array(to_wh) / np.array(size_wh)) - 0.5, np.float64)
