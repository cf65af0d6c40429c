"""What journals keep is read as it was written, by older programs too; what makes no sense stands in nobody's way."""

from __future__ import annotations

import json
from types import MappingProxyType

import pytest

from companion.codec.notes import (
    BeliefNote,
    CalledLeaning,
    ClockNote,
    HiddenDie,
    LeaningNote,
    MendNote,
    MisreadDie,
    Note,
    TextNote,
    decode_note,
    encode_note,
)
from companion.codec.outcomes import DoubtNote, RecordedOutcome, decode_outcome, encode_outcome
from companion.codec.script import decode_match_opening, encode_match_opening
from companion.errors import InputError
from companion.exercise_k.codec.documents import decode_desk_opening, encode_desk_opening
from companion.geometry import Measurement, Pose
from companion.rules import Term
from companion.rules.events import Killed, TurnBegan
from companion.vision import FaceName
from tests.house.hostile_documents import DESK_SCRIPT, MATCH

POSE = Pose(1.5, 2, 3, 50.8)


@pytest.mark.parametrize(
    "note",
    [
        TextNote("Größe stimmt"),
        ClockNote(running=True, text="The clock is running."),
        ClockNote(running=False, text=""),
        BeliefNote(HiddenDie("g1"), "It is there."),
        BeliefNote(MisreadDie(FaceName("ogre/gev", "8"), POSE, "g1")),
        BeliefNote(MisreadDie(None, POSE, None), "There is no die."),
        LeaningNote(CalledLeaning("g1", 7, (POSE, POSE))),
        MendNote(0.92, "Rather: Anna passes."),
        DoubtNote(7, 0.62, (("Ben passes.", 0.31),), ("Whose G.E.V. is that? Ben",)),
        DoubtNote(7, 0.62),
    ],
)
def test_a_note_is_read_as_it_was_written(note: Note) -> None:
    assert decode_note(json.loads(json.dumps(encode_note(note)))) == note


def test_a_note_of_a_newer_program_is_the_remark_that_its_text_makes() -> None:
    assert decode_note({"text": "later", "clock": "paused"}) == TextNote("later")
    assert decode_note({"mood": 3}) == TextNote("")


def test_an_outcome_is_read_as_it_was_written() -> None:
    outcome = RecordedOutcome(
        turn=3,
        player="Anna",
        deed="a1 shoots",
        text="b1 is killed.",
        rules=("OG-HIT-01",),
        events=(Killed(piece="b1", by="a1", points=8, to="Anna"), TurnBegan(player="Ben")),
        numbers=MappingProxyType({"distance": Measurement(12.5, 0.3)}),
        terms=(Term(5, "Attack", "OG-FACE-02"),),
        language="de",
    )
    assert decode_outcome(json.loads(json.dumps(encode_outcome(outcome)))) == outcome


def test_an_outcome_of_another_program_keeps_what_is_understood() -> None:
    row = {"text": "hit", "rules": "all", "events": [{"event": "warped"}, {"event": "won", "player": "A"}], "mood": 1}
    found = decode_outcome(row)
    assert (found.text, found.rules, [type(event).__name__ for event in found.events]) == ("hit", (), ["Won"])


def test_an_opening_is_saved_as_it_was_given() -> None:
    """What was left out is left out again: the journal's file proves itself by its text."""
    assert encode_match_opening(decode_match_opening(MATCH["opening"])) == MATCH["opening"]
    desk = {key: value for key, value in DESK_SCRIPT.items() if key != "steps"}
    assert encode_desk_opening(decode_desk_opening(desk)) == desk


def test_table_talk_that_makes_no_sense_is_left_out_and_refuses_nothing() -> None:
    talk = {"badges": {"A": "anchor"}, "posts": "many", "source": "0", "mood": "good"}
    found = decode_match_opening(MATCH["opening"] | {"table_talk": talk}).table_talk
    assert (found.badges, found.posts, found.source) == ({"A": "anchor"}, False, "0")
    desk = {key: value for key, value in DESK_SCRIPT.items() if key != "steps"}
    assert decode_desk_opening(desk | {"table_talk": [1]}).table_talk.names == {}


def test_all_problems_of_an_opening_are_reported_at_once() -> None:
    with pytest.raises(InputError) as reported:
        decode_match_opening(MATCH["opening"] | {"turn": 0, "advanced": 1, "to_move": ""})
    assert [sentence.partition(":")[0] for sentence in reported.value.sentences] == ["advanced", "to_move", "turn"]
