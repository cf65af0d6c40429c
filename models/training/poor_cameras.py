"""Another camera before the same table: a poor webcam in less light.

What it does to a picture, in this order: the lamps are dimmer, warmer and stand to one side; a rolling shutter shows
their flicker as bands; then noise, noise reduction, sharpening and JPEG (``film``).
``python -m models.training.poor_cameras RIG OUT`` makes a pair of rigs: enrolled by the good camera, read by this one.
"""

from __future__ import annotations

import argparse
import math
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.opencv import cv2
from models.training.film import Film, develop, invent_webcam
from models.training.surfaces import Linear, to_linear

_WIDTH_PX: Final = 1280
_PICTURES: Final = ("table.jpg", "lens-*.jpg", "enrol-*.jpg", "scene-*.jpg")


@dataclass(frozen=True, slots=True)
class PoorCamera:
    """A webcam with the light that it is used in.

    film: how it develops; tint: gain of R, G, B of the lamps against the white that the camera believes in; slope: how
    much less light there is at the picture's rim, toward the right and downward; bands: how much the flicker of lamps
    takes at most, 0 to 1; band_rows: how many bands there are in a picture; veil: stray light, as a share of white.
    """

    film: Film
    tint: tuple[float, float, float]
    slope: tuple[float, float]
    bands: float
    band_rows: float
    veil: float


@dataclass(frozen=True, slots=True, eq=False)
class PoorPicture:
    """A photograph (BGR), and the lens as it is for a picture of that size."""

    picture: NDArray[np.uint8]
    lens: Pinhole


def invent_poor_camera(rng: np.random.Generator) -> PoorCamera:
    """Any poor camera."""
    film, dark = invent_webcam(rng), float(rng.uniform(1, 3))
    warm = float(rng.uniform(-0.6, 1.0))
    return PoorCamera(
        film=replace(film, shot=film.shot * dark, read=film.read * dark, quality=int(rng.integers(60, 88))),
        tint=(1 + 0.15 * warm, 1.0, 1 - 0.3 * warm),
        slope=(float(rng.uniform(-0.6, 0.6)), float(rng.uniform(-0.6, 0.6))),
        bands=float(rng.uniform(0.05, 0.3)) if rng.random() < 0.3 else 0.0,
        band_rows=float(rng.uniform(1, 8)),
        veil=float(rng.uniform(0, 0.08)) if rng.random() < 0.5 else 0.0,
    )


def photographed_poorly(rng: np.random.Generator, light: Linear, lens: Pinhole) -> PoorPicture:
    """The light of a scene by any poor camera at the same place; no wider than 1280 px."""
    share = min(1.0, _WIDTH_PX / lens.size_wh[0])
    size_wh = round(lens.size_wh[0] * share), round(lens.size_wh[1] * share)
    if share < 1:
        light = np.asarray(cv2.resize(light, size_wh, interpolation=cv2.INTER_AREA), np.float32)
    return PoorPicture(developed_poorly(rng, light, invent_poor_camera(rng)), _of_size(lens, size_wh))


def developed_poorly(rng: np.random.Generator, light: Linear, camera: PoorCamera) -> NDArray[np.uint8]:
    """A photograph (BGR) of light (rows, columns, 3) in RGB."""
    rows, columns = light.shape[:2]
    y, x = np.linspace(-1, 1, rows)[:, None, None], np.linspace(-1, 1, columns)[:, None]
    lit = np.exp(camera.slope[0] * x + camera.slope[1] * y)
    flicker = np.cos(math.pi * camera.band_rows * y + rng.uniform(0, 2 * math.pi))
    lit = lit * (1 - camera.bands * (0.5 + 0.5 * flicker))
    white = float(np.percentile(light[::8, ::8], 99))
    seen = light * (lit * np.array(camera.tint)).astype(np.float32) + np.float32(camera.veil * white)
    return develop(rng, np.asarray(seen, np.float32), camera.film)


def _of_size(lens: Pinhole, size_wh: tuple[int, int]) -> Pinhole:
    """The same lens before a sensor of other pixels; a pixel is given by its middle."""
    x, y = (new / old for new, old in zip(size_wh, lens.size_wh, strict=True))
    finer = np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1]])
    return replace(lens, matrix=finer @ lens.matrix, size_wh=size_wh)


def rephotograph(rig: Path, folder: Path, seed: int) -> None:
    """Write a rig anew as one poor camera shows it that stands where the rig's own did, as many pixels wide."""
    camera = invent_poor_camera(np.random.default_rng([seed, 0]))
    shutil.copytree(rig, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.jpg"))
    files = [file for pattern in _PICTURES for file in sorted(rig.glob(pattern))]
    for number, file in enumerate(files, start=1):
        light = to_linear(np.asarray(cv2.imread(str(file)), np.uint8)[..., ::-1])
        picture = developed_poorly(np.random.default_rng([seed, number]), light, camera)
        cv2.imwrite(str(folder / file.name), picture, [cv2.IMWRITE_JPEG_QUALITY, camera.film.quality])


def main() -> None:
    """Photograph a rig again."""
    parser = argparse.ArgumentParser(prog="python -m models.training.poor_cameras", description=__doc__)
    parser.add_argument("rig", type=Path, help="as `companion evaluate` reads it")
    parser.add_argument("out", type=Path, help="the rig as the poor camera shows it")
    parser.add_argument("--seed", type=int, default=1, help="which camera")
    options = parser.parse_args()
    rephotograph(options.rig, options.out, options.seed)


if __name__ == "__main__":
    main()
