"""Loud table tops: zigzags, tiles, carpets, printed cloth, play mats, maps. As in ``surfaces``: linear, (n, n, 3).

``TAUGHT`` is shown in training. ``HELD_OUT`` is shown only to networks that are measured, and on rigs on which nothing
is ever set: what is said of tables that nobody has seen rests on it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from companion.opencv import cv2
from models.training.surfaces import SURFACE_PX, Linear, clouds, to_linear, wood

_Indices = NDArray[np.int64]
_FONTS = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)


def _grid() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    rows, columns = np.mgrid[:SURFACE_PX, :SURFACE_PX].astype(np.float64)
    return columns, rows


def _palette(rng: np.random.Generator, count: int) -> Linear:
    """Colours that go together and stand apart: two hues, from dark to light."""
    hues = (rng.uniform(0, 180) + rng.choice([0, 12, 60, 90], count)) % 180
    values = rng.permutation(np.linspace(rng.uniform(20, 90), rng.uniform(170, 250), count))
    hsv = np.column_stack([hues, rng.uniform(0, 220, count), values]).astype(np.uint8)
    return to_linear(np.asarray(cv2.cvtColor(hsv[None], cv2.COLOR_HSV2RGB)[0], np.uint8))


def _printed(rng: np.random.Generator, colours: Linear, which: _Indices) -> Linear:
    """A pattern in a few colours, on wood, on cloth, or on something smooth."""
    flat = cv2.GaussianBlur(colours[which], (0, 0), float(rng.uniform(0.4, 1.2)))
    grain = (wood(rng, (np.ones(3, np.float32), np.full(3, 0.55, np.float32))), 0.7 + 0.6 * clouds(rng, 300, 300), 1.0)
    return np.asarray(flat * grain[int(rng.integers(3))] * (0.85 + 0.3 * clouds(rng, 4, 4)), np.float32)


# taught -------------------------------------------------------------------------------------------------------------


def zigzag(rng: np.random.Generator) -> Linear:
    """Broad bands that turn at sharp corners."""
    x, y = _grid()
    period, high, width = rng.uniform(50, 180), rng.uniform(0.3, 0.9), rng.uniform(18, 70)
    bands = np.floor((y + high * period * np.abs((x / period) % 1 - 0.5) * 2) / width).astype(int)
    count = int(rng.integers(2, 6))
    return _printed(rng, _palette(rng, count), bands % count)


def chevrons(rng: np.random.Generator) -> Linear:
    """Short planks that meet in points, each of its own tone."""
    x, y = _grid()
    period, width = rng.uniform(60, 160), rng.uniform(14, 40)
    column = np.floor(x / period).astype(int)
    slope = np.where(column % 2 == 0, x % period, period - x % period)
    plank = np.floor((y + slope) / width).astype(int)
    count = int(rng.integers(4, 12))
    return _printed(rng, _palette(rng, count), (plank * 7 + column * 3 + plank // 3) % count)


def triangles(rng: np.random.Generator) -> Linear:
    """Paving of triangles about as large as faces of dice."""
    x, y = _grid()
    side = rng.uniform(28, 110)
    v = y / (side * np.sqrt(0.75))
    u = x / side - v / 2
    up = ((u % 1) + (v % 1) > 1).astype(int)
    count = int(rng.integers(2, 8))
    laid = rng.integers(0, count, (32, 32, 2))
    return _printed(rng, _palette(rng, count), laid[np.floor(u).astype(int) % 32, np.floor(v).astype(int) % 32, up])


def motif_tiles(rng: np.random.Generator) -> Linear:
    """Square tiles with one drawn ornament, turned alike or at random."""
    side = int(rng.integers(40, 130))
    colours = _palette(rng, 4)
    tile = _ornament(rng, side)
    free = rng.random() < 0.5
    whole = np.zeros((SURFACE_PX + side, SURFACE_PX + side), int)
    for row in range(0, SURFACE_PX, side):
        for column in range(0, SURFACE_PX, side):
            whole[row : row + side, column : column + side] = np.rot90(tile, int(rng.integers(4)) if free else 0)
            whole[row : row + 2, column : column + side] = whole[row : row + side, column : column + 2] = 3
    return _printed(rng, colours, whole[:SURFACE_PX, :SURFACE_PX])


def _ornament(rng: np.random.Generator, side: int) -> _Indices:
    canvas = np.zeros((side, side), np.uint8)
    for _ in range(int(rng.integers(2, 7))):
        places = rng.uniform(0, side, (int(rng.integers(3, 6)), 2)).astype(np.int32)
        shade = int(rng.integers(1, 4))
        if rng.random() < 0.5:
            cv2.fillPoly(canvas, [places], shade)
        else:
            cv2.circle(canvas, (int(places[0][0]), int(places[0][1])), int(side * rng.uniform(0.1, 0.5)), shade,
                       int(rng.choice([-1, 3])))  # fmt: skip
    return canvas.astype(np.int64)


def stripes(rng: np.random.Generator) -> Linear:
    """Stripes of several widths."""
    x, _ = _grid()
    edges = np.cumsum(rng.uniform(5, 60, 60))
    count = int(rng.integers(2, 6))
    return _printed(rng, _palette(rng, count), np.searchsorted(edges, x) % count)


def carpet(rng: np.random.Generator) -> Linear:
    """An ornament mirrored both ways, in rows, of pile."""
    half = int(rng.integers(24, 64))
    quarter = cv2.resize(_ornament(rng, half).astype(np.uint8), (half, half), interpolation=cv2.INTER_NEAREST)
    knot = np.block([[quarter, quarter[:, ::-1]], [quarter[::-1], quarter[::-1, ::-1]]])
    times = -(-SURFACE_PX // (2 * half))
    which = np.tile(knot, (times, times))[:SURFACE_PX, :SURFACE_PX].astype(np.int64)
    pile = 0.5 + clouds(rng, 400, 400)
    return np.asarray(_printed(rng, _palette(rng, 4), which) * pile, np.float32)


def printed_cloth(rng: np.random.Generator) -> Linear:
    """Flowers, stars and dots strewn over cloth."""
    canvas = np.zeros((SURFACE_PX, SURFACE_PX), np.uint8)
    reach, count = rng.uniform(6, 34), int(rng.integers(40, 160))
    petals = int(rng.integers(3, 8))
    for x, y in rng.uniform(0, SURFACE_PX, (count, 2)):
        angles = np.linspace(0, 2 * np.pi, 2 * petals, endpoint=False) + rng.uniform(0, 7)
        radii = reach * rng.uniform(0.7, 1.3) * np.tile([1.0, rng.uniform(0.3, 0.9)], petals)
        outline = np.column_stack([x + radii * np.cos(angles), y + radii * np.sin(angles)])
        cv2.fillPoly(canvas, [outline.astype(np.int32)], int(rng.integers(1, 5)))
        cv2.circle(canvas, (int(x), int(y)), int(reach / 4), int(rng.integers(1, 5)), -1)
    return _printed(rng, _palette(rng, 5), canvas.astype(np.int64))


def play_mat(rng: np.random.Generator) -> Linear:
    """A painted game mat: clouds of colour, a grid of squares or slanted lines, zones with words."""
    colours = _palette(rng, 3)
    mix = clouds(rng, 5, 5) * 0.6 + clouds(rng, 16, 16) * 0.4
    base = colours[0] * (1 - mix) + colours[1] * mix
    lines = np.zeros((SURFACE_PX, SURFACE_PX), np.uint8)
    step, slant = int(rng.integers(24, 80)), float(rng.choice([0.0, 0.577]))
    for k in range(-SURFACE_PX, 2 * SURFACE_PX, step):
        cv2.line(lines, (k, 0), (k + int(slant * SURFACE_PX), SURFACE_PX), 255, 1, cv2.LINE_AA)
        if slant:
            cv2.line(lines, (k, 0), (k - int(slant * SURFACE_PX), SURFACE_PX), 255, 1, cv2.LINE_AA)
        cv2.line(lines, (0, k), (SURFACE_PX, k), 255, 1, cv2.LINE_AA)
    for x, y in rng.integers(0, SURFACE_PX, (int(rng.integers(2, 10)), 2)):
        cv2.rectangle(lines, (int(x), int(y)), (int(x) + 90, int(y) + 60), 255, 2)
        cv2.putText(lines, "ZONE", (int(x) + 8, int(y) + 40), _FONTS[0], 0.8, 255, 2)
    share = (lines.astype(np.float32) / 255 * float(rng.uniform(0.3, 1.0)))[..., None]
    return np.asarray(base * (1 - share) + colours[2] * share, np.float32)


def chart(rng: np.random.Generator) -> Linear:
    """A map: land in shades by height, coasts, roads and names."""
    height = clouds(rng, 6, 6) * 0.6 + clouds(rng, 18, 18) * 0.4
    count = int(rng.integers(4, 8))
    which = np.clip((height[..., 0] * 1.2 * count).astype(int), 0, count - 1)
    flat = _printed(rng, _palette(rng, count), which)
    coast = cv2.dilate((cv2.Laplacian(which.astype(np.float32), cv2.CV_32F) != 0).astype(np.uint8), np.ones((2, 2)))
    ink = np.where(coast > 0, 25, 255).astype(np.uint8)
    for _ in range(int(rng.integers(3, 10))):
        road = np.cumsum(rng.normal(0, 40, (12, 2)), axis=0) + rng.uniform(0, SURFACE_PX, 2)
        cv2.polylines(ink, [road.astype(np.int32)], False, 76, 2)
        word = "".join(chr(int(c)) for c in rng.integers(97, 123, 7)).title()
        cv2.putText(ink, word, (int(road[0, 0]), int(road[0, 1])), _FONTS[int(rng.integers(3))], 0.6, 12, 1)
    return np.asarray(flat * (ink.astype(np.float32) / 255)[..., None], np.float32)


def terrazzo(rng: np.random.Generator) -> Linear:
    """Chips of stone in a plain ground."""
    canvas = np.zeros((SURFACE_PX, SURFACE_PX), np.uint8)
    reach = rng.uniform(4, 30)
    for x, y in rng.uniform(0, SURFACE_PX, (int(60000 / reach**1.6), 2)):
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 7))))
        radii = reach * rng.uniform(0.3, 1.0, len(angles))
        outline = np.column_stack([x + radii * np.cos(angles), y + radii * np.sin(angles)])
        cv2.fillPoly(canvas, [outline.astype(np.int32)], int(rng.integers(1, 5)))
    return _printed(rng, _palette(rng, 5), canvas.astype(np.int64))


# held out -----------------------------------------------------------------------------------------------------------


def tartan(rng: np.random.Generator) -> Linear:
    """Woven stripes crossing stripes."""
    x, y = _grid()
    edges, colours = np.cumsum(rng.uniform(4, 34, 80)), _palette(rng, 4)
    across, down = np.searchsorted(edges, x) % 4, np.searchsorted(edges, y) % 4
    twill = (((x + y) // 2) % 2)[..., None]
    return np.asarray(colours[across] * (0.3 + 0.4 * twill) + colours[down] * (0.7 - 0.4 * twill), np.float32)


def argyle(rng: np.random.Generator) -> Linear:
    """Diamonds with thin lines across."""
    x, y = _grid()
    wide, high = rng.uniform(40, 90), rng.uniform(50, 130)
    u, v = x / wide + y / high, x / wide - y / high
    which = (np.floor(u) + np.floor(v)).astype(int) % 2 + 2 * ((np.floor(u) - np.floor(v)).astype(int) // 2 % 2)
    line = (abs((u + 0.5) % 1 - 0.5) < 0.02) | (abs((v + 0.5) % 1 - 0.5) < 0.02)
    return _printed(rng, _palette(rng, 5), np.where(line, 4, which))


def newsprint(rng: np.random.Generator) -> Linear:
    """Old newspapers laid over one another: columns of type, headlines, grey pictures."""
    page = np.full((SURFACE_PX, SURFACE_PX), 225, np.uint8)
    for _ in range(60):
        x, y = (int(v) for v in rng.integers(-40, SURFACE_PX - 40, 2))
        wide, high = (int(v) for v in rng.integers(70, 170, 2))
        cv2.rectangle(page, (x, y), (x + wide, y + high), int(rng.integers(190, 245)), -1)
        if rng.random() < 0.25:
            cv2.rectangle(page, (x + 6, y + 24), (x + wide - 6, y + high - 6), int(rng.integers(60, 150)), -1)
        for row in range(y + 26, y + high, 5):
            ends = x + 5, x + wide - 5 - int(rng.integers(0, 14))
            cv2.line(page, (ends[0], row), (ends[1], row), 120, 2)
        word = "".join(chr(int(c)) for c in rng.integers(65, 91, 5))
        cv2.putText(page, word, (x + 4, y + 19), _FONTS[1], 0.7, 25, 2)
    return to_linear(np.asarray(cv2.cvtColor(page, cv2.COLOR_GRAY2RGB), np.uint8)) * np.float32(rng.uniform(0.5, 0.9))


def herringbone(rng: np.random.Generator) -> Linear:
    """Parquet of short blocks laid crosswise."""
    x, y = _grid()
    width, count = rng.uniform(16, 36), 8
    i, j = np.floor(x / width).astype(int), np.floor(y / width).astype(int)
    flat = (i - j) % 8 < 4
    block = np.where(flat, j * 31 + (i - j) // 8 * 17, i * 23 + (i - j) // 8 * 11 + 5)
    joint = np.where(flat, y % width < 1.5, x % width < 1.5)
    tone = _palette(rng, count)
    tone = tone.mean(axis=0) * (0.5 + tone.mean(axis=1, keepdims=True))
    planks = _printed(rng, np.asarray(np.clip(tone, 0.02, 1), np.float32), (block * block + block) % count)
    return np.where(joint[..., None], planks * 0.3, planks).astype(np.float32)


Maker = Callable[[np.random.Generator], Linear]
TAUGHT: tuple[Maker, ...] = (
    zigzag, chevrons, triangles, motif_tiles, stripes, carpet, printed_cloth, play_mat, chart, terrazzo,
)  # fmt: skip
HELD_OUT: tuple[Maker, ...] = (tartan, argyle, newsprint, herringbone)
