"""Which engine answers a script: the dice game's, or that of a feature."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.codec.document import Document
from companion.codec.script import runner
from companion.codec.script.parser import Script, script_from
from companion.codec.script.runner import ScriptLine
from companion.documents import JsonTable, read_json
from companion.errors import InputError
from companion.features import FEATURE_GAMES, floor_of
from companion.text import N_, gettext


class FeatureScript(Protocol):
    """The script of a feature's game."""

    @property
    def steps(self) -> Sequence[object]:
        """Its questions and actions."""

    def run(self) -> Iterator[ScriptLine]:
        """What is said to each step."""


@dataclass(frozen=True, slots=True)
class GameFormats:
    """What the game of a feature adds to the files of the program.

    ``read_script`` takes parsed JSON and the name of its file; ``empty_opening``, where a match has lost its own, the
    name of the match. ``answers`` are those to the questions in scripts; ``schemas``: a format's name -> its title and
    document.
    """

    read_script: Callable[[object, str], FeatureScript]
    empty_opening: Callable[[str], JsonTable]
    answers: tuple[type[Document], ...]
    schemas: Mapping[str, tuple[str, type[Document]]]


def formats_of(game: str) -> GameFormats:
    """The formats of the game of a feature."""
    formats: GameFormats = floor_of(game, "codec").FORMATS
    return formats


def feature_game_of(table: object) -> str:
    """The game of a feature that parsed JSON is a script of, by its profile; "" where it is of none."""
    profile = table.get("profile") if isinstance(table, Mapping) else None
    return profile if isinstance(profile, str) and profile in FEATURE_GAMES else ""


def script_of(table: object, file: str) -> Script | FeatureScript:
    """The script of parsed JSON, by its profile.

    Raises:
        InputError: with every problem, each with its place within the script.
    """
    game = feature_game_of(table)
    if not game:
        return script_from(table, file)
    return formats_of(game).read_script(table, file)


def read_script(path: Path) -> Script | FeatureScript:
    """The script of a file, by its profile; it asks or does something.

    Raises:
        InputError: the file cannot be read, is not JSON, or is no script; the message names the place.
    """
    table = read_json(path, N_("files", "referee script"))
    try:
        script = script_of(table, path.name)
    except InputError as error:
        raise InputError(f"{path}: {'; '.join(error.sentences)}") from error
    if not script.steps:
        raise InputError(
            gettext(
                "{file}: key 'steps': expected at least one step, a question ('ask') or an action ('do')", file=path
            )
        )
    return script


def run_script(script: Script | FeatureScript) -> Iterator[ScriptLine]:
    """The lines of a script, step by step."""
    return runner.run_dice_script(script) if isinstance(script, Script) else script.run()
