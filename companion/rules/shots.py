"""Firing a weapon: one option of its face (DW-OPT-02), whom it hits, Backstab, Double Shot, what comes after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.catalogue import EFFECTS, Effect, EffectKind, Range
from companion.rules.actions import BaseAction, Shoot
from companion.rules.activation import Use, check_can_act, check_target, drop_copy
from companion.rules.arrows import arrow_of, check_works, effect_of
from companion.rules.combat import hit, shot_of, spend_missile
from companion.rules.position import CommandPost, Piece, Position, Target
from companion.rules.ruling import Refused, Verdict, Why, cite, most_telling
from companion.rules.sight import sees_any
from companion.rules.stack import push_frame, take_slot
from companion.rules.targets import TargetsAnswer, targets_of
from companion.rules.transition import ActionRule, Transition, rule_of
from companion.rules.turn_state import MayAct
from companion.text import gettext


def shoot(course: Transition, action: Shoot) -> None:
    """Fire a weapon, once or as a Double Shot twice (OG-SIGHT-01, CY-DOUBLE-01)."""
    position, piece = course.position, course.position.piece(action.by)
    slot = check_can_act(position, piece)
    effect = weapon_of(position, piece, action.effect)
    if action.double is not None and not effect.double:
        text = gettext("{effect} of {piece} is not a Double Shot.", effect=effect.label, piece=piece.label)
        raise Refused(Why.NO_EFFECT, ("CY-DOUBLE-01",), text)
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
    if not effect.record.shot or effect.attack is None or not arrow_of(piece.showing, effect)[0]:
        rules = most_telling(cite(position.agreement.profile, "no-arrow"), ("DW-POWER-02",))
        text = gettext("{effect} of {piece} is not a weapon: it has no Attack.", effect=effect.label, piece=piece.label)
        raise Refused(Why.NO_ARROW, rules, text)
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
        text = gettext("An All-Range shot hits every legal target; {spared} cannot be spared.", spared=spared)
        raise Refused(Why.ILLEGAL_TARGET, rules, text)
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
        text = gettext("{target} sees {piece}: a Backstab has no effect.", target=target.label, piece=piece.label)
        raise Refused(Why.NO_EFFECT, rules, text)
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


USES: Final[Mapping[EffectKind, Use]] = {
    kind: Use(Shoot, aimed=lambda piece, effect, target: (Shoot(by=piece.id, effect=effect, target=target),))
    for kind, record in EFFECTS.items()
    if record.shot
}
RULES: Final[Mapping[type[BaseAction], ActionRule]] = {Shoot: rule_of(Shoot, shoot)}
