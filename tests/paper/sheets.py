"""The sheets that can be printed without a match, each on any paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.codec.die import read_die
from companion.exercise_k.paper.record_sheets import blank_sheet_pages
from companion.paper import (
    MatShape,
    Page,
    Paper,
    board_page,
    command_post_page,
    corner_markers,
    counter_page,
    folding_guide_page,
    marker_pages,
    quick_reference_page,
)
from companion.resources import Bundled, bundled

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
}
