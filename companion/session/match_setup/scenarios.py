"""Documents and scenarios in the players' words: which document offers what, for how many, at what price; and armies
while they are built: points counting toward the limit, what still fits, and armies ready to be taken.

The numbers are those of `companion.rules.TERMS`; here stand only the words to them and what a new-match page must ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.catalogue import Die
from companion.rules import TERMS, Agreement, ArmyAnswer, Profile, Scenario, ScenarioTerms, judge_army, of_another_box
from companion.session.badges import BADGES
from companion.text import N_, gettext, pgettext

#: More players than this cannot be distinguished by their badges.
MOST_PLAYERS: Final = len(BADGES)


class OgreRole(StrEnum):
    """Who has an Ogre on the table from the start."""

    NOBODY = "nobody, unless an army holds one"
    ONE = "one player, who has no other dice"
    EACH = "every player, beside the army"


@dataclass(frozen=True, slots=True)
class RuleDocument:
    """A rule document that can govern a match, and the scenarios that it offers, the usual one first."""

    profile: Profile
    name: str
    text: str
    scenarios: tuple[Scenario, ...]


@dataclass(frozen=True, slots=True)
class ScenarioCard:
    """A scenario as the page shows it: name, one sentence, the limit of an army, how many may play, who has an Ogre.

    ``mark`` is the Ogre's where the scenario says it; None where the owner chooses.
    """

    scenario: Scenario
    name: str
    text: str
    limit: str
    most_players: int = MOST_PLAYERS
    ogre: OgreRole = OgreRole.NOBODY
    mark: str | None = None

    @property
    def terms(self) -> ScenarioTerms:
        """The scenario's numbers."""
        return TERMS[self.scenario]

    @property
    def points_count(self) -> bool:
        """Whether an army has a limit in points, so that a table may agree on another base (AD-ARMY-07)."""
        return self.terms.base is not None

    @property
    def asks_for_posts(self) -> bool:
        """Whether the players agree on Command Posts: one each, or none (OG-ARMY-06, OG-ARMY-08)."""
        return self.terms.command_post == "agreed"


DOCUMENT_CARDS: Final[Mapping[Profile, RuleDocument]] = MappingProxyType(
    {
        document.profile: document
        for document in (
            RuleDocument(
                Profile.OGRE,
                "Ogre",
                N_("session", "Tanks, infantry and the giant Ogre: a killed die is out for one round."),
                (
                    Scenario.VS_MARK_III,
                    Scenario.VS_MARK_V,
                    Scenario.TWO_ARMY,
                    Scenario.TWO_ARMY_50,
                    Scenario.OGRE_EACH,
                    Scenario.TOURNAMENT,
                ),
            ),
            RuleDocument(
                Profile.DEEP_WHITE_SEA,
                N_("session", "Deep White Sea"),
                N_("session", "Five crews, holds, freezes and poison: a killed die is out for one turn."),
                (Scenario.DWS_CREW, Scenario.TOURNAMENT),
            ),
            RuleDocument(
                Profile.CYBURG,
                "Cyburg",
                N_("session", "CyCops against HardCell, clones and double shots: a killed die is out for one round."),
                (Scenario.CYBURG_BOX, Scenario.TOURNAMENT),
            ),
        )
    }
)
assert set(DOCUMENT_CARDS) == set(Profile)

SCENARIO_CARDS: Final[Mapping[Scenario, ScenarioCard]] = MappingProxyType(
    {
        card.scenario: card
        for card in (
            ScenarioCard(
                Scenario.VS_MARK_III,
                N_("session", "Army against an Ogre Mark III"),
                N_("session", "One player has the Ogre, the other an army, a free Command Post and the first turn."),
                N_("session", "30 points + your smallest die; 30 from mixed teams"),
                2,
                OgreRole.ONE,
                "III",
            ),
            ScenarioCard(
                Scenario.VS_MARK_V,
                N_("session", "Army against an Ogre Mark V"),
                N_(
                    "session",
                    "One player has the stronger Ogre, the other a larger army, a free Command Post "
                    "and the first turn.",
                ),
                N_("session", "50 points + your smallest die; from mixed teams as agreed (AMB-31)"),
                2,
                OgreRole.ONE,
                "V",
            ),
            ScenarioCard(
                Scenario.TWO_ARMY,
                N_("session", "Armies of 30"),
                N_("session", "Army against army; a Command Post for everybody or for nobody."),
                N_("session", "30 points + your smallest die; 30 from mixed teams"),
            ),
            ScenarioCard(
                Scenario.TWO_ARMY_50,
                N_("session", "Armies of 50"),
                N_("session", "A bigger battle of the same kind."),
                N_("session", "50 points + your smallest die; 50 from mixed teams"),
            ),
            ScenarioCard(
                Scenario.OGRE_EACH,
                N_("session", "An Ogre each"),
                N_("session", "Each player has a Mark III Ogre on the table and an army beside it."),
                N_("session", "30 points + your smallest die beside the Ogre"),
                2,
                OgreRole.EACH,
                "III",
            ),
            ScenarioCard(
                Scenario.DWS_CREW,
                N_("session", "Crew against crew"),
                N_("session", "Everybody takes one crew of the box as it is."),
                N_("session", "the five dice of one colour; points do not count"),
            ),
            ScenarioCard(
                Scenario.CYBURG_BOX,
                N_("session", "CyCops against HardCell"),
                N_("session", "The two teams of the box as they are: seven dice against five."),
                N_("session", "one whole team; points do not count"),
                2,
            ),
            ScenarioCard(
                Scenario.TOURNAMENT,
                N_("session", "Any dice"),
                N_("session", "Armies of whatever dice you like, from any box."),
                N_("session", "30 points from mixed teams; 30 + your smallest die from one team"),
            ),
        )
    }
)
assert set(SCENARIO_CARDS) == set(Scenario)
assert {scenario for document in DOCUMENT_CARDS.values() for scenario in document.scenarios} == set(Scenario)


def has_dice_for(scenario: Scenario, dice: Iterable[Die]) -> bool:
    """Whether a scenario can be played with such dice: with an Ogre where it gives one (OG-OGRE-01), with two teams of
    the box where it is played with whole teams (DW-ARMY-01, CY-ARMY-01)."""
    card = SCENARIO_CARDS[scenario]
    if card.ogre is not OgreRole.NOBODY:
        return any("Ogre" in die.classes for die in dice)
    if card.points_count:
        return True
    return len({die.team.casefold() for die in dice if not of_another_box([die], scenario)}) > 1


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
