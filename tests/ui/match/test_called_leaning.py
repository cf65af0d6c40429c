"""A die that people agreed to call leaning, and that lies flat at the next rest: one key repairs it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.actions import LeaningPose, Throw
from companion.session.live import TableSnapshot
from companion.session.play.modes import Browsing, Proposed, Reconciling
from companion.vision import DieState
from tests.film import tables, true_sights
from tests.ui.match.test_live import Watched, _rests, _until, watched

__all__ = ["watched"]


@pytest.fixture(scope="module")
def sights() -> list[TableSnapshot]:
    return list(true_sights())


def _leaning(sight: TableSnapshot) -> TableSnapshot:
    tracks = tuple(
        replace(track, reading=replace(track.reading, state=DieState.LEANING, tilt_deg=9.0))
        if track.reading.name is not None and track.reading.name.die == "ogre/missile-tank"
        else track
        for track in sight.tracks
    )
    return replace(sight, tracks=tracks)


def _later(sight: TableSnapshot, rests: int) -> TableSnapshot:
    return replace(sight, number=sight.number + 1000 * rests, rest=sight.rest + 1000 * rests)


@pytest.fixture
def deceived(watched: Watched, sights: list[TableSnapshot]) -> TableSnapshot:
    """The Missile Tank was thrown, and people agreed that it leans; the table as it is really."""
    _until(watched, sights, 2)
    real = _rests(sights)[[table.acts for table in tables()].index(3)]
    watched.see(_later(_leaning(real), 1))
    for _ in range(6):
        mode = watched.mode()
        assert isinstance(mode, Proposed), watched.words("sentence")
        if any(isinstance(step, Throw) and isinstance(step.lands, LeaningPose) for step in mode.now.steps):
            break
        watched.press("N")
    watched.press("Return")
    assert not watched.presenter.position.piece("Missile Tank").in_play
    return real


def test_the_next_rest_offers_the_repair_with_one_key(watched: Watched, deceived: TableSnapshot) -> None:
    watched.see(_later(deceived, 2))
    assert isinstance(watched.mode(), Reconciling), watched.words("sentence")
    assert "Missile Tank was called leaning, and lies flat" in watched.words("sentence")
    watched.press("1")
    tank = watched.presenter.position.piece("Missile Tank")
    assert tank.in_play
    assert isinstance(watched.mode(), Browsing)
    log = watched.presenter.match.log
    assert [line.undone for line in log if "lean" in line.story and line.act is not None] == [True]
    watched.see(_later(deceived, 3))
    assert not isinstance(watched.mode(), Reconciling), watched.words("sentence")


def test_what_followed_is_kept(watched: Watched, deceived: TableSnapshot) -> None:
    watched.press("F7", "Up", "Return")
    score = watched.presenter.position.score
    watched.see(_later(deceived, 2))
    assert isinstance(watched.mode(), Reconciling), watched.words("sentence")
    watched.press("1")
    assert watched.presenter.position.piece("Missile Tank").in_play
    assert watched.presenter.position.score == score


def test_what_the_rules_would_not_allow_then_leaves_what_followed_and_puts_the_die_there(
    watched: Watched, deceived: TableSnapshot
) -> None:
    if watched.presenter.position.to_move == "Ben":
        watched.presenter.press("E") or watched.presenter.press("P")
    watched.presenter.press("P")
    done = len(watched.presenter.match.log)
    watched.see(_later(deceived, 2))
    assert isinstance(watched.mode(), Reconciling), watched.words("sentence")
    watched.press("1")
    assert watched.presenter.position.piece("Missile Tank").in_play
    assert len(watched.presenter.match.log) >= done + 1


def test_it_is_offered_once(watched: Watched, deceived: TableSnapshot) -> None:
    watched.see(_later(deceived, 2))
    assert isinstance(watched.mode(), Reconciling)
    watched.press("3")
    watched.see(_later(deceived, 3))
    assert "was called leaning" not in watched.words("sentence")
