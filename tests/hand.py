"""The phone of `fixtures/images/hand` and its pictures, for tests of whatever takes pictures from the hand."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.arrays import Image
from companion.camera import HandheldCamera, calibrate_handheld, read_picture, read_sensor_picture
from companion.codec.camera import write_handheld_camera
from companion.codec.mat import read_mat
from companion.codec.reader import open_hand_reader
from companion.opencv import cv2
from companion.vision import HandheldReader

HAND: Final = Path(__file__).parents[1] / "fixtures" / "images" / "hand"
TRUTH: Final[dict[str, Any]] = json.loads((HAND / "truth.json").read_text(encoding="utf-8"))
FIRST, SECOND, UPRIGHT = (HAND / f"layout-{letter}.jpg" for letter in "abc")
MOVED, OTHER_TABLE = HAND / "moved.jpg", HAND / "table-1.jpg"


@cache
def phone() -> HandheldCamera:
    """The phone, by its pictures of the mat."""
    pictures = [read_sensor_picture(file) for file in sorted(HAND.glob("table-*.jpg"))]
    return calibrate_handheld(read_mat(HAND / "mat.json"), pictures).camera


def phone_file(folder: Path) -> Path:
    """Its phone.json, in a folder."""
    file = folder / "phone.json"
    write_handheld_camera(phone(), file)
    return file


def phone_reader(folder: Path) -> HandheldReader:
    """It reads the bundled dice."""
    return open_hand_reader(phone_file(folder))


def picture(file: Path = FIRST) -> Image:
    """A picture of the layout."""
    return read_picture(file).pixels.copy()


def spoilt(how: str) -> bytes:
    """The first picture of the layout with something wrong about it."""
    pixels = picture()
    high, wide = pixels.shape[:2]
    if how == "no marker":
        pixels[:] = 90
    elif how == "one marker":
        pixels[:, : wide // 3] = 90
        pixels[: high * 3 // 5] = 90
    elif how == "mirrored":
        pixels = np.ascontiguousarray(pixels[:, ::-1])
    elif how == "another lens":
        part = pixels[high // 14 : -high // 14, wide // 14 : -wide // 14]
        pixels = np.asarray(cv2.resize(part, (wide, high)), np.uint8)
    elif how == "another shape":
        pixels = pixels[:, : high * 9 // 10]
    return bytes(cv2.imencode(".jpg", pixels)[1])
