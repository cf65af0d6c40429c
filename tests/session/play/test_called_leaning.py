"""A die that people agreed to call leaning, and that lies flat at the next rest: one key repairs it. No window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from companion.codec.script import decode_match_opening
from companion.rules.actions import LeaningPose, Throw
from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.play import MatchPresenter
from companion.session.play.modes import Browsing, Proposed, Reconciling, Throwing
from companion.vision import DieState
from tests.film import script
from tests.session.play.test_resumed import look, play, rests

__all__ = ["rests"]

TANK = "Missile Tank"


@dataclass
class Table:
    """A match of the film up to the throw of the Missile Tank, which the camera takes for leaning at first."""

    presenter: MatchPresenter
    real: TableSnapshot
    spoken: list[str]

    @property
    def sentence(self) -> str:
        return self.presenter.prompt.sentence

    def see(self, *, rest: int, leaning: bool = False) -> object:
        shown = replace(self.real, number=self.real.number + 1000 * rest, rest=self.real.rest + 1000 * rest)
        return look(self.presenter, _leaning(shown) if leaning else shown)


def _leaning(snapshot: TableSnapshot) -> TableSnapshot:
    tracks = tuple(
        replace(track, reading=replace(track.reading, state=DieState.LEANING, tilt_deg=9.0))
        if track.name is not None and track.name.die == "ogre/missile-tank"
        else track
        for track in snapshot.tracks
    )
    return replace(snapshot, tracks=tracks)


@pytest.fixture
def table(tmp_path: Path, rests: list[TableSnapshot]) -> Iterator[Table]:
    opening = {key: value for key, value in script().items() if key != "steps"}
    with Match.begin(tmp_path / "film.diceland", decode_match_opening(opening)) as match:
        spoken: list[str] = []
        presenter = MatchPresenter(match, speak=spoken.append)
        play(presenter, rests[:-1])
        yield Table(presenter, rests[-1], spoken)


@pytest.fixture
def deceived(table: Table) -> Table:
    """People agreed that the Missile Tank leans."""
    mode = table.see(rest=1, leaning=True)
    while isinstance(mode, Proposed) and not any(
        isinstance(step, Throw) and isinstance(step.lands, LeaningPose) for step in mode.now.steps
    ):
        assert table.presenter.press("N")
        mode = table.presenter.mode
    assert table.presenter.press("Return")
    assert not table.presenter.position.piece(TANK).in_play
    return table


def test_the_next_rest_offers_the_repair_with_one_key(deceived: Table) -> None:
    assert isinstance(deceived.see(rest=2), Reconciling)
    assert f"{TANK} was called leaning, and lies flat" in deceived.sentence
    assert deceived.presenter.press("1")
    assert deceived.presenter.position.piece(TANK).in_play
    lines = [line for line in deceived.presenter.match.log if "Missile Tank" in line.deed]
    assert [line.undone for line in lines] == [True, False]
    assert not isinstance(deceived.see(rest=3), Reconciling), deceived.sentence


def test_what_followed_is_kept(deceived: Table) -> None:
    for key in ("E", "P"):  # Ben ends his turn, Anna passes
        assert deceived.presenter.press(key), deceived.sentence
    turn = deceived.presenter.position.turn.number
    assert isinstance(deceived.see(rest=2), Reconciling), deceived.sentence
    assert deceived.presenter.press("1")
    position = deceived.presenter.position
    assert position.piece(TANK).in_play
    assert (position.turn.number, position.to_move) == (turn, "Ben")


def test_where_the_rules_would_not_take_what_followed_the_die_is_put_there(
    deceived: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Match, "can_amend", lambda match, number, acts: False)
    assert isinstance(deceived.see(rest=2), Reconciling)
    lines = [line for line in deceived.presenter.match.log if not line.undone]
    assert deceived.presenter.press("1")
    assert deceived.presenter.position.piece(TANK).in_play
    assert [line for line in deceived.presenter.match.log if not line.undone][: len(lines)] == lines


def test_it_is_offered_once(deceived: Table) -> None:
    assert isinstance(deceived.see(rest=2), Reconciling)
    assert deceived.presenter.press("Esc")
    assert deceived.presenter.mode == Browsing()
    deceived.see(rest=3)
    assert "was called leaning" not in deceived.sentence


def test_it_is_offered_after_the_match_was_closed_and_opened_again(deceived: Table) -> None:
    path = deceived.presenter.match.path
    deceived.presenter.match.close()
    with Match.resume(path) as match:
        deceived.presenter = MatchPresenter(match)
        assert isinstance(deceived.see(rest=2), Reconciling), deceived.sentence
        assert f"{TANK} was called leaning, and lies flat" in deceived.sentence
        assert deceived.presenter.press("1")
        assert deceived.presenter.position.piece(TANK).in_play
        lines = [line.undone for line in match.log if "Missile Tank" in line.deed]
        assert lines == [True, False], "it is recorded otherwise, not corrected over the rules' head"


def test_while_it_still_seems_to_lean_nothing_is_offered(deceived: Table) -> None:
    deceived.see(rest=2, leaning=True)
    assert "was called leaning" not in deceived.sentence
    assert isinstance(deceived.see(rest=3), Reconciling)


def test_what_was_undone_needs_no_repair(deceived: Table) -> None:
    deceived.presenter.acts.undo()
    deceived.see(rest=2)
    assert isinstance(deceived.presenter.mode, Proposed)


def test_a_call_is_read_aloud_once_and_as_it_was_corrected(table: Table) -> None:
    table.spoken.clear()
    assert isinstance(table.see(rest=1), Proposed)
    assert table.spoken == [], "nothing is said of what nobody has confirmed"
    for key in ("C", "6", "Return"):
        assert table.presenter.press(key)
    assert not isinstance(table.presenter.mode, Throwing)
    (text,) = table.spoken
    assert "side 6" in text
    assert "side 7" not in text
