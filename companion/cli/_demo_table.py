"""The tables that come with the program: their cameras, and the pictures taken of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.resources import Bundled, bundled

if TYPE_CHECKING:
    from companion.camera import Calibration


def demo_calibration() -> Calibration:
    """The bundled camera, calibrated afresh from its pictures."""
    from companion.camera import calibrate, read_picture
    from companion.codec.mat import read_mat

    folder = bundled(Bundled.PICTURES, "demo")
    lens = [read_picture(path) for path in sorted(folder.glob("lens-*.jpg"))]
    return calibrate(read_mat(folder / "mat.json"), lens, [read_picture(folder / "table.jpg")])


def hard_scene() -> tuple[Path, Path]:
    """A picture as hard as they come, and the camera that took it."""
    folder = bundled(Bundled.PICTURES, "hard")
    return folder / "scene.jpg", folder / "camera.json"


def demo_scenes() -> list[Path]:
    """The pictures of dice on that table, in order."""
    return sorted(bundled(Bundled.PICTURES, "demo").glob("scene-*.jpg"))
