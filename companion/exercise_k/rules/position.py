"""The state of a game of Exercise K: frozen; whatever follows from it is computed.

What a table settles where Exercise K is silent: AMB-50 to AMB-60 as data, the default first.

An ambiguity with a single value has no option in the ledger: it is shown before the game, not chosen. `IN_FORCE`: which
rules of the board game are in force at the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from companion.exercise_k.rules.actions import FinalRoundReason
from companion.exercise_k.rules.board import HexBoard
from companion.exercise_k.rules.points import PointsEntry
from companion.exercise_k.rules.record_sheet import RecordSheet, SheetLayout, full_sheet
from companion.exercise_k.rules.roster import COMMAND_POST, Roster, team_of
from companion.rules import Choices, InForce, Ruling, Setting, Verdict
from companion.text import N_, gettext

_VALUES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "AMB-50": {
            "steps": N_(
                "rules", "Distances are steps from hex to hex, the Command Post's own hex being 0; the seam counts."
            )
        },
        "AMB-51": {
            "plain": N_("rules", "Awards at the end of the game are not raised; half points are kept."),
            "raised": N_(
                "rules", "Awards at the end of the game are raised like all points of the round that ends it."
            ),
        },
        "AMB-52": {
            "ram": N_(
                "rules", "A ram that completes an Ogre's destruction earns the 20 VP too; the referee confirms it."
            ),
            "shot": N_("rules", "Only a shot earns the 20 VP for an Ogre's destruction."),
        },
        "AMB-53": {"any": N_("rules", "An Ogre stands while any component is left; a missile that was fired is gone.")},
        "AMB-54": {
            "now": N_("rules", "A final round declared at the end of a round ends the game with that round."),
            "one-more": N_("rules", "After a final round is declared one more round is played."),
        },
        "AMB-55": {
            "each": N_("rules", "Each player's account of the team gets the award for its Command Post."),
            "once": N_("rules", "The award for a Command Post is given once, to the leader's account."),
        },
        "AMB-56": {
            "apart": N_("rules", "Ogres of one player keep their own turns and cannot combine fire."),
            "together": N_("rules", "Ogres of one player may combine fire in the turn of one of them."),
        },
        "AMB-57": {"surviving": N_("rules", "A round is one turn of each surviving Ogre in order.")},
        "AMB-58": {
            "nobody": N_("rules", "If the last teams fall together the game ends, nobody survives, and points decide.")
        },
        "AMB-59": {
            "tie": N_("rules", "Equal points are announced as a tie."),
            "most-ogres": N_("rules", "Of equal totals the one with more Ogres standing wins."),
        },
        "AMB-60": {"none": N_("rules", "A missile fired by its owner scores for nobody.")},
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
    of_game: ClassVar[str] = N_("rules", " of Exercise K")

    def in_force(self) -> tuple[InForce, ...]:
        """Every setting with its value and what it means, to be shown before the game."""
        return tuple(self.settled(name) for name in SETTINGS)


@dataclass(frozen=True, slots=True)
class FinalRound:
    """The last round of the game and why it is the last."""

    round: int
    why: FinalRoundReason


@dataclass(frozen=True, slots=True)
class DeskPosition:
    """A game as it stands. ``begun``: something was done in the turn of ``to_move``; ``scored``: the final scoring is
    in ``entries``."""

    agreement: DeskAgreement
    roster: Roster
    board: HexBoard
    sheets: Mapping[str, RecordSheet]
    lost: frozenset[str]
    entries: tuple[PointsEntry, ...]
    round: int
    to_move: str
    begun: bool = False
    final: FinalRound | None = None
    scored: bool = False

    @property
    def slots(self) -> tuple[str, ...]:
        """The turns of a round: every surviving Ogre in order (EK-ORD-03, AMB-57)."""
        return tuple(ogre for ogre in self.roster.ogres if not self.sheets[ogre].destroyed)

    @property
    def destroyed(self) -> frozenset[str]:
        """The Ogres that are off the board (EK-SPEC-09)."""
        return frozenset(ogre for ogre, sheet in self.sheets.items() if sheet.destroyed)

    @property
    def teams_left(self) -> tuple[str, ...]:
        """The teams with an Ogre on the board, in team order."""
        return tuple(team for team in self.roster.teams if any(team_of(ogre) == team for ogre in self.slots))

    @property
    def teams_mobile(self) -> tuple[str, ...]:
        """The teams with an Ogre that can move."""
        return tuple(
            team for team in self.roster.teams if any(self.sheets[ogre].mobile for ogre in self.roster.ogres_of(team))
        )

    @property
    def survivors(self) -> tuple[str, ...]:
        """The players with an Ogre of their own on the board."""
        own = {self.roster.account(ogre) for ogre in self.slots}
        return tuple(player for player in self.roster.players if player in own)

    @property
    def last_team_stands(self) -> bool:
        """Whether one team survives, or none (EK-END-01, AMB-58)."""
        return len(self.teams_left) <= 1

    @property
    def ran_out(self) -> bool:
        """Whether the final round is complete (EK-END-02)."""
        return self.final is not None and self.round > self.final.round

    @property
    def over(self) -> bool:
        """Whether play has ended."""
        return self.scored or self.ran_out or self.last_team_stands

    @property
    def ram_unfinished(self) -> bool:
        """Whether a turn that left one team standing may still hold the other half of its ram (AMB-58)."""
        return self.begun and self.last_team_stands and not self.ran_out and not self.scored

    @property
    def between_rounds(self) -> bool:
        """Whether a round has just ended: the moment before the first turn of the next."""
        return self.round > 1 and not self.begun and self.to_move == next(iter(self.slots), None)

    @property
    def closing_round(self) -> int:
        """The round that the game ends with: the final round once it is over, else the present one."""
        return self.round if self.final is None else min(self.round, self.final.round)

    def post_stands(self, team: str) -> bool:
        """Whether a team's Command Post stands."""
        return f"{team} {COMMAND_POST}" not in self.lost

    def with_sheet(self, ogre: str, sheet: RecordSheet) -> DeskPosition:
        """The position with another sheet for an Ogre."""
        return replace(self, sheets=MappingProxyType({**self.sheets, ogre: sheet}))


def new_game(
    roster: Roster,
    layout: SheetLayout,
    *,
    agreement: DeskAgreement | None = None,
    board: HexBoard | None = None,
    round_number: int = 1,
) -> DeskPosition:
    """A game before its first turn: full sheets, all buildings standing, no points."""
    sheets = MappingProxyType({ogre: full_sheet(layout) for ogre in roster.ogres})
    first = roster.leaders[0]
    return DeskPosition(
        agreement or DeskAgreement(), roster, board or HexBoard(), sheets, frozenset(), (), round_number, first
    )


#: Matter -> whether it is in force or allowed. Combat tables and the like are the board game's (EK-GEN-02).
IN_FORCE: Final[Mapping[str, bool]] = MappingProxyType(
    {
        "stacking": True,  # EK-SPEC-04
        "ramming": True,  # EK-SPEC-04
        "overrun": False,  # EK-SPEC-04
        "optional": False,  # EK-SPEC-05
        "advanced": False,  # EK-ADV-01
        "exit": False,  # EK-SPEC-06
        "binding": False,  # EK-SPEC-03
    }
)


def terms_ruling() -> Ruling:
    """The terms in a sentence."""
    text = gettext(
        "Stacking and ramming are in force; overrun, optional and advanced rules are not; no unit may leave "
        "the map; no treaty binds."
    )
    rules = ("EK-SPEC-04", "EK-SPEC-05", "EK-SPEC-06", "EK-SPEC-03", "EK-ADV-01", "EK-GEN-02")
    return Ruling(Verdict.YES, rules, text)
