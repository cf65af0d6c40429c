"""Calibration of a camera in the hand: three or more pictures of the mat from different places in, a lens out.

Says how good the lens is, which pictures and markers were left out, and what one more picture should show.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from companion.camera.calibrated_camera import CalibrationVerdict, TablePhotograph
from companion.camera.camera_motion import correspondences_of
from companion.camera.handheld_adjustment import (
    CAMERA_FREEDOMS,
    LENS_FREEDOMS,
    POSE_FREEDOMS,
    PRINT,
    AdjustedView,
    Adjustment,
    LensPrior,
    MarkerSight,
    adjust,
    camera_slopes,
)
from companion.camera.handheld_camera import (
    HandheldCamera,
    HandheldQuality,
    picture_spreads,
    place_slopes,
    table_grid,
    table_sigma_mm,
)
from companion.camera.handheld_markers import corners_of, detect_hand_markers, edges_of
from companion.camera.mat import SHEET_MM, MarkerCorners, Mat, list_markers
from companion.camera.pictures import SensorPicture, check_all_differ
from companion.camera.pinhole import Pinhole
from companion.camera.pose import fit_focal
from companion.camera.table_mosaic import mosaic_of
from companion.camera.table_print import TablePrint, agrees, sight_print
from companion.camera.tuning import (
    ASKED_DISTANCES,
    ASKED_GAIN,
    ASKED_SLANTS_DEG,
    BREATHING,
    EDGE_ROUNDS,
    FEWEST_HAND_MARKERS,
    FEWEST_HAND_PICTURES,
    HAND_EDGE_SIGMA_PX,
    HAND_LENS_SPREADS,
    LEAST_FITTING_SHARE,
    OTHER_LENS_SPREADS,
)
from companion.errors import InputError, OperationError
from companion.text import N_, gettext, ngettext, pgettext

_SIDES: Final = {
    0: N_("camera", "from the right"),
    90: N_("camera", "from the far side"),
    180: N_("camera", "from the left"),
    270: N_("camera", "from the near side"),
}
#: How few pairs of a marker may count for it to be reported as left out.
_LEFT_OUT: Final = 0.25
#: How exactly corners are known as they are read first, px.
_READ_SIGMA_PX: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class HandheldCalibration:
    """A camera in the hand, sentences about what was left out, and what one more picture should show, if anything."""

    camera: HandheldCamera
    remarks: tuple[str, ...]
    advice: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A picture with the mat's markers that were read in it, roughly."""

    picture: SensorPicture
    markers: MarkerCorners


def calibrate_handheld(mat: Mat, pictures: Sequence[SensorPicture]) -> HandheldCalibration:
    """The lens that took these pictures of a mat, dice on it or not.

    Raises:
        OperationError: too few pictures show enough of the mat; the message says which show what.
        InputError: the pictures are of more than one size, or one is given twice.
    """
    check_all_differ(pictures)
    looks, remarks = _usable([_looked(mat, picture) for picture in pictures], mat)
    size_wh = _one_size(looks)
    adjustment, sights = _adjusted(mat, looks, size_wh)
    while (misfit := _misfit(looks, adjustment, sights)) is not None:
        remarks.append(
            gettext(
                "{picture} was left out: it does not fit the others (another lens or zoom of the phone, or the "
                "markers lay elsewhere).",
                picture=looks.pop(misfit).picture.name,
            )
        )
        if len(looks) < FEWEST_HAND_PICTURES:
            raise OperationError(*remarks, _too_few(len(looks)))
        adjustment, sights = _adjusted(mat, looks, size_wh)
    remarks += _left_out(looks, adjustment, sights)
    adjustment, sights = _with_print(mat, looks, adjustment, sights)
    camera = _camera(mat, looks, adjustment, sights)
    return HandheldCalibration(camera, tuple(remarks), _advice(camera, adjustment))


def _looked(mat: Mat, picture: SensorPicture) -> _Look:
    return _Look(picture, detect_hand_markers(picture.pixels, mat.markers)[0])


def _usable(looks: Sequence[_Look], mat: Mat) -> tuple[list[_Look], list[str]]:
    """The pictures that show enough markers, and what is to be said of the others."""
    if len(mat.markers) < FEWEST_HAND_MARKERS:
        raise InputError(gettext("The mat has fewer than two markers: too few for a camera in the hand."))
    enough = [look for look in looks if len(look.markers) >= FEWEST_HAND_MARKERS]
    remarks = [
        gettext(
            "{picture} was left out: {seen}; at least two are needed.",
            picture=look.picture.name,
            seen=gettext("only {markers} seen", markers=list_markers(look.markers))
            if look.markers
            else gettext("no marker of the mat is seen"),
        )
        for look in looks
        if look not in enough
    ]
    if len(enough) < FEWEST_HAND_PICTURES:
        raise OperationError(*remarks, _too_few(len(enough)))
    return enough, remarks


def _too_few(count: int) -> str:
    usable = ngettext("{count} picture shows", "{count} pictures show", count) if count else gettext("No picture shows")
    return gettext(
        "{usable} at least two markers of the mat and fit together; three are needed, each from another place.",
        usable=usable,
    )


def _one_size(looks: Sequence[_Look]) -> tuple[int, int]:
    first = looks[0].picture
    for look in looks:
        if look.picture.size_wh != first.size_wh:
            raise InputError(
                gettext(
                    "{picture} is {size} px and {other} {other_size} px: the pictures must come from one lens, as the "
                    "phone stores them (not cropped, nor sent through a messenger).",
                    picture=look.picture.name,
                    size="{} x {}".format(*look.picture.size_wh),
                    other=first.name,
                    other_size="{} x {}".format(*first.size_wh),
                )
            )
    return first.size_wh


def _adjusted(mat: Mat, looks: Sequence[_Look], size_wh: tuple[int, int]) -> tuple[Adjustment, list[MarkerSight]]:
    """All pictures together: first by the corners of the markers that were read, then by the edges of all."""
    sights = [corners_of(look.picture.pixels, mat.markers, look.markers) for look in looks]
    read = [replace(correspondences_of(mat.markers, look.markers), noise_px=_READ_SIGMA_PX) for look in looks]
    rough = fit_focal(read, size_wh)
    starts = [camera.lowered(SHEET_MM) for camera in rough.cameras]
    prior = _unknown_lens(starts[0])
    adjustment = adjust(sights, mat.markers, prior, starts)
    for _ in range(EDGE_ROUNDS):
        found = [
            edges_of(look.picture.pixels, mat.markers, view.camera)
            for look, view in zip(looks, adjustment.views, strict=True)
        ]
        sights = [edges or corners for edges, corners in zip(found, sights, strict=True)]
        adjustment = adjust(sights, mat.markers, prior, [view.camera for view in adjustment.views], adjustment.lens)
    return adjustment, sights


def _unknown_lens(about: Pinhole) -> LensPrior:
    """What is known of any phone's lens: about its focal length, that it looks through its picture's middle."""
    focal, centre, radial, tangential, third = HAND_LENS_SPREADS
    centre_px = centre * max(about.size_wh)
    spreads = np.array([focal, centre_px, centre_px, radial, radial, tangential, tangential, third])
    return LensPrior(about, np.diag(spreads**-2.0), picture_spreads(about, BREATHING))


def _misfit(looks: Sequence[_Look], adjustment: Adjustment, sights: Sequence[MarkerSight]) -> int | None:
    """The picture that fits the others worst, where it does not fit."""
    badness = []
    for look, view, sight in zip(looks, adjustment.views, sights, strict=True):
        off_spreads = abs(math.log(view.focal_scale)) / BREATHING
        share = max(sight.fitting_share(view.used, look.markers), 1e-3)
        badness.append(max(off_spreads / OTHER_LENS_SPREADS, LEAST_FITTING_SHARE / share))
    worst = int(np.argmax(badness))
    return worst if badness[worst] > 1.0 else None


def _left_out(looks: Sequence[_Look], adjustment: Adjustment, sights: Sequence[MarkerSight]) -> Iterator[str]:
    """The markers that were read and count for little or nothing."""
    for look, view, sight in zip(looks, adjustment.views, sights, strict=True):
        counted = {number: int(view.used[sight.markers == number].sum()) for number in look.markers}
        lost = [number for number, pairs in counted.items() if pairs <= 4 * _LEFT_OUT]
        if lost:
            yield ngettext(
                "In {picture}, {markers} was left out: it is partly covered or cut off, or not flat.",
                "In {picture}, {markers} were left out: they are partly covered or cut off, or not flat.",
                len(lost),
                picture=look.picture.name,
                markers=list_markers(lost),
            )


def _with_print(
    mat: Mat, looks: Sequence[_Look], adjustment: Adjustment, sights: list[MarkerSight]
) -> tuple[Adjustment, list[MarkerSight]]:
    """The same with what the pictures show of the table's print, where they agree on that."""
    empty = _mosaic(mat, looks, adjustment)
    if empty is None:
        return adjustment, sights
    table, joined = TablePrint.of(empty, mat.table, mat.markers), []
    for number, (look, view, sight) in enumerate(zip(looks, adjustment.views, sights, strict=True)):
        shown = sight_print(table, look.picture.pixels, view.camera, adjustment.covariance_of(number))
        joined.append(sight if shown is None else sight.joined(shown))
    prior, cameras = _unknown_lens(adjustment.views[0].camera), [view.camera for view in adjustment.views]
    by_print = adjust(joined, mat.markers, prior, cameras, adjustment.lens)
    agreeing = (agrees(v, s, look.markers) for v, s, look in zip(by_print.views, joined, looks, strict=True))
    return (by_print, joined) if all(agreeing) else (adjustment, sights)


def _mosaic(mat: Mat, looks: Sequence[_Look], adjustment: Adjustment) -> TablePhotograph | None:
    cameras = [view.camera for view in adjustment.views]
    return mosaic_of(mat.table, [(camera, look.picture.pixels) for camera, look in zip(cameras, looks, strict=True)])


def _camera(mat: Mat, looks: Sequence[_Look], adjustment: Adjustment, sights: Sequence[MarkerSight]) -> HandheldCamera:
    off_px = [
        (view.residuals * sight.sigmas_px)[view.used & (sight.markers != PRINT)]
        for view, sight in zip(adjustment.views, sights, strict=True)
    ]
    markers = sum(len(sight.counted(view.used)) for view, sight in zip(adjustment.views, sights, strict=True))
    sigmas_mm = [
        table_sigma_mm(view.camera, adjustment.covariance_of(number), mat.table)
        for number, view in enumerate(adjustment.views)
    ]
    quality = HandheldQuality(
        rms_px=float(np.sqrt(np.mean(np.concatenate(off_px) ** 2))),
        sigma_mm=float(np.sqrt(np.mean(np.square(sigmas_mm)))),
        focal_sigma=math.sqrt(adjustment.lens_covariance[0, 0]),
        pictures=len(looks),
        markers=markers,
    )
    focals = {look.picture.tags.focal_35_mm for look in looks}
    return HandheldCamera(
        adjustment.lens,
        adjustment.lens_covariance,
        BREATHING,
        mat.table,
        mat.markers,
        quality,
        focals.pop() if len(focals) == 1 else 0.0,
        _mosaic(mat, looks, adjustment),
    )


def _advice(camera: HandheldCamera, adjustment: Adjustment) -> str:
    """What one more picture should show, by what it would tell of the lens; empty where little is to be gained."""
    usual = replace(camera.lens, rotation=adjustment.views[0].camera.rotation)
    middle = camera.table.outline().mean(axis=0)
    far_mm = float(np.median([np.linalg.norm(v.camera.eye_mm - [*middle, 0.0]) for v in adjustment.views]))
    now = _lens_table_mm(camera, adjustment.lens_covariance, adjustment.views)
    known = np.linalg.inv(adjustment.lens_covariance)
    tried = []
    for side in _SIDES:
        for slant in ASKED_SLANTS_DEG:
            for share in ASKED_DISTANCES:
                there = _looking_at(usual, middle, side, slant, share * far_mm)
                information = known + _information(camera, there)
                after = _lens_table_mm(camera, np.asarray(np.linalg.inv(information), np.float64), adjustment.views)
                tried.append((after, side, share < 1.0))
    best, side, nearer = min(tried)
    if camera.quality.verdict is CalibrationVerdict.GOOD and now < ASKED_GAIN * best:
        return ""
    place = pgettext("camera", _SIDES[side])
    if nearer:
        return gettext("Take one more {place}, nearer.", place=place)
    return gettext("Take one more {place}.", place=place)


def _looking_at(lens: Pinhole, middle: FloatArray, side_deg: float, slant_deg: float, far_mm: float) -> Pinhole:
    """A camera that looks at a table's middle."""
    turn, rise = math.radians(side_deg), math.radians(slant_deg)
    away = np.array([math.cos(turn) * math.cos(rise), math.sin(turn) * math.cos(rise), math.sin(rise)])
    eye = np.array([*middle, 0.0]) + far_mm * away
    right = np.cross(-away, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(-away, right), -away])
    return replace(lens, rotation=rotation, translation=-rotation @ eye)


def _information(camera: HandheldCamera, there: Pinhole) -> FloatArray:
    """What a picture from there would tell of the lens, (8, 8): by the corners of the markers that it shows whole."""
    size = np.array(there.size_wh)
    points = [marker.points_mm() for marker in camera.markers]
    whole = [p for p in points if ((px := there.project(p)) > 0).all() and (px < size - 1).all()]
    if len(whole) < FEWEST_HAND_MARKERS:
        return np.zeros((LENS_FREEDOMS, LENS_FREEDOMS))
    slopes = camera_slopes(there, np.concatenate(whole))[1].reshape(-1, CAMERA_FREEDOMS) / HAND_EDGE_SIGMA_PX
    full = slopes.T @ slopes
    # Its pose, and its own lens's step from the shared one, are not known beforehand.
    rows = np.concatenate([np.eye(CAMERA_FREEDOMS), np.eye(CAMERA_FREEDOMS)[:, POSE_FREEDOMS:]], axis=1)
    all_known = rows.T @ full @ rows
    own, shared = slice(0, CAMERA_FREEDOMS), slice(CAMERA_FREEDOMS, None)
    steps = np.arange(POSE_FREEDOMS, CAMERA_FREEDOMS)
    all_known[steps, steps] += picture_spreads(there, camera.focal_spread) ** -2.0
    inner, across = all_known[own, own] + 1e-9 * np.eye(CAMERA_FREEDOMS), all_known[shared, own]
    return np.asarray(all_known[shared, shared] - across @ np.linalg.solve(inner, across.T), np.float64)


def _lens_table_mm(camera: HandheldCamera, lens_covariance: FloatArray, views: Sequence[AdjustedView]) -> float:
    """How far off places on the table are expected by the lens alone, the pose by the markers, in such pictures."""
    off = []
    for view in views:
        slopes = camera_slopes(view.camera, np.concatenate([m.points_mm() for m in camera.markers]))[1]
        rows = slopes.reshape(-1, CAMERA_FREEDOMS)
        by_pose, by_lens = rows[:, :POSE_FREEDOMS], rows[:, POSE_FREEDOMS:]
        pose = -np.linalg.lstsq(by_pose, by_lens, rcond=None)[0]
        moved = np.concatenate([pose, np.eye(LENS_FREEDOMS)])
        spread = place_slopes(view.camera, table_grid(camera.table), 0.0) @ moved
        off.append(np.trace(spread @ lens_covariance @ spread.transpose(0, 2, 1), axis1=1, axis2=2).mean() / 2)
    return float(np.sqrt(np.mean(off)))
