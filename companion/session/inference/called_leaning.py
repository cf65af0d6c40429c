"""Dice that were called leaning when a proposal was accepted, and lie flat: what was accepted is offered for repair.

A die that is folded askew looks as if it leaned, and a die that leans is off the table (OG-OFF-02). Where people agreed
too fast, the next table at rest that shows it flat in the same place says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.codec.notes import CalledLeaning
from companion.rules import Piece, Position, Zone
from companion.rules.actions import Action, LeaningPose, Observe, RestingPose, Throw
from companion.rules.corrections import Correction, PieceCorrection
from companion.session.inference import tuning
from companion.session.inference.discrepancies import Discrepancy, DiscrepancyKind, Explanation, Remedy
from companion.session.inference.observed_dice import SeenDie, apart_mm
from companion.session.inference.steps import seen_pose
from companion.session.layout import level_there
from companion.text import gettext
from companion.vision import DieState

#: How likely it is that the die never leaned, beside what else explains it.
_LIKELY = 0.6


def find_called_leaning(
    position: Position, entry: int, steps: Sequence[Action], seen: Iterable[SeenDie]
) -> tuple[CalledLeaning, ...]:
    """The dice that these acts, accepted on a table that was seen so, say to lean. position: any of the match."""
    leaning = [die for die in seen if die.state is DieState.LEANING]
    found = []
    for name in dict.fromkeys(_leaning(steps)):
        places = tuple(die.pose for die in leaning if die.may_be(position.piece(name).die.id))
        found.append(CalledLeaning(name, entry, places))
    return tuple(found)


def _leaning(steps: Iterable[Action]) -> Iterator[str]:
    for step in steps:
        if isinstance(step, Throw) and isinstance(step.lands, LeaningPose):
            yield step.piece
        others = step.disturbed if isinstance(step, Throw) else step.pieces if isinstance(step, Observe) else ()
        yield from (one.piece for one in others if isinstance(one.how, LeaningPose))


def find_flat(position: Position, called: CalledLeaning, differences: Iterable[Discrepancy]) -> Discrepancy | None:
    """The difference that shows a die that was called leaning flat, in the same place; None where there is none, or the
    die has come back into play since."""
    piece = position.pieces.get(called.piece)
    if piece is None or piece.in_play:
        return None
    strangers = (one for one in differences if one.differs is DiscrepancyKind.STRANGER and one.die is not None)
    return next((one for one in strangers if one.die is not None and _is_it(piece, called, one.die)), None)


def _is_it(piece: Piece, called: CalledLeaning, die: SeenDie) -> bool:
    flat = die.state is DieState.FLAT and die.face_of(piece.die.id) is not None
    return flat and any(apart_mm(die.pose, place) < tuning.CALLED_LEANING_MM for place in called.places)


def steps_lying_flat(
    position: Position, called: CalledLeaning, steps: Iterable[Action], die: SeenDie
) -> tuple[Action, ...]:
    """The acts of the gesture that says it leans, with the die lying as it is seen."""
    lies = _pose(position, called, die)
    return tuple(_reported_flat(step, called.piece, lies) for step in steps)


def _pose(position: Position, called: CalledLeaning, die: SeenDie) -> RestingPose:
    face = die.face_of(position.piece(called.piece).die.id) or ""
    return seen_pose(die, face, level_there(position, die.pose))


def _reported_flat(step: Action, name: str, lies: RestingPose) -> Action:
    if isinstance(step, Throw):
        others = tuple(replace(one, how=lies) if one.piece == name else one for one in step.disturbed)
        leans = step.piece == name and isinstance(step.lands, LeaningPose)
        return replace(step, disturbed=others, lands=lies if leans else step.lands)
    if isinstance(step, Observe):
        return replace(step, pieces=tuple(replace(one, how=lies) if one.piece == name else one for one in step.pieces))
    return step


def offer_repair(
    position: Position, called: CalledLeaning, difference: Discrepancy, amended: tuple[Action, ...]
) -> Discrepancy:
    """The difference with the repair as its first explanation. amended: what is put in the place of what was accepted,
    where the rules take it so, and all that followed; empty: the die is put where it lies, over their head."""
    die, piece = difference.die, position.piece(called.piece)
    assert die is not None
    if amended:
        text = gettext("{piece} never leaned: put that right, and keep what followed.", piece=piece.label)
        repair = Explanation(text, _LIKELY, Remedy.AMENDED, amended, amends=called.entry)
    else:
        text = gettext("{piece} never leaned: put it back into play where it lies.", piece=piece.label)
        repair = Explanation(text, _LIKELY, Remedy.CORRECTION, correction=_into_play(position, called, die))
    rest = tuple(replace(one, likeliness=(1 - _LIKELY) * one.likeliness) for one in difference.explanations)
    text = gettext("{piece} was called leaning, and lies flat", piece=piece.label)
    return replace(difference, piece=called.piece, text=text, explanations=(repair, *rest))


def _into_play(position: Position, called: CalledLeaning, die: SeenDie) -> Correction:
    piece, lies = position.piece(called.piece), _pose(position, called, die)
    there = PieceCorrection(
        id=piece.id, zone=Zone.PLAY, face=lies.face, centre_mm=lies.centre_mm, heading_deg=lies.heading_deg
    )
    return Correction(text=gettext("{piece} never leaned", piece=piece.label), pieces=(there,))
