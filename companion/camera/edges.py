"""Corners of a marker's black square to a few hundredths of a pixel, by a fit of its four edges.

A camera blurs light before it applies its tone curve, so an edge looks shifted toward the dark side in the picture as
stored. Profiles are therefore read in linear light, where the middle between ink and paper is the true edge, and the
four lines are fitted in coordinates freed of lens distortion, where they are straight.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from companion.arrays import FloatArray, Image
from companion.camera import tuning
from companion.camera.pinhole import Pinhole
from companion.opencv import cv2

_CELLS = 6  # black border and bits of a 4x4 marker; finer markers have narrower borders, see _reach
_MARGIN_PX = 9
_OUTSIDE = -1.0  # light read beside the picture
_SHARES = np.linspace(*tuning.MARKER_SPAN, tuning.MARKER_PROFILES)
_OFFSETS = np.linspace(-1.0, 1.0, tuning.PROFILE_PLACES)  # places along a profile, in reaches
_OFF_MIDDLE = np.abs(_OFFSETS[:-1] + _OFFSETS[1:]) / 2
#: The places that tell how dark ink and how bright paper is.
_INK, _PAPER = ((tuning.PLATEAU[0] <= side * _OFFSETS) & (side * _OFFSETS <= tuning.PLATEAU[1]) for side in (-1.0, 1.0))


#: Light around a marker, and where its first pixel is.
_Crop = tuple[FloatArray, FloatArray]
#: Takes levels and slopes away, and leaves white noise as strong as it is (Immerkaer 1996).
_SECOND_DIFFERENCE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6
_SHARE = np.arange(256) / 255
#: Light for each 8-bit value by the sRGB curve (IEC 61966-2-1), which cameras follow closely enough.
LINEAR_LIGHT: FloatArray = np.where(_SHARE <= 0.04045, _SHARE / 12.92, ((_SHARE + 0.055) / 1.055) ** 2.4).astype(
    np.float32
)


def linear_light(pixels: Image) -> FloatArray:
    """Grey picture in linear light, 0 to 1, float32."""
    light = cv2.LUT(pixels, LINEAR_LIGHT)
    return np.asarray(light if light.ndim == 2 else cv2.cvtColor(light, cv2.COLOR_BGR2GRAY))


def refine_squares(
    pixels: Image, corners_px: FloatArray, lens: Pinhole | None = None, *, centred_px: float = tuning.CENTRED_PX
) -> FloatArray:
    """Corners of several markers at once, (M, 4, 2) px, from rough ones; nan where no clear square is seen.

    pixels: the whole picture, BGR. lens: frees the edges of distortion (its pose is not used); left out: none.
    centred_px: squares that were less far from where they were thought to be are not read again.
    """
    rough = np.asarray(corners_px, np.float64)
    refined = np.full_like(rough, np.nan)
    crops = {index: crop for index, corners in enumerate(rough) if (crop := _crop(pixels, corners)) is not None}
    _refine(refined, crops, rough, lens, centred_px)
    grainy = {index: _smoothed(crop) for index, crop in crops.items() if np.isnan(refined[index]).any()}
    _refine(refined, {i: crop for i, crop in grainy.items() if crop is not None}, rough, lens, centred_px)
    return refined


def _refine(
    refined: FloatArray, crops: Mapping[int, _Crop], rough: FloatArray, lens: Pinhole | None, centred_px: float
) -> None:
    """Put the corners of these markers, by their places among all, into ``refined``; nan where no clear square is."""
    left = np.array(list(crops), int)
    found = rough[left]
    for _ in range(tuning.EDGE_PASSES):
        if not len(left):
            break
        points, seen = _edge_points([crops[index] for index in left.tolist()], found)
        moved, clear = _fitted(points, seen, lens)
        clear = clear & (np.abs(moved - rough[left]).max(axis=(1, 2)) <= 2 * _reach(rough[left]))
        shift = np.abs(moved - found).max(axis=(1, 2))
        refined[left] = np.where(clear[:, None, None], moved, np.nan)
        more = clear & (shift >= centred_px)
        left, found = left[more], moved[more]


def _smoothed(crop: _Crop) -> _Crop | None:
    """The light of a crop without its grain, which moves no straight edge; ``None`` where there is little."""
    light, low = crop
    grain = cv2.filter2D(light, -1, _SECOND_DIFFERENCE)
    spread = float(np.percentile(light, 90) - np.percentile(light, 10))
    if 1.4826 * float(np.median(np.abs(grain))) < tuning.GRAINY * spread:
        return None
    return np.asarray(cv2.GaussianBlur(light, (0, 0), tuning.GRAIN_SMOOTHING_PX)), low


def edge_crossings(
    pixels: Image, feet_px: FloatArray, corners_px: FloatArray
) -> tuple[FloatArray, NDArray[np.bool_], FloatArray]:
    """How far outward from feet along its four edges, (4, n, 2) px, the ink of one marker ends, (4, n) px, where that
    is clearly seen, (4, n), and the outward normals of the edges, (4, 2).

    pixels: the whole picture, BGR, beside which nothing is clear; corners_px: about where the corners are, (4, 2).
    """
    normals, reach = outward_normals(corners_px[None])[0], float(_reach(corners_px[None])[0])
    crop = _crop(pixels, corners_px)
    if crop is None:
        return np.zeros(feet_px.shape[:2]), np.zeros(feet_px.shape[:2], np.bool_), normals
    places = feet_px[:, :, None] + reach * _OFFSETS[:, None] * normals[:, None, None]
    crossings, seen = _crossings(_read(*crop, places))
    return crossings * reach, seen.astype(np.bool_), normals


def fit_edge_offsets(
    offsets_px: FloatArray, seen: NDArray[np.bool_], shares: FloatArray, measured_at: FloatArray
) -> tuple[FloatArray, FloatArray, NDArray[np.bool_]]:
    """How far edges are off at some shares of their lengths, (m, k) px, how exactly that is known, (m,) px, and of
    which enough is seen, (m,), by profiles at others, (m, n), of which some see them. Profiles that do not lie on the
    line are left out."""
    basis = np.column_stack([np.ones(len(shares)), shares - 0.5])
    remaining, known = seen, np.full(len(seen), True)
    for _ in range(tuning.EDGE_TRIMS + 1):
        known &= remaining.mean(axis=1) >= tuning.LEAST_EDGE_SEEN
        fitted = remaining.astype(np.float64)
        information = basis.T @ (fitted[..., None] * basis)
        information[~known] = np.eye(2)
        line = np.linalg.solve(information, basis.T @ (fitted * offsets_px)[..., None])[..., 0]
        off = np.abs(offsets_px - line @ basis.T)
        usual = 1.4826 * _median_of_seen(off, remaining)
        remaining = seen & (off <= 3 * usual[:, None] + 0.05)
    spread = np.sqrt((fitted * off**2).sum(axis=1) / np.maximum(fitted.sum(axis=1), 1.0))
    far = np.column_stack([np.ones(len(measured_at)), measured_at - 0.5])
    inverse = tuning.CORRELATED_PROFILES * np.linalg.inv(information)
    worst = np.sqrt(np.einsum("ki,mij,kj->mk", far, inverse, far).max(axis=1))
    sigmas = np.hypot(tuning.HAND_EDGE_SIGMA_PX, spread * worst)
    return np.asarray(line @ far.T, np.float64), np.asarray(sigmas, np.float64), known


def _median_of_seen(off: FloatArray, seen: NDArray[np.bool_]) -> FloatArray:
    """The median of what is seen in each row, (m,); 0 where nothing is."""
    ranked = np.sort(np.where(seen, off, np.inf), axis=1)
    count = seen.sum(axis=1, keepdims=True)
    middle = [np.take_along_axis(ranked, np.maximum(one, 0) // 2, axis=1)[:, 0] for one in (count - 1, count)]
    return np.where(count[:, 0] > 0, (middle[0] + middle[1]) / 2, 0.0)


def _reach(corners_px: FloatArray) -> FloatArray:
    """How far profiles go to either side, px, (M,): less than the black border is wide, so that one edge is crossed."""
    sides = np.linalg.norm(np.roll(corners_px, -1, axis=1) - corners_px, axis=2)
    return np.asarray(np.clip(tuning.PROFILE_REACH_CELLS * sides.min(axis=1) / _CELLS, *tuning.PROFILE_REACH_PX))


def _crop(pixels: Image, corners_px: FloatArray) -> _Crop | None:
    """Light around a marker; ``None`` outside the picture."""
    if not np.isfinite(corners_px).all():
        return None
    height, width = pixels.shape[:2]
    low = np.clip(np.floor(corners_px.min(axis=0)) - _MARGIN_PX, 0, (width, height)).astype(int)
    high = np.clip(np.ceil(corners_px.max(axis=0)) + _MARGIN_PX + 1, 0, (width, height)).astype(int)
    if (high - low < 2 * _MARGIN_PX).any():
        return None
    return linear_light(pixels[low[1] : high[1], low[0] : high[0]]), low.astype(np.float64)


def _edge_points(crops: list[_Crop], corners_px: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Where profiles across the edges cross half-way from ink to paper: (M, 4, n, 2) px, and which are clear."""
    starts, ends = corners_px, np.roll(corners_px, -1, axis=1)
    feet = starts[:, :, None] + _SHARES[:, None] * (ends - starts)[:, :, None]
    outward = outward_normals(corners_px)
    offsets = _reach(corners_px)[:, None] * _OFFSETS
    places = feet[:, :, :, None] + offsets[:, None, None, :, None] * outward[:, :, None, None]
    values = np.stack([_read(*crop, grid) for crop, grid in zip(crops, places, strict=True)])
    crossing, seen = _crossings(values)
    crossing_px = crossing * _reach(corners_px)[:, None, None]
    return feet + crossing_px[..., None] * outward[:, :, None], seen


def outward_normals(corners_px: FloatArray) -> FloatArray:
    """Unit normals of the edges of squares, (M, 4, 2): edge k runs from corner k to the next."""
    ends = np.roll(corners_px, -1, axis=1)
    along = (ends - corners_px) / np.linalg.norm(ends - corners_px, axis=2, keepdims=True)
    normals = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    from_middle = (corners_px + ends) / 2 - corners_px.mean(axis=1, keepdims=True)
    return np.asarray(normals * np.sign(np.sum(normals * from_middle, axis=2, keepdims=True)))


def _read(light: FloatArray, origin: FloatArray, places: FloatArray) -> FloatArray:
    """Light at places (4, n, m, 2), px of the whole picture; -1 outside."""
    x, y = (places - origin).astype(np.float32).reshape(-1, places.shape[2], 2).transpose(2, 0, 1)
    values = cv2.remap(light, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=_OUTSIDE)
    return np.asarray(values, np.float64).reshape(places.shape[:-1])


def _crossings(profiles: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Where profiles (last axis, dark to light) cross half height nearest to the middle, -1 to 1, and if clearly."""
    ink, paper = profiles[..., _INK].mean(axis=-1), profiles[..., _PAPER].mean(axis=-1)
    above = profiles - ((ink + paper) / 2)[..., None]
    rises = (above[..., :-1] < 0) & (above[..., 1:] >= 0)
    at = np.where(rises, _OFF_MIDDLE, np.inf).argmin(axis=-1)
    low = np.take_along_axis(above, at[..., None], axis=-1)[..., 0]
    high = np.take_along_axis(above, at[..., None] + 1, axis=-1)[..., 0]
    share = np.where(high > low, -low / np.maximum(high - low, 1e-9), 0.5)
    seen = rises.any(axis=-1) & (paper > tuning.PAPER_CONTRAST * ink + 0.004) & (profiles.min(axis=-1) > _OUTSIDE / 2)
    return _OFFSETS[at] + share * (_OFFSETS[1] - _OFFSETS[0]), seen


def _fitted(points: FloatArray, seen: FloatArray, lens: Pinhole | None) -> tuple[FloatArray, FloatArray]:
    """Corners (M, 4, 2), px, where the lines through the edge points meet, and which squares are clear."""
    straight = points if lens is None else lens.undistort(points.reshape(-1, 2)).reshape(points.shape)
    lines, rms = _lines(straight, seen)
    rms_px = rms * (1.0 if lens is None else float(lens.matrix[0, 0]))
    clear = (seen.sum(axis=2).min(axis=1) >= tuning.MIN_EDGE_SHARE * tuning.MARKER_PROFILES) & (
        rms_px.max(axis=1) <= tuning.MAX_EDGE_RMS_PX
    )
    # Corners where neighbouring edges meet, (M, 4, 2): corner k lies between edge k-1 and edge k.
    (a, b, c), (d, e, f) = np.moveaxis(np.roll(lines, 1, axis=1), 2, 0), np.moveaxis(lines, 2, 0)
    area = a * e - b * d
    area = np.where(np.abs(area) < 1e-9, np.nan, area)
    corners = np.stack([(c * e - b * f) / area, (a * f - c * d) / area], axis=-1)
    return corners if lens is None else lens.bend(corners.reshape(-1, 2)).reshape(corners.shape), clear


def _lines(points: FloatArray, seen: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Total least squares for every edge, (M, 4, n, 2), without outliers: (nx, ny, d) and the RMS about each."""
    weights = seen.astype(np.float64)
    for _ in range(tuning.EDGE_TRIMS):
        total = np.maximum(weights.sum(axis=2), 1.0)
        middle = (weights[:, :, None] @ points)[:, :, 0] / total[..., None]
        off_middle = points - middle[:, :, None]
        spread = np.swapaxes(off_middle, 2, 3) @ (weights[..., None] * off_middle)
        turn = np.arctan2(2 * spread[..., 0, 1], spread[..., 0, 0] - spread[..., 1, 1]) / 2
        normal = np.stack([-np.sin(turn), np.cos(turn)], axis=-1)
        off = np.abs(off_middle @ normal[..., None])[..., 0]
        rms = np.sqrt((weights * off**2).sum(axis=2) / total)
        # The median of the seen ones.
        ranked = np.sort(np.where(seen, off, np.inf), axis=2)
        half = np.maximum(seen.sum(axis=2, keepdims=True) - 1, 0) // 2
        usual = np.nan_to_num(np.take_along_axis(ranked, half, axis=2), posinf=0.0)
        weights = (seen & (off <= 3 * 1.4826 * usual + 1e-12)).astype(np.float64)
    return np.concatenate([normal, np.sum(normal * middle, axis=-1, keepdims=True)], axis=-1), rms
