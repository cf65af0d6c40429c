"""`apply`: an action on a position gives an outcome; a refused one gives the old position and the reason.

Each module of actions has its tables, put together here: `RULES`, by which an action is taken, and `USES`, by which the
effects of a face become actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from companion.catalogue import CORNERS, EffectKind
from companion.rules import actions as act
from companion.rules import die_actions, shots, support_actions, throws, turn
from companion.rules.activation import Use
from companion.rules.arrows import arrow_of
from companion.rules.position import Piece, Position
from companion.rules.ruling import Refused, Why
from companion.rules.stack import foul_pending
from companion.rules.targets import targets_of
from companion.rules.transition import ActionRule, Outcome, Transition, rule_of
from companion.text import gettext

#: Stated in whosever turn, and no act of it: a target may still be named after it (AMB-09).
_BESIDE_PLAY: Final = act.Observe | act.NameTarget


def _pass(course: Transition, action: act.Pass) -> None:
    if course.position.turn.spent:
        rules = ("OG-TURN-01", "OG-TURN-04")
        raise Refused(Why.TURN_SPENT, rules, "Something was done this turn: end it, it can no longer be passed.")
    check_pass(course.position)
    turn.pass_turn(course, settled=action.settled)


def _end_turn(course: Transition, action: act.EndTurn) -> None:
    if course.position.turn.acted:
        turn.end_turn(course, settled=action.settled)
    else:
        check_pass(course.position)
        turn.pass_turn(course, settled=action.settled)


def check_pass(position: Position) -> None:
    """Refuse a pass too many (OG-TURN-05)."""
    barred = position.turn.passes >= len(position.players)
    turn.check_may_pass(position, options=barred and _has_options(position))


def _has_options(position: Position) -> bool:
    """Whether the player to move could do anything but pass (OG-TURN-05)."""
    if any(may_throw(position, piece) for piece in position.pieces.values()):
        return True
    own = [name for name in (*position.pieces, *position.posts) if position.target(name).owner == position.to_move]
    return any(apply(position, action).ok for name in own for action in candidates(position, name))


#: By which rule each kind of action is taken.
RULES: Final[Mapping[type[act.BaseAction], ActionRule]] = {
    **throws.RULES,
    **die_actions.RULES,
    **shots.RULES,
    **support_actions.RULES,
    act.Pass: rule_of(act.Pass, _pass),
    act.EndTurn: rule_of(act.EndTurn, _end_turn),
}
#: How each kind of effect is used that is an action of its die; no other is.
USES: Final[Mapping[EffectKind, Use]] = {**shots.USES, **die_actions.USES, **support_actions.USES}


def candidates(position: Position, name: str) -> Iterator[act.Action]:
    """Every action of a piece or Command Post that its face and the table suggest, legal or not; no throws."""
    yield act.Command(by=name)
    if name not in position.pieces or not position.pieces[name].in_play:
        return
    piece = position.pieces[name]
    for corner in CORNERS:
        yield act.Maneuver(piece=name, corner=corner)
    for kind, use in USES.items():
        if kind is not EffectKind.COMMAND and piece.showing.has(kind):
            yield from use.once(position, piece)
    for index, effect in enumerate(piece.showing.effects):
        if effect.kind in USES:
            aimed = USES[effect.kind].aimed
            yield from aimed(piece, index, None)
            has_arrow = arrow_of(piece.showing, effect)[0]
            for target in targets_of(position, piece, effect).legal if has_arrow else ():
                yield from aimed(piece, index, target)


def apply(position: Position, action: act.Action) -> Outcome:
    """What an action leads to: the new position with the events, or the old one with the ruling that refuses it."""
    course = Transition(position if isinstance(action, _BESIDE_PLAY) else replace(position, just_checked=()))
    try:
        check_may_begin(position, action)
        RULES[type(action)](course, action)
        die_actions.settle(course)
    except Refused as refusal:
        return Outcome(position, (), refusal.ruling)
    return course.outcome()


def put_right(position: Position, piece: Piece) -> Position:
    """The position with a piece as people say that it is, whatever the rules say of it: its counter, its flags and its
    turn to act go with a die that leaves the table."""
    course = Transition(position)
    course.put(piece)
    die_actions.settle(course)
    return course.position


def may_throw(position: Position, piece: Piece) -> bool:
    """Whether a piece may be thrown now."""
    try:
        check_may_begin(position, act.Throw(piece=piece.id, lands=act.OffTable()))
        throws.check_may_throw(position, piece)
    except Refused:
        return False
    return True


def check_may_begin(position: Position, action: act.Action) -> None:
    """Refuse what no action may be taken for now: match over, foul pending, another's turn, first placement due."""
    if position.winner is not None:
        won = ("OG-WIN-01", "DW-WIN-01", "AMB-26")
        raise Refused(Why.MATCH_OVER, won, "The match is over: {winner} has won.", winner=position.winner)
    pending = foul_pending(position)
    if pending is not None and not isinstance(action, act.FoulChoice):
        rules = ("OG-THROW-05", "OG-THROW-07", "DW-THROW-03", "CON-11")
        raise Refused(Why.FOUL_PENDING, rules, "{player} decides on the foul first.", player=pending.player)
    if isinstance(action, act.FoulChoice | _BESIDE_PLAY):
        return
    _check_turn(position, action)
    fits = act.EndTurn if position.turn.placed else act.Place
    if position.turn.first_placement and not isinstance(action, fits):
        first = ("OG-START-06", "OG-START-07", "DW-START-02", "DW-START-03", "CY-START-02")
        text = gettext("In the first turn of the match a die is placed in the exact centre; nothing else is done.")
        raise Refused(Why.FIRST_TURN, first, text)


def _check_turn(position: Position, action: act.Action) -> None:
    name = getattr(action, "by", None) or getattr(action, "piece", None)
    owner = position.target(name).owner if name is not None else position.to_move
    for player in (action.player, owner):
        if player is not None and player != position.to_move:
            text = gettext("It is {to_move}'s turn, not {player}'s.", to_move=position.to_move, player=player)
            raise Refused(Why.NOT_YOUR_TURN, ("OG-TURN-01", "OG-TURN-06", "OG-CORE-01"), text)
