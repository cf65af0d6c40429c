"""The result of a match: on the screen, as a sheet to print, or in a file for programs."""

from companion.ui.results.result_files import result_sheet, write_result
from companion.ui.results.window import ResultWindow

__all__ = ["ResultWindow", "result_sheet", "write_result"]
