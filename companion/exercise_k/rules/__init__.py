"""Exercise K, the refereed convention scenario on hex maps: turn clock, record sheets, placement check, victory points.

A `Position` comes from `new_game` with a `Roster`; `apply(position, action)` gives an `Outcome` with the new position,
the events and a ruling that cites the ledger; where the action is refused, the old position and the reason. Nothing
changes in place, so a game is its list of actions, and undoing one means replaying the others. It shares nothing with
the dice game but rulings and events.
"""

from companion.exercise_k.rules import actions
from companion.exercise_k.rules.actions import (
    CallFinalRound,
    CorrectGame,
    DeskAction,
    End,
    EndDeskTurn,
    FinalRoundReason,
)
from companion.exercise_k.rules.board import (
    Hex,
    HexBoard,
    PlacementAnswer,
    RangeAnswer,
    Shoved,
    hex_named,
    hex_range,
    judge_placement,
)
from companion.exercise_k.rules.corrections import BY_HAND
from companion.exercise_k.rules.engine import DeskOutcome, apply_desk_action
from companion.exercise_k.rules.final_scoring import FINAL_AWARDS, final_entries, points_now
from companion.exercise_k.rules.points import (
    BROUGHT_FORWARD,
    COMPONENT,
    PointsEntry,
    Standings,
    by_round,
    multiplier,
    standings,
    trim_decimals,
)
from companion.exercise_k.rules.position import SETTINGS, DeskAgreement, DeskPosition, FinalRound, new_game
from companion.exercise_k.rules.record_sheet import (
    RecordSheet,
    SheetLayout,
    SheetSystem,
    SystemRow,
    full_sheet,
)
from companion.exercise_k.rules.roster import (
    COLOURS,
    COMMAND_POST,
    DIVISIONS,
    Division,
    Roster,
    division,
    roster_for,
    team_label,
    team_labels,
    team_of,
)
from companion.exercise_k.rules.sign_up import LARGEST_GROUP, Seating, numbered, seat
from companion.exercise_k.rules.terms import IN_FORCE, terms_ruling
from companion.exercise_k.rules.turn_clock import (
    FINAL_CALL_MIN,
    TurnOrderAnswer,
    corner_order,
    next_turn,
    random_order,
    time_to_call,
    turn_order,
)

__all__ = [
    "COMMAND_POST",
    "trim_decimals",
    "BROUGHT_FORWARD",
    "BY_HAND",
    "FINAL_AWARDS",
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
    "by_round",
    "corner_order",
    "division",
    "final_entries",
    "full_sheet",
    "hex_named",
    "hex_range",
    "judge_placement",
    "multiplier",
    "new_game",
    "next_turn",
    "numbered",
    "points_now",
    "random_order",
    "roster_for",
    "seat",
    "standings",
    "team_label",
    "team_labels",
    "team_of",
    "terms_ruling",
    "time_to_call",
    "turn_order",
]
