"""Profiles and agreements (AD-GEN-01, AD-GEN-02, AD-GEN-04): which document governs, and what a table settles where
the documents are silent or disagree.

The newer wording changes no mechanics but what CON-01 and CON-02 say (OG-TURN-10). Everything is data: `SETTINGS`
lists every setting that changes what the engine does, its values (the default first) and what each means. Ambiguities
and conflicts without a row here are settled as the ledger's default says, for every table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Final

from companion.rules.choices import Choices, InForce, Setting
from companion.rules.ledger import Rule, ledger
from companion.text import N_, gettext


class Profile(StrEnum):
    """The document that governs a match."""

    OGRE = "ogre"
    DEEP_WHITE_SEA = "deep-white-sea"
    CYBURG = "cyburg"


class RuleGroup(StrEnum):
    """The parts of the Advanced Rules, any assortment of which may be agreed on (AD-GEN-01)."""

    ARMIES = "armies and who goes first"
    UNIQUENESS = "uniqueness"
    PLAYERS = "more players"
    FOULS = "foul penalties"
    TERRAIN = "terrain"


def _setting(name: str, **values: str) -> Setting:
    return Setting(name, MappingProxyType({value.strip("_").replace("_", "-"): text for value, text in values.items()}))


#: What a total that wins means (OG-WIN-01, AD-MULTI-02).
_WINS: Final = N_("rules", "The first to reach {} points wins.")

SETTINGS: Final[Mapping[str, Setting]] = MappingProxyType(
    {
        setting.id: setting
        for setting in (
            _setting(
                "AMB-01",
                whole_die=N_("rules", "A die is seen by its whole outline from above."),
                top_face=N_("rules", "A die is seen by its top face alone."),
            ),
            _setting(
                "AMB-04",
                plan=N_("rules", "Distances are measured on the plan."),
                space=N_("rules", "Distances are measured in space, from top face to top face."),
            ),
            _setting(
                "AMB-15",
                ask=N_("rules", "The players are asked; until they answer the Ogre neither rolls nor dies."),
                no_roll=N_("rules", "An Ogre against edge or terrain does not roll."),
                killed=N_("rules", "An Ogre against edge or terrain is pinned and killed."),
            ),
            _setting(
                "AMB-16",
                both=N_("rules", "A Command lets an Ogre shoot and then move."),
                one=N_("rules", "A Command gives an Ogre one of the two."),
            ),
            _setting(
                "AMB-24",
                off=N_("rules", "The Ogre is never thrown."),
                thrown=N_("rules", "The Ogre may be thrown and crushes what it lands on."),
            ),
            _setting(
                "AMB-31",
                _30=N_("rules", "A mixed army may have 30 points against a Mark V."),
                _50=N_("rules", "A mixed army may have 50 points against a Mark V."),
            ),
            _setting(
                "AMB-37",
                cap=N_("rules", "A Repair lifts the Command Post to 60 Armor at most."),
                no_cap=N_("rules", "A Repair may lift the Command Post above 60 Armor."),
            ),
            _setting(
                "AMB-51",
                plain=N_("rules", "Awards at the end of Exercise K are not raised."),
                raised=N_("rules", "Awards at the end of Exercise K are raised like all points of their round."),
            ),
            _setting(
                "AMB-63",
                arrow=N_("rules", "A Command reaches the Allies that its arrow sees."),
                all_allies=N_("rules", "A Command reaches all Allies in play."),
            ),
            Setting(
                "CON-31",
                MappingProxyType(dict.fromkeys(("50", "60", "75", "100"), _WINS)),
                least=50,
                of_number=_WINS,
            ),
            _setting(
                "CON-01",
                revised=N_("rules", "A die that lands may maneuver."),
                _2002=N_("rules", "A die that lands may shoot but not maneuver."),
            ),
        )
    }
)


#: Ambiguities that concern the board game scenario alone.
_EXERCISE_K: Final = frozenset({"AMB-50", *(f"AMB-{number}" for number in range(51, 61))})


@dataclass(frozen=True, slots=True)
class Agreement(Choices):
    """What a match is played by: profile, the advanced layer less the groups left out, and every agreement that differs
    from its default. Without groups left out the layer is the standard Advanced Rules Set (AD-GEN-02).

    Raises:
        InputError: an agreement or a value that does not exist.
    """

    settings: ClassVar[Mapping[str, Setting]] = SETTINGS

    profile: Profile = Profile.OGRE
    advanced: bool = False
    left_out: frozenset[RuleGroup] = frozenset()

    def has(self, group: RuleGroup) -> bool:
        """Whether a group of the Advanced Rules is in force."""
        return self.advanced and group not in self.left_out

    def by_document(
        self, ogre: tuple[str, ...], deep_white_sea: tuple[str, ...], cyburg: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Of what three documents say of a matter, the ids of the one that governs."""
        return {Profile.OGRE: ogre, Profile.DEEP_WHITE_SEA: deep_white_sea, Profile.CYBURG: cyburg}[self.profile]

    @property
    def winning_score(self) -> int:
        """The points that win: 50, or the higher total that the table has agreed on (CON-27, CON-31, AD-MULTI-02)."""
        return int(self["CON-31"])

    def in_force(self) -> tuple[InForce, ...]:
        """Every conflict and ambiguity of the dice game with its settling, to be shown before a match (AD-GEN-04)."""
        rows = (rule for name, rule in ledger().items() if name.startswith(("CON", "AMB")) and name not in _EXERCISE_K)
        return tuple(self.settled(rule.id) if rule.id in SETTINGS else self._by_ledger(rule) for rule in rows)

    def _by_ledger(self, rule: Rule) -> InForce:
        rule = rule.shown
        layers = ("advanced",) if self.advanced else ()
        words = [rule.settled[layer] for layer in (*layers, self.profile.value, "") if layer in rule.settled]
        return InForce(rule.id, rule.text, "default", words[0] if words else rule.default or gettext("Does not arise."))
