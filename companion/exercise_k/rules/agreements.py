"""What a table settles where Exercise K is silent: AMB-50 to AMB-60 as data, the default first.

An ambiguity with a single value has no option in the ledger: it is shown before the game, not chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from companion.rules import Choices, InForce, Setting
from companion.text import mark

_VALUES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "AMB-50": {
            "steps": mark(
                "rules", "Distances are steps from hex to hex, the Command Post's own hex being 0; the seam counts."
            )
        },
        "AMB-51": {
            "plain": mark("rules", "Awards at the end of the game are not raised; half points are kept."),
            "raised": mark(
                "rules", "Awards at the end of the game are raised like all points of the round that ends it."
            ),
        },
        "AMB-52": {
            "ram": mark(
                "rules", "A ram that completes an Ogre's destruction earns the 20 VP too; the referee confirms it."
            ),
            "shot": mark("rules", "Only a shot earns the 20 VP for an Ogre's destruction."),
        },
        "AMB-53": {
            "any": mark("rules", "An Ogre stands while any component is left; a missile that was fired is gone.")
        },
        "AMB-54": {
            "now": mark("rules", "A final round declared at the end of a round ends the game with that round."),
            "one-more": mark("rules", "After a final round is declared one more round is played."),
        },
        "AMB-55": {
            "each": mark("rules", "Each player's account of the team gets the award for its Command Post."),
            "once": mark("rules", "The award for a Command Post is given once, to the leader's account."),
        },
        "AMB-56": {
            "apart": mark("rules", "Ogres of one player keep their own turns and cannot combine fire."),
            "together": mark("rules", "Ogres of one player may combine fire in the turn of one of them."),
        },
        "AMB-57": {"surviving": mark("rules", "A round is one turn of each surviving Ogre in order.")},
        "AMB-58": {
            "nobody": mark(
                "rules", "If the last teams fall together the game ends, nobody survives, and points decide."
            )
        },
        "AMB-59": {
            "tie": mark("rules", "Equal points are announced as a tie."),
            "most-ogres": mark("rules", "Of equal totals the one with more Ogres standing wins."),
        },
        "AMB-60": {"none": mark("rules", "A missile fired by its owner scores for nobody.")},
    }
)
#: Every setting of Exercise K by its ledger id.
SETTINGS: Final[Mapping[str, Setting]] = MappingProxyType(
    {name: Setting(name, MappingProxyType(dict(values))) for name, values in _VALUES.items()}
)


@dataclass(frozen=True, slots=True)
class DeskAgreement(Choices):
    """What this table agreed on where it differs from the defaults.

    Raises:
        InputError: an agreement or a value that does not exist.
    """

    settings: ClassVar[Mapping[str, Setting]] = SETTINGS
    of_game: ClassVar[str] = mark("rules", " of Exercise K")

    def in_force(self) -> tuple[InForce, ...]:
        """Every setting with its value and what it means, to be shown before the game."""
        return tuple(self.settled(name) for name in SETTINGS)
