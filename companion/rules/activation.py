"""Whether a die may act and on what, how it uses its effects, and what its having acted ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from companion.catalogue import EffectKind
from companion.rules.actions import Action
from companion.rules.effects import Condition, conditions
from companion.rules.position import Piece, Position
from companion.rules.ruling import Refused, Verdict, Why, cite, most_telling
from companion.rules.stack import Slot, slot_of
from companion.rules.table import check_in_play
from companion.rules.targets import TargetsAnswer
from companion.rules.transition import Transition
from companion.text import gettext


def _nothing(*_: object) -> Iterable[Action]:
    return ()


@dataclass(frozen=True, slots=True)
class Use:
    """How a die uses the effects of a kind: by which action, and what such actions there might be. ``once``: those that
    are the same whichever of several such effects of a face they are done by; ``aimed``: those of the effect of that
    index at a target, or (None) at none."""

    action: type[Action]
    once: Callable[[Position, Piece], Iterable[Action]] = _nothing
    aimed: Callable[[Piece, int, str | None], Iterable[Action]] = _nothing


def check_can_act(position: Position, piece: Piece, *, moving: bool = False) -> Slot:
    """The slot by which a piece may act now.

    Raises:
        Refused: not in play, not its action, only to move after its shot, or frozen.
    """
    if not piece.in_play:
        rules = most_telling(cite(position.agreement.profile, "in-play"), ("OG-TURN-02", "OG-THROW-08", "CON-13"))
        raise Refused(Why.NOT_IN_PLAY, rules, "{piece} is not in play.", piece=piece.label)
    try:
        slot = slot_of(position, piece.id)
    except Refused as refusal:  # that an Ogre has no action left hangs on Shoot and Move too (AMB-16)
        if not piece.showing.has(EffectKind.SHOOT_AND_MOVE):
            raise
        rules = most_telling(refusal.ruling.rules, ("OG-SM-01", "AMB-16"))
        raise Refused(Why.TURN_SPENT, rules, refusal.ruling.text) from None
    if slot.only_move and not moving:
        text = gettext("{piece} has fired; it may only maneuver now.", piece=piece.label)
        raise Refused(Why.TURN_SPENT, ("OG-SM-01", "OG-OGRE-06", "AMB-16"), text)
    if not moving and Condition.FROZEN in conditions(position, piece):
        text = gettext("{piece} is frozen: it can neither maneuver nor shoot.", piece=piece.label)
        raise Refused(Why.FROZEN, ("DW-FREEZE-01", "CON-02"), text)
    return slot


def drop_copy(course: Transition, name: str) -> None:
    """A Clone's copy ends when it has acted (CY-CLONE-07)."""
    piece = course.position.pieces[name]
    if piece.in_play and piece.copied is not None:
        course.put(replace(piece, copied=None))
        course.cite("CY-CLONE-05", "CY-CLONE-07")
        course.recheck()


def check_target(position: Position, piece: Piece, found: TargetsAnswer, name: str, *, settled: bool) -> None:
    """Refuse a target that an effect may not act on, or on which the measurement leaves it open and nobody has
    settled it."""
    exclusion = found.excluded.get(name)
    target = position.target(name)
    if exclusion is not None:
        rules = most_telling(exclusion.rules, found.effect.record.rules)
        raise Refused(
            exclusion.why,
            rules,
            "{piece} may not act on {target}: {exclusion}.",
            piece=piece.label,
            target=target.label,
            exclusion=exclusion.text,
        )
    check_in_play(position, target)
    if name not in found.legal:
        text = gettext("{target} is not a target for {piece}.", target=target.label, piece=piece.label)
        raise Refused(Why.ILLEGAL_TARGET, ("DW-PROT-02", *cite(position.agreement.profile, "sides")), text)
    if name in found.doubtful and not settled:
        raise Refused(Why.TOO_CLOSE_TO_CALL, found.ruling.rules, found.ruling.text, Verdict.TOO_CLOSE)
