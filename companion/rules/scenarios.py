"""Scenarios as data (OG-ARMY-04; CON-41): what an army may cost, who gets a Command Post, how the first turn goes
(CON-04 to CON-06, CON-32)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.text import N_


class Scenario(StrEnum):
    """The scenarios of the documents."""

    TWO_ARMY = "two-army"
    TWO_ARMY_50 = "two-army-50"
    VS_MARK_III = "vs-mark-iii"
    VS_MARK_V = "vs-mark-v"
    OGRE_EACH = "ogre-each"
    DWS_CREW = "dws-crew"
    CYBURG_BOX = "cyburg-box"
    TOURNAMENT = "tournament"


class FirstPlayerRule(StrEnum):
    """How it is settled who goes first (CON-04)."""

    SMALLEST_DECIDES = "the owner of the smallest army decides"
    FACING_THE_OGRE = "whoever faces the Ogre"
    BY_CHANCE = "chance, then in turn through a series"


@dataclass(frozen=True, slots=True)
class ScenarioTerms:
    """What a scenario allows. ``base``: points of a mixed army, raised by the smallest die where all are of one team;
    None where points do not count. ``crew``: how many dice of one team, where that is the rule. ``command_post``:
    "free",
    "agreed" or None. ``places``: the first player puts a die in the centre instead of a turn. ``rules`` cited for
    it."""

    rules: tuple[str, ...]
    first: FirstPlayerRule
    base: float | None = 30
    mixed: float | None = None
    crew: int | None = None
    command_post: str | None = None
    places: bool = True
    beside: bool = False


TERMS: Final[Mapping[Scenario, ScenarioTerms]] = MappingProxyType(
    {
        Scenario.TWO_ARMY: ScenarioTerms(
            ("OG-ARMY-06", "OG-ARMY-03"), FirstPlayerRule.SMALLEST_DECIDES, command_post="agreed"
        ),
        Scenario.TWO_ARMY_50: ScenarioTerms(
            ("OG-ARMY-07", "OG-ARMY-03"), FirstPlayerRule.SMALLEST_DECIDES, base=50, command_post="agreed"
        ),
        Scenario.VS_MARK_III: ScenarioTerms(
            ("OG-ARMY-01", "OG-ARMY-03", "OG-CP-01"), FirstPlayerRule.FACING_THE_OGRE, command_post="free", places=False
        ),
        Scenario.VS_MARK_V: ScenarioTerms(
            ("OG-ARMY-02", "OG-ARMY-03", "OG-OGRE-03", "OG-CP-01"),
            FirstPlayerRule.FACING_THE_OGRE,
            base=50,
            mixed=30,
            command_post="free",
            places=False,
        ),
        Scenario.OGRE_EACH: ScenarioTerms(
            ("OG-ARMY-08", "OG-ARMY-03", "CON-06"),
            FirstPlayerRule.SMALLEST_DECIDES,
            command_post="agreed",
            places=False,
            beside=True,
        ),
        Scenario.DWS_CREW: ScenarioTerms(("DW-ARMY-01", "CON-05"), FirstPlayerRule.BY_CHANCE, base=None, crew=5),
        Scenario.CYBURG_BOX: ScenarioTerms(
            ("CY-ARMY-01", "CY-SET-01", "CON-05"), FirstPlayerRule.SMALLEST_DECIDES, base=None
        ),
        Scenario.TOURNAMENT: ScenarioTerms(
            ("AD-ARMY-01", "AD-ARMY-03", "CY-ARMY-02", "CON-05"), FirstPlayerRule.SMALLEST_DECIDES
        ),
    }
)
assert set(TERMS) == set(Scenario)

#: Teams of the Cyburg box: how many dice, how many points (CY-SET-01).
CYBURG_TEAMS: Final[Mapping[str, tuple[int, float]]] = MappingProxyType({"cycops": (7, 43), "hardcell": (5, 44)})


#: Boxes whose dice alone play in a scenario (DW-ARMY-01, CY-ARMY-01): the set, and the sentence about any other die.
BOXES: Final[Mapping[Scenario, tuple[str, str]]] = MappingProxyType(
    {
        Scenario.DWS_CREW: (
            "deep-white-sea",
            N_("rules", "only the five crews of the Deep White Sea box play here; choose Any dice to mix boxes"),
        ),
        Scenario.CYBURG_BOX: (
            "cyburg",
            N_("rules", "only the two teams of the Cyburg box play here; choose Any dice to mix boxes"),
        ),
    }
)
#: The set of each team that the documents name, for a die that says no set.
SET_OF_TEAM: Final[Mapping[str, str]] = MappingProxyType(
    {"ogre": "ogre"}
    | dict.fromkeys(CYBURG_TEAMS, "cyburg")
    | dict.fromkeys(("white", "green", "orange", "blue", "burgundy"), "deep-white-sea")
)


def starts_with_placement(scenario: Scenario) -> bool:
    """Whether the match begins with a die in the exact centre of the table (OG-START-06, DW-START-02, CY-START-02,
    AMB-34)."""
    return TERMS[scenario].places
