"""Counters, cards and the quick reference: their words are in the PDF, and nothing runs off the paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtPdf import QPdfDocument

from companion.catalogue import System
from companion.cli import main
from companion.codec.card_layout import bundled_layout, known_layout, own_card_file
from companion.paper import CardLine, CardSystem, Paper, ogre_card_page, page_image
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


_OWN_CARD = """
format = 1
provenance = "user"
main = {circles = 2, block = 9}
secondary = {circles = 5, block = 6}
missile = {circles = 3, block = 7}
ap = {circles = 9, block = 3}
lines = [[3, 20], [2, 20], [1, 20]]
"""


def test_a_tracking_card_of_ones_own_replaces_the_bundled_one(capsys: pytest.CaptureFixture[str]) -> None:
    before = known_layout("III")
    assert before == bundled_layout("III")
    own_card_file("III").write_text(_OWN_CARD)
    assert known_layout("III").systems[System.AP].circles == 9
    assert known_layout("III").treads == 60
    assert known_layout("V") == bundled_layout("V")
    assert bundled_layout("III") == before
    assert main(["dice", "check"]) == 0
    assert "your ogre-card-III.toml, no problem" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "reported"),
    [
        ("format = 1", "format = 2", "format: this program reads format 1"),
        ("circles = 9", "circles = -1", "ap.circles: expected 0 or more"),
        ("[3, 20]", "[3]", "lines[0]: expected more items"),
        ("provenance", "colour", "colour: this key is unknown"),
        ("main =", "main = {", "is not TOML"),
        ("[2, 20], ", "", "must own the same dots"),
        ("circles = 9", "circles = 99", "a Mark V has everything of a Mark III"),
    ],
)
def test_what_is_wrong_with_a_card_of_ones_own_is_reported(
    before: str, after: str, reported: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_card_file("III").write_text(_OWN_CARD.replace(before, after))
    assert main(["print", "ogre-card", "-o", str(tmp_path / "card.pdf")]) == 2
    assert reported in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
