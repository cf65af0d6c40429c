"""Acts and corrections written as the rows of a script or journal, for tests that are easier to read so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.codec.actions import decode_action
from companion.codec.corrections import decode_correction
from companion.rules import Outcome, Position
from companion.rules.actions import Action
from companion.session.match import Match

Row = Mapping[str, Any]


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
