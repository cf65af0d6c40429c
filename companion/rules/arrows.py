"""Effects and their arrows: which arrow an effect looks along, and whether its weapon works."""

from __future__ import annotations

from itertools import chain

from companion.catalogue import Effect, Face, Range
from companion.rules.position import Piece, Position
from companion.rules.ruling import Refused, Verdict, Why, cite
from companion.rules.table import check_in_play
from companion.text import gettext


def arrow_of(face: Face, effect: Effect) -> tuple[tuple[int, ...], Range | None]:
    """Corners and range of the arrow that an effect looks along: its own, or the face's main one
    (DW-BACKSTAB-01, DW-OPT-03, CY-SPEC-01). Arrows of one colour are one shot, though a script has them as several
    effects (OG-SIGHT-08)."""
    if effect.corners or not effect.record.borrows:
        return _joined_corners(face, effect), effect.range
    main = next((other for other in face.effects if other.corners), effect)
    return _joined_corners(face, main), effect.range or main.range


def _joined_corners(face: Face, effect: Effect) -> tuple[int, ...]:
    others = [other.corners for other in face.effects if other is not effect and other.is_one_shot_with(effect)]
    return tuple(sorted({*effect.corners, *chain(*others)})) if others else effect.corners


def effect_of(position: Position, by: Piece, index: int) -> Effect:
    """The effect of that index on the showing face.

    Raises:
        Refused: the die is not in play (`not-in-play`) or its face has no such effect (`no-arrow`).
    """
    check_in_play(position, by)
    if not 0 <= index < len(by.showing.effects):
        text = gettext(
            "Side {showing} of {by} has no effect {index}.", showing=by.showing.key, by=by.label, index=index
        )
        raise Refused(Why.NO_ARROW, cite(position.agreement.profile, "no-arrow"), text)
    return by.showing.effects[index]


def looking_effect(position: Position, by: Piece, index: int) -> Effect:
    """The same for an effect that must have an arrow.

    Raises:
        Refused: besides, it has no arrow (`no-arrow`).
    """
    effect = effect_of(position, by, index)
    if not arrow_of(by.showing, effect)[0]:
        text = gettext(
            "{effect} on side {showing} of {by} has no arrow.", effect=effect.label, showing=by.showing.key, by=by.label
        )
        raise Refused(Why.NO_ARROW, cite(position.agreement.profile, "no-arrow"), text)
    return effect


def check_works(position: Position, by: Piece, effect: Effect) -> None:
    """Refuse a weapon of an Ogre whose system is scratched off its tracking card (OG-OGRE-08, OG-SIGHT-13), and two
    arrows of one colour with different numbers or shapes: one shot cannot be both (AMB-07, OG-SIGHT-08)."""
    twins = [e for e in by.showing.effects if e.kind is effect.kind and e.colour is effect.colour and e.corners]
    alike = all(twin == effect or twin.is_one_shot_with(effect) for twin in twins)
    if effect.system is None and effect.corners and effect.record.shot and not alike:
        text = gettext(
            "{by} has arrows of one colour with different numbers or shapes: the players say what they mean.",
            by=by.label,
        )
        raise Refused(Why.ASK, ("AMB-07", "OG-SIGHT-08"), text, Verdict.ASK)
    card = position.cards.get(by.id)
    if card is not None and not card.works(effect.system):
        raise Refused(
            Why.WEAPON_DESTROYED,
            ("OG-OGRE-08", "OG-SIGHT-13"),
            "{effect} of {by} does not fire: no circle of its system is left on the tracking card.",
            effect=effect.label,
            by=by.label,
        )
