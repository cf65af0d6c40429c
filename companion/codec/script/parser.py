"""A referee script from JSON: its situation and its steps, every word of it checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, JsonValue, Tag

from companion.catalogue import Die
from companion.codec.actions import ActionDocument, ActionRow, action_problems
from companion.codec.corrections import CorrectDocument
from companion.codec.document import decode
from companion.codec.script.documents import SituationDocument
from companion.codec.script.questions import RuleQuestion, question_problems
from companion.codec.script.situation import decode_situation
from companion.codec.steps import STEP_KIND
from companion.errors import InputError
from companion.rules import Position
from companion.rules.actions import Action
from companion.rules.corrections import Correction


class ScriptDocument(SituationDocument):
    """A referee script: a situation, then questions, actions and corrections."""

    steps: tuple[
        Annotated[
            Annotated[Annotated[RuleQuestion, Field(discriminator="ask")], Tag("question")]
            | Annotated[Annotated[ActionRow | CorrectDocument, Field(discriminator="do")], Tag("action")],
            STEP_KIND,
        ],
        ...,
    ]
    table_talk: JsonValue = None


#: A question, an action, or what people correct by hand.
ScriptStep = RuleQuestion | Action | Correction


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
    steps = tuple(map(_step, keys.steps))
    problems = [
        f"steps[{index}].{problem}" for index, step in enumerate(steps) for problem in _step_problems(step, start, dice)
    ]
    if problems:
        raise InputError(*problems)
    return Script(file, keys.name, start, steps, dice)


def _step(row: RuleQuestion | ActionDocument | CorrectDocument) -> ScriptStep:
    if isinstance(row, RuleQuestion):
        return row
    return row.to_correction() if isinstance(row, CorrectDocument) else row.to_action()


def _step_problems(step: ScriptStep, start: Position, dice: Mapping[str, Die]) -> Iterator[str]:
    if isinstance(step, RuleQuestion):
        return question_problems(step, start, dice)
    if isinstance(step, Correction):
        return iter(())  # what it names is held to where the match stands then
    return action_problems(step, start)
