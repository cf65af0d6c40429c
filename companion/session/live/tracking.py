"""Which die of this table at rest is which die of the last: three Infantry stay three pieces.

First what lies where something lay; then, of each kind of die, the moves that together ask for the least: a roll over
one corner costs next to nothing, a push costs its length, another face without a roll is costly. What is left over is
new. A die that was there and is not (a hand hid it) is remembered where it lay. Pure, and knows no rule but GEO-08.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from companion.catalogue import CORNERS, Die
from companion.geometry import Pose, roll_vertices, rolled_pose, turn_between_deg
from companion.session.live import tuning
from companion.session.live.snapshot import Track
from companion.vision import DieReading

Pairs = dict[int, int]  # place in the one list -> place in the other


@dataclass(frozen=True, slots=True)
class Tracker:
    """The dice on the table; those that were there and are not seen; those of the table before; the next new id."""

    tracks: tuple[Track, ...] = ()
    lost: tuple[Track, ...] = ()
    before: tuple[Track, ...] = ()
    next_id: int = 1

    def at_rest_again(self) -> Tracker:
        """The same dice, from now on as those of the table before."""
        return replace(self, before=self.tracks)

    def update(self, seen: Sequence[DieReading], dice: Mapping[str, Die], *, votes: int) -> Tracker:
        """The same dice followed to where they are seen now; asked again for every vote on one table."""
        known = [*self.tracks, *self.lost]
        ids = {place: known[number].id for number, place in _unmoved(known, seen).items()}
        movers = [track for track in self.before if track.id not in ids.values()]
        rest = [place for place in range(len(seen)) if place not in ids]
        moved = _moved(movers, [seen[place] for place in rest], dice)
        ids |= {rest[place]: movers[number].id for number, place in moved.items()}
        new = dict(zip((p for p in rest if p not in ids), count(self.next_id), strict=False))
        tracks = tuple(Track((ids | new)[place], die, votes) for place, die in enumerate(seen))
        lost = [track for track in known if track.id not in ids.values()]
        return replace(self, tracks=tracks, lost=_not_built_over(lost, tracks), next_id=self.next_id + len(new))


def is_unchanged(tracks: Sequence[Track], seen: Sequence[DieReading]) -> bool:
    """Whether the same dice are seen in the same places, lying the same way and showing the same faces."""
    pairs = _unmoved(tracks, seen)
    reported = [(tracks[number], seen[place]) for number, place in pairs.items()]
    same = all((track.name, track.state) == (die.name, die.state) for track, die in reported)
    return same and len(pairs) == len(tracks) == len(seen)


def _unmoved(known: Sequence[Track], seen: Sequence[DieReading]) -> Pairs:
    """Dice that lie where a die lay, nearest first, whatever face is read."""
    near = sorted(
        (_apart_mm(track.pose, die.pose), number, place)
        for number, track in enumerate(known)
        for place, die in enumerate(seen)
        if _lies_as(track, die)
    )
    pairs: Pairs = {}
    for _, number, place in near:
        if number not in pairs and place not in pairs.values():
            pairs[number] = place
    return pairs


def _lies_as(track: Track, die: DieReading) -> bool:
    sigma_mm = math.hypot(track.reading.repeat_sigma_mm, die.repeat_sigma_mm)
    if (
        track.pose.edge_mm != die.pose.edge_mm
        or _apart_mm(track.pose, die.pose) > tuning.STILL_MM + tuning.STILL_SIGMAS * sigma_mm
    ):
        return False
    sigma_deg = math.hypot(track.reading.repeat_sigma_deg, die.repeat_sigma_deg)
    turn_deg = turn_between_deg(track.pose.heading_deg, die.pose.heading_deg)
    if track.name is None or die.name is None or track.name != die.name:
        turn_deg = min(abs(turn_deg - third) for third in (0.0, 120.0))  # corner 0 of another face is elsewhere
    return turn_deg <= tuning.STILL_DEG + tuning.STILL_SIGMAS * sigma_deg


def _moved(movers: Sequence[Track], seen: Sequence[DieReading], dice: Mapping[str, Die]) -> Pairs:
    """Of each kind of die the moves that cost least together."""
    found: Pairs = {}
    for kind in sorted({die.name.die for die in seen if die.name}):
        numbers = [n for n, track in enumerate(movers) if track.name and track.name.die == kind]
        places = [p for p, die in enumerate(seen) if die.name and die.name.die == kind]
        costs = [[_cost(movers[n], seen[p], dice.get(kind)) for p in places] for n in numbers]
        found |= {numbers[row]: places[column] for row, column in _cheapest(costs).items()}
    return found


def _cost(track: Track, die: DieReading, kind: Die | None) -> float:
    """What it takes to get from where the track lay to where the die lies, as millimetres of push."""
    push_mm = _apart_mm(track.pose, die.pose)
    if track.name == die.name:
        return push_mm
    return min([push_mm + tuning.NEW_FACE_MM, *(_apart_mm(end, die.pose) for end in _rolls_to(track, die, kind))])


def _rolls_to(track: Track, die: DieReading, kind: Die | None) -> list[Pose]:
    """Where a roll over one corner would have ended that brings up the face which is seen (GEO-08)."""
    before = kind.face(track.name.face) if kind and track.name else None
    after = kind.face(die.name.face) if kind and die.name else None
    if before is None or after is None or not before.vertices or not after.vertices:
        return []
    up = frozenset(after.vertices)
    corners = [corner for corner in CORNERS if roll_vertices(before.vertices, corner) == up]
    ends = [rolled_pose(track.pose, before.vertices, corner, after.vertices) for corner in corners]
    return [
        end
        for end in ends
        if _apart_mm(end, die.pose) < tuning.ROLL_MM
        and turn_between_deg(end.heading_deg, die.pose.heading_deg) < tuning.ROLL_DEG
    ]


def _cheapest(costs: Sequence[Sequence[float]]) -> Pairs:
    """Row -> column with the least sum; every pair costs less than ``TOO_FAR_MM`` and as many as can be pair up."""
    if not costs or not costs[0]:
        return {}
    if len(costs) > tuning.MOST_PERMUTED:
        # The cheapest pair first: for crowds, where every way would take too long to try.
        pairs: Pairs = {}
        ways = sorted(
            (cost, r, c) for r, row in enumerate(costs) for c, cost in enumerate(row) if cost < tuning.TOO_FAR_MM
        )
        for _, row, column in ways:
            if row not in pairs and column not in pairs.values():
                pairs[row] = column
        return pairs
    return _searched(costs, 0, frozenset())[1]


def _searched(costs: Sequence[Sequence[float]], row: int, taken: frozenset[int]) -> tuple[float, Pairs]:
    """Every way to pair the rows from here on; a row without a partner costs as much as a move that is too far."""
    if row == len(costs):
        return 0.0, {}
    rest, pairs = _searched(costs, row + 1, taken)
    best = rest + tuning.TOO_FAR_MM, pairs
    for column, cost in enumerate(costs[row]):
        if column not in taken and cost < tuning.TOO_FAR_MM:
            rest, pairs = _searched(costs, row + 1, taken | {column})
            best = min(best, (cost + rest, {row: column} | pairs), key=lambda way: way[0])
    return best


def _not_built_over(lost: Sequence[Track], tracks: Sequence[Track]) -> tuple[Track, ...]:
    """The dice not seen that may still lie where they lay: nothing else lies there now."""
    return tuple(
        track for track in lost if all(_apart_mm(track.pose, other.pose) > track.pose.edge_mm / 2 for other in tracks)
    )


def _apart_mm(one: Pose, other: Pose) -> float:
    return math.dist(one.centre_mm, other.centre_mm)
