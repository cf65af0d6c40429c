"""Which tiles of a picture differ from an earlier one, and that what is measured anew there only is as if all were."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.arrays import Image
from companion.codec.reader import open_reader
from companion.geometry import flat_corners_mm
from companion.opencv import cv2
from companion.vision import Reader, TableMemory
from companion.vision.picture_tiles import ChangedTiles
from companion.vision.rectify import MapPart, sample_part
from companion.vision.scene_change import changed_in, changed_places, renewed_without_light, without_light
from companion.vision.top_faces.background_model import ForegroundMap
from tests.film import FILM, frame, tables

FOUR, FIVE = tables()[5], tables()[6]
PART = MapPart(48, 64, 96, 120)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return open_reader(FILM / "camera.json")


def grey(pixels: Image) -> Image:
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def grained(pixels: Image, seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, 2.0, pixels.shape)
    return np.clip(pixels + noise, 0, 255).astype(np.uint8)


def changed(then: Image, now: Image) -> ChangedTiles:
    """What differs, of pictures in one light."""
    tiles = ChangedTiles.between(then, now)
    assert tiles is not None
    return tiles


def test_grain_and_a_light_that_flickers_change_nothing() -> None:
    then = grey(frame(FIVE))
    assert not changed(grained(then, 1), grained(np.minimum(then, 253) + np.uint8(2), 2)).differing.any()


def test_in_another_light_nothing_is_taken_to_look_as_it_did() -> None:
    then = grey(frame(FIVE))
    assert ChangedTiles.between(then, np.asarray(then * 0.9, np.uint8)) is None
    assert ChangedTiles.between(then, np.where(np.arange(then.shape[1]) < 640, then, then // 2)) is None


def test_a_die_that_came_is_touched_and_those_far_from_it_are_not(reader: Reader) -> None:
    tiles = changed(grey(frame(FOUR)), grey(frame(FIVE)))
    dice = reader.read(frame(FIVE)).dice
    before = {die.name for die in reader.read(frame(FOUR)).dice}
    (new,) = (die for die in dice if die.name not in before)
    corners_px = reader.camera.lens.project(flat_corners_mm([die.pose for die in dice]).reshape(-1, 3))
    touched = tiles.touch(corners_px.reshape(len(dice), -1, 2))
    far = [math.dist(die.pose.centre_mm, new.pose.centre_mm) > 150 for die in dice]
    assert all(one for die, one in zip(dice, touched, strict=True) if die is new)
    assert any(far)
    assert not any(one for one, is_far in zip(touched, far, strict=True) if is_far)
    assert 0 < np.mean(tiles.differing) < 0.05


@pytest.mark.parametrize(("moved_mm", "touched"), [(0.0, False), (0.4, True), (2.0, True)])
def test_a_die_that_is_nudged_is_touched(reader: Reader, moved_mm: float, touched: bool) -> None:
    pixels, lens = frame(FIVE), reader.camera.lens
    pose = reader.read(pixels).dice[0].pose
    here, there = lens.project([[*pose.centre_mm, pose.top_mm], [pose.x_mm + moved_mm, pose.y_mm, pose.top_mm]])
    shift = np.array([[1, 0, there[0] - here[0]], [0, 1, there[1] - here[1]]])
    moved = np.asarray(cv2.warpAffine(pixels, shift, lens.size_wh, flags=cv2.INTER_CUBIC), np.uint8)
    outline_px = lens.project(flat_corners_mm([pose])[0])
    low, high = (outline_px.min(axis=0) - 8).astype(int), (outline_px.max(axis=0) + 8).astype(int)
    nudged = pixels.copy()
    around = np.s_[low[1] : high[1], low[0] : high[0]]
    nudged[around] = moved[around]
    assert changed(grey(pixels), grey(nudged)).touch(outline_px[None]) == [touched]


def test_what_changes_slowly_is_noticed_in_the_end() -> None:
    then = remembered = grey(frame(FIVE))
    patch, noticed = np.s_[200:280, 300:400], False
    for step in range(16):
        now = then.copy()
        now[patch] = np.clip(then[patch].astype(int) + step, 0, 255)
        tiles = changed(remembered, now)
        noticed = noticed or bool(tiles.differing.any())
        remembered = tiles.renewed(remembered, now)
    assert noticed
    assert np.abs(remembered[patch].astype(int) - now[patch]).mean() < 8


def test_a_renewed_picture_shows_what_differs_as_it_is_and_the_rest_as_it_was() -> None:
    then, now = grey(frame(FOUR)), grey(frame(FIVE))
    tiles = changed(then, now)
    renewed = tiles.renewed(then, now)
    differs = np.kron(tiles.differing, np.ones((8, 8), bool))[: then.shape[0], : then.shape[1]]
    assert np.array_equal(renewed, np.where(differs, now, then))


def test_a_part_of_a_map_is_sampled_as_the_whole_map_is(reader: Reader) -> None:
    whole = reader._detector.maps(frame(FIVE))
    for (_, plan), seen in zip(reader._detector.plans, whole, strict=True):
        assert np.array_equal(sample_part(frame(FIVE), plan, PART), seen[PART.slices])


def test_light_removed_anew_in_a_part_is_as_if_removed_everywhere(reader: Reader) -> None:
    (then, *_), (now, *_) = (reader._detector.maps(frame(table)) for table in (FOUR, FIVE))
    mixed = then.copy()
    mixed[PART.slices] = now[PART.slices]
    before, after = without_light(then, 13), without_light(mixed, 13)
    renewed = renewed_without_light(mixed, 13, before, [PART])
    assert np.allclose(renewed, after, atol=1e-3)
    assert np.array_equal(changed_in(before, renewed, [PART]), changed_places(before, after))
    assert renewed_without_light(then, 13, before, []) is before


def test_a_followed_table_is_remembered_as_the_picture_shows_it(reader: Reader) -> None:
    _, memory = reader.follow(frame(FOUR), TableMemory())
    _, after = reader.follow(frame(FIVE), memory)
    whole = ForegroundMap.of(reader.background, reader._detector.maps(frame(FIVE)))
    for seen, look, shown, lightless in zip(after.maps, after.looks, whole.sharp, whole.looks, strict=True):
        assert float(np.mean(cv2.absdiff(seen, shown) > 12)) < 0.001
        assert float(np.mean(changed_places(look, lightless))) < 0.02
