"""A match told again from its file alone: line by line, with what the rules would say otherwise today."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import WrongInput
from companion.journal import Differs, Divergence, Game, Kind, Record, how_it_differs, read_record
from companion.rules import exercise_k
from companion.rules.script import Script, run_script, script_from
from companion.table.match.books import BOOKS
from companion.table.match.log import LogLine, log_of
from companion.table.match.script import match_script
from companion.table.match.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Telling:
    """A whole match: its record, the lines of its log, the rulings that differ, and itself as a script."""

    record: Record
    lines: tuple[LogLine, ...]
    divergences: tuple[Divergence, ...]
    script: dict[str, Any]

    @property
    def weighty(self) -> tuple[Divergence, ...]:
        """The rulings that differ in more than their words."""
        return tuple(one for one in self.divergences if one.differs is not Differs.WORDS)

    @property
    def first_astray(self) -> int | None:
        """The first step of the script that a referee takes otherwise than the match did; None where all go the same
        way. Only after a correction by hand, which may leave what no situation can tell, should there be one."""
        if self.record.game is Game.OGRE_CARD:
            return None
        counting = [line for line in self.lines if line.kind is Kind.ACT and not line.undone]
        steps = self.script["steps"]
        since = counting[len(counting) - len(steps) :]
        try:
            said = tuple(run_script(_read(self.script)))
        except WrongInput:  # an act that these rules do not know
            return 0
        pairs = enumerate(zip(since, said, strict=True))
        return next((step for step, (line, now) in pairs if not _alike(line, now.events)), None)

    def as_json(self) -> dict[str, Any]:
        """The match as an export has it: a referee script with the log beside it."""
        return {**self.script, "log": [line.as_json() for line in self.lines]}


def _read(script: Mapping[str, Any]) -> Script | exercise_k.DeskScript:
    on_a_desk = script.get("profile") == "exercise-k"
    return exercise_k.desk_script_from(script, "export") if on_a_desk else script_from(script, "export")


def _alike(line: LogLine, events: tuple[Mapping[str, Any], ...]) -> bool:
    """Whether these are the events of a line by the rules in force."""
    then = line.events if line.diverges is None else line.diverges.now.get("events", ())
    return how_it_differs({"events": list(then)}, {"events": list(events)}) is None


def told(path: Path) -> Telling:
    """The match of a file, open in a window or not; nothing is changed.

    Raises:
        CannotDo: the file is of a newer program or damaged.
        WrongInput: there is no such file, or its opening is none that these rules can read.
    """
    record = read_record(path)
    try:
        timeline: Timeline[Any] = Timeline(BOOKS[record.game](record.opening), record.entries)
    except WrongInput as error:
        raise WrongInput(f"{path}: the opening of this match cannot be read by the rules in force: {error}") from error
    return Telling(record, log_of(timeline), timeline.divergences, match_script(record.opening, timeline))
