"""What an agreement leaves to the table after a hit: whether edge or terrain pins an Ogre (AMB-15).

The rules are asked what the other answer would lead to; if the people say so, the match is corrected by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.rules import Event, Outcome, Position, Ruling, Verdict, Why, Zone, apply
from companion.rules.actions import Action
from companion.rules.corrections import Correction, PieceCorrection
from companion.rules.events import Killed, Unharmed
from companion.session.play.modes import Mode, Settling
from companion.text import translate

_SETTING: Final = "AMB-15"


def pinned_or_not(before: Position, act: Action, outcome: Outcome, back: Mode) -> Settling | None:
    """The question that a hit has left open; ``None`` where it has left none. ``back``: where "no" leads."""
    if not before.agreement.is_(_SETTING, "ask") or not _asked(outcome.events):
        return None
    choices = MappingProxyType({**before.agreement.choices, _SETTING: "killed"})
    otherwise = replace(before, agreement=replace(before.agreement, choices=choices))
    then = apply(otherwise, act)
    killed = _asked(outcome.events) & {event.piece for event in then.events if isinstance(event, Killed)}
    if not killed:
        return None
    ruling = Ruling(Verdict.ASK, outcome.ruling.rules, outcome.ruling.text, Why.ASK)
    words = translate("match", "players say it is pinned and killed"), translate("match", "players say it stays")
    return Settling(_correction(outcome.position, then.position, sorted(killed)), ruling, back, words)


def _correction(now: Position, then: Position, killed: list[str]) -> Correction:
    score = {player: points for player, points in then.score.items() if points != now.score.get(player)}
    text = translate("match", "The players say that it was pinned")
    pieces = tuple(PieceCorrection(id=name, zone=Zone.RESERVE) for name in killed)
    return Correction(text=text, pieces=pieces, score=score)


def _asked(events: Iterable[Event]) -> set[str]:
    """The pieces that a hit has left as they are, for now."""
    return {event.piece for event in events if isinstance(event, Unharmed) and event.why is Why.NO_ROLL}
