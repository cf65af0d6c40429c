"""Tables as strangers have them: prints, lamps, dice that touch. No network is trained here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from companion.arrays import FloatArray
from companion.geometry import Pose
from companion.opencv import cv2
from models.training import lights, patterns
from models.training.crowds import crowd, foot, reach
from models.training.film import GOOD_FILM
from models.training.hard_tables import Trait, harden
from models.training.house_dice import TABLE_MM, camera_over
from models.training.looking import direction
from models.training.render import render
from models.training.scene import Body, InventedScene, Lamp, invent_scene, laid
from models.training.styles import invent_die
from models.training.surfaces import SURFACE_PX, cloth, finer
from models.training.touching import apart, pushed

_POOL = [invent_die(np.random.default_rng(5), size=96)]


def _die(x_mm: float, y_mm: float, heading_deg: float) -> Body:
    pose = Pose(x_mm, y_mm, heading_deg, 50.8)
    return laid(np.random.default_rng(6), _POOL[0], 0, next(iter(_POOL[0].faces)), pose, TABLE_MM)


_PRINTS = (*patterns.TAUGHT, *patterns.HELD_OUT, *patterns.TUNING, *patterns.UNSEEN)


@pytest.mark.parametrize("maker", _PRINTS, ids=lambda maker: maker.__name__)
def test_a_print_is_a_surface_with_more_than_one_colour(maker: patterns.Maker) -> None:
    surface = maker(np.random.default_rng(2))
    assert surface.shape == (SURFACE_PX, SURFACE_PX, 3)
    assert surface.dtype == np.float32
    assert surface.std(axis=(0, 1)).max() > 0.02
    assert finer(surface, 3).shape == surface.shape


def test_no_print_and_no_lamp_is_both_taught_and_held_out() -> None:
    for room in (patterns, lights):
        every = [*room.TAUGHT, *room.HELD_OUT, *room.TUNING, *room.UNSEEN]
        assert len(set(every)) == len(every)


@pytest.mark.parametrize("heading_deg", [0.0, 25.0, 60.0])
def test_a_die_pushed_against_another_touches_it_and_stands_not_in_it(heading_deg: float) -> None:
    host, body = _die(400, 300, 10), _die(520, 340, heading_deg)
    assert apart(host, body)
    there = pushed(body, host)
    assert apart(there, host)
    nearer = pushed(_die(440, 310, heading_deg), host)
    assert not apart(_die(440, 310, heading_deg), host)
    for one in (there, nearer):
        way = np.vstack(host.faces).mean(axis=0) - np.vstack(one.faces).mean(axis=0)
        step = 0.3 * way / np.linalg.norm(way)
        assert not apart(replace(one, faces=tuple(face + step for face in one.faces)), host)


def test_a_window_opposite_the_camera_veils_glossy_paper() -> None:
    lens = camera_over(elevation_deg=45, azimuth_deg=-90)
    window = Lamp(direction(90, 45), 0.2, np.full(3, 0.5))
    dull = InventedScene(lens, TABLE_MM, (window,), np.full(3, 0.4), (_die(500, 300, 0),), (), markers=False, glare=0.0)
    ground = cloth(np.random.default_rng(7)), cloth(np.random.default_rng(8))
    film = replace(GOOD_FILM, shot=0.0, read=0.0)
    pictures = [
        render(np.random.default_rng(9), scene, _POOL, [], ground=ground, film=film)[0].astype(int)
        for scene in (dull, replace(dull, sheen=0.3))
    ]
    assert dull.bodies[0].die is not None
    x, y = lens.project(dull.bodies[0].die.top_mm.mean(axis=0)[None])[0].astype(int)
    face = (slice(y - 4, y + 5), slice(x - 4, x + 5))
    assert np.median(pictures[1][face] - pictures[0][face]) > 15


def test_the_middle_of_a_print_is_seen_at_the_middle_of_its_face() -> None:
    art = np.full((256, 256, 3), 40, np.uint8)
    cv2.circle(art, (128, 128), 12, (250, 250, 250), -1, cv2.LINE_AA)
    pool = [replace(_POOL[0], faces=dict.fromkeys(_POOL[0].faces, art), edge_mm=101.6)]
    pose = Pose(500, 300, 10, 101.6)
    body = laid(np.random.default_rng(6), pool[0], 0, next(iter(pool[0].faces)), pose, TABLE_MM)
    lens = camera_over(elevation_deg=45, azimuth_deg=-90)
    scene = InventedScene(lens, TABLE_MM, (), np.full(3, 0.6), (body,), (), markers=False, glare=0.0)
    ground = cloth(np.random.default_rng(7)), cloth(np.random.default_rng(8))
    picture = render(np.random.default_rng(9), scene, pool, [], ground=ground, film=GOOD_FILM)[0]
    assert body.die is not None
    middle = lens.project(body.die.top_mm.mean(axis=0)[None])[0]
    x, y = middle.astype(int)
    light = picture[y - 14 : y + 15, x - 14 : x + 15].mean(axis=2)
    rows, columns = np.nonzero(light > (light.min() + light.max()) / 2)
    seen = np.array([x - 14 + columns.mean(), y - 14 + rows.mean()])
    assert seen == pytest.approx(middle, abs=0.3), "painted affinely it is 1 px too near"


def test_a_table_lies_alike_in_all_pictures_of_a_rig() -> None:
    lens = camera_over(elevation_deg=60, azimuth_deg=-90)
    scene = InventedScene(lens, TABLE_MM, (), np.full(3, 0.6), (), (), markers=False)
    print_ = patterns.zigzag(np.random.default_rng(1))
    film = replace(GOOD_FILM, shot=0.0, read=0.0)
    seen = [
        render(
            np.random.default_rng(seed), scene, _POOL, [], ground=(print_, print_), film=film,
            standing=np.random.default_rng(3),
        )[0]
        for seed in (1, 2)
    ]  # fmt: skip
    assert np.array_equal(seen[0], seen[1])


def test_a_crowd_stands_one_before_the_other_as_the_camera_sees_them_and_none_in_another() -> None:
    rng = np.random.default_rng(3)

    def lay(style: int, spot: FloatArray) -> Body:
        return _die(float(spot[0]), float(spot[1]), float(rng.uniform(0, 360)))

    def stands(body: Body, group: Sequence[Body]) -> bool:
        return all(apart(body, other) for other in group)

    crowds = [crowd(rng, len(_POOL), lay, stands, toward_deg=-90, table_mm=TABLE_MM) for _ in range(8)]
    ahead = []
    for group in crowds:
        assert 3 <= len(group) <= 6
        assert all(apart(one, other) for one, other in combinations(group, 2))
        ahead += [foot(group[0])[1] - foot(one)[1] for one in group[1:]]
    assert np.median(ahead) > 0.6 * 50.8, "the camera is at the near side"


def test_dice_in_rows_leave_room_to_what_lies_there() -> None:
    rng = np.random.default_rng(4)
    scene = replace(invent_scene(rng, _POOL), lens=camera_over(elevation_deg=45, azimuth_deg=-90))
    tables = [harden(rng, scene, _POOL, [], [], held_out=False) for _ in range(12)]
    rows = [
        table.scene.bodies[len(scene.bodies) :] for table in tables if table.traits == table.traits & ~Trait.CROWDED
    ]
    assert any(rows)
    for group in rows:
        assert all(math.dist(foot(one), foot(other)) > reach(other) for one in group for other in scene.bodies)
    assert all(table.scene.shading == (Trait.SHADED in table.traits) for table in tables)


def test_a_hard_table_keeps_its_traits_and_can_be_drawn() -> None:
    rng = np.random.default_rng(4)
    scene = invent_scene(rng, _POOL)
    tables = [harden(rng, scene, _POOL, [], [], held_out=bool(k % 2)) for k in range(12)]
    assert len({table.traits for table in tables}) > 4
    assert all(table.ground is not None for table in tables)


def test_a_captured_sky_becomes_lamps_where_it_is_bright(tmp_path: Path) -> None:
    sky = np.full((32, 64, 3), 0.1, np.float32)
    sky[6:10, 10:14] = 50.0
    cv2.imwrite(str(tmp_path / "sky.hdr"), sky)
    ((ambient, lamps),) = lights.load_skies(tmp_path)
    assert ambient.min() > 0
    assert lamps[0].toward == pytest.approx(direction(66, 46), abs=0.1)
    assert lamps[0].colour.sum() > 3 * lamps[1].colour.sum()
