"""`apply`: an action on a position gives an outcome; a refused one gives the old position and the reason.

Firing a weapon: one option of its face (DW-OPT-02), whom it hits, Backstab, Double Shot, what comes after.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from companion.catalogue import Effect, EffectKind, Range
from companion.rules import actions as act
from companion.rules import die_actions, support_actions, target_choice, throws, turn
from companion.rules.actions import Shoot
from companion.rules.activation import check_can_act, check_target, drop_copy
from companion.rules.arrows import WEAPONS, arrow_of, check_works, effect_of
from companion.rules.candidates import candidates
from companion.rules.combat import hit, shot_of, spend_missile
from companion.rules.position import CommandPost, Piece, Position, Target
from companion.rules.ruling import Refused, Verdict, Why, cite, most_telling
from companion.rules.sight import sees_any
from companion.rules.stack import foul_pending, push_frame, take_slot
from companion.rules.targets import TargetsAnswer, targets_of
from companion.rules.transition import Outcome, Transition
from companion.rules.turn_state import MayAct
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


def _take(course: Transition, action: act.Action) -> None:  # noqa: C901, PLR0912  (a case a kind)
    match action:
        case act.Place():
            throws.place(course, action)
        case act.Throw():
            throws.throw(course, action)
        case act.FoulChoice():
            throws.choose_on_foul(course, action)
        case act.Observe():
            throws.observe(course, action)
        case act.Maneuver():
            die_actions.maneuver(course, action)
        case act.Shoot():
            shoot(course, action)
        case act.Call():
            die_actions.call(course, action)
        case act.Jump():
            die_actions.jump(course, action)
        case act.Command():
            die_actions.command(course, action)
        case act.Repair():
            support_actions.repair(course, action)
        case act.Confuse():
            support_actions.confuse(course, action)
        case act.Clone():
            support_actions.clone(course, action)
        case act.NameTarget():
            target_choice.name_target(course, action)
        case act.Skip():
            die_actions.skip(course, action)
        case act.Pass():
            _pass(course, action)
        case act.EndTurn():
            _end_turn(course, action)
        case _:
            assert_never(action)


def apply(position: Position, action: act.Action) -> Outcome:
    """What an action leads to: the new position with the events, or the old one with the ruling that refuses it."""
    course = Transition(position if isinstance(action, _BESIDE_PLAY) else replace(position, just_checked=()))
    try:
        check_may_begin(position, action)
        _take(course, action)
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
    turn_state = position.turn
    if turn_state.first_placement and not _fits_first_turn(position, action):
        first = ("OG-START-06", "OG-START-07", "DW-START-02", "DW-START-03", "CY-START-02")
        text = gettext("In the first turn of the match a die is placed in the exact centre; nothing else is done.")
        raise Refused(Why.FIRST_TURN, first, text)


def _fits_first_turn(position: Position, action: act.Action) -> bool:
    return isinstance(action, act.EndTurn) if position.turn.placed else isinstance(action, act.Place)


def _check_turn(position: Position, action: act.Action) -> None:
    name = getattr(action, "by", None) or getattr(action, "piece", None)
    owner = position.target(name).owner if name is not None else position.to_move
    for player in (action.player, owner):
        if player is not None and player != position.to_move:
            text = gettext("It is {to_move}'s turn, not {player}'s.", to_move=position.to_move, player=player)
            raise Refused(Why.NOT_YOUR_TURN, ("OG-TURN-01", "OG-TURN-06", "OG-CORE-01"), text)


def shoot(course: Transition, action: Shoot) -> None:
    """Fire a weapon, once or as a Double Shot twice (OG-SIGHT-01, CY-DOUBLE-01)."""
    position, piece = course.position, course.position.piece(action.by)
    slot = check_can_act(position, piece)
    effect = weapon_of(position, piece, action.effect)
    if action.double is not None and not effect.double:
        raise Refused(
            Why.NO_EFFECT,
            ("CY-DOUBLE-01",),
            "{effect} of {piece} is not a Double Shot.",
            effect=effect.label,
            piece=piece.label,
        )
    may_move = piece.showing.has(EffectKind.SHOOT_AND_MOVE) and not (
        slot.commanded and position.agreement.is_("AMB-16", "one")
    )
    if piece.showing.has(EffectKind.SHOOT_AND_MOVE) and slot.commanded:
        course.decide("AMB-16")
    take_slot(course, piece.id)
    spend_missile(course, piece, effect)
    _fire(course, action, piece, effect, action.target)
    if action.double is not None:
        _fire_again(course, action, piece, effect)
    drop_copy(course, piece.id)
    after = course.position.piece(piece.id)
    if may_move and after.in_play and not course.over:
        push_frame(course, MayAct(piece.id, only_move=True, commanded=slot.commanded))
        course.cite("OG-SM-01", "OG-OGRE-05")


def weapon_of(position: Position, piece: Piece, index: int) -> Effect:
    """The weapon of that index on the showing face.

    Raises:
        Refused: there is none (`no-arrow`), or its system is destroyed.
    """
    effect = effect_of(position, piece, index)
    if effect.kind not in WEAPONS or effect.attack is None or not arrow_of(piece.showing, effect)[0]:
        rules = most_telling(cite(position.agreement.profile, "no-arrow"), ("DW-POWER-02",))
        raise Refused(
            Why.NO_ARROW,
            rules,
            "{effect} of {piece} is not a weapon: it has no Attack.",
            effect=effect.label,
            piece=piece.label,
        )
    check_works(position, piece, effect)
    return effect


def _fire(course: Transition, action: Shoot, piece: Piece, effect: Effect, target: str | None) -> None:
    position = course.position
    found = targets_of(position, piece, effect)
    hits = _chosen(position, piece, effect, found, action, target)
    if effect.kind is EffectKind.BACKSTAB:
        for name in hits:
            _check_unseen(position, piece, position.target(name), settled=action.settled)
    course.cite(*found.ruling.rules)
    if effect.kind is EffectKind.BACKSTAB:
        course.decide("DW-BACKSTAB-01", "DW-BACKSTAB-02", "AMB-44")
    if found.too_close:
        course.decide("AMB-02")
    shot = shot_of(position, piece, effect, action.system, settled=action.settled)
    for name in hits:
        aim = course.position.target(name)
        if course.over or (isinstance(aim, Piece) and not aim.in_play):
            continue
        hit(course, shot, aim)
        course.recheck()
    if len(hits) > 1:
        course.decide(*cite(position.agreement.profile, "all")[-1:], "AMB-06")


def _chosen(
    position: Position, piece: Piece, effect: Effect, found: TargetsAnswer, action: Shoot, target: str | None
) -> tuple[str, ...]:
    """What is hit: an All-Range shot's whole list, else the one target; refused where it is not what the rule gives."""
    if not found.legal and target is None:
        raise Refused(Why.ILLEGAL_TARGET, ("AMB-65", *found.ruling.rules[:2]), found.ruling.text)
    named = (target,) if target is not None else action.targets
    for name in named or ():
        check_target(position, piece, found, name, settled=action.settled)
    if arrow_of(piece.showing, effect)[1] is Range.ALL:
        return _whole_list(position, found, named, settled=action.settled)
    if named is None and len(found.legal) == 1:
        check_target(position, piece, found, found.legal[0], settled=action.settled)
        return found.legal
    if named is None or len(named) != 1:
        text = gettext(
            "{effect} of {piece} hits one target: name one of {legal}.",
            effect=effect.label,
            piece=piece.label,
            legal=", ".join(found.legal),
        )
        raise Refused(Why.ILLEGAL_TARGET, found.ruling.rules, text)
    return tuple(named)


def _whole_list(
    position: Position, found: TargetsAnswer, named: tuple[str, ...] | None, *, settled: bool
) -> tuple[str, ...]:
    """What an All-Range shot hits: every legal target; the player's word decides only what is too close to call and
    the order of those equally close (OG-RANGE-11, AMB-02, AMB-03)."""
    if found.too_close and not settled:
        raise Refused(Why.TOO_CLOSE_TO_CALL, found.ruling.rules, found.ruling.text, Verdict.TOO_CLOSE)
    rules = cite(position.agreement.profile, "all")
    must = set(found.legal) - found.doubtful
    if named is not None and not must <= set(named):
        spared = ", ".join(sorted(must - set(named)))
        raise Refused(
            Why.ILLEGAL_TARGET,
            rules,
            "An All-Range shot hits every legal target; {spared} cannot be spared.",
            spared=spared,
        )
    return found.hits if named is None else found.hits_as_named(named)


def _check_unseen(position: Position, piece: Piece, target: Target, *, settled: bool) -> None:
    """A Backstab works only on a target that cannot see the shooter (DW-BACKSTAB-02, AMB-44)."""
    if isinstance(target, CommandPost):
        return
    seen = sees_any(position, target, piece)
    if seen and piece.showing.has(EffectKind.DODGE):
        # Whether a die sees a dodging Enemy with some arrow: only where it is the closest visible target (OG-DODGE-02).
        plain = Effect(EffectKind.WEAPON, range=Range.LONG)
        groups = {arrow_of(target.showing, effect)[0] for effect in target.showing.effects} - {()}
        seen = any(
            piece.id in targets_of(position, target, replace(plain, corners=corners)).legal for corners in groups
        )
    rules = ("DW-BACKSTAB-02", "AMB-44")
    if seen:
        raise Refused(
            Why.NO_EFFECT,
            rules,
            "{target} sees {piece}: a Backstab has no effect.",
            target=target.label,
            piece=piece.label,
        )
    if seen is None and not settled:
        text = gettext("Whether {target} sees {piece} is too close to call.", target=target.label, piece=piece.label)
        raise Refused(Why.TOO_CLOSE_TO_CALL, ("AMB-02", *rules), text, Verdict.TOO_CLOSE)


def _fire_again(course: Transition, action: Shoot, piece: Piece, effect: Effect) -> None:
    """The second shot of a Double Shot, with its targets found anew, unless the shooter has changed (CY-DOUBLE-02,
    -03)."""
    now = course.position.piece(piece.id)
    course.decide("CY-DOUBLE-02", "CY-DOUBLE-01")
    if course.over or not now.in_play or now.showing is not piece.showing:
        course.decide("CY-DOUBLE-03")
        course.say("The second shot does not fire.")
        return
    again = replace(action, target=action.double, targets=None)
    ranged = arrow_of(now.showing, effect)[1]
    _fire(course, again, now, effect, None if ranged is Range.ALL else action.double)
