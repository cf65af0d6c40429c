"""Referee scripts: a situation with questions and actions, read from JSON and answered line by line (docs/formats,
"Referee scripts")."""

from companion.codec.script.documents import (
    EdgeLineDocument,
    FirstPlayerTalk,
    MatchOpening,
    MatchTalk,
    OgreDocument,
    PieceDocument,
    PlayerDocument,
    PlayingTableDocument,
    TerrainTalk,
    decode_match_opening,
    encode_match_opening,
)
from companion.codec.script.parser import (
    GameFormats,
    Script,
    ScriptDocument,
    ScriptLine,
    ScriptLineDocument,
    ScriptStep,
    feature_game_of,
    formats_of,
    read_script,
    run_script,
    script_from,
    script_of,
)
from companion.codec.script.situation import decode_situation
