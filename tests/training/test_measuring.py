"""Figures in cards come with their intervals, and what failed is saved to be looked at."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.vision.evaluation import Proportion
from models.training.figures import measured_text, shares
from models.training.selftest import refresh
from models.training.sheets import MOST, Cell, square_around, write_sheet


def test_a_share_is_given_with_both_ends_of_its_interval() -> None:
    reported = shares(right=Proportion(81, 263))
    assert reported["right"] == pytest.approx(81 / 263)
    assert (reported["right_low"], reported["right_high"]) == pytest.approx((0.2553, 0.3662), abs=2e-4)


def test_figures_can_be_read_back_from_the_card() -> None:
    text = measured_text({"dice": 3256, "found": 1.0, "off_px": 1.25e-7})
    assert tomllib.loads(text)["measured"] == {"dice": 3256, "found": 1.0, "off_px": 1.25e-7}


@pytest.mark.parametrize("name", ["finder", "placer", "reader"])
def test_every_share_in_a_bundled_card_lies_within_its_interval(name: str) -> None:
    measured = tomllib.loads(bundled(Bundled.MODELS, f"{name}.toml").read_text(encoding="utf-8"))["measured"]
    intervals = [key.removesuffix("_low") for key in measured if key.endswith("_low")]
    assert intervals
    assert all(measured[f"{key}_low"] <= measured[key] <= measured[f"{key}_high"] for key in intervals)


def test_a_card_refreshed_twice_is_the_same(tmp_path: Path) -> None:
    for file in ("reader.onnx", "reader.toml"):
        (tmp_path / file).write_bytes(bundled(Bundled.MODELS, file).read_bytes())
    refresh("reader", tmp_path)
    once = (tmp_path / "reader.toml").read_text(encoding="utf-8")
    refresh("reader", tmp_path)
    assert (tmp_path / "reader.toml").read_text(encoding="utf-8") == once
    assert once.count("[golden]") == 1


@pytest.mark.parametrize(("count", "rows"), [(0, 1), (1, 1), (9, 2), (MOST + 5, 5)])
def test_a_contact_sheet_has_a_cell_for_each_failure(tmp_path: Path, count: int, rows: int) -> None:
    cells = [Cell(np.full((40, 40, 3), 90, np.uint8), "off 2 px")] * count
    write_sheet(tmp_path / "new" / "sheet.jpg", cells)
    sheet = cv2.imread(str(tmp_path / "new" / "sheet.jpg"))
    assert sheet is not None
    assert sheet.shape == (rows * 112, 8 * 96, 3)
    assert bool(sheet[40, 40].max() < 120) is (count > 0)


def test_a_square_at_the_rim_is_still_whole() -> None:
    picture = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    assert square_around(picture, -3, 90, 6).shape == (6, 6, 3)
    assert np.array_equal(square_around(picture, 2, 2, 2), picture[1:3, 1:3])
