"""The referee's desk for Exercise K: the game under way, how it is opened, what is keyed in, called out and exported.

`Desk` runs a game over its journal. `Plan` is the opening page; `keyed` turns keys into an action; `final_calls` says
which final round is open; `announcements` what to call out; `sheet_cards` and `team_cards` what to show; `Results`
what comes of it; `Ruler` lays hexes over a picture. No window, no decision of the rules.
"""

from companion.table.exercise_k.announcing import announcements, in_a_sentence, points_told
from companion.table.exercise_k.cards import SheetCard, SystemLeft, TeamCard, sheet_cards, team_cards
from companion.table.exercise_k.clock import WARNING_MIN, Alarm, GameClock, as_clock, call_in
from companion.table.exercise_k.desk import Desk
from companion.table.exercise_k.final_call import FinalCall, final_calls
from companion.table.exercise_k.keying import SYSTEM_KEYS, TEAM_KEYS, Choice, Keyed, keyed
from companion.table.exercise_k.plan import USUAL_MIN, OrderBy, Plan
from companion.table.exercise_k.results import Place, Results, results_csv, results_in, results_json, results_of
from companion.table.exercise_k.ruler import LEAST_MARKS, Flat, Grid, Lens, OnTable, Ruler
from companion.table.exercise_k.talk import Corner, Placement, TableTalk, placement_from

__all__ = [
    "LEAST_MARKS",
    "SYSTEM_KEYS",
    "TEAM_KEYS",
    "USUAL_MIN",
    "WARNING_MIN",
    "Alarm",
    "Choice",
    "Corner",
    "Desk",
    "FinalCall",
    "Flat",
    "GameClock",
    "Grid",
    "Keyed",
    "Lens",
    "OnTable",
    "OrderBy",
    "Place",
    "Placement",
    "Plan",
    "Results",
    "Ruler",
    "SheetCard",
    "SystemLeft",
    "TableTalk",
    "TeamCard",
    "announcements",
    "as_clock",
    "call_in",
    "final_calls",
    "in_a_sentence",
    "keyed",
    "placement_from",
    "points_told",
    "results_csv",
    "results_in",
    "results_json",
    "results_of",
    "sheet_cards",
    "team_cards",
]
