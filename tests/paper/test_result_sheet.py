"""The result of a recorded match: its numbers, its sheet on paper, and the command that writes them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtPdf import QPdfDocument
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from companion.cli import main
from companion.codec.result import MatchResultDocument
from companion.codec.script import decode_match_opening
from companion.journal import Game, Journal
from companion.paper import Paper
from companion.paper.line_chart import INKS, SHAPES, ChartCurve, LineChart, spread, step_for
from companion.rules.corrections import Correction
from companion.session.match import Match
from companion.session.match_setup import BADGES
from companion.session.result import summarize_result
from companion.ui.plain_widgets import SelectableText
from companion.ui.results import ResultWindow, corrections_in_words, result_pages, write_result
from companion.ui.themes import contrast
from tests.acts import do
from tests.paper.conftest import Render

MATCHES = Path(__file__).parents[1] / "rules" / "matches"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded match of 25 turns, played through to its end."""
    recorded = json.loads((MATCHES / "crushed.json").read_text())
    steps = recorded.pop("steps")
    recorded.pop("happened")
    file = tmp_path_factory.mktemp("matches") / "played.diceland"
    with Match.begin(file, decode_match_opening(recorded)) as match:
        for step in steps:
            do(match, step, source="keyboard")
    return file


@pytest.fixture(scope="module")
def result(played: Path) -> MatchResultDocument:
    return summarize_result(played)


def _written(result: MatchResultDocument, target: Path) -> str:
    write_result(result, target)
    return _text(target)


def _text(file: Path) -> str:
    document = QPdfDocument()
    assert document.load(str(file)) is QPdfDocument.Error.None_
    return " ".join(" ".join(document.getAllText(k).text().split()) for k in range(document.pageCount()))


def test_the_result_is_what_the_match_came_to(result: MatchResultDocument) -> None:
    assert result.ending == "A won by 50 to 30 in 25 turns."
    (winner,) = (player for player in result.players if player.name == result.winner)
    assert (winner.name, winner.hits, winner.lost) == ("A", 6, 0)
    assert [sum(dice.count for dice in player.army) for player in result.players] == [7, 6]
    assert [player.points for player in result.players] == [result.turns[-1].points[p] for p in ("A", "B")]


def test_a_match_under_way_has_a_result_as_it_stands(tmp_path: Path) -> None:
    recorded = json.loads((MATCHES / "ogre-killed.json").read_text())
    opening = {key: value for key, value in recorded.items() if key not in ("steps", "happened")}
    with Match.begin(tmp_path / "open.diceland", decode_match_opening(opening)) as match:
        reported = summarize_result(match.path)  # while it is open
    assert reported.winner is None
    assert reported.ending.startswith("Not decided after 1 turn: ")


def test_the_json_has_the_numbers_turn_by_turn(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "result.json"
    assert main(["export", str(played), "--result", "-o", str(target)]) == 0
    assert "A won by 50 to 30" in capsys.readouterr().out
    reported = json.loads(target.read_text())
    assert (reported["format"], reported["winner"], len(reported["turns"])) == (1, "A", 25)
    assert reported["turns"][-1]["points"] == {"A": 50, "B": 30}
    assert sum(turn["lost"]["B"] for turn in reported["turns"]) == reported["players"][1]["lost"] == 6


@pytest.mark.parametrize("paper", Paper)
def test_the_sheet_says_everything_and_stays_on_the_paper(
    played: Path, result: MatchResultDocument, paper: Paper, tmp_path: Path, rendered: Render
) -> None:
    target = tmp_path / "result.pdf"
    if paper is Paper.A4:
        assert main(["export", str(played), "-o", str(target)]) == 0
    else:
        from companion.paper import write_pages

        write_pages(result_pages(result, paper), target)
    text = _text(target)
    for words in ("A won by 50 to 30 in 25 turns.", "winner", "50 points win", "Dice lost so far", "page 1 of"):
        assert words in text
    for line in result.log:
        assert " ".join(line.text.split()[:3]) in text
    for page in rendered(target, px_per_mm=2.0):
        border = np.concatenate([page[:10].ravel(), page[-10:].ravel(), page[:, :10].ravel(), page[:, -10:].ravel()])
        assert border.min() > 250


def test_six_players_with_long_names_fit_on_the_first_page(
    result: MatchResultDocument, rendered: Render, tmp_path: Path
) -> None:
    from companion.paper import write_pages

    names = [f"{badge.word.title()} Commander Longname" for badge in BADGES]
    crowd = tuple(
        result.players[0].model_copy(update={"name": name, "badge": badge.word})
        for name, badge in zip(names, BADGES, strict=True)
    )
    first = result.players[0].name
    turns = tuple(
        turn.model_copy(
            update={
                part: dict.fromkeys(names, getattr(turn, part).get(first, 0)) for part in ("points", "hits", "lost")
            }
        )
        for turn in result.turns
    )
    target = tmp_path / "crowd.pdf"
    crowded = result.model_copy(update={"players": crowd, "turns": turns, "log": ()})
    write_pages(result_pages(crowded, Paper.LETTER), target)
    (page,) = rendered(target, px_per_mm=2.0)
    assert min(page[-10:].min(), page[:, -10:].min()) > 250
    assert all(name in _text(target) for name in names)


def test_a_long_title_and_what_was_played_do_not_meet(
    result: MatchResultDocument, rendered: Render, tmp_path: Path
) -> None:
    from companion.paper import write_pages

    long = result.model_copy(update={"name": "The long evening of Anna's army against Ben's Ogre in the old hall"})
    target = tmp_path / "long.pdf"
    write_pages(result_pages(long, Paper.A4), target)
    head = rendered(target, px_per_mm=4.0)[0][4 * 10 : 4 * 18].min(axis=(0, 2))  # of each column the darkest
    title, aside = np.flatnonzero(head < 60), np.flatnonzero((head >= 60) & (head < 200))
    assert title.max() + 4 * 3 < aside[aside > title.max() + 4].min()


def test_a_long_log_is_broken_where_a_page_is_full(result: MatchResultDocument) -> None:
    few, many, none = (
        len(result_pages(result.model_copy(update={"log": result.log * times}), Paper.A4)) for times in (1, 3, 0)
    )
    assert many > few > 1
    assert none == 1


def test_every_badge_has_a_shape_and_an_ink_that_reads_on_white() -> None:
    for badge in BADGES:
        assert badge.shape in SHAPES
        assert contrast(INKS[badge.word], "#ffffff") >= 4.5


@pytest.mark.parametrize(
    ("most", "step"), [(0, 1), (1, 1), (4, 1), (6, 2), (11, 5), (30, 10), (50, 10), (60, 20), (240, 50)]
)
def test_the_axis_has_lines_at_numbers_that_are_easy_to_read(most: float, step: float) -> None:
    assert step_for(most) == step


def test_an_axis_reaches_every_number() -> None:
    curves = ChartCurve("A", "▲", "#000000", (0, -3, 52)), ChartCurve("B", "■", "#000000", ())
    plot = LineChart("Points", "turn", curves, (50, "50 win"))
    assert plot.top >= 52
    assert plot.bottom <= -3
    assert plot.turns == 3


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ([], []),
        ([5], [5]),
        ([1, 5, 9], [1, 5, 9]),
        ([5, 5, 5], [5, 7, 9]),
        ([9, 10, 10], [6, 8, 10]),
        ([0, 10, 10], [0, 8, 10]),
    ],
)
def test_names_at_the_ends_of_lines_do_not_lie_on_each_other(wanted: list[float], places: list[float]) -> None:
    assert spread(wanted, 2, 10) == places


def test_the_sheet_is_shown_and_written_beside_the_match(
    qtbot: QtBot, result: MatchResultDocument, tmp_path: Path
) -> None:
    shown: list[Path] = []
    target = tmp_path / "result.pdf"
    window = ResultWindow(result, target, show_file=shown.append)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    assert window.message == "A won by 50 to 30 in 25 turns."
    QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: shown == [target])
    assert "A won by 50 to 30" in _text(target)


def test_the_path_of_the_sheet_is_shown_whole_and_can_be_selected(
    qtbot: QtBot, result: MatchResultDocument, tmp_path: Path
) -> None:
    folder = tmp_path / ("a-folder-whose-name-is-longer-than-any-line-" * 4)
    folder.mkdir()
    window = ResultWindow(result, folder / "result.pdf", show_file=lambda _: None)
    qtbot.addWidget(window)
    window.resize(640, 480)
    with qtbot.waitActive(window):
        window.show()
    window.save()
    message = window.findChild(SelectableText, "resultSaid")
    assert isinstance(message, SelectableText)
    assert str(folder / "result.pdf") in message.toPlainText()
    words = message.document().size()
    assert words.width() <= message.viewport().width(), "broken into lines, not cut"
    assert words.height() <= message.viewport().height()
    message.selectAll()
    assert message.textCursor().selectedText() == window.message


def test_corrected_points_are_marked_on_the_sheet_and_in_the_json(tmp_path: Path) -> None:
    recorded = json.loads((MATCHES / "ogre-killed.json").read_text())
    opening = {key: value for key, value in recorded.items() if key not in ("steps", "happened")}
    with Match.begin(tmp_path / "open.diceland", decode_match_opening(opening)) as match:
        first, second = match.position.score
        match.correct(Correction(score={first: 12}), source="keyboard")
        match.correct(Correction(score={second: 31}), source="keyboard")
        match.undo()
        match.correct(Correction(score={second: 3}), source="keyboard")
        reported = summarize_result(match.path)
    message = f"Points set by hand: turn 1, {first} 12; turn 1, {second} 3."
    assert message in _written(reported, tmp_path / "sheet.pdf")
    assert reported.as_json()["score_corrections"] == [
        {"turn": 1, "points": {first: 12}},
        {"turn": 1, "points": {second: 3}},
    ]
    long = reported.model_copy(update={"score_corrections": reported.score_corrections * 10})
    assert "; 14 before." in corrections_in_words(long)


def test_a_sheet_without_points_set_by_hand_says_nothing_of_them(result: MatchResultDocument) -> None:
    assert corrections_in_words(result) == ""


def test_a_sheet_that_cannot_be_written_is_reported(qtbot: QtBot, result: MatchResultDocument, tmp_path: Path) -> None:
    window = ResultWindow(result, tmp_path / "nowhere" / "result.pdf", show_file=lambda _: pytest.fail("no file"))
    qtbot.addWidget(window)
    window.save()
    assert "cannot be written" in window.message


def test_only_a_match_has_a_result_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "card.diceland"
    Journal.begin(file, game=Game.OGRE_CARD, opening={"format": 1}).close()
    assert main(["export", str(file), "-o", str(tmp_path / "card.pdf")]) == 1
    assert "only a match of the dice game has a result sheet" in capsys.readouterr().err
    assert not (tmp_path / "card.pdf").exists()
