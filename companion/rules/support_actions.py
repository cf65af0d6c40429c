"""Repair, Confuse and Clone: what one die does to another, or makes of itself, without an Attack; and whom a Long-Range
continuous effect acts on, where its owner says so (DW-CONT-01, AMB-09)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from companion.catalogue import CORNERS, Effect, EffectKind, Range
from companion.rules.actions import BaseAction, Clone, Confuse, NameTarget, Repair
from companion.rules.activation import Use, check_can_act, check_target, drop_copy
from companion.rules.agreements import Profile
from companion.rules.arrows import arrow_of, looking_effect
from companion.rules.combat import roll, shrugs_off
from companion.rules.command import only_effect
from companion.rules.effects import conditions
from companion.rules.events import Moved, Unharmed
from companion.rules.movement import RollStep, describe_corner, step_over
from companion.rules.position import CommandPost, Influence, Piece, Position, Target
from companion.rules.ruling import Refused, Verdict, Why, cite, most_telling
from companion.rules.stack import push_frame, take_slot
from companion.rules.targets import is_immune, targets_of
from companion.rules.transition import ActionRule, Transition, rule_of
from companion.rules.turn_state import MayAct
from companion.text import gettext

#: Armor that a Repair restores, and the most that a Command Post has (OG-CP-14, AMB-37).
REPAIRED_ARMOUR, MOST_ARMOUR = 10, 60


def _aim(position: Position, piece: Piece, kind: EffectKind, name: str, *, settled: bool) -> tuple[Effect, Target]:
    """The effect of that kind and its target, judged."""
    effect = only_effect(position, piece, kind)
    found = targets_of(position, piece, effect)
    check_target(position, piece, found, name, settled=settled)
    return effect, position.target(name)


def repair(course: Transition, action: Repair) -> None:
    """Repair an Ally: roll it over any free corner or not; its Poison Counter goes (DW-REPAIR-*, CY-REPAIR-*)."""
    position, piece = course.position, course.position.piece(action.by)
    check_can_act(position, piece)
    effect, target = _aim(position, piece, EffectKind.REPAIR, action.target, settled=action.settled)
    step = None
    if isinstance(target, Piece) and action.corner is not None and not is_immune(target, effect):
        step = free_step(position, target, action.corner, settled=action.settled, repair=True)
    take_slot(course, piece.id)
    rules = {Profile.CYBURG: ("CY-REPAIR-01", "CY-REPAIR-02")}.get(
        position.agreement.profile, ("DW-REPAIR-01", "DW-REPAIR-02", "CY-REPAIR-02")
    )
    if is_immune(target, effect):
        post = ("OG-CP-11",) if isinstance(target, CommandPost) else ()
        _no_use(course, target, most_telling(post, cite(position.agreement.profile, "immune")))
    elif isinstance(target, CommandPost):
        _repair_post(course, target)
    else:
        course.decide(*rules, "CON-20")
        course.say("{target} is repaired.", target=target.label)
        if step is not None:
            roll(course, target, step, Moved)
        course.remove_counter(target.id)
    drop_copy(course, piece.id)


def _repair_post(course: Transition, post: CommandPost) -> None:
    limit = MOST_ARMOUR if course.position.agreement.is_("AMB-37", "cap") else float("inf")
    armour = max(post.armour, min(limit, post.armour + REPAIRED_ARMOUR))
    course.decide("OG-CP-14", "OG-CP-06", "AMB-37")
    course.say("{post} is repaired to {armour:g} Armor.", post=post.label, armour=armour)
    course.change_post(post, armour)
    course.remove_counter(post.id)


def _no_use(course: Transition, target: Target, rules: tuple[str, ...]) -> None:
    course.emit(Unharmed(piece=target.id, why=Why.IMMUNE))
    course.decide(*rules)
    course.say("{target} is immune: nothing happens.", target=target.label)


def free_step(position: Position, target: Piece, corner: int, *, settled: bool, repair: bool) -> RollStep:
    """The step that a Repair or Confuse makes; refused where the die is held, frozen or pinned that way (
    DW-REPAIR-03, -04)."""
    own = ("DW-REPAIR-03", "CY-REPAIR-03", "CON-20") if repair else ("DW-CONFUSE-02",)
    for condition in reversed(conditions(position, target)):
        text = gettext("{target} is {condition} and cannot be rolled.", target=target.label, condition=condition.words)
        raise Refused(Why(condition.value), most_telling(own, ("DW-FREEZE-01", "DW-HOLD-01")), text)
    step = step_over(position, target, corner)
    if step.obstacle is not None and not (settled and step.free is None):
        o = step.obstacle
        pinned = ("DW-REPAIR-04", "CY-REPAIR-03") if repair else ("DW-CONFUSE-02",)
        verdict = Verdict.ASK if step.free is None else Verdict.NO
        text = gettext(
            "{target} cannot be rolled over {corner}: {what} is in the way.",
            target=target.label,
            corner=describe_corner(target.showing, corner),
            what=o.what,
        )
        raise Refused(o.why, most_telling(o.rules if step.free is None else (), pinned, o.rules), text, verdict)
    return step


def confuse(course: Transition, action: Confuse) -> None:
    """Roll an Enemy over any free corner (DW-CONFUSE-01)."""
    position, piece = course.position, course.position.piece(action.by)
    check_can_act(position, piece)
    effect, target = _aim(position, piece, EffectKind.CONFUSE, action.target, settled=action.settled)
    step = None
    harmless = isinstance(target, CommandPost) or shrugs_off(target, effect)
    if isinstance(target, Piece) and not harmless:
        step = free_step(position, target, action.corner, settled=action.settled, repair=False)
    take_slot(course, piece.id)
    if isinstance(target, CommandPost):
        _no_use(course, target, ("OG-CP-11", "DW-CONFUSE-01"))
    elif step is None:
        _no_use(course, target, cite(position.agreement.profile, "immune"))
    else:
        course.decide("DW-CONFUSE-01", "GEO-08", *(("AMB-43",) if target.is_ogre else ()))
        corner = describe_corner(target.showing, action.corner)
        course.say("{target} is confused and rolls over {corner}.", target=target.label, corner=corner)
        roll(course, target, step, Moved)
    drop_copy(course, piece.id)


def clone(course: Transition, action: Clone) -> None:
    """Copy a die's face before acting, once a turn (CY-CLONE-01, CY-CLONE-02, CY-CLONE-08)."""
    position, piece = course.position, course.position.piece(action.by)
    slot = check_can_act(position, piece)
    if piece.cloned_turn == position.turn.number:
        text = gettext("{piece} has used Clone in this turn.", piece=piece.label)
        raise Refused(Why.TURN_SPENT, ("CY-CLONE-08",), text)
    effect = only_effect(position, piece, EffectKind.CLONE)
    found = targets_of(position, piece, effect)
    check_target(position, piece, found, action.target, settled=action.settled)
    source = position.piece(action.target)
    if source.is_ogre and not action.settled:
        text = gettext("Whether {source} can be copied is for the players to say.", source=source.label)
        raise Refused(Why.ASK, ("AMB-42", "CY-CLONE-02"), text, Verdict.ASK)
    take_slot(course, piece.id)
    course.put(replace(piece, copied=source.showing, cloned_turn=position.turn.number))
    course.recheck()
    push_frame(course, MayAct(piece.id, landed=slot.landed, commanded=slot.commanded))
    course.decide("CY-CLONE-02", "CY-CLONE-04", "CY-CLONE-05", "AMB-42")
    course.say(
        "{piece} copies side {showing} of {source} and may act with it.",
        piece=piece.label,
        showing=source.showing.key,
        source=source.label,
    )


def name_target(course: Transition, action: NameTarget) -> None:
    """The owner of a Long-Range continuous effect names the one die that it acts on until its next check."""
    position, source = course.position, course.position.piece(action.by)
    if action.player is not None and action.player != source.owner:
        text = gettext(
            "{owner} names the target of {source}, not {player}.",
            owner=source.owner,
            source=source.label,
            player=action.player,
        )
        raise Refused(Why.NOT_YOUR_TURN, ("AMB-09", "OG-CORE-01"), text)
    effect = looking_effect(position, source, action.effect)
    _check_takes_a_name(position, source, effect)
    check_target(position, source, targets_of(position, source, effect), action.target, settled=action.settled)
    others = tuple(i for i in position.influences if (i.source, i.effect) != (source.id, effect))
    target = position.target(action.target)
    works = isinstance(target, Piece) and not is_immune(target, effect)
    new = (Influence(source.id, effect, target.id, named=True),) if works else ()
    course.position = replace(position, influences=others + new)
    course.decide("AMB-09", "DW-CONT-01")
    course.say("{effect} of {source} acts on {target}.", effect=effect.label, source=source.label, target=target.label)
    if not works:
        course.cite(*cite(position.agreement.profile, "immune"))
        course.emit(Unharmed(piece=target.id, why=Why.IMMUNE))
        course.say("{target} is immune.", target=target.label)


def _check_takes_a_name(position: Position, source: Piece, effect: Effect) -> None:
    """Refuse an effect that is not continuous, one whose arrow finds its own targets, and one that is not being checked
    (DW-CONT-05)."""
    if not effect.record.continuous:
        text = gettext(
            "{effect} of {source} is not a continuous effect: it is used as an action.",
            effect=effect.label,
            source=source.label,
        )
        raise Refused(Why.NO_EFFECT, ("DW-CONT-01", "DW-SHOOT-02"), text)
    if arrow_of(source.showing, effect)[1] is not Range.LONG:
        text = gettext(
            "{effect} of {source} finds its own targets; only a Long-Range effect is given one.",
            effect=effect.label,
            source=source.label,
        )
        raise Refused(Why.NO_EFFECT, ("AMB-09", "DW-CONT-01"), text)
    if source.id not in position.just_checked:
        text = gettext(
            "{effect} of {source} is not being checked: its target is named at the start of a turn, "
            "or as its source is disturbed, before anything else is done.",
            effect=effect.label,
            source=source.label,
        )
        raise Refused(Why.TURN_SPENT, ("DW-CONT-05", "DW-CONT-03", "DW-CONT-04", "AMB-09"), text)


def _repairs(piece: Piece, _: int, target: str | None) -> Iterator[Repair]:
    if target is not None:
        yield from (Repair(by=piece.id, target=target, corner=corner) for corner in (None, *CORNERS))


def _confusions(piece: Piece, _: int, target: str | None) -> Iterator[Confuse]:
    if target is not None:
        yield from (Confuse(by=piece.id, target=target, corner=corner) for corner in CORNERS)


def _clones(piece: Piece, _: int, target: str | None) -> Iterator[Clone]:
    if target is not None:
        yield Clone(by=piece.id, target=target)


USES: Final[Mapping[EffectKind, Use]] = {
    EffectKind.REPAIR: Use(Repair, aimed=_repairs),
    EffectKind.CONFUSE: Use(Confuse, aimed=_confusions),
    EffectKind.CLONE: Use(Clone, aimed=_clones),
}
RULES: Final[Mapping[type[BaseAction], ActionRule]] = {
    Repair: rule_of(Repair, repair),
    Confuse: rule_of(Confuse, confuse),
    Clone: rule_of(Clone, clone),
    NameTarget: rule_of(NameTarget, name_target),
}
