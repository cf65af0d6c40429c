"""A match told again from its file alone: line by line, with what the rules would say otherwise today."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from companion.codec.events import encode_event
from companion.codec.exercise_k import DeskScript, decode_desk_opening, desk_script_from, is_desk_script
from companion.codec.script import Script, decode_match_opening, run_script, script_from
from companion.documents import JsonTable
from companion.errors import InputError
from companion.journal import Divergence, DivergenceKind, EntryKind, Game, Record, compare_outcomes, read_record
from companion.rules import Event
from companion.session.match.camera_grade import recorded_grade
from companion.session.match.log import LogLine, log_of
from companion.session.match.rule_adapter import A, CardRules, DeskRules, DiceRules, P, RuleAdapter
from companion.session.match.script import match_script
from companion.session.match.timeline import Timeline
from companion.text import phrase


@dataclass(frozen=True, slots=True)
class MatchNarration:
    """A whole match: its record, its name, the lines of its log, the rulings that differ, and itself as a script."""

    record: Record
    name: str
    lines: tuple[LogLine, ...]
    divergences: tuple[Divergence, ...]
    script: JsonTable

    @property
    def steps(self) -> int:
        """How many steps it has as a script."""
        rows = self.script["steps"]
        return len(rows) if isinstance(rows, list) else 0

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
        try:
            script = _read(self.script)
        except InputError:  # an act that these rules do not know
            return 0
        said = tuple(run_script(script))
        since = counting[len(counting) - self.steps :]
        pairs = enumerate(zip(since, said, strict=True))
        return next((step for step, (line, now) in pairs if not _alike(line, now.events)), None)

    def as_json(self) -> JsonTable:
        """The match as an export has it: a referee script with the log beside it."""
        return {**self.script, **self._certified(), "log": [line.as_json() for line in self.lines]}

    def _certified(self) -> JsonTable:
        """What the camera was certified for, beside what else no rule rests on."""
        grade, talk = recorded_grade(self.record.entries), self.script.get("table_talk")
        if grade is None:
            return {}
        return {"table_talk": {**(talk if isinstance(talk, dict) else {}), "camera_grade": grade.value}}


def _read(script: JsonTable) -> Script | DeskScript:
    return desk_script_from(script, "export") if is_desk_script(script) else script_from(script, "export")


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
        return _narrated(record)
    except InputError as error:
        raise InputError(
            phrase(
                "{file}: the opening of this match cannot be read by the rules in force: {why}", file=path, why=error
            )
        ) from error


def _narrated(record: Record) -> MatchNarration:
    match record.game:
        case Game.DICE:
            begun = decode_match_opening(record.opening)
            return _told(record, begun.name, DiceRules(begun))
        case Game.EXERCISE_K:
            begun_at_desk = decode_desk_opening(record.opening)
            return _told(record, begun_at_desk.name, DeskRules(begun_at_desk))
        case Game.OGRE_CARD:
            return _told(record, "", CardRules())
        case _:
            assert_never(record.game)


def _told(record: Record, name: str, rules: RuleAdapter[P, A]) -> MatchNarration:
    timeline = Timeline(rules, record.entries)
    return MatchNarration(record, name, log_of(timeline), timeline.divergences, match_script(record.opening, timeline))
