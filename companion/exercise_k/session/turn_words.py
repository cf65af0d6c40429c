"""Whose turn it is, in which round, what it counts and what the clock says, in words for the desk and the players."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from companion.exercise_k.rules import DeskPosition, multiplier, next_turn, team_label
from companion.exercise_k.session.clock import Alarm, GameClock, as_clock, call_in
from companion.exercise_k.session.table_talk import TableTalk
from companion.text import N_, pgettext

_ALARMS: Final = {
    Alarm.NONE: N_("TurnBar", "time left"),
    Alarm.SOON: N_("TurnBar", "final round in {0}"),
    Alarm.CALL: N_("TurnBar", "call the final round: E"),
    Alarm.OVER: N_("TurnBar", "time is up: call it, E"),
}
assert set(_ALARMS) == set(Alarm)


@dataclass(frozen=True, slots=True)
class TurnWords:
    """What is said of a turn; "" where there is nothing to say. ``runners``: who runs the Ogre; ``ending``: what is
    left to do once the game is over; ``final``: that this is the final round; ``until``: how long the multiplier
    stays; ``following``: whose turn comes next."""

    round: str
    turn: str
    runners: str = ""
    ending: str = ""
    final: str = ""
    until: str = ""
    following: str = ""


@dataclass(frozen=True, slots=True)
class ClockWords:
    """What the clock shows and says, and what it asks of the referee."""

    shown: str
    words: str
    alarm: Alarm


def turn_words(position: DeskPosition, talk: TableTalk) -> TurnWords:
    """What there is to say of the turn under way, or of a game that is over."""
    factor = multiplier(position.round)[0]
    now = pgettext("TurnBar", "Round {0}   × {1:g}").format(position.closing_round, factor)
    if position.over:
        ending = pgettext("TurnBar", "scored") if position.scored else pgettext("TurnBar", "press E to score it")
        return TurnWords(now, pgettext("TurnBar", "Game over"), ending=ending)
    last = position.final is not None and position.final.round == position.round
    following = next_turn(position).to_move
    then = ", ".join(filter(None, (team_label(following), talk.runners(position, following))))
    return TurnWords(
        now,
        team_label(position.to_move),
        talk.runners(position, position.to_move),
        final=pgettext("TurnBar", "FINAL ROUND") if last else "",
        until="" if last else _until_words(position.round, factor),
        following=pgettext("PlayersWindow", "then {0}").format(then),
    )


def clock_words(clock: GameClock, now: datetime, *, called: bool, over: bool) -> ClockWords:
    """The clock for the referee; ``called``: the final round has been called, so nothing is asked any more."""
    left, alarm = clock.left(now), Alarm.NONE if called else clock.alarm(now)
    shown = ("" if clock.running else "❚❚ ") + as_clock(clock.elapsed(now) if left is None else left)
    return ClockWords(shown, "" if over else _alarm_words(alarm, clock, now), alarm)


def players_time(clock: GameClock, now: datetime) -> str:
    """The time left, for the players; played where the event has no end."""
    left = clock.left(now)
    if left is None:
        return pgettext("PlayersWindow", "played {0}").format(as_clock(clock.elapsed(now)))
    return pgettext("PlayersWindow", "time left {0}").format(as_clock(left))


def _until_words(round_: int, factor: float) -> str:
    """When points will count less."""
    lower = next((later for later in range(round_, round_ + 9) if multiplier(later)[0] != factor), None)
    return "" if lower is None or factor == 1 else pgettext("TurnBar", "until round {0}").format(lower - 1)


def _alarm_words(alarm: Alarm, clock: GameClock, now: datetime) -> str:
    if not clock.running and alarm is Alarm.NONE:
        return pgettext("TurnBar", "P starts the clock")
    if clock.allotted_min is None:
        return pgettext("TurnBar", "time played")
    until = call_in(clock, now)
    return pgettext("TurnBar", _ALARMS[alarm]).format(as_clock(until) if until else "")
