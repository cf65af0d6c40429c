"""Referee scripts of Exercise K: a game with questions and actions, read from JSON, every word of it checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.codec.document import decode
from companion.codec.script import ScriptLine
from companion.errors import InputError
from companion.exercise_k.codec.actions import desk_name_problems
from companion.exercise_k.codec.answers import answer_desk_question
from companion.exercise_k.codec.documents import DeskScriptDocument
from companion.exercise_k.codec.questions import DeskQuestion
from companion.exercise_k.codec.situation import decode_desk_game
from companion.exercise_k.rules import DeskAction, DeskPosition, apply_desk_action
from companion.rules import Refused

#: A question or an action.
DeskStep = DeskQuestion | DeskAction


@dataclass(frozen=True, slots=True)
class DeskScript:
    """A whole script: the file's name, where the game stands, the steps."""

    file: str
    start: DeskPosition
    steps: tuple[DeskStep, ...]

    def run(self) -> Iterator[ScriptLine]:
        """What is said to each step; an action moves the game on, a question leaves it."""
        position = self.start
        for number, step in enumerate(self.steps):
            if not isinstance(step, DeskQuestion):
                outcome = apply_desk_action(position, step)
                position = outcome.position
                yield ScriptLine(self.file, number, outcome.ruling, outcome.ok, events=outcome.events)
                continue
            try:
                answer, ruling = answer_desk_question(position, step)
            except Refused as refusal:
                yield ScriptLine(self.file, number, refusal.ruling, ok=False)
            else:
                yield ScriptLine(self.file, number, ruling, ok=True, answer=answer)


def desk_script_from(table: object, file: str) -> DeskScript:
    """The script of parsed JSON.

    Raises:
        InputError: with every problem, each with its place within the script.
    """
    keys = decode(DeskScriptDocument, table)
    start = decode_desk_game(keys)
    problems = [
        f"steps[{index}].{problem}"
        for index, step in enumerate(keys.steps)
        for problem in desk_name_problems(step, start.roster)
    ]
    if problems:
        raise InputError(*problems)
    steps = tuple(step if isinstance(step, DeskQuestion) else step.to_action() for step in keys.steps)
    return DeskScript(file, start, steps)
