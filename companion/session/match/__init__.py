"""The running match: acts, corrections and notes over a journal; where it stands, its log, its numbers, its script.

`Match` is the dice game's. `GameSession` is what every game over a journal shares: give it a `RuleAdapter`, the rules
of that game; `Timeline` computes the positions. `narration` narrates a match from its file alone.
"""

from companion.session.match.game_session import GameSession
from companion.session.match.log import LogLine, describe_victory, log_of, score_corrections, winning_line
from companion.session.match.match import Match, camera_grade, note_camera_grade, recorded_grade, small_jpeg
from companion.session.match.narration import MatchNarration, narrate_match
from companion.session.match.statistics import Holding, count_names, count_turns, holdings
from companion.session.match.timeline import AppliedAction, DiceRules, MatchAct, Timeline
