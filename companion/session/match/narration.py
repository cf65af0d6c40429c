"""A match told again from its file alone: line by line, with what the rules would say otherwise today."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.codec.events import encode_event
from companion.codec.exercise_k import DeskScript, desk_script_from
from companion.codec.script import Script, run_script, script_from
from companion.errors import InputError
from companion.journal import Divergence, DivergenceKind, EntryKind, Game, Record, compare_outcomes, read_record
from companion.rules import Event
from companion.session.match.log import LogLine, log_of
from companion.session.match.rule_adapter import RULE_ADAPTERS
from companion.session.match.script import match_script
from companion.session.match.timeline import Timeline
from companion.text import phrase


@dataclass(frozen=True, slots=True)
class MatchNarration:
    """A whole match: its record, the lines of its log, the rulings that differ, and itself as a script."""

    record: Record
    lines: tuple[LogLine, ...]
    divergences: tuple[Divergence, ...]
    script: dict[str, Any]

    @property
    def weighty(self) -> tuple[Divergence, ...]:
        """The rulings that differ in more than their words."""
        return tuple(one for one in self.divergences if one.differs is not DivergenceKind.WORDS)

    @property
    def first_astray(self) -> int | None:
        """The first step of the script that a referee takes otherwise than the match did; None where all go the same
        way. Only after a correction by hand, which may leave what no situation can tell, should there be one."""
        if self.record.game is Game.OGRE_CARD:
            return None
        counting = [line for line in self.lines if line.kind is EntryKind.ACT and not line.undone]
        steps = self.script["steps"]
        since = counting[len(counting) - len(steps) :]
        try:
            said = tuple(run_script(_read(self.script)))
        except InputError:  # an act that these rules do not know
            return 0
        pairs = enumerate(zip(since, said, strict=True))
        return next((step for step, (line, now) in pairs if not _alike(line, now.events)), None)

    def as_json(self) -> dict[str, Any]:
        """The match as an export has it: a referee script with the log beside it."""
        return {**self.script, "log": [line.as_json() for line in self.lines]}


def _read(script: Mapping[str, Any]) -> Script | DeskScript:
    on_a_desk = script.get("profile") == "exercise-k"
    return desk_script_from(script, "export") if on_a_desk else script_from(script, "export")


def _alike(line: LogLine, events: Iterable[Event]) -> bool:
    """Whether these are the events of a line by the rules in force."""
    now = line.events if line.diverges is None else line.diverges.now.events
    one, other = ({"events": [encode_event(event) for event in told]} for told in (now, events))
    return compare_outcomes(one, other) is None


def narrate_match(path: Path) -> MatchNarration:
    """The match of a file, open in a window or not; nothing is changed.

    Raises:
        OperationError: the file is of a newer program or damaged.
        InputError: there is no such file, or its opening is none that these rules can read.
    """
    record = read_record(path)
    try:
        timeline: Timeline[Any, Any] = Timeline(RULE_ADAPTERS[record.game](record.opening), record.entries)
    except InputError as error:
        raise InputError(
            phrase(
                "{file}: the opening of this match cannot be read by the rules in force: {why}", file=path, why=error
            )
        ) from error
    return MatchNarration(record, log_of(timeline), timeline.divergences, match_script(record.opening, timeline))
