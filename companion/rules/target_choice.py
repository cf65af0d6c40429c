"""Whom a Long-Range continuous effect acts on, where its owner says so (DW-CONT-01, AMB-09)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.catalogue import Effect, Range
from companion.rules.actions import BaseAction, NameTarget
from companion.rules.activation import check_target
from companion.rules.arrows import arrow_of, looking_effect
from companion.rules.events import Unharmed
from companion.rules.position import Influence, Piece, Position
from companion.rules.ruling import Refused, Why, cite
from companion.rules.targets import is_immune, targets_of
from companion.rules.transition import ActionRule, Transition, rule_of
from companion.text import gettext


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
    kept = tuple(i for i in position.influences if (i.source, i.effect) != (source.id, effect))
    target = position.target(action.target)
    works = isinstance(target, Piece) and not is_immune(target, effect)
    new = (Influence(source.id, effect, target.id, named=True),) if works else ()
    course.position = replace(position, influences=kept + new)
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


RULES: Final[Mapping[type[BaseAction], ActionRule]] = {
    NameTarget: rule_of(NameTarget, name_target),
}
