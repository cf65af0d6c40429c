"""A match told again from its file alone: line by line, with what the rules would say otherwise today."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import WrongInput
from companion.journal import Differs, Divergence, Record, read_record
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

    def as_json(self) -> dict[str, Any]:
        """The match as an export has it: a referee script with the log beside it."""
        return {**self.script, "log": [line.as_json() for line in self.lines]}


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
