"""Lens from pictures of a ChArUco board: focal length, optical centre and distortion.

OpenCV changed the board's pattern in 4.6 ("legacy pattern"): both are tried, and the one that fits the pictures counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np

from companion.arrays import FloatArray
from companion.camera.mat import Charuco, aruco_dictionary
from companion.camera.pictures import Picture
from companion.camera.tuning import FEWEST_BOARD_CORNERS, JOINED_RMS, JOINED_RMS_PX, OUTLYING_PICTURE, PICTURE_NOISE_PX
from companion.opencv import cv2

_PLANE = 9  # numbers of a homography; OpenCV gives none where it finds none


@dataclass(frozen=True, slots=True)
class _Model:
    """What of a lens is asked for: how many terms beyond focal length and centre, and OpenCV's flags for the rest."""

    terms: int
    fixed: int


_SQUARE = cv2.CALIB_FIX_ASPECT_RATIO
_UPRIGHT = cv2.CALIB_ZERO_TANGENT_DIST
_PLAIN = _Model(2, _SQUARE | _UPRIGHT | cv2.CALIB_FIX_K3)
_FEW = _Model(1, _SQUARE | _UPRIGHT | cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_PRINCIPAL_POINT)
_MODELS = (
    _Model(1, _SQUARE | _UPRIGHT | cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_K2),
    _PLAIN,
    _Model(3, _SQUARE | _UPRIGHT),
    _Model(4, _SQUARE | cv2.CALIB_FIX_K3),
    _Model(5, _SQUARE),
    _Model(5, cv2.CALIB_FIX_K3),
    _Model(6, 0),
)


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """Chess corners of the board seen in one picture: (N, 3) mm on the board, (N, 2) px."""

    name: str
    points_mm: FloatArray
    points_px: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """Intrinsics measured from board pictures; errors_px: RMS of each view; dropped: pictures that did not fit."""

    matrix: FloatArray
    distortion: FloatArray
    rms_px: float
    focal_sigma: float
    views: tuple[BoardView, ...]
    errors_px: FloatArray
    dropped: tuple[str, ...] = ()


def detect_board(pictures: Sequence[Picture], charuco: Charuco) -> list[BoardView | None]:
    """For each picture the board's corners, or ``None`` where no board is seen; of both patterns the fitting one."""
    of_both = [_views(picture, charuco) for picture in pictures]
    views = [list(of_one) for of_one in zip(*of_both, strict=True)] or [[]]
    return max(views, key=lambda per_picture: sum(len(view.points_px) for view in per_picture if view))


#: What was seen in a picture, by the board looked for: lens pictures are asked about again with each of the table.
_seen: Final[WeakKeyDictionary[Picture, dict[Charuco, tuple[BoardView | None, ...]]]] = WeakKeyDictionary()


def _views(picture: Picture, charuco: Charuco) -> tuple[BoardView | None, ...]:
    """The board in a picture, by either pattern."""
    of_picture = _seen.setdefault(picture, {})
    if charuco not in of_picture:
        names, boards = aruco_dictionary(charuco.dictionary), []
        for legacy in (False, True):
            boards.append(cv2.aruco.CharucoBoard(charuco.squares, charuco.square_mm, charuco.marker_mm, names))
            boards[-1].setLegacyPattern(legacy)
        found, numbers, _ = cv2.aruco.ArucoDetector(names).detectMarkers(picture.pixels)
        of_picture[charuco] = tuple(_view(picture, board, found, numbers) if found else None for board in boards)
    return of_picture[charuco]


def _view(
    picture: Picture, board: cv2.aruco.CharucoBoard, found: Sequence[cv2.typing.MatLike], numbers: cv2.typing.MatLike
) -> BoardView | None:
    """The board by the corners of its markers and their numbers."""
    grey = cv2.cvtColor(picture.pixels, cv2.COLOR_BGR2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey, markerCorners=found, markerIds=numbers)
    if np.size(ids) < FEWEST_BOARD_CORNERS or not np.any(corners):
        return None
    points_mm = np.asarray(board.getChessboardCorners(), np.float64)[np.ravel(ids)]
    view = BoardView(picture.name, points_mm, np.asarray(corners, np.float64).reshape(-1, 2))
    # Corners that one plane picture explains (with room for distortion); the wrong pattern leaves few or none.
    room_px = 0.01 * float(np.ptp(view.points_px, axis=0).max()) + 2
    flat_mm = view.points_mm[:, :2].astype(np.float32)
    plane, remaining = cv2.findHomography(flat_mm, view.points_px.astype(np.float32), cv2.RANSAC, room_px)
    good = np.ravel(remaining).astype(bool) if np.size(plane) == _PLANE else np.zeros(len(flat_mm), bool)
    if good.sum() < FEWEST_BOARD_CORNERS or np.linalg.matrix_rank(flat_mm[good] - flat_mm[good][0]) < 2:
        return None
    return replace(view, points_mm=view.points_mm[good], points_px=view.points_px[good])


def fit_lens(views: Sequence[BoardView], size_wh: tuple[int, int]) -> LensFit | None:
    """Lens from board views; pictures that do not fit the others are dropped one by one. ``None`` without views."""
    remaining, dropped = list(views), list[str]()
    while remaining:
        fit = _solved(remaining, size_wh, _PLAIN)
        usual = max(float(np.median(fit.errors_px)), PICTURE_NOISE_PX)
        worst = int(np.argmax(fit.errors_px))
        if len(remaining) <= 2 or fit.errors_px[worst] <= OUTLYING_PICTURE * usual:
            return replace(_best_model(remaining, size_wh), dropped=tuple(dropped))
        dropped.append(remaining.pop(worst).name)
    return None


def refine_lens_with_table(fit: LensFit, table: BoardView, size_wh: tuple[int, int]) -> LensFit | None:
    """The lens from the board views and the table's markers together; ``None`` where the two do not agree.

    The board seldom reaches the rim of the picture, where the markers are, and a lens found without them may be off by
    a pixel there. Markers that lie a millimetre from where the mat has them would harm, so they must fit as well.
    """
    joint = _best_model([*fit.views, table], size_wh)
    if joint.rms_px > JOINED_RMS * fit.rms_px + JOINED_RMS_PX:
        return None
    return replace(joint, views=fit.views, errors_px=joint.errors_px[:-1], dropped=fit.dropped)


def _best_model(views: Sequence[BoardView], size_wh: tuple[int, int]) -> LensFit:
    """The fit by the terms that the pictures bear out (Bayesian information criterion, Schwarz 1978).

    A term more always fits the pictures a little better, and then bends the rim of the picture, where no board was.
    """
    models = _MODELS if len(views) > 2 else [_FEW]
    fits = [(model, _solved(views, size_wh, model)) for model in models]
    numbers = 2 * sum(len(view.points_px) for view in views)
    return min(fits, key=lambda one: numbers * np.log(one[1].rms_px ** 2) + one[0].terms * np.log(numbers))[1]


def _solved(views: Sequence[BoardView], size_wh: tuple[int, int], model: _Model) -> LensFit:
    rms_px, matrix, distortion, _, _, sigmas, _, errors_px = cv2.calibrateCameraExtended(
        [view.points_mm.astype(np.float32) for view in views],
        [view.points_px.astype(np.float32) for view in views],
        size_wh,
        np.eye(3),
        np.zeros(5),
        flags=model.fixed,
    )
    return LensFit(
        np.asarray(matrix),
        np.ravel(distortion)[:5].astype(np.float64),
        float(rms_px),
        float(np.ravel(sigmas)[0] / matrix[0, 0]),
        tuple(views),
        np.ravel(errors_px),
    )
