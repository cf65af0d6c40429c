"""A match in which both players own the same dice, and tables at rest of it as a camera would show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from companion.codec.script import decode_match_opening
from companion.rules import Position
from companion.rules.actions import Maneuver, Place, RestingPose
from companion.session.inference import SeenDie, play_actions
from companion.session.live import Entrance, TableSnapshot, Track
from companion.session.match import Match
from companion.vision import DieReading, DieState
from tests.film import TrueMemory, script, tables, true_snapshots
from tests.session.inference.conftest import die, seen_of

#: Anna sits at the near edge, Ben at the far one.
NEAR, FAR = Entrance((500.0, -20.0), 1.0), Entrance((500.0, 640.0), 1.0)
#: The die that both own, as it lies: whose it is cannot be seen.
EITHERS = die("gev", "8", 650, 420)


def begun(path: Path) -> Match:
    """Anna has placed her Heavy Tank, and has not ended her turn."""
    opening = {key: value for key, value in script().items() if key != "steps"}
    match = Match.begin(path, decode_match_opening(opening))
    match.do(Place(piece="Heavy Tank", how=RestingPose("8", (500.0, 310.0), 96.0)), source="keyboard")
    return match


@cache
def _empty() -> TableSnapshot:
    """The first table at rest of the film, on which nothing lies."""
    end = tables()[0].end
    return next(snapshot for snapshot in true_snapshots() if snapshot.number == end)


def rest_with(rest: int, dice: Iterable[SeenDie], *entrances: Entrance) -> TableSnapshot:
    """The table at rest for that time, those dice on it."""
    tracks = tuple(
        Track(number, DieReading(one.pose, 0.2, 0.2, DieState.FLAT, one.name, 0.99), 9)
        for number, one in enumerate(dice, start=1)
    )
    memory = TrueMemory(lying=tuple(track.pose for track in tracks))
    return replace(
        _empty(), number=1000 * rest, at_s=60.0 * rest, rest=rest, tracks=tracks, memory=memory, entrances=entrances
    )


def rolled(position: Position, name: str) -> list[SeenDie]:
    """What is seen once a die was rolled over its first corner."""
    corner = position.piece(name).showing.maneuver[0]
    return seen_of(play_actions(position, (Maneuver(piece=name, corner=corner),)).position)
