"""The turn clock: leaders in team order, then Players 2, then Players 3, round after round (EK-ORD-01, EK-ORD-02,
EK-ORD-03, EK-ORD-05); and the time at which the referee calls the final round (EK-END-02)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.exercise_k.rules.actions import FinalRoundReason
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.roster import Roster, team_label
from companion.rules import Ruling, Verdict
from companion.text import gettext

#: Minutes before the end of the allotted time at which "final round" is called (EK-END-02).
FINAL_CALL_MIN: Final = 20
_ENDS: Final = {
    FinalRoundReason.TIME: ("EK-END-02", "EK-END-03"),
    FinalRoundReason.STALEMATE: ("EK-END-04", "EK-END-03"),
    FinalRoundReason.DECLARED: ("EK-END-05", "AMB-54", "EK-END-03"),
}
assert set(_ENDS) == set(FinalRoundReason)


@dataclass(frozen=True, slots=True)
class TurnOrderAnswer:
    """The turns of the round, the leaders in the order in which they choose corners, and where the clock stands."""

    turns: tuple[str, ...]
    corners: tuple[str, ...]
    round: int
    to_move: str
    final_round: int | None
    over: bool
    ruling: Ruling


def random_order(teams: Sequence[str], chance: random.Random) -> tuple[str, ...]:
    """A team order drawn at random (EK-ORD-01)."""
    return tuple(chance.sample(list(teams), len(teams)))


def corner_order(roster: Roster) -> tuple[str, ...]:
    """The leaders in the order of choosing a corner: the last team in order first (EK-ORD-02)."""
    return roster.leaders[::-1]


def time_to_call(allotted_min: float, elapsed_min: float) -> bool:
    """Whether the final round is due to be called: 20 minutes or less of the allotted time are left (EK-END-02)."""
    return allotted_min - elapsed_min <= FINAL_CALL_MIN


def next_turn(position: DeskPosition) -> DeskPosition:
    """The clock at the next surviving Ogre's turn; past the last one the next round begins."""
    ogres = position.roster.ogres
    at = ogres.index(position.to_move)
    alive = set(position.slots)
    later = [ogre for ogre in ogres[at + 1 :] if ogre in alive]
    if later:
        return replace(position, to_move=later[0], begun=False)
    first = next(iter(position.slots), position.to_move)
    return replace(position, to_move=first, round=position.round + 1, begun=False)


def turn_order(position: DeskPosition) -> TurnOrderAnswer:
    """Whose turn it is, in which round, and whether the game is over."""
    final = None if position.final is None else position.final.round
    to_move = team_label(position.to_move)
    state = gettext("the game is over") if position.over else gettext("{to_move} is to move", to_move=to_move)
    last = "" if final is None or position.over else gettext(" Round {final} is the final round.", final=final)
    ruling = Ruling(
        Verdict.YES,
        _deciding(position),
        gettext("Round {round}: {state}.{last}", round=position.round, state=state, last=last),
    )
    return TurnOrderAnswer(
        position.slots,
        corner_order(position.roster),
        position.round,
        position.to_move,
        final,
        position.over,
        ruling,
    )


def _deciding(position: DeskPosition) -> tuple[str, ...]:
    ends: tuple[str, ...] = ()
    if position.last_team_stands:
        ends = ("EK-END-01", *(() if position.teams_left else ("AMB-58",)))
    elif position.final is not None:
        ends = _ENDS[position.final.why]
    third = ("EK-CNT-02",) if position.roster.third_ogres else ()
    return (*ends, "EK-ORD-03", "EK-ORD-05", "AMB-57", "EK-ORD-02", "EK-ORD-01", *third)
