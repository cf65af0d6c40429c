"""How quick the rules are here: legal targets on a crowded table, and a whole random match played again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import count, cycle
from typing import Final

from companion import rules
from companion.catalogue import Die
from companion.cli._timing import as_table, time_jobs
from companion.codec.benchmarks import RulesTimesDocument
from companion.codec.die import read_dice
from companion.codec.fields import FORMAT
from companion.geometry import Pose
from companion.resources import Bundled, bundled
from companion.stopwatch import Spread
from companion.text import N_, gettext

#: What is measured: dice on the crowded table, turns of the match.
DICE, TURNS = 40, 60
_SEED: Final = 1
_PER_ROW: Final = 8
_APART_MM: Final = 140.0
_IN_HAND: Final = 5
_TARGETS, _REPLAY = N_("cli", "legal targets of a die"), N_("cli", "turns of a match replayed")


def describe_rules_times(times: RulesTimesDocument) -> str:
    """A sentence on what was timed, and a table."""
    about = gettext(
        "{dice} dice on a table; a random match of {turns} turns with {actions} actions; runs: {runs}",
        dice=times.dice,
        turns=times.turns,
        actions=times.actions,
        runs=times.runs,
    )
    return f"{about}\n\n{as_table({_TARGETS: times.targets_a_die, _REPLAY: times.replay})}"


def measure_rules(runs: int, *, turns: int = TURNS) -> RulesTimesDocument:
    """Time both so many times; the match is made up afresh from a fixed seed."""
    table = crowded_table()
    start, moves = random_match(turns)
    jobs = {_TARGETS: lambda: _targets_of_all(table), _REPLAY: lambda: _replay(start, moves)}
    measured = [time_jobs(jobs) for _ in range(runs)]
    return RulesTimesDocument(
        format=FORMAT,
        dice=len(table.in_play),
        turns=turns,
        actions=len(moves),
        runs=runs,
        targets_a_die=Spread.of([run[_TARGETS] / len(table.in_play) for run in measured]),
        replay=Spread.of([run[_REPLAY] for run in measured]),
    )


def crowded_table() -> rules.Position:
    """Forty of the bundled dice in rows, turned at random, of two players in turn."""
    rng = random.Random(_SEED)
    pieces = []
    for index, die in zip(range(DICE), cycle(_bundled_dice()), strict=False):
        at = (_APART_MM * (index % _PER_ROW + 1), _APART_MM * (index // _PER_ROW + 1))
        pieces.append(_placed(f"{die.id} {index}", die, "AB"[index % 2], at, rng))
    return _position(pieces)


def random_match(turns: int) -> tuple[rules.Position, list[rules.actions.Action]]:
    """A match of so many turns: where it starts and every action in order. Matches that end before are thrown away."""
    for seed in count(_SEED):
        rng = random.Random(seed)
        pieces = []
        for owner, depth in (("A", 150.0), ("B", 750.0)):
            for index, die in enumerate(rng.sample(_bundled_dice(), 2 * _IN_HAND)):
                piece = _placed(f"{owner} {die.id}", die, owner, (_APART_MM * (index + 1), depth), rng)
                out = replace(piece, zone=rules.Zone.HAND, face=None, pose=None)
                pieces.append(piece if index < _IN_HAND else out)
        start = _position(pieces)
        moves, position = [], start
        while position.winner is None and position.turn.number < start.turn.number + turns:
            action = _random_action(rng, position)
            position = rules.apply(position, action).position
            moves.append(action)
        if position.winner is None:
            return start, moves
    raise AssertionError("seeds do not end")


def _replay(position: rules.Position, moves: Sequence[rules.actions.Action]) -> None:
    for action in moves:
        position = rules.apply(position, action).position


def _targets_of_all(table: rules.Position) -> None:
    for piece in table.in_play:
        for index, effect in enumerate(piece.showing.effects):
            if rules.arrow_of(piece.showing, effect)[0]:
                try:
                    rules.targets(table, piece.id, index)
                except rules.Refused:  # an answer too, such as arrows that the players must explain
                    continue


def _bundled_dice() -> list[Die]:
    dice = read_dice(bundled(Bundled.DICE_FACES))
    return [die for die in dice.values() if "Ogre" not in die.classes]


def _placed(name: str, die: Die, owner: str, at: tuple[float, float], rng: random.Random) -> rules.Piece:
    return rules.Piece(
        name, die, owner, rules.Zone.PLAY, rng.choice(die.faces), Pose(*at, rng.uniform(0, 360), die.edge_mm)
    )


def _position(pieces: Sequence[rules.Piece]) -> rules.Position:
    table = rules.Table()
    players = (
        rules.Player("A", rules.edge_of(table, rules.Edge.NEAR)),
        rules.Player("B", rules.edge_of(table, rules.Edge.FAR)),
    )
    return rules.refreshed(
        rules.Position(rules.Agreement(), players, rules.by_id(pieces), table, score={"A": 0, "B": 0}, to_move="A")
    )


def _random_action(rng: random.Random, position: rules.Position) -> rules.actions.Action:
    """A throw, or any other action open now; a turn in which nothing is left to do is ended."""
    thrown = rules.throwable(position)
    if thrown and rng.random() < 1 / 2:
        return _random_throw(rng, position.piece(rng.choice(thrown)))
    options = list(rules.legal_actions(position)) or list(rules.legal_actions(position, settled=True))
    deeds = [
        action
        for action in options
        if not isinstance(action, rules.actions.Pass | rules.actions.EndTurn | rules.actions.Skip)
    ]
    if options:
        return rng.choice(deeds or options)
    return _random_throw(rng, position.piece(thrown[0]))


def _random_throw(rng: random.Random, piece: rules.Piece) -> rules.actions.Throw:
    at = (rng.uniform(60, 1140), rng.uniform(60, 840))
    return rules.actions.Throw(
        piece=piece.id, lands=rules.actions.RestingPose(rng.choice(piece.die.faces).key, at, rng.uniform(0, 360))
    )
