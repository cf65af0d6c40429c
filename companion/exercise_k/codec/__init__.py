"""Exercise K as scripts and journals have it: games, actions, questions and answers (docs/formats, Exercise K)."""

from companion.exercise_k.codec.actions import decode_desk_action, encode_desk_action
from companion.exercise_k.codec.documents import DeskGameDocument, DeskScriptDocument, HexBoardDocument
from companion.exercise_k.codec.opening import DeskOpening, DeskTalk, decode_desk_opening, encode_desk_opening
from companion.exercise_k.codec.script import (
    DeskLine,
    DeskScript,
    DeskStep,
    desk_script_from,
    is_desk_script,
    run_desk_script,
)
from companion.exercise_k.codec.situation import decode_desk_game

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
