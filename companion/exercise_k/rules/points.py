"""The ledger of victory points: every award with its round, base points, multiplier and reason, and the standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.rules.roster import Roster, team_label, team_of
from companion.text import N_, pgettext

#: VP for each component destroyed, and the rule that says so (EK-VP-04 to EK-VP-08).
COMPONENT: Final[Mapping[SheetSystem, tuple[int, str]]] = MappingProxyType(
    {
        SheetSystem.MAIN: (8, "EK-VP-04"),
        SheetSystem.SECONDARY: (4, "EK-VP-05"),
        SheetSystem.MISSILE: (1, "EK-VP-06"),
        SheetSystem.AP: (1, "EK-VP-07"),
        SheetSystem.TREAD: (1, "EK-VP-08"),
    }
)
assert set(COMPONENT) == set(SheetSystem)
OGRE_VP: Final = 20  # EK-VP-09
COMMAND_POST_VP: Final = 60  # EK-VP-10
RADAR_VP: Final = 20  # EK-VP-11
SURVIVAL_VP: Final = 20  # EK-VP-12
SURVIVAL_BY_TIME_VP: Final = 10
MISSILE_LEFT_VP: Final = 5  # EK-VP-13
POST_STANDS_VP: Final = 20  # EK-VP-14
POST_STANDS_BY_TIME_VP: Final = 10
#: The last round of each raise, its factor, its rule; after them EK-VP-17.
_RAISES: Final = ((8, 2.0, "EK-VP-15"), (12, 1.5, "EK-VP-16"))


def multiplier(round_number: int) -> tuple[float, str]:
    """What points of a round are multiplied by, and the rule."""
    for last, factor, rule in _RAISES:
        if round_number <= last:
            return factor, rule
    return 1.0, "EK-VP-17"


def trim_decimals(points: float) -> float:
    """The number without a decimal point where it has no half."""
    return int(points) if float(points).is_integer() else points


#: The reason of points that were there before the first turn.
BROUGHT_FORWARD: Final = N_("rules", "brought forward")


@dataclass(frozen=True, slots=True)
class PointsEntry:
    """One award: the account it goes to, the round (None: brought forward), base points, factor; and the reason, which
    may have places for ``piece`` and ``name``."""

    account: str
    round: int | None
    base: float
    factor: float
    reason: str
    piece: str = ""
    name: str = ""

    @property
    def why(self) -> str:
        """The reason in English, as events and files have it."""
        return self.reason.format(piece=self.piece, name=self.name)

    @property
    def shown(self) -> str:
        """The reason in the language in force."""
        piece, name = team_label(self.piece), pgettext("rules", self.name)
        return pgettext("rules", self.reason, piece=piece, name=name)

    @property
    def points(self) -> float:
        """Base points times the factor; halves are kept (AMB-51)."""
        return trim_decimals(self.base * self.factor)


@dataclass(frozen=True, slots=True)
class Standings:
    """Points of players, third Ogres and teams, and who leads: several names are a tie (AMB-59)."""

    players: Mapping[str, float]
    third: Mapping[str, float]
    teams: Mapping[str, float]
    leading_players: tuple[str, ...]
    leading_teams: tuple[str, ...]


def standings(
    roster: Roster, entries: Iterable[PointsEntry], ogres_standing: Mapping[str, int] | None = None
) -> Standings:
    """The standings after some awards.

    A player counts for himself and his team (EK-VP-01, EK-VP-02), a third Ogre for the team alone (EK-CNT-04,
    EK-CNT-05). ``ogres_standing`` (account or team -> Ogres) breaks ties where that is agreed (AMB-59).
    """
    accounts = dict.fromkeys((*roster.players, *roster.third_ogres), 0.0)
    teams = dict.fromkeys(roster.teams, 0.0)
    for entry in entries:
        accounts[entry.account] += entry.points
        teams[team_of(entry.account)] += entry.points
    players = {name: trim_decimals(accounts[name]) for name in roster.players}
    third = {name: trim_decimals(accounts[name]) for name in roster.third_ogres}
    return Standings(
        MappingProxyType(players),
        MappingProxyType(third),
        MappingProxyType({team: trim_decimals(points) for team, points in teams.items()}),
        _leading(players, ogres_standing),
        _leading(teams, ogres_standing),
    )


def by_round(roster: Roster, entries: Sequence[PointsEntry], last_round: int) -> Mapping[str, tuple[float, ...]]:
    """Account -> its points at the end of each round from 1, what was brought forward included: the chart's lines."""
    accounts = (*roster.players, *roster.third_ogres)
    return MappingProxyType(
        {
            account: tuple(
                trim_decimals(sum(e.points for e in entries if e.account == account and (e.round or 0) <= number))
                for number in range(1, last_round + 1)
            )
            for account in accounts
        }
    )


def _leading(points: Mapping[str, float], ogres_standing: Mapping[str, int] | None) -> tuple[str, ...]:
    best = max(points.values())
    first = tuple(name for name, value in points.items() if value == best)
    if ogres_standing is None:
        return first
    most = max(ogres_standing[name] for name in first)
    return tuple(name for name in first if ogres_standing[name] == most)
