"""A referee script from JSON: its situation and its steps, every word of it checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, JsonValue, Tag

from companion.catalogue import Die
from companion.codec.actions import ActionDocument, action_problems
from companion.codec.document import decode
from companion.codec.script.documents import SituationDocument
from companion.codec.script.questions import RuleQuestion, question_problems
from companion.codec.script.situation import decode_situation
from companion.codec.steps import STEP_KIND
from companion.errors import InputError
from companion.rules import Position
from companion.rules.actions import Action

__all__ = ["Script", "ScriptDocument", "ScriptStep", "script_from"]


class ScriptDocument(SituationDocument):
    """A referee script: a situation, then questions and actions."""

    steps: tuple[
        Annotated[
            Annotated[Annotated[RuleQuestion, Field(discriminator="ask")], Tag("question")]
            | Annotated[ActionDocument, Tag("action")],
            STEP_KIND,
        ],
        ...,
    ]
    table_talk: JsonValue = None


#: A question or an action.
ScriptStep = RuleQuestion | Action


@dataclass(frozen=True, slots=True)
class Script:
    """A whole script: the file's name, what it is called, where it starts, its steps, and the dice it lists."""

    file: str
    name: str
    start: Position
    steps: tuple[ScriptStep, ...]
    dice: Mapping[str, Die]


def script_from(table: object, file: str) -> Script:
    """The script of parsed JSON.

    Raises:
        InputError: with every problem, each with its place within the script.
    """
    keys = decode(ScriptDocument, table)
    start, dice = decode_situation(keys)
    steps = tuple(row if isinstance(row, RuleQuestion) else row.to_action() for row in keys.steps)
    problems = [
        f"steps[{index}].{problem}" for index, step in enumerate(steps) for problem in _step_problems(step, start, dice)
    ]
    if problems:
        raise InputError(*problems)
    return Script(file, keys.name, start, steps, dice)


def _step_problems(step: ScriptStep, start: Position, dice: Mapping[str, Die]) -> Iterator[str]:
    if isinstance(step, RuleQuestion):
        return question_problems(step, start, dice)
    return action_problems(step, start)
