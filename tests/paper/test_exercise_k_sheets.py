"""Exercise K on paper: record sheets and result sheet say what they are, and nothing runs off the paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtPdf import QPdfDocument

from companion.cli import main
from companion.exercise_k.paper import (
    Award,
    DeskResultSheet,
    PaperRow,
    PaperSheet,
    Rank,
    RoundCurve,
    record_sheet_pages,
    result_sheet_pages,
)
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


def _sheet(ogre: str, left: int | None, *, destroyed: bool = False) -> PaperSheet:
    row = PaperRow("Secondary Battery", 4, left, "attack 3, range 2, defence 3", 4)
    return PaperSheet(ogre, ogre[:-2], "", (row,), ((15, None), (15, None), (15, None)), "elsewhere", destroyed)


def _result(awards: int = 300) -> DeskResultSheet:
    players = [f"{team} {n}" for team in TEAMS for n in (1, 2, 3)]
    curves = tuple(RoundCurve(name, name[:-2], int(name[-1]), tuple(range(0, 140, 10))) for name in players)
    return DeskResultSheet(
        title="Saturday's game",
        state="The game ended with round 14: time ran out.",
        victors=("Team victory: a tie of Red and Blue",),
        teams=tuple(Rank(1 + n // 2, team, team, "", 100 - n, "") for n, team in enumerate(TEAMS)),
        players=tuple(Rank(n, name, name[:-2], "Wolfeschlegel", 50, "") for n, name in enumerate(players, 1)),
        third_ogres=(),
        team_curves=tuple(RoundCurve(team, team, 0, (0.0,) * 14) for team in TEAMS),
        player_curves=curves,
        zones=((8, "× 2"), (12, "× 1.5"), (999, "× 1")),
        awards=tuple(
            Award(n // 25 + 1, players[n % 12], players[n % 12][:-2], 4, 1.5, 6, f"award {n}") for n in range(awards)
        ),
        notes=("Buildings lost: Red CP.",),
    )


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
    write_pages(result_sheet_pages(_result(), paper), target)
    pages = _text(target)
    assert "Team victory: a tie of Red and Blue" in pages[0]
    assert "× 1.5" in pages[1]
    reported = " ".join(pages[2:])
    assert [n for n in range(300) if f"award {n} " not in reported] == []
    assert all(f"{number} / {len(pages)}" in text for number, text in enumerate(pages, 1))
    _stays_on_paper(target, rendered)


def test_what_is_gone_is_crossed_and_grey(qapp: object) -> None:
    """Counted in the picture: the more is gone, the more grey."""

    def grey(left: int | None) -> int:
        image = page_image(record_sheet_pages([_sheet("Red 1", left)], Paper.A4)[0], 60)
        return sum(image.pixelColor(x, y).name() == "#d4d7dc" for x in range(250) for y in range(60, 90))

    counts = [grey(left) for left in (None, 4, 2, 0)]
    assert counts[0] == counts[1] == 0
    assert counts[3] == pytest.approx(2 * counts[2], rel=0.1)


def test_twelve_sheets_fill_three_pages_and_a_destroyed_one_says_so(tmp_path: Path) -> None:
    sheets = [_sheet(f"{team} {n}", 4, destroyed=(team, n) == ("Blue", 3)) for team in TEAMS for n in (1, 2, 3)]
    target = tmp_path / "sheets.pdf"
    write_pages(record_sheet_pages(sheets, Paper.A4), target)
    pages = _text(target)
    assert len(pages) == 3
    assert [text.count("DESTROYED") for text in pages] == [0, 1, 0]


def test_a_game_without_a_point_is_charted_too(tmp_path: Path) -> None:
    write_pages(result_sheet_pages(_result(awards=0), Paper.A4), tmp_path / "result.pdf")
    assert len(_text(tmp_path / "result.pdf")) == 2
