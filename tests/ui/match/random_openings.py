"""Openings of random matches: mixed dice rich in Command, Call, Jump and Clone, an Ogre, points close to a win."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from typing import Any, Final

from companion.catalogue import Colour, Die, Effect, EffectKind, Face, Range
from companion.rules import Position, Profile
from tests.rules.random_play import random_position

#: Kinds of matches: profile, whether the advanced rules are in force, players.
KINDS: Final[Mapping[str, tuple[Profile, bool, int]]] = {
    "ogre": (Profile.OGRE, False, 2),
    "deep-white-sea": (Profile.DEEP_WHITE_SEA, False, 2),
    "cyburg": (Profile.CYBURG, False, 2),
    "advanced": (Profile.CYBURG, True, 3),
}
#: What is agreed on in some matches, so that the players are asked, or more may happen.
_AGREED: Final = {"AMB-15": "ask", "AMB-16": "one", "AMB-24": "thrown", "AMB-63": "all-allies"}
#: Names of the players, their table edges, and terrain in the middle for those who play with it.
_SEATS: Final = (("A", "near"), ("B", "far"), ("C", "left"))
_HILL: Final = [{"id": "hill", "outline_mm": [[520, 380], [680, 380], [680, 520], [520, 520]], "level": 1}]
#: What a face has more of than chance would give it.
_STIR: Final = (
    Effect(EffectKind.COMMAND, colour=Colour.BLUE, range=Range.ALL, corners=(0, 1, 2)),
    Effect(EffectKind.COMMAND, colour=Colour.BLUE, range=Range.ALL, corners=(0, 1, 2), double=True),
    Effect(EffectKind.CALL),
    Effect(EffectKind.JUMP),
    Effect(EffectKind.CLONE, range=Range.LONG, corners=(0, 1, 2)),
    Effect(EffectKind.WEAPON, colour=Colour.RED, range=Range.ALL, corners=(0, 1, 2), attack=12),
)


def random_opening(seed: int, kind: str) -> dict[str, Any]:
    """An opening of a kind; the same for the same seed."""
    rng = random.Random(f"{kind} {seed}")
    profile, advanced, players = KINDS[kind]
    position = random_position(rng, profile, players=players, ogre=rng.random() < 0.6, score=rng.choice([0, 20, 44]))
    dice = {piece.die.id: _stirred(rng, piece.die) for piece in position.pieces.values()}
    situation = _situation(position)
    situation["command_posts"].append({"id": "post", "owner": "A", "centre_mm": [600, 40], "size_mm": [90, 60]})
    for row in situation["ogres"]:
        row["card"] |= {"treads": rng.choice([1, 45]), "main": rng.choice([0, 1])}
    for row in situation["pieces"]:
        if row["zone"] == "play" and row["id"] != "ogre":
            row["sigma_mm"] = rng.choice([0.0, 0.0, 0.5, 4.0])
    return {
        "format": 1,
        "name": f"Random {kind} {seed}",
        "profile": profile.value,
        "advanced": advanced,
        "agreements": {name: value for name, value in _AGREED.items() if rng.random() < 0.4},
        "table": {"terrain": _HILL if advanced and rng.random() < 0.2 else []},
        "players": [{"id": name, "edge": edge} for name, edge in _SEATS[:players]],
        "dice": [die_row(die) for die in dice.values()],
        **situation,
        **_beginning(rng, situation),
    }


def _situation(position: Position) -> dict[str, Any]:
    """The pieces of a position and what belongs to them, as keys of an opening."""
    pieces = []
    for piece in position.pieces.values():
        row: dict[str, Any] = {"id": piece.id, "die": piece.die.id, "owner": piece.owner, "zone": piece.zone.value}
        if piece.pose is not None and piece.face is not None:
            spot = {"centre_mm": list(piece.pose.centre_mm), "heading_deg": piece.pose.heading_deg}
            row |= {"face": piece.face.key, **spot}
        pieces.append(row)
    posts = [
        {"id": post.id, "owner": post.owner, "centre_mm": list(post.centre_mm), "size_mm": list(post.size_mm)}
        for post in position.posts.values()
    ]
    ogres = [{"piece": name, "mark": card.mark, "card": {}} for name, card in position.cards.items()]
    keys = {"pieces": pieces, "ogres": ogres, "command_posts": posts}
    return keys | {"score": dict(position.score), "to_move": position.to_move, "turn": position.turn.number}


def _stirred(rng: random.Random, die: Die) -> Die:
    """The die with more to command, to call and to copy on its faces."""
    if "Ogre" in die.classes:
        return die
    more = [rng.choice(_STIR) if rng.random() < 0.5 else None for _ in die.faces]
    faces = (replace(f, effects=(*f.effects, e) if e else f.effects) for f, e in zip(die.faces, more, strict=True))
    return replace(die, faces=tuple(faces))


def _beginning(rng: random.Random, situation: Mapping[str, Any]) -> dict[str, Any]:
    """Now and then the first turn of a match, with everything but the Ogre in hand and a die to be placed."""
    if rng.random() < 0.8:
        return {"turn": 2}
    in_hand = [
        {key: row[key] for key in ("id", "die", "owner")} | {"zone": "hand"} if row["id"] != "ogre" else row
        for row in situation["pieces"]
    ]
    return {"turn": 1, "scenario": "two-army", "pieces": in_hand}


def die_row(what: Die | Face | Effect) -> dict[str, Any]:
    """A die as a row of a referee script."""
    row: dict[str, Any] = {}
    for field in fields(what):
        value = getattr(what, field.name)
        if value in (field.default, None, ()) or field.name == "sources":
            continue
        if field.name in {"faces", "effects"}:
            row[field.name[:-1]] = [die_row(part) for part in value]
        else:
            row[field.name] = list(value) if isinstance(value, tuple) else value
    assert MISSING not in row.values()
    return row
