"""Who plays what: the document's table of teams for 2 to 12 players, Ogres, buildings and accounts.

A player and his Ogre share a name, "Red 1". In a team of two "Red 3" is the third Ogre with an account of its own
(EK-CNT-04); a player alone in a team runs all three Ogres on one account.

Signing up: groups in order of arrival become teams (EK-TEAM-04, EK-TEAM-05), and players get their numbers
(EK-TEAM-06, EK-TEAM-07).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.errors import InputError
from companion.rules import Refused, Why
from companion.text import N_, gettext, pgettext

#: Team colours (EK-TEAM-03), as files name the teams; people read `team_label`.
COLOURS: Final = (N_("rules", "Red"), N_("rules", "Blue"), N_("rules", "Green"), N_("rules", "Black"))
#: Ogres of a team (EK-TEAM-01), by the numbers of their players; number 1 leads (EK-TEAM-06).
NUMBERS: Final = (1, 2, 3)
#: Buildings of a team (EK-TEAM-08).
RADARS: Final = ("R1", "R2")
COMMAND_POST: Final = "CP"
TEAM_OF_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class Division:
    """A row of the document's table: the setup, the players of each team, the rule."""

    setup: str
    sizes: tuple[int, ...]
    rule: str


_TWO_TEAM, _THREE_TEAM, _STANDARD = N_("rules", "2-team"), N_("rules", "3-team"), N_("rules", "standard")

#: Number of players -> how they are divided (EK-CNT-01).
DIVISIONS: Final[Mapping[int, Division]] = MappingProxyType(
    {
        2: Division(_TWO_TEAM, (1, 1), "EK-CNT-06"),
        3: Division(_THREE_TEAM, (1, 1, 1), "EK-CNT-07"),
        4: Division(_STANDARD, (1, 1, 1, 1), "EK-CNT-08"),
        5: Division(_TWO_TEAM, (3, 2), "EK-CNT-09"),
        6: Division(_TWO_TEAM, (3, 3), "EK-CNT-10"),
        7: Division(_THREE_TEAM, (3, 2, 2), "EK-CNT-11"),
        8: Division(_STANDARD, (2, 2, 2, 2), "EK-CNT-12"),
        9: Division(_THREE_TEAM, (3, 3, 3), "EK-CNT-13"),
        10: Division(_STANDARD, (3, 3, 2, 2), "EK-CNT-14"),
        11: Division(_STANDARD, (3, 3, 3, 2), "EK-CNT-14"),
        12: Division(_STANDARD, (3, 3, 3, 3), "EK-CNT-15"),
    }
)


def division(players: int) -> Division:
    """How so many players are divided.

    Raises:
        Refused: the document has no game for that number (EK-CNT-15).
    """
    if players not in DIVISIONS:
        text = gettext(
            "There is no game for {players}: Exercise K is for {fewest} to {most} players.",
            players=players,
            fewest=min(DIVISIONS),
            most=max(DIVISIONS),
        )
        raise Refused(Why.ILLEGAL_TARGET, ("EK-CNT-15", "EK-CNT-01", "EK-GEN-01"), text)
    return DIVISIONS[players]


def team_of(name: str) -> str:
    """The team of an Ogre, a player or a building: "Red" of "Red 1"."""
    return name.partition(" ")[0]


def team_label(name: str) -> str:
    """A team, an Ogre, a player or a building in the language in force: "Blau 2" for "Blue 2", "Blau R1"."""
    team, *sign = name.split(" ", maxsplit=1)
    return " ".join((pgettext("rules", team), *sign)) if team in COLOURS else name


def team_labels(names: Iterable[str]) -> str:
    """Several of them: "Blau 1 und Blau 2"."""
    return gettext(" and ").join(map(team_label, names))


@dataclass(frozen=True, slots=True)
class Roster:
    """The teams in team order and the players of each; the shorthanded teams come last unless stated otherwise.

    Raises:
        InputError: the sizes do not fit the order, or a team is there twice.
    """

    teams: tuple[str, ...]
    sizes: tuple[int, ...]
    setup: str

    def __post_init__(self) -> None:
        """Hold the teams to their number."""
        if len(self.teams) != len(self.sizes) or len(set(self.teams)) != len(self.teams):
            problem = gettext(
                "order: expected {count} different teams, got {teams}",
                count=len(self.sizes),
                teams=", ".join(self.teams),
            )
            raise InputError(problem)

    @property
    def ogres(self) -> tuple[str, ...]:
        """Every Ogre in turn order: each leader, then each Player 2, then each Player 3 (EK-ORD-03)."""
        return tuple(f"{team} {number}" for number in NUMBERS for team in self.teams)

    @property
    def leaders(self) -> tuple[str, ...]:
        """Player 1 of each team, in team order (EK-TEAM-06)."""
        return tuple(f"{team} {NUMBERS[0]}" for team in self.teams)

    @property
    def buildings(self) -> tuple[str, ...]:
        """A Command Post and two radars for each team (EK-TEAM-08)."""
        return tuple(f"{team} {kind}" for team in self.teams for kind in (COMMAND_POST, *RADARS))

    @property
    def players(self) -> tuple[str, ...]:
        """The accounts of the players, team by team (EK-VP-01)."""
        return tuple(player for team in self.teams for player in self.players_of(team))

    @property
    def third_ogres(self) -> tuple[str, ...]:
        """The third Ogres of teams of two (EK-CNT-02)."""
        return tuple(f"{team} {NUMBERS[-1]}" for team in self.teams if self.size(team) == TEAM_OF_TWO)

    def size(self, team: str) -> int:
        """The players of a team."""
        return self.sizes[self.teams.index(team)]

    def players_of(self, team: str) -> tuple[str, ...]:
        """The players of a team by number."""
        return tuple(f"{team} {number}" for number in NUMBERS[: self.size(team)])

    def ogres_of(self, team: str) -> tuple[str, ...]:
        """The Ogres of a team by number."""
        return tuple(f"{team} {number}" for number in NUMBERS)

    def account(self, ogre: str) -> str:
        """The account that an Ogre's points go to: its player's, or the third Ogre's own (EK-CNT-04)."""
        team = team_of(ogre)
        return self.leaders[self.teams.index(team)] if self.size(team) == 1 else ogre

    def runners(self, ogre: str, destroyed: Collection[str] = ()) -> tuple[str, ...]:
        """The players who run an Ogre: for a third Ogre both of the team, or the one who is left (EK-CNT-02,
        EK-CNT-03); both again when neither has an Ogre of his own, for then nobody is left to pass it to."""
        if ogre not in self.third_ogres:
            return (self.account(ogre),)
        both = self.players_of(team_of(ogre))
        return tuple(player for player in both if player not in destroyed) or both


def roster_for(players: int, order: Sequence[str]) -> Roster:
    """The roster of so many players; colours missing from the order are taken from the document's list.

    Raises:
        Refused: there is no game for that number.
    """
    row = division(players)
    teams = tuple(dict.fromkeys((*order, *COLOURS)))[: len(row.sizes)]
    return Roster(teams, row.sizes, row.setup)


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
        next(team for team, size in zip(teams, row.sizes, strict=True) if len(team) < size).append(name)
    return Seating(row, tuple(map(tuple, teams)), waiting, tuple(parted))


def numbered(seating: Seating, team: int, agreed: Sequence[str]) -> Seating:
    """The seating with the numbers that a team (by its place) agreed on, or that the referee gave it.

    Raises:
        InputError: these are not the people of that team.
    """
    if sorted(agreed) != sorted(seating.teams[team]):
        problem = gettext(
            "team {team} is {players}, not {agreed}",
            team=team + 1,
            players=", ".join(seating.teams[team]),
            agreed=", ".join(agreed),
        )
        raise InputError(problem)
    teams = (*seating.teams[:team], tuple(agreed), *seating.teams[team + 1 :])
    return Seating(seating.division, teams, seating.waiting, seating.parted)


def _check(groups: Sequence[Sequence[str]]) -> None:
    names = [name for group in groups for name in group]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        problem = gettext(
            "sign-up list: {name!r} appears twice; give players of the same name different names", name=twice[0]
        )
        raise InputError(problem)
    if any(len(group) > LARGEST_GROUP for group in groups):
        problem = gettext("sign-up list: a group is {most} players at most; split the larger ones", most=LARGEST_GROUP)
        raise InputError(problem)


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
