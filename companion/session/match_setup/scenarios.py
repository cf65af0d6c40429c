"""Documents and scenarios in the players' words: which document offers what, for how many, at what price.

The numbers are those of `companion.rules.TERMS`; here stand only the words to them and what a new-match page must ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.catalogue import Die
from companion.rules import TERMS, Profile, Scenario, ScenarioTerms, of_another_box
from companion.session.badges import BADGES
from companion.text import N_

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
