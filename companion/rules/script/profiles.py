"""Which engine answers a script: the dice game's, or that of Exercise K."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.rules.exercise_k import DeskScript, is_desk_script, read_desk_script, run_desk_script
from companion.rules.script import reading, running
from companion.rules.script.reading import Script
from companion.rules.script.running import Line


def read_script(path: Path) -> Script | DeskScript:
    """The script of a file, by its profile.

    Raises:
        WrongInput: the file cannot be read, is not JSON, or is no script; the message names the place.
    """
    return read_desk_script(path) if is_desk_script(path) else reading.read_script(path)


def run_script(script: Script | DeskScript) -> Iterator[Line]:
    """The lines of a script, step by step."""
    if not isinstance(script, DeskScript):
        yield from running.run_script(script)
        return
    for number, said in enumerate(run_desk_script(script)):
        yield Line(script.file, number, *said)
