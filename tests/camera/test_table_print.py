"""Where a camera in the hand was by the table's print as well, held against the cameras that drew the pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from companion.arrays import FloatArray
from companion.camera import (
    HandheldCamera,
    LocatedPicture,
    SensorPicture,
    TablePhotograph,
    calibrate_handheld,
    lens_above,
    locate_picture,
)
from companion.camera.handheld_adjustment import PRINT
from companion.opencv import cv2
from tests.camera.conftest import MAT, Albedo, Shot, table_albedo

_LENS: Final = Shot(focal_px=820.0, centre_px=(484.0, 266.0), k1=0.06, k2=-0.08, aim_mm=(500.0, 310.0, 0.0))
_EYES: Final = ((480.0, -420.0, 800.0), (-330.0, 330.0, 760.0), (1300.0, 380.0, 800.0))
_FROM: Final = replace(_LENS, eye_mm=(440.0, -480.0, 850.0), focal_px=824.0)
#: Places all over the table, mm, and the markers at its far side.
_PLACES: Final = np.stack(np.meshgrid([50.0, 350, 650, 950], [150.0, 310, 470, 570], [0.0]), axis=-1).reshape(-1, 3)
_FAR: Final = (2, 3)


def _blots(seed: int, *, period_mm: int = 0) -> FloatArray:
    """A print, to 2 mm: blots of about a centimetre, the same again after some millimetres or nowhere."""
    side = period_mm // 2 or 800
    grains = np.tile(np.random.default_rng(seed).normal(size=(side, side)), (-(-800 // side),) * 2)
    blots = cv2.GaussianBlur(grains, (0, 0), 2.5)
    return np.asarray(blots / np.abs(blots).max(), np.float64)


def _cloth(blots: FloatArray, pulled_mm: float = 0.0, covered: tuple[int, ...] = ()) -> Albedo:
    """The mat's table, printed, with its markers on white sheets; pulled_mm: how far its cloth lies to the right of
    where it did."""
    table = table_albedo(MAT, covered=covered)
    sheets = [np.array(marker.corners_mm) for marker in MAT.markers if marker.id not in covered]

    def albedo(x: FloatArray, y: FloatArray) -> FloatArray:
        paper, column, row = table(x, y), (x - pulled_mm) / 2 + 100, y / 2 + 100
        shown = cv2.remap(blots, column.astype(np.float32), row.astype(np.float32), cv2.INTER_LINEAR)
        printed = np.where(paper == 0.42, 0.42 + 0.3 * shown, paper)
        for sheet in sheets:
            (left, near), (right, far) = sheet.min(axis=0) - 10, sheet.max(axis=0) + 10
            rim = (x > left) & (x < right) & (y > near) & (y < far) & (paper == 0.42)
            printed[rim] = 0.8
        return printed

    return albedo


def _with_dice(albedo: Albedo) -> Albedo:
    """The same with things on it that hide a third of the print."""

    def hidden(x: FloatArray, y: FloatArray) -> FloatArray:
        return np.where((x % 150 < 90) & (y % 150 < 90) & (y > 120) & (y < 500), 0.7, albedo(x, y))

    return hidden


def _picture(albedo: Albedo, shot: Shot = _FROM) -> SensorPicture:
    return SensorPicture("picture.png", shot.take(albedo).pixels)


def _phone(albedo: Albedo) -> HandheldCamera:
    return calibrate_handheld(MAT, [_picture(albedo, replace(_LENS, eye_mm=eye)) for eye in _EYES]).camera


@pytest.fixture(scope="module")
def blots() -> FloatArray:
    """A print that nowhere repeats itself."""
    return _blots(3)


@pytest.fixture(scope="module")
def phone(blots: FloatArray) -> HandheldCamera:
    """A camera that was calibrated over that."""
    return _phone(_cloth(blots))


def _off_mm(located: LocatedPicture) -> float:
    """How far from where it is some place of the table is measured, at the most."""
    measured = located.lens.to_table(_FROM.project(_PLACES))
    return float(np.linalg.norm(measured - _PLACES[:, :2], axis=1).max())


def _tells(located: LocatedPicture) -> bool:
    """Whether the print had a part in it."""
    return bool((located.sight.markers == PRINT).any())


def test_by_the_print_two_markers_are_nearly_as_good_as_four(phone: HandheldCamera, blots: FloatArray) -> None:
    picture, whole = (_picture(_cloth(blots, covered=covered)) for covered in (_FAR, ()))
    by_print, by_markers = (locate_picture(one, picture) for one in (phone, replace(phone, empty=None)))
    assert by_print.seen == by_markers.seen == (0, 1)
    assert by_print.table_sigma_mm < 0.4 * by_markers.table_sigma_mm
    assert _off_mm(by_print) < 0.6 * _off_mm(by_markers)
    assert _off_mm(by_print) < _off_mm(locate_picture(phone, whole)) + 0.1


def test_what_lies_on_the_print_leaves_the_rest_of_it(phone: HandheldCamera, blots: FloatArray) -> None:
    located = locate_picture(phone, _picture(_with_dice(_cloth(blots, covered=_FAR))))
    assert _tells(located)
    assert _off_mm(located) < 0.5


@pytest.mark.parametrize(
    ("other", "tells"),
    [
        pytest.param({"pulled_mm": 0.7}, True, id="pulled a little"),
        pytest.param({"pulled_mm": 15.0}, False, id="pulled"),
        pytest.param({"blots": _blots(4)}, False, id="another"),
        pytest.param({"blots": np.zeros((800, 800))}, False, id="plain"),
    ],
)
def test_a_cloth_that_does_not_lie_there_as_it_did_leads_nobody_astray(
    phone: HandheldCamera, blots: FloatArray, other: dict[str, Any], tells: bool
) -> None:
    picture = _picture(_cloth(**{"blots": blots, **other}))
    located, by_markers = (locate_picture(one, picture) for one in (phone, replace(phone, empty=None)))
    assert _tells(located) == tells
    assert _off_mm(located) < _off_mm(by_markers) + 0.15


def test_a_table_of_which_next_to_nothing_is_known_is_as_one_that_is_not(
    phone: HandheldCamera, blots: FloatArray
) -> None:
    above = lens_above(MAT.table)
    wide, tall = above.size_wh
    unprinted = TablePhotograph.of(above, np.full((tall, wide, 3), 120, np.uint8), np.eye(tall, wide) > 0)
    picture = _picture(_cloth(blots))
    located, by_markers = (locate_picture(replace(phone, empty=one), picture) for one in (unprinted, None))
    assert located.lens.eye_mm == pytest.approx(by_markers.lens.eye_mm)


def test_a_print_that_repeats_itself_is_not_taken_for_its_neighbour() -> None:
    blots = _blots(5, period_mm=20)
    located = locate_picture(_phone(_cloth(blots)), _picture(_cloth(blots, covered=_FAR)))
    assert _tells(located)
    assert _off_mm(located) < 0.5


def test_pictures_of_one_layout_share_the_print_as_if_it_were_seen_once(
    phone: HandheldCamera, blots: FloatArray
) -> None:
    sight = locate_picture(phone, _picture(_cloth(blots))).sight
    shared = sight.as_one_of(4)
    of_print = sight.markers == PRINT
    assert of_print.any()
    assert shared.sigmas_px[of_print] == pytest.approx(2 * sight.sigmas_px[of_print])
    assert shared.sigmas_px[~of_print] == pytest.approx(sight.sigmas_px[~of_print])
