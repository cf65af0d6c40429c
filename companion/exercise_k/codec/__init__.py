"""Exercise K as scripts and journals have it: games, actions, questions and answers (docs/formats, Exercise K)."""

from typing import Final, get_args

from companion.codec.script import GameFormats
from companion.exercise_k.codec.answers import DeskAnswer
from companion.exercise_k.codec.documents import (
    DeskResultsDocument,
    DeskScriptDocument,
    SheetDocument,
    empty_desk_opening,
)
from companion.exercise_k.codec.script import desk_script_from

__all__ = ["FORMATS"]

#: What the core asks for by the name of the game (`companion.features`).
FORMATS: Final = GameFormats(
    read_script=desk_script_from,
    empty_opening=empty_desk_opening,
    answers=get_args(DeskAnswer),
    schemas={
        "exercise-k-results": ("Results of Exercise K", DeskResultsDocument),
        "exercise-k": ("Script of Exercise K", DeskScriptDocument),
        "record-sheet": ("Record sheet", SheetDocument),
    },
)
