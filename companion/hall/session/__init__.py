"""A hall of tables that are published to a broker: what each of them says, who has called the referee, and what the
whole event has come to.

`HallClient` listens and keeps a `HallBoard`; `call_rows` and `table_rows` put it into words; `rank_players` and
`event_document` sum the event up.
"""

from companion.hall.session.event_export import event_json, results_by_player_csv, standings_csv
from companion.hall.session.event_order import EventOrder, MissingLines, OrderedLine
from companion.hall.session.hall_board import HallBoard, HallResult, HallTable, Liveness
from companion.hall.session.hall_client import HallClient, HallStatus, hall_line_to
from companion.hall.session.hall_rows import (
    CallRow,
    RowMood,
    TableRow,
    call_rows,
    hall_in_words,
    numbers_in_words,
    remarks,
    table_rows,
)
from companion.hall.session.standings import PlayerRecord, event_document, rank_players

__all__ = [
    "CallRow",
    "EventOrder",
    "HallBoard",
    "HallClient",
    "HallResult",
    "HallStatus",
    "HallTable",
    "Liveness",
    "MissingLines",
    "OrderedLine",
    "PlayerRecord",
    "RowMood",
    "TableRow",
    "call_rows",
    "event_document",
    "event_json",
    "hall_in_words",
    "hall_line_to",
    "numbers_in_words",
    "rank_players",
    "remarks",
    "results_by_player_csv",
    "standings_csv",
    "table_rows",
]
