"""The edges of the table top beside clicked corners: clicks moved to where two edges meet.

An edge is looked for as one gently bowed line (lenses bow them) near the line between two clicks; where no clear one
is seen the clicked line stays.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import tuning
from companion.camera.edges import LINEAR_LIGHT
from companion.opencv import cv2

_BOWS = np.linspace(
    -tuning.MAX_BOW, tuning.MAX_BOW, tuning.TRIED_BOWS
)  # of the length: a wide lens bows an edge along the rim so much


@dataclass(frozen=True, slots=True, eq=False)
class _Edge:
    """A bowed line from ``start`` to ``end``: offsets from it are start, end and bow in px, along ``normal``."""

    start: FloatArray
    end: FloatArray
    normal: FloatArray
    offsets: FloatArray
    found: bool

    def at(self, share: FloatArray) -> FloatArray:
        """Points, shape (N, 2), at shares of the way from start to end."""
        off = _curve(share) @ self.offsets
        return self.start + share[:, None] * (self.end - self.start) + off[:, None] * self.normal


@dataclass(frozen=True, slots=True, eq=False)
class TableCorners:
    """The table's corners (4, 2), px, where its edges meet; how many edges were clear; how far the most bowed one
    stands off the straight line between its corners, px (0 where none is clear)."""

    corners_px: FloatArray
    edges_found: int
    bow_px: float


def refine_table_corners(pixels: Image, corners_px: FloatArray) -> TableCorners:
    """The rim near four corners, (4, 2) px, that are good to some px, in either turn."""
    reach = max(tuning.MIN_CLICK_REACH_PX, tuning.CLICK_REACH * pixels.shape[1])
    ends = np.roll(corners_px, -1, axis=0)
    edges = [_edge(pixels, start, end, reach) for start, end in zip(corners_px, ends, strict=True)]
    moved = np.array([_meeting(edges[k - 1], edges[k], corners_px[k]) for k in range(4)])
    far = np.linalg.norm(moved - corners_px, axis=1) > 1.5 * reach
    moved[far] = corners_px[far]
    bow_px = max(abs(float(edge.offsets[2])) for edge in edges)
    return TableCorners(moved, sum(edge.found for edge in edges), bow_px)


def _curve(share: FloatArray) -> FloatArray:
    """How start, end and bow add up to the offset, (N, 3)."""
    return np.column_stack([1 - share, share, 4 * share * (1 - share)])


def _edge(pixels: Image, start: FloatArray, end: FloatArray, reach: float) -> _Edge:
    along = (end - start) / np.linalg.norm(end - start)
    normal = np.array([along[1], -along[0]])
    straight = _Edge(start, end, normal, np.zeros(3), found=False)
    shares = np.linspace(*tuning.RIM_SPAN, tuning.RIM_PROFILES)
    bows = _BOWS * float(np.linalg.norm(end - start))
    room = reach + bows.max() + 1
    places = np.arange(-room, room + tuning.RIM_STEP_PX, tuning.RIM_STEP_PX)
    # How steeply the picture changes across the line (any colour), (profiles, places); compressed, so that no bright
    # spot outweighs a long faint edge.
    grid = (straight.at(shares)[:, None] + places[:, None] * normal).astype(np.float32)
    low = np.maximum(np.floor(grid.reshape(-1, 2).min(axis=0)).astype(int) - 2, 0)
    high = np.ceil(grid.reshape(-1, 2).max(axis=0)).astype(int) + 3
    light = np.sqrt(cv2.LUT(np.ascontiguousarray(pixels[low[1] : high[1], low[0] : high[0]]), LINEAR_LIGHT))
    x, y = (grid - low.astype(np.float32)).transpose(2, 0, 1)
    values = cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(values, (7, 3), 1.5, sigmaY=0.8)
    steps = np.asarray(np.sqrt(np.linalg.norm(np.gradient(smooth, axis=1), axis=2)), np.float64)
    best, clear = _brightest(steps, shares, places, (reach, bows))
    offsets, share_seen = _settled(steps, shares, places, best)
    if not clear or share_seen < tuning.CLEAR_EDGE_SHARE or np.abs(offsets[:2]).max() > reach:
        return straight
    return _Edge(start, end, normal, offsets, found=True)


def _brightest(
    steps: FloatArray, shares: FloatArray, places: FloatArray, room: tuple[float, FloatArray]
) -> tuple[FloatArray, bool]:
    """The bowed line with the steepest change along it, nearer ones preferred, and whether it stands out."""
    reach, bows = room
    ends = np.arange(-reach, reach + 1e-9, 1.0)
    tries = np.array(np.meshgrid(ends, ends, bows, indexing="ij")).reshape(3, -1)
    offsets = _curve(shares) @ tries
    at = np.clip(np.round((offsets - places[0]) / tuning.RIM_STEP_PX).astype(int), 0, len(places) - 1)
    scores = steps[np.arange(len(shares))[:, None], at].mean(axis=0)
    near = np.exp(-(tries[0] ** 2 + tries[1] ** 2) / (2 * (tuning.CLICK_SIGMA_REACHES * reach) ** 2))
    best = int(np.argmax(scores * near))
    return tries[:, best], bool(scores[best] ** 2 > tuning.CLEAR_EDGE_GAIN * np.median(scores) ** 2)


def _settled(
    steps: FloatArray, shares: FloatArray, places: FloatArray, offsets: FloatArray
) -> tuple[FloatArray, float]:
    """The line drawn through the steepest points beside it, and the share of its length where they lie on it."""
    basis = _curve(shares)
    near = np.zeros(len(shares), bool)
    for _ in range(tuning.RIM_ROUNDS):
        off = np.abs(places - (basis @ offsets)[:, None])
        beside = steps * np.exp(-((off / tuning.RIM_AGREEMENT_PX) ** 2) / 2) * (off <= 2 * tuning.RIM_AGREEMENT_PX)
        peaks = places[beside.argmax(axis=1)]
        weights = beside**4 * (np.abs(places - peaks[:, None]) <= 1.0)
        centres = (weights @ places) / np.maximum(weights.sum(axis=1), 1e-12)
        near = (np.abs(centres - basis @ offsets) < 0.8 * tuning.RIM_AGREEMENT_PX) & (weights.sum(axis=1) > 0)
        if near.mean() < tuning.CLEAR_EDGE_SHARE:
            return offsets, float(near.mean())
        offsets = np.linalg.lstsq(basis[near], centres[near], rcond=None)[0]
    return offsets, float(near.mean())


def _meeting(before: _Edge, after: _Edge, click_px: FloatArray) -> FloatArray:
    """Where the end of one edge meets the start of the next, by Newton's method from the click."""
    shares = np.array([1.0, 0.0])
    for _ in range(6):
        gap = (before.at(shares[:1]) - after.at(shares[1:]))[0]
        slope = np.column_stack([_tangent(before, shares[0]), -_tangent(after, shares[1])])
        if abs(np.linalg.det(slope)) < 1e-6:
            return click_px
        shares = shares - np.linalg.solve(slope, gap)
    met = before.at(shares[:1])[0]
    return np.asarray(met if np.isfinite(met).all() else click_px)


def _tangent(edge: _Edge, share: float) -> FloatArray:
    small = 1e-4
    ends = edge.at(np.array([share - small, share + small]))
    return np.asarray((ends[1] - ends[0]) / (2 * small))
