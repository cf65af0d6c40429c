"""The result of a match: on the screen, as a sheet to print, or in a file for programs."""

from companion.ui.results.window import ResultWindow
from companion.ui.results.writing import result_sheet, write_result

__all__ = ["ResultWindow", "result_sheet", "write_result"]
