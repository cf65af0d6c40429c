"""What was not sure when it was accepted, was asked, corrected or undone can be looked through afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.codec.outcomes import DoubtNote
from companion.rules.corrections import Correction
from companion.session.match import LogLine
from companion.session.play import MatchPresenter
from tests.equal_dice import EITHERS, NEAR, begun, rest_with, rolled
from tests.session.inference.conftest import die, seen_of
from tests.session.play.test_resumed import look


@pytest.fixture
def presenter(tmp_path: Path) -> Iterator[MatchPresenter]:
    """A die was thrown that both own."""
    with begun(tmp_path / "equal.diceland") as match:
        presenter = MatchPresenter(match)
        before = seen_of(match.position)
        look(presenter, rest_with(1, before))
        look(presenter, rest_with(2, [*before, EITHERS]))
        yield presenter


def doubted(presenter: MatchPresenter) -> list[LogLine]:
    return [line for line in presenter.match.log if line.why_doubted]


def test_what_is_accepted_beside_another_explanation_is_marked_with_it(presenter: MatchPresenter) -> None:
    assert presenter.press("Return")
    (line,) = doubted(presenter)
    assert line.picture is not None
    assert line.doubt is not None
    assert line.doubt.likelihood == pytest.approx(0.846, abs=0.002)
    ((other, share),) = line.doubt.alternatives
    assert other.startswith("Anna ends the turn. Ben passes. Anna throws G.E.V. a")
    assert share == pytest.approx(0.140, abs=0.002)
    assert line.why_doubted == f"Accepted, 85% likely. Or else: {other} (14%)"
    assert line.as_json()["doubt"]["entry"] == line.number  # type: ignore[index]


def test_what_was_answered_is_kept_with_its_question(presenter: MatchPresenter) -> None:
    assert presenter.press("O")
    assert presenter.press("Return")
    (line,) = doubted(presenter)
    assert line.doubt is not None
    assert line.doubt.answers == ("Whose G.E.V. is that? Anna",)
    assert presenter.match.position.piece("G.E.V. a").in_play


def test_what_nothing_else_explains_is_not_marked(tmp_path: Path) -> None:
    with begun(tmp_path / "clear.diceland") as match:
        presenter = MatchPresenter(match)
        look(presenter, rest_with(1, before := seen_of(match.position)))
        look(presenter, rest_with(2, [*before, die("missile-tank", "7", 425, 486)]))
        assert presenter.press("Return")
        assert match.position.piece("Missile Tank").in_play
        assert not doubted(presenter)
        assert not any(isinstance(note, DoubtNote) for _, note in match.notes)


def test_a_whole_match_is_looked_through_by_command(
    presenter: MatchPresenter, capsys: pytest.CaptureFixture[str]
) -> None:
    match = presenter.match
    presenter.press("Return")
    look(presenter, rest_with(2, seen_of(match.position)))
    look(presenter, rest_with(3, rolled(match.position, "G.E.V. b"), NEAR))
    presenter.press("Return")
    match.correct(Correction(score={"Anna": 3}), source="keyboard")
    match.close()
    assert main(["replay", "--doubts", str(match.path)]) == 0
    shown = capsys.readouterr().out
    assert "Anna places" not in shown, "nobody doubted it"
    assert "undone: Anna ends the turn." in shown
    assert "        ▲ Undone. Accepted, 85% likely. Or else: Anna ends the turn. Ben passes. Anna throws" in shown
    assert "Rather: Anna ends the turn. Ben passes. Anna throws G.E.V. a" in shown
    assert "        ▲ Later tables showed it, 70% likely." in shown
    assert "        ▲ Corrected by hand." in shown
    assert ".pictures/" in shown
    assert main(["replay", "--doubts", "--json", str(match.path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()[1:]]
    assert [line["kind"] for line in lines] == ["act", "act", "note", "correction"]
    assert "doubt" in lines[1]
