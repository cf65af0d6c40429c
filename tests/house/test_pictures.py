"""The pictures of the screens: each is made by the command, each is there, and all are small."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from docs.pictures.few_colours import in_few_colours
from docs.pictures.make import HERE, SCREENS

SHEET = "folding-sheet.png"
PICTURES = sorted(path for path in HERE.iterdir() if path.suffix in {".png", ".jpg"})


def test_every_picture_is_made_by_the_command() -> None:
    assert {path.name for path in PICTURES} == {*SCREENS, SHEET}


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_every_picture_is_small_and_shows_something(path: Path) -> None:
    image = QImage(str(path))
    assert 500 <= image.width() <= 1000
    assert path.stat().st_size <= 200 * 1024
    rows, columns = range(0, image.height(), 7), range(0, image.width(), 7)
    assert len({image.pixel(x, y) for x in columns for y in rows}) > 8, "an empty window"


def test_few_colours_are_the_pictures_own() -> None:
    image = QImage(300, 2, QImage.Format.Format_RGB888)
    for x in range(300):
        image.setPixelColor(x, 0, f"#{x % 200:02x}8040")
        image.setPixelColor(x, 1, "#102030")
    few = in_few_colours(image)
    assert few.colorCount() <= 256
    assert few.pixelColor(7, 1).name() == "#102030"
    off = [abs(few.pixelColor(x, 0).red() - x % 200) for x in range(300)]
    assert max(off) <= 4
