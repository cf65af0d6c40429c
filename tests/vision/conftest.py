"""A camera that is known exactly, networks that answer by a plain formula, and the reader of the demo."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera import Pinhole, calibrate, read_picture
from companion.codec.mat import read_mat
from companion.codec.reader import open_reader
from companion.resources import Bundled, bundled
from companion.vision import Reader
from companion.vision.models import Network
from tests.vision.rolled_die import Rolled, roll_out


@pytest.fixture
def lens() -> Pinhole:
    """1280 x 720, a metre above the middle of a 1000 x 600 table, tilted by 30 degrees, with barrel distortion."""
    tilt = np.radians(30)
    forward = np.array([0, np.sin(tilt), -np.cos(tilt)])
    right = np.array([1.0, 0, 0])
    rotation = np.stack([right, np.cross(forward, right), forward])
    eye = np.array([500, 300 - 1000 * np.tan(tilt), 1000.0])
    matrix = np.array([[1100.0, 0, 640], [0, 1100, 360], [0, 0, 1]])
    return Pinhole(matrix, np.array([-0.12, 0.03, 0, 0, 0]), rotation, -rotation @ eye, (1280, 720))


class Formula:
    """Stands in for an ONNX session: answers with a function of the pictures (n, 3, rows, columns)."""

    def __init__(self, answer: Callable[[NDArray[np.float32]], NDArray[np.float32]]) -> None:
        self._answer = answer

    def run(self, names: object, feed: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        return [self._answer(feed["pictures"])]


@pytest.fixture
def network() -> Callable[..., Network]:
    def make(answer: Callable[[NDArray[np.float32]], NDArray[np.float32]], **constants: float) -> Network:
        session: Any = Formula(answer)
        return Network("formula", "0" * 64, MappingProxyType(constants), session)

    return make


@pytest.fixture(scope="session")
def demo_reader() -> Reader:
    """Reads the bundled dice by the camera of the demo, calibrated by its own pictures."""
    demo, dice = bundled(Bundled.PICTURES, "demo"), bundled(Bundled.DICE_FACES)
    lens = [read_picture(path) for path in sorted(demo.glob("lens-*.jpg"))]
    camera = calibrate(read_mat(demo / "mat.json"), lens, [read_picture(demo / "table.jpg")]).camera
    return open_reader(camera, dice, dice / "gallery")


@pytest.fixture(scope="session")
def rolled() -> Rolled:
    """A die with each of its faces up (``roll_out``)."""
    return roll_out()
