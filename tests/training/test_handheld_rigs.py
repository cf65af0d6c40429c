"""Rigs photographed from the hand: what their truth says is what the program reads."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.camera import calibrate_handheld, read_sensor_picture
from companion.codec.mat import read_mat
from models.training.handheld_rigs import HANDHELD_RIGS, photograph
from models.training.invented_rigs import Group


@pytest.mark.slow
def test_a_small_rig_calibrates_to_its_own_lens(tmp_path: Path) -> None:
    hand = HANDHELD_RIGS[0]
    # One lamp, and no die keeps its light from another: the truth is of places, and thirty windows take their time.
    rig = replace(hand.rig, size_wh=(560, 420), light=None, sky=0.7, lamps=((40, 60, 12, 0.5),), shading=False)
    small = replace(hand, rig=rig)
    photograph(small, tmp_path, layouts=1)
    pictures = [read_sensor_picture(file) for file in sorted(tmp_path.glob("table-*.jpg"))]
    camera = calibrate_handheld(read_mat(tmp_path / "mat.json"), pictures).camera
    assert camera.lens.matrix[0, 0] == pytest.approx(small.phone.focal * 560, rel=0.02)
    truth = json.loads((tmp_path / "scene-000.json").read_text())
    assert [view["image"] for view in truth["images"]] == [f"scene-000-{view}.jpg" for view in "abc"]
    for view in truth["images"]:
        upright = read_sensor_picture(tmp_path / view["image"]).orientation != 1
        assert upright == view["upright"]
    for die in truth["dice"]:
        assert die["visible"] == max(die["visible_in"].values())
        assert np.mean(die["corners_mm"], axis=0) == pytest.approx(die["centre_mm"], abs=0.01)


def test_rigs_are_held_out() -> None:
    held_out = [one.rig.name for one in HANDHELD_RIGS if one.rig.group is Group.HELD_OUT]
    assert held_out == [
        *("orchard", "galley", "observatory", "nursery", "parlour", "verandah", "workshop", "bookshop"),
    ]
