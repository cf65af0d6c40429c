"""What may have happened to a table that has changed: throws made of what is seen, everything that the rules allow now,
and dice that were only bumped. Each guess is played by the rules; its badness says how well it explains the changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from companion.catalogue import EffectKind
from companion.rules import Position, actions, apply, legal_actions
from companion.session.inference import tuning
from companion.session.inference.hypothesis import ActHypothesis, HypothesisBase
from companion.session.inference.landing_hypotheses import (
    bump_hypotheses,
    placement_hypotheses,
    throw_hypotheses,
)
from companion.session.inference.table_delta import TableDelta

#: Acts that somebody has said, or done by hand, in the turn in which they are seen: no later turn need explain them.
_BY_HAND: Final = (actions.Maneuver, actions.Shoot, actions.Repair, actions.Confuse)


def find_hypotheses(changes: TableDelta, *, more: int = 1) -> tuple[ActHypothesis, ...]:
    """Everything that may have happened, the likeliest first; nothing where the table has not changed.

    ``more``: how many further acts may have been done since the table was last at rest, each seen for the first time.
    """
    if changes.unchanged:
        return ()
    found = sorted(_one_act(changes), key=_badness)
    if more and (not found or _leaves_doubt(found[0])):
        # What followed on a die that people must first say the side of is left to the next look.
        nothing = changes.misfit(changes.position, frozenset())
        partial = [guess for guess in found if guess.read and tuning.EXPLAINED_RESIDUAL < guess.misfit < nothing][
            : tuning.MAX_FOLLOWED_UP
        ]
        found += [further for guess in partial for further in _further(changes, guess, more - 1)]
    return tuple(sorted(found, key=_badness))


def _badness(guess: ActHypothesis) -> float:
    return guess.badness


def _leaves_doubt(best: ActHypothesis) -> bool:
    """Whether more than one act may have been done: something is left to explain, or a die was knocked off, which looks
    like one that was shot and taken off."""
    return best.misfit > tuning.EXPLAINED_RESIDUAL or any(
        isinstance(step, actions.Throw) and step.knocked_off for step in best.steps
    )


def _one_act(changes: TableDelta) -> Iterator[ActHypothesis]:
    """One act, with the ends of turns and the calls that leave no trace on the table."""
    explained = False
    for stand in _stands(changes):
        ruled = () if explained else _by_the_rules(changes, stand)
        for guess in (
            *placement_hypotheses(changes, stand),
            *throw_hypotheses(changes, stand),
            *bump_hypotheses(changes, stand),
            *ruled,
        ):
            judged = _judged(changes, guess)
            explained = explained or (
                judged.misfit < tuning.EXPLAINED_RESIDUAL and isinstance(guess.steps[-1], _BY_HAND)
            )
            yield judged


def _judged(changes: TableDelta, guess: ActHypothesis) -> ActHypothesis:
    return replace(guess, misfit=changes.misfit(guess.after, changes.touched(guess.after), guess.taken_off))


def _further(changes: TableDelta, guess: ActHypothesis, more: int) -> Iterator[ActHypothesis]:
    """What may have followed upon an act that explains a part of what is seen."""
    dice = [die for die in changes.dice if not any(die is other for other in guess.taken_off)]
    turned = _ends_a_turn(guess)
    for later in find_hypotheses(TableDelta.of(guess.after, dice, changes.followed, changes.hidden), more=more):
        if not (turned and _ends_a_turn(later)):  # nobody sits through two turns that nobody tells
            steps, cost = (*guess.steps, *later.steps), guess.cost + tuning.MISSED_REST_COST + later.cost
            told = {**guess.told, **later.told}
            yield ActHypothesis(steps, later.outcome, cost, later.thrown or guess.thrown, told, later.misfit)


def _ends_a_turn(guess: ActHypothesis) -> bool:
    return any(isinstance(step, actions.EndTurn) for step in guess.steps)


def _stands(changes: TableDelta) -> Iterator[HypothesisBase]:
    """Now; after the turn has ended without a word; after an activation was given up."""
    now = HypothesisBase(changes.position)
    ending = tuning.END_TURN_COST if changes.position.turn.acted else tuning.PASS_COST
    later = [now.after(actions.EndTurn(), ending)]
    if changes.position.pending:
        later.append(now.after(actions.Skip(), tuning.SKIP_COST))
    yield now
    yield from (stand for stand in later if stand is not None and not changes.touched(stand.position))


def _by_the_rules(changes: TableDelta, stand: HypothesisBase) -> Iterator[ActHypothesis]:
    """Everything that the rules allow now and that may have left such a table."""
    for action in _telling_apart(stand.position, _listed(changes, stand.position)):
        yield from _ruled(changes, stand, action)
        if isinstance(action, actions.Call) or (isinstance(action, actions.Jump) and action.by in changes.gone):
            after = stand.after(action, tuning.CALL_OR_JUMP_COST)
            yield from throw_hypotheses(changes, after) if after else ()


def _listed(changes: TableDelta, position: Position) -> Iterator[actions.Action]:
    """What the rules allow now; where every piece lies as it lay, only the calls, whose throw can be seen."""
    if changes.gone:
        about = frozenset(changes.gone)
        found = list(legal_actions(position, about=about))
        yield from found
        if not any(changes.touched(apply(position, action).position) & about for action in found):
            yield from (action for action in legal_actions(position, about=about, settled=True) if action.settled)
        return
    for piece in position.in_play:
        if piece.owner == position.to_move and piece.showing.has(EffectKind.CALL):
            yield from (action for action in legal_actions(position, piece.id) if isinstance(action, actions.Call))


def _telling_apart(position: Position, tried: Iterable[actions.Action]) -> Iterator[actions.Action]:
    """The actions but for calls of equal dice from one hand."""
    called: set[tuple[str, str]] = set()
    for action in tried:
        kind = (action.by, position.piece(action.piece).die.id) if isinstance(action, actions.Call) else None
        if kind not in called:
            yield action
        if kind is not None:
            called.add(kind)


def _ruled(changes: TableDelta, stand: HypothesisBase, action: actions.Action) -> Iterator[ActHypothesis]:
    """An act of the rules that changes what lies on the table, where something has changed."""
    untold = isinstance(action, actions.Shoot) and action.target is None
    for_another = isinstance(action, actions.Repair | actions.Confuse)
    rare = (
        tuning.CLOSE_CALL_COST * action.settled
        + tuning.UNNAMED_TARGET_COST * untold
        + tuning.FOR_ANOTHER_COST * for_another
    )
    for guess in stand.guessed(action, tuning.ACT_COST + rare):
        if changes.touched(guess.after) & {*changes.gone}:
            yield guess
