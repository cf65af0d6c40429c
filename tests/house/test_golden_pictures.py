"""What people can see of a change fails against a golden picture; what another processor blends does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor

from companion.arrays import Image
from companion.opencv import cv2
from companion.ui.themes import ACCENT, AMBER, GRAPHITE
from tests.golden_pictures import assert_as_drawn, write_picture


def _bgr(name: str) -> tuple[int, int, int]:
    colour = QColor(name)
    return colour.blue(), colour.green(), colour.red()


def _drawn(*, line_at: int = 40, line: str = ACCENT, label: str = "Tank", long: int = 60) -> Image:
    """A line of 2 px and a label of 11 px on grey."""
    picture = np.full((120, 160, 3), 128, np.uint8)
    cv2.line(picture, (20, line_at), (20 + long, line_at), _bgr(line), 2, cv2.LINE_AA)
    cv2.putText(picture, label, (20, 90), cv2.FONT_HERSHEY_SIMPLEX, 0.4, _bgr(GRAPHITE), 1, cv2.LINE_AA)
    return picture


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    write_picture(tmp_path / "golden.png", _drawn())
    return tmp_path / "golden.png"


@pytest.mark.parametrize(
    "changed",
    [
        lambda: _drawn(line_at=43),
        lambda: _drawn(line=AMBER),
        lambda: _drawn(label=""),
        lambda: _drawn(label="Tonk"),
        lambda: _drawn(long=40),
        lambda: _drawn()[:100],
    ],
    ids=[
        "a line moved by 3 px",
        "a colour of the theme",
        "no label",
        "another label",
        "a shorter line",
        "a smaller one",
    ],
)
def test_what_can_be_seen_of_a_change_fails(golden: Path, changed: Callable[[], Image]) -> None:
    with pytest.raises(AssertionError):
        assert_as_drawn(changed(), golden)


def test_the_same_passes_and_so_does_what_is_blended_otherwise(golden: Path) -> None:
    assert_as_drawn(_drawn(), golden)
    grain = np.random.default_rng(3).integers(-10, 11, (120, 160, 3))
    assert_as_drawn(np.clip(_drawn() + grain, 0, 255).astype(np.uint8), golden)
