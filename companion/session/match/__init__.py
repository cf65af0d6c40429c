"""The running match: acts, corrections and notes over a journal; where it stands, its log, its numbers, its script.

`Match` is the dice game's. `GameSession` is what every game over a journal shares: give it a `RuleAdapter`, the rules
of that game; `Timeline` computes the positions. `narration` narrates a match from its file alone.
"""

from companion.session.match.game_session import GameSession
from companion.session.match.log import (
    LISTED_KINDS,
    LogLine,
    describe_victory,
    line_of,
    log_of,
    score_corrections,
    winning_line,
)
from companion.session.match.match import Match, camera_grade, note_camera_grade, recorded_grade, small_jpeg
from companion.session.match.narration import MatchNarration, narrate_match
from companion.session.match.rule_adapter import AppliedAction, DiceRules, MatchAct, RuleAdapter
from companion.session.match.statistics import Holding, InReserve, Statistics, count_names, holdings
from companion.session.match.timeline import Timeline

__all__ = [
    "LISTED_KINDS",
    "RuleAdapter",
    "DiceRules",
    "Holding",
    "InReserve",
    "LogLine",
    "Match",
    "MatchAct",
    "GameSession",
    "Statistics",
    "AppliedAction",
    "MatchNarration",
    "Timeline",
    "camera_grade",
    "note_camera_grade",
    "recorded_grade",
    "count_names",
    "describe_victory",
    "holdings",
    "line_of",
    "log_of",
    "score_corrections",
    "small_jpeg",
    "narrate_match",
    "winning_line",
]
