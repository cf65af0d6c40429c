"""Referee scripts: a situation with questions and actions, read from JSON and answered line by line (docs/formats,
"Referee scripts")."""

from companion.codec.script.documents import (
    EdgeLineDocument,
    OgreDocument,
    PieceDocument,
    PlayerDocument,
    PlayingTableDocument,
)
from companion.codec.script.opening import (
    FirstPlayerTalk,
    MatchOpening,
    MatchTalk,
    TerrainTalk,
    decode_match_opening,
    encode_match_opening,
)
from companion.codec.script.parser import Script, ScriptDocument, ScriptStep, script_from
from companion.codec.script.profiles import GameFormats, feature_game_of, formats_of, read_script, run_script, script_of
from companion.codec.script.runner import ScriptLine, ScriptLineDocument
from companion.codec.script.situation import decode_situation

__all__ = [
    "EdgeLineDocument",
    "FirstPlayerTalk",
    "GameFormats",
    "MatchOpening",
    "MatchTalk",
    "OgreDocument",
    "PieceDocument",
    "PlayerDocument",
    "PlayingTableDocument",
    "Script",
    "ScriptDocument",
    "ScriptLine",
    "ScriptLineDocument",
    "ScriptStep",
    "TerrainTalk",
    "decode_match_opening",
    "decode_situation",
    "encode_match_opening",
    "feature_game_of",
    "formats_of",
    "read_script",
    "run_script",
    "script_from",
    "script_of",
]
