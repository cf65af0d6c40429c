"""A match is what was done in it: nothing else is saved, and everything can be taken back."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.codec.actions import decode_correction
from companion.codec.notes import TextNote
from companion.codec.script import decode_match_opening
from companion.errors import InputError, OperationError
from companion.journal import EntryKind, Game, Journal, read_record
from companion.rules import Profile, Zone, apply, ledger
from companion.rules.corrections import apply_correction
from companion.rules.events import Killed, Scored
from companion.session.match import Match, count_names
from companion.session.result import result_of
from tests.acts import correct, do, do_all
from tests.rules.random_play import random_action, random_correction, random_position
from tests.session.match.conftest import END, SHOT, THROW

Row = dict[str, Any]


def test_an_act_is_on_disk_before_it_is_reported(match: Match, path: Path) -> None:
    outcome = do(match, SHOT, source="camera", picture="ab" * 32)
    (entry,) = read_record(path).entries
    assert (entry.kind, entry.content, entry.source, entry.picture) == (EntryKind.ACT, SHOT, "camera", "ab" * 32)
    assert outcome.ok
    assert match.position == outcome.position
    assert match.position.score["Anna"] == 8


def test_a_refused_act_says_why_and_is_not_written_down(match: Match) -> None:
    before = match.position
    outcome = do(match, SHOT | {"by": "b1", "target": "a1"}, source="keyboard")
    assert not outcome.ok
    assert outcome.ruling.why == "not-your-turn"
    assert (match.entries, match.log, match.position) == ((), (), before)


@pytest.mark.parametrize(
    ("step", "reported"),
    [
        ({"do": "dance"}, "act: do: expected 'place', .*got \"dance\""),
        ({"do": "jump"}, "act: by: this key is missing"),
        ({"do": "jump", "by": "z9"}, "'z9' is not known"),
        ({"ask": "state"}, "a table with the key 'do'"),
        ({}, "a table with the key 'do'"),
    ],
)
def test_what_is_no_act_is_wrong_input_and_not_written_down(match: Match, step: Row, reported: str) -> None:
    with pytest.raises(InputError, match=reported):
        do(match, step, source="keyboard")
    assert match.entries == ()


def test_a_wrong_opening_begins_nothing(path: Path, opening: Row) -> None:
    with pytest.raises(InputError, match="profile"):
        Match.begin(path, decode_match_opening(opening | {"profile": "chess"}))
    assert not path.exists()


def test_a_match_resumes_where_it_was_with_its_undone_gestures(match: Match, path: Path) -> None:
    do(match, SHOT, source="camera")
    do(match, END, source="keyboard")
    match.undo()
    stood, log = match.position, match.log
    match.close()
    with Match.resume(path) as again:
        assert again.position == stood
        assert again.log == log
        assert again.divergences == ()
        assert again.redo()
        assert again.position.to_move == "Ben"


def test_undo_redo_and_back_to_go_through_the_same_positions(match: Match) -> None:
    stood = [match.position]
    for step in (SHOT, END, THROW, {"do": "skip"}, END):
        assert do(match, step, source="keyboard").ok
        stood.append(match.position)
    assert [match.position_after(number) for number in range(6)] == stood
    for position in reversed(stood[:-1]):
        assert match.undo()
        assert match.position == position
    assert not match.undo()
    assert not match.can_undo
    for position in stood[1:]:
        assert match.redo()
        assert match.position == position
    assert not match.redo()
    assert match.back_to(2)
    assert match.position == stood[2]
    assert [line.undone for line in match.log] == [False, False, True, True, True]
    assert match.redo()
    assert match.position == stood[5]
    assert match.back_to(0)
    assert match.position == stood[0]


def test_there_is_no_going_back_to_what_was_undone(match: Match) -> None:
    do(match, SHOT, source="keyboard")
    match.undo()
    for number in (1, 7):
        with pytest.raises(OperationError, match="one that counts"):
            match.back_to(number)


def test_several_acts_of_one_gesture_are_done_together_or_not_at_all(match: Match) -> None:
    start = match.position
    outcomes = do_all(match, [SHOT, END, SHOT], source="camera")
    assert [outcome.ok for outcome in outcomes] == [True, True, False]
    assert match.entries == ()
    assert match.position == start
    assert all(outcome.ok for outcome in do_all(match, [SHOT, END], source="camera"))
    assert match.position.to_move == "Ben"
    assert [line.joined for line in match.log] == [False, True]
    match.undo()
    assert match.position == start


def test_a_log_line_says_who_when_what_why_and_with_which_numbers(match: Match) -> None:
    name = match.save_picture(b"\xff\xd8picture")
    do(match, SHOT, source="camera", picture=name)
    match.note(TextNote("b1 was read as b2 at first"), source="mouse")
    shot, note = match.log
    assert (shot.number, shot.player, shot.turn, shot.source, shot.undone) == (1, "Anna", 2, "camera", False)
    assert shot.text.endswith("any damage kills it.")
    assert [type(event) for event in shot.events] == [Killed, Scored]
    assert shot.rules[0] in ledger()
    assert (shot.as_json()["rules"], shot.as_json()["numbers"]) == (list(shot.rules), {})
    assert match.picture(shot.picture or "") == b"\xff\xd8picture"
    assert (note.kind, note.text, note.undone, note.turn) == (EntryKind.NOTE, "b1 was read as b2 at first", False, 0)


def test_a_log_line_names_the_opponent_who_decides_on_a_foul(match: Match) -> None:
    foul = {
        "do": "throw",
        "piece": "a2",
        "lands": {"face": "7", "centre_mm": [300, 200], "heading_deg": 0},
        "foul": True,
    }
    assert do(match, foul, source="camera").ok
    assert do(match, {"do": "foul-choice", "by": "Ben", "choice": "allow"}, source="keyboard").ok
    assert [line.player for line in match.log] == ["Anna", "Ben"]


def test_holdings_say_what_is_where_and_when_it_comes_back(match: Match) -> None:
    do(match, SHOT, source="keyboard")
    anna, ben = match.holdings
    assert (anna.player, anna.points, anna.to_move, count_names(anna.hand)) == ("Anna", 8, True, (("Tank", 1),))
    assert [piece.id for piece in anna.play] == ["a1"]
    assert [(away.piece.id, away.turns_left) for away in ben.reserve] == [("b1", 3)]
    for left, step in ((2, END), (1, {"do": "pass"})):
        assert do(match, step, source="keyboard").ok
        assert [away.turns_left for away in match.holdings[1].reserve] == [left]
    do(match, {"do": "pass"}, source="keyboard")
    assert match.holdings[1].reserve == ()
    assert [piece.id for piece in match.holdings[1].hand] == ["b1", "b2"]


def test_a_match_of_another_game_is_refused_with_how_to_open_it(path: Path) -> None:
    Journal.begin(path, game=Game.EXERCISE_K, opening={}).close()
    with pytest.raises(OperationError, match="companion exercise-k --match"):
        Match.resume(path)
    Journal.resume(path).close()


def test_statistics_count_points_hits_and_losses_by_turn_and_only_what_counts(match: Match) -> None:
    for step in (SHOT, END, THROW, {"do": "skip"}, END):
        do(match, step, source="keyboard")
    found = result_of(match)
    assert [(turn.turn, turn.player) for turn in found.turns] == [(2, "Anna"), (3, "Ben"), (4, "Anna")]
    assert [dict(turn.points) for turn in found.turns] == 3 * [{"Anna": 8, "Ben": 0}]
    assert {player.name: player.hits for player in found.players} == {"Anna": 1, "Ben": 0}
    assert {player.name: player.lost for player in found.players} == {"Anna": 0, "Ben": 1}
    match.back_to(0)
    assert {player.name: player.hits for player in result_of(match).players} == {"Anna": 0, "Ben": 0}


def test_what_people_set_right_by_hand_counts_and_can_be_undone(match: Match) -> None:
    before = match.position
    after = correct(
        match,
        {
            "text": "the cat was on the table",
            "pieces": [
                {"id": "a1", "face": "6", "centre_mm": [500, 310]},
                {"id": "b1", "zone": "reserve"},
                {"id": "b2", "owner": "Anna"},
            ],
            "score": {"Ben": 12},
            "to_move": "Ben",
        },
        source="mouse",
    )
    assert after == match.position
    a1 = after.piece("a1")
    assert (a1.showing.key, a1.placed.centre_mm, a1.placed.heading_deg) == ("6", (500.0, 310.0), 90)
    assert (after.piece("b1").zone, after.piece("b1").back_turn) == (Zone.RESERVE, 5)
    assert (after.piece("b2").owner, after.score["Ben"], after.to_move) == ("Anna", 12, "Ben")
    assert match.log[0].kind is EntryKind.CORRECTION
    assert match.log[0].text.startswith("Corrected: the cat was on the table; ")
    match.undo()
    assert match.position == before


@pytest.mark.parametrize(
    ("content", "reported"),
    [
        ({"pieces": [{"id": "z"}]}, "'z' is not known"),
        ({"pieces": [{"id": "a2", "zone": "play"}]}, "needs a face"),
        ({"pieces": [{"id": "a1", "face": "9"}]}, "needs a face that it has"),
        ({"score": {"Zoe": 1}}, "'Zoe' is not known"),
        ({"score": {"Ben": "many"}}, "expected a number"),
        ({"luck": 1}, "luck: this key is unknown"),
        ({"pieces": [{"id": "a1", "centre_mm": [1]}]}, "centre_mm"),
    ],
)
def test_a_correction_that_makes_no_sense_is_wrong_input(match: Match, content: Row, reported: str) -> None:
    with pytest.raises(InputError, match=reported):
        correct(match, content, source="mouse")
    assert match.entries == ()


def test_whatever_is_set_right_by_hand_play_goes_on() -> None:
    """Corrections in the middle of everything, fouls and flags and throws among it, never break the rules."""
    done = 0
    for seed in range(12):
        rng = random.Random(seed)
        position = random_position(rng, list(Profile)[seed % 3], ogre=seed % 2 == 0)
        for _ in range(30):
            if position.winner is not None:
                break
            if rng.random() < 0.3:
                position, _ = apply_correction(position, decode_correction(random_correction(rng, position)))
                done += 1
            else:
                position = apply(position, random_action(rng, position)).position
    assert done > 60
