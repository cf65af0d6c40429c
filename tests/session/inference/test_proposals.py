"""What was done at the table is found again from what is seen of it, and what cannot be seen is asked."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.catalogue import Die, Range
from companion.codec.actions import encode_action
from companion.codec.script import decode_situation
from companion.geometry import Pose, rolled_pose
from companion.rules import Piece, Position, Profile, TurnState, Zone, actions, apply, legal_actions, throwable
from companion.rules.actions import Release
from companion.rules.events import Damaged, FoulCalled, Killed, TreadsLost
from companion.session.inference import (
    QuestionKind,
    SeenDie,
    find_discrepancies,
    find_proposals,
    observe_drift,
    play_actions,
)
from companion.session.inference.proposals import reinterpret_misread
from companion.session.inference.table_delta import TableDelta
from companion.session.match_setup import MatchPlan, build_opening
from companion.vision import DieState, FaceGuess, FaceName
from tests.rules.conftest import Game
from tests.rules.random_play import landing, play, random_position
from tests.session.inference.conftest import Laid, die, seen_of
from tests.session.inference.looking import look_alike, looked

ANNAS = {"Heavy Tank": ("8", 600.0, 300.0, 96.0), "Infantry a": ("4a", 300.0, 200.0, 70.0)}
BENS = {"Light Tank b": ("8", 600.0, 600.0, 20.0), "Missile Tank": ("7", 400.0, 560.0, -90.0)}


def test_a_table_that_has_not_changed_proposes_nothing(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    assert find_proposals(position, seen_of(position)) == ()


def test_og_throw_08_a_new_die_is_a_throw_of_who_is_to_move_and_the_foul_is_asked(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    (first, *_) = find_proposals(position, [*seen_of(position), die("gev", "5", 800, 300)])
    assert first.text == "Anna throws G.E.V. a and it lands on side 5."
    assert [ask.kind for ask in first.asks if ask.kind is QuestionKind.FOUL] == [QuestionKind.FOUL]
    assert not first.must_ask
    foul = first.answered(QuestionKind.FOUL, 1, position)
    assert encode_action(foul.steps[-1])["foul"] is True
    assert isinstance(foul.outcome.events[0], FoulCalled)
    assert foul.asks == tuple(ask for ask in first.asks if ask.kind is not QuestionKind.FOUL)


def test_whose_die_it_is_comes_from_the_turn_and_is_asked_when_the_other_may_have_thrown_it(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    acted = apply(position, actions.Throw(piece="Light Tank a", lands=actions.RestingPose("8", (900, 200), 0))).position
    spent = apply(acted, actions.Skip()).position
    (first, *_) = find_proposals(spent, [*seen_of(spent), die("howitzer", "8", 800, 500)])
    assert [step["do"] for step in map(encode_action, first.steps)] == ["end-turn", "throw"]
    assert first.text == "Anna ends the turn. Ben throws Howitzer and it lands on side 8."
    open_turn = find_proposals(position, [*seen_of(position), die("gev", "5", 800, 300)])
    owner = next(ask for ask in open_turn[0].asks if ask.kind is QuestionKind.OWNER)
    assert [choice.text for choice in owner.choices] == ["Anna", "Ben"]
    assert open_turn[0].likeliness > 0.8
    bens = open_turn[0].answered(QuestionKind.OWNER, 1, position)
    assert bens.after.piece("G.E.V. b").in_play
    assert encode_action(bens.asks[0].choices[1].steps[-1])["piece"] == "G.E.V. b"


def test_og_off_05_a_throw_tells_what_it_moved_and_what_it_knocked_off(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    seen = [*seen_of(position, Light_Tank_b=("8", 640, 622, 55), Missile_Tank=None), die("gev", "5", 560, 560)]
    (first, *_) = find_proposals(position, seen)
    assert first.text == ("Anna throws G.E.V. a and it lands on side 5; Missile Tank knocked off; Light Tank b moved.")
    assert first.after.score["Ben"] == position.piece("Missile Tank").die.points
    assert first.after.piece("Light Tank b").placed.centre_mm == (640, 622)


@pytest.mark.parametrize(("state", "words"), [(DieState.LEANING, "leans on Light Tank b: off the table")])
def test_og_off_02_a_die_that_leans_is_off_the_table(laid: Laid, state: DieState, words: str) -> None:
    position = laid(ANNAS | BENS)
    seen = [*seen_of(position), die("gev", "5", 570, 590, state=state)]
    (first, *_) = find_proposals(position, seen)
    assert words in first.text
    assert not first.after.piece("G.E.V. a").in_play


def test_geo_11_a_die_over_the_edge_is_off_by_the_rules(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    (first, *_) = find_proposals(position, [*seen_of(position), die("gev", "5", 600, 3, state=DieState.OVERHANGING)])
    assert encode_action(first.steps[-1])["do"] == "throw"
    assert not first.after.piece("G.E.V. a").in_play


@pytest.mark.parametrize("inside_mm", [0.4, -0.4])
def test_amb_70_so_near_to_the_edge_that_it_cannot_be_measured_the_players_say(laid: Laid, inside_mm: float) -> None:
    position = laid(ANNAS | BENS)
    foot = 50.8 / 3**0.5 + inside_mm  # corner 0 of the bottom points to the near edge
    (first, *_) = find_proposals(position, [*seen_of(position), die("gev", "5", 800, foot, 90, sigma_mm=0.3)])
    ask = next(ask for ask in first.asks if ask.kind is QuestionKind.EDGE)
    assert first.must_ask
    assert f"0.4 mm {'inside' if inside_mm > 0 else 'over'} the edge" in ask.text
    stays, off = (first.answered(QuestionKind.EDGE, place, position) for place in (0, 1))
    assert stays.after.piece("G.E.V. a").in_play
    assert stays.text == "Anna throws G.E.V. a and it lands on side 5."
    assert not off.after.piece("G.E.V. a").in_play
    (clear, *_) = find_proposals(position, [*seen_of(position), die("gev", "5", 800, foot - inside_mm - 6, 90)])
    assert clear.text == "Anna throws G.E.V. a and it stands over the edge: off the table."
    assert not clear.must_ask


@pytest.mark.parametrize(("sigmas", "asked"), [(1.6, True), (2.4, False)])
def test_amb_70_two_sigmas_from_the_edge_a_die_is_on_its_side_of_it(laid: Laid, sigmas: float, asked: bool) -> None:
    position = laid(ANNAS | BENS)
    foot = 50.8 / 3**0.5 + sigmas  # with a sigma of 1 mm
    (first, *_) = find_proposals(position, [*seen_of(position), die("gev", "5", 800, foot, 90, sigma_mm=1.0)])
    assert first.after.piece("G.E.V. a").in_play
    assert any(ask.kind is QuestionKind.EDGE for ask in first.asks) is asked


def test_a_throw_whose_side_cannot_be_read_asks_for_it_first(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    unread = die("gev", None, 800, 300, alternatives=())
    only = [name for name in throwable(position) if name != "Light Tank a"]
    assert "G.E.V. a" in only
    found = [
        p
        for p in find_proposals(position, [*seen_of(position), unread])
        if encode_action(p.steps[-1]).get("piece") == "G.E.V. a"
    ]
    assert found[0].must_ask
    assert found[0].text == "Anna throws G.E.V. a; its side cannot be read."
    answered = found[0].answered(QuestionKind.SIDE, 3, position)
    side = answered.after.piece("G.E.V. a").face
    assert side is not None
    assert side.key == "5"
    assert [ask.kind for ask in answered.asks if ask.must] == [QuestionKind.HEADING], "its corner 0 was not read either"
    turned = answered.answered(QuestionKind.HEADING, 1, position)
    assert turned.after.piece("G.E.V. a").placed.heading_deg == pytest.approx(210)
    assert turned.after.piece("G.E.V. a").showing.key == "5"
    assert not turned.must_ask
    for first, second in ((QuestionKind.SIDE, QuestionKind.HEADING), (QuestionKind.HEADING, QuestionKind.SIDE)):
        other = found[0].answered(first, {QuestionKind.SIDE: 3, QuestionKind.HEADING: 1}[first], position)
        other = other.answered(second, {QuestionKind.SIDE: 3, QuestionKind.HEADING: 1}[second], position)
        assert other.steps == turned.steps, "in whichever order they are answered"


def test_which_of_two_equal_dice_was_thrown_is_asked_the_nearer_one_was_bumped(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    seen = [*seen_of(position, Infantry_a=("4a", 330, 215, 70)), die("infantry", "4a", 420, 260, 10)]
    (first, *_) = find_proposals(position, seen)
    assert first.text == "Anna throws Infantry b and it lands on side 4a; Infantry a moved."
    assert first.after.piece("Infantry a").placed.centre_mm == (330, 215)
    which = next(ask for ask in first.asks if ask.kind is QuestionKind.WHICH)
    other = first.answered(QuestionKind.WHICH, 1, position)
    assert len(which.choices) == 2
    assert other.after.piece("Infantry b").placed.centre_mm == (330, 215)
    followed = [replace(one, track=number) for number, one in enumerate(seen)]
    known = {next(n for n, one in enumerate(followed) if one.pose.x_mm == 420): "Infantry a"}
    assert find_proposals(position, followed, known)[0].after.piece("Infantry b").placed.centre_mm == (330, 215)


def test_og_move_01_a_maneuver_done_by_hand_a_little_off_is_reported_and_then_taken_as_it_lies(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    tank = position.piece("Heavy Tank")
    corner = tank.showing.maneuver[0]
    after = apply(position, actions.Maneuver(piece=tank.id, corner=corner)).position.piece(tank.id)
    assert after.face is not None
    pose = after.placed
    seen = seen_of(position, Heavy_Tank=(after.face.key, pose.x_mm + 5, pose.y_mm - 4, pose.heading_deg + 6))
    (first, *_) = find_proposals(position, seen)
    assert [dict(step) for step in map(encode_action, first.steps)] == [
        {"do": "maneuver", "piece": "Heavy Tank", "corner": corner}
    ]
    (then,) = find_proposals(first.after, seen)
    assert then.quiet
    assert then.steps == (observe_drift(first.after, seen),)
    assert then.after.piece(tank.id).placed.x_mm == pytest.approx(pose.x_mm + 5, abs=0.01)
    assert then.after.piece(tank.id).sigma_mm == pytest.approx(0.2)
    assert find_proposals(then.after, seen) == ()


def test_og_kill_01_a_die_that_is_gone_was_shot_and_the_shot_names_its_target(laid: Laid) -> None:
    position = laid({"Heavy Tank": ("8", 600.0, 300.0, 90.0), "Infantry d": ("1a", 600.0, 460.0, 0.0)})
    (first, *_) = find_proposals(position, seen_of(position, Infantry_d=None))
    assert encode_action(first.steps[-1])["do"] == "shoot"
    assert encode_action(first.steps[-1])["target"] == "Infantry d"
    assert isinstance(first.outcome.events[0], Killed)


def test_shots_that_leave_the_same_table_are_one_proposal_and_people_say_who_shot(laid: Laid) -> None:
    guns = {"Heavy Tank": ("8", 600.0, 300.0, 90.0), "Light Tank a": ("8", 700.0, 250.0, 100.0)}
    position = laid(guns | {"G.E.V. a": ("8", 500.0, 250.0, 80.0), "Infantry d": ("1a", 600.0, 460.0, 0.0)})
    found = find_proposals(position, seen_of(position, Infantry_d=None))
    first = found[0]
    assert first.text == "Heavy Tank shoots at Infantry d (Heavy Gun)."
    assert [encode_action(proposal.steps[-1])["do"] for proposal in found].count("shoot") == 1
    (ask,) = (ask for ask in first.asks if ask.kind is QuestionKind.DOER)
    assert first.must_ask
    assert ask.text == "Light Tank a (Light Gun) or G.E.V. a (Autocannon) could have done the same: which was it?"
    assert ask.choices[0].text == "Heavy Tank (Heavy Gun)"
    second = first.answered(QuestionKind.DOER, 1, position)
    assert second.text == "Light Tank a shoots at Infantry d (Light Gun)."
    assert not second.must_ask
    alone = laid({"Heavy Tank": guns["Heavy Tank"], "Infantry d": ("1a", 600.0, 460.0, 0.0)})
    assert not find_proposals(alone, seen_of(alone, Infantry_d=None))[0].must_ask


def test_a_die_that_was_repaired_by_hand_is_not_put_down_to_the_next_player_s_turn() -> None:
    """B's Confuse could have rolled it too, had A ended the turn; but A's own Repair explains all that is seen."""
    table = Game("deep-white-sea", {})
    around = {"range": "long", "corners": [0, 1, 2]}
    table.put("doctor", table.die("t/doctor", {"kind": "repair", "colour": "black"} | around), "A", (300, 300))
    table.put("patient", table.full_die("t/patient"), "A", (600, 300))
    table.put("foe", table.die("t/foe", {"kind": "confuse", "colour": "purple"} | around), "B", (600, 700))
    position = table.start()
    after = apply(position, actions.Repair(by="doctor", target="patient", corner=0)).position
    found = find_proposals(position, seen_of(after))
    assert found[0].text == "doctor repairs patient."
    assert not any("foe" in proposal.text for proposal in found)


def test_og_ogre_15_who_shot_at_an_ogre_and_at_what_are_asked_one_after_the_other(catalogue: Mapping[str, Die]) -> None:
    plan = MatchPlan.fresh(catalogue).with_army("Blue", ["ogre/howitzer", "ogre/howitzer"])
    position = decode_situation(build_opening(plan))[0]
    for name, x in (("Howitzer a", 450.0), ("Howitzer b", 700.0)):
        gun = position.piece(name)
        pose = Pose(x, 150, 90, 50.8)
        position = position.with_piece(replace(gun, zone=Zone.PLAY, face=gun.die.faces[0], pose=pose))
    position = replace(position, turn=TurnState(number=3))
    shots = (a for a in legal_actions(position) if isinstance(a, actions.Shoot) and a.target == "Ogre")
    (first, *_) = find_proposals(position, seen_of(apply(position, next(shots)).position))
    assert [ask.kind for ask in first.asks] == [QuestionKind.DOER, QuestionKind.SYSTEM]
    second = first.answered(QuestionKind.DOER, 1, position).answered(QuestionKind.SYSTEM, 4, position)
    assert (encode_action(second.steps[-1])["by"], encode_action(second.steps[-1])["system"]) == (
        "Howitzer b",
        "treads",
    )
    assert not second.must_ask


def test_two_acts_between_two_snapshots_are_reported_in_order_and_a_foul_leaves_the_first(laid: Laid) -> None:
    position = laid({"Infantry d": ("1a", 900.0, 460.0, 0.0), "Missile Tank": ("7", 400.0, 560.0, -90.0)})
    seen = [*seen_of(position, Infantry_d=None), die("heavy-tank", "8", 600, 300, 20)]
    (first, *_) = find_proposals(position, seen)
    assert [step["do"] for step in map(encode_action, first.steps)] == ["throw", "shoot"]
    assert first.text.startswith("Anna throws Heavy Tank and it lands on side 8. Heavy Tank shoots at Infantry d")
    assert first.after.score["Anna"] == 2
    foul = first.answered(QuestionKind.FOUL, 1, position)
    assert [step["do"] for step in map(encode_action, foul.steps)] == ["throw"]
    let_go = first.released(position, Release(100.0, 304.0))
    assert [step["do"] for step in map(encode_action, let_go.steps)] == ["throw"]
    assert "let go 100 mm behind the edge and 304 mm above it: a foul" in let_go.text
    fair = first.released(position, Release(100.0, 304.8))
    assert [step["do"] for step in map(encode_action, fair.steps)] == ["throw", "shoot"]
    assert fair.release == Release(100.0, 304.8)
    assert fair.answered(QuestionKind.FOUL, 0, position).release is None
    near = laid({"Infantry d": ("1a", 640.0, 300.0, 0.0)})
    hit = find_proposals(near, [die("heavy-tank", "8", 600, 300, 20)])[0]
    assert encode_action(hit.steps[0])["knocked_off"] == ["Infantry d"]
    assert QuestionKind.WHICH not in {ask.kind for ask in hit.asks}


def test_amb_02_a_shot_that_hangs_on_what_is_too_close_to_call_is_reported_and_the_players_are_asked(
    laid: Laid,
) -> None:
    position = laid(
        {
            "Heavy Tank": ("7", 600.0, 300.0, 90.0),
            "Infantry d": ("1a", 500.0, 400.0, 0.0),
            "G.E.V. b": ("1", 700.3, 400.0, 60.0),
        }
    )
    unsure = {name: replace(piece, sigma_mm=0.8) for name, piece in position.pieces.items() if piece.in_play}
    position = replace(position, pieces={**position.pieces, **unsure})
    assert not [a for a in legal_actions(position, "Heavy Tank") if isinstance(a, actions.Shoot)]
    (first, *_) = find_proposals(position, seen_of(position, Infantry_d=None))
    assert first.text == "Heavy Tank shoots at Infantry d (Heavy Gun)."
    assert [ask.kind for ask in first.asks] == [QuestionKind.SETTLED]
    assert first.must_ask
    assert first.answered(QuestionKind.SETTLED, 0, position).steps[0].settled


def test_amb_02_where_a_sure_shot_explains_the_table_none_that_is_too_close_to_call_is_offered(laid: Laid) -> None:
    position = laid(
        {
            "Heavy Tank": ("7", 600.0, 300.0, 90.0),
            "Light Tank a": ("8", 480.0, 200.0, 90.0),
            "Infantry d": ("1a", 500.0, 400.0, 0.0),
            "G.E.V. b": ("1", 700.3, 400.0, 60.0),
        }
    )
    unsure = {name: replace(piece, sigma_mm=0.8) for name, piece in position.pieces.items() if piece.in_play}
    position = replace(position, pieces={**position.pieces, **unsure})
    found = find_proposals(position, seen_of(position, Infantry_d=None))
    assert found[0].text == "Light Tank a shoots at Infantry d (Light Gun)."
    assert not any(ask.kind is QuestionKind.SETTLED for proposal in found for ask in proposal.asks)


def test_a_bump_without_an_act_is_no_proposal_but_a_difference_to_be_explained(laid: Laid) -> None:
    position = laid(ANNAS | BENS, pending=())
    spent = replace(position, turn=replace(position.turn, spent=True, acted=True))
    seen = seen_of(spent, Missile_Tank=("7", 430, 580, -70))
    assert find_proposals(spent, seen) == ()
    assert find_discrepancies(spent, seen)[0].explanations[0].text == "Missile Tank was bumped."


def test_og_ogre_15_a_shot_at_an_ogre_asks_what_of_it_was_shot_at(catalogue: Mapping[str, Die]) -> None:
    plan = MatchPlan.fresh(catalogue).with_army("Blue", ["ogre/howitzer", "ogre/infantry"])
    begun = decode_situation(build_opening(plan))[0]
    gun = begun.piece("Howitzer")
    lying = replace(gun, zone=Zone.PLAY, face=gun.die.faces[0], pose=Pose(500, 150, 80, 50.8))
    position = replace(begun.with_piece(lying), turn=TurnState(number=3))
    shot = next(a for a in legal_actions(position, "Howitzer") if isinstance(a, actions.Shoot) and a.target == "Ogre")
    (first, *_) = find_proposals(position, seen_of(apply(position, shot).position))
    assert first.text == "Howitzer shoots at Ogre."
    assert first.must_ask
    (ask,) = first.asks
    assert [choice.text for choice in ask.choices] == [
        "Main Battery",
        "Secondary Battery",
        "Missiles",
        "AP",
        "Treads",
    ]
    answered = first.answered(QuestionKind.SYSTEM, 4, position)
    assert [type(event) for event in answered.outcome.events] == [TreadsLost, Damaged]


def test_amb_20_an_all_range_shot_that_hits_an_ogre_among_others_asks_what_of_it_was_shot_at(
    catalogue: Mapping[str, Die],
) -> None:
    plan = MatchPlan.fresh(catalogue).with_army("Blue", ["ogre/howitzer", "ogre/infantry"])
    begun = decode_situation(build_opening(plan))[0]
    gun = begun.piece("Howitzer")
    weapon = replace(gun.die.faces[0].effects[0], range=Range.ALL)
    top = replace(gun.die.faces[0], effects=(weapon,))
    lying = replace(gun, die=replace(gun.die, faces=(top, *gun.die.faces[1:])), face=top, pose=Pose(500, 150, 80, 50.8))
    other = replace(begun.piece("Ogre"), id="Ogre 2", pose=Pose(800, 700, 0, 101.6))
    position = begun.with_piece(replace(lying, zone=Zone.PLAY)).with_piece(other)
    position = replace(position, turn=TurnState(number=3)).with_card("Ogre 2", begun.cards["Ogre"])
    shot = next(a for a in legal_actions(position, "Howitzer") if isinstance(a, actions.Shoot) and a.target is None)
    (first, *_) = find_proposals(position, seen_of(apply(position, shot).position))
    assert [(ask.kind, ask.piece) for ask in first.asks] == [(QuestionKind.SYSTEM, "Ogre")]
    answered = first.answered(QuestionKind.SYSTEM, 4, position)
    assert encode_action(answered.steps[-1])["system"] == "treads"
    assert [type(event) for event in answered.outcome.events].count(TreadsLost) == 2
    assert not answered.must_ask


def test_og_start_01_before_the_first_act_an_ogre_is_taken_as_it_was_set_up(catalogue: Mapping[str, Die]) -> None:
    plan = MatchPlan.fresh(catalogue).with_army("Blue", ["ogre/gev"] * 5)
    begun = decode_situation(build_opening(plan))[0]
    seen = [SeenDie(FaceName("ogre/ogre", "8"), Pose(560, 520, -60, 101.6))]
    (proposal,) = find_proposals(begun, seen)
    assert proposal.text == "Ogre set up as seen."
    assert proposal.after.piece("Ogre").placed.centre_mm == (560, 520)
    assert find_proposals(proposal.after, seen) == ()


def test_a_side_or_a_die_that_is_misread_where_it_lies_is_no_act(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    assert find_proposals(position, seen_of(position, Missile_Tank=("4", 400, 560, -90))) == ()
    in_hand = [*seen_of(position, Heavy_Tank=None), die("light-tank", "3", 600.5, 300, 95)]
    assert find_proposals(position, in_hand) == ()
    (first, *_) = find_proposals(
        position, [*seen_of(position, Missile_Tank=("4", 400, 560, -90)), die("gev", "5", 800, 300)]
    )
    assert first.text == "Anna throws G.E.V. a and it lands on side 5."
    (left,) = find_discrepancies(first.after, seen_of(first.after, Missile_Tank=("4", 400, 560, -90)))
    assert left.explanations[0].text == "It still shows side 7; I misread it."


def test_a_wrong_reading_proposes_nothing_but_is_reported_as_a_discrepancy(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    spent = replace(position, turn=replace(position.turn, spent=True, acted=True))
    seen = [*seen_of(spent), SeenDie(FaceName("cyburg/eddie", "8"), Pose(900, 200, 0, 50.8))]
    assert find_proposals(spent, seen) == ()
    assert [difference.text for difference in find_discrepancies(spent, seen)] == [
        "cyburg/eddie is seen, but it is not a die of this match"
    ]


def test_likeliness_is_a_share_and_the_likeliest_comes_first(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    found = find_proposals(position, [*seen_of(position), die("gev", "5", 800, 300)])
    assert sum(proposal.likeliness for proposal in found) == pytest.approx(0.99), "something unseen may have been done"
    assert [p.likeliness for p in found] == sorted((p.likeliness for p in found), reverse=True)


def test_amb_02_what_was_thrown_in_brings_its_measuring_error_to_the_rules(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    (first, *_) = find_proposals(position, [*seen_of(position), die("gev", "5", 800, 300, sigma_mm=0.7, sigma_deg=0.4)])
    thrown = first.after.piece("G.E.V. a")
    assert (thrown.sigma_mm, thrown.sigma_deg) == (0.7, 0.4)


def test_a_runner_up_stands_in_for_a_face_that_was_read_as_another_die(laid: Laid) -> None:
    position = laid(ANNAS | BENS)
    runner_up = (FaceGuess(FaceName("ogre/gev", "5"), 0.3),)
    seen = SeenDie(FaceName("cyburg/eddie", "8"), Pose(800, 300, 0, 50.8), alternatives=runner_up)
    (first, *_) = find_proposals(position, [*seen_of(position), seen])
    assert first.text == "Anna throws G.E.V. a and it lands on side 5. Read as cyburg/eddie 8, probably G.E.V. 5."
    (ask,) = (ask for ask in first.asks if ask.must)
    assert ask.text == "Where does the top of the print of G.E.V. a point?"
    assert [choice.text for choice in ask.choices] == ["→ right (0°)", "↖ far left (120°)", "↙ near left (−120°)"]
    taken = first.answered(QuestionKind.HEADING, 1, position)
    assert taken.text == first.text
    assert taken.after.piece("G.E.V. a").placed.heading_deg == pytest.approx(120)
    bens = taken.answered(QuestionKind.OWNER, 1, position).after.piece("G.E.V. b")
    assert bens.showing.key == "5"
    assert bens.placed.heading_deg == pytest.approx(120), "whoever threw it, it lies as stated"


def bumped(rng: random.Random, position: Position, action: actions.Throw) -> actions.Throw:
    """The throw, now and then with dice near its end pushed, or rolled over a corner."""
    disturbed = []
    for piece in position.in_play:
        if piece.is_ogre or piece.id in action.knocked_off or rng.random() > 0.12:
            continue
        face, pose = piece.face, piece.placed
        assert face is not None
        corner = rng.randrange(3)
        after = piece.die.face_over(face, corner)
        if rng.random() < 0.5 and after is not None and after.vertices and face.vertices:
            pose, face = rolled_pose(pose, face.vertices, corner, after.vertices), after
        x, y = pose.x_mm + rng.uniform(-30, 30), pose.y_mm + rng.uniform(-30, 30)
        how = actions.RestingPose(face.key, (x, y), pose.heading_deg + rng.uniform(-40, 40))
        disturbed.append(actions.ObservedPiece(piece.id, how))
    return replace(action, disturbed=tuple(disturbed))


def first_reported(before: Position, seen: tuple[SeenDie, ...]) -> Position:
    """The match after what is proposed first: the first proposal; without one, the first explanation of each
    difference."""
    reported = find_proposals(before, seen)
    if reported:
        return reported[0].after
    steps = [step for difference in find_discrepancies(before, seen) for step in difference.explanations[0].steps]
    return play_actions(before, steps).position if steps else before


def found_again(seeds: range, moves: int) -> tuple[Counter[str], Counter[str]]:
    """Over random legal play: visible acts by kind, and those where what is proposed first gives the same table."""
    acts: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        start = random_position(rng, list(Profile)[seed % 3], players=2 + seed % 2, ogre=seed % 2 == 0)
        for before, action, outcome in play(rng, start, moves):
            deeds = [(action, outcome)]
            if isinstance(action, actions.Throw):
                pushed = bumped(rng, before, action)
                deeds.append((pushed, apply(before, pushed)))
            for deed, result in deeds:
                seen = looked(result.position, rng)
                if not result.ok or not TableDelta(before, {}, (), (), {}).touched(result.position):
                    assert not find_proposals(before, seen), (seed, deed)
                    continue
                acts[type(deed).__name__] += 1
                found[type(deed).__name__] += look_alike(first_reported(before, seen), result.position)
    return acts, found


def test_what_random_legal_play_does_to_the_table_is_the_first_proposal() -> None:
    acts, found = found_again(range(40, 43), 26)
    assert sum(acts.values()) > 30
    assert {"Throw", "Maneuver", "Shoot"} <= set(acts)
    assert sum(found.values()) >= 0.97 * sum(acts.values()), (acts, found)


def test_every_proposal_of_random_play_is_legal_as_it_stands() -> None:
    rng = random.Random(5)
    position = random_position(rng, Profile.OGRE)
    for _ in range(6):
        name = throwable(position)[0]
        lands = landing(rng, position.piece(name))
        outcome = apply(position, actions.Throw(piece=name, lands=lands))
        for proposal in find_proposals(position, looked(outcome.position, rng)):
            assert proposal.outcome.ok
            assert proposal.text.endswith(".")
        position = apply(outcome.position, actions.EndTurn()).position
        assert list(legal_actions(position))


def test_asked_about_some_pieces_the_rules_list_every_action_that_touches_them() -> None:
    met = 0
    for seed in range(3):
        rng = random.Random(seed)
        start = random_position(rng, list(Profile)[seed], ogre=seed == 0)
        for before, _, _ in play(rng, start, 12)[::3]:
            names = frozenset(rng.sample([piece.id for piece in before.in_play], 2))
            changes = TableDelta(before, {}, (), (), {})
            listed = list(legal_actions(before, about=names))
            touching = [a for a in legal_actions(before) if changes.touched(apply(before, a).position) & names]
            met += len(touching)
            assert all(action in listed for action in touching)
    assert met > 0


def test_a_die_that_was_rolled_by_a_shot_and_read_as_another_kind_is_that_die(laid: Laid) -> None:
    position = laid({"Light Tank a": ("8", 600.0, 300.0, 90.0), "Missile Tank": ("7", 600.0, 480.0, -90.0)})
    shots = (a for a in legal_actions(position, "Light Tank a") if isinstance(a, actions.Shoot))
    after = apply(position, next(a for a in shots if a.target == "Missile Tank")).position
    rolled = after.piece("Missile Tank")
    assert rolled.placed != position.piece("Missile Tank").placed
    misread = SeenDie(
        FaceName("cyburg/eddie", "8"), replace(rolled.placed, heading_deg=rolled.placed.heading_deg + 121)
    )
    (first, *_) = find_proposals(position, [*seen_of(after, Missile_Tank=None), misread])
    assert encode_action(first.steps[-1])["do"] == "shoot"
    assert first.after.piece("Missile Tank").face == rolled.face
    assert first.text.endswith(f"Read as cyburg/eddie 8, probably Missile Tank {rolled.showing.key}.")
    assert not first.must_ask, "where it lies says which corner is which"


def test_a_die_that_is_read_more_often_than_the_match_has_it_is_taken_for_its_runner_up(laid: Laid) -> None:
    position = laid({"Howitzer": ("8", 300.0, 300.0, 90.0)})
    runner_up = (FaceGuess(FaceName("ogre/heavy-tank", "6"), 0.2),)
    second = SeenDie(FaceName("ogre/howitzer", "7"), Pose(800, 300, 0, 50.8), alternatives=runner_up)
    (first, *_) = find_proposals(position, [*seen_of(position), second])
    assert first.text == "Anna throws Heavy Tank and it lands on side 6. Read as Howitzer 7, probably Heavy Tank 6."
    assert first.misread[0].read_as == FaceName("ogre/howitzer", "7")


def test_a_die_of_which_nothing_speaks_for_a_die_of_the_match_is_left_to_people(laid: Laid) -> None:
    position = laid({"Howitzer": ("8", 300.0, 300.0, 90.0)})
    foreign = SeenDie(FaceName("cyburg/eddie", "7"), Pose(800, 300, 0, 50.8))
    assert [proposal.misread for proposal in find_proposals(position, [*seen_of(position), foreign])] == []


def test_a_die_that_lies_about_where_it_lay_is_not_doubted_whatever_its_runner_up(laid: Laid) -> None:
    position = laid({"Howitzer": ("8", 300.0, 300.0, 90.0)})
    runner_up = (FaceGuess(FaceName("ogre/heavy-tank", "6"), 0.2),)
    pushed = SeenDie(FaceName("ogre/howitzer", "8"), Pose(307, 300, 92, 50.8), alternatives=runner_up)
    assert reinterpret_misread(position, [pushed]) == (pushed,)


def test_of_two_missing_dice_that_may_have_rolled_there_a_misread_one_is_the_nearer(laid: Laid) -> None:
    position = laid({"Light Tank a": ("8", 600.0, 300.0, 90.0), "Missile Tank": ("8", 300.0, 300.0, 0.0)})
    near, far = (position.piece(name) for name in ("Light Tank a", "Missile Tank"))
    end, other = _rolled_over(near, 1), _rolled_over(far, 0)
    turn = math.radians(end.heading_deg - other.heading_deg)
    dx, dy = other.x_mm - far.placed.x_mm, other.y_mm - far.placed.y_mm
    x = end.x_mm + 6 - dx * math.cos(turn) + dy * math.sin(turn)
    y = end.y_mm - dx * math.sin(turn) - dy * math.cos(turn)
    heading = far.placed.heading_deg + math.degrees(turn)
    position = laid({"Light Tank a": ("8", 600.0, 300.0, 90.0), "Missile Tank": ("8", x, y, heading)})
    for off_mm, kind in ((1, "ogre/light-tank"), (5, "ogre/missile-tank")):
        misread = SeenDie(FaceName("cyburg/eddie", "8"), replace(end, x_mm=end.x_mm + off_mm))
        (taken,) = reinterpret_misread(position, [misread])
        assert taken.name is not None
        assert taken.name.die == kind


def _rolled_over(piece: Piece, corner: int) -> Pose:
    face, after = piece.showing, piece.die.face_over(piece.showing, corner)
    assert after is not None
    assert face.vertices is not None
    assert after.vertices is not None
    return rolled_pose(piece.placed, face.vertices, corner, after.vertices)
