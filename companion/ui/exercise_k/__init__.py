"""The windows of Exercise K: the referee's desk, the opening page, the players' screen, the hex ruler; and printing."""

from companion.ui.exercise_k.desk_window import DeskWindow
from companion.ui.exercise_k.links import open_desk, open_ruler
from companion.ui.exercise_k.opening_window import OpeningWindow
from companion.ui.exercise_k.players_window import PlayersWindow
from companion.ui.exercise_k.print_pages import blank_sheet_pages, desk_result_pages, sheet_pages
from companion.ui.exercise_k.ruler_window import RulerWindow

__all__ = [
    "DeskWindow",
    "OpeningWindow",
    "PlayersWindow",
    "RulerWindow",
    "blank_sheet_pages",
    "open_desk",
    "open_ruler",
    "desk_result_pages",
    "sheet_pages",
]
