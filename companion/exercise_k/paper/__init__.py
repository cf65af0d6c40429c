"""What is printed for Exercise K: record sheets, blank or as they stand, and the result sheet with its charts."""

from companion.exercise_k.paper.record_sheets import PaperRow, PaperSheet, record_sheet_pages
from companion.exercise_k.paper.result_sheet import Award, DeskResultSheet, Rank, RoundCurve, result_sheet_pages

__all__ = [
    "Award",
    "RoundCurve",
    "PaperRow",
    "PaperSheet",
    "Rank",
    "DeskResultSheet",
    "record_sheet_pages",
    "result_sheet_pages",
]
