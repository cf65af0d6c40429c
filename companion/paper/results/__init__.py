"""The result sheet of a match on paper: who won, everybody's numbers, plots over the turns, the log; and the sheet of a
whole event.

What it says is handed in: this room knows no rule and no match.
"""

from companion.paper.results.event_sheet import EventSheet, event_pages
from companion.paper.results.sheet import LogRow, ResultSheet, SheetPlayer, result_pages

__all__ = ["EventSheet", "LogRow", "ResultSheet", "SheetPlayer", "event_pages", "result_pages"]
