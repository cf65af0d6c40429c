"""Acts and corrections written as the rows of a script or journal, for tests that are easier to read so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.codec.actions import decode_action, decode_correction
from companion.codec.script import Script
from companion.codec.script.questions import RuleQuestion
from companion.rules import Outcome, Position, apply
from companion.rules.actions import Action
from companion.rules.corrections import Correction, apply_correction
from companion.session.match import Match

Row = Mapping[str, Any]


def position_after(script: Script) -> Position:
    """Where the steps of a script lead to."""
    position = script.start
    for step in script.steps:
        if isinstance(step, Correction):
            position, _ = apply_correction(position, step)
        elif not isinstance(step, RuleQuestion):
            position = apply(position, step).position
    return position


def act(match: Match, row: Row) -> Action:
    """The act of a row."""
    return decode_action(row, "act", match.start)


def do(match: Match, row: Row, *, source: str, picture: str | None = None) -> Outcome:
    """Do an act that is written as a row."""
    return match.do(act(match, row), source=source, picture=picture)


def do_all(match: Match, rows: Sequence[Row], *, source: str) -> tuple[Outcome, ...]:
    """Do several as one gesture."""
    return match.do_all([act(match, row) for row in rows], source=source)


def correct(match: Match, row: Row, *, source: str) -> Position:
    """Set a match right by a row."""
    return match.correct(decode_correction(row), source=source)
