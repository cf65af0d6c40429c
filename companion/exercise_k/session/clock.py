"""The clock of the event: the time allotted, how much of it is used, and when to call the final round (EK-END-02).

The document leaves the length open (NG-15), so the referee says it. The clock is computed from notes in the journal;
nothing ticks here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from companion.codec.notes import ClockNote, Note
from companion.exercise_k.rules import FINAL_CALL_MIN, time_to_call
from companion.text import N_, pgettext

#: So long before the call the referee is warned.
WARNING_MIN: Final = 5
_WORDS: Final = {True: N_("session", "The clock is running."), False: N_("session", "The clock is stopped.")}


class Alarm(StrEnum):
    """What the clock asks of the referee."""

    NONE = "none"
    SOON = "soon"
    CALL = "call"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class GameClock:
    """``allotted_min`` is None where the event has no end; ``used`` before ``since``, when it was last started (None:
    it stands)."""

    allotted_min: int | None = None
    used: timedelta = timedelta()
    since: datetime | None = None

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self.since is not None

    def elapsed(self, now: datetime) -> timedelta:
        """The time used by now."""
        return self.used + (max(now - self.since, timedelta()) if self.since else timedelta())

    def left(self, now: datetime) -> timedelta | None:
        """The time that is left, below zero in overtime; None where the event has no end."""
        return None if self.allotted_min is None else timedelta(minutes=self.allotted_min) - self.elapsed(now)

    def alarm(self, now: datetime) -> Alarm:
        """What the time asks for now (EK-END-02)."""
        left = self.left(now)
        if self.allotted_min is None or left is None:
            return Alarm.NONE
        if left <= timedelta():
            return Alarm.OVER
        elapsed_min = self.elapsed(now) / timedelta(minutes=1)
        if time_to_call(self.allotted_min, elapsed_min):
            return Alarm.CALL
        return Alarm.SOON if time_to_call(self.allotted_min, elapsed_min + WARNING_MIN) else Alarm.NONE


def clock_note(running: bool) -> ClockNote:
    """The note that starts or stops the clock."""
    return ClockNote(running, pgettext("session", _WORDS[running]))


def clock_of(allotted_min: int | None, notes: Iterable[tuple[datetime, Note]]) -> GameClock:
    """The clock after some notes with their times; notes of other things are passed over."""
    used, since = timedelta(), None
    for at, note in notes:
        if not isinstance(note, ClockNote):
            continue
        if note.running and since is None:
            since = at
        elif not note.running and since is not None:
            used, since = used + (at - since), None
    return GameClock(allotted_min, used, since)


def as_clock(time: timedelta) -> str:
    """A time as a clock shows it: ``1:05:09``, ``-0:00:30``."""
    seconds = round(abs(time.total_seconds()))
    sign = "-" if time.total_seconds() <= -1 else ""
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def call_in(clock: GameClock, now: datetime) -> timedelta | None:
    """The time until the final round is to be called; None where the event has no end."""
    left = clock.left(now)
    return None if left is None else left - timedelta(minutes=FINAL_CALL_MIN)
