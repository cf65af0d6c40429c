"""Actions that might be open to a die or Command Post: the generator tries each of them on the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.catalogue import CORNERS, EffectKind
from companion.rules import actions as act
from companion.rules.arrows import WEAPONS, arrow_of
from companion.rules.position import Piece, Position, Zone
from companion.rules.targets import targets_of

_AIMED: Final = frozenset({EffectKind.REPAIR, EffectKind.CONFUSE, EffectKind.CLONE})


def candidates(position: Position, name: str) -> Iterator[act.Action]:
    """Every action of a piece or Command Post that its face and the table suggest, legal or not; no throws."""
    yield act.Command(by=name)
    if name not in position.pieces or not position.pieces[name].in_play:
        return
    piece = position.pieces[name]
    for corner in CORNERS:
        yield act.Maneuver(piece=name, corner=corner)
    if piece.showing.has(EffectKind.JUMP):
        yield act.Jump(by=name)
    if piece.showing.has(EffectKind.CALL):
        yield from (act.Call(by=name, piece=other.id) for other in position.pieces.values() if other.zone is Zone.HAND)
    for index, effect in enumerate(piece.showing.effects):
        if effect.kind in WEAPONS:
            yield act.Shoot(by=name, effect=index)
        if effect.kind in WEAPONS or effect.kind in _AIMED:
            yield from _aimed(position, piece, index)


def _aimed(position: Position, piece: Piece, index: int) -> Iterator[act.Action]:
    effect = piece.showing.effects[index]
    for target in targets_of(position, piece, effect).legal if arrow_of(piece.showing, effect)[0] else ():
        if effect.kind in WEAPONS:
            yield act.Shoot(by=piece.id, effect=index, target=target)
        elif effect.kind is EffectKind.CLONE:
            yield act.Clone(by=piece.id, target=target)
        elif effect.kind is EffectKind.REPAIR:
            yield from (act.Repair(by=piece.id, target=target, corner=corner) for corner in (None, *CORNERS))
        else:
            yield from (act.Confuse(by=piece.id, target=target, corner=corner) for corner in CORNERS)
