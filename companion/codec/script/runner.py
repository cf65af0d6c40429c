"""Running a script: one line for each step, with the ruling in words and in keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import Field, SerializeAsAny

from companion.codec.document import Document, encode_given
from companion.codec.events import encode_event
from companion.codec.script.answers import answer_question
from companion.codec.script.parser import Script, ScriptStep
from companion.codec.script.questions import RuleQuestion
from companion.documents import JsonTable
from companion.errors import InputError
from companion.rules import Position, Refused, Ruling, Verdict, Why, apply
from companion.rules.corrections import Correction, apply_correction
from companion.rules.events import Event


class NoAnswerDocument(Document):
    """Of an action, and of a question that cannot be put."""


class ScriptLineDocument(Document):
    """What is said to one step: a line of ``companion referee --json``."""

    script: str = Field(description="The file's name without its folder.")
    step: int
    ok: bool
    answer: SerializeAsAny[Document]
    events: tuple[dict[str, object], ...] = Field(description="What happened, in order (docs/formats, Events).")
    rules: tuple[str, ...] = Field(description="Ids of the ledger, the deciding ones first.")
    text: str
    why: Why | None = Field(default=None, description="Of a refusal, which changes nothing.")


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """What is said to one step; no answer to an action, and to a question that cannot be put."""

    script: str
    step: int
    ruling: Ruling
    ok: bool
    answer: Document | None = None
    events: tuple[Event, ...] = ()

    def to_document(self) -> ScriptLineDocument:
        """The line as programs read it."""
        line = ScriptLineDocument(
            script=self.script,
            step=self.step,
            ok=self.ok,
            answer=NoAnswerDocument() if self.answer is None else self.answer,
            events=tuple(map(encode_event, self.events)),
            rules=self.ruling.rules,
            text=self.ruling.text,
        )
        return line if self.ok or self.ruling.why is None else line.model_copy(update={"why": self.ruling.why})

    def as_json(self) -> JsonTable:
        """The keys of the line."""
        return encode_given(self.to_document())


def run_dice_script(script: Script) -> Iterator[ScriptLine]:
    """The lines of a script, step by step; an action or correction moves the position on, a question leaves it.

    Raises:
        InputError: a correction names what is not in the match, or puts a die nowhere.
    """
    position = script.start
    for number, step in enumerate(script.steps):
        position, line = _run(position, script, number, step)
        yield line


def _run(position: Position, script: Script, number: int, step: ScriptStep) -> tuple[Position, ScriptLine]:
    if isinstance(step, Correction):
        return _correct(position, script, number, step)
    if not isinstance(step, RuleQuestion):
        outcome = apply(position, step)
        return outcome.position, ScriptLine(script.file, number, outcome.ruling, outcome.ok, events=outcome.events)
    try:
        answer, ruling = answer_question(position, step, script.dice)
    except Refused as refusal:
        return position, ScriptLine(script.file, number, refusal.ruling, ok=False)
    return position, ScriptLine(script.file, number, ruling, ok=True, answer=answer)


def _correct(position: Position, script: Script, number: int, step: Correction) -> tuple[Position, ScriptLine]:
    try:
        position, text = apply_correction(position, step)
    except InputError as error:
        raise InputError(*(f"{script.file}: steps[{number}]: {sentence}" for sentence in error.sentences)) from error
    return position, ScriptLine(script.file, number, Ruling(Verdict.YES, step.rules, text), ok=True)
