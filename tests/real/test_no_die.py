"""Things on real tables that are no dice: markers, boards, printed boxes, fruit, pencils. None may be named."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.camera import Camera, Picture, Pinhole, Quality, TableShape, TableTop, read_picture
from companion.codec.reader import open_reader
from companion.vision import DieReading, PictureRefusedError, Reader
from tests.real.conftest import real_files

#: Listed as dice that cannot be read, at most, over all photographs: none is.
MOST_UNREAD = 1
PHOTOGRAPHS = "*/*.[jJ][pP][gG]"


def camera_for(size_wh: tuple[int, int]) -> Camera:
    """A camera that looks down at a table as large as the picture, 60 degrees: nobody measured the real ones."""
    (wide, tall), down = size_wh, np.radians(60)
    forward, right = np.array([0.0, np.cos(down), -np.sin(down)]), np.array([1.0, 0.0, 0.0])
    rotation, size_mm = np.stack([right, np.cross(forward, right), forward]), (900.0, 1080.0 * tall / wide)
    eye = np.array([size_mm[0] / 2, size_mm[1] / 2, 0.0]) - 1000 * forward
    matrix = np.array([[wide, 0, wide / 2], [0, wide, tall / 2], [0, 0, 1]], np.float64)
    lens = Pinhole(matrix, np.zeros(5), rotation, -rotation @ eye, size_wh)
    return Camera(lens, TableTop(TableShape.RECT, size_mm), (), Quality(0.1, 0.1, 4, 8, 0.001), {})


@pytest.fixture(scope="module")
def reader() -> Reader:
    return open_reader(camera_for((640, 480)))


def _dice(reader: Reader, path: Path) -> tuple[DieReading, ...]:
    picture: Picture = read_picture(path)
    try:
        return reader.over(camera_for(picture.size_wh)).read(picture.pixels, path.name).dice
    except PictureRefusedError:
        return ()


@pytest.mark.slow
def test_no_die_is_named_in_any_photograph(reader: Reader) -> None:
    files = real_files(PHOTOGRAPHS)
    assert len(files) >= 39
    dice = [die for path in files for die in _dice(reader, path)]
    assert [die for die in dice if die.name is not None] == []
    assert len(dice) <= MOST_UNREAD
