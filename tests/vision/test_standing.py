"""Whether a die stands where a top face is seen, or the table itself is seen beside it.

By frames of the bundled film, with its empty table for comparison.
"""

from __future__ import annotations

import numpy as np
import pytest

from companion.arrays import Image
from companion.codec.reader import load_networks, open_reader
from companion.geometry import Pose
from companion.opencv import cv2
from companion.vision import Reader, tuning
from companion.vision.top_faces import FaceDetector
from companion.vision.top_faces.background_model import BackgroundModel, ForegroundMap
from companion.vision.whole_dice.place_explainer import measure_standing
from tests.film import FILM, frame, tables

FIVE, EMPTY = tables()[6], tables()[0]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return open_reader(FILM / "camera.json")


@pytest.fixture(scope="module")
def detector(reader: Reader) -> FaceDetector:
    return FaceDetector.over(reader.camera, (50.8,), load_networks().detector)


@pytest.fixture(scope="module")
def empty(reader: Reader, detector: FaceDetector) -> BackgroundModel:
    return BackgroundModel.photographed(reader.camera.lens, detector, frame(EMPTY))


def foreground(empty: BackgroundModel, detector: FaceDetector, pixels: Image) -> ForegroundMap:
    maps = detector.maps(pixels)
    return ForegroundMap.of(empty, maps)


def poses() -> list[Pose]:
    """Where dice lie in truth."""
    return [Pose(piece["centre_mm"][0], piece["centre_mm"][1], piece["heading_deg"], 50.8) for piece in FIVE.pieces]


def test_beside_dice_the_table_is_not_seen_but_where_they_have_its_colour(
    empty: BackgroundModel, detector: FaceDetector
) -> None:
    alike, *others = sorted(measure_standing(foreground(empty, detector, frame(FIVE)), poses()))
    assert alike > -tuning.BARE_STANDING
    assert min(others) > 0.8


def test_beside_what_lies_flat_the_table_is_seen_in_any_light(
    reader: Reader, empty: BackgroundModel, detector: FaceDetector
) -> None:
    pixels = frame(EMPTY).copy()
    for pose in poses():
        corners = reader.camera.lens.project([[*corner, pose.top_mm] for corner in pose.top_corners_mm()])
        cv2.fillConvexPoly(pixels, corners.astype("int32"), (200.0, 90.0, 60.0))
    dimmed = cv2.convertScaleAbs(pixels, alpha=0.8)
    for seen in (pixels, np.asarray(dimmed, np.uint8)):
        assert max(measure_standing(foreground(empty, detector, seen), poses())) < -tuning.BARE_STANDING


def test_what_stands_in_deep_shade_is_not_taken_for_the_table(empty: BackgroundModel, detector: FaceDetector) -> None:
    shaded = cv2.convertScaleAbs(frame(FIVE), alpha=0.12)
    _, *others = sorted(measure_standing(foreground(empty, detector, np.asarray(shaded, np.uint8)), poses()))
    assert min(others) > 0


def test_where_dice_lie_it_is_occupied_and_elsewhere_it_is_not(empty: BackgroundModel, detector: FaceDetector) -> None:
    seen = foreground(empty, detector, frame(FIVE))
    assert min(seen.occupied_shares(poses())) > tuning.MIN_OCCUPIED_SHARE
    bare = foreground(empty, detector, frame(EMPTY))
    assert max(bare.occupied_shares(poses())) < tuning.MIN_OCCUPIED_SHARE
    unknown = BackgroundModel.unknown(empty.lens, detector)
    assert min(foreground(unknown, detector, frame(EMPTY)).occupied_shares(poses())) == 1.0


def test_of_a_table_that_is_not_known_nothing_is_reported(reader: Reader, detector: FaceDetector) -> None:
    unknown = foreground(BackgroundModel.unknown(reader.camera.lens, detector), detector, frame(FIVE))
    assert measure_standing(unknown, poses()).tolist() == [0.0] * len(FIVE.pieces)
    assert measure_standing(unknown, []).size == 0


def test_in_the_dark_the_grain_of_a_camera_hides_no_table_and_no_die(reader: Reader, detector: FaceDetector) -> None:
    rng = np.random.default_rng(7)

    def dark(pixels: Image) -> Image:
        tall, wide = pixels.shape[:2]
        grain = cv2.resize(rng.normal(0, 22, (tall // 3, wide // 3)).astype(np.float32), (wide, tall))
        return np.asarray(np.clip(pixels * 0.3 + grain[..., None], 0, 255), np.uint8)

    table = BackgroundModel.photographed(reader.camera.lens, detector, dark(frame(EMPTY)))
    again = foreground(table, detector, dark(frame(EMPTY)))
    # Most of what nothing lies on differs by the grain alone.
    assert np.mean(again.changed[0]) > 0.5
    table = table.learned(again.sharp, again.looks, (), (), ())
    seen = foreground(table, detector, dark(frame(FIVE)))
    assert table.shows_at(Pose(700.0, 450.0, 0.0, 50.8), seen.sharp, seen.looks) is True
    assert [table.shows_at(pose, seen.sharp, seen.looks) for pose in poses()] == [False] * 5
    assert np.mean(table.learned(seen.sharp, seen.looks, poses(), (), ()).known[0]) > 0.99
