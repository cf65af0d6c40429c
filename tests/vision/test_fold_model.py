"""What paper that is not plane does to where a face seems to be."""

from __future__ import annotations

import numpy as np
import pytest

from companion.geometry import Pose, RigidPose, face_corners_mm
from companion.vision import tuning
from companion.vision.whole_dice import bulge_covariance
from models.training.house_dice import camera_over

EDGE_MM = 50.8
TOP = "abc"


@pytest.mark.parametrize(("elevation_deg", "slant"), [(90, 0.0), (45, 1.0), (30, 3**0.5)])
def test_bulging_paper_seems_shifted_by_how_slantwise_it_is_seen(elevation_deg: float, slant: float) -> None:
    lens = camera_over(elevation_deg=elevation_deg, azimuth_deg=-90)
    middle = lens.to_table(np.array([[lens.size_wh[0] / 2, lens.size_wh[1] / 2]]), height_mm=41.5)[0]
    lying = RigidPose.flat(Pose(float(middle[0]), float(middle[1]), 90.0, EDGE_MM), TOP)
    (shift,) = bulge_covariance(lens, face_corners_mm([lying], [TOP]), np.array([EDGE_MM]))
    right, up, turn = np.sqrt(np.diag(shift)) / (tuning.BULGE_SIGMA_EDGES * EDGE_MM)
    assert up == pytest.approx(slant, abs=0.06), "corner 0 points away from the camera"
    assert right == pytest.approx(0.0, abs=0.06)
    assert turn == 0.0
