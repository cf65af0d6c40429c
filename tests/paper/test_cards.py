"""Counters, cards and the quick reference: their words are in the PDF, and nothing runs off the paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtPdf import QPdfDocument

from companion.catalogue import System
from companion.cli import main
from companion.paper import CardLine, CardSystem, Paper, ogre_card_page, page_image
from companion.rules import bundled_layout
from tests.paper.conftest import Render

WORDS = {
    "counters": ["Command Flags", "Poison", "100 mm"],
    "ogre-card": ["Main Battery", "Attack of 9 or more", "Treads", "Mark V", "stand-in"],
    "command-post": ["COMMAND POST", "60 Armor", "Command All"],
    "quick-reference": ["Short range", "Sight arrow", "Pinned", "dark blue"],
    "folding-guide": ["Cut", "Close the halves", "Push tab A", "100 mm"],
    "lens-board": ["Lens board", "100 mm"],
}


def _text(file: Path) -> str:
    document = QPdfDocument()
    assert document.load(str(file)) is QPdfDocument.Error.None_
    return " ".join(document.getAllText(k).text() for k in range(document.pageCount()))


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("thing", WORDS)
def test_pages_say_what_they_are_and_stay_on_the_paper(
    thing: str, paper: Paper, tmp_path: Path, rendered: Render
) -> None:
    target = tmp_path / f"{thing}.pdf"
    assert main(["print", thing, "--paper", paper, "-o", str(target)]) == 0
    for page in rendered(target, px_per_mm=2.0):
        border = np.concatenate([page[:10].ravel(), page[-10:].ravel(), page[:, :10].ravel(), page[:, -10:].ravel()])
        assert border.min() > 250
    text = " ".join(_text(target).split())
    for words in WORDS[thing]:
        assert words in text


def test_ogre_card_has_the_circles_of_both_marks() -> None:
    """Counted in the picture: white circles are the Mark III's, gray ones the Mark V's besides (OG-OGRE-04)."""
    systems, lines = [CardSystem("Main Battery", 9, 1, 2)], [CardLine(1, 5, 3)]
    sparse = page_image(ogre_card_page(systems, lines, Paper.A4), 100)
    dense = page_image(ogre_card_page([CardSystem("Main Battery", 9, 1, 4)], lines, Paper.A4), 100)
    gray = [
        sum(image.pixelColor(x, y).name() == "#c3c7cd" for x in range(image.width()) for y in range(150, 200))
        for image in (sparse, dense)
    ]
    assert gray[0] > 100
    assert gray[1] == pytest.approx(2 * gray[0], rel=0.1)


def test_main_battery_block_is_the_one_the_rules_give_OG_OGRE_19() -> None:  # noqa: N802
    assert bundled_layout("III").systems[System.MAIN].block == 9
    assert bundled_layout("V").systems[System.MAIN].block == 9
