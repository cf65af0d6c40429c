"""Exercise K on paper: record sheets and result sheet say what they are, and nothing runs off the paper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtPdf import QPdfDocument

from companion.cli import main
from companion.exercise_k.codec.documents import DeskTalk, mark_iii
from companion.exercise_k.paper.record_sheets import blank_sheet_pages, sheet_pages
from companion.exercise_k.paper.result_sheet import desk_result_pages
from companion.exercise_k.rules.actions import FinalRoundReason
from companion.exercise_k.rules.points import PointsEntry
from companion.exercise_k.rules.position import DeskPosition, FinalRound, new_game
from companion.exercise_k.rules.record_sheet import SheetSystem, full_sheet
from companion.exercise_k.rules.roster import roster_for
from companion.exercise_k.session.results import Results
from companion.paper import Paper, page_image, write_pages
from tests.paper.conftest import Render

TEAMS = ("Red", "Blue", "Green", "Black")
SIZES_MM = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}


def _text(file: Path) -> list[str]:
    document = QPdfDocument()
    assert document.load(str(file)) is QPdfDocument.Error.None_
    return [" ".join(document.getAllText(page).text().split()) for page in range(document.pageCount())]


def _stays_on_paper(file: Path, rendered: Render) -> None:
    for page in rendered(file, px_per_mm=2.0):
        border = np.concatenate([page[:10].ravel(), page[-10:].ravel(), page[:, :10].ravel(), page[:, -10:].ravel()])
        assert border.min() > 250


def _game() -> DeskPosition:
    return new_game(roster_for(12, TEAMS), mark_iii())


def _secondaries(left: int) -> Results:
    """A game in which Black 1, whose sheet is the first, has so many of its four Secondary Batteries left."""
    game = _game()
    sheet = full_sheet(mark_iii(), {SheetSystem.SECONDARY: left})
    return Results("", game.with_sheet("Black 1", sheet), DeskTalk())


def _result(awards: int = 300) -> Results:
    players = [f"{team} {n}" for team in TEAMS for n in (1, 2, 3)]
    entries = tuple(PointsEntry(players[n % 12], n // 25 + 1, 4, 1.5, f"award {n}") for n in range(awards))
    game = replace(
        _game(),
        entries=entries,
        lost=frozenset({"Red CP"}),
        round=15,
        final=FinalRound(14, FinalRoundReason.TIME),
        scored=True,
    )
    return Results("Saturday's game", game, DeskTalk(names=dict.fromkeys(players, "Wolfeschlegel")))


@pytest.mark.parametrize("paper", list(Paper))
def test_blank_record_sheets_have_every_number_and_say_where_it_is_from(
    paper: Paper, tmp_path: Path, rendered: Render
) -> None:
    """EK-TEAM-12: two AP guns by the scenario, everything else from outside the document."""
    target = tmp_path / "sheets.pdf"
    assert main(["exercise-k", "--print-sheets", str(target), "--paper", paper]) == 0
    (text,) = _text(target)
    for words in ("attack 6, range 5, defence 3", "moves 3", "outside the document", "two AP Guns", "100 mm", "player"):
        assert words in text
    assert text.count("Ogre Mark III") == 4
    _stays_on_paper(target, rendered)
    (page,) = rendered(target, px_per_mm=2.0)
    assert page.shape[:2] == tuple(round(2 * mm) for mm in reversed(SIZES_MM[paper]))


@pytest.mark.parametrize("paper", list(Paper))
def test_the_result_sheet_has_every_award_on_the_paper(paper: Paper, tmp_path: Path, rendered: Render) -> None:
    target = tmp_path / "result.pdf"
    write_pages(desk_result_pages(_result(), paper), target)
    pages = _text(target)
    assert "Team victory: a tie of Red and Blue and Green and Black" in pages[0]
    assert "Buildings lost: Red CP." in pages[0]
    assert "× 1.5" in pages[1]
    reported = " ".join(pages[2:])
    assert [n for n in range(300) if f"award {n} " not in reported] == []
    assert all(f"{number} / {len(pages)}" in text for number, text in enumerate(pages, 1))
    _stays_on_paper(target, rendered)


def test_what_is_gone_is_crossed_and_grey(qapp: object) -> None:
    """Counted in the picture: the more is gone, the more grey."""

    def grey(left: int | None) -> int:
        pages = blank_sheet_pages() if left is None else sheet_pages(_secondaries(left))
        image = page_image(pages[0], 60)
        return sum(image.pixelColor(x, y).name() == "#d4d7dc" for x in range(250) for y in range(60, 90))

    counts = [grey(left) for left in (None, 4, 2, 0)]
    assert counts[0] == counts[1] == 0
    assert counts[3] == pytest.approx(2 * counts[2], rel=0.1)


def test_twelve_sheets_fill_three_pages_and_a_destroyed_one_says_so(tmp_path: Path) -> None:
    nothing = full_sheet(mark_iii(), dict.fromkeys(SheetSystem, 0))
    target = tmp_path / "sheets.pdf"
    write_pages(sheet_pages(Results("", _game().with_sheet("Blue 3", nothing), DeskTalk())), target)
    pages = _text(target)
    assert len(pages) == 3
    assert [text.count("DESTROYED") for text in pages] == [0, 1, 0]


def test_a_game_without_a_point_is_charted_too(tmp_path: Path) -> None:
    write_pages(desk_result_pages(_result(awards=0)), tmp_path / "result.pdf")
    assert len(_text(tmp_path / "result.pdf")) == 2
