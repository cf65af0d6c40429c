"""The final round in its three forms, as the referee may call it now: which are open, why not, and whom to ask."""

from __future__ import annotations

from dataclasses import dataclass

from companion.exercise_k.rules import DeskPosition, FinalRoundReason, actions, apply_desk_action, team_of
from companion.rules import Ruling


@dataclass(frozen=True, slots=True)
class FinalCall:
    """One form: what the rules would say if nobody had a target in range and all agreed; the players who have to agree;
    the Ogres that must not have a legal target in weapons range, which the referee sees on the map."""

    why: FinalRoundReason
    ruling: Ruling
    consent: tuple[str, ...] = ()
    must_not_reach: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Whether it may be called if the players and the map agree."""
        return self.ruling.ok

    def action(self, consenting: tuple[str, ...], in_range: tuple[str, ...]) -> actions.CallFinalRound:
        """The call with what the referee found out."""
        return actions.CallFinalRound(why=self.why, by=consenting, in_range=in_range)


def final_calls(position: DeskPosition) -> tuple[FinalCall, ...]:
    """The three forms (EK-END-02, EK-END-04, EK-END-05) in this position."""
    return tuple(_call(position, why) for why in FinalRoundReason)


def _call(position: DeskPosition, why: FinalRoundReason) -> FinalCall:
    mobile = position.teams_mobile
    team = mobile[0] if len(mobile) == 1 else ""
    consent = tuple(p for p in position.survivors if team_of(p) == team) if why is FinalRoundReason.DECLARED else ()
    watched = {
        FinalRoundReason.TIME: (),
        FinalRoundReason.STALEMATE: position.slots,
        FinalRoundReason.DECLARED: tuple(ogre for ogre in position.slots if team_of(ogre) != team),
    }
    ruling = apply_desk_action(position, actions.CallFinalRound(why=why, by=consent)).ruling
    return FinalCall(why, ruling, consent, watched[why])
