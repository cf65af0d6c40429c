"""What a picture's noise is, and that clear pictures stay as they are."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera import read_picture
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.vision import FaceName, Reader, TableMemory
from companion.vision.grain import grain_of, without_grain

DEMO = bundled(Bundled.PICTURES, "demo")


def grainy(pixels: NDArray[np.uint8], levels: float) -> NDArray[np.uint8]:
    """A picture in half the light with noise of so many levels."""
    noise = np.random.default_rng(3).normal(0, levels, pixels.shape)
    return np.asarray(np.clip(0.5 * pixels + 20 + noise, 0, 255), np.uint8)


@pytest.mark.parametrize("levels", [4.0, 12.0, 30.0])
def test_grain_is_the_noise_of_a_picture(levels: float) -> None:
    pixels = read_picture(DEMO / "scene-000.jpg").pixels
    assert grain_of(grainy(pixels, levels)) == pytest.approx(levels, rel=0.15)


def test_clear_pictures_stay_as_they_are() -> None:
    paths = sorted(bundled(Bundled.PICTURES).glob("*/*.jpg"))
    assert len(paths) > 20
    for path in paths:
        pixels = read_picture(path).pixels
        assert without_grain(pixels) is pixels, path


def test_the_less_grain_the_less_is_smoothed() -> None:
    pixels = read_picture(DEMO / "scene-000.jpg").pixels
    smoothed = {}
    for levels in (6.0, 10.0, 16.0, 30.0):
        noisy = grainy(pixels, levels)
        clear = grainy(pixels, 0.0)
        smoothed[levels] = float(np.abs(without_grain(noisy).astype(float) - noisy).mean()) / levels
        assert grain_of(without_grain(noisy)) < grain_of(noisy)
        assert np.abs(without_grain(noisy).astype(float) - clear).mean() < np.abs(noisy.astype(float) - clear).mean()
    assert sorted(smoothed) == sorted(smoothed, key=lambda levels: smoothed[levels])


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_picture_of_one_shade_has_no_grain(level: int) -> None:
    assert grain_of(np.full((20, 30, 3), level, np.uint8)) == 0.0


def in_the_evening(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture by a webcam in hardly any light, whose noise is sharpened with all else."""
    light = cv2.GaussianBlur((pixels / 255.0) ** 2.2 * (0.052, 0.08, 0.096), (0, 0), 1.0)
    noise = np.random.default_rng(1).standard_normal((*light.shape[:2], 1)) * np.sqrt(0.04 * light + 1e-4)
    toned = (np.clip(light + noise, 0, 1) ** (1 / 2.2)).astype(np.float32)
    smeared = cv2.bilateralFilter(toned, 5, 0.1, 1.5)
    sharp = np.clip(3.5 * smeared - 2.5 * cv2.GaussianBlur(smeared, (0, 0), 1.2), 0, 1)
    packed = cv2.imencode(".jpg", (sharp * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 70])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def test_dice_are_read_in_the_grain_of_an_evening(demo_reader: Reader) -> None:
    """Of these 24 dice eight are read where the pictures are left as they are, and 13 are not found."""
    right, memory = 0, TableMemory()
    for path in sorted(DEMO.glob("scene-*.jpg"))[:2]:
        picture = in_the_evening(read_picture(path).pixels)
        there = {FaceName(die["die"], die["face"]) for die in json.loads(path.with_suffix(".json").read_text())["dice"]}
        named = [die.name for die in demo_reader.read(picture, path.name).dice if die.name is not None]
        watched, memory = demo_reader.follow(picture, memory)
        assert {*named, *(die.name for die in watched.dice if die.name is not None)} <= there
        assert len(watched.dice) >= 11
        right += len(named)
    assert right >= 22
