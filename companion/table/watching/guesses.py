"""What may have happened to a table that has changed: throws made of what is seen, everything that the rules allow now,
and dice that were only bumped. Each guess is played by the rules; its cost says how well it explains the scene.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from companion.errors import WrongInput
from companion.rules import Outcome, Piece, Position, Zone, actions, legal_actions, placeable, throwable
from companion.table.watching.identity import following_cost, moves, side_cost
from companion.table.watching.scene import Scene
from companion.table.watching.seen import SeenDie, apart_mm
from companion.table.watching.steps import Step, done, how_it_lies, lying, observe_step, step_of, throw_step
from companion.vision import State

#: What a guess costs before anything is compared: rarer things cost more.
_PLAIN, _END_TURN, _PASS, _SKIP, _CALL_OR_JUMP, _SETTLED = 1.0, 1.5, 3.5, 2.0, 1.0, 1.0
_BUMPED_FIRST, _BUMPED, _BUMPED_MM, _MOST_BUMPED = 2.0, 1.0, 50.0, 5.0
_KNOCKED_OFF, _THROWN_OFF, _UNREAD_FACE = 4.0, 3.0, 6.0
#: Of two ways to tell the same act the one that names its target is told.
_UNTOLD: Final = 0.01


@dataclass(frozen=True, slots=True)
class Guess:
    """Acts that may have been done, what they lead to, and what they cost; ``thrown``: the piece and the die seen;
    ``told``: pieces with the dice by which the acts say how they lie."""

    steps: tuple[Step, ...]
    outcome: Outcome
    cost: float
    thrown: tuple[str, SeenDie] | None = None
    told: Mapping[str, SeenDie] = field(default_factory=dict)

    @property
    def after(self) -> Position:
        """The position that it leads to."""
        return self.outcome.position

    @property
    def taken_off(self) -> tuple[SeenDie, ...]:
        """Dice that are still seen and by the rules are off the table: they lean, or stand over the edge."""
        return tuple(die for name, die in self.told.items() if not self.after.piece(name).in_play)


@dataclass(frozen=True, slots=True)
class _Stand:
    """Where a guess begins: after some acts that leave no trace on the table, such as the end of a turn."""

    position: Position
    steps: tuple[Step, ...]
    cost: float


def guesses(scene: Scene) -> tuple[Guess, ...]:
    """Everything that may have happened, the likeliest first; nothing where the table has not changed."""
    if scene.unchanged:
        return ()
    stands = list(_stands(scene))
    found = [guess for stand in stands for guess in _from(scene, stand)]
    found += [guess for guess in (_bumped(scene, stand) for stand in stands[:1]) if guess is not None]
    judged = (replace(g, cost=g.cost + scene.misfit(g.after, scene.touched(g.after), g.taken_off)) for g in found)
    return tuple(sorted(judged, key=lambda guess: guess.cost))


def _stands(scene: Scene) -> Iterator[_Stand]:
    """Now; after the turn has ended without a word; after an activation was given up."""
    yield _Stand(scene.position, (), 0.0)
    passing = _END_TURN if scene.position.turn.acted else _PASS
    for action, cost in ((actions.EndTurn(), passing), (actions.Skip(), _SKIP)):
        if isinstance(action, actions.Skip) and not scene.position.pending:
            continue
        outcome = _try(scene.position, step_of(action))
        if outcome is not None and not scene.touched(outcome.position):
            yield _Stand(outcome.position, (step_of(action),), cost)


def _from(scene: Scene, stand: _Stand) -> Iterator[Guess]:
    yield from _placed(scene, stand)
    yield from _thrown(scene, stand)
    for action in _telling_apart(stand.position, legal_actions(stand.position, settled=True)):
        step = step_of(action)
        yield from _ruled(scene, stand, action, step)
        if isinstance(action, actions.Call | actions.Jump):
            yield from _thrown_after(scene, stand, action, step)


def _ruled(scene: Scene, stand: _Stand, action: actions.Action, step: Step) -> Iterator[Guess]:
    """An act of the rules that changes what lies on the table, where something has changed."""
    outcome = _try(stand.position, step)
    touched = scene.touched(outcome.position) if outcome else frozenset()
    if outcome is not None and touched & {*scene.gone}:
        untold = isinstance(action, actions.Shoot) and action.target is None
        cost = stand.cost + _PLAIN + (_SETTLED if action.settled else 0.0) + (_UNTOLD if untold else 0.0)
        yield Guess((*stand.steps, step), outcome, cost)


def _thrown_after(scene: Scene, stand: _Stand, action: actions.Call | actions.Jump, step: Step) -> Iterator[Guess]:
    """A call or jump, whose throw follows at once; a die that jumps no longer lies where it lay."""
    if isinstance(action, actions.Jump) and action.by not in scene.gone:
        return
    outcome = _try(stand.position, step)
    if outcome is not None:
        yield from _thrown(scene, _Stand(outcome.position, (*stand.steps, step), stand.cost + _CALL_OR_JUMP))


def _placed(scene: Scene, stand: _Stand) -> Iterator[Guess]:
    """The first placement of the match (OG-START-06)."""
    names = placeable(stand.position)
    for piece in _one_of_a_kind(stand.position, names):
        for die in scene.loose:
            face = die.face_of(piece.die.id)
            if face is not None:
                step = {"do": "place", "piece": piece.id} | lying(die, face)
                yield from _guessed(stand, step, _PLAIN, (piece.id, die))


def _thrown(scene: Scene, stand: _Stand) -> Iterator[Guess]:
    """Every die that may be thrown, landing as every loose die, with what the throw did to the others."""
    for piece in _one_of_a_kind(stand.position, throwable(stand.position)):
        for die in scene.loose:
            if die.may_be(piece.die.id):
                yield from _landed(scene, stand, piece, die)
        if scene.gone and not (stand.steps and stand.steps[0]["do"] == "end-turn"):
            yield from _gone_off(scene, stand, piece)


def _landed(scene: Scene, stand: _Stand, piece: Piece, die: SeenDie) -> Iterator[Guess]:
    key = die.face_of(piece.die.id)
    face, unread = (key, 0.0) if key is not None else (piece.die.faces[0].key, _UNREAD_FACE)
    other = following_cost(piece.id, die, scene.followed)
    lands = how_it_lies(stand.position, piece.id, die, face)
    rest = [one for one in scene.loose if one is not die]
    yield from _throw(scene, stand, piece, lands, rest, max(0.0, other) + unread, (piece.id, die))


def _gone_off(scene: Scene, stand: _Stand, piece: Piece) -> Iterator[Guess]:
    """A die that went off the table and took others along or moved them; without that nothing would be seen of it."""
    yield from _throw(scene, stand, piece, "off", list(scene.loose), _THROWN_OFF, None)


def _throw(
    scene: Scene,
    stand: _Stand,
    piece: Piece,
    lands: object,
    rest: list[SeenDie],
    cost: float,
    thrown: tuple[str, SeenDie] | None,
) -> Iterator[Guess]:
    plain = _try(stand.position, throw_step(stand.position, piece.id, lands, {}))
    if plain is None:
        return
    struck = [p for p in plain.position.in_play if p.id in scene.gone and p.id != piece.id]
    bumped = moves(struck, rest, scene.followed)
    off = [p.id for p in struck if p.id not in bumped]
    step = throw_step(stand.position, piece.id, lands, bumped, off)
    cost += _PLAIN + _KNOCKED_OFF * len(off) + sum(_bump(stand.position.piece(n), d) for n, d in bumped.items())
    told = bumped | ({thrown[0]: thrown[1]} if thrown else {})
    yield from _guessed(stand, step, cost, thrown, told)


def _bumped(scene: Scene, stand: _Stand) -> Guess | None:
    """Nothing was done: dice were only moved, by an elbow or to make room (OG-HIT-02)."""
    pieces = [stand.position.piece(name) for name in scene.gone]
    moved = moves(pieces, scene.loose, scene.followed)
    if not moved:
        return None
    cost = _BUMPED_FIRST + sum(_bump(stand.position.piece(name), die) for name, die in moved.items())
    step = observe_step(stand.position, moved)
    return next(_guessed(stand, step, cost, None, moved), None)


def _bump(piece: Piece, die: SeenDie) -> float:
    push = min(_MOST_BUMPED, apart_mm(piece.placed, die.pose) / _BUMPED_MM) if piece.in_play else _MOST_BUMPED
    return _BUMPED + push + (side_cost(piece, die) if die.state is not State.LEANING else 0.0)


def _guessed(
    stand: _Stand,
    step: Step,
    cost: float,
    thrown: tuple[str, SeenDie] | None,
    told: Mapping[str, SeenDie] = MappingProxyType({}),
) -> Iterator[Guess]:
    outcome = _try(stand.position, step)
    if outcome is not None:
        yield Guess((*stand.steps, step), outcome, stand.cost + cost, thrown, told)


def _try(position: Position, step: Step) -> Outcome | None:
    try:
        outcome = done(position, step)
    except WrongInput:
        return None
    return outcome if outcome.ok else None


def _telling_apart(position: Position, tried: Iterable[actions.Action]) -> Iterator[actions.Action]:
    """The actions but for calls of equal dice from one hand."""
    called: set[tuple[str, str]] = set()
    for action in tried:
        if isinstance(action, actions.Call):
            kind = action.by, position.piece(action.piece).die.id
            if kind in called:
                continue
            called.add(kind)
        yield action


def _one_of_a_kind(position: Position, names: Iterable[str]) -> Iterator[Piece]:
    """One piece of each kind and owner: equal dice in one hand cannot be told apart, and need not be."""
    kinds: dict[tuple[str, str, Zone], Piece] = {}
    for name in names:
        piece = position.piece(name)
        kinds.setdefault((piece.owner, piece.die.id, piece.zone), piece)
    yield from kinds.values()
