"""Signing up: groups in order of arrival become teams (EK-TEAM-04, EK-TEAM-05), and players get their numbers
(EK-TEAM-06, EK-TEAM-07)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.errors import InputError
from companion.exercise_k.rules.roster import DIVISIONS, Division, division
from companion.text import gettext

#: A group larger than this cannot stay together (EK-TEAM-04).
LARGEST_GROUP: Final = 3


@dataclass(frozen=True, slots=True)
class Seating:
    """People in teams, each list in the order of the numbers 1, 2, 3 (number 1 leads); ``waiting``: who came when the
    table was full; ``parted``: groups for which there was no room together."""

    division: Division
    teams: tuple[tuple[str, ...], ...]
    waiting: tuple[str, ...] = ()
    parted: tuple[tuple[str, ...], ...] = ()


def seat(groups: Sequence[Sequence[str]]) -> Seating:
    """Seat groups in order of arrival: who comes first is kept together first, single players fill what is left.

    Raises:
        InputError: a name is there twice, or a group is larger than a team.
        Refused: there are too few for a game (EK-CNT-15).
    """
    _check(groups)
    in_time, waiting = _cut([tuple(group) for group in groups], max(DIVISIONS))
    row = division(sum(len(group) for group in in_time))
    teams: list[list[str]] = [[] for _ in row.sizes]
    single: list[str] = []
    parted: list[tuple[str, ...]] = []
    for group in in_time:
        room = _room(teams, row, len(group)) if len(group) > 1 else None
        if room is not None:
            teams[room] += group
        else:
            single += group
            parted += [group] if len(group) > 1 else []
    for name in single:
        teams[_any_room(teams, row)].append(name)
    return Seating(row, tuple(map(tuple, teams)), waiting, tuple(parted))


def numbered(seating: Seating, team: int, agreed: Sequence[str]) -> Seating:
    """The seating with the numbers that a team (by its place) agreed on, or that the referee gave it.

    Raises:
        InputError: these are not the people of that team.
    """
    if sorted(agreed) != sorted(seating.teams[team]):
        raise InputError(
            gettext(
                "team {team} is {players}, not {agreed}",
                team=team + 1,
                players=", ".join(seating.teams[team]),
                agreed=", ".join(agreed),
            )
        )
    teams = (*seating.teams[:team], tuple(agreed), *seating.teams[team + 1 :])
    return Seating(seating.division, teams, seating.waiting, seating.parted)


def _check(groups: Sequence[Sequence[str]]) -> None:
    names = [name for group in groups for name in group]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError(
            gettext(
                "sign-up list: {name!r} appears twice; give players of the same name different names", name=twice[0]
            )
        )
    if any(len(group) > LARGEST_GROUP for group in groups):
        raise InputError(
            gettext(
                "sign-up list: a group is {most} players at most; split the larger ones",
                most=LARGEST_GROUP,
            )
        )


def _cut(groups: list[tuple[str, ...]], most: int) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """The groups that still find room, in order of arrival, and who has to wait."""
    seated: list[tuple[str, ...]] = []
    waiting: list[str] = []
    for group in groups:
        room = most - sum(map(len, seated))
        seated += [group[:room]] if room else []
        waiting += group[room:]
    return seated, tuple(waiting)


def _room(teams: Sequence[Sequence[str]], row: Division, needed: int) -> int | None:
    """The team with the least room that is enough."""
    free = [(size - len(team), place) for place, (team, size) in enumerate(zip(teams, row.sizes, strict=True))]
    return min(((left, place) for left, place in free if left >= needed), default=(0, None))[1]


def _any_room(teams: Sequence[Sequence[str]], row: Division) -> int:
    return next(place for place, size in enumerate(row.sizes) if len(teams[place]) < size)
