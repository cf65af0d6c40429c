"""An answer goes to the act that its question is about, however many acts were done between two looks."""

from __future__ import annotations

from dataclasses import replace

from companion.codec.actions import encode_action
from companion.geometry import Pose
from companion.rules import Position, TurnState, actions
from companion.rules.actions import Release
from companion.session.inference import Proposal, QuestionKind, SeenDie, find_proposals
from companion.session.inference.descriptions import describe_actions
from companion.session.inference.questions import AnswerOption, Question
from companion.session.inference.steps import as_far_as_ruled, play_actions
from companion.vision import DieState, FaceName
from tests.session.inference.conftest import Laid, die, seen_of

FIRST = TurnState(number=1, first_placement=True)


def _asked(proposal: Proposal, kind: QuestionKind) -> Question:
    return next(ask for ask in proposal.asks if ask.kind is kind)


def _done(proposal: Proposal) -> list[tuple[str, bool]]:
    return [(step["do"], bool(step.get("foul"))) for step in map(encode_action, proposal.steps)]


def test_og_start_06_after_a_placement_that_nobody_entered_the_throw_is_asked_whether_it_was_a_foul(laid: Laid) -> None:
    position = laid({}, turn=FIRST)
    seen = [die("heavy-tank", "8", 600, 450, 20), die("howitzer", "6", 800, 700)]
    (first, *_) = find_proposals(position, seen)
    assert [step["do"] for step in map(encode_action, first.steps)] == ["place", "end-turn", "throw"]
    foul = first.answered(QuestionKind.FOUL, 1, position)
    assert _done(foul) == [("place", False), ("end-turn", False), ("throw", True)]
    assert foul.outcome.ok
    let_go = first.released(position, Release(0.0, 10.0))
    assert "release" in encode_action(let_go.steps[-1])
    assert "Ben throws Howitzer and it lands on side 6, let go 0 mm behind" in let_go.text


def test_a_placement_alone_is_not_asked_whether_it_was_a_foul(laid: Laid) -> None:
    position = laid({}, turn=FIRST)
    (first, *_) = find_proposals(position, [die("heavy-tank", "8", 600, 450, 20)])
    assert [step["do"] for step in map(encode_action, first.steps)] == ["place"]
    assert QuestionKind.FOUL not in {ask.kind for ask in first.asks}
    assert first.thrown is None


def _two_throws(position: Position) -> Proposal:
    seen = [*seen_of(position), die("gev", "5", 800, 300), die("howitzer", "6", 500, 700)]
    return next(
        p
        for p in find_proposals(position, seen)
        if [s["do"] for s in map(encode_action, p.steps)] == ["throw", "end-turn", "throw"]
    )


def test_of_two_throws_that_nobody_entered_either_may_have_been_the_foul(laid: Laid) -> None:
    position = laid({})
    reported = _two_throws(position)
    assert [choice.text for choice in _asked(reported, QuestionKind.FOUL).choices] == [
        "No",
        "Yes, that of G.E.V. a",
        "Yes, that of Howitzer",
    ]
    assert _done(reported.answered(QuestionKind.FOUL, 1, position)) == [("throw", True)]
    assert _done(reported.answered(QuestionKind.FOUL, 2, position)) == [
        ("throw", False),
        ("end-turn", False),
        ("throw", True),
    ]
    let_go = reported.released(position, Release(400.0, 0.0))
    assert ["release" in step for step in map(encode_action, let_go.steps)] == [False, False, True]


def test_what_an_unread_die_did_is_not_guessed_before_its_side_is_known(laid: Laid) -> None:
    position = laid({})
    seen = [die("gev", None, 800, 300), die("howitzer", "6", 500, 700)]
    proposals = find_proposals(position, seen)
    assert proposals
    for proposal in proposals:
        entering = [step["piece"] for step in map(encode_action, proposal.steps) if step["do"] == "throw"]
        unread = [name for name in entering if name != "Howitzer"]
        assert not unread or _asked(proposal, QuestionKind.SIDE).piece in unread


def test_an_answer_stays_when_another_question_is_answered(laid: Laid) -> None:
    position = laid({})
    unread = SeenDie(None, Pose(800, 300, 10, 50.8))
    found = (p for p in find_proposals(position, [unread]) if encode_action(p.steps[-1])["do"] == "throw")
    reported = next(p for p in found if QuestionKind.OWNER in {ask.kind for ask in p.asks})
    sided = reported.answered(QuestionKind.SIDE, 2, position)
    turned = sided.answered(QuestionKind.HEADING, 1, position)
    other = turned.answered(QuestionKind.OWNER, 1, position)
    side = encode_action(turned.steps[-1])["lands"]["face"]
    assert encode_action(other.steps[-1])["piece"] != encode_action(turned.steps[-1])["piece"]
    assert (
        encode_action(other.steps[-1])["lands"]["face"],
        encode_action(other.steps[-1])["lands"]["heading_deg"],
    ) == (side, 130.0)


def test_what_hangs_on_an_answer_and_is_refused_then_is_left_to_the_next_look(laid: Laid) -> None:
    position = laid({"Heavy Tank": ("8", 600.0, 300.0, 90.0)})
    roll = actions.Maneuver(piece="Heavy Tank", corner=0)
    bens = replace(roll, player="Ben")
    steps = (actions.EndTurn(), roll)
    assert as_far_as_ruled(position, steps) == steps[:1]
    assert as_far_as_ruled(position, (bens,)) == (bens,), "always one"
    proposal = Proposal(
        "",
        steps[:1],
        play_actions(position, steps[:1]),
        1.0,
        (Question(QuestionKind.DOER, "?", (AnswerOption("", steps),)),),
    )
    assert proposal.answered(QuestionKind.DOER, 0, position).steps == steps[:1]


def test_another_die_is_asked_for_its_own_heading(laid: Laid) -> None:
    """Two equal dice are seen where one was: whichever was thrown, it is its heading that is asked for."""
    position = laid({"Infantry a": ("4a", 300.0, 200.0, 70.0)})
    face = FaceName("ogre/infantry", "4a")
    one = SeenDie(face, Pose(330, 240, 70, 50.8), state=DieState.FLAT)
    other = SeenDie(face, Pose(900, 300, 15, 50.8), heading_sure=False)
    reported = [p for p in find_proposals(position, [one, other]) if QuestionKind.WHICH in {ask.kind for ask in p.asks}]
    for proposal in reported:
        ask = _asked(proposal, QuestionKind.WHICH)
        for place, choice in enumerate(ask.choices):
            lies = encode_action(choice.steps[-1])["lands"]
            again = proposal.answered(QuestionKind.WHICH, place, position)
            assert encode_action(again.steps[-1])["lands"]["centre_mm"] == lies["centre_mm"]
            unsure = lies["centre_mm"] == [900.0, 300.0]
            assert (QuestionKind.HEADING in {one.kind for one in again.asks}) == unsure
    assert reported
    assert replace(reported[0], asks=()).must_ask is False


def test_og_throw_02_of_a_die_over_the_edge_too_the_release_may_be_entered(laid: Laid) -> None:
    """A die thrown over the edge could not be entered with its release: no words were found for the two together."""
    position = laid({"Heavy Tank": ("8", 600.0, 300.0, 90.0)})
    (first, *_) = find_proposals(position, [*seen_of(position), die("gev", "5", 600, 3, state=DieState.OVERHANGING)])
    let_go = first.released(position, Release(10.0, 20.0))
    assert let_go.outcome.ok
    assert let_go.text == (
        "Anna throws G.E.V. a and it stands over the edge: off the table, let go 10 mm behind the edge and 20 mm above "
        "it: a foul."
    )


def test_a_die_whose_name_reads_like_a_sentence_is_named_in_full(laid: Laid) -> None:
    position = laid({})
    thrown = replace(position.piece("Howitzer"), id="Cat and it lands softly")
    position = replace(position, pieces={thrown.id: thrown}, to_move=thrown.owner)
    act = actions.Throw(piece=thrown.id, lands=actions.RestingPose(thrown.die.faces[0].key, (500.0, 400.0), 0.0))
    message = f"{thrown.owner} throws {thrown.label}"
    assert describe_actions(position, [act]) == f"{message} and it lands on side {thrown.die.faces[0].key}."
    assert describe_actions(position, [act], thrown.id) == f"{message}; its side cannot be read."
