"""Sheets in a language of longer words: nothing runs off the paper, and what stands beside something keeps off it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from PySide6.QtGui import QImage

from companion.codec.die import read_dice
from companion.paper import (
    Page,
    Paper,
    dice_pages,
    page_image,
)
from companion.resources import Bundled, bundled
from companion.text import choose_language
from tests.paper.sheets import SHEETS

_DPI = 60
_BORDER_MM = 5.0
_SHEETS: dict[str, Callable[[Paper], Sequence[Page]]] = SHEETS | {
    "dice": lambda paper: dice_pages(list(read_dice(bundled(Bundled.DICE_FACES)).values())[:2], paper),
}


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("name", _SHEETS)
def test_no_sheet_in_german_runs_off_the_paper(name: str, paper: Paper, qapp: object) -> None:
    choose_language("de")
    pages = _SHEETS[name](paper)
    assert pages
    for page in pages:
        grey = page_image(page, _DPI).convertToFormat(QImage.Format.Format_Grayscale8)
        pixels = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), -1)[:, : grey.width()]
        border = round(_BORDER_MM / 25.4 * _DPI)
        edges = (pixels[:border], pixels[-border:], pixels[:, :border], pixels[:, -border:])
        assert min(edge.min() for edge in edges) > 200
