"""Armies while they are built: points counting toward the limit, what still fits, and armies ready to be taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from companion.catalogue import Die
from companion.rules import Agreement, ArmyAnswer, Scenario, judge_army, of_another_box
from companion.session.match_setup.scenarios import SCENARIO_CARDS, OgreRole
from companion.text import N_, gettext, pgettext


@dataclass(frozen=True, slots=True)
class DieOffer:
    """A die of the catalogue for one army: how often it is in, whether another may be added, and if not, why."""

    die: Die
    count: int
    why_not: str | None

    @property
    def fits(self) -> bool:
        """Whether another one may be added."""
        return self.why_not is None


@dataclass(frozen=True, slots=True)
class ReadyArmy:
    """An army to be taken as it is: its name and its dice by id."""

    name: str
    dice: tuple[str, ...]


def points_of_army(agreement: Agreement, army: Sequence[Die], scenario: Scenario, base: float | None) -> ArmyAnswer:
    """An army judged by the rules of its scenario, with the dice that have no place in it."""
    found, strangers = judge_army(agreement, army, scenario, base), _strangers(army, scenario)
    if not strangers:
        return found
    problems = (*found.problems, *strangers)
    text = gettext("{points:g} points: {problems}.", points=found.points, problems="; ".join(problems))
    return replace(found, problems=problems, ruling=replace(found.ruling, text=text))


def offers(
    agreement: Agreement, army: Sequence[Die], catalogue: Mapping[str, Die], scenario: Scenario, base: float | None
) -> tuple[DieOffer, ...]:
    """Every die of the catalogue with whether it may still be added, the teams of the army first."""
    teams = {die.team.casefold() for die in army}
    dice = sorted(catalogue.values(), key=lambda die: (die.team.casefold() not in teams, die.set, die.team, die.name))
    return tuple(
        DieOffer(die, sum(d.id == die.id for d in army), _why_not(agreement, army, die, scenario, base)) for die in dice
    )


def _why_not(agreement: Agreement, army: Sequence[Die], die: Die, scenario: Scenario, base: float | None) -> str | None:
    """Why a die may not be added. Too few dice is no reason: the army is still being built."""
    strangers = (*of_another_box([die], scenario), *_strangers([die], scenario))
    if strangers:
        return strangers[0]
    more, crew = [*army, die], SCENARIO_CARDS[scenario].terms.crew
    problems = judge_army(agreement, more, scenario, base).problems
    # Of a crew, of a whole team, dice are missing yet.
    whole = len(more) <= crew if crew is not None else scenario is Scenario.CYBURG_BOX
    one_team = len({die.team.casefold() for die in more}) == 1 and len({die.id for die in more}) == len(more)
    return f"{die.label}: {'; '.join(problems)}" if problems and not (whole and one_team) else None


def _strangers(army: Sequence[Die], scenario: Scenario) -> tuple[str, ...]:
    """Dice that have no place in a scenario: an Ogre where the scenario already gives one or points do not count
    (CON-06)."""
    card = SCENARIO_CARDS[scenario]
    if not any("Ogre" in die.classes for die in army) or (card.ogre is OgreRole.NOBODY and card.points_count):
        return ()
    return (gettext("the Ogre is no die of an army in this scenario; choose another scenario to build with it"),)


#: Ogre armies to take as they are: name, and how many of each die.
_OGRE_READY: Final[Mapping[int, Mapping[str, Mapping[str, int]]]] = MappingProxyType(
    {
        30: {
            N_("session", "All arms"): {"heavy-tank": 1, "missile-tank": 1, "light-tank": 1, "gev": 2, "infantry": 4},
            N_("session", "Armour"): {"heavy-tank": 3, "missile-tank": 1, "light-tank": 1},
            N_("session", "Fast"): {"gev": 5, "missile-tank": 3},
            N_("session", "Guns"): {"howitzer": 1, "mobile-howitzer": 1, "infantry": 5},
        },
        50: {
            N_("session", "All arms"): {
                "howitzer": 1,
                "heavy-tank": 2,
                "missile-tank": 1,
                "light-tank": 1,
                "gev": 2,
                "infantry": 4,
            },
            N_("session", "Armour"): {"heavy-tank": 4, "missile-tank": 2, "light-tank": 2},
            N_("session", "Guns"): {"howitzer": 2, "mobile-howitzer": 1, "gev": 2, "infantry": 6},
        },
    }
)


def ready_armies(
    agreement: Agreement, catalogue: Mapping[str, Die], scenario: Scenario, base: float | None
) -> tuple[ReadyArmy, ...]:
    """Armies that are legal as they are: whole teams, and a few of the Ogre box; those of the governing document's own
    box first, the largest first. Where points do not count, only that box's."""
    armies = []
    for points, of_points in _OGRE_READY.items():
        for name, counts in of_points.items():
            names = tuple(f"ogre/{die}" for die, count in counts.items() for _ in range(count))
            if all(die in catalogue for die in names):
                armies.append(ReadyArmy(f"{pgettext('session', name)} ({points}+)", names))
    teams: dict[tuple[str, str], list[str]] = {}
    for die in catalogue.values():
        if die.team:
            teams.setdefault((die.set, die.team), []).append(die.id)
    armies += [ReadyArmy(team, tuple(names)) for (_, team), names in teams.items()]
    found = []
    for army in armies:
        dice = [catalogue[name] for name in army.dice]
        foreign = any(die.set != agreement.profile.value for die in dice)
        judged = points_of_army(agreement, dice, scenario, base)
        if judged.legal and not (foreign and not SCENARIO_CARDS[scenario].points_count):
            found.append((foreign, -judged.points, army))
    return tuple(army for *_, army in sorted(found, key=lambda row: row[:2]))
