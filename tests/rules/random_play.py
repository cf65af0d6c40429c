"""Random legal play: a table of mixed dice, and players who do whatever is open to them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from companion.catalogue import Colour, Die, Effect, EffectKind, Face, Range, System
from companion.codec.card_layout import bundled_layout
from companion.geometry import Pose
from companion.rules import (
    Agreement,
    CommandPost,
    Outcome,
    Piece,
    Player,
    Position,
    Profile,
    Table,
    Zone,
    actions,
    apply,
    by_id,
    full_card,
    legal_actions,
    placeable,
    refreshed,
    throwable,
)
from companion.rules.position import frozen

NET = (("BAC", 1), ("aBC", 2), ("cBa", 2), ("ABc", 1), ("Acb", 0), ("abc", 2), ("baC", 1), ("AbC", None))
EDGES = (((0.0, 0.0), (1200.0, 0.0)), ((1200.0, 900.0), (0.0, 900.0)), ((0.0, 900.0), (0.0, 0.0)))
COLOURS = (Colour.YELLOW, Colour.RED, Colour.GREEN, Colour.ICE, Colour.PURPLE)


def random_effect(rng: random.Random) -> Effect:
    kind = rng.choice([kind for kind in EffectKind if kind is not EffectKind.SHOOT_AND_MOVE])
    colour = {EffectKind.POISON: Colour.GREEN, EffectKind.COMMAND: Colour.BLUE}.get(kind, rng.choice(COLOURS))
    corners = rng.choice([(0,), (1,), (0, 1), (0, 1, 2)])
    numbers: dict[str, Any] = (
        {"attack": rng.randint(1, 9)} if kind in {EffectKind.WEAPON, EffectKind.POISON, EffectKind.BACKSTAB} else {}
    )
    numbers |= {"amount": rng.randint(1, 4)} if kind in {EffectKind.PROTECTION, EffectKind.POWER_UP} else {}
    return Effect(
        kind, colour=colour, range=rng.choice(list(Range)), corners=corners, double=rng.random() < 0.2, **numbers
    )


def random_die(rng: random.Random, name: str) -> Die:
    faces = []
    for index, (vertices, dot) in enumerate(NET):
        side = 8 - index
        faces.append(
            Face(
                str(side),
                side,
                vertices,
                None if dot is None else rng.randint(1, 9),
                rng.choice([Colour.WHITE] * 5 + [*COLOURS, Colour.BLUE]),
                tuple(rng.sample(range(3), rng.randint(0, 2))),
                (),
                () if dot is None else (dot,),
                (),
                tuple(random_effect(rng) for _ in range(rng.randint(0, 2))),
            )
        )
    return Die(name, tuple(faces), points=rng.randint(1, 8), unique=rng.random() < 0.1)


GUNS = (
    Effect(EffectKind.WEAPON, colour=Colour.YELLOW, range=Range.LONG, corners=(0,), attack=8, system=System.MAIN),
    Effect(EffectKind.WEAPON, colour=Colour.RED, range=Range.LONG, corners=(1,), attack=6, system=System.MISSILE),
    Effect(EffectKind.WEAPON, colour=Colour.BLACK, range=Range.SHORT, corners=(2,), attack=6, system=System.SECONDARY),
    Effect(EffectKind.WEAPON, colour=Colour.PURPLE, range=Range.ALL, corners=(0, 1, 2), attack=4, system=System.AP),
    Effect(EffectKind.SHOOT_AND_MOVE),
)


def ogre_die() -> Die:
    faces = []
    for index, (vertices, dot) in enumerate(NET):
        block, damage = (None, ()) if dot is None else (12, (dot,))
        key = str(8 - index)
        faces.append(Face(key, 8 - index, vertices, block, Colour.PURPLE, (0, 1, 2), (), damage, (3, 2, 1), GUNS))
    return Die("ogre/ogre", tuple(faces), points=50, edge_mm=101.6, classes=("Ogre",))


def random_position(
    rng: random.Random, profile: Profile, *, players: int = 2, ogre: bool = True, score: float = 0
) -> Position:
    """Six dice for each player, half of them on the table, a Command Post, and perhaps an Ogre."""
    ids = "ABC"[:players]
    pieces = [
        Piece(f"{owner}{index}", random_die(rng, f"{owner}/{index}"), owner, Zone.HAND)
        for owner in ids
        for index in range(6)
    ]
    for index, piece in enumerate(pieces):
        if index % 2:
            spot = Pose(
                90 + 95 * index,
                rng.uniform(80, 820) if index > 8 else 120 + 200 * (index % 4),
                rng.uniform(0, 360),
                50.8,
            )
            pieces[index] = replace(piece, zone=Zone.PLAY, face=rng.choice(piece.die.faces), pose=spot)
    cards = {}
    if ogre:
        die = ogre_die()
        pieces.append(Piece("ogre", die, "A", Zone.PLAY, die.faces[0], Pose(600, 600, 30, 101.6)))
        cards["ogre"] = full_card("III", bundled_layout("III"))
    seats = tuple(Player(name, edge) for name, edge in zip(ids, EDGES, strict=False))
    return refreshed(
        Position(
            Agreement(profile),
            seats,
            by_id(pieces),
            Table(),
            by_id([CommandPost("cp", "B", (600, 860), (90, 60))]),
            frozen(cards),
            score=frozen(dict.fromkeys(ids, score)),
            to_move="A",
        )
    )


def landing(rng: random.Random, piece: Piece) -> actions.RestingPose | actions.OffTable:
    if rng.random() < 0.1:
        return actions.OffTable()
    where = (rng.uniform(-20, 1220), rng.uniform(-20, 920))
    return actions.RestingPose(rng.choice(piece.die.faces).key, where, rng.uniform(0, 360))


def random_action(rng: random.Random, position: Position) -> actions.Action:
    """Any action open now; throws fall where they may and now and then knock something off."""
    throws = throwable(position)
    if throws and rng.random() < 0.4:
        piece = position.piece(rng.choice(throws))
        others = [p.id for p in position.in_play if not p.is_ogre]
        off = tuple(rng.sample(others, 1)) if others and rng.random() < 0.1 else ()
        return actions.Throw(piece=piece.id, lands=landing(rng, piece), knocked_off=off, foul=rng.random() < 0.1)
    if placeable(position):
        piece = position.piece(rng.choice(placeable(position)))
        return actions.Place(
            piece=piece.id, how=actions.RestingPose(piece.die.faces[0].key, (600, 450), rng.uniform(0, 360))
        )
    options = list(legal_actions(position)) or list(legal_actions(position, settled=True))
    deeds = [action for action in options if not isinstance(action, actions.EndTurn | actions.Pass | actions.Skip)]
    if deeds and rng.random() < 0.85:
        return rng.choice(deeds)
    if not options:
        piece = position.piece(throws[0])
        return actions.Throw(piece=piece.id, lands=landing(rng, piece))
    return rng.choice(options)


def random_correction(rng: random.Random, position: Position) -> dict[str, Any]:
    """A row that corrects one piece, and perhaps whose turn it is, points, a card or a Command Post."""
    piece = position.piece(rng.choice(list(position.pieces)))
    row: dict[str, Any] = {"id": piece.id, "zone": rng.choice(list(Zone)).value, "owner": rng.choice(["A", "B"])}
    if row["zone"] == "play":
        spot = [rng.uniform(50, 1150), rng.uniform(50, 850)]
        row |= {"face": rng.choice(piece.die.faces).key, "centre_mm": spot, "heading_deg": rng.uniform(0, 360)}
    others: dict[str, Any] = {
        "to_move": "B",
        "score": {"A": rng.randint(0, 49)},
        "command_posts": [{"id": "cp", "armour": 0}],
    }
    if "ogre" in position.cards:
        others["ogres"] = [{"piece": "ogre", "card": {"main": 0, "treads": rng.randint(0, 9)}}]
    chosen = rng.sample(sorted(others), rng.randint(0, len(others)))
    return {"pieces": [row]} | {key: others[key] for key in chosen}


def play(rng: random.Random, position: Position, most: int) -> list[tuple[Position, actions.Action, Outcome]]:
    """A game of random actions: before, action, outcome; until somebody wins or so many actions are done."""
    moves: list[tuple[Position, actions.Action, Outcome]] = []
    while position.winner is None and len(moves) < most:
        action = random_action(rng, position)
        outcome = apply(position, action)
        moves.append((position, action, outcome))
        position = outcome.position
    return moves
