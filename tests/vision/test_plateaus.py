"""Dice on a hill are read where they lie, and dice on the table beside or behind it stay on the table."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera import Camera, Pinhole, Quality, TableShape, TableTop
from companion.codec.die import read_dice
from companion.codec.gallery import read_gallery
from companion.codec.reader import load_networks
from companion.geometry import Pose
from companion.resources import Bundled, bundled
from companion.vision import Plateau, Reader
from models.training.film import GOOD_FILM
from models.training.house_dice import TABLE_MM, LyingDie, as_rendered, camera_over, set_out
from models.training.render import render

RISE_MM = 60.0
LYING = (
    LyingDie("ogre/heavy-tank", "8", Pose(400, 300, 20, 50.8)),
    LyingDie("ogre/gev", "5", Pose(620, 350, -100, 50.8)),
)
#: Around the first die only: the second lies beside it.
AROUND_FIRST = ((320.0, 220.0), (480.0, 220.0), (480.0, 380.0), (320.0, 380.0))


def _camera(lens: Pinhole) -> Camera:
    return Camera(lens, TableTop(TableShape.RECT, TABLE_MM), (), Quality(0.1, 0.1, 0, 0, 0.0, 0.0), {})


@pytest.fixture(scope="module")
def scene() -> tuple[Reader, NDArray[np.uint8]]:
    """Two dice on a table that is all hill: the camera stands as much higher above the table as the hill is high."""
    dice = read_dice(bundled(Bundled.DICE_FACES))
    some = [dice[one.die] for one in LYING]
    pool, rng, lens = as_rendered(some), np.random.default_rng(5), camera_over(elevation_deg=60, azimuth_deg=-90)
    picture = render(rng, set_out(rng, some, pool, LYING, lens, "window"), pool, [], film=GOOD_FILM)[0]
    eye = lens.eye_mm + np.array([0.0, 0.0, RISE_MM])
    higher = Pinhole(lens.matrix, lens.distortion, lens.rotation, -lens.rotation @ eye, lens.size_wh)
    networks = load_networks()
    gallery = read_gallery(bundled(Bundled.DICE_FACES, "gallery"), networks.classifier)
    return Reader(_camera(higher), dice, gallery.only([die.id for die in some]), networks), picture


def test_dice_on_a_hill_are_placed_at_its_height(scene: tuple[Reader, NDArray[np.uint8]]) -> None:
    reader, picture = scene
    everywhere = Plateau(((0.0, 0.0), (1000.0, 0.0), (1000.0, 620.0), (0.0, 620.0)), RISE_MM)
    found = {die.name.die: die for die in reader.with_plateaus([everywhere]).read(picture).dice if die.name}
    for one in LYING:
        die = found[one.die]
        assert die.name is not None
        assert die.name.face == one.face
        assert math.dist(die.pose.centre_mm, one.pose.centre_mm) < 1.0
        assert die.pose.base_mm == RISE_MM
    flat = {die.name.die: die for die in reader.read(picture).dice if die.name}
    seen = [(flat[one.die], one) for one in LYING if one.die in flat]
    off = [math.dist(die.pose.centre_mm, one.pose.centre_mm) for die, one in seen]
    assert min(off, default=99.0) > 20, "at the table's height they seem to lie farther off"


def test_only_what_lies_on_the_hill_is_raised(scene: tuple[Reader, NDArray[np.uint8]]) -> None:
    reader, picture = scene
    dice = reader.with_plateaus([Plateau(AROUND_FIRST, RISE_MM)]).read(picture).dice
    raised = [die for die in dice if die.pose.base_mm]
    assert [die.name.die for die in raised if die.name] == ["ogre/heavy-tank"]
    assert math.dist(raised[0].pose.centre_mm, LYING[0].pose.centre_mm) < 1.0


def test_a_die_on_the_table_behind_a_hill_stays_on_the_table() -> None:
    """Seen past the hill's far rim, its top face might as well be on the hill, but for its size."""
    dice = read_dice(bundled(Bundled.DICE_FACES))
    some, lens = [dice[LYING[0].die]], camera_over(elevation_deg=50, azimuth_deg=-90)
    pool, rng, lying = as_rendered(some), np.random.default_rng(5), LYING[:1]
    picture = render(rng, set_out(rng, some, pool, lying, lens, "window"), pool, [], film=GOOD_FILM)[0]
    networks = load_networks()
    gallery = read_gallery(bundled(Bundled.DICE_FACES, "gallery"), networks.classifier).only([some[0].id])
    hill = Plateau(((300.0, 100.0), (500.0, 100.0), (500.0, 268.0), (300.0, 268.0)), 90.0)
    (die,) = Reader(_camera(lens), dice, gallery, networks).with_plateaus([hill]).read(picture).dice
    assert die.pose.base_mm == 0
    assert math.dist(die.pose.centre_mm, lying[0].pose.centre_mm) < 1.0
