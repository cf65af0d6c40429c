"""Exercise K as scripts and journals have it: games, actions, questions and answers (docs/formats, Exercise K)."""

from typing import Final, get_args

from companion.codec.script import GameFormats
from companion.exercise_k.codec.actions import decode_desk_action, encode_desk_action
from companion.exercise_k.codec.answer_documents import DeskAnswer
from companion.exercise_k.codec.desk_results import DeskResultsDocument
from companion.exercise_k.codec.documents import DeskGameDocument, DeskScriptDocument
from companion.exercise_k.codec.opening import (
    DeskOpening,
    DeskTalk,
    decode_desk_opening,
    empty_desk_opening,
    encode_desk_opening,
)
from companion.exercise_k.codec.record_sheet import SheetDocument
from companion.exercise_k.codec.script import (
    DeskScript,
    DeskStep,
    decode_desk_game,
    desk_script_from,
)

__all__ = [
    "FORMATS",
    "DeskGameDocument",
    "DeskOpening",
    "DeskTalk",
    "decode_desk_game",
    "decode_desk_opening",
    "encode_desk_opening",
    "DeskScript",
    "DeskScriptDocument",
    "DeskStep",
    "decode_desk_action",
    "desk_script_from",
    "encode_desk_action",
]

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
