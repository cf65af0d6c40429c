"""Running a script: one line for each step, with the ruling in words and in keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.codec.document import Document, encode_told
from companion.codec.events import encode_event
from companion.codec.script.answers import answer_question
from companion.codec.script.parser import Script, ScriptStep
from companion.codec.script.questions import RuleQuestion
from companion.rules import Position, Refused, Ruling, apply
from companion.rules.events import Event


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """What is said to one step."""

    script: str
    step: int
    ruling: Ruling
    ok: bool
    answer: Document | None = None
    events: tuple[Event, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The keys of an output line (docs/formats, Script)."""
        line: dict[str, object] = {
            "script": self.script,
            "step": self.step,
            "ok": self.ok,
            "answer": {} if self.answer is None else encode_told(self.answer),
            "events": [encode_event(event) for event in self.events],
            "rules": list(self.ruling.rules),
            "text": self.ruling.text,
        }
        return line if self.ok or self.ruling.why is None else line | {"why": self.ruling.why.value}


def run_dice_script(script: Script) -> Iterator[ScriptLine]:
    """The lines of a script, step by step; an action moves the position on, a question leaves it."""
    position = script.start
    for number, step in enumerate(script.steps):
        position, line = _run(position, script, number, step)
        yield line


def _run(position: Position, script: Script, number: int, step: ScriptStep) -> tuple[Position, ScriptLine]:
    if not isinstance(step, RuleQuestion):
        outcome = apply(position, step)
        return outcome.position, ScriptLine(script.file, number, outcome.ruling, outcome.ok, events=outcome.events)
    try:
        answer, ruling = answer_question(position, step, script.dice)
    except Refused as refusal:
        return position, ScriptLine(script.file, number, refusal.ruling, ok=False)
    return position, ScriptLine(script.file, number, ruling, ok=True, answer=answer)
