"""Several stories side by side: what a later table shows mends what was taken, and what nothing explains is no end."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from companion.rules import Position, legal_outcomes
from companion.rules.actions import Action, EndTurn, Maneuver, Observe, Shoot, Throw
from companion.session.inference import SeenDie, StoryBeam, TableEvidence, play_actions, reach_costs
from companion.session.inference.story import Story, StoryStep, merged_stories
from companion.session.inference.table_delta import TableDelta
from tests.session.inference.conftest import Laid, die, seen_of

#: Anna sits at the near edge, Ben at the far one.
NEAR, FAR = ((500.0, -20.0), 1.0), ((500.0, 640.0), 1.0)
LYING = {"Heavy Tank": ("8", 200.0, 200.0, 90.0)}


def table(rest: int, dice: Sequence[SeenDie], *entrances: tuple[tuple[float, float], float]) -> TableEvidence:
    """A table at rest that shows the same dice to everybody, and hides none."""
    return TableEvidence(rest, lambda _position: tuple(dice), lambda _position, _dice: frozenset(), entrances=entrances)


@pytest.fixture
def acted(laid: Laid) -> Position:
    """Anna has acted and can do no more, and has not ended her turn."""
    position = laid(LYING)
    return replace(position, turn=replace(position.turn, acted=True, spent=True))


def doers(beam: StoryBeam) -> list[str]:
    """Who threw in each story's last gesture, the likeliest first."""
    return [
        step.piece
        for story in beam.stories
        for gesture in story.gestures[-1:]
        for step in gesture.steps
        if isinstance(step, Throw)
    ]


def threw(story: Story) -> bool:
    """Whether anybody throws in a story."""
    return any(isinstance(step, Throw) for gesture in story.gestures for step in gesture.steps)


def test_of_equal_dice_the_hand_tells_whose_was_thrown(acted: Position) -> None:
    seen = [*seen_of(acted), die("light-tank", "8", 600, 300)]
    by_ben = StoryBeam.at(acted).advanced(table(1, seen, FAR), acted)
    by_anna = StoryBeam.at(acted).advanced(table(1, seen, NEAR), acted)
    assert acted.piece(doers(by_ben)[0]).owner == "Ben"
    assert acted.piece(doers(by_anna)[0]).owner == "Anna"
    assert by_ben.share(by_ben.stories[0]) > by_anna.share(by_anna.stories[0]) > 0.5


def test_nothing_is_certain_while_another_story_fits(acted: Position) -> None:
    seen = [*seen_of(acted), die("light-tank", "8", 600, 300)]
    beam = StoryBeam.at(acted).advanced(table(1, seen), acted)
    assert beam.standing is not None
    found = beam.standing.proposals()
    assert len(found) > 1
    assert found[0].likeliness < 0.97
    assert sum(proposal.likeliness for proposal in found) <= 1.0


def test_a_hand_that_does_nothing_is_rarer_than_one_that_does_something(acted: Position) -> None:
    both = TableDelta.of(acted, seen_of(acted), reaches=reach_costs(acted, (NEAR, FAR)))
    assert both.reached_by("Anna") == both.reached_by("Ben") == 0.0, "either was seen as plainly"
    assert both.idle_hands({"Anna"}) == both.idle_hands({"Ben"}) == 1
    assert both.idle_hands({"Anna", "Ben"}) == 0
    alone = TableDelta.of(acted, seen_of(acted), reaches=reach_costs(acted, (NEAR,)))
    assert alone.idle_hands({"Anna"}) == 0
    assert alone.idle_hands({"Ben"}) == 0, "it is Ben's hand that has reached across"


def test_nobody_moves_a_die_far_by_mistake(laid: Laid) -> None:
    position = laid(LYING | {"Light Tank a": ("8", 500.0, 300.0, 90.0)})
    position = replace(position, turn=replace(position.turn, acted=True, spent=True))
    seen = [*seen_of(position, Light_Tank_a=None), die("light-tank", "3", 590, 330)]
    beam = StoryBeam.at(position).advanced(table(1, seen, FAR), position)
    (gesture,) = beam.stories[0].gestures
    assert [(type(step), getattr(step, "piece", None)) for step in gesture.steps] == [
        (EndTurn, None),
        (Throw, "Light Tank b"),
    ]
    assert not beam.stories[0].position.piece("Light Tank a").in_play, "what was thrown has knocked it off"


def test_a_hand_from_elsewhere_two_tables_later_mends_whose_die_it_was(acted: Position) -> None:
    seen = [*seen_of(acted), die("light-tank", "8", 600, 300)]
    beam = StoryBeam.at(acted).advanced(table(1, seen), acted)
    assert beam.standing is not None
    first = beam.standing.proposals()[0]
    assert acted.piece(str(first.thrown)).owner == "Ben"
    taken = first.after
    # Anna's hand rolls the die over a corner, which only its owner does.
    face = taken.piece(str(first.thrown)).showing
    step = Maneuver(piece=str(first.thrown), corner=face.maneuver[0])
    rolled = play_actions(taken, (step,)).position
    now = seen_of(rolled)
    later = beam.advanced(table(2, now, NEAR), taken).advanced(table(3, now, NEAR), taken)
    likeliest = later.stories[0]
    thrower = next(s.piece for g in likeliest.gestures for s in g.steps if isinstance(s, Throw))
    assert acted.piece(thrower).owner == "Anna"
    (rather,) = later.revisions(taken)
    assert rather.base == acted
    assert rather.text.startswith("Rather: Anna ends the turn. Ben passes. Anna throws Light Tank")
    left = later.turned_down(taken)
    assert all(one.base is None for one in left.revisions(taken)), "people have left what was taken"
    mine = {id(story) for story in left.stories if story.gestures[0].steps == first.steps}
    worse = (replace(one, badness=one.badness + 12.0) if id(one) in mine else one for one in left.stories)
    again = replace(left, stories=tuple(sorted(worse, key=lambda story: story.badness))).revisions(taken)
    assert again[0].base == acted, "but not beyond all evidence"


def test_a_match_that_has_fallen_behind_catches_up_with_the_likeliest_story(acted: Position) -> None:
    seen = [*seen_of(acted), die("light-tank", "8", 600, 300)]
    beam = StoryBeam.at(acted).advanced(table(1, seen), acted)
    assert beam.revisions(acted) == (), "that is for the proposals of this table"
    thrown = next(story.position for story in beam.stories if story.position.piece("Light Tank a").in_play)
    step = Maneuver(piece="Light Tank a", corner=thrown.piece("Light Tank a").showing.maneuver[0])
    rolled = play_actions(thrown, (step,)).position
    later = beam.advanced(table(2, seen_of(rolled), NEAR), acted)
    (onward,) = later.revisions(acted)
    assert onward.base is None, "it takes the place of nothing"
    assert [type(one) for one in onward.steps] == [EndTurn, EndTurn, Throw, Maneuver]
    assert onward.after.piece("Light Tank a").showing == rolled.piece("Light Tank a").showing
    assert 0.5 < onward.likeliness < 0.95


def test_what_nothing_explains_is_left_open_and_the_next_act_is_found(laid: Laid) -> None:
    position = laid(LYING | {"Missile Tank": ("8", 800.0, 500.0, 270.0)})
    position = replace(position, turn=replace(position.turn, acted=True, spent=True))
    stranger = die("ogre", "8", 500, 120, edge_mm=101.6)
    odd = [*seen_of(position), stranger]
    beam = StoryBeam.at(position).advanced(table(1, odd), position)
    assert beam.stories[0].gestures[-1].steps == ()
    assert beam.stories[0].left_open == (stranger,)
    thrown = [*odd, die("gev", "8", 400, 420)]
    after = beam.advanced(table(2, thrown, FAR), position)
    best = after.stories[0]
    assert [type(step) for step in best.gestures[-1].steps] == [EndTurn, Throw]
    assert best.position.piece("G.E.V. b").in_play


def left_in_hand(position: Position, *kinds: str) -> Position:
    """The same match where of all dice in hand only those of these kinds are left."""
    pieces = {
        name: piece for name, piece in position.pieces.items() if piece.in_play or piece.die.id.split("/")[1] in kinds
    }
    return replace(position, pieces=pieces)


def test_of_a_die_that_cannot_be_read_every_side_stays_possible_until_it_is(acted: Position) -> None:
    acted = left_in_hand(acted, "howitzer")
    unread = die("howitzer", None, 600, 300)
    seen = [*seen_of(acted), unread]
    beam = StoryBeam.at(acted).advanced(table(1, seen, FAR), acted)
    showing = {
        story.position.piece(step.piece).showing.key
        for story in beam.stories
        for gesture in story.gestures
        for step in gesture.steps
        if isinstance(step, Throw) and story.position.piece(step.piece).in_play
    }
    assert len(showing) >= 6
    assert beam.share(beam.stories[0]) < 0.5
    read = [*seen_of(acted), die("howitzer", "3", 600, 300)]
    later = beam.advanced(table(2, read), acted)
    assert later.stories[0].position.piece("Howitzer").showing.key == "3"


def test_an_unread_die_that_may_be_of_several_kinds_is_waited_for(acted: Position) -> None:
    unread = die("howitzer", None, 600, 300)
    beam = StoryBeam.at(acted).advanced(table(1, [*seen_of(acted), unread], FAR), acted)
    assert [story.gestures[-1].steps for story in beam.stories[:1]] == [()]
    assert beam.standing is not None
    asked = beam.standing.proposals()
    assert asked[0].must_ask
    assert asked[0].likeliness < 0.5, "it may be any die of the hand"
    still = beam.advanced(table(2, [*seen_of(acted), unread]), acted)
    assert still.standing is not None
    assert still.standing.proposals()[0].text == asked[0].text, "as long as it lies there unread"
    later = still.advanced(table(3, [*seen_of(acted), die("howitzer", "3", 600, 300)], FAR), acted)
    assert later.stories[0].position.piece("Howitzer").showing.key == "3"


def test_an_act_that_was_taken_back_is_undone_and_the_dice_are_taken_as_they_lie(acted: Position) -> None:
    tank = acted.piece("Heavy Tank")
    fresh = replace(acted, turn=replace(acted.turn, acted=False, spent=False))
    moved = play_actions(fresh, (Maneuver(piece=tank.id, corner=tank.showing.maneuver[0]),)).position
    beam = StoryBeam.at(fresh).advanced(table(1, seen_of(moved), NEAR), fresh)
    taken = beam.stories[0].position
    assert taken.piece(tank.id).showing == moved.piece(tank.id).showing, "what was seen was taken for a maneuver"
    back = beam.advanced(table(2, seen_of(fresh, Heavy_Tank=("8", 201.5, 199.0, 91.0)), NEAR), taken)
    (rather,) = back.revisions(taken)
    assert rather.base == fresh
    assert rather.text == "Rather: Heavy Tank put back as before."
    after = rather.after
    assert after.piece(tank.id).showing == tank.showing
    assert (after.score, after.to_move, after.turn.acted) == (fresh.score, fresh.to_move, False)


def test_another_corner_was_meant(laid: Laid) -> None:
    fresh = laid({"G.E.V. a": ("8", 200.0, 200.0, 90.0)})
    one, other = (
        play_actions(fresh, (Maneuver(piece="G.E.V. a", corner=corner),)).position
        for corner in fresh.piece("G.E.V. a").showing.maneuver[:2]
    )
    beam = StoryBeam.at(fresh).advanced(table(1, seen_of(one), NEAR), fresh)
    later = beam.advanced(table(2, seen_of(other), NEAR), beam.stories[0].position)
    (rather,) = later.revisions(beam.stories[0].position)
    assert [type(step) for step in rather.steps] == [Maneuver]
    assert rather.after.piece("G.E.V. a").showing == other.piece("G.E.V. a").showing


def test_a_die_that_lies_where_one_was_taken_off_was_rather_put_back_than_thrown(laid: Laid) -> None:
    position = laid(LYING | {"Infantry d": ("1a", 420.0, 300.0, 270.0)})
    gone = seen_of(position, Infantry_d=None)
    beam = StoryBeam.at(position).advanced(table(1, gone), position)
    back = [*gone, die("infantry", "1a", 421.0, 301.0, 272.0)]
    later = beam.advanced(table(2, back), beam.stories[0].position)
    likeliest = later.stories[0].position
    assert likeliest.piece("Infantry d").in_play
    assert not any(isinstance(step, Throw) for gesture in later.stories[0].gestures for step in gesture.steps)


def test_people_are_believed_but_not_beyond_all_evidence(acted: Position) -> None:
    seen = [*seen_of(acted), die("light-tank", "8", 600, 300)]
    evidence = table(1, seen, FAR)
    beam = StoryBeam.at(acted).advanced(evidence, acted)
    by_hand = play_actions(acted, (EndTurn(), EndTurn())).position
    again = beam.from_here(by_hand)
    assert again.stories[0].position == by_hand
    assert 0 < again.share(again.stories[1]) < 0.05
    assert beam.from_here(beam.stories[0].position) is beam


def test_an_answer_that_nobody_gave_speaks_against_no_other_story(acted: Position) -> None:
    seen = [*seen_of(acted), die("light-tank", "8", 600, 300)]
    beam = StoryBeam.at(acted).advanced(table(1, seen), acted)
    lies = beam.stories[0].position.piece("Heavy Tank")
    straightened = beam.stories[0].position.with_piece(replace(lies, sigma_mm=lies.sigma_mm + 0.1))
    others = sum(beam.share(story) for story in beam.stories if not threw(story))
    assert others > 0

    def left(after: StoryBeam) -> float:
        assert after.stories[0].position == straightened
        return sum(after.share(story) for story in after.stories[1:] if not threw(story))

    assert left(beam.from_here(straightened, unattended=True)) == pytest.approx(others)
    assert left(beam.from_here(straightened)) < 0.05 * others


def test_who_reaches_over_the_own_edge_is_likelier(acted: Position) -> None:
    assert reach_costs(acted, ()) == {}
    costs = reach_costs(acted, (FAR,))
    assert costs["Ben"] < 0.1
    assert costs["Anna"] > 2.0
    faint = reach_costs(acted, (((500.0, 600.0), 0.05),))
    assert costs["Anna"] > faint["Anna"] > 0.3
    both = reach_costs(acted, (FAR, NEAR))
    assert both["Anna"] == pytest.approx(both["Ben"])


def told(position: Position, score: Mapping[str, float], badness: float, text: str) -> Story:
    """A story in which the turn was ended before the first table, and that left such a score."""
    outcome = play_actions(position, (EndTurn(),))
    after = replace(outcome.position, score=score)
    step = StoryStep(1, (EndTurn(),), text, outcome=replace(outcome, position=after), after=after)
    return Story(after, badness, (step,))


def test_scores_that_are_likely_enough_are_asked_about_each_by_all_its_stories(acted: Position) -> None:
    mine, equal = told(acted, {"Anna": 0, "Ben": 0}, 0.0, "As it stands."), {"Anna": 3, "Ben": 0}
    one, other = told(acted, equal, 1.0, "Shot."), told(acted, equal, 1.2, "Shot by another.")
    rare = told(acted, {"Anna": 0, "Ben": 6}, 6.0, "Hardly.")
    beam = StoryBeam((mine, one, other, rare), 1, acted, mine.gestures, None, mine.position)
    (asked,) = beam.other_scores(mine.position)
    assert asked.text == "Rather: Shot."
    assert asked.base == acted
    assert asked.after.score == equal
    assert asked.likeliness == pytest.approx(0.99 * (beam.share(one) + beam.share(other)))
    assert StoryBeam((mine, rare), 1, acted, mine.gestures, None, mine.position).other_scores(mine.position) == ()


def act(rest: int, text: str, after: Position, *steps: Action) -> StoryStep:
    """Acts before a table that lead there."""
    outcome = replace(play_actions(after, (Observe(pieces=()),)), position=after)
    return StoryStep(rest, steps, text, outcome=outcome, after=after, proposed=steps)


def test_ways_that_lead_to_the_same_are_one_story_and_each_as_likely_as_before(acted: Position) -> None:
    after = play_actions(acted, (EndTurn(),)).position
    rolled, bumped = act(1, "Rolled.", acted, EndTurn()), act(1, "Bumped.", acted, EndTurn(), EndTurn())
    one = Story(after, 0.0, (rolled, act(2, "On.", after, EndTurn())))
    other = Story(replace(after, turn=replace(after.turn, number=9)), 0.5, (bumped, act(2, "On.", after, EndTurn())))
    (story,) = merged_stories((other, one), lambda _: False)
    assert story.gestures == one.gestures
    assert story.badness == pytest.approx(-math.log(1 + math.exp(-0.5)))
    shares = {gestures[0].text: share for gestures, share in story.ways}
    assert shares == pytest.approx({"Rolled.": 1 / (1 + math.exp(-0.5)), "Bumped.": 1 / (1 + math.exp(0.5))})
    later = replace(story, gestures=(*story.gestures, act(3, "Then.", after, EndTurn())))
    assert [[gesture.text for gesture in gestures] for gestures, _ in later.ways] == [
        ["Rolled.", "On.", "Then."],
        ["Bumped.", "On.", "Then."],
    ]
    assert [way.upto for way in later.since(1).other_ways] == [], "what differed is past doubt"


def test_the_way_that_the_match_has_gone_is_kept_unless_another_is_much_likelier(acted: Position) -> None:
    mine, its = act(1, "Mine.", acted, EndTurn()), act(1, "Another.", acted, EndTurn(), EndTurn())

    def merged(behind: float) -> list[tuple[str, ...]]:
        stories = Story(acted, 0.0, (its,)), Story(acted, behind, (mine,))
        found = merged_stories(stories, lambda story: story.gestures == (mine,))
        return [tuple(gesture.text for gesture in story.gestures) for story in found]

    assert merged(0.5) == [("Mine.",)]
    assert merged(3.0) == [("Another.",), ("Mine.",)], "it is to be corrected"


def test_a_doubt_that_leads_to_the_same_does_not_keep_a_match_waiting(acted: Position) -> None:
    rolled, bumped = act(1, "Rolled.", acted, EndTurn()), act(1, "Bumped.", acted, EndTurn(), EndTurn())
    then = act(2, "Then.", acted, EndTurn())
    (story,) = merged_stories((Story(acted, 0.0, (rolled, then)), Story(acted, 0.1, (bumped, then))), lambda _: False)
    waiting = replace(acted, score={"Anna": 1, "Ben": 1})
    beam = StoryBeam((story,), 2, waiting, (), None, waiting)
    (onward,) = beam.revisions(waiting)
    assert onward.text == "Rolled. Then."
    assert 0.5 < onward.likeliness < 0.53, "it is told as unsure as it is"
    assert onward.settled


def test_what_a_table_showed_wrongly_once_weighs_no_more_when_it_is_right_again(acted: Position) -> None:
    beam = StoryBeam.at(acted)
    tank = seen_of(acted, Heavy_Tank=None)
    lifted = beam.advanced(table(1, tank), acted).advanced(table(2, tank), acted)
    back = lifted.advanced(table(3, seen_of(acted)), acted)
    assert back.stories[0].excused == frozenset()
    assert back.stories[0].position == acted


def test_a_taken_die_that_is_put_back_is_put_back_though_another_is_hidden(laid: Laid) -> None:
    position = laid(LYING | {"Light Tank b": ("8", 300.0, 200.0, 90.0), "Infantry a": ("4a", 800.0, 400.0, 0.0)})
    shot = next(
        outcome.position
        for action, outcome in legal_outcomes(position)
        if isinstance(action, Shoot) and not outcome.position.piece("Light Tank b").in_play
    )
    beam = StoryBeam.at(position).advanced(table(1, seen_of(shot), NEAR), position)
    taken = beam.stories[0].position
    assert not taken.piece("Light Tank b").in_play
    hidden = TableEvidence(
        2, lambda _: tuple(seen_of(position, Infantry_a=None)), lambda _position, _dice: frozenset({"Infantry a"})
    )
    back = beam.advanced(hidden, taken)
    likeliest = back.stories[0]
    assert likeliest.position.piece("Light Tank b").in_play
    assert likeliest.position.score == position.score


def test_a_die_whose_place_shows_something_else_was_rather_covered_than_shot(laid: Laid) -> None:
    position = laid(LYING | {"Light Tank b": ("8", 300.0, 200.0, 90.0), "Infantry a": ("4a", 800.0, 400.0, 0.0)})

    def still_there(*names: str, beside: Sequence[SeenDie] = ()) -> float:
        """How likely it is that the Light Tank lies there yet, where the places of these show something else."""
        seen = (*seen_of(position, Light_Tank_b=None), *beside)
        unseen, covered = frozenset({"Light Tank b"}), frozenset(names)
        evidence = TableEvidence(1, lambda _: seen, lambda _position, _dice: unseen, lambda _position, _dice: covered)
        beam = StoryBeam.at(position).advanced(evidence, position)
        return sum(beam.share(story) for story in beam.stories if story.position.piece("Light Tank b").in_play)

    assert still_there("Light Tank b") > 0.5 > still_there()
    near = die("light-tank", "8", 355, 200)
    assert still_there("Light Tank b", beside=[near]) == pytest.approx(still_there(beside=[near]))


def test_a_die_that_was_left_open_is_taken_for_thrown_once_it_has_lain_there_long(acted: Position) -> None:
    seen = [*seen_of(acted), die("light-tank", "8", 600, 300)]
    beam = StoryBeam((Story(acted, left_open=tuple(seen[-1:])),), 0, acted)
    thrown = []
    for rest in range(1, 12):
        beam = beam.advanced(table(rest, seen), acted)
        thrown.append(threw(beam.stories[0]))
    assert thrown[:2] == [False, False], "somebody may have put it down there"
    assert thrown[-1]
