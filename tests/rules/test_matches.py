"""Whole recorded matches, one for every way a match can end, replayed from their actions alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.codec.outcomes import encode_event
from companion.codec.script import run_script
from companion.codec.script.answers import StateAnswerDocument
from companion.codec.script.parser import script_from

MATCHES = sorted((Path(__file__).parent / "matches").glob("*.json"))


def replayed(file: Path) -> tuple[list[Any], list[list[Any]], StateAnswerDocument]:
    """Lines of the replay, what had happened when it was recorded, and the last state."""
    script = json.loads(file.read_text(encoding="utf-8"))
    happened = script.pop("happened")
    script["steps"].append({"ask": "state"})
    lines = list(run_script(script_from(script, file.name)))
    state = lines[-1].answer
    assert isinstance(state, StateAnswerDocument)
    return lines[:-1], happened, state


@pytest.mark.parametrize("file", MATCHES, ids=[file.stem for file in MATCHES])
def test_a_recorded_match_replays_step_by_step_to_the_same_end(file: Path) -> None:
    """OG-WIN-01, OG-WIN-02, OG-WIN-03, DW-WIN-01, AMB-26: numbers to a hundredth of a millimetre."""
    lines, happened, state = replayed(file)
    assert len(lines) == len(happened)
    for line, recorded in zip(lines, happened, strict=True):
        assert line.ok, (line.step, line.ruling.text)
        happened_now = [_rounded(encode_event(event)) for event in line.events]
        assert happened_now == [_rounded(event) for event in recorded], line.step
    assert happened[-1][-1]["event"] == "won" or any(event["event"] == "won" for event in happened[-1])
    assert state.winner is not None
    assert state.score[state.winner] >= 50


def test_there_is_a_recorded_match_for_every_way_to_end() -> None:
    assert [file.stem for file in MATCHES] == ["crushed", "killed", "knocked-off", "ogre-killed", "poisoned"]


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return round(value, 2) if isinstance(value, float) else value
