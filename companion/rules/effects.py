"""Continuous effects: whom they act on since their last check, and what they do to conditions, Blocks and Attacks.

They are no shots and need no action (DW-SHOOT-02), last while their side shows (DW-CONT-02), and go on while their
source is held or frozen (DW-HOLD-02, DW-FREEZE-02). Purple ones do nothing to whoever is immune to purple, helpful or
not (DW-COLOR-04, CON-33).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from enum import StrEnum

from companion.catalogue import Effect, EffectKind
from companion.rules.position import Influence, Piece, Position
from companion.rules.ruling import Term
from companion.rules.targets import is_immune, targets_of
from companion.text import gettext


class Condition(StrEnum):
    """What a continuous effect makes of a die."""

    HELD = "held"
    FROZEN = "frozen"

    @property
    def words(self) -> str:
        """The same as people read it."""
        return gettext("held") if self is Condition.HELD else gettext("frozen")


_CONDITIONS = {EffectKind.HOLD: Condition.HELD, EffectKind.FREEZE: Condition.FROZEN}


def refreshed(position: Position, sources: Collection[str] | None = None) -> Position:
    """The position with the continuous effects of some sources checked anew; of all where none are named (DW-CONT-03).

    A Short-Range effect acts on the closest legal target, a Long-Range one on the one that its owner has named, while
    that is legal, else on the closest (AMB-09); equally close targets are taken in the order in which they are listed.
    Whoever is immune at the check stays free of the effect until the next, whatever side it turns up before
    (DW-CONT-05).
    """
    checked = position.pieces if sources is None else sources
    others = tuple(i for i in position.influences if i.source not in checked and position.piece(i.on).in_play)
    new = tuple(i for name in checked for i in _influences(position, position.piece(name)))
    sources_now = tuple(name for name in checked if is_source(position.piece(name)))
    just_checked = tuple(dict.fromkeys((*position.just_checked, *sources_now)))
    return replace(position, influences=others + new, just_checked=just_checked)


def is_source(piece: Piece) -> bool:
    """Whether a piece has a continuous effect on its showing face."""
    return piece.in_play and any(effect.record.continuous for effect in piece.showing.effects)


def conditions(position: Position, piece: Piece) -> tuple[Condition, ...]:
    """Held and frozen, as they hold now for a piece (DW-HOLD-01, DW-FREEZE-01)."""
    kinds = {i.effect.kind for i in _acting_on(position, piece)} & set(_CONDITIONS)
    return tuple(condition for kind, condition in _CONDITIONS.items() if kind in kinds)


def block_terms(position: Position, piece: Piece) -> tuple[Term, ...]:
    """The arithmetic of a piece's Block: the printed one and each Protection; empty without a Block (DW-PROT-01,
    -03)."""
    printed = piece.showing.block
    if printed is None:
        return ()
    return (Term(printed, "Block", "OG-FACE-06"), *_bonuses(position, piece, EffectKind.PROTECTION, "DW-PROT-01"))


def attack_terms(position: Position, piece: Piece, effect: Effect) -> tuple[Term, ...]:
    """The arithmetic of an Attack: the printed one and each Power Up; empty without an Attack (DW-POWER-01, -02)."""
    if effect.attack is None:
        return ()
    return (Term(effect.attack, "Attack", "OG-FACE-02"), *_bonuses(position, piece, EffectKind.POWER_UP, "DW-POWER-01"))


def total(terms: Collection[Term]) -> float:
    """The sum of an arithmetic."""
    return sum(term.value for term in terms)


def block_of(position: Position, piece: Piece) -> float | None:
    """The Block as it counts now; None where there is none."""
    terms = block_terms(position, piece)
    return total(terms) if terms else None


def _influences(position: Position, source: Piece) -> list[Influence]:
    if not is_source(source):
        return []
    found: list[Influence] = []
    for place, effect in enumerate(source.showing.effects):
        joined = any(earlier.is_one_shot_with(effect) for earlier in source.showing.effects[:place])
        if effect.record.continuous and effect.corners and not joined:
            answer = targets_of(position, source, effect)
            own = (i for i in position.influences if i.named and (i.source, i.effect) == (source.id, effect))
            named = {i.on for i in own} & set(answer.legal)  # at an earlier check (AMB-09)
            names = answer.hits or tuple(named) or answer.legal[:1]
            dice = [position.piece(name) for name in names if name in position.pieces]
            found += [Influence(source.id, effect, die.id, bool(named)) for die in dice if not is_immune(die, effect)]
    return found


def _acting_on(position: Position, piece: Piece) -> list[Influence]:
    return [
        i
        for i in position.influences
        if i.on == piece.id and not is_immune(piece, i.effect) and not (piece.is_ogre and i.effect.record.spares_ogres)
    ]


def _bonuses(position: Position, piece: Piece, kind: EffectKind, rule: str) -> list[Term]:
    return [
        Term(i.effect.amount or 0, f"{i.effect.label} of {position.piece(i.source).label}", rule)
        for i in _acting_on(position, piece)
        if i.effect.kind is kind
    ]
