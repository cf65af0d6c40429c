"""Which engine answers a script: the dice game's, or that of Exercise K."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.codec.script import runner
from companion.codec.script.parser import Script, script_from
from companion.codec.script.runner import ScriptLine
from companion.documents import read_json
from companion.errors import InputError
from companion.exercise_k.codec import DeskScript, desk_script_from, is_desk_script, run_desk_script
from companion.text import mark, phrase


def read_script(path: Path) -> Script | DeskScript:
    """The script of a file, by its profile; it asks or does something.

    Raises:
        InputError: the file cannot be read, is not JSON, or is no script; the message names the place.
    """
    table = read_json(path, mark("files", "referee script"))
    try:
        script = desk_script_from(table, path.name) if is_desk_script(table) else script_from(table, path.name)
    except InputError as error:
        raise InputError(f"{path}: {'; '.join(error.sentences)}") from error
    if not script.steps:
        raise InputError(
            phrase("{file}: key 'steps': expected at least one step, a question ('ask') or an action ('do')", file=path)
        )
    return script


def run_script(script: Script | DeskScript) -> Iterator[ScriptLine]:
    """The lines of a script, step by step."""
    if not isinstance(script, DeskScript):
        yield from runner.run_dice_script(script)
        return
    for number, said in enumerate(run_desk_script(script)):
        yield ScriptLine(script.file, number, *said)
