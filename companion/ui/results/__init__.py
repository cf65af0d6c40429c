"""The result of a match in a file: as a sheet to print, or for programs."""

from companion.ui.results.writing import result_sheet, write_result

__all__ = ["result_sheet", "write_result"]
