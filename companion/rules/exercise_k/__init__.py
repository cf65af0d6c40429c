"""Exercise K, the refereed convention scenario on hex maps: turn clock, record sheets, placement check, victory points.

A `Position` comes from `new_game` with a `Roster`; `apply(position, action)` gives an `Outcome` with the new position,
the events and a ruling that cites the ledger; where the action is refused, the old position and the reason. Nothing
changes in place, so a game is its list of actions, and undoing one means replaying the others. It shares nothing with
the dice game but rulings and events.
"""

from companion.rules.exercise_k import actions
from companion.rules.exercise_k.actions import (
    CallFinalRound,
    CorrectGame,
    DeskAction,
    End,
    EndDeskTurn,
    FinalRoundReason,
)
from companion.rules.exercise_k.agreements import SETTINGS, DeskAgreement
from companion.rules.exercise_k.board import (
    Hex,
    HexBoard,
    PlacementAnswer,
    RangeAnswer,
    Shoved,
    hex_named,
    hex_range,
    judge_placement,
)
from companion.rules.exercise_k.engine import DeskOutcome, apply_desk_action
from companion.rules.exercise_k.final_scoring import final_entries, points_now
from companion.rules.exercise_k.points import COMPONENT, PointsEntry, Standings, by_round, multiplier, standings
from companion.rules.exercise_k.position import DeskPosition, FinalRound, new_game
from companion.rules.exercise_k.record_sheet import (
    RecordSheet,
    SheetLayout,
    SheetSystem,
    SystemRow,
    bundled_sheet_file,
    decode_sheet_layout,
    full_sheet,
    layout_keys,
    load_sheet,
    mark_iii,
    own_sheet,
    own_sheet_file,
)
from companion.rules.exercise_k.roster import COLOURS, DIVISIONS, Division, Roster, division, roster_for, team_of
from companion.rules.exercise_k.script import (
    DeskLine,
    DeskScript,
    DeskStep,
    desk_script_from,
    is_desk_script,
    run_desk_script,
)
from companion.rules.exercise_k.sign_up import LARGEST_GROUP, Seating, numbered, seat
from companion.rules.exercise_k.steps import as_row
from companion.rules.exercise_k.terms import IN_FORCE
from companion.rules.exercise_k.turn_clock import (
    FINAL_CALL_MIN,
    TurnOrderAnswer,
    corner_order,
    next_turn,
    random_order,
    time_to_call,
    turn_order,
)

__all__ = [
    "CallFinalRound",
    "CorrectGame",
    "DeskAction",
    "End",
    "EndDeskTurn",
    "COLOURS",
    "COMPONENT",
    "DIVISIONS",
    "FINAL_CALL_MIN",
    "IN_FORCE",
    "LARGEST_GROUP",
    "SETTINGS",
    "DeskAgreement",
    "HexBoard",
    "DeskScript",
    "DeskStep",
    "Division",
    "PointsEntry",
    "FinalRound",
    "FinalRoundReason",
    "Hex",
    "DeskOutcome",
    "PlacementAnswer",
    "DeskPosition",
    "RangeAnswer",
    "Roster",
    "DeskLine",
    "Seating",
    "RecordSheet",
    "SheetLayout",
    "Shoved",
    "Standings",
    "SheetSystem",
    "SystemRow",
    "TurnOrderAnswer",
    "actions",
    "apply_desk_action",
    "as_row",
    "bundled_sheet_file",
    "by_round",
    "corner_order",
    "desk_script_from",
    "division",
    "final_entries",
    "full_sheet",
    "hex_named",
    "hex_range",
    "is_desk_script",
    "judge_placement",
    "decode_sheet_layout",
    "layout_keys",
    "load_sheet",
    "mark_iii",
    "multiplier",
    "new_game",
    "next_turn",
    "numbered",
    "own_sheet",
    "own_sheet_file",
    "points_now",
    "random_order",
    "roster_for",
    "run_desk_script",
    "seat",
    "standings",
    "team_of",
    "time_to_call",
    "turn_order",
]
