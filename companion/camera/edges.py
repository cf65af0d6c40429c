"""Corners of a marker's black square to a few hundredths of a pixel, by a fit of its four edges.

A camera blurs light before it applies its tone curve, so an edge looks shifted toward the dark side in the picture as
stored. Profiles are therefore read in linear light, where the middle between ink and paper is the true edge, and the
four lines are fitted in coordinates freed of lens distortion, where they are straight.
"""

from __future__ import annotations

import numpy as np

from companion.camera.pictures import Pixels
from companion.camera.pinhole import Pinhole
from companion.camera.table import Array
from companion.opencv import cv2

_CELLS = 6  # black border and bits of a 4x4 marker; finer markers have narrower borders, see _reach
_PROFILES = 32  # along each edge
_SPAN = (0.07, 0.93)  # share of the edge that is used: the ends are rounded by blur
_STEP_PX = 0.5
_REACH_PX = (1.5, 6.0)
_CONTRAST = 1.6  # paper must be so many times brighter than ink
_FEWEST = 0.4  # share of the profiles that must show the edge
_ROUGHEST_PX = 0.6  # RMS of the edge points about their line
_TRIMS = 3
_PASSES = 3
_CENTRED_PX = 0.15  # profiles so well centred need not be read again
_MARGIN_PX = 9


def _linear_light() -> Array:
    """Light for each 8-bit value by the sRGB curve (IEC 61966-2-1), which cameras follow closely enough."""
    share = np.arange(256) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4).astype(np.float32)


LINEAR_LIGHT = _linear_light()


def light_of(pixels: Pixels) -> Array:
    """Grey picture in linear light, 0 to 1, float32."""
    light = cv2.LUT(pixels, LINEAR_LIGHT)
    return np.asarray(light if light.ndim == 2 else cv2.cvtColor(light, cv2.COLOR_BGR2GRAY))


def refine_corners(pixels: Pixels, corners_px: Array, lens: Pinhole | None = None) -> Array | None:
    """The marker's corners, (4, 2) px, from rough ones (good to some px); ``None`` where no clear square is seen.

    pixels: the whole picture, BGR. lens: frees the edges of distortion (its pose is not used); left out: none.
    """
    rough = np.asarray(corners_px, np.float64)
    crop, origin = _crop(pixels, rough)
    if crop is None:
        return None
    light, found = light_of(crop), rough
    for _ in range(_PASSES):
        lines = _edge_lines(light, origin, found, lens)
        if lines is None:
            return None
        moved, found = found, _met(lines, lens)
        if np.abs(found - rough).max() > _limit(rough):
            return None
        if np.abs(found - moved).max() < _CENTRED_PX:
            break
    return found


def _limit(corners_px: Array) -> float:
    return 2 * _reach(corners_px)


def _reach(corners_px: Array) -> float:
    """How far profiles go to either side: less than the black border is wide, so that they cross one edge only."""
    sides = np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1)
    return float(np.clip(0.6 * sides.min() / _CELLS, *_REACH_PX))


def _crop(pixels: Pixels, corners_px: Array) -> tuple[Pixels | None, Array]:
    height, width = pixels.shape[:2]
    if not np.isfinite(corners_px).all():
        return None, np.zeros(2)
    low = np.maximum(np.floor(corners_px.min(axis=0)) - _MARGIN_PX, 0).astype(int)
    high = np.minimum(np.ceil(corners_px.max(axis=0)) + _MARGIN_PX + 1, (width, height)).astype(int)
    if (high - low < 2 * _MARGIN_PX).any():
        return None, np.zeros(2)
    return pixels[low[1] : high[1], low[0] : high[0]], low.astype(np.float64)


def _edge_lines(light: Array, origin: Array, corners_px: Array, lens: Pinhole | None) -> Array | None:
    """Four lines (nx, ny, d) with n . p = d, in the straight frame; ``None`` where one is not to be seen."""
    points, seen = _edge_points(light, origin, corners_px)
    straight = points if lens is None else lens.straighten(points.reshape(-1, 2)).reshape(points.shape)
    scale = 1.0 if lens is None else float(lens.matrix[0, 0])
    if seen.sum(axis=1).min() < _FEWEST * _PROFILES:
        return None
    lines, rms = _lines(straight, seen)
    return lines if rms.max() * scale <= _ROUGHEST_PX else None


def _edge_points(light: Array, origin: Array, corners_px: Array) -> tuple[Array, Array]:
    """Where profiles across the four edges cross half-way from ink to paper: (4, n, 2) px, and which are clear."""
    starts, ends = corners_px, np.roll(corners_px, -1, axis=0)
    along = (ends - starts) / np.linalg.norm(ends - starts, axis=1, keepdims=True)
    outward = np.column_stack([along[:, 1], -along[:, 0]])
    outward *= np.sign(((starts + ends) / 2 - corners_px.mean(axis=0)) @ outward.T).diagonal()[:, None]
    shares = np.linspace(*_SPAN, _PROFILES)
    feet = starts[:, None] + shares[:, None] * (ends - starts)[:, None]
    reach = _reach(corners_px)
    offsets = np.linspace(-reach, reach, 2 * int(np.ceil(reach / _STEP_PX)) + 1)
    places = (feet[:, :, None] + offsets[:, None] * outward[:, None, None] - origin).astype(np.float32)
    x, y = places.reshape(-1, len(offsets), 2).transpose(2, 0, 1)
    values = cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=-1.0)
    crossing, seen = _crossings(np.asarray(values), offsets)
    shape = feet.shape[:2]
    return feet + crossing.reshape(shape)[..., None] * outward[:, None], seen.reshape(shape)


def _crossings(profiles: Array, offsets: Array) -> tuple[Array, Array]:
    """For each profile (row, dark to light) where it crosses half height nearest to the middle, and if clearly."""
    third = len(offsets) // 3
    ink, paper = profiles[:, :third].mean(axis=1), profiles[:, -third:].mean(axis=1)
    above = profiles - ((ink + paper) / 2)[:, None]
    rises = (above[:, :-1] < 0) & (above[:, 1:] >= 0)
    off_middle = np.abs((offsets[:-1] + offsets[1:]) / 2)
    at = np.where(rises, off_middle, np.inf).argmin(axis=1)
    rows = np.arange(len(profiles))
    low, high = above[rows, at], above[rows, at + 1]
    share = np.where(high > low, -low / np.maximum(high - low, 1e-9), 0.5)
    seen = rises.any(axis=1) & (paper > _CONTRAST * ink + 0.004) & (profiles.min(axis=1) >= 0)
    return offsets[at] + share * (offsets[at + 1] - offsets[at]), seen


def _lines(points: Array, seen: Array) -> tuple[Array, Array]:
    """Total least squares for four edges at once, (4, n, 2), without outliers: (nx, ny, d) and the RMS about each."""
    weights = seen.astype(np.float64)
    for _ in range(_TRIMS):
        middle = np.einsum("en,enk->ek", weights, points) / weights.sum(axis=1)[:, None]
        off_middle = points - middle[:, None]
        xx, yy = np.einsum("en,enk->ke", weights, off_middle**2)
        xy = np.einsum("en,en,en->e", weights, off_middle[..., 0], off_middle[..., 1])
        turn = np.arctan2(2 * xy, xx - yy) / 2
        normal = np.column_stack([-np.sin(turn), np.cos(turn)])
        off = np.abs(np.einsum("enk,ek->en", off_middle, normal))
        rms = np.sqrt(np.sum(weights * off**2, axis=1) / weights.sum(axis=1))
        usual = np.array([np.median(edge[good]) for edge, good in zip(off, seen, strict=True)])
        weights = (seen & (off <= 3 * 1.4826 * usual[:, None] + 1e-12)).astype(np.float64)
    return np.column_stack([normal, np.sum(normal * middle, axis=1)]), rms


def _met(lines: Array, lens: Pinhole | None) -> Array:
    """Corners where neighbouring edges meet, back in the picture: corner k lies between edge k-1 and edge k."""
    before = np.roll(lines, 1, axis=0)
    pairs = np.stack([before, lines], axis=1)
    corners = np.linalg.solve(pairs[:, :, :2], pairs[:, :, 2:])[..., 0]
    return np.asarray(corners if lens is None else lens.bend(corners), np.float64)
