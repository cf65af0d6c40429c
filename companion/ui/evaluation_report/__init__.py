"""The page on which a person can look at an evaluation: figures against targets, plots, and every failure's picture.

One HTML file that needs nothing beside it, readable on a screen and on paper, and the same figures for programs.
"""

from companion.ui.evaluation_report.figures_file import as_json
from companion.ui.evaluation_report.page import page
from companion.ui.evaluation_report.writing import write_report

__all__ = ["as_json", "page", "write_report"]
