"""What the rules say to whatever is tried, most of it not allowed: at random tables with random agreements, terrain and
measuring errors, every kind of action by any piece on anything, and on what it leads to the next.

    python -m tests.rules.golden_tries       write the golden files anew (look at what `git diff` says has changed)

``golden_play.py`` beside it holds what is allowed; here it is the refusals, what is too close to call, fouls, and what
a table has agreed on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from companion.catalogue import Effect, EffectKind, Face, System
from companion.geometry import Pose, top_outline
from companion.rules import (
    Agreement,
    Piece,
    PoisonCounter,
    Position,
    Profile,
    Terrain,
    Zone,
    actions,
    apply,
    refreshed,
    throwable,
)
from companion.rules.agreements import SETTINGS, RuleGroup
from companion.rules.arrows import arrow_of
from companion.rules.stack import next_to_act
from companion.rules.targets import targets_of
from tests.golden_lines import write_golden
from tests.rules.golden_play import HILL, WALL, asked, line, ruled_outcome
from tests.rules.random_play import random_action, random_position

_T = TypeVar("_T")
GOLDEN: Final = Path(__file__).parent / "golden" / "tries"
MOVES: Final = 24
TRIES: Final = 7
#: Places on the hill and at its foot, so near each other that dice are in each other's way.
_CROWDED: Final = tuple(Pose(x, y, 0.0, 50.8) for x, y in ((340, 300), (405, 330), (480, 380), (545, 300), (690, 250)))
#: File -> seed, profile, players.
TABLES: Final[Mapping[str, tuple[int, Profile, int]]] = {
    f"{profile.value}-{number}": (seed + number, profile, 2 + number % 2)
    for seed, profile in ((140, Profile.OGRE), (160, Profile.DEEP_WHITE_SEA), (180, Profile.CYBURG))
    for number in range(4)
}


def tried(seed: int, profile: Profile, players: int) -> Iterator[str]:
    """The table with that seed, a line for everything that is tried or asked there."""
    rng = random.Random(seed)
    position = _agreed(rng, random_position(rng, profile, players=players, score=rng.choice([0, 30])))
    chosen = {"advanced": position.agreement.advanced, "left out": sorted(position.agreement.left_out)}
    yield line("agreed", {**position.agreement.choices, **chosen})
    for _ in range(MOVES):
        went_well = position
        yield asked(rng, position)
        for _ in range(TRIES):
            action = any_action(rng, position)
            outcome = apply(position, action)
            yield line(f"try {_reported(action)}", ruled_outcome(outcome))
            went_well = outcome.position if outcome.ok else went_well
        position = _next(rng, position, went_well)


def _next(rng: random.Random, before: Position, went_well: Position) -> Position:
    """The table at which is tried next: what came of the last try that was allowed, or of an ordinary move."""
    if went_well.winner is not None:
        return before
    if went_well.turn.spent and not went_well.pending:
        return apply(went_well, actions.EndTurn(settled=True)).position
    return went_well if rng.random() < 0.6 else apply(before, random_action(rng, before)).position


def _agreed(rng: random.Random, position: Position) -> Position:
    """The table with agreements, terrain, poison, worn Ogres, and dice measured with an error, all drawn at random."""
    chosen = {name: rng.choice(list(setting.values)) for name, setting in SETTINGS.items() if rng.random() < 0.5}
    left_out = frozenset(group for group in RuleGroup if rng.random() < 0.2)
    agreement = Agreement(position.agreement.profile, choices=chosen, advanced=rng.random() < 0.5, left_out=left_out)
    terrain = (Terrain("hill", HILL, 1), Terrain("wall", WALL, None)) if agreement.has(RuleGroup.TERRAIN) else ()
    up = [piece.id for piece in position.in_play]
    counters = tuple(PoisonCounter(name, position.piece(name).owner) for name in rng.sample(up, 2))
    changed = replace(position, agreement=agreement, table=replace(position.table, terrain=terrain), counters=counters)
    sigma_mm = rng.choice([0.0, 0.6, 6.0])
    for piece in position.pieces.values():
        changed = changed.with_piece(_dressed(rng, piece, sigma_mm))
    for piece, pose in zip(changed.in_play, _CROWDED, strict=False):
        if rng.random() < 0.5:
            level = 1 if terrain and pose.edge_mm == piece.placed.edge_mm else 0
            spot = replace(pose, heading_deg=rng.uniform(0, 360), edge_mm=piece.placed.edge_mm)
            changed = changed.with_piece(replace(piece, pose=spot, level=level))
    if "ogre" in changed.pieces and rng.random() < 0.6:
        beside_post = replace(changed.piece("ogre").placed, x_mm=rng.uniform(500, 700), y_mm=rng.uniform(715, 770))
        changed = changed.with_piece(replace(changed.piece("ogre"), pose=beside_post))
    for piece in changed.in_play:
        folded = tuple((x + rng.uniform(-2, 2), y + rng.uniform(-2, 2)) for x, y in top_outline(piece.placed))
        changed = changed.with_piece(replace(piece, measured_top=folded if rng.random() < 0.3 else None))
    for name, card in position.cards.items():
        circles = {system: rng.randint(0, left) for system, left in card.circles.items()}
        changed = changed.with_card(
            name, replace(card, circles=MappingProxyType(circles), treads=rng.randint(0, card.treads))
        )
    turn = replace(position.turn, first_placement=rng.random() < 0.1, passes=rng.choice([0, 0, 2]))
    return refreshed(replace(changed, turn=turn))


def _dressed(rng: random.Random, piece: Piece, sigma_mm: float) -> Piece:
    """The piece with a class and a team, effects restricted to them, dodging, unique, back from reserve later."""
    piece = replace(piece, sigma_mm=sigma_mm, sigma_deg=sigma_mm / 2)
    if piece.is_ogre:
        return piece
    word = rng.choice([None, None, "Tank", "Red"])
    faces = tuple(replace(face, effects=_effects(rng, face, word)) for face in piece.die.faces)
    classes, team = rng.choice([(), ("Tank",), ("Hovercraft",)]), rng.choice(["", "Red", "Blue"])
    die = replace(piece.die, faces=faces, classes=classes, team=team)
    reserve = not piece.in_play and rng.random() < 0.15
    zone, back_turn = (Zone.RESERVE, 3) if reserve else (piece.zone, None)
    return replace(piece, die=die, face=piece.face and die.face(piece.face.key), zone=zone, back_turn=back_turn)


def _effects(rng: random.Random, face: Face, word: str | None) -> tuple[Effect, ...]:
    dodge = (Effect(EffectKind.DODGE),) if rng.random() < 0.1 else ()
    restricted = {EffectKind.CALL, EffectKind.COMMAND}
    return (*(replace(e, restriction=word) if e.kind in restricted else e for e in face.effects), *dodge)


def any_action(rng: random.Random, position: Position) -> actions.Action:
    """Any action, whether it is allowed or not: rather what a face suggests, by a piece that is to act."""
    action = _deed(rng, position) if rng.random() < 0.6 else rng.choice(_KINDS)(rng, position)
    settled, player = rng.random() < 0.2, rng.choice(position.players).id if rng.random() < 0.05 else None
    return replace(action, settled=settled, player=player)


def _deed(rng: random.Random, position: Position) -> actions.Action:  # noqa: PLR0911  (a case a kind)
    """What one of a piece's effects is for, aimed at anything."""
    piece = _by(rng, position)
    effects = piece.showing.effects if piece.in_play else ()
    if not effects or rng.random() < 0.2:
        return actions.Maneuver(piece=piece.id, corner=rng.randrange(3))
    index = rng.randrange(len(effects))
    target = _aim(rng, position, piece, effects[index])
    hand = [other.id for other in position.pieces.values() if not other.in_play]
    match effects[index].kind:
        case EffectKind.CALL:
            return actions.Call(by=piece.id, piece=rng.choice(hand or [piece.id]))
        case EffectKind.JUMP:
            return actions.Jump(by=piece.id)
        case EffectKind.COMMAND:
            return actions.Command(by=piece.id, double=rng.random() < 0.3)
        case EffectKind.REPAIR:
            return actions.Repair(by=piece.id, target=target, corner=rng.choice([None, 0, 1, 2]))
        case EffectKind.CONFUSE:
            return actions.Confuse(by=piece.id, target=target, corner=rng.randrange(3))
        case EffectKind.CLONE:
            return actions.Clone(by=piece.id, target=target)
        case EffectKind.HOLD | EffectKind.FREEZE | EffectKind.PROTECTION | EffectKind.POWER_UP:
            return actions.NameTarget(by=piece.id, effect=index, target=target)
        case _:
            return _shot(rng, position, piece, index, target)


def _aim(rng: random.Random, position: Position, piece: Piece, effect: Effect) -> str:
    """Rather one of those that the effect may act on."""
    reached = targets_of(position, piece, effect).legal if arrow_of(piece.showing, effect)[0] else ()
    return rng.choice(reached) if reached and rng.random() < 0.75 else _thing(rng, position)


def _shot(rng: random.Random, position: Position, piece: Piece, index: int, target: str) -> actions.Shoot:
    effect = piece.showing.effects[index]
    order = targets_of(position, piece, effect).hits if arrow_of(piece.showing, effect)[0] else ()
    listed = tuple(rng.sample(order, len(order))) or None
    return actions.Shoot(
        by=piece.id,
        effect=index,
        target=rng.choice([None, target]),
        targets=rng.choice([None, listed]),
        system=rng.choice([None, None, *System, "treads"]),
        double=rng.choice([None, None, _thing(rng, position)]),
    )


def _some(rng: random.Random, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(rng.sample(names, min(len(names), rng.choice([0, 0, 0, 1, 2]))))


def _by(rng: random.Random, position: Position) -> Piece:
    """A piece, rather the one that is to act, or one of those that may be up now."""
    waiting = next_to_act(position)
    up = [piece for piece in position.in_play if piece.owner == position.to_move]
    up = [position.pieces[waiting]] if waiting is not None and waiting in position.pieces else up
    return rng.choice(up) if up and rng.random() < 0.85 else rng.choice(list(position.pieces.values()))


def _thing(rng: random.Random, position: Position) -> str:
    things = [piece.id for piece in position.in_play] + list(position.posts)
    return rng.choice(things if rng.random() < 0.9 else list(position.pieces))


def _lying(rng: random.Random, piece: Piece) -> actions.RestingPose:
    """A pose anywhere, now and then on terrain, over the edge, or nearly as the piece lay."""
    where = (rng.uniform(-20, 1220), rng.uniform(-20, 920))
    pose = piece.pose
    if pose is not None and piece.face is not None and rng.random() < 0.3:
        where = (pose.x_mm + rng.choice([0, 0, 3]), pose.y_mm)
        return actions.RestingPose(piece.face.key, where, pose.heading_deg + rng.choice([0, 0, 4]))
    level = rng.choice([None, None, 0, 1])
    sigma = rng.choice([None, 0.4])
    return actions.RestingPose(rng.choice(piece.die.faces).key, where, rng.uniform(0, 360), level, sigma, sigma)


def _landing(rng: random.Random, piece: Piece) -> actions.RestingPose | actions.LeaningPose | actions.OffTable:
    roll_off = rng.choice([None, _lying(rng, piece)])
    if rng.random() < 0.2:
        return actions.LeaningPose(rng.choice(["hill", "wall", "A1"]), roll_off)
    return actions.OffTable() if rng.random() < 0.2 else _lying(rng, piece)


def _throw(rng: random.Random, position: Position) -> actions.Throw:
    may = [position.piece(name) for name in throwable(position)]
    piece = rng.choice(may) if may and rng.random() < 0.8 else rng.choice(list(position.pieces.values()))
    up = [other.id for other in position.in_play if other.id != piece.id]
    off = _some(rng, up)
    moved = _some(rng, [name for name in up if name not in off])
    release = rng.choice([None, None, actions.Release(rng.uniform(-60, 400), rng.uniform(0, 600))])
    return actions.Throw(
        piece=piece.id,
        lands=_landing(rng, piece),
        knocked_off=off,
        disturbed=tuple(_seen(rng, position, name) for name in moved),
        foul=rng.random() < 0.2,
        release=release,
    )


def _seen(rng: random.Random, position: Position, name: str) -> actions.ObservedPiece:
    how = actions.LeaningPose("A1") if rng.random() < 0.15 else _lying(rng, position.piece(name))
    return actions.ObservedPiece(name, how)


_KINDS: Final[Sequence[Callable[[random.Random, Position], actions.Action]]] = (
    _throw,
    _throw,
    _throw,
    lambda rng, position: actions.Shoot(by=_by(rng, position).id, effect=rng.randrange(3)),
    lambda rng, position: actions.Call(by=_by(rng, position).id, piece=rng.choice(sorted(position.pieces))),
    lambda rng, position: actions.Jump(by=_by(rng, position).id),
    lambda rng, position: actions.Command(
        by=rng.choice([_by(rng, position).id, *position.posts]), double=rng.random() < 0.3
    ),
    lambda rng, position: actions.Repair(
        by=_by(rng, position).id, target=_thing(rng, position), corner=rng.choice([None, 0, 1, 2])
    ),
    lambda rng, position: actions.Confuse(
        by=_by(rng, position).id, target=_thing(rng, position), corner=rng.randrange(3)
    ),
    lambda rng, position: actions.Clone(by=_by(rng, position).id, target=_thing(rng, position)),
    lambda rng, position: actions.NameTarget(
        by=_by(rng, position).id, effect=rng.randrange(3), target=_thing(rng, position)
    ),
    lambda rng, position: actions.FoulChoice(
        by=rng.choice(position.players).id, choice=rng.choice(["allow", "prohibit", "remove"])
    ),
    lambda rng, position: actions.Observe(pieces=(_seen(rng, position, rng.choice(sorted(position.pieces))),)),
    lambda rng, position: actions.Place(piece=(by := _by(rng, position)).id, how=_lying(rng, by)),
    lambda _rng, _position: actions.Skip(),
    lambda _rng, _position: actions.Pass(),
    lambda _rng, _position: actions.EndTurn(),
)


def _reported(action: actions.Action) -> str:
    """The kind of an action and what it names, for people who look for a line."""
    names = (getattr(action, key, None) for key in ("by", "piece", "effect", "corner", "target", "system", "choice"))
    return " ".join([type(action).__name__, *(str(name) for name in names if name is not None)])


def main() -> None:
    """Write every golden file."""
    for name, how in TABLES.items():
        write_golden(GOLDEN / f"{name}.txt", tried(*how))


if __name__ == "__main__":
    main()
