"""A match with a camera that is closed and gone on with: what people said of the table counts on. No window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.codec.notes import HiddenDie, TextNote, decode_note
from companion.codec.script import decode_match_opening
from companion.session.inference import SeenDie
from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.play import MatchPresenter
from companion.session.play.modes import Browsing, Mode, Proposed, Reconciling
from companion.session.play.state_reconciler import Beliefs, StateReconciler, infer
from companion.vision import FaceName
from tests.film import TrueMemory, film_snapshots, script, tables


@pytest.fixture(scope="module")
def rests() -> list[TableSnapshot]:
    """The last frame of every table at rest, up to the third act."""
    wanted = {table.end for table in tables() if table.acts <= 3}
    found = []
    for snapshot in film_snapshots():
        if snapshot.number in wanted:
            found.append(snapshot)
        if snapshot.number >= max(wanted):
            break
    return found


def look(presenter: MatchPresenter, snapshot: TableSnapshot) -> Mode:
    """A table at rest comes, and what it means has been thought through."""
    request = presenter.questions.on_snapshot(snapshot)
    if request is not None:
        presenter.questions.on_inference(infer(request))
    return presenter.mode


def play(presenter: MatchPresenter, rests: list[TableSnapshot]) -> None:
    for snapshot in rests:
        while isinstance(look(presenter, snapshot), Proposed):
            assert presenter.press("Return")


def misread(snapshot: TableSnapshot, die: str) -> TableSnapshot:
    """The same table at rest once more, a die of that kind read as another."""
    tracks = tuple(
        replace(track, reading=replace(track.reading, name=FaceName("cyburg/otto", "8")))
        if track.name is not None and track.name.die == die
        else track
        for track in snapshot.tracks
    )
    return replace(snapshot, number=snapshot.number + 1000, rest=snapshot.rest + 1000, tracks=tracks)


def test_a_die_that_people_know_better_is_not_asked_about_after_a_resume(
    tmp_path: Path, rests: list[TableSnapshot]
) -> None:
    opening = {key: value for key, value in script().items() if key != "steps"}
    with Match.begin(tmp_path / "film.diceland", decode_match_opening(opening)) as match:
        presenter = MatchPresenter(match)
        play(presenter, rests[:-1])
        odd = misread(rests[-2], "ogre/heavy-tank")
        assert isinstance(look(presenter, odd), Reconciling)
        assert presenter.press("1")
        assert isinstance(look(presenter, odd), Browsing)
        log = len(match.log)
    with Match.resume(tmp_path / "film.diceland") as match:
        presenter = MatchPresenter(match)
        assert isinstance(look(presenter, odd), Browsing)
        assert len(match.log) == log
        request = StateReconciler().request_for(odd, match.position)
        assert request is not None
        assert infer(request).differences, "without the instructions it would be asked about"


def test_after_a_resume_the_first_table_is_matched_by_place(tmp_path: Path, rests: list[TableSnapshot]) -> None:
    """Another camera, another tracker: the numbers of the tracks are not those of before."""
    opening = {key: value for key, value in script().items() if key != "steps"}
    with Match.begin(tmp_path / "film.diceland", decode_match_opening(opening)) as match:
        play(MatchPresenter(match), rests[:-1])
    anew = tuple(replace(track, id=track.id + 40) for track in rests[-2].tracks)
    with Match.resume(tmp_path / "film.diceland") as match:
        presenter = MatchPresenter(match)
        assert isinstance(look(presenter, replace(rests[-2], tracks=anew)), Browsing)
        assert set(presenter.reconciler.followed.values()) == {piece.id for piece in match.position.in_play}
        assert min(presenter.reconciler.followed) > 40


@pytest.mark.parametrize(
    "note",
    [
        {},
        {"text": "The die is misread."},
        {"belief": None},
        {"belief": {"piece": "g1", "read": ["a"], "pose": [1, 2, 3, 50.8]}},
        {"belief": {"piece": "g1", "read": None, "pose": [1, 2]}},
        {"belief": {"piece": "g1", "read": None, "pose": ["x", 2, 3, 4]}},
        {"belief": {"read": None}},
    ],
)
def test_a_note_that_tells_no_belief_is_passed_over(note: dict[str, object]) -> None:
    assert isinstance(decode_note(note), TextNote)


def without(snapshot: TableSnapshot, die: str, *, bare: bool) -> TableSnapshot:
    """The same table at rest once more, a die not seen: taken off, so that the table is bare there, or hidden."""
    gone = next(track for track in snapshot.tracks if track.name is not None and track.name.die == die)
    tracks = tuple(track for track in snapshot.tracks if track is not gone)
    lying = tuple(track.pose for track in (tracks if bare else snapshot.tracks))
    return replace(snapshot, rest=snapshot.rest + 1000 + bare, tracks=tracks, memory=TrueMemory(lying=lying))


def test_a_hidden_die_is_asked_about_once_and_missed_when_its_place_is_bare(
    tmp_path: Path, rests: list[TableSnapshot]
) -> None:
    opening = {key: value for key, value in script().items() if key != "steps"}
    with Match.begin(tmp_path / "film.diceland", decode_match_opening(opening)) as match:
        presenter = MatchPresenter(match)
        play(presenter, rests[:-1])
        thrown = without(rests[-1], "ogre/heavy-tank", bare=False)
        asked = look(presenter, thrown)
        assert isinstance(asked, Proposed)
        assert asked.now.must_ask
        there = next(n for n, one in enumerate(asked.proposals) if one.after.piece("Heavy Tank").in_play)
        for _ in range(there):
            assert presenter.press("N")
        assert presenter.press("1")
        assert match.position.piece("Heavy Tank").in_play
        assert isinstance(look(presenter, replace(thrown, rest=thrown.rest + 10)), Browsing), (
            "it need not be asked again"
        )
        gone = look(presenter, without(rests[-1], "ogre/heavy-tank", bare=True))
        assert not isinstance(gone, Browsing), "now it is seen to be gone"


def test_a_hidden_die_that_was_seen_again_is_missed_like_any_other(tmp_path: Path, rests: list[TableSnapshot]) -> None:
    opening = {key: value for key, value in script().items() if key != "steps"}
    with Match.begin(tmp_path / "film.diceland", decode_match_opening(opening)) as match:
        play(MatchPresenter(match), rests)
        position = match.position
    tank, beliefs = position.piece("Heavy Tank"), Beliefs()
    assert beliefs.still_there([tank]) == [HiddenDie("Heavy Tank")]
    assert beliefs.corrected(position, (), lambda _: False), "as long as it is not seen, it is taken to lie there"
    beliefs.seen_again(position, (SeenDie(FaceName(tank.die.id, tank.showing.key), tank.placed, track=7),))
    assert not beliefs.corrected(position, (), lambda _: False)
