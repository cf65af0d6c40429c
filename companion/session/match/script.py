"""A match as a referee script: where it starts, and the acts that count as steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.catalogue import System
from companion.codec.card_layout import CardLayoutDocument
from companion.journal import EntryKind, JournalEntry
from companion.rules import OgreCard, Piece, Position, Zone
from companion.session.match.timeline import Timeline
from companion.text import phrase


def match_script(opening: Mapping[str, Any], timeline: Timeline[Any, Any]) -> dict[str, Any]:
    """The opening with the acts that count. No act of a script says what people corrected by hand: then it starts from
    the situation after the last correction."""
    counting = timeline.folded.in_force
    last = max((place for place, entry in enumerate(counting) if entry.kind is EntryKind.CORRECTION), default=None)
    if last is None:
        return {**opening, "steps": _acts(counting)}
    name = " ".join(part for part in (opening.get("name", ""), phrase("(after a correction by hand)")) if part)
    situation = situation_of(timeline.position_after(counting[last].number))
    return {**opening, "name": name, **situation, "steps": _acts(counting[last + 1 :])}


def situation_of(position: Position) -> dict[str, Any]:
    """The keys of a script's situation that change in a match. What is pending within a turn is not among them."""
    poison = [{"kind": "poison", "on": counter.on, "by": counter.by} for counter in position.counters]
    flat = [{"kind": "flat", "centre_mm": list(spot)} for spot in position.flat_counters_mm]
    return {
        "pieces": [_piece(piece) for piece in position.pieces.values()],
        "ogres": [_ogre(name, card) for name, card in position.cards.items()],
        "command_posts": [
            {
                "id": post.id,
                "owner": post.owner,
                "centre_mm": list(post.centre_mm),
                "size_mm": list(post.size_mm),
                "armour": post.armour,
            }
            for post in position.posts.values()
        ],
        "counters": poison + flat,
        "score": dict(position.score),
        "to_move": position.to_move,
        "turn": position.turn.number,
    }


def _acts(entries: Iterable[JournalEntry]) -> list[dict[str, Any]]:
    return [dict(entry.content) for entry in entries if entry.kind is EntryKind.ACT]


def _piece(piece: Piece) -> dict[str, Any]:
    row = {"id": piece.id, "die": piece.die.id, "owner": piece.owner, "zone": piece.zone.value}
    if piece.zone is not Zone.PLAY or piece.face is None or piece.pose is None:
        return row
    lying = {"face": piece.face.key, "centre_mm": list(piece.pose.centre_mm), "heading_deg": piece.pose.heading_deg}
    return row | lying | {"level": piece.level, "sigma_mm": piece.sigma_mm}


def _ogre(name: str, card: OgreCard) -> dict[str, Any]:
    left = {system.value: card.circles[system] for system in System} | {"treads": card.treads}
    return {
        "piece": name,
        "mark": card.mark,
        "card": left,
        "layout": CardLayoutDocument.of(card.layout).model_dump(mode="json"),
    }
