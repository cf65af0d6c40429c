"""Networks of whole numbers answer nearly as those do that they were made of."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera import read_picture
from companion.cli._options import demo_calibration, demo_scenes
from companion.codec.reader import load_network, open_reader
from companion.resources import Bundled, bundled
from companion.vision import open_session
from companion.vision.gallery import face_frame, refiner_frame
from companion.vision.rectify import cut_patches

#: Of the refiner's outputs: die, leaning, visible; steps, turn; errors.
STEPS = slice(3, 5)


@pytest.fixture(scope="module")
def squares() -> dict[str, NDArray[np.uint8]]:
    """What both networks are shown of the dice of a picture."""
    camera, pixels = demo_calibration().camera, read_picture(demo_scenes()[0]).pixels
    poses = [die.pose for die in open_reader(camera).read(pixels).dice]
    frames = {"placer": [refiner_frame(pose) for pose in poses], "reader": [face_frame(pose) for pose in poses]}
    return {name: cut_patches(pixels, camera.lens, some) for name, some in frames.items()}


def _answers(name: str, squares: dict[str, NDArray[np.uint8]]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Of the bundled network, and of the taught one."""
    taught = open_session(bundled(Bundled.MODELS, "taught", f"{name}.onnx").read_bytes(), name)
    pictures = np.ascontiguousarray(squares[name].transpose(0, 3, 1, 2), np.float32)
    return load_network(name).run(squares[name]), np.asarray(taught.run(None, {"pictures": pictures})[0], np.float32)


def test_the_refiner_steps_as_it_was_taught(squares: dict[str, NDArray[np.uint8]]) -> None:
    bundled_, taught = _answers("placer", squares)
    off_px = np.abs(bundled_ - taught)[:, STEPS]
    assert np.median(off_px) < 0.05
    assert off_px.max() < 0.3


def test_the_reader_knows_faces_as_it_was_taught(squares: dict[str, NDArray[np.uint8]]) -> None:
    bundled_, taught = _answers("reader", squares)
    assert (bundled_ * taught).sum(axis=1).min() > 0.99


def test_all_that_is_quantised_is_kept_as_it_was_taught() -> None:
    pytest.importorskip("onnx")
    from models.training.quantise import SHOWN, taught_file

    kept = {file.stem for file in bundled(Bundled.MODELS, "taught").glob("*.onnx")}
    assert kept == set(SHOWN)
    assert taught_file("finder", bundled(Bundled.MODELS)) == bundled(Bundled.MODELS, "finder.onnx")
