"""The renderer that training rests on draws dice where and as it says. No network is trained here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shapely import Point

from companion.camera import TableShape, TableTop
from companion.geometry import Pose
from companion.opencv import cv2
from companion.vision.gallery import FACE_RADIUS_PX, FACE_SIZE_PX, face_frame
from companion.vision.rectify import cut_patch
from companion.vision.top_faces import contrast_normalised, correlate_faces
from models.training.film import GOOD_FILM, invent_film
from models.training.harvest import pose_of
from models.training.house_dice import TABLE_MM, camera_over
from models.training.looking import camera_turn, direction
from models.training.mats import SHEET_SIDE_MM, mat_of, sheets_mm
from models.training.render import render
from models.training.scene import InventedScene, Lamp, invent_scene, laid
from models.training.styles import FACES, invent_die
from models.training.surfaces import cloth


def test_an_invented_die_has_eight_faces_that_differ() -> None:
    die = invent_die(np.random.default_rng(3))
    assert {frozenset(name) for name in die.faces} == {frozenset(name) for name in FACES}
    pictures = list(die.faces.values())
    apart = [np.abs(a.astype(int) - b).mean() for i, a in enumerate(pictures) for b in pictures[:i]]
    assert min(apart) > 1


@pytest.mark.parametrize(("elevation_deg", "bends"), [(50.0, (0.0, 0.0)), (85.0, (0.0, 0.0)), (60.0, (-0.35, 0.12))])
def test_a_die_is_drawn_where_and_as_specified(elevation_deg: float, bends: tuple[float, float]) -> None:
    rng = np.random.default_rng(5)
    pool = [invent_die(rng, size=256)]
    straight = camera_over(elevation_deg=elevation_deg, azimuth_deg=-90)
    lens = replace(straight, distortion=np.array([*bends, 0.0, 0.0, 0.0]))
    up = next(iter(pool[0].faces))
    body = laid(rng, pool[0], 0, up, Pose(620, 250, 33, 50.8), TABLE_MM)
    lamps = (Lamp(np.array([0.0, 0.0, 1.0]), 0.3, np.full(3, 0.4)),)
    scene = InventedScene(lens, TABLE_MM, lamps, np.full(3, 0.6), (body,), (), markers=False)
    ground = cloth(rng), cloth(rng)
    picture, visible = render(rng, scene, pool, [], ground=ground, film=GOOD_FILM)
    assert body.die is not None
    seen = contrast_normalised(cut_patch(picture, lens, face_frame(pose_of(body.die))))
    arts = [contrast_normalised(_as_read(art)) for art in pool[0].faces.values()]
    similarity = correlate_faces(seen, np.stack(arts))
    assert similarity.argmax() == list(pool[0].faces).index(up)
    assert similarity.max() > 0.7
    assert visible == [pytest.approx(1.0, abs=0.05)]


def test_a_camera_straight_above_is_turned_like_one_beside_it() -> None:
    above, beside = camera_turn(-90, 90, 10), camera_turn(-90, 89.9, 10)
    assert np.abs(above - beside).max() < 0.01
    assert above @ above.T == pytest.approx(np.eye(3))
    assert above[2] == pytest.approx(-direction(-90, 90))


@pytest.mark.parametrize("shape", [TableShape.RECT, TableShape.ROUND])
def test_markers_lie_on_the_table_and_where_the_mat_says(shape: TableShape) -> None:
    table = TableTop(shape, (900.0, 900.0))
    assert len(sheets_mm(table)) == 4
    for (x, y), marker in zip(sheets_mm(table), mat_of(table)["markers"], strict=True):
        rim = [(x, y), (x + SHEET_SIDE_MM, y), (x + SHEET_SIDE_MM, y + SHEET_SIDE_MM), (x, y + SHEET_SIDE_MM)]
        assert all(table.polygon().covers(Point(corner)) for corner in rim)
        assert np.mean(marker["corners_mm"], axis=0) == pytest.approx(np.mean(rim, axis=0), abs=0.001)


def test_a_glossy_table_mirrors_the_die_that_stands_on_it() -> None:
    pool = [invent_die(np.random.default_rng(5), size=256)]
    lens = camera_over(elevation_deg=50, azimuth_deg=-90)
    body = laid(np.random.default_rng(6), pool[0], 0, next(iter(pool[0].faces)), Pose(500, 300, 0, 50.8), TABLE_MM)
    dull = InventedScene(lens, TABLE_MM, (), np.full(3, 0.6), (body,), (), markers=False, glare=0.0)
    ground = cloth(np.random.default_rng(7)) * 0.1, cloth(np.random.default_rng(8)) * 0.1
    film = replace(GOOD_FILM, shot=0.0, read=0.0)
    pictures = [
        render(np.random.default_rng(9), scene, pool, [], ground=ground, film=film)[0].astype(int)
        for scene in (dull, replace(dull, gloss=0.3))
    ]
    mirrored = np.abs(pictures[1] - pictures[0]).max(axis=2)
    x, y = lens.project([[500, 300, -25]])[0].astype(int)
    assert np.median(mirrored[y - 3 : y + 4, x - 3 : x + 4]) > 10
    assert np.median(mirrored) <= 2


def _as_read(art: np.ndarray) -> np.ndarray:
    """A face picture (RGB, circumradius half its side) in the reader's square (BGR, circumradius 46 px)."""
    side = round(2 * FACE_RADIUS_PX)
    small = cv2.resize(art[..., ::-1], (side, side), interpolation=cv2.INTER_AREA)
    rim = (FACE_SIZE_PX - side) // 2
    return np.asarray(cv2.copyMakeBorder(small, rim, rim, rim, rim, cv2.BORDER_REPLICATE), np.uint8)


def test_scenes_come_from_their_seed_alone() -> None:
    pool = [invent_die(np.random.default_rng(1))]
    first, second = (invent_scene(np.random.default_rng(9), pool) for _ in range(2))
    assert (first.lens.matrix == second.lens.matrix).all()
    assert len(first.bodies) == len(second.bodies) > 0
    assert invent_film(np.random.default_rng(2)) == invent_film(np.random.default_rng(2))


def test_leaning_dice_stand_on_the_table() -> None:
    rng = np.random.default_rng(4)
    pool = [invent_die(rng)]
    scenes = [invent_scene(rng, pool) for _ in range(12)]
    leaning = [b for s in scenes for b in s.bodies if b.die is not None and b.die.state == "leaning"]
    assert leaning
    for body in leaning:
        assert np.vstack(body.faces)[:, 2].min() == pytest.approx(0, abs=0.01)
