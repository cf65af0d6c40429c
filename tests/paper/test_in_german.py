"""Sheets in a language of longer words: nothing runs off the paper, and what stands beside something keeps off it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from PySide6.QtGui import QImage

from companion.codec.die import read_dice, read_die
from companion.paper import (
    MatShape,
    Page,
    Paper,
    board_page,
    command_post_page,
    corner_markers,
    counter_page,
    dice_pages,
    folding_guide_page,
    marker_pages,
    page_image,
    quick_reference_page,
)
from companion.resources import Bundled, bundled
from companion.text import choose_language
from companion.ui.exercise_k import blank_sheet_pages

_DPI = 60
_BORDER_MM = 5.0
_GEV = read_die(bundled(Bundled.DICE_FACES, "ogre", "gev.toml"))

SHEETS: dict[str, Callable[[Paper], Sequence[Page]]] = {
    "markers": lambda paper: marker_pages(corner_markers(MatShape.RECT, (1000.0, 620.0), paper, 80.0).markers, paper),
    "lens-board": lambda paper: [board_page(paper)],
    "counters": lambda paper: [counter_page(paper)],
    "command-post": lambda paper: [command_post_page(paper)],
    "quick-reference": lambda paper: [quick_reference_page(paper)],
    "folding-guide": lambda paper: [
        folding_guide_page(read_die(bundled(Bundled.DICE_FACES, "ogre", "gev.toml")), paper)
    ],
    "record-sheets": blank_sheet_pages,
    "dice": lambda paper: dice_pages(list(read_dice(bundled(Bundled.DICE_FACES)).values())[:2], paper),
}


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("name", SHEETS)
def test_no_sheet_in_german_runs_off_the_paper(name: str, paper: Paper, qapp: object) -> None:
    choose_language("de")
    for page in SHEETS[name](paper):
        grey = page_image(page, _DPI).convertToFormat(QImage.Format.Format_Grayscale8)
        pixels = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), -1)[:, : grey.width()]
        border = round(_BORDER_MM / 25.4 * _DPI)
        edges = (pixels[:border], pixels[-border:], pixels[:, :border], pixels[:, -border:])
        assert min(edge.min() for edge in edges) > 200
