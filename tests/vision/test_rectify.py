"""Maps and patches show the table where they say they do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.camera import Pinhole
from companion.geometry import Pose
from companion.opencv import cv2
from companion.vision.gallery import FACE_RADIUS_PX, REFINER_EDGE_PX, face_frame, refiner_frame
from companion.vision.rectify import PlaneFrame, cut_patch, cut_patches, downscale, face_patches, plane_map


def _spot(lens: Pinhole, x: float, y: float, z: float) -> np.ndarray:
    """A picture with one soft white spot over a place on the table."""
    u, v = lens.project([[x, y, z]])[0]
    rows, columns = np.mgrid[: lens.size_wh[1], : lens.size_wh[0]]
    light = np.exp(-((columns - u) ** 2 + (rows - v) ** 2) / (2 * 4.0**2))
    return np.repeat((light * 255).astype(np.uint8)[..., None], 3, axis=2)


def _centroid(picture: np.ndarray) -> tuple[float, float]:
    light = picture[..., 0].astype(float)
    rows, columns = np.mgrid[: light.shape[0], : light.shape[1]]
    return float((columns * light).sum() / light.sum()), float((rows * light).sum() / light.sum())


@pytest.mark.parametrize(("x", "y"), [(250.0, 150.0), (500.0, 300.0), (820.0, 460.0)])
def test_plane_map_shows_a_place_where_it_says(lens: Pinhole, x: float, y: float) -> None:
    plan = plane_map(lens, (0, 0, 1000, 600), height_mm=41.5, mm_per_px=2.0)
    seen = plan.to_table(np.array([_centroid(plan.sample(_spot(lens, x, y, 41.5)))]))[0]
    assert np.hypot(*(seen - (x, y))) < 0.3
    assert plan.to_map(plan.to_table(np.array([[7.0, 9.0]]))) == pytest.approx(np.array([[7.0, 9.0]]))


def test_plane_map_is_a_whole_number_of_cells(lens: Pinhole) -> None:
    plan = plane_map(lens, (0, 0, 1001, 599), height_mm=0, mm_per_px=2.0)
    assert plan.mapping.shape[1] % 16 == 0
    assert plan.mapping.shape[2] % 16 == 0


@pytest.mark.parametrize("heading", [0.0, 75.0, 200.0])
def test_patch_shows_a_place_where_its_frame_says(lens: Pinhole, heading: float) -> None:
    frame = PlaneFrame(400, 250, heading, 41.5, 1.0, 96)
    place = frame.to_table(np.array([[60.0, 30.0]]))[0]
    column, row = _centroid(cut_patch(_spot(lens, float(place[0]), float(place[1]), 41.5), lens, frame))
    assert [column, row] == pytest.approx([60, 30], abs=0.15)


def test_many_patches_are_what_each_is_by_itself_whatever_their_scale(lens: Pinhole) -> None:
    picture = np.random.default_rng(4).integers(0, 256, (720, 1280, 3), np.uint8)
    frames = [PlaneFrame(200 + n, 150 + n / 2, 30 * n, 41.5, 0.6 if n % 3 else 4.0, 96) for n in range(700)]
    assert 2 / 3 * len(frames) * 96 > 32_767  # rows: more than OpenCV samples at once
    together = cut_patches(picture, lens, frames)
    assert all(
        np.array_equal(one, cut_patch(picture, lens, frame)) for one, frame in zip(together, frames, strict=True)
    )


def test_a_coarse_patch_shows_the_mean_of_print_too_fine_for_it(lens: Pinhole) -> None:
    print_like = np.kron(np.indices((720, 640)).sum(0) % 2, np.ones((1, 2)))[..., None] * np.full(3, 255)
    seen = cut_patch(print_like.astype(np.uint8), lens, PlaneFrame(500, 300, 20, 0, 4.2, 64)).astype(float)
    assert seen.std() < 0.4 * print_like.std()


def test_a_patch_where_the_lens_is_beyond_its_bends_is_cut_all_the_same(lens: Pinhole) -> None:
    """A phone close to a table: places beside the picture project to where no picture is."""
    bent = replace(lens, distortion=np.array([0.12, -0.3, 0.0, 0.0, 0.15]))
    far = refiner_frame(Pose(9000.0, 300.0, 0.0, 50.8))
    width, height = lens.size_wh
    assert np.ptp(bent.project(np.array([[9000.0, 300.0, 0.0], [9050.0, 300.0, 0.0]]))) > 10 * width
    patch = cut_patch(np.full((height, width, 3), 90, np.uint8), bent, far)
    assert (patch == 90).all()


def test_a_face_that_lies_flat_is_cut_as_its_frame_cuts_it(lens: Pinhole) -> None:
    noise = np.random.default_rng(5).integers(0, 256, (720, 1280, 3), np.uint8)
    picture = np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)
    pose = Pose(420, 260, 75, 50.8)
    corners = np.column_stack([pose.top_corners_mm(), np.full(3, pose.top_mm)])
    (cut,) = face_patches(picture, lens, corners[None], radius_px=FACE_RADIUS_PX, size_px=96)
    assert np.abs(cut.astype(int) - cut_patch(picture, lens, face_frame(pose))).max() <= 1


def test_frames_put_corner_0_up_and_the_edge_at_its_size() -> None:
    pose = Pose(300, 200, 40, 101.6)
    for frame, radius in ((face_frame(pose), FACE_RADIUS_PX), (refiner_frame(pose), REFINER_EDGE_PX / np.sqrt(3))):
        top = np.array([[(frame.size_px - 1) / 2, (frame.size_px - 1) / 2 - radius]])
        assert frame.to_table(top)[0] == pytest.approx(pose.corner_mm(0))


def test_turned_face_frame_puts_that_corner_up() -> None:
    pose = Pose(300, 200, 40, 50.8)
    for corner in range(3):
        frame = face_frame(pose, turn=corner)
        top = np.array([[(frame.size_px - 1) / 2, (frame.size_px - 1) / 2 - FACE_RADIUS_PX]])
        assert frame.to_table(top)[0] == pytest.approx(pose.corner_mm(corner))


def test_shrinking_by_one_is_no_work() -> None:
    picture = np.zeros((8, 8, 3), np.uint8)
    assert downscale(picture, 1) is picture
    assert downscale(picture, 2).shape == (4, 4, 3)
