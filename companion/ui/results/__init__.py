"""The result of a match: on the screen, as a sheet to print, or in a file for programs."""

from companion.ui.results.sheet import result_pages, write_result
from companion.ui.results.window import ResultWindow
