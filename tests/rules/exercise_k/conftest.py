"""A desk to try Exercise K on: a game set up by a few words, steps run one after the other, lines to look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.codec.document import encode_given
from companion.codec.outcomes import encode_event
from companion.exercise_k.codec.answers import DeskQuestion
from companion.exercise_k.codec.script import desk_script_from
from companion.exercise_k.rules.engine import apply_desk_action
from companion.exercise_k.rules.position import DeskPosition

Line = dict[str, Any]


class Desk:
    """A game under way; ``ask`` and ``do`` give the line that the script would."""

    def __init__(self, **keys: Any) -> None:
        self.keys = {"format": 1, "profile": "exercise-k", "order": ["Black", "Blue", "Red", "Green"], **keys}
        self.steps: list[Line] = []

    def ask(self, name: str, **keys: Any) -> Line:
        return self._line({"ask": name, **keys})

    def do(self, name: str, **keys: Any) -> Line:
        line = self._line({"do": name, **keys})
        self.steps.append({"do": name, **keys})
        return line

    @property
    def position(self) -> DeskPosition:
        script = desk_script_from({**self.keys, "steps": self.steps}, "test")
        position = script.start
        for step in script.steps:
            assert not isinstance(step, DeskQuestion)
            position = apply_desk_action(position, step).position
        return position

    def _line(self, step: Line) -> Line:
        script = desk_script_from({**self.keys, "steps": [*self.steps, step]}, "test")
        message = list(script.run())[-1]
        assert message.ruling.rules
        return {
            **({} if message.answer is None else encode_given(message.answer)),
            "ok": message.ok,
            "why": message.ruling.why,
            "events": [encode_event(event) for event in message.events],
            "rules": message.ruling.rules,
        }


@pytest.fixture
def desk() -> Callable[..., Desk]:
    """A fresh desk with the keys of a script."""
    return Desk
