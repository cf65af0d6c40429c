"""Light as rooms have it: from windows, from all around, from one pendant. A sky (linear RGB) and its lamps.

``TAUGHT`` is shown in training, ``HELD_OUT`` only where networks are measured and on rigs, ``TUNING`` and ``UNSEEN`` on
rigs only (see ``patterns``); these need scenes whose bodies shade each other.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from companion.arrays import FloatArray
from companion.opencv import cv2
from models.training.looking import direction
from models.training.scene import Lamp

Light = tuple[FloatArray, tuple[Lamp, ...]]
_LUMA = np.array([0.2126, 0.7152, 0.0722])
_TABLE_MIDDLE_MM = np.array([500.0, 340.0, 0.0])  # of the table that candles stand round
_SKY_ROWS, _SKY_COLUMNS = 3, 8  # patches of the upper half of a captured sky


def _tinted(rng: np.random.Generator, strength: float, warm: float) -> FloatArray:
    """Light of a strength, from bluish (-1) to yellowish (1)."""
    return strength * np.array([1 + 0.18 * warm, 1.0, 1 - 0.25 * warm]) * (1 + rng.uniform(-0.04, 0.04, 3))


def windows(rng: np.random.Generator, toward_deg: float | None = None, low: tuple[float, float] = (18, 50)) -> Light:
    """One wall of windows, or two: broad, low and cool; the rest of the room is dim. toward_deg: the first one's."""
    lamps = []
    for k in range(int(rng.integers(1, 3))):
        azimuth = rng.uniform(0, 360) if k or toward_deg is None else toward_deg
        elevation, warm, strength = rng.uniform(*low), rng.uniform(-1, 0.2), rng.uniform(0.5, 1.2)
        lamps += [
            Lamp(direction(azimuth + off, elevation), 0.16, _tinted(rng, strength / 3, warm)) for off in (-14, 0, 14)
        ]
    return _tinted(rng, float(rng.uniform(0.2, 0.5)), 0.0), tuple(lamps)


def around(rng: np.random.Generator) -> Light:
    """Soft light from every side, some sides much brighter than others."""
    lamps = []
    for _ in range(int(rng.integers(4, 9))):
        toward = direction(rng.uniform(0, 360), rng.uniform(12, 85))
        strength = float(rng.exponential(0.25)) + 0.03
        lamps.append(Lamp(toward, float(rng.uniform(0.25, 0.6)), _tinted(rng, strength, float(rng.uniform(-1, 1)))))
    return _tinted(rng, float(rng.uniform(0.1, 0.6)), float(rng.uniform(-0.5, 0.5))), tuple(lamps)


def pendant(rng: np.random.Generator) -> Light:
    """One warm lamp over the table, the room dark."""
    lamp = Lamp(direction(rng.uniform(0, 360), rng.uniform(55, 88)), float(rng.choice([0.04, 0.15])),
                _tinted(rng, float(rng.uniform(0.6, 1.2)), float(rng.uniform(0.3, 1.2))))  # fmt: skip
    return _tinted(rng, float(rng.uniform(0.05, 0.2)), 0.5), (lamp,)


def tubes(rng: np.random.Generator) -> Light:
    """Fluorescent tubes in rows at the ceiling."""
    azimuth = float(rng.uniform(0, 360))
    lamps = [
        Lamp(direction(azimuth + off, elevation), 0.05, _tinted(rng, 0.09, -0.6))
        for elevation in (48.0, 68.0)
        for off in np.linspace(-35, 35, 6)
    ]
    return _tinted(rng, 0.3, -0.3), tuple(lamps)


def garland(rng: np.random.Generator) -> Light:
    """A string of coloured bulbs all round."""
    lamps = []
    for azimuth in np.linspace(0, 330, 10):
        colour = rng.dirichlet(np.ones(3)) * rng.uniform(0.2, 0.5)
        lamps.append(Lamp(direction(azimuth + rng.uniform(-12, 12), rng.uniform(25, 70)), 0.04, colour))
    return _tinted(rng, 0.18, 0.8), tuple(lamps)


def low_lamp(rng: np.random.Generator, toward_deg: float | None = None, sky: float = 0.06) -> Light:
    """One lamp low beside the table, and hardly any sky: what stands in a shade is all but black."""
    azimuth = rng.uniform(0, 360) if toward_deg is None else toward_deg
    lamp = Lamp(direction(azimuth, rng.uniform(20, 27)), float(rng.uniform(0.03, 0.08)),
                _tinted(rng, float(rng.uniform(0.9, 1.3)), float(rng.uniform(0.3, 1.0))))  # fmt: skip
    return _tinted(rng, sky, -0.4), (lamp,)


def floor_lamps(rng: np.random.Generator) -> Light:
    """Two or three warm lamps with shades beside the table, none alike, and a dark room."""
    lamps = []
    for azimuth in rng.uniform(0, 360) + np.array([0, 130, 235])[: int(rng.integers(2, 4))]:
        toward = direction(azimuth, 0.0) * rng.uniform(520, 800) + np.array([0.0, 0.0, rng.uniform(260, 480)])
        colour = _tinted(rng, float(rng.uniform(0.5, 1.1)), float(rng.uniform(0.7, 1.3)))
        lamps.append(Lamp(toward / np.linalg.norm(toward), 0.14, colour, _TABLE_MIDDLE_MM + toward))
    return _tinted(rng, 0.1, 0.6), tuple(lamps)


def hearth(rng: np.random.Generator) -> Light:
    """A fire at one side: low, broad and orange; and a dim blue evening from everywhere else."""
    azimuth = float(rng.uniform(0, 360))
    fire = np.array([1.4, 0.75, 0.3])
    glow = [Lamp(direction(azimuth + off, 21.0), 0.1, 0.4 * fire * rng.uniform(0.7, 1.2)) for off in (-16, -5, 5, 16)]
    return _tinted(rng, 0.12, -0.8), tuple(glow)


def candles(rng: np.random.Generator) -> Light:
    """Small warm flames on sticks round the table."""
    lamps = []
    for azimuth in rng.uniform(0, 360) + np.array([0, 80, 150, 215, 300]) + rng.uniform(-15, 15, 5):
        toward = direction(azimuth, 0.0) * rng.uniform(420, 640) + np.array([0.0, 0.0, rng.uniform(210, 330)])
        at = _TABLE_MIDDLE_MM + toward
        lamps.append(Lamp(toward / np.linalg.norm(toward), 0.03, _tinted(rng, float(rng.uniform(0.5, 0.9)), 1.4), at))
    return _tinted(rng, 0.14, 0.8), tuple(lamps)


def strip_window(rng: np.random.Generator) -> Light:
    """A long low window under the ceiling of a cellar: one strip of cool light."""
    azimuth = float(rng.uniform(0, 360))
    strip = [
        Lamp(direction(azimuth + off, 30.0), 0.06, _tinted(rng, 0.16, -0.8)) for off in np.linspace(-42, 42, 8)
    ]  # fmt: skip
    return _tinted(rng, 0.16, -0.2), tuple(strip)


def television(rng: np.random.Generator) -> Light:
    """A large screen at one side, blue, and a dim warm room."""
    azimuth = float(rng.uniform(0, 360))
    blue = np.array([0.35, 0.6, 1.3])
    screen = [Lamp(direction(azimuth + off, 17.0), 0.2, 0.7 * blue * rng.uniform(0.8, 1.2)) for off in (-12, 0, 12)]
    return _tinted(rng, 0.22, 0.9), tuple(screen)


def stage_spots(rng: np.random.Generator) -> Light:
    """Spots of several colours with hard rims that cross each other, and some light beside them."""
    lamps = []
    for azimuth in rng.uniform(0, 360) + np.array([0, 75, 160, 250]):
        x, y, radius = rng.uniform(200, 800), rng.uniform(150, 520), rng.uniform(170, 320)
        colour = (0.5 + rng.dirichlet(np.ones(3))) * rng.uniform(0.4, 0.7)
        lamps.append(Lamp(direction(azimuth, rng.uniform(40, 65)), 0.01, colour, beam_mm=(x, y, radius)))
    return _tinted(rng, 0.3, 0.0), tuple(lamps)


Maker = Callable[[np.random.Generator], Light]
TAUGHT: tuple[Maker, ...] = (windows, around, pendant)
HELD_OUT: tuple[Maker, ...] = (tubes, garland)
TUNING: tuple[Maker, ...] = (low_lamp, floor_lamps, hearth)
UNSEEN: tuple[Maker, ...] = (candles, strip_window, television, stage_spots)


def load_skies(folder: Path | None) -> list[Light]:
    """Captured skies (equirectangular, Radiance HDR) from a folder, each as lamps; none where there is no folder."""
    return [_as_lamps(path) for path in sorted(folder.glob("*.hdr"))] if folder else []


def turned(rng: np.random.Generator, light: Light) -> Light:
    """The same light from another side, and as strong as a room's."""
    sky, lamps = light
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
    return sky, tuple(Lamp(turn @ lamp.toward, lamp.width, lamp.colour) for lamp in lamps)


def _as_lamps(path: Path) -> Light:
    """Every patch of the upper half a soft lamp; what comes from below and between them is the sky."""
    read = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if read is None:
        raise ValueError(f"{path} is no picture")
    picture = read[..., ::-1].astype(np.float64)
    height, width = picture.shape[:2]
    upper = picture[: height // 2]
    rows, columns = np.mgrid[: height // 2, :width]
    solid = np.cos(np.pi / 2 * (1 - (rows + 0.5) / (height / 2))) * (2 * np.pi / width) * (np.pi / height)
    lamps = []
    for k in range(_SKY_ROWS * _SKY_COLUMNS):
        part = (rows * _SKY_ROWS // (height // 2) == k // _SKY_COLUMNS) & (
            columns * _SKY_COLUMNS // width == k % _SKY_COLUMNS
        )
        flux = (upper[part] * solid[part][:, None]).sum(axis=0)
        bright = solid[part] * (upper[part] @ _LUMA)
        elevation = 90 - 180 / height * float(np.average(rows[part], weights=bright))
        azimuth = 360 / width * float(np.average(columns[part], weights=bright))
        lamps.append((direction(azimuth, max(8.0, elevation)), flux))
    whole = sum(flux @ _LUMA * max(toward[2], 0.1) for toward, flux in lamps)
    brightest = sorted(lamps, key=lambda lamp: -float(lamp[1] @ _LUMA))[:10]
    rest = sum((flux for _, flux in lamps), np.zeros(3)) - sum((flux for _, flux in brightest), np.zeros(3))
    sky = 0.25 + rest / whole
    return np.asarray(sky, np.float64), tuple(Lamp(toward, 0.3, flux / whole) for toward, flux in brightest)
