"""Contours of drawn dice: where their edges are, and where nothing can be told."""

from __future__ import annotations

import numpy as np
import pytest

from companion.arrays import FloatArray, Image
from companion.camera import Pinhole
from companion.geometry import Pose, RigidPose
from companion.opencv import cv2
from companion.vision.whole_dice.contour_edges import ContourEdge, measure_contours, vertices_mm
from companion.vision.whole_dice.joint_adjustment import are_plain

_FINE = 8
_BACK, _DIE = 60, 190
_CORNERS = vertices_mm(RigidPose.flat(Pose(500.0, 300.0, 17.0, 50.8), "abc"))


def _drawn(lens: Pinhole, corners: FloatArray, shift_px: tuple[float, float] = (0.0, 0.0)) -> Image:
    """A plain die on a plain table, drawn finely and shrunk in linear light."""
    wide, tall = lens.size_wh
    px = lens.project(corners)
    low = np.floor(px.min(axis=0)).astype(int) - 12
    high = np.ceil(px.max(axis=0)).astype(int) + 12
    size = (high - low) * _FINE
    fine = np.full((size[1], size[0]), (_BACK / 255) ** 2.2, np.float32)
    hull = cv2.convexHull(((px + shift_px - low + 0.5) * _FINE - 0.5).astype(np.float32))
    cv2.fillConvexPoly(fine, np.round(hull * 16).astype(np.int32), (_DIE / 255) ** 2.2, shift=4)
    light = cv2.resize(fine, tuple((high - low).tolist()), interpolation=cv2.INTER_AREA)
    picture = np.full((tall, wide, 3), _BACK, np.uint8)
    picture[low[1] : high[1], low[0] : high[0]] = np.round(255 * np.asarray(light) ** (1 / 2.2))[..., None]
    return picture


def test_contours_of_a_die_lie_where_it_was_drawn(lens: Pinhole) -> None:
    edges = measure_contours(_drawn(lens, _CORNERS), lens, [_CORNERS])
    assert len(edges) == 4
    assert np.array([edge.offsets_px for edge in edges]) == pytest.approx(np.zeros((4, 2)), abs=0.12)


def test_a_shift_is_seen_along_each_normal(lens: Pinhole) -> None:
    shift = (0.8, -0.5)
    edges = measure_contours(_drawn(lens, _CORNERS, shift), lens, [_CORNERS])
    assert len(edges) == 4
    for edge in edges:
        assert edge.offsets_px == pytest.approx(np.full(2, edge.normal @ shift), abs=0.15)


def test_a_die_without_contrast_or_beside_another_tells_nothing_there(lens: Pinhole) -> None:
    plain = np.full((lens.size_wh[1], lens.size_wh[0], 3), _BACK, np.uint8)
    assert measure_contours(plain, lens, [_CORNERS]) == []
    beside = _CORNERS + np.array([36.0, 0.0, 0.0])
    alone = measure_contours(_drawn(lens, _CORNERS), lens, [_CORNERS])
    crowded = [edge for edge in measure_contours(_drawn(lens, _CORNERS), lens, [_CORNERS, beside]) if edge.die == 0]
    assert {edge.ends for edge in crowded} < {edge.ends for edge in alone}


def _edge(offset_px: float) -> ContourEdge:
    return ContourEdge(0, (0, 2), np.array([1.0, 0.0]), np.full(2, offset_px), 0.1)


@pytest.mark.parametrize(
    ("offsets_px", "plain"),
    [
        ([0.1, -0.2, 0.0, 0.2, -0.1, 0.05, 5.0], True),
        ([-0.9, -0.8, -1.0, -0.7, -0.9, -0.8], False),  # a dark rim within the contour
        ([1.0, -1.0, 0.9, -0.9, 0.8, -0.8, 0.0], False),
        ([0.0, 0.1], False),
    ],
    ids=["plain", "rim", "scattered", "few"],
)
def test_contours_count_only_where_faces_bear_them_out(offsets_px: list[float], plain: bool) -> None:
    assert are_plain([_edge(offset) for offset in offsets_px]) is plain
