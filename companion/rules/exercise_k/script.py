"""Referee scripts of Exercise K: a game with questions and actions, read from JSON, every word of it checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from companion.catalogue import checks
from companion.catalogue.checks import Key, Notes, read_table
from companion.documents import has_format, shown
from companion.errors import InputError
from companion.rules.events import Event
from companion.rules.exercise_k.actions import DeskAction
from companion.rules.exercise_k.engine import apply_desk_action
from companion.rules.exercise_k.position import DeskPosition
from companion.rules.exercise_k.questions import ANSWERS
from companion.rules.exercise_k.roster import Roster
from companion.rules.exercise_k.situation import PROFILE, desk_situation
from companion.rules.exercise_k.steps import ASKS, DOES, action_from, check_names
from companion.rules.ruling import Refused, Ruling

FORMAT: Final = 1
_STEP: Final = {"player": Key(checks.text, None)}
#: Keys for the judge of a script and for the people at the table, not for the engine.
_JUDGE_ONLY: Final = frozenset({"says", "rests_on", "expect", "table_talk", "log"})


@dataclass(frozen=True, slots=True)
class DeskStep:
    """One step: a question with its keys, or an action."""

    name: str
    keys: Mapping[str, Any]
    action: DeskAction | None = None


@dataclass(frozen=True, slots=True)
class DeskScript:
    """A whole script: the file's name, where the game stands, the steps."""

    file: str
    start: DeskPosition
    steps: tuple[DeskStep, ...]


class DeskLine(NamedTuple):
    """What is said to one step: the ruling, whether it was done or answered, the answer's keys, the events."""

    ruling: Ruling
    ok: bool
    answer: Mapping[str, Any]
    events: tuple[Event, ...]


def is_desk_script(table: object) -> bool:
    """Whether parsed JSON is a script of Exercise K, by its profile."""
    return isinstance(table, Mapping) and table.get("profile") == PROFILE


def desk_script_from(table: object, file: str) -> DeskScript:
    """The script of parsed JSON.

    Raises:
        InputError: naming the place within the script.
    """
    if not isinstance(table, Mapping):
        raise InputError("expected a table of keys")
    keys = {key: value for key, value in table.items() if key not in _JUDGE_ONLY | {"steps", "format", "name"}}
    if not has_format(table, FORMAT):
        raise InputError(f"key 'format': this program reads format {FORMAT}, got {shown(table.get('format'))}")
    start = desk_situation(keys)
    rows = table.get("steps", [])
    if not isinstance(rows, list):
        raise InputError("key 'steps': expected a list")
    return DeskScript(file, start, tuple(_step(row, f"steps[{n}]", start.roster) for n, row in enumerate(rows)))


def run_desk_script(script: DeskScript) -> Iterator[DeskLine]:
    """What is said to each step; an action moves the game on, a question leaves it."""
    position = script.start
    for step in script.steps:
        if step.action is not None:
            outcome = apply_desk_action(position, step.action)
            position = outcome.position
            yield DeskLine(outcome.ruling, outcome.ok, {}, outcome.events)
            continue
        try:
            answer, ruling = ANSWERS[step.name](position, step.keys)
        except Refused as refusal:
            yield DeskLine(refusal.ruling, False, {}, ())
        else:
            yield DeskLine(ruling, True, answer, ())


def _step(row: object, place: str, roster: Roster) -> DeskStep:
    if not isinstance(row, Mapping) or ("ask" in row) == ("do" in row):
        raise InputError(f"{place}: expected a step with either 'ask' or 'do'")
    verb, table = ("ask", ASKS) if "ask" in row else ("do", DOES)
    name = row[verb]
    if not isinstance(name, str) or name not in table:
        raise InputError(f"{place}: {verb!r}: {shown(name)} is not known; expected one of {', '.join(table)}")
    place = f"{place} ({verb} {name})"
    rest = {key: value for key, value in row.items() if key != verb}
    notes = Notes("")
    keys = read_table(rest, dict(table[name]) | _STEP, place, notes)
    if notes.problems:
        raise InputError("; ".join(notes.problems))
    check_names(keys, place, roster)
    return DeskStep(name, MappingProxyType(keys), action_from(name, keys, place) if verb == "do" else None)
