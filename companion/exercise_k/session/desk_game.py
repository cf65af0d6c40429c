"""The referee's desk: a game of Exercise K under way over its journal; on disk before it is shown.

What the table agreed on beside the rules (names, time, corners, first hexes); the clock of the event, whose length the
document leaves open (NG-15), computed from notes in the journal, so nothing ticks here; where a game starts, and what
an entry leads to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, cast

from companion.codec.notes import ClockNote, Note
from companion.codec.outcomes import RecordedOutcome
from companion.documents import JsonTable
from companion.errors import InputError
from companion.exercise_k.codec.actions import decode_desk_action, encode_desk_action
from companion.exercise_k.codec.documents import DeskOpening, DeskTalk, decode_desk_opening
from companion.exercise_k.codec.script import decode_desk_game
from companion.exercise_k.rules import actions
from companion.exercise_k.rules.actions import DeskAction
from companion.exercise_k.rules.engine import DeskOutcome, apply_desk_action
from companion.exercise_k.rules.position import DeskPosition
from companion.exercise_k.rules.roster import team_label
from companion.exercise_k.rules.turn_clock import time_to_call
from companion.journal import EntryKind, Game
from companion.session.match import AppliedAction, GameSession
from companion.text import N_, gettext, pgettext

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


class DeskGame(GameSession[DeskPosition, actions.DeskAction, DeskOpening]):
    """A game of Exercise K under way."""

    game = Game.EXERCISE_K

    @classmethod
    def rules_for(cls, opening: DeskOpening) -> DeskRules:
        """The rules of Exercise K."""
        return DeskRules(opening)

    @classmethod
    def decode_opening(cls, keys: JsonTable) -> DeskOpening:
        """The opening that was written down."""
        return decode_desk_opening(keys)

    @property
    def talk(self) -> DeskTalk:
        """Who plays, for how long, and where the teams began."""
        return self.opening.table_talk

    @property
    def clock(self) -> GameClock:
        """The time allotted and used, from the notes of the journal: after a crash it is what it would have been."""
        return clock_of(self.talk.allotted_min, self.notes)

    def do(self, action: actions.DeskAction, *, source: str = "keyboard") -> DeskOutcome:
        """Take an action. One that the rules refuse is not written down; the outcome says why.

        Raises:
            OperationError: it could not be written.
        """
        return cast(DeskOutcome, self._gesture([action], source=source)[-1].outcome)

    def run_clock(self, running: bool, *, source: str = "keyboard") -> bool:
        """Start or stop the clock; False where it does so already. Raises OperationError where it could not be
        written."""
        return self.clock.running != running and bool(self.note(clock_note(running), source=source))


class DeskRules:
    """Exercise K."""

    def __init__(self, opening: DeskOpening) -> None:
        """Take an opening.

        Raises:
            InputError: with every name in it that stands for nothing.
        """
        self.start = decode_desk_game(opening)

    def decode(self, kind: EntryKind, content: JsonTable) -> DeskAction:
        """The action of a journal's row."""
        if kind is not EntryKind.ACT:
            raise InputError(gettext("{kind}: Exercise K has acts alone", kind=kind))
        return decode_desk_action(content, "act", self.start.roster)

    def encode(self, act: DeskAction) -> tuple[EntryKind, JsonTable]:
        """An act's row."""
        return EntryKind.ACT, encode_desk_action(act)

    def take(self, position: DeskPosition, act: DeskAction) -> AppliedAction[DeskPosition]:
        """What an act leads to."""
        outcome = apply_desk_action(position, act)
        recorded = RecordedOutcome.of(outcome.ruling, outcome.events, turn=position.round, player=position.to_move)
        return AppliedAction(outcome.position, recorded, outcome.ok, outcome)

    def player_label(self, player: str) -> str:
        """What people call a team or one of its players."""
        return team_label(player)


def read_rules(opening: JsonTable) -> tuple[str, DeskRules]:
    """The name and the rules of a game by its opening.

    Raises:
        InputError: with every problem of the opening.
    """
    begun = decode_desk_opening(opening)
    return begun.name, DeskRules(begun)
