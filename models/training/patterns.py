"""Loud table tops: zigzags, tiles, carpets, printed cloth, play mats, maps. As in ``surfaces``: linear, (n, n, 3).

``TAUGHT`` is shown in training. ``HELD_OUT`` is shown only to networks that are measured, and on rigs. ``TUNING`` is
shown on rigs only. ``UNSEEN`` is shown on the rigs on which nothing is ever set, and nowhere else: what is said of
tables that nobody has seen rests on it.
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


# on rigs of the group tuning ------------------------------------------------------------------------------------------


def gingham(rng: np.random.Generator) -> Linear:
    """Checks of one colour: white, half and full where the stripes cross."""
    x, y = _grid()
    width = rng.uniform(14, 44)
    across, down = np.floor(x / width).astype(int) % 2, np.floor(y / width).astype(int) % 2
    hue = np.array([[[int(rng.integers(180)), 220, int(rng.integers(110, 210))]]], np.uint8)
    full = to_linear(np.asarray(cv2.cvtColor(hue, cv2.COLOR_HSV2RGB)[0, 0], np.uint8))
    white = to_linear(np.array([240, 238, 230], np.uint8))
    colours = np.stack([white, 0.5 * (white + full), full]).astype(np.float32)
    return _printed(rng, colours, across + down)


def harlequin(rng: np.random.Generator) -> Linear:
    """Upright diamonds in strong colours, each with a rim, no two alike in a row."""
    x, y = _grid()
    wide, high = rng.uniform(34, 90), rng.uniform(50, 150)
    u, v = x / wide + y / high, x / wide - y / high
    row, column = np.floor(u).astype(int), np.floor(v).astype(int)
    rim = (np.minimum(u % 1, v % 1) < 0.06) if rng.random() < 0.5 else np.zeros(x.shape, bool)
    return _printed(rng, _strong(rng, 6), np.where(rim, 5, (row + 2 * column) % 5))


def blocks(rng: np.random.Generator) -> Linear:
    """Angled pieces that lock into each other, laid slantwise, in mixed strong colours."""
    x, y = _grid()
    width = rng.uniform(18, 44)
    i, j = np.floor((x + y) / width).astype(int), np.floor((x - y) / width).astype(int)
    flat = (i - j) % 4 < 2
    block = np.where(flat, j * 29 + (i - j) // 4 * 13, i * 19 + (i - j) // 4 * 7 + 3)
    return _printed(rng, _strong(rng, 7), (block * block + 3 * block) % 7)


def _strong(rng: np.random.Generator, count: int) -> Linear:
    """Colours from all round the circle, hardly any grey."""
    hues = (rng.uniform(0, 180) + np.arange(count) * 180 / count) % 180
    hsv = np.column_stack([rng.permutation(hues), rng.uniform(150, 255, count), rng.uniform(90, 250, count)])
    return to_linear(np.asarray(cv2.cvtColor(hsv.astype(np.uint8)[None], cv2.COLOR_HSV2RGB)[0], np.uint8))


# on rigs held out, and nowhere else -----------------------------------------------------------------------------------


def hex_map(rng: np.random.Generator) -> Linear:
    """The map of a war game: hexes of terrain, each with its line, some with trees, hills or a number."""
    across = float(rng.uniform(34, 62))
    down = across * np.sqrt(0.75)
    columns, rows = int(SURFACE_PX / across) + 3, int(SURFACE_PX / down) + 3
    lie = clouds(rng, 6, 6)[..., 0] * 0.7 + clouds(rng, 14, 14)[..., 0] * 0.3
    tints = np.array([[96, 140, 190], [206, 196, 140], [150, 178, 96], [92, 130, 66], [150, 132, 104]], np.uint8)
    page = np.zeros((SURFACE_PX, SURFACE_PX, 3), np.uint8)
    angles = np.radians(30 + 60 * np.arange(6))
    for row in range(-1, rows):
        for column in range(-1, columns):
            x, y = (column + 0.5 * (row % 2)) * across, row * down
            there = lie[min(max(int(y), 0), SURFACE_PX - 1), min(max(int(x), 0), SURFACE_PX - 1)]
            kind = int(np.clip((there - 0.2) * 8, 0, 4))
            outline = np.column_stack(
                [x + across / np.sqrt(3) * np.cos(angles), y + across / np.sqrt(3) * np.sin(angles)]
            )
            cv2.fillPoly(page, [outline.astype(np.int32)], [int(v) for v in tints[kind]])
            cv2.polylines(page, [outline.astype(np.int32)], True, (60, 60, 50), 1, cv2.LINE_AA)
            _terrain(rng, page, (x, y), across, kind)
    return to_linear(page) * (0.75 + 0.3 * clouds(rng, 5, 5))


def _terrain(
    rng: np.random.Generator, page: NDArray[np.uint8], middle: tuple[float, float], size: float, kind: int
) -> None:
    """What stands in a hex: trees, hills, or its number."""
    places = np.array(middle) + rng.uniform(-0.28, 0.28, (int(rng.integers(2, 6)), 2)) * size
    for x, y in places.astype(int) if kind in (3, 4) else ():
        if kind == 3:
            cv2.circle(page, (int(x), int(y)), max(2, int(size / 10)), (40, 84, 34), -1, cv2.LINE_AA)
        else:
            hill = np.array([[x - size / 7, y + 3], [x, y - size / 8], [x + size / 7, y + 3]], np.int32)
            cv2.polylines(page, [hill], False, (74, 56, 36), 2, cv2.LINE_AA)
    if rng.random() < 0.5:
        where = int(middle[0] - size / 4), int(middle[1] - size / 4)
        cv2.putText(page, str(int(rng.integers(101, 2999))), where, _FONTS[0], size / 170, (50, 50, 44), 1, cv2.LINE_AA)


def kilim(rng: np.random.Generator) -> Linear:
    """A flat-woven rug: bands of stepped diamonds and hooks, in red, indigo, ochre, cream."""
    yarns = [[140, 34, 30], [28, 44, 92], [196, 140, 52], [226, 210, 176], [40, 30, 26], [62, 98, 80]]
    colours = to_linear(np.array(yarns, np.uint8))[rng.permutation(6)]
    step = int(rng.integers(5, 10))
    rows, columns = np.mgrid[:SURFACE_PX, :SURFACE_PX] // step
    which, top = np.zeros((SURFACE_PX, SURFACE_PX), np.int64), 0
    while top * step < SURFACE_PX:
        high, ground, first, second = int(rng.integers(3, 15)), *(int(v) for v in rng.integers(0, 6, 3))
        across = abs((columns + int(rng.integers(20))) % (2 * high) - high)
        depth = abs(2 * (rows - top) - high) // 2 + across // 2
        inside = (rows >= top) & (rows < top + high)
        drawn = np.where(depth < high // 4, second, np.where(depth < high // 2, first, ground))
        which = np.where(inside, drawn, which)
        top += high
    weave = 0.8 + 0.4 * clouds(rng, 500, 250)
    return np.asarray(np.clip(colours[which] * weave, 0, 1), np.float32)


def comic(rng: np.random.Generator) -> Linear:
    """Pages of a comic: panels with gutters, flat colours, dots of the press, bursts and balloons."""
    page = np.full((SURFACE_PX, SURFACE_PX, 3), 236, np.uint8)
    top = int(rng.integers(-60, 0))
    while top < SURFACE_PX:
        high, left = int(rng.integers(90, 190)), int(rng.integers(-80, 0))
        while left < SURFACE_PX:
            wide = int(rng.integers(80, 220))
            _panel(rng, page, (max(left, 0), max(top, 0)), (min(left + wide, SURFACE_PX), min(top + high, SURFACE_PX)))
            left += wide + 9
        top += high + 9
    return to_linear(page) * (0.8 + 0.2 * clouds(rng, 4, 4))


def _panel(rng: np.random.Generator, page: NDArray[np.uint8], low: tuple[int, int], high: tuple[int, int]) -> None:
    part = page[low[1] : high[1], low[0] : high[0]]
    if min(part.shape[:2]) < 12:
        return
    inks = np.array([[230, 60, 50], [60, 130, 220], [250, 214, 60], [240, 170, 130], [90, 180, 110], [150, 90, 180]])
    part[:] = inks[int(rng.integers(6))]
    rows, columns = np.mgrid[: part.shape[0], : part.shape[1]]
    dots = ((rows % 7 - 3) ** 2 + (columns % 7 - 3) ** 2 < 5) & (rows > part.shape[0] * rng.uniform(0.2, 0.8))
    part[dots] = inks[int(rng.integers(6))]
    for _ in range(int(rng.integers(1, 4))):
        x, y = (int(v) for v in rng.uniform(0, part.shape[1::-1]))
        reach, points = float(rng.uniform(18, 60)), int(rng.integers(7, 13))
        angles = np.linspace(0, 2 * np.pi, 2 * points, endpoint=False)
        radii = reach * np.tile([1.0, 0.6], points)
        burst = np.column_stack([x + radii * np.cos(angles), y + radii * np.sin(angles)]).astype(np.int32)
        canvas = np.ascontiguousarray(part)
        cv2.fillPoly(canvas, [burst], [int(v) for v in inks[int(rng.integers(6))]], cv2.LINE_AA)
        cv2.polylines(canvas, [burst], True, (20, 20, 20), 2, cv2.LINE_AA)
        balloon = (int(x + reach / 2), int(y - reach / 2)), (int(reach * 0.6), int(reach * 0.35))
        cv2.ellipse(canvas, balloon[0], balloon[1], 0, 0, 360, (250, 250, 250), -1, cv2.LINE_AA)
        cv2.ellipse(canvas, balloon[0], balloon[1], 0, 0, 360, (20, 20, 20), 1, cv2.LINE_AA)
        word = "".join(chr(int(c)) for c in rng.integers(65, 91, 3)) + "!"
        cv2.putText(
            canvas, word, (balloon[0][0] - balloon[1][0] // 2, balloon[0][1] + 4), _FONTS[0], 0.4, (20, 20, 20), 1
        )
        part[:] = canvas
    cv2.rectangle(page, low, (high[0] - 1, high[1] - 1), (20, 20, 20), 2)


def leaded_glass(rng: np.random.Generator) -> Linear:
    """Cells of many colours between dark lines, no two of one shape."""
    count = int(rng.integers(110, 240))
    seeds = rng.uniform(-20, SURFACE_PX + 20, (count, 2))
    x, y = _grid()
    nearest, second, cell = np.full(x.shape, np.inf), np.full(x.shape, np.inf), np.zeros(x.shape, np.int64)
    for number, (sx, sy) in enumerate(seeds):
        far = np.hypot(x - sx, y - sy)
        second = np.minimum(second, np.maximum(nearest, far))
        cell = np.where(far < nearest, number, cell)
        nearest = np.minimum(nearest, far)
    colours = _strong(rng, count)[rng.permutation(count)]
    tone = rng.uniform(0.35, 1.0, (count, 1)).astype(np.float32)
    lead = np.where(second - nearest < 5, 0.04, 1.0)[..., None]
    return np.asarray((colours * tone)[cell] * lead * (0.7 + 0.5 * clouds(rng, 30, 30)), np.float32)


Maker = Callable[[np.random.Generator], Linear]
TAUGHT: tuple[Maker, ...] = (
    zigzag, chevrons, triangles, motif_tiles, stripes, carpet, printed_cloth, play_mat, chart, terrazzo,
)  # fmt: skip
HELD_OUT: tuple[Maker, ...] = (tartan, argyle, newsprint, herringbone)
TUNING: tuple[Maker, ...] = (gingham, harlequin, blocks)
UNSEEN: tuple[Maker, ...] = (hex_map, kilim, comic, leaded_glass)
