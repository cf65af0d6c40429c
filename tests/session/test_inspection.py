"""What is looked at: choices make new inspections, and the sentence follows from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.catalogue import Die
from companion.rules import Verdict
from companion.session import Inspection, TargetStanding, layout_of, most_telling_weapon
from companion.vision.reading import DieReading, DieState, Reading

OUTLINE = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 620.0), (0.0, 620.0))
Lay = Callable[..., DieReading]
Readings = Callable[..., Reading]


@pytest.fixture
def looked(dice: dict[str, Die], lay: Lay, reading: Readings) -> Inspection:
    """A tank with a truck beside it; ahead an enemy truck, and a tank farther on; an unread die in a corner."""
    seen = (
        lay("t/tank", "8", (300, 200)),
        lay("t/truck", "8", (400, 200)),
        lay("t/truck", "8", (410, 400)),
        lay("t/tank", "6", (420, 560), 30),
        lay(None, "", (900, 50)),
    )
    return Inspection(layout_of(reading(*seen), OUTLINE, dice), dice)


def test_nothing_is_chosen_at_first_and_the_sentence_says_how_to(looked: Inspection) -> None:
    assert looked.ruling is None
    assert looked.sighting is None
    assert looked.sentence == "Choose a die: click it, or press N."


def test_an_empty_table_says_so(dice: dict[str, Die], reading: Readings) -> None:
    empty = Inspection(layout_of(reading(), OUTLINE, dice), dice)
    assert empty.sentence == "No dice on the table."
    assert empty.stepped(1).chosen is None
    assert most_telling_weapon(empty) is empty


def test_stepping_goes_round_both_ways(looked: Inspection) -> None:
    names = [piece.id for piece in looked.layout.pieces]
    now, forward = looked, []
    for _ in names:
        now = now.stepped(1)
        forward.append(now.chosen)
    assert forward == names
    assert now.stepped(1).chosen == names[0]
    assert looked.stepped(-1).chosen == names[-1]


def test_choosing_leaves_the_inspection_before_as_it_was(looked: Inspection) -> None:
    looked.choosing("Tank a")
    assert looked.chosen is None


def test_what_is_not_there_cannot_be_chosen(looked: Inspection) -> None:
    assert looked.choosing("Tank z") is looked
    assert looked.choosing("Tank a").with_weapon(5).weapon == 0
    assert looked.choosing("Tank a").focus_stepped(1).choosing("Truck a").focus is None


def test_the_sentence_is_the_rulings_with_what_was_not_counted(looked: Inspection) -> None:
    chosen = looked.choosing("Tank a")
    assert chosen.ruling is not None
    assert chosen.ruling.verdict is Verdict.YES
    assert chosen.sentence == f"{chosen.ruling.text} Not counted: Unread die (its side cannot be read)."


def test_the_sentence_says_why_the_piece_in_focus_is_no_target(looked: Inspection) -> None:
    assert "Tank b is no target: " in looked.choosing("Tank a").focused_on("Tank b").sentence
    assert "no target" not in looked.choosing("Tank a").focused_on("Truck b").sentence


def test_a_piece_without_weapons_and_one_that_no_rule_knows_are_distinguished(looked: Inspection) -> None:
    assert looked.choosing("Truck a").sentence == "Truck a has no effect with an arrow on side 8."
    assert looked.choosing("Unread die").sentence == ("Unread die: its side cannot be read, so no ruling is possible.")


def test_leaning_and_unknown_dice_say_what_is_the_matter(looked: Inspection) -> None:
    pieces = [replace(p, state=DieState.LEANING) if p.id == "Tank a" else p for p in looked.layout.pieces]
    leaning = replace(looked, layout=replace(looked.layout, pieces=tuple(pieces)))
    assert leaning.choosing("Tank a").sentence.startswith("Tank a: leaning, not flat")
    assert replace(looked, dice={}).choosing("Tank a").sentence.startswith("Tank a: no die file knows its face")


def test_passing_a_piece_on_turns_allies_into_targets(looked: Inspection) -> None:
    before = looked.choosing("Tank a").sighting
    after = looked.choosing("Truck a").passed_on().choosing("Tank a").sighting
    assert before is not None
    assert after is not None
    ally, enemy = before.of("Truck a"), after.of("Truck a")
    assert ally is not None
    assert enemy is not None
    assert (ally.standing, enemy.standing) == (TargetStanding.EXCLUDED, TargetStanding.LEGAL)
    assert looked.passed_on() is looked


def test_weapons_are_named_with_their_ranges(looked: Inspection) -> None:
    assert looked.choosing("Tank b").weapon_names == ("Gun, all range, Attack 4",)
    assert looked.choosing("Truck a").weapon_names == ()


def test_the_most_telling_weapon_has_a_target_and_the_most_reasons_why_not(looked: Inspection) -> None:
    chosen = most_telling_weapon(looked)
    assert chosen.chosen == "Tank a"
    assert chosen.sighting is not None
    assert {c.piece for c in chosen.sighting.standing(TargetStanding.LEGAL)} == {"Truck b"}
    assert len({c.why for c in chosen.sighting.candidates}) == 3
