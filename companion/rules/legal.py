"""The generator of legal actions. Membership is what `apply` allows, so the generator is the checker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from companion.rules import actions as act
from companion.rules.engine import apply, candidates, may_throw
from companion.rules.position import Position, Zone
from companion.rules.ruling import Verdict
from companion.rules.stack import foul_pending
from companion.rules.transition import Outcome


def legal_actions(
    position: Position, piece: str | None = None, *, settled: bool = False, about: frozenset[str] | None = None
) -> Iterator[act.Action]:
    """Every action but throws, placements and observations (what they bring comes from outside) that is open now; a
    target named for a continuous effect is none (AMB-09). A shot or Command that may be fired twice is listed once, as
    fired once, and a shot at an Ogre without the system that it is aimed at.

    With ``piece`` only those that the piece does itself; with ``about`` only those that may move one of these
    pieces or take it off the table; with ``settled`` those too that hang on something too close to call, as decided by
    the players (AMB-02). Each is tried, so nothing is listed that would be refused.
    """
    return (action for action, _ in legal_outcomes(position, piece, settled=settled, about=about))


def legal_outcomes(
    position: Position, piece: str | None = None, *, settled: bool = False, about: frozenset[str] | None = None
) -> Iterator[tuple[act.Action, Outcome]]:
    """The actions of `legal_actions`, each with what it leads to; those that the players have settled come last."""
    names = [piece] if piece is not None else [*position.pieces, *position.posts]
    tried = [action for name in names for action in candidates(position, name)]
    if about is not None:
        tried = [action for action in tried if action.may_move(about)]
    if piece is None:
        foul = foul_pending(position)
        if foul is not None:
            tried += [act.FoulChoice(by=foul.player, choice=word) for word in get_args(act.FoulWord)]
        tried += [act.Skip(), act.Pass(), act.EndTurn()]
    open_questions: list[act.Action] = []
    for action in tried:
        outcome = apply(position, action)
        if outcome.ok:
            yield action, outcome
        elif outcome.ruling.verdict is not Verdict.NO:
            open_questions.append(replace(action, settled=True))
    for action in open_questions if settled else ():
        outcome = apply(position, action)
        if outcome.ok:
            yield action, outcome


def throwable(position: Position) -> tuple[str, ...]:
    """The pieces that may be thrown now."""
    return tuple(piece.id for piece in position.pieces.values() if may_throw(position, piece))


def placeable(position: Position) -> tuple[str, ...]:
    """The pieces that may be placed in the centre now (OG-START-06)."""
    due = position.turn.first_placement and not position.turn.placed
    return tuple(p.id for p in position.pieces.values() if due and p.zone is Zone.HAND and p.owner == position.to_move)


def open_actions(position: Position, piece: str | None = None) -> tuple[str, ...]:
    """Names of the actions open now, in the script's words; with ``piece`` only those that it does itself."""
    found = {action.do for action in legal_actions(position, piece)}
    thrown = throwable(position)
    if thrown if piece is None else piece in thrown:
        found.add("throw")
    if piece is None and placeable(position):
        found.add("place")
    return tuple(name for name in act.ACTION_NAMES.values() if name in found)
