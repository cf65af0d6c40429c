"""What the camera has seen, put to the people: proposals to accept, answer or correct; differences to explain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.rules import Position, apply, next_to_act
from companion.rules.actions import EndTurn, LeaningPose, OffTable, RestingPose, Throw
from companion.session.inference import Proposal, Question, QuestionKind
from companion.session.play.choice import ENTER, Choice
from companion.session.play.modes import Browsing, Mode, PlacedPose, Proposed, Reconciling, Throwing
from companion.session.play.release_entry import begin_release
from companion.text import translate

#: The key of a question that may be left as it is.
_KEYS: Final = {QuestionKind.FOUL: "F", QuestionKind.OWNER: "O", QuestionKind.WHICH: "W"}


def proposal_choices(position: Position, mode: Proposed) -> Iterator[Choice]:
    """Accept it, answer what the camera cannot see, correct it, or look at what else it may have been."""
    yield from _equals(mode) if mode.equals else _taken(position, mode)
    for ask in mode.now.asks:
        if not ask.must:
            yield from _otherwise(position, mode, ask)
    if mode.now.thrown is not None:
        yield _release(mode)
    if len(mode.proposals) > 1:
        after, previous = (_at(mode, (mode.at + step) % len(mode.proposals)) for step in (1, -1))
        yield Choice("other.next", ("N", "Right", "Down"), translate("match", "alternative …"), after)
        back = ("Shift+N", "Left", "Up")
        yield Choice("other.previous", back, translate("match", "alternative …"), previous, quiet=True)
    yield from _neither(position, mode)


def _taken(position: Position, mode: Proposed) -> Iterator[Choice]:
    """Accept the one that is looked at, or answer first what must be asked of it."""
    must = next((ask for ask in mode.now.asks if ask.must), None)
    if must is None:
        yield Choice("do", (ENTER,), translate("match", "confirm"), mode.now.steps)
    else:
        yield from _answers(position, mode, must)


def _at(mode: Proposed, place: int) -> Proposed:
    return replace(mode, at=place, chosen=True)


def _equals(mode: Proposed) -> Iterator[Choice]:
    """Those that are equally likely, by number, each with whose turn it would be then."""
    for place, proposal in enumerate(mode.equals):
        first, number = place == 0, str(place + 1)
        words = f"{proposal.text} {_whose_turn(proposal.after)}"
        name, keys = ("do", (number, ENTER)) if first else (f"equal.{number}", (number,))
        yield Choice(name, keys, words, proposal.steps)


def _whose_turn(after: Position) -> str:
    """Whose turn it is once a proposal is taken, and the turn ended where nothing is left to do in it."""
    if after.winner is not None:
        return translate("match", "{player} has won with that.").format(player=after.winner)
    ended = apply(after, EndTurn()) if after.turn.spent and next_to_act(after) is None else None
    position = ended.position if ended is not None and ended.ok else after
    return translate("match", "Then it is {player}'s turn.").format(player=position.to_move)


def _neither(position: Position, mode: Proposed) -> Iterator[Choice]:
    """None of them."""
    now = mode.now
    if mode.differences:
        yield Choice("neither", ("X",), translate("match", "it was read correctly …"), Reconciling(mode.differences))
    yield Choice("correct", ("C",), translate("match", "correct it"), correct_seen_throw(position, now))


def _answers(position: Position, mode: Proposed, ask: Question) -> Iterator[Choice]:
    """What must be answered first, by number (a side by its own)."""
    for place, answer in enumerate(ask.choices):
        digit = answer.text.rpartition(" ")[2] if ask.kind is QuestionKind.SIDE else str(place + 1)
        key = digit if digit.isdigit() and len(digit) == 1 else str(place + 1)
        settled = mode.with_now(mode.now.answered(ask.kind, place, position))
        leads_to = settled.now.steps if not settled.now.must_ask else settled
        yield Choice(f"answer.{place + 1}", (key,), answer.text, leads_to)


def _otherwise(position: Position, mode: Proposed, ask: Question) -> Iterator[Choice]:
    for place, answer in enumerate(ask.choices[1:], start=1):
        leads_to = mode.with_now(mode.now.answered(ask.kind, place, position))
        keys = (_KEYS[ask.kind],) if place == 1 else ()
        words = translate("match", "{question} {answer}").format(question=ask.text, answer=answer.text)
        yield Choice(f"{ask.kind.name.lower()}.{place}", keys, words, leads_to)


def _release(mode: Proposed) -> Choice:
    """Where the die was let go may be told instead of whether that was a foul."""
    return Choice("release", ("G",), translate("match", "released at …"), begin_release(mode, mode.now.release))


def correct_seen_throw(position: Position, proposal: Proposal) -> Mode:
    """A throw that was seen, put down to be corrected by hand; anything else is left to be said anew."""
    *first, last = proposal.steps
    if not isinstance(last, Throw) or last.piece not in position.pieces:
        return Browsing()
    lands, piece = last.lands, position.piece(last.piece)
    lies = _lies(lands) if isinstance(lands, RestingPose) else PlacedPose(piece.die.faces[0].key, (0.0, 0.0), 90.0)
    return Throwing(
        piece.id,
        lies,
        down=True,
        off=isinstance(lands, OffTable),
        on=lands.on if isinstance(lands, LeaningPose) else None,
        foul=last.foul,
        knocked_off=last.knocked_off,
        moved=tuple((seen.piece, _lies(seen.how)) for seen in last.disturbed if isinstance(seen.how, RestingPose)),
        first=tuple(first),
        release=proposal.release,
    )


def _lies(how: RestingPose) -> PlacedPose:
    return PlacedPose(how.face, how.centre_mm, how.heading_deg)


def discrepancy_choices(_position: Position, mode: Reconciling) -> Iterator[Choice]:
    """The likely explanations, by number."""
    for number, explanation in enumerate(mode.now.explanations, start=1):
        yield Choice(f"explain.{number}", (str(number),), explanation.text, explanation)
    last = len(mode.now.explanations) + 1
    yield Choice("back", (str(last), "Esc"), translate("match", "none of these: go on as the match has it"), Browsing())
