"""What is wrong with a picture as a picture, on a bundled one that is good and on the same one spoilt."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import BLURRED_PX, Camera, Flaw, assess_picture, calibrate, read_picture
from companion.codec.mat import read_mat
from companion.opencv import cv2
from companion.resources import Bundled, bundled

DEMO = bundled(Bundled.PICTURES, "demo")


def grey(pixels: Image) -> Image:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def lit(times: float) -> Callable[[Image], Image]:
    return lambda pixels: np.asarray(np.clip(pixels * float(times), 0, 255), np.uint8)


def blurred(sigma_px: float) -> Callable[[Image], Image]:
    return lambda pixels: np.asarray(cv2.GaussianBlur(pixels, (0, 0), sigma_px), np.uint8)


def smeared(width_px: int) -> Callable[[Image], Image]:
    """As by a camera that swings sideways: edges along the swing stay sharp."""
    return lambda pixels: np.asarray(cv2.blur(pixels, (width_px, 1)), np.uint8)


@pytest.fixture(scope="module")
def camera() -> Camera:
    return calibrate(read_mat(DEMO / "mat.json"), [], [read_picture(DEMO / "table.jpg")]).camera


@pytest.fixture(scope="module")
def scene() -> Image:
    return read_picture(DEMO / "scene-000.jpg").pixels


@pytest.mark.parametrize("name", ["table.jpg", "scene-000.jpg", "scene-003.jpg"])
def test_nothing_is_wrong_with_a_good_picture(camera: Camera, name: str) -> None:
    assert assess_picture(camera, read_picture(DEMO / name).pixels).flaws == ()


@pytest.mark.parametrize(
    ("spoil", "flaws"),
    [
        (lit(1 / 8), (Flaw.TOO_DARK,)),
        (lit(0), (Flaw.TOO_DARK,)),
        (lit(5), (Flaw.OVEREXPOSED,)),
        (blurred(1.5), (Flaw.BLURRED,)),
        (blurred(4), (Flaw.BLURRED,)),
        (smeared(11), (Flaw.BLURRED,)),
        (lambda pixels: np.asarray(cv2.blur(pixels, (1, 11)), np.uint8), (Flaw.BLURRED,)),
        (grey, (Flaw.GREY,)),
        (lambda pixels: blurred(3)(grey(pixels)), (Flaw.BLURRED, Flaw.GREY)),
        (lambda pixels: np.full_like(pixels, 128), (Flaw.BLANK,)),
        (lambda pixels: np.full_like(pixels, 255), (Flaw.OVEREXPOSED,)),
    ],
)
def test_each_flaw_is_named(
    camera: Camera, scene: Image, spoil: Callable[[Image], Image], flaws: tuple[Flaw, ...]
) -> None:
    assert assess_picture(camera, spoil(scene)).flaws == flaws


@pytest.mark.parametrize("spoil", [lit(1 / 2), lit(1.5), blurred(0.8)])
def test_what_costs_nothing_is_no_flaw(camera: Camera, scene: Image, spoil: Callable[[Image], Image]) -> None:
    assert assess_picture(camera, spoil(scene)).flaws == ()


@pytest.mark.parametrize("sigma_px", [2.0, 3.0])
def test_the_blur_is_measured(camera: Camera, scene: Image, sigma_px: float) -> None:
    """The picture's own blur and the measure's share of 0.7 px add to what is put in."""
    assert assess_picture(camera, blurred(sigma_px)(scene)).blur_px == pytest.approx(sigma_px, rel=0.2)
    sharp = assess_picture(camera, scene).blur_px
    assert sharp is not None
    assert sharp < 0.8 * BLURRED_PX
