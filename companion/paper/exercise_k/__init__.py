"""What is printed for Exercise K: record sheets, blank or as they stand, and the result sheet with its charts."""

from companion.paper.exercise_k.chart import Curve
from companion.paper.exercise_k.record_sheets import PaperRow, PaperSheet, record_sheet_pages
from companion.paper.exercise_k.result_sheet import Award, Rank, ResultSheet, result_sheet_pages

__all__ = [
    "Award",
    "Curve",
    "PaperRow",
    "PaperSheet",
    "Rank",
    "ResultSheet",
    "record_sheet_pages",
    "result_sheet_pages",
]
