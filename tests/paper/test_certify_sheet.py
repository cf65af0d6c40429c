"""The printed certify sheet and its JSON belong together, on every paper."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from companion.certify.documents import read_certify_sheet
from companion.certify.sheet import MARK_DICTIONARY, CertifyPaper, certify_sheet
from companion.cli import main
from companion.opencv import cv2
from tests.paper.conftest import Render

PX_PER_MM = 4.0
#: What home printers leave white.
_RIM_MM = 5.0


@pytest.mark.parametrize("paper", CertifyPaper)
def test_the_marks_are_printed_where_the_json_says(paper: CertifyPaper, tmp_path: Path, rendered: Render) -> None:
    target = tmp_path / "sheet.pdf"
    assert main(["print", "certify", "--paper", paper, "-o", str(target)]) == 0
    sheet = read_certify_sheet(tmp_path / "sheet.json")
    assert sheet == certify_sheet(paper)
    page, stand = rendered(target, px_per_mm=PX_PER_MM)
    assert page.shape[:2] == (pytest.approx(4 * paper.size_mm[1], abs=2), pytest.approx(4 * paper.size_mm[0], abs=2))
    assert stand.shape[1] > stand.shape[0]
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARK_DICTIONARY))
    corners, ids, _ = cv2.aruco.ArucoDetector(book).detectMarkers(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY))
    found = {int(n): (c[0] + 0.5) / PX_PER_MM for n, c in zip(np.ravel(ids), corners, strict=True)}
    for mark in sheet.marks:
        upward = np.array([0, paper.size_mm[1]]) + found[mark.id] * (1, -1)
        assert np.abs(upward - mark.corners_mm).max() < 0.4
    assert set(found) == {mark.id for mark in sheet.marks}


@pytest.mark.parametrize("paper", CertifyPaper)
def test_everything_lies_on_the_paper_and_no_dice_touch(paper: CertifyPaper) -> None:
    sheet = certify_sheet(paper)
    wide, tall = sheet.size_mm
    assert len(sheet.places) > 1
    assert sheet.marks
    for place in sheet.places:
        outline = place.pose.silhouette_mm()
        assert outline.min() > _RIM_MM
        assert (outline.max(axis=0) < (wide - _RIM_MM, tall - _RIM_MM)).all()
        for mark in sheet.marks:
            low, high = np.min(mark.corners_mm, axis=0) - 1, np.max(mark.corners_mm, axis=0) + 1
            assert not ((outline > low) & (outline < high)).all(axis=1).any()
    for one, other in combinations(sheet.places, 2):
        apart = np.subtract(one.centre_mm, other.centre_mm)
        assert np.hypot(*apart) > 2 * 29.33 or one.height_mm != other.height_mm


def test_stand_and_raised_dice_belong_together() -> None:
    for paper in CertifyPaper:
        sheet = certify_sheet(paper)
        assert sheet.stand is not None
        low, high = np.min(sheet.stand.outline_mm, axis=0), np.max(sheet.stand.outline_mm, axis=0)
        raised = [place for place in sheet.places if place.height_mm]
        assert raised
        assert {place.height_mm for place in raised} == {sheet.stand.height_mm}
        for place in raised:
            feet = place.pose.bottom_corners_mm()
            assert (feet > low).all()
            assert (feet < high).all()


def test_no_two_papers_share_a_mark() -> None:
    ids = [mark.id for paper in CertifyPaper for mark in certify_sheet(paper).marks]
    assert len(ids) == len(set(ids))
    assert min(ids) >= 50  # those below are what mats have


def test_the_json_is_written_beside_the_pictures_too(tmp_path: Path) -> None:
    assert main(["print", "certify", "-o", str(tmp_path / "sheet.png")]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sheet-1.png", "sheet-2.png", "sheet.json"]
    keys = json.loads((tmp_path / "sheet.json").read_text())
    assert (keys["format"], keys["paper"], len(keys["places"])) == (1, "a4", 8)
