"""The mat that printed markers make of a table: four of them in its corners, and the lens board."""

from __future__ import annotations

from functools import lru_cache

from companion.camera import Charuco, Marker, Mat, TableShape, TableTop
from companion.paper import BOARD_DICTIONARY, MARKER_DICTIONARY, CornerMarkers, MatShape, Paper, corner_markers


@lru_cache(8)
def markers_mat(shape: str, size_mm: tuple[float, float]) -> Mat:
    """The markers as ``companion print markers`` prints them for that table.

    Raises:
        InputError: they do not fit on it.
    """
    return printed_mat(corner_markers(MatShape(shape), size_mm, Paper.A4))


def printed_mat(printed: CornerMarkers) -> Mat:
    """The mat of what is printed."""
    markers = tuple(Marker(one.id, MARKER_DICTIONARY, one.size_mm, one.corners_mm) for one in printed.markers)
    board = printed.board
    charuco = Charuco(BOARD_DICTIONARY, (board.columns, board.rows), board.square_mm, board.marker_mm)
    return Mat(TableTop(TableShape(printed.shape.value), printed.size_mm), markers, charuco)
