"""Light of the renderer where bodies stand in its way: on dice, not on the table alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.arrays import Image
from companion.geometry import Pose
from models.training.film import GOOD_FILM
from models.training.house_dice import TABLE_MM, camera_over
from models.training.looking import direction
from models.training.render import render
from models.training.scene import Body, InventedScene, Lamp, laid, standing_book
from models.training.shading import Occluder, light_on_face, light_on_table, scene_light, toward_lamp
from models.training.styles import InventedDie, invent_die
from models.training.surfaces import SURFACE_PX

_WHITE = np.full((64, 64, 3), 220, np.uint8)
_POOL = [
    replace(die, faces=dict.fromkeys(die.faces, _WHITE)) for die in [invent_die(np.random.default_rng(5), size=64)]
]
_LENS = camera_over(elevation_deg=60, azimuth_deg=-90)
_LOW = Lamp(direction(180, 25), 0.02, np.full(3, 1.0))


def _die(x_mm: float, y_mm: float) -> Body:
    pose = Pose(x_mm, y_mm, 20, 50.8)
    return laid(np.random.default_rng(6), _POOL[0], 0, next(iter(_POOL[0].faces)), pose, TABLE_MM)


def _scene(lamps: tuple[Lamp, ...], *bodies: Body) -> InventedScene:
    sky = np.full(3, 0.1)
    return InventedScene(_LENS, TABLE_MM, lamps, sky, bodies, (), markers=False, glare=0.0, shading=True)


def _top(body: Body) -> np.ndarray:
    assert body.die is not None
    return body.die.top_mm


def test_behind_a_book_only_a_part_of_the_sky_is_left() -> None:
    die, book = _die(400, 300), standing_book(np.random.default_rng(1), np.array([330.0, 300.0]), 90)
    open_, behind = (scene_light(np.random.default_rng(2), _scene((_LOW,), *some)) for some in ((die,), (die, book)))
    lit, dark = (light_on_face(light, die, _top(die), 32) for light in (open_, behind))
    assert lit.mean() == pytest.approx(0.1 + np.sin(np.radians(25)), rel=0.1)
    assert 0.03 < dark[8:24, 8:24].mean() < 0.1


def test_what_stands_on_the_other_side_takes_no_lamp_away() -> None:
    die, book = _die(400, 300), standing_book(np.random.default_rng(1), np.array([470.0, 300.0]), 90)
    light = scene_light(np.random.default_rng(2), _scene((_LOW,), die, book))
    assert light_on_face(light, die, _top(die), 32).mean() > np.sin(np.radians(25))


def test_a_shade_on_the_table_lies_where_the_ways_to_the_lamp_are_barred() -> None:
    book = standing_book(np.random.default_rng(1), np.array([300.0, 300.0]), 90)
    light = scene_light(np.random.default_rng(2), _scene((_LOW,), book))
    fallen = light_on_table(light, _LENS)
    for x, dark in ((360.0, True), (420.0, True), (230.0, False), (700.0, False)):
        column, row = _LENS.project([[x, 300.0, 0.0]])[0].round().astype(int)
        assert bool(fallen[row, column].mean() < 0.15) is dark


def test_a_near_lamp_is_weaker_where_it_is_farther() -> None:
    lamp = replace(_LOW, at_mm=np.array([0.0, 300.0, 300.0]))
    way, strength = toward_lamp(lamp, np.array([[400.0, 300.0, 0.0], [800.0, 300.0, 0.0]]))
    assert strength[0] == pytest.approx(1.0), "500 mm away"
    assert strength[1] == pytest.approx(500**2 / (800**2 + 300**2))
    assert way[0] == pytest.approx([-0.8, 0, 0.6])


def test_a_beam_lights_its_circle_alone() -> None:
    lamp = Lamp(direction(0, 60), 0.01, np.ones(3), beam_mm=(300.0, 300.0, 100.0))
    _, strength = toward_lamp(lamp, np.array([[300.0, 300, 0], [300, 390, 0], [300, 420, 0], [410, 300, 0]]))
    assert strength.tolist() == [1, 1, 0, 1], "aslant the circle is longer along its way"


def test_an_occluder_is_the_room_between_its_planes() -> None:
    one = Occluder.of(_die(400, 300))
    middle = one.middle @ one.normals.T
    assert (middle < one.heights).all()


def test_a_die_in_a_shade_is_dark_in_the_picture_and_a_book_is_drawn_whole() -> None:
    die, book = _die(400, 300), standing_book(np.random.default_rng(1), np.array([325.0, 300.0]), 90)
    pictures = [_picture(_scene((_LOW,), *some)) for some in ((die,), (die, book))]
    row, column = _LENS.project(_top(die).mean(axis=0)[None])[0].round().astype(int)[::-1]
    assert pictures[1][row, column].mean() < 0.75 * pictures[0][row, column].mean()
    lid = _LENS.project(book.faces[-1]).mean(axis=0)
    for corner in _LENS.project(book.faces[-1]):
        x, y = (0.8 * corner + 0.2 * lid).round().astype(int)
        assert np.abs(pictures[1][y, x].astype(int) - pictures[1][int(lid[1]), int(lid[0])]).max() < 12


def _picture(scene: InventedScene, pool: list[InventedDie] = _POOL) -> Image:
    grey = np.full((SURFACE_PX, SURFACE_PX, 3), 0.2, np.float32)
    film = replace(GOOD_FILM, shot=0.0, read=0.0)
    still = np.random.default_rng(3)
    return render(np.random.default_rng(9), scene, pool, [], ground=(grey, grey), film=film, standing=still)[0]
