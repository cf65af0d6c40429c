"""A match narrated from its file alone: line by line, with what the rules would say otherwise today."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from companion.codec.script import decode_match_opening, run_script, script_of
from companion.documents import JsonTable
from companion.errors import InputError
from companion.features import floor_of
from companion.journal import Divergence, DivergenceKind, Game, Record, read_record
from companion.session.match.log import LogLine, log_of
from companion.session.match.match import recorded_grade
from companion.session.match.timeline import A, CardRules, DiceRules, P, RuleAdapter, Timeline
from companion.text import gettext

_ReadRules = Callable[[JsonTable], tuple[str, RuleAdapter[object, object]]]


@dataclass(frozen=True, slots=True)
class MatchNarration:
    """A whole match: its record, its name, the lines of its log, the rulings that differ, itself as a script,
    and what people call a player."""

    record: Record
    name: str
    lines: tuple[LogLine, ...]
    divergences: tuple[Divergence, ...]
    script: JsonTable
    player_label: Callable[[str], str]

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
    def replay_problem(self) -> str:
        """Why a referee does not replay the script as the match went; "" where it does. What the rules in force no
        longer know or allow may be in the way, or an entry that was lost."""
        if self.record.game is Game.OGRE_CARD:
            return ""  # its marks are no steps of any referee's
        try:
            message = tuple(run_script(script_of(self.script, "export")))
        except InputError as error:
            return str(error)
        refused = next((line for line in message if not line.ok), None)
        if refused is not None:
            return gettext("step {step} is refused today: {text}", step=refused.step, text=refused.ruling.text)
        elsewhere = next((one for one in self.divergences if one.differs is DivergenceKind.EVENTS), None)
        if elsewhere is None:
            return ""
        return gettext("line {number} leads elsewhere today: {text}", number=elsewhere.number, text=elsewhere.now.text)

    def as_json(self) -> JsonTable:
        """The match as an export has it: a referee script with the log beside it, and what the camera was certified for
        among what else no rule rests on."""
        script, grade = {**self.script}, recorded_grade(self.record.entries)
        if grade is not None:
            talk = script.get("table_talk")
            script["table_talk"] = {**(talk if isinstance(talk, dict) else {}), "camera_grade": grade.value}
        return {**script, "log": [line.as_json() for line in self.lines]}


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
            gettext(
                "{file}: the opening of this match cannot be read by the rules in force: {why}", file=path, why=error
            )
        ) from error


def _narrated(record: Record) -> MatchNarration:
    match record.game:
        case Game.DICE:
            begun = decode_match_opening(record.opening)
            return _reported(record, begun.name, DiceRules(begun))
        case Game.EXERCISE_K:
            read_rules: _ReadRules = floor_of(record.game, "session").read_rules
            return _reported(record, *read_rules(record.opening))
        case Game.OGRE_CARD:
            return _reported(record, "", CardRules())
        case _:
            assert_never(record.game)


def _reported(record: Record, name: str, rules: RuleAdapter[P, A]) -> MatchNarration:
    timeline = Timeline(rules, record.entries)
    return MatchNarration(
        record, name, log_of(timeline), timeline.divergences, timeline.script_from(record.opening), rules.player_label
    )
