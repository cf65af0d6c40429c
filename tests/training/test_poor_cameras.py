"""A poor webcam in less light before the same table: what it does to pictures, and where dice are seen in them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.geometry import Pose
from companion.opencv import cv2
from models.training.batches import load_faces
from models.training.harvest import pose_of
from models.training.house_dice import TABLE_MM, camera_over
from models.training.poor_cameras import developed_poorly, invent_poor_camera, photographed_poorly, rephotograph
from models.training.render import light_in_camera
from models.training.scene import InventedScene, Lamp, laid
from models.training.styles import faded, invent_die
from models.training.surfaces import cloth


def test_a_poor_camera_sees_a_die_where_its_lens_says() -> None:
    rng = np.random.default_rng(5)
    lens = camera_over(elevation_deg=70, azimuth_deg=-90)
    pool = [invent_die(rng, size=256, bare=(250, 250, 250))]
    body = laid(rng, pool[0], 0, next(iter(pool[0].faces)), Pose(620, 250, 33, 50.8), TABLE_MM)
    lamps = (Lamp(np.array([0.0, 0.0, 1.0]), 0.3, np.full(3, 0.4)),)
    scene = InventedScene(lens, TABLE_MM, lamps, np.full(3, 0.6), (body,), (), markers=False)
    ground = cloth(rng) * 0.05, cloth(rng) * 0.05
    light, _ = light_in_camera(rng, scene, pool, [], ground=ground)
    seen = photographed_poorly(np.random.default_rng(3), light, lens)
    assert seen.picture.shape == (720, 1280, 3)
    assert seen.lens.size_wh == (1280, 720)
    assert body.die is not None
    x, y = (
        seen.lens.project(np.array([[*pose_of(body.die).centre_mm, pose_of(body.die).top_mm]]))[0].round().astype(int)
    )
    beside = seen.picture[y - 4 : y + 5, x - 124 : x - 115]
    assert seen.picture[y - 4 : y + 5, x - 4 : x + 5].mean() > beside.mean() + 40


def test_what_a_poor_camera_shows_is_noisier_and_darker_at_one_side() -> None:
    light = np.full((360, 640, 3), 0.5, np.float32)
    differ, uneven = [], []
    for seed in range(6):
        camera = invent_poor_camera(np.random.default_rng(seed))
        picture = developed_poorly(np.random.default_rng(seed), light, camera).astype(float)
        differ.append(np.abs(np.diff(picture, axis=1)).mean())
        quarters = [picture[rows, columns].mean() for rows in _HALVES[0] for columns in _HALVES[1]]
        uneven.append(max(quarters) - min(quarters))
    assert min(differ) > 0.3
    assert np.median(uneven) > 10


_HALVES = ((slice(0, 180), slice(180, 360)), (slice(0, 320), slice(320, 640)))


def test_a_rig_photographed_again_keeps_its_truth(tmp_path: Path) -> None:
    rig = tmp_path / "rig"
    rig.mkdir()
    (rig / "mat.json").write_text(json.dumps({"format": 1}))
    picture = np.random.default_rng(1).integers(0, 255, (90, 160, 3), np.uint8)
    for name in ("table.jpg", "scene-000.jpg"):
        cv2.imwrite(str(rig / name), picture)
    rephotograph(rig, tmp_path / "poor", seed=4)
    assert (tmp_path / "poor" / "mat.json").read_text() == (rig / "mat.json").read_text()
    seen = [np.asarray(cv2.imread(str(folder / "scene-000.jpg")), int) for folder in (rig, tmp_path / "poor")]
    assert seen[0].shape == seen[1].shape
    assert np.abs(seen[0] - seen[1]).mean() > 3
    rephotograph(rig, tmp_path / "again", seed=4)
    assert (tmp_path / "again" / "table.jpg").read_bytes() == (tmp_path / "poor" / "table.jpg").read_bytes()


def test_faces_harvested_by_an_older_recipe_are_not_taken(tmp_path: Path) -> None:
    np.savez(tmp_path / "batch-001.npz", face=np.zeros((2, 96, 96, 3), np.uint8), face_label=np.zeros((2, 2), np.int16))
    with pytest.raises(ValueError, match=r"batch-001\.npz was harvested when faces were seen by one camera only"):
        load_faces(tmp_path, held_out=False)


def test_a_faded_die_keeps_its_colour_and_loses_contrast() -> None:
    die = invent_die(np.random.default_rng(2))
    dull = faded(die, 0.4)
    for name, face in die.faces.items():
        assert dull.faces[name].std(axis=(0, 1)).max() < face.std(axis=(0, 1)).max()
    every, all_dull = (np.stack(list(one.faces.values())).mean(axis=(0, 1, 2)) for one in (die, dull))
    assert all_dull == pytest.approx(every, abs=1)
