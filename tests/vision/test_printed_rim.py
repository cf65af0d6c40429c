"""What the printed rims of a die's faces tell of how they were cut out."""

from __future__ import annotations

import numpy as np
import pytest

from companion.arrays import Image
from companion.opencv import cv2
from companion.vision.enrolment.printed_rim import OUTWARD, rim_offsets
from companion.vision.gallery import FACE_RADIUS_PX, FACE_SIZE_PX, VIEW_SIZE_PX

RADIUS_PX = VIEW_SIZE_PX * FACE_RADIUS_PX / FACE_SIZE_PX
EDGE_PX = RADIUS_PX * np.sqrt(3)
CORNERS = np.array([[0.0, 1.0], [-np.sqrt(0.75), -0.5], [np.sqrt(0.75), -0.5]])
#: How far a corner of the print is drawn too far right and up, in edges.
ASKEW = np.array([[0.0, 0.004], [0.003, 0.0], [-0.002, 0.003]])


def _face(seed: int, off: np.ndarray, rim: float = 0.05) -> Image:
    """A face as a gallery keeps it, with a rim so wide (edges) and corners drawn so far off (right, up, edges)."""
    rng, fine = np.random.default_rng(seed), 8
    big = np.full((VIEW_SIZE_PX * fine,) * 2 + (3,), (60, 140, 70), np.uint8)
    inner = CORNERS * (1 - 2 * np.sqrt(3) * rim) + off * np.sqrt(3)
    points = ((VIEW_SIZE_PX - 1) / 2 + RADIUS_PX * inner * (1, -1) + 0.5) * fine - 0.5
    cv2.fillPoly(big, [np.round(points * 16).astype(np.int32)], rng.integers(0, 255, 3).tolist(), cv2.LINE_AA, 4)
    return np.asarray(cv2.resize(big, (VIEW_SIZE_PX, VIEW_SIZE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def test_a_face_cut_out_askew_shows_a_rim_of_other_widths() -> None:
    straight = np.zeros((3, 2))
    pictures = np.stack([_face(seed, ASKEW if seed == 2 else straight) for seed in range(8)])
    offsets = rim_offsets(pictures)
    assert offsets is not None
    assert np.nanmax(np.abs(offsets[[0, 1, 3, 4, 5, 6, 7]])) < 0.0008
    # The print lies too far out where it was cut too far in: the rim is narrower there.
    assert offsets[2] == pytest.approx(-OUTWARD @ ASKEW.ravel(), abs=0.0012)


def test_what_all_faces_have_in_common_is_left_out() -> None:
    offsets = rim_offsets(np.stack([_face(seed, ASKEW) for seed in range(8)]))
    assert offsets is not None
    assert np.abs(np.nanmean(offsets.reshape(8, 3, -1), axis=2)).max() < 0.0005


def test_faces_without_a_common_rim_tell_nothing() -> None:
    rng = np.random.default_rng(4)
    bare = np.stack([_face(seed, np.zeros((3, 2)), rim=float(rng.uniform(0.02, 0.11))) for seed in range(8)])
    assert rim_offsets(bare) is None


def test_few_faces_tell_nothing() -> None:
    assert rim_offsets(np.stack([_face(seed, np.zeros((3, 2))) for seed in range(3)])) is None
