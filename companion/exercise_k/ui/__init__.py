"""The windows of Exercise K: the referee's desk, the opening page, the players' screen, the hex ruler; and printing."""

from companion.exercise_k.ui.desk_window import DeskWindow, PlayersWindow
from companion.exercise_k.ui.links import open_desk, open_ruler
from companion.exercise_k.ui.opening_window import OpeningWindow
from companion.exercise_k.ui.print_pages import blank_sheet_pages, desk_result_pages, sheet_pages
from companion.exercise_k.ui.ruler_window import RulerWindow

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
