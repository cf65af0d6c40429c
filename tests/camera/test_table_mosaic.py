"""The empty table, put together of pictures from several places, some with dice on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.arrays import Image, Places
from companion.camera import Pinhole, TableShape, TableTop, lens_above
from companion.camera.table_mosaic import mosaic_of
from companion.geometry import at_height
from companion.opencv import cv2

_TABLE: Final = TableTop(TableShape.RECT, (600.0, 400.0))
_EYES: Final = ((300.0, -420.0, 500.0), (-250.0, 200.0, 520.0), (800.0, 250.0, 480.0), (320.0, 760.0, 510.0))
_MATRIX: Final = np.array([[700.0, 0, 400], [0, 700, 300], [0, 0, 1.0]])
#: Middles of places on the table, mm.
_BARE, _UNDER_A_DIE = (150.0, 120.0), (420.0, 260.0)
View = tuple[Pinhole, Image]


def _looking(eye: tuple[float, float, float]) -> Pinhole:
    ahead = np.array([300.0, 200.0, 0.0]) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    return Pinhole(_MATRIX, np.array([0.05, -0.06, 0, 0, 0]), rotation, -rotation @ np.array(eye), (800, 600))


def _print(places_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """How the cloth is printed: stripes and rings in colours, (n, 3)."""
    x, y = places_mm.T
    waves = [np.sin(x / 14), np.sin(y / 11 + x / 40), np.sin(np.hypot(x - 300, y - 200) / 12)]
    return np.column_stack([130 + 90 * wave for wave in waves])


def _picture(lens: Pinhole, exposure: float = 1.0) -> Image:
    columns, rows = np.meshgrid(np.arange(lens.size_wh[0]), np.arange(lens.size_wh[1]))
    places = lens.to_table(np.column_stack([columns.ravel(), rows.ravel()]))
    pixels = np.clip(_print(places) * exposure, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(pixels.reshape(*columns.shape, 3))


def _with_a_die(view: View, at_mm: tuple[float, float], grey: int) -> View:
    """The same with a block that stands there, of another grey on each picture."""
    lens, picture = view
    x, y = at_mm
    corners = [[x + right, y + far, up] for right in (-22.0, 22.0) for far in (-22.0, 22.0) for up in (0.0, 40.0)]
    hull = cv2.convexHull(np.round(lens.project(corners)).astype(np.int32))
    return lens, np.asarray(cv2.fillConvexPoly(picture.copy(), hull, (grey, grey, grey)), np.uint8)


@pytest.fixture(scope="module")
def views() -> list[View]:
    """Four pictures of the bare table, each exposed otherwise."""
    lenses = [_looking(eye) for eye in _EYES]
    return [(lens, _picture(lens, light)) for lens, light in zip(lenses, (1.0, 0.8, 1.05, 0.9), strict=True)]


def _at(picture: Image | Places, places_mm: tuple[tuple[float, float], ...]) -> NDArray[Any]:
    px = np.round(lens_above(_TABLE).project(at_height(np.array(places_mm), 0.0))).astype(int)
    return np.asarray(picture[px[:, 1], px[:, 0]])


def test_from_above_all_of_the_table_is_seen_and_what_is_near() -> None:
    lens = lens_above(_TABLE)
    corners = lens.project(at_height(_TABLE.outline(), 0.0))
    assert (corners > 50).all()
    assert (corners < np.array(lens.size_wh) - 50).all()
    assert lens.to_table(corners) == pytest.approx(_TABLE.outline(), abs=1e-6)
    assert max(lens_above(TableTop(TableShape.ROUND, (6000.0, 4000.0))).size_wh) <= 1281


def test_pictures_from_four_sides_give_the_cloth_as_it_is_printed(views: list[View]) -> None:
    mosaic = mosaic_of(_TABLE, views)
    assert mosaic is not None
    known = mosaic.known
    assert known is not None
    assert known.shape == mosaic.pixels.shape[:2]
    grid = tuple((float(x), float(y)) for x in range(40, 600, 40) for y in range(40, 400, 40))
    assert _at(known, grid).all()
    light = np.median(_at(mosaic.pixels, grid) / _print(np.array(grid)))
    off = np.abs(_at(mosaic.pixels, grid) - light * _print(np.array(grid)))
    assert np.percentile(off, 90) < 12


def test_dice_that_lie_there_in_all_pictures_hide_the_table_or_are_not_in_it(views: list[View]) -> None:
    greys = (20, 240, 90, 160)
    strewn = [_with_a_die(view, _UNDER_A_DIE, grey) for view, grey in zip(views, greys, strict=True)]
    mosaic = mosaic_of(_TABLE, strewn)
    assert mosaic is not None
    assert mosaic.known is not None
    assert not _at(mosaic.known, (_UNDER_A_DIE,)).any()
    assert _at(mosaic.known, (_BARE,)).all()


def test_a_die_in_one_picture_of_four_leaves_no_trace(views: list[View]) -> None:
    mosaic, bare = mosaic_of(_TABLE, [_with_a_die(views[0], _UNDER_A_DIE, 20), *views[1:]]), mosaic_of(_TABLE, views)
    assert mosaic is not None
    assert bare is not None
    assert mosaic.known is not None
    assert _at(mosaic.known, (_UNDER_A_DIE,)).all()
    seen, true = (_at(one.pixels, (_UNDER_A_DIE,)).astype(int) for one in (mosaic, bare))
    assert np.abs(seen - true).max() < 15


def test_what_one_picture_shows_alone_is_not_known(views: list[View]) -> None:
    lens, picture = views[0]
    elsewhere = replace(lens, translation=lens.translation + lens.rotation @ np.array([5000.0, 0, 0]))
    assert mosaic_of(_TABLE, [(lens, picture), (elsewhere, picture)]) is None
