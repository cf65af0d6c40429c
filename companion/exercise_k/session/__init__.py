"""The referee's desk for Exercise K: the game under way, how it is opened, what is keyed in, called out and exported.

`DeskGame` runs a game over its journal; `DeskPresenter` keeps what is keyed in, said and asked. `GamePlan` is the
opening page; `parse_keys` turns keys into an action; `final_calls` says which final round is open; `announcements` what
to call out; `sheet_cards`, `team_cards` and `turn_words` what to show; `Results` what comes of it; `Ruler` lays hexes
over a picture. No window, no decision of the rules.
"""

from companion.exercise_k.session.announcements import announcements, log_sentence, outcome_sentence
from companion.exercise_k.session.cards import SheetCard, SystemLeft, TeamCard, sheet_cards, team_cards
from companion.exercise_k.session.clock import WARNING_MIN, Alarm, GameClock, as_clock, call_in
from companion.exercise_k.session.desk_game import DeskGame, DeskRules, read_rules
from companion.exercise_k.session.desk_presenter import DeskLines, DeskPresenter, FinalCall, FinalChoice, final_calls
from companion.exercise_k.session.key_parser import SYSTEM_KEYS, TEAM_KEYS, KeyInput, KeyOption, parse_keys
from companion.exercise_k.session.plan import USUAL_MIN, GamePlan, OrderBy
from companion.exercise_k.session.results import RankingLine, Results, results_csv, results_in, results_json, results_of
from companion.exercise_k.session.ruler import LEAST_MARKS, Flat, Grid, Lens, OnTable, Ruler
from companion.exercise_k.session.saved_plan import forget_plan, save_plan, saved_plan
from companion.exercise_k.session.table_talk import MapCorner, Placement, TableTalk, corner_words, parse_placement
from companion.exercise_k.session.turn_words import ClockWords, TurnWords, clock_words, players_time, turn_words

__all__ = [
    "LEAST_MARKS",
    "SYSTEM_KEYS",
    "TEAM_KEYS",
    "USUAL_MIN",
    "WARNING_MIN",
    "Alarm",
    "ClockWords",
    "KeyOption",
    "MapCorner",
    "DeskGame",
    "DeskLines",
    "DeskPresenter",
    "DeskRules",
    "FinalCall",
    "FinalChoice",
    "Flat",
    "GameClock",
    "Grid",
    "KeyInput",
    "Lens",
    "OnTable",
    "OrderBy",
    "RankingLine",
    "Placement",
    "GamePlan",
    "Results",
    "Ruler",
    "SheetCard",
    "SystemLeft",
    "TableTalk",
    "TeamCard",
    "TurnWords",
    "announcements",
    "as_clock",
    "call_in",
    "clock_words",
    "corner_words",
    "final_calls",
    "forget_plan",
    "save_plan",
    "saved_plan",
    "log_sentence",
    "outcome_sentence",
    "parse_keys",
    "parse_placement",
    "players_time",
    "read_rules",
    "results_csv",
    "results_in",
    "results_json",
    "results_of",
    "sheet_cards",
    "team_cards",
    "turn_words",
]
