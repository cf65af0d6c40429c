"""Table tops and floors, made up from noise: linear colours, (n, n, 3) float32 in 0..1, to be tiled by mirroring.

``load_surfaces`` adds photographed ones where the user of the recipe has some; the recipe works without.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.opencv import cv2

Linear = NDArray[np.float32]
SURFACE_PX = 512
#: How much light white paper gives back.
PAPER_WHITE = 0.85


def to_linear(picture: NDArray[np.uint8]) -> Linear:
    """Linear light of an RGB picture (sRGB curve taken as a power of 2.2)."""
    return _LINEAR[picture]


_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)


def load_surfaces(folder: Path | None) -> list[Linear]:
    """Photographed surfaces from a folder of pictures; none where there is no folder."""
    return [_photographed(path) for path in sorted(folder.glob("*.jpg"))] if folder else []


def _photographed(path: Path) -> Linear:
    picture = cv2.imread(str(path))
    if picture is None:
        raise ValueError(f"{path} is no picture")
    shrunk = cv2.resize(picture, (SURFACE_PX, SURFACE_PX), interpolation=cv2.INTER_AREA)
    return to_linear(np.asarray(shrunk, np.uint8)[..., ::-1])


def invent_surface(rng: np.random.Generator) -> Linear:
    """A surface of a kind drawn at random."""
    make = _KINDS[int(rng.integers(len(_KINDS)))]
    return np.clip(make(rng), 0.0, 1.0).astype(np.float32)


def finer(surface: Linear, times: int) -> Linear:
    """The surface so many times as fine, repeated by mirroring."""
    if times == 1:
        return surface
    side = SURFACE_PX // times
    small = cv2.resize(surface, (side, side), interpolation=cv2.INTER_AREA)
    over = SURFACE_PX - side
    return np.asarray(cv2.copyMakeBorder(small, 0, over, 0, over, cv2.BORDER_REFLECT), np.float32)


def clouds(rng: np.random.Generator, rows: int, columns: int) -> Linear:
    """Smooth noise in 0..1 with about ``rows`` by ``columns`` humps, (n, n, 1)."""
    coarse = rng.random((rows + 2, columns + 2), np.float32)
    humps = cv2.resize(coarse, (SURFACE_PX, SURFACE_PX), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(humps, 0, 1), np.float32)[..., None]


def _tint(rng: np.random.Generator) -> Linear:
    return to_linear(np.array(rng.integers(15, 250, 3), np.uint8))


def cloth(rng: np.random.Generator, tint: Linear | None = None) -> Linear:
    """Woven cloth, of a given linear colour or of any."""
    thread = clouds(rng, 256, 256) * 0.5 + clouds(rng, 500, 500) * 0.5
    colour = _tint(rng) if tint is None else tint
    return colour * (1 + float(rng.uniform(0.1, 0.7)) * (thread - 0.5)) * (0.9 + 0.2 * clouds(rng, 4, 4))


def wood(rng: np.random.Generator, tints: tuple[Linear, Linear] | None = None) -> Linear:
    """Grained wood between two linear colours, given or any."""
    along = clouds(rng, int(rng.integers(2, 5)), int(rng.integers(20, 60)))
    rings = 0.5 + 0.5 * np.sin(clouds(rng, 3, 6) * float(rng.uniform(10, 60)) + along * 4)
    pores = clouds(rng, 20, 500)
    mix = np.clip(0.5 * rings + 0.3 * along + 0.3 * pores - 0.1, 0, 1)
    light, dark = tints or (_tint(rng), _tint(rng) * float(rng.uniform(0.2, 1)))
    return np.asarray(light * (1 - mix) + dark * mix, np.float32)


def _plain(rng: np.random.Generator) -> Linear:
    return np.asarray(_tint(rng) * (0.95 + 0.1 * clouds(rng, 3, 3)), np.float32)


def stone(rng: np.random.Generator) -> Linear:
    mix = np.abs(clouds(rng, 5, 5) + 0.5 * clouds(rng, 14, 14) + 0.3 * clouds(rng, 50, 50) - 0.9)
    return np.asarray(_tint(rng) * (1 - mix) + _tint(rng) * mix, np.float32)


def _tiles(rng: np.random.Generator) -> Linear:
    step_x, step_y = (int(v) for v in rng.integers(24, 130, 2))
    rows, columns = np.mgrid[:SURFACE_PX, :SURFACE_PX]
    joint = ((rows % step_y < 3) | (columns % step_x < 3))[..., None]
    return np.where(joint, _tint(rng), _plain(rng)).astype(np.float32)


def _boards(rng: np.random.Generator) -> Linear:
    planks = wood(rng)
    width = int(rng.integers(40, 120))
    tone = rng.uniform(0.7, 1.2, SURFACE_PX // width + 1).astype(np.float32)[np.arange(SURFACE_PX) // width]
    gap = np.where(np.arange(SURFACE_PX) % width < 2, 0.3, 1.0).astype(np.float32)
    return np.asarray(planks * (tone * gap)[:, None, None], np.float32)


_KINDS: tuple[Callable[[np.random.Generator], Linear], ...] = (
    cloth,
    cloth,
    wood,
    wood,
    _plain,
    stone,
    _tiles,
    _boards,
)
