"""Equal dice of two owners are distinguished by their paper where it was measured before, and asked about where not."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from companion.geometry import Outline, Pose, top_outline
from companion.rules import Position, with_measured_top
from companion.session.inference import (
    SeenDie,
    StoryBeam,
    find_discrepancies,
    match_pieces,
    observe_drift,
    play_actions,
)
from companion.session.inference.exchanges import doubt_exchange
from companion.session.inference.paper import exchange_gain, may_be_one_copy, paper_cost
from companion.session.inference.tuning import OTHER_PAPER_COST
from companion.session.play.state_reconciler import InferenceRequest, infer
from tests.session.inference.conftest import Laid, Where, die
from tests.session.inference.test_stories import table

#: Two equal dice of two owners, and how far corner 0 of each stands out from where it is printed, mm.
LYING: dict[str, Where] = {"G.E.V. a": ("8", 200.0, 200.0, 90.0), "G.E.V. b": ("8", 700.0, 400.0, 10.0)}
FOLDS = {"G.E.V. a": 0.7, "G.E.V. b": -0.7}


def folded_top(pose: Pose, fold_mm: float) -> Outline:
    """A top face whose corner 0 stands out so far."""
    (x, y), *others = top_outline(pose)
    heading = math.radians(pose.heading_deg)
    return ((x + fold_mm * math.cos(heading), y + fold_mm * math.sin(heading)), *others)


def seen(position: Position, piece: str, where: Where, fold_mm: float) -> SeenDie:
    """A die of the piece's kind, folded so, where it lies now."""
    face, x, y, heading = where
    kind = position.piece(piece).die
    found = die(kind.id.partition("/")[2], face, x, y, heading)
    return replace(found, measured_top=folded_top(found.pose, fold_mm), kinds={kind.id: kind})


@pytest.fixture
def measured(laid: Laid) -> Position:
    """Both lie on the table, and their paper was measured there."""
    position = laid(LYING)
    for name, fold_mm in FOLDS.items():
        piece = position.piece(name)
        top = folded_top(piece.placed, fold_mm)
        position = position.with_piece(replace(piece, paper=with_measured_top((), piece.face, top)))
    return position


def both(position: Position, *, exchanged: bool, folds: tuple[float, float] = (0.7, -0.7)) -> list[SeenDie]:
    """What is seen after hands have been at both: they lie about where they lay, or each where the other did."""
    first, second = reversed(folds) if exchanged else folds
    return [
        seen(position, "G.E.V. a", ("8", 203.0, 198.0, 93.0), first),
        seen(position, "G.E.V. b", ("8", 697.0, 402.0, 8.0), second),
    ]


def test_paper_speaks_for_its_copy_and_against_any_other_but_only_so_far(measured: Position) -> None:
    piece = measured.piece("G.E.V. a")
    costs = [paper_cost(piece, seen(measured, piece.id, LYING[piece.id], fold)) for fold in (0.7, 0.0, -0.7, -3.0)]
    assert costs == sorted(costs)
    assert costs[0] < 0 < costs[2]
    assert costs[-1] == OTHER_PAPER_COST


def test_paper_says_nothing_where_nothing_was_measured(measured: Position) -> None:
    piece = measured.piece("G.E.V. a")
    found = seen(measured, piece.id, LYING[piece.id], -0.7)
    assert paper_cost(replace(piece, paper=()), found) == 0.0
    assert paper_cost(piece, replace(found, measured_top=None)) == 0.0
    assert paper_cost(piece, replace(found, heading_sure=False)) == 0.0
    assert paper_cost(measured.piece("Light Tank a"), found) == 0.0
    known = set(piece.face.vertices or "") if piece.face else set()
    apart = next(face for face in piece.die.faces if len(known & set(face.vertices or "")) < 2)
    shows_other_edges = seen(measured, piece.id, (apart.key, 200.0, 200.0, 90.0), -0.7)
    assert paper_cost(piece, shows_other_edges) == 0.0


def test_dice_that_lie_as_they_lay_but_are_each_other_by_their_paper_have_changed_places(measured: Position) -> None:
    assert match_pieces(measured, both(measured, exchanged=False)).still == set(LYING)
    assert find_discrepancies(measured, both(measured, exchanged=False)) == ()
    exchanged = both(measured, exchanged=True)
    assert match_pieces(measured, exchanged).pairs["G.E.V. a"] is exchanged[1]
    (found,) = find_discrepancies(measured, exchanged)
    assert found.text == "G.E.V. a and G.E.V. b have changed places"
    stay, misread = (
        play_actions(measured, one.steps).position.piece("G.E.V. a").placed.centre_mm
        for one in found.explanations
        if one.steps
    )
    assert (stay, misread) == ((697, 402), (203, 198))


def test_of_one_owner_it_does_not_matter_which_is_which(measured: Position) -> None:
    one = replace(measured.piece("G.E.V. b"), owner=measured.piece("G.E.V. a").owner)
    position = measured.with_piece(one)
    assert match_pieces(position, both(position, exchanged=True)).still == set(LYING)


def test_pushed_dice_are_distinguished_by_their_paper(measured: Position) -> None:
    found = [
        seen(measured, "G.E.V. a", ("8", 450.0, 290.0, 50.0), -0.7),
        seen(measured, "G.E.V. a", ("8", 450.0, 340.0, 50.0), 0.7),
    ]
    assert match_pieces(measured, found).pairs["G.E.V. a"] is found[1]
    plain = [replace(one, measured_top=None) for one in found]
    assert match_pieces(measured, plain).pairs["G.E.V. a"] is plain[0], "the nearest for both"


@pytest.mark.parametrize(
    ("folds", "have_changed"), [((0.7, -0.7), []), ((0.1, 0.1), [False, True]), ((-0.05, 0.05), [True, False])]
)
def test_people_are_asked_where_paper_does_not_tell_which_of_two_touched_dice_is_which(
    measured: Position, folds: tuple[float, float], have_changed: list[bool]
) -> None:
    dice = both(measured, exchanged=False, folds=folds)
    asked = doubt_exchange(measured, dice, observe_drift(measured, dice))
    assert [proposal.text.endswith("have changed places.") for proposal in asked] == have_changed, "the likelier first"
    assert sum(proposal.likeliness for proposal in asked) == pytest.approx(1.0 if have_changed else 0.0)


def test_it_is_asked_before_the_dice_are_taken_as_they_lie(measured: Position) -> None:
    clear, unclear = (
        infer(InferenceRequest(1, measured, tuple(both(measured, exchanged=False, folds=folds)), {}))
        for folds in ((0.7, -0.7), (0.1, 0.1))
    )
    assert clear.agrees
    assert clear.drift is not None
    assert not unclear.agrees
    assert len(unclear.proposals) == 2
    taken = unclear.proposals[0].after
    seen_again = tuple(both(taken, exchanged=False, folds=(0.1, 0.1)))
    assert infer(InferenceRequest(1, taken, seen_again, {})).agrees, "asked once"


def test_nobody_is_asked_of_a_die_that_lies_as_it_lay(measured: Position) -> None:
    touched, _ = both(measured, exchanged=False, folds=(0.1, 0.1))
    untouched = seen(measured, "G.E.V. b", LYING["G.E.V. b"], 0.1)
    dice = [touched, untouched]
    assert doubt_exchange(measured, dice, observe_drift(measured, dice)) == ()
    assert doubt_exchange(measured, dice, None) == ()


def test_both_are_followed_until_it_shows(measured: Position) -> None:
    dice = both(measured, exchanged=False, folds=(0.1, 0.1))
    beam = StoryBeam.at(measured).advanced(table(1, dice), measured)
    places = [story.position.piece("G.E.V. a").placed.centre_mm for story in beam.stories]
    assert places == [(203, 198), (697, 402)]
    assert 0.5 < beam.share(beam.stories[0]) < 0.95


def test_another_copy_in_the_place_of_one_is_noticed(measured: Position) -> None:
    old, now = (seen(measured, "G.E.V. a", LYING["G.E.V. a"], fold) for fold in (0.7, -0.7))
    assert may_be_one_copy(old, old)
    assert not may_be_one_copy(now, old)
    assert may_be_one_copy(replace(now, kinds={}), old), "its file does not say which edges these are"


def test_what_speaks_for_an_exchange_is_the_same_both_ways(measured: Position) -> None:
    one, other = measured.piece("G.E.V. a"), measured.piece("G.E.V. b")
    here, there = both(measured, exchanged=False)
    gain = exchange_gain(one, other, {one.id: here, other.id: there})
    assert gain < 0
    assert exchange_gain(one, other, {one.id: there, other.id: here}) == pytest.approx(-gain)


def test_equal_dice_that_were_touched_while_another_was_thrown_are_either_in_the_stories(measured: Position) -> None:
    dice = [*both(measured, exchanged=False, folds=(0.1, 0.1)), die("light-tank", "8", 600, 300)]
    beam = StoryBeam.at(measured).advanced(table(1, dice), measured)
    assert beam.standing is not None
    acted = beam.standing.proposals()[0].after
    asked = doubt_exchange(acted, dice, observe_drift(acted, dice))
    assert len(asked) == 2
    for answered in asked:  # nobody's word, which would speak against all other stories
        assert beam.from_here(answered.after) is beam
