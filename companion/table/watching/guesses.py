"""What may have happened to a table that has changed: throws made of what is seen, everything that the rules allow now,
and dice that were only bumped. Each guess is played by the rules; its cost says how well it explains the changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from companion.catalogue import Kind
from companion.errors import WrongInput
from companion.rules import Outcome, Piece, Position, Zone, actions, apply, legal_actions, placeable, throwable
from companion.table.watching.changes import Changes
from companion.table.watching.identity import following_cost, moves, side_cost
from companion.table.watching.misfit import lies_exactly_there
from companion.table.watching.seen import SeenDie, apart_mm
from companion.table.watching.steps import Step, done, how_it_lies, lying, observe_step, step_of, throw_step
from companion.vision import State

#: What a guess costs before anything is compared: rarer things cost more.
_PLAIN, _END_TURN, _PASS, _SKIP, _CALL_OR_JUMP, _SETTLED = 1.0, 1.5, 3.5, 2.0, 1.0, 1.0
_BUMPED_FIRST, _BUMPED, _BUMPED_MM, _MOST_BUMPED = 2.0, 1.0, 50.0, 5.0
_KNOCKED_OFF, _THROWN_OFF, _UNREAD_FACE = 1.0, 3.0, 6.0
#: Two acts at once, because the table was not seen at rest between them.
_MISSED_A_REST: Final = 3.0
#: What is left to explain after an act that explains it all, but for hands and measuring; how many others are followed.
_BARELY, _FOLLOWED_UP = 12.0, 3
#: A die is knocked off near where the thrown one lies; so many millimetres away cost one point more.
_KNOCKED_MM, _MOST_KNOCKED, _KNOCKED_UNSEEN = 60.0, 6.0, 3.0
#: What no throw and no bump does: to put another side, or another die, exactly where one lay.
_IN_PLACE: Final = 15.0
#: Acts that somebody has said, or done by hand, in the turn in which they are seen: no later turn need explain them.
_BY_HAND: Final = frozenset({"maneuver", "shoot", "repair", "confuse"})
#: Of two ways to tell the same act the one that names its target is told; a die rolls by itself more often than by
#: another's effect.
_UNTOLD, _FOR_ANOTHER = 0.01, 0.7


@dataclass(frozen=True, slots=True)
class Guess:
    """Acts that may have been done and what they lead to; how rare they are (``cost``) and how badly they fit what is
    seen (``misfit``), both as minus the logarithm of a likelihood; ``thrown``: the piece and the die seen; ``told``:
    pieces with the dice by which the acts say how they lie."""

    steps: tuple[Step, ...]
    outcome: Outcome
    cost: float
    thrown: tuple[str, SeenDie] | None = None
    told: Mapping[str, SeenDie] = field(default_factory=dict)
    misfit: float = 0.0

    @property
    def badness(self) -> float:
        """How unlikely it is altogether."""
        return self.cost + self.misfit

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


def guesses(changes: Changes, *, more: int = 1) -> tuple[Guess, ...]:
    """Everything that may have happened, the likeliest first; nothing where the table has not changed.

    ``more``: how many further acts may have been done since the table was last at rest, each seen for the first time.
    """
    if changes.unchanged:
        return ()
    found = sorted(_one_act(changes), key=_badness)
    if more and (not found or _leaves_doubt(found[0])):
        nothing = changes.misfit(changes.position, frozenset())
        partial = [guess for guess in found if _BARELY < guess.misfit < nothing][:_FOLLOWED_UP]
        found += [further for guess in partial for further in _further(changes, guess, more - 1)]
    return tuple(sorted(found, key=_badness))


def _badness(guess: Guess) -> float:
    return guess.badness


def _leaves_doubt(best: Guess) -> bool:
    """Whether more than one act may have been done: something is left to explain, or a die was knocked off, which looks
    like one that was shot and taken off."""
    return best.misfit > _BARELY or any("knocked_off" in step for step in best.steps)


def _one_act(changes: Changes) -> Iterator[Guess]:
    """One act, with the ends of turns and the calls that leave no trace on the table."""
    explained = False
    for stand in _stands(changes):
        ruled = () if explained else _by_the_rules(changes, stand)
        for guess in (*_placed(changes, stand), *_thrown(changes, stand), *_bumped(changes, stand), *ruled):
            judged = _judged(changes, guess)
            explained = explained or (judged.misfit < _BARELY and guess.steps[-1]["do"] in _BY_HAND)
            yield judged


def _judged(changes: Changes, guess: Guess) -> Guess:
    return replace(guess, misfit=changes.misfit(guess.after, changes.touched(guess.after), guess.taken_off))


def _further(changes: Changes, guess: Guess, more: int) -> Iterator[Guess]:
    """What may have followed upon an act that explains a part of what is seen."""
    dice = [die for die in changes.dice if not any(die is other for other in guess.taken_off)]
    turned = any(step["do"] == "end-turn" for step in guess.steps)
    for later in guesses(Changes.of(guess.after, dice, changes.followed), more=more):
        if turned and any(step["do"] == "end-turn" for step in later.steps):
            continue  # nobody sits through two turns that nobody tells
        steps, cost = (*guess.steps, *later.steps), guess.cost + _MISSED_A_REST + later.cost
        told = {**guess.told, **later.told}
        yield Guess(steps, later.outcome, cost, later.thrown or guess.thrown, told, later.misfit)


def _stands(changes: Changes) -> Iterator[_Stand]:
    """Now; after the turn has ended without a word; after an activation was given up."""
    yield _Stand(changes.position, (), 0.0)
    passing = _END_TURN if changes.position.turn.acted else _PASS
    for action, cost in ((actions.EndTurn(), passing), (actions.Skip(), _SKIP)):
        if isinstance(action, actions.Skip) and not changes.position.pending:
            continue
        outcome = _try(changes.position, step_of(action))
        if outcome is not None and not changes.touched(outcome.position):
            yield _Stand(outcome.position, (step_of(action),), cost)


def _by_the_rules(changes: Changes, stand: _Stand) -> Iterator[Guess]:
    """Everything that the rules allow now and that may have left such a table."""
    for action in _telling_apart(stand.position, _listed(changes, stand.position)):
        step = step_of(action)
        yield from _ruled(changes, stand, action, step)
        if isinstance(action, actions.Call | actions.Jump):
            yield from _thrown_after(changes, stand, action, step)


def _listed(changes: Changes, position: Position) -> Iterator[actions.Action]:
    """What the rules allow now; where every piece lies as it lay, only the calls, whose throw can be seen."""
    if changes.gone:
        about = frozenset(changes.gone)
        found = list(legal_actions(position, about=about))
        yield from found
        if not any(changes.touched(apply(position, action).position) & about for action in found):
            yield from (a for a in legal_actions(position, about=about, settled=True) if a.settled)
        return
    for piece in position.in_play:
        if piece.owner == position.to_move and piece.showing.has(Kind.CALL):
            yield from (a for a in legal_actions(position, piece.id) if isinstance(a, actions.Call))


def _ruled(changes: Changes, stand: _Stand, action: actions.Action, step: Step) -> Iterator[Guess]:
    """An act of the rules that changes what lies on the table, where something has changed."""
    outcome = _try(stand.position, step)
    touched = changes.touched(outcome.position) if outcome else frozenset()
    if outcome is not None and touched & {*changes.gone}:
        untold = isinstance(action, actions.Shoot) and action.target is None
        for_another = isinstance(action, actions.Repair | actions.Confuse)
        rare = _SETTLED * action.settled + _UNTOLD * untold + _FOR_ANOTHER * for_another
        cost = stand.cost + _PLAIN + rare
        yield Guess((*stand.steps, step), outcome, cost)


def _thrown_after(changes: Changes, stand: _Stand, action: actions.Call | actions.Jump, step: Step) -> Iterator[Guess]:
    """A call or jump, whose throw follows at once; a die that jumps no longer lies where it lay."""
    if isinstance(action, actions.Jump) and action.by not in changes.gone:
        return
    outcome = _try(stand.position, step)
    if outcome is not None:
        yield from _thrown(changes, _Stand(outcome.position, (*stand.steps, step), stand.cost + _CALL_OR_JUMP))


def _placed(changes: Changes, stand: _Stand) -> Iterator[Guess]:
    """The first placement of the match (OG-START-06)."""
    names = placeable(stand.position)
    for piece in _one_of_a_kind(stand.position, names):
        for die in changes.loose:
            face = die.face_of(piece.die.id)
            if face is not None:
                step = {"do": "place", "piece": piece.id} | lying(die, face)
                yield from _guessed(stand, step, _PLAIN, (piece.id, die))


def _thrown(changes: Changes, stand: _Stand) -> Iterator[Guess]:
    """Every die that may be thrown, landing as every loose die, with what the throw did to the others."""
    for piece in _one_of_a_kind(stand.position, throwable(stand.position)):
        for die in changes.loose:
            if die.may_be(piece.die.id):
                yield from _landed(changes, stand, piece, die)
        if changes.gone and not (stand.steps and stand.steps[0]["do"] == "end-turn"):
            yield from _gone_off(changes, stand, piece)


def _landed(changes: Changes, stand: _Stand, piece: Piece, die: SeenDie) -> Iterator[Guess]:
    key = die.face_of(piece.die.id)
    face, unread = (key, 0.0) if key is not None else (piece.die.faces[0].key, _UNREAD_FACE)
    other = following_cost(piece.id, die, changes.followed)
    lands = how_it_lies(stand.position, piece.id, die, face)
    rest = [one for one in changes.loose if one is not die]
    yield from _throw(changes, stand, piece, lands, rest, max(0.0, other) + unread, (piece.id, die))


def _gone_off(changes: Changes, stand: _Stand, piece: Piece) -> Iterator[Guess]:
    """A die that went off the table and took others along or moved them; without that nothing would be seen of it."""
    yield from _throw(changes, stand, piece, "off", list(changes.loose), _THROWN_OFF, None)


def _throw(
    changes: Changes,
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
    own = {thrown[0]: thrown[1]} if thrown else {}
    struck = [p for p in plain.position.in_play if p.id in changes.gone and p.id != piece.id]
    if struck and thrown:
        yield Guess(
            (*stand.steps, throw_step(stand.position, piece.id, lands, {})),
            plain,
            stand.cost + cost + _PLAIN,
            thrown,
            own,
        )
    bumped = moves(struck, rest, changes.followed)
    off = [p.id for p in struck if p.id not in bumped]
    step = throw_step(stand.position, piece.id, lands, bumped, off)
    cost += _PLAIN + sum(_knock(stand.position.piece(name), thrown) for name in off)
    cost += sum(_bump(stand.position.piece(name), die) for name, die in bumped.items())
    yield from _guessed(stand, step, cost, thrown, bumped | own)


def _bumped(changes: Changes, stand: _Stand) -> Iterator[Guess]:
    """Nothing was done: dice were only moved, by an elbow or to make room (OG-HIT-02)."""
    pieces = [stand.position.piece(name) for name in changes.gone]
    moved = moves(pieces, changes.loose, changes.followed)
    if stand.steps or not moved:
        return
    cost = _BUMPED_FIRST + sum(_bump(stand.position.piece(name), die) for name, die in moved.items())
    step = observe_step(stand.position, moved)
    yield from _guessed(stand, step, cost, None, moved)


def _bump(piece: Piece, die: SeenDie) -> float:
    """How rare it is that a piece in play was pushed to where a die lies."""
    push = min(_MOST_BUMPED, apart_mm(piece.placed, die.pose) / _BUMPED_MM)
    side = side_cost(piece, die) if die.state is not State.LEANING else 0.0
    return _BUMPED + push + side + (_IN_PLACE if side and lies_exactly_there(piece, die) else 0.0)


def _knock(piece: Piece, thrown: tuple[str, SeenDie] | None) -> float:
    """How rare it is that a thrown die knocked a piece off the table."""
    if thrown is None:
        return _KNOCKED_OFF + _KNOCKED_UNSEEN
    if lies_exactly_there(piece, thrown[1]):
        return _IN_PLACE
    return _KNOCKED_OFF + min(_MOST_KNOCKED, apart_mm(piece.placed, thrown[1].pose) / _KNOCKED_MM)


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
