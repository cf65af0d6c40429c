"""Where a camera in the hand was when it took a picture: the pose by the mat's markers and then by the table's print
(``table_print``), with its own error.

Also whether this lens took the picture at all: another lens of the same phone, a digital zoom, another mat, a mirrored
picture each have their sentence. What dice add to the pose is not owned here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera.calibrated_camera import Camera, Quality
from companion.camera.calibration import has_same_shape
from companion.camera.handheld_adjustment import (
    CAMERA_FREEDOMS,
    FOCAL,
    AdjustedView,
    Adjustment,
    LensPrior,
    MarkerSight,
    adjust,
)
from companion.camera.handheld_camera import HandheldCamera, place_covariances, table_sigma_mm
from companion.camera.handheld_markers import corners_of, detect_hand_markers, edges_of, search_markers
from companion.camera.mat import SHEET_MM, Marker, MarkerCorners, list_markers
from companion.camera.pictures import Picture, SensorPicture
from companion.camera.pinhole import Pinhole
from companion.camera.table_print import agrees, print_of, sight_print
from companion.camera.tuning import (
    AS_GOOD_COST,
    EDGE_ROUNDS,
    FEWEST_HAND_MARKERS,
    FEWEST_MIRRORED_MARKERS,
    FREE_FOCAL_SPREAD,
    HAND_MISFIT_PX,
    LEAST_FITTING_SHARE,
    LONGEST_FOCAL_GAP,
    LONGEST_TAG_GAP,
    OTHER_LENS_SPREADS,
    PRINT_GAIN,
    SEARCH_ROUNDS,
    SEARCHED_SIGMA_PX,
)
from companion.errors import OperationError
from companion.opencv import cv2
from companion.text import gettext

#: How a picture may have been turned whose shape is the sensor's upright one, though no tag says so.
_EITHER_WAY: Final = (6, 8)


class HandheldProblem(StrEnum):
    """Why a picture is not read."""

    NO_MARKERS = "no-markers"
    ONE_MARKER = "one-marker"
    OTHER_MAT = "other-mat"
    OTHER_LENS = "other-lens"
    WRONG_SIZE = "wrong-size"
    MIRRORED = "mirrored"


class NotLocatedError(OperationError):
    """A picture whose camera cannot be located; the markers seen in it."""

    def __init__(self, message: str, problem: HandheldProblem, seen: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.problem, self.seen = problem, seen


@dataclass(frozen=True, slots=True, eq=False)
class LocatedPicture:
    """A picture with its camera over the table.

    picture: in the sensor's frame; camera: as if on a stand there; covariance: of its freedoms, (14, 14); focal_scale:
    its focal length in those of the lens; seen: ids of the markers that count; sight: what they tell; prior: what was
    known of the lens; scaled: whether it is of another size than the lens was measured at.
    """

    picture: SensorPicture
    camera: Camera
    covariance: FloatArray
    focal_scale: float
    seen: tuple[int, ...]
    sight: MarkerSight
    prior: LensPrior
    scaled: bool = False

    @property
    def lens(self) -> Pinhole:
        """The camera's lens at its pose."""
        return self.camera.lens

    def moved(self, lens: Pinhole, covariance: FloatArray) -> LocatedPicture:
        """The same by a camera that is known better since, to such a covariance."""
        return replace(self, camera=replace(self.camera, lens=lens), covariance=covariance)

    @property
    def upright(self) -> tuple[Picture, Camera]:
        """The picture as people see it, and its camera as if it had been held so."""
        picture = self.picture.upright
        corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
        # How pixels of the sensor's frame become those of the upright picture: turned, and put in place.
        back = self.picture.from_upright(corners)
        turn = np.linalg.inv(np.column_stack([back[1] - back[0], back[2] - back[0]]))
        matrix, distortion = self.lens.matrix.copy(), self.lens.distortion.copy()
        matrix[:2, 2] = turn @ (matrix[:2, 2] - back[0])
        distortion[[3, 2]] = turn @ distortion[[3, 2]]
        around = np.eye(3)
        around[:2, :2] = turn
        lens = Pinhole(matrix, distortion, around @ self.lens.rotation, around @ self.lens.translation, picture.size_wh)
        seen = {number: (px - back[0]) @ turn.T for number, px in self.camera.seen_px.items()}
        return picture, replace(self.camera, lens=lens, seen_px=seen)

    @property
    def pose_sigma_mm(self) -> float:
        """How far off a place at the table's centre is to be expected, one sigma along an axis."""
        middle = self.camera.table.outline().mean(axis=0)[None]
        return math.sqrt(float(np.trace(place_covariances(self.lens, self.covariance, middle, 0.0)[0])) / 2)

    @property
    def table_sigma_mm(self) -> float:
        """The same all over the table."""
        return table_sigma_mm(self.lens, self.covariance, self.camera.table)


def locate_picture(camera: HandheldCamera, picture: SensorPicture) -> LocatedPicture:
    """Where a picture was taken from.

    Raises:
        NotLocatedError: no pose follows from what it shows, or another lens took it.
    """
    _check_tags(camera, picture)
    lens_wh = camera.lens.size_wh
    turned = (picture.size_wh[0] > picture.size_wh[1]) != (lens_wh[0] > lens_wh[1])
    if turned:  # by a messenger or an editor, whatever the tags say
        tried = [picture.turned_back(orientation) for orientation in _EITHER_WAY]
        found = [_located(_sized(camera, one), one) for one in tried]
        located = min(found, key=lambda one: one[1])[0]
    else:
        located = _located(_sized(camera, picture), picture)[0]
    return replace(located, scaled=located.lens.size_wh != lens_wh)


def locate_together(located: Sequence[LocatedPicture]) -> tuple[list[LocatedPicture], FloatArray]:
    """Several pictures located as the markers of all say, and the covariance of all their cameras' freedoms, (14 n, 14
    n): one lens took them, of one mat. Pictures of several sizes stay where each was located."""
    count, size = len(located), CAMERA_FREEDOMS
    if len({one.lens.size_wh for one in located}) == 1:
        sights = [one.sight.as_one_of(count) for one in located]
        joint = adjust(sights, located[0].camera.markers, located[0].prior, [one.lens for one in located])
        moved = [
            one.moved(view.camera, joint.covariance_of(number))
            for number, (one, view) in enumerate(zip(located, joint.views, strict=True))
        ]
        return moved, joint.covariance
    covariance = np.zeros((count, size, count, size))
    covariance[np.arange(count), :, np.arange(count)] = [one.covariance for one in located]
    return list(located), covariance.reshape(count * size, count * size)


def _check_tags(camera: HandheldCamera, picture: SensorPicture) -> None:
    """Refuse a picture whose tags say that another lens took it: two markers alone might fit that, too."""
    then_mm, now_mm = camera.focal_35_mm, picture.tags.focal_35_mm
    if then_mm and now_mm and abs(math.log(now_mm / then_mm)) > LONGEST_TAG_GAP:
        raise _other_lens(picture, now_mm / then_mm)
    if picture.tags.zoom > 1 + LONGEST_TAG_GAP and not now_mm:
        raise _other_lens(picture, picture.tags.zoom)


def _other_lens(picture: SensorPicture, times: float, seen: Sequence[int] = ()) -> NotLocatedError:
    return NotLocatedError(
        gettext(
            "{picture} was taken through another lens of the phone or with its zoom ({times:.1f} times as long as when "
            "it was calibrated): take it without zoom, or calibrate with such pictures.",
            picture=picture.name,
            times=times,
        ),
        HandheldProblem.OTHER_LENS,
        tuple(seen),
    )


def _sized(camera: HandheldCamera, picture: SensorPicture) -> HandheldCamera:
    """The camera for pictures of this one's size."""
    size_wh, lens = picture.size_wh, camera.lens
    if size_wh == lens.size_wh:
        return camera
    if not (has_same_shape(size_wh, lens.size_wh) or size_wh == lens.size_wh):
        raise NotLocatedError(
            gettext(
                "{picture} is {width} x {height} px, the phone's pictures were {wide} x {tall} when it was calibrated: "
                "it is cropped, a screenshot, or from another lens or camera. Give the picture as the phone stored it.",
                picture=picture.name,
                width=size_wh[0],
                height=size_wh[1],
                wide=lens.size_wh[0],
                tall=lens.size_wh[1],
            ),
            HandheldProblem.WRONG_SIZE,
        )
    scale = size_wh[0] / lens.size_wh[0]
    matrix = lens.matrix.copy()
    matrix[:2] *= scale
    matrix[:2, 2] += (scale - 1) / 2  # pixels count from their centres
    by = np.ones(len(camera.covariance))
    by[1:3] = scale
    return replace(
        camera, lens=replace(lens, matrix=matrix, size_wh=size_wh), covariance=camera.covariance * np.outer(by, by)
    )


def _located(camera: HandheldCamera, picture: SensorPicture) -> tuple[LocatedPicture, float]:
    """Where a picture was taken from, and how badly the markers fit."""
    rough = _markers_in(camera, picture)
    adjustment, sight = _adjusted(camera, camera.prior, picture, rough)
    if not _fits(adjustment, sight, rough, camera.focal_spread):
        _refuse_misfit(camera, picture, rough)
    view = adjustment.views[0]
    seen = sight.counted(view.used)
    if len(seen) < FEWEST_HAND_MARKERS:
        raise _one_marker(camera, picture, seen)
    adjustment, sight = _with_print(camera, picture, rough, adjustment, sight)
    view = adjustment.views[0]
    quality = Quality(0.0, 0.0, len(seen), camera.quality.pictures, camera.quality.focal_sigma)
    corners_px = {marker.id: _corners_px(view.camera, marker) for marker in camera.markers if marker.id in seen}
    stand = Camera(view.camera, camera.table, camera.markers, quality, corners_px, camera.empty)
    located = LocatedPicture(picture, stand, adjustment.covariance, view.focal_scale, seen, sight, camera.prior)
    return located, adjustment.cost


def _corners_px(lens: Pinhole, marker: Marker) -> FloatArray:
    return lens.project(marker.points_mm() + np.array([0.0, 0.0, SHEET_MM]))


def _markers_in(camera: HandheldCamera, picture: SensorPicture) -> MarkerCorners:
    """The markers that are read in a picture, at least one."""
    rough, others = detect_hand_markers(picture.pixels, camera.markers)
    if rough:
        return rough
    mirrored, _ = detect_hand_markers(np.ascontiguousarray(picture.pixels[:, ::-1]), camera.markers)
    if len(mirrored) >= FEWEST_MIRRORED_MARKERS:
        raise NotLocatedError(
            gettext(
                "{picture} is mirrored: switch mirroring off where it is taken, and take it again.",
                picture=picture.name,
            ),
            HandheldProblem.MIRRORED,
        )
    if len(others) >= FEWEST_HAND_MARKERS:
        raise NotLocatedError(
            gettext(
                "{picture} shows another mat: {markers} seen, none of which is this table's.",
                picture=picture.name,
                markers=list_markers(others),
            ),
            HandheldProblem.OTHER_MAT,
        )
    raise NotLocatedError(
        gettext(
            "{picture}: no marker of the mat is seen; at least two are needed. Take it again with the table's corners "
            "in the picture, from nearer or in better light.",
            picture=picture.name,
        ),
        HandheldProblem.NO_MARKERS,
    )


def _adjusted(
    camera: HandheldCamera, prior: LensPrior, picture: SensorPicture, rough: MarkerCorners
) -> tuple[Adjustment, MarkerSight]:
    """The pose by corners, then with markers that are partly covered or cut off, then by the edges of all."""
    pixels, markers = picture.pixels, camera.markers
    read = corners_of(pixels, markers, rough, camera.lens)
    poses = [adjust([read], markers, prior, [start]) for start in _starts(camera, rough)]
    # A plane looks about alike from two places, a single marker above all: from the right one the others are found.
    alike = [one for one in poses if one.cost < min(pose.cost for pose in poses) + AS_GOOD_COST]
    adjustment, sight = max(
        (_with_searched(pixels, markers, prior, read, one) for one in alike),
        key=lambda found: (len(found[1].numbers), -found[0].cost),
    )
    known = [marker for marker in markers if marker.id in sight.numbers]
    for _ in range(EDGE_ROUNDS):
        edges = edges_of(pixels, known, adjustment.views[0].camera)
        if edges is None or len(edges.numbers) < min(FEWEST_HAND_MARKERS, len(known)):
            break
        sight = edges
        adjustment = adjust([sight], markers, prior, [adjustment.views[0].camera])
    return adjustment, sight


def _with_searched(
    pixels: Image, markers: Sequence[Marker], prior: LensPrior, sight: MarkerSight, adjustment: Adjustment
) -> tuple[Adjustment, MarkerSight]:
    """The same with the markers that are found by their print, the farther ones once the nearer have fixed the pose."""
    for _ in range(SEARCH_ROUNDS):
        others = [marker for marker in markers if marker.id not in sight.numbers]
        found = search_markers(pixels, others, adjustment.views[0].camera)
        if not found:
            break
        sight = sight.joined(MarkerSight.of_corners(markers, found, dict.fromkeys(found, SEARCHED_SIGMA_PX)))
        adjustment = adjust([sight], markers, prior, [adjustment.views[0].camera])
    return adjustment, sight


def _with_print(
    camera: HandheldCamera, picture: SensorPicture, rough: MarkerCorners, adjustment: Adjustment, sight: MarkerSight
) -> tuple[Adjustment, MarkerSight]:
    """The same with what is known again of the table's print, where that looks and lies as it did when the camera was
    calibrated; by a camera that is known better, more of it is."""
    by_markers = adjustment, sight
    if camera.empty is None:
        return by_markers
    table, known_mm = print_of(camera.empty, camera.table, camera.markers), math.inf
    while (sigma_mm := _sigma_mm(camera, adjustment)) < PRINT_GAIN * known_mm:
        shown = sight_print(table, picture.pixels, adjustment.views[0].camera, adjustment.covariance)
        if shown is None:
            break
        sight = by_markers[1].joined(shown)
        adjustment = adjust([sight], camera.markers, camera.prior, [adjustment.views[0].camera])
        known_mm = sigma_mm
    return (adjustment, sight) if agrees(adjustment.views[0], sight, rough) else by_markers


def _sigma_mm(camera: HandheldCamera, adjustment: Adjustment) -> float:
    return table_sigma_mm(adjustment.views[0].camera, adjustment.covariance, camera.table)


def _starts(camera: HandheldCamera, rough: MarkerCorners) -> list[Pinhole]:
    """Where the camera may be by the markers that were read, above the table; at least one."""
    ours = [marker for marker in camera.markers if marker.id in rough]
    points_mm = np.concatenate([marker.points_mm() for marker in ours])
    corners_px = np.concatenate([rough[marker.id] for marker in ours])
    lens = camera.lens
    found = []
    for method in (cv2.SOLVEPNP_IPPE, cv2.SOLVEPNP_SQPNP):
        _, turns, shifts, _ = cv2.solvePnPGeneric(points_mm, corners_px, lens.matrix, lens.distortion, flags=method)
        for turn, shift in zip(turns, shifts, strict=True):
            start = replace(lens, rotation=np.asarray(cv2.Rodrigues(turn)[0]), translation=np.ravel(shift))
            if np.isfinite(start.translation).all() and start.eye_mm[2] > 0:
                found.append(start.lowered(SHEET_MM))
        if found:
            return found
    raise NotLocatedError(
        gettext("The camera's position does not follow from the markers: is this the table, and is it this mat?"),
        HandheldProblem.OTHER_MAT,
    )


def _fits(adjustment: Adjustment, sight: MarkerSight, rough: MarkerCorners, focal_spread: float) -> bool:
    """Whether this lens sees the markers so from where it is thought to be."""
    view = adjustment.views[0]
    if abs(math.log(view.focal_scale)) > OTHER_LENS_SPREADS * focal_spread:
        return False
    return sight.fitting_share(view.used, rough) >= LEAST_FITTING_SHARE and _rms_px(view, sight) < _most_px(view.camera)


def _rms_px(view: AdjustedView, sight: MarkerSight) -> float:
    """How far markers are off, RMS; that one of them looks smaller than the others counts, whatever its light. An edge
    of which little is seen, as beside a die that covers it, is known to some pixels only and counts for as little."""
    sigmas_off, sigmas_px = view.residuals[view.used], sight.sigmas_px[view.used]
    if not sigmas_off.size:
        return math.inf
    return math.hypot(math.sqrt(float(np.sum(sigmas_off**2) / np.sum(sigmas_px**-2.0))), view.unlike_px)


def _most_px(lens: Pinhole) -> float:
    return HAND_MISFIT_PX * max(lens.size_wh) / 2000


def _refuse_misfit(camera: HandheldCamera, picture: SensorPicture, rough: MarkerCorners) -> None:
    """Says which it is: with the focal length left free, the markers fit, or they do not."""
    if len(rough) < FEWEST_HAND_MARKERS:
        raise _one_marker(camera, picture, tuple(rough))
    free = replace(camera, focal_spread=FREE_FOCAL_SPREAD).prior
    sight = corners_of(picture.pixels, camera.markers, rough, camera.lens)
    starts = [
        start
        for log_scale in np.log(_ZOOMS)
        for start in _starts(replace(camera, lens=_zoomed(camera.lens, log_scale)), rough)
    ]
    best = min((adjust([sight], camera.markers, free, [start]) for start in starts), key=lambda one: one.cost)
    view, sigma = best.views[0], math.sqrt(best.covariance[FOCAL, FOCAL])
    times = view.focal_scale
    fits = sight.fitting_share(view.used, rough) >= LEAST_FITTING_SHARE and _rms_px(view, sight) < _most_px(view.camera)
    if fits and abs(math.log(times)) > LONGEST_FOCAL_GAP + 2 * sigma:
        raise _other_lens(picture, times, tuple(rough))
    raise NotLocatedError(
        gettext(
            "{picture}: {markers} do not lie as the mat has them, or another camera took it. Is this the table that "
            "was calibrated, itself and not on a screen, and the picture as the phone stored it?",
            picture=picture.name,
            markers=list_markers(rough),
        ),
        HandheldProblem.OTHER_MAT,
        tuple(rough),
    )


#: Zooms tried first: those of a phone's other lenses.
_ZOOMS: Final = (0.5, 1.0, 2.0, 4.0)


def _zoomed(lens: Pinhole, log_scale: float) -> Pinhole:
    matrix = lens.matrix.copy()
    matrix[[0, 1], [0, 1]] *= math.exp(log_scale)
    return replace(lens, matrix=matrix)


def _one_marker(camera: HandheldCamera, picture: SensorPicture, seen: Sequence[int]) -> NotLocatedError:
    missing = list_markers(marker.id for marker in camera.markers if marker.id not in seen)
    return NotLocatedError(
        gettext(
            "{picture}: only {seen} is seen clearly; at least two markers are needed ({missing} missing). Take it "
            "again with more of the table's corners in the picture.",
            picture=picture.name,
            seen=list_markers(seen) if seen else gettext("part of a marker"),
            missing=missing,
        ),
        HandheldProblem.ONE_MARKER,
        tuple(seen),
    )
