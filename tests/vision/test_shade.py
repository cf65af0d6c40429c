"""What lies in deep shade is lifted out of it, and read there."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera import read_picture
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.vision import FaceName, Reader, tuning
from companion.vision.shade import ShadeLift

DEMO = bundled(Bundled.PICTURES, "demo")
#: Two dice of it: their faces, and where they lie, mm.
SHADED = {FaceName("ogre/howitzer", "2"): (636.6, 193.0), FaceName("ogre/infantry", "1b"): (277.7, 467.4)}


def shaded(pixels: NDArray[np.uint8], at_px: NDArray[np.float64], radius_px: float) -> NDArray[np.uint8]:
    """A picture with a deep shade, in which 1.7 % of the light is left, and the noise of a camera in it."""
    rows, columns = np.indices(pixels.shape[:2], np.float32)
    inside = np.hypot(columns - at_px[0], rows - at_px[1]) < radius_px
    shade = np.asarray(cv2.GaussianBlur(inside.astype(np.float32), (0, 0), 0.12 * radius_px))[..., None]
    light = (pixels / 255.0) ** 2.2 * (1 - (1 - 0.017) * shade)
    noise = np.random.default_rng(0).standard_normal(light.shape) * np.sqrt(4e-4 * light + 2e-6)
    return np.asarray(255 * np.clip(light + noise * shade, 0, 1) ** (1 / 2.2), np.uint8)


@pytest.mark.parametrize("name", SHADED, ids=str)
def test_a_die_in_deep_shade_is_read_in_a_brighter_picture(
    name: FaceName, demo_reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    lens = demo_reader.camera.lens
    at_px, beside_px = lens.project(np.array([[*SHADED[name], 20.7], [SHADED[name][0] + 50.8, SHADED[name][1], 20.7]]))
    picture = shaded(read_picture(DEMO / "scene-000.jpg").pixels, at_px, 1.3 * float(np.linalg.norm(beside_px - at_px)))
    assert name in {die.name for die in demo_reader.read(picture).dice}
    monkeypatch.setattr(tuning, "DEEP_SHADE_GAIN", tuning.MOST_SHADE_GAIN)
    assert name not in {die.name for die in demo_reader.read(picture).dice}


def test_only_shade_is_lifted() -> None:
    pixels = np.full((400, 600, 3), 160, np.uint8)
    assert (ShadeLift.of(pixels).lifted(pixels) == pixels).all()
    pixels[150:250, 200:300] = (8, 12, 10)
    lit = ShadeLift.of(pixels).lifted(pixels)
    assert (lit[:100] == pixels[:100]).all()
    assert (lit[180:220, 230:270] > 2 * pixels[180:220, 230:270]).all()
