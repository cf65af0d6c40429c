"""Paper that is not plane: where its middle is seen, and how that is told from a face that lies elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from companion.arrays import FloatArray
from companion.camera import Pinhole
from companion.geometry import Pose, RigidPose, face_corners_mm
from companion.opencv import cv2
from companion.vision.gallery import FACE_RADIUS_PX, FACE_SIZE_PX, VIEW_SIZE_PX
from companion.vision.rectify import face_patches
from companion.vision.whole_dice import FINE, Photograph, bulge_covariance, bulge_slants, measure_shifts
from models.training.house_dice import camera_over

EDGE_MM = 50.8
TOP = "abc"


def _lying(elevation_deg: float) -> tuple[Pinhole, FloatArray]:
    """A camera, and the corners of a top face in the middle of its picture, (1, 3, 3); corner 0 points away from it."""
    lens = camera_over(elevation_deg=elevation_deg, azimuth_deg=-90)
    middle = lens.to_table(np.array([[lens.size_wh[0] / 2, lens.size_wh[1] / 2]]), height_mm=41.5)[0]
    lying = RigidPose.flat(Pose(float(middle[0]), float(middle[1]), 90.0, EDGE_MM), TOP)
    return lens, face_corners_mm([lying], [TOP])


@pytest.mark.parametrize(("elevation_deg", "slant"), [(90, 0.0), (45, 1.0), (30, 3**0.5)])
def test_what_stands_out_is_seen_farther_off_by_how_slantwise_it_is_seen(elevation_deg: float, slant: float) -> None:
    (shift,) = bulge_slants(*_lying(elevation_deg))
    assert shift == pytest.approx([0.0, slant], abs=0.06)


def test_a_bulging_face_is_not_taken_for_one_that_lies_elsewhere() -> None:
    lens, corners = _lying(45)
    noise = np.random.default_rng(7).normal(0, 1, (lens.size_wh[1], lens.size_wh[0]))
    grey = cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 2.5), np.empty(0), 20, 235, cv2.NORM_MINMAX)
    picture = np.repeat(np.asarray(grey, np.uint8)[..., None], 3, axis=2)
    # Enrolled is what is printed: what the picture shows on paper that stands out by so much.
    bulge_mm = 0.3
    radius = FACE_RADIUS_PX * VIEW_SIZE_PX / FACE_SIZE_PX
    (print_,) = face_patches(
        picture, lens, corners, radius_px=radius, size_px=VIEW_SIZE_PX, bulge_mm=np.array([bulge_mm])
    )
    seen = measure_shifts(Photograph(picture, lens), corners, FINE.art_of(print_)[None])
    (likeliest,) = np.linalg.solve(seen.information_matrix, seen.information_vector[..., None])[..., 0]
    slants, nothing = bulge_slants(lens, corners), np.zeros(1)
    assert likeliest[6:] == pytest.approx(slants[0] * bulge_mm, abs=0.04)
    assert likeliest[:6] == pytest.approx(0.0, abs=0.04)
    middles = []
    for bulge_mm2 in (np.zeros((1, 2, 2)), bulge_covariance(slants, np.array([EDGE_MM]))):
        matrix, vector = seen.with_error(np.zeros((1, 3, 3)), nothing, bulge_mm2).of_corners
        middles.append(np.linalg.solve(matrix[0], vector[0]).reshape(3, 2).mean(axis=0)[1])
    assert middles[0] > 0.1, "taken for plane, the face seems to lie farther off"
    assert abs(middles[1]) < 0.03
