"""Record the matches in `matches/`: random legal play, seed after seed, until one has ended in each possible way.

Run it from the top of the checkout, after a change of the rules that is meant to change them:

    python -m tests.rules.record_matches

A match is a referee script with what happened in every step under "happened".
"""

from __future__ import annotations

import json
import random
from dataclasses import fields
from pathlib import Path
from typing import Any

from companion.catalogue import Die, Effect, Face
from companion.codec.outcomes import encode_event
from companion.rules import Outcome, Position, Profile, actions
from companion.rules.actions import ACTION_NAMES
from companion.rules.events import Crushed, Killed, Removed
from tests.rules.random_play import play, random_position

HERE = Path(__file__).parent / "matches"
#: How a match can end: by what the winner's last points came from, and whether it was an Ogre that fell.
ENDS = ("killed", "poisoned", "ogre-killed", "crushed", "knocked-off")


def how_it_ended(moves: list[tuple[Position, actions.Action, Outcome]]) -> str | None:
    """What won the match; None where nobody has."""
    outcome = moves[-1][2]
    if outcome.position.winner is None:
        return None
    last = [event for event in outcome.events if isinstance(event, Killed | Crushed | Removed)][-1]
    if isinstance(last, Killed):
        if outcome.position.piece(last.piece).is_ogre:
            return "ogre-killed"
        return "killed" if last.by in outcome.position.pieces else "poisoned"
    return "crushed" if isinstance(last, Crushed) else "knocked-off"


def as_script(name: str, start: Position, moves: list[tuple[Position, actions.Action, Outcome]]) -> dict[str, Any]:
    """A match as a referee script, with the events of each step beside it."""
    return {
        "format": 1,
        "name": name,
        "profile": start.agreement.profile.value,
        "players": [{"id": p.id, "edge": {"from_mm": p.edge_mm[0], "to_mm": p.edge_mm[1]}} for p in start.players],
        "dice": [_die(piece.die) for piece in start.pieces.values()],
        "pieces": [_piece(start, name) for name in start.pieces],
        "ogres": [{"piece": piece, "mark": card.mark} for piece, card in start.cards.items()],
        "command_posts": [
            {"id": p.id, "owner": p.owner, "centre_mm": p.centre_mm, "size_mm": p.size_mm, "armour": p.armour}
            for p in start.posts.values()
        ],
        "score": dict(start.score),
        "to_move": start.to_move,
        "turn": start.turn.number,
        "steps": [_step(action) for _, action, _ in moves],
        "happened": [[encode_event(event) for event in outcome.events] for _, _, outcome in moves],
    }


def _die(die: Die) -> dict[str, Any]:
    row = {"id": die.id, "points": die.points, "unique": die.unique, "edge_mm": die.edge_mm, "classes": die.classes}
    return row | {"face": [_face(face) for face in die.faces]}


def _face(face: Face) -> dict[str, Any]:
    keys = ("key", "side", "vertices", "block", "shield", "maneuver", "damage", "treads")
    return {key: getattr(face, key) for key in keys if getattr(face, key) is not None} | {
        "effect": [_effect(effect) for effect in face.effects]
    }


def _effect(effect: Effect) -> dict[str, Any]:
    keys = ("kind", "colour", "range", "corners", "attack", "amount", "system", "double")
    return {key: getattr(effect, key) for key in keys if getattr(effect, key) is not None}


def _piece(position: Position, name: str) -> dict[str, Any]:
    piece = position.piece(name)
    row: dict[str, Any] = {"id": name, "die": piece.die.id, "owner": piece.owner, "zone": piece.zone.value}
    if piece.pose is None or piece.face is None:
        return row
    return row | {"face": piece.face.key, "centre_mm": piece.pose.centre_mm, "heading_deg": piece.pose.heading_deg}


def _step(action: actions.Action) -> dict[str, Any]:
    row: dict[str, Any] = {"do": ACTION_NAMES[type(action)]}
    for key in (field.name for field in fields(action)):
        value = getattr(action, key)
        if isinstance(value, actions.OffTable):
            row[key] = "off"
        elif isinstance(value, actions.RestingPose):
            row[key] = {"face": value.face, "centre_mm": value.centre_mm, "heading_deg": value.heading_deg}
        elif value or value == 0 or (key == "corner" and row["do"] == "repair"):
            row[key] = value
    return {key: value for key, value in row.items() if value is not False}


def record() -> None:
    """Play until every way to end has been seen, and write the shortest match of each."""
    HERE.mkdir(exist_ok=True)
    wanted = set(ENDS)
    for seed in range(4000):
        rng = random.Random(seed)
        profile = list(Profile)[seed % 3]
        start = random_position(rng, profile, players=2 + seed % 2, ogre=seed % 2 == 0, score=30)
        moves = play(rng, start, 70)
        end = how_it_ended(moves)
        if end in wanted:
            wanted.remove(end)
            text = json.dumps(as_script(f"{end} (seed {seed})", start, moves), separators=(",", ":"))
            (HERE / f"{end}.json").write_text(text + "\n", encoding="utf-8")
            print(end, seed, len(moves))
        if not wanted:
            return


if __name__ == "__main__":
    record()
