"""Pictures of another size: scaled where only their scale differs, left alone where their shape does."""

from __future__ import annotations

import numpy as np
import pytest

from companion.camera import fit_picture, fit_points
from companion.camera.calibration import has_same_shape


@pytest.mark.parametrize(
    ("size", "other", "same"),
    [
        ((1280, 720), (1920, 1080), True),
        ((3840, 2160), (1920, 1080), True),
        ((853, 480), (1920, 1080), True),
        ((1920, 1080), (1920, 1080), False),
        ((1920, 1070), (1920, 1080), False),
        ((1080, 1920), (1920, 1080), False),
        ((1600, 1200), (1920, 1080), False),
    ],
)
def test_sizes_of_one_shape_differ_by_their_scale_alone(
    size: tuple[int, int], other: tuple[int, int], *, same: bool
) -> None:
    assert has_same_shape(size, other) is same
    assert has_same_shape(other, size) is same


def test_a_picture_of_another_shape_is_left_as_it_is() -> None:
    pixels = np.zeros((120, 160, 3), np.uint8)
    assert fit_picture(pixels, (160, 90)) is pixels
    assert fit_picture(pixels, (160, 120)) is pixels


def test_places_go_where_the_scaled_picture_shows_them() -> None:
    pixels = np.zeros((60, 80, 3), np.uint8)
    pixels[20:30, 40:60] = 255
    scaled = fit_picture(pixels, (320, 240))
    ys, xs = np.nonzero(scaled[..., 0] > 127)
    ((x, y),) = fit_points(np.array([[49.5, 24.5]]), (80, 60), (320, 240))
    assert (x, y) == pytest.approx((xs.mean(), ys.mean()), abs=0.05)


def test_places_of_a_picture_that_is_not_scaled_stay_to_the_last_bit() -> None:
    points = np.array([[0.1, 0.2]])
    assert fit_points(points, (80, 60), (80, 60)) is points
