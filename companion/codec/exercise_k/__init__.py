"""Exercise K as scripts and journals have it: games, actions, questions and answers (docs/formats, Exercise K)."""

from companion.codec.exercise_k.actions import decode_desk_action, encode_desk_action
from companion.codec.exercise_k.documents import DeskGameDocument, DeskScriptDocument, HexBoardDocument
from companion.codec.exercise_k.opening import DeskOpening, DeskTalk, decode_desk_opening, encode_desk_opening
from companion.codec.exercise_k.script import (
    DeskLine,
    DeskScript,
    DeskStep,
    desk_script_from,
    is_desk_script,
    run_desk_script,
)
from companion.codec.exercise_k.situation import decode_desk_game

__all__ = [
    "DeskGameDocument",
    "DeskLine",
    "DeskOpening",
    "DeskTalk",
    "decode_desk_game",
    "decode_desk_opening",
    "encode_desk_opening",
    "DeskScript",
    "DeskScriptDocument",
    "DeskStep",
    "HexBoardDocument",
    "decode_desk_action",
    "desk_script_from",
    "encode_desk_action",
    "is_desk_script",
    "run_desk_script",
]
