"""The result sheet of a match on paper: who won, everybody's numbers, plots over the turns, the log.

What it says is handed in: this room knows no rule and no match.
"""

from companion.paper.results.sheet import LogRow, ResultSheet, SheetPlayer, result_pages

__all__ = ["LogRow", "ResultSheet", "SheetPlayer", "result_pages"]
