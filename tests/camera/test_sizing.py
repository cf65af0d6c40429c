"""The size of a table from the markers in its corners, held to rendered truth; and what no size fits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.camera import Marker, estimate_table_size, read_picture
from companion.errors import OperationError
from companion.paper import MatShape, Paper, corner_markers
from companion.resources import Bundled, bundled
from companion.ui.printed_mats import printed_mat

TABLE = read_picture(bundled(Bundled.PICTURES, "demo", "table.jpg")).pixels


def markers_of(size_mm: tuple[float, float]) -> Sequence[Marker]:
    return printed_mat(corner_markers(MatShape.RECT, size_mm, Paper.A4)).markers


@pytest.mark.parametrize("guess_mm", [(1200.0, 900.0), (600.0, 1100.0)])
def test_the_size_is_found_from_a_guess_that_is_far_off(guess_mm: tuple[float, float]) -> None:
    found = estimate_table_size(TABLE, markers_of, guess_mm)
    assert np.abs(np.array(found.size_mm) / (1000, 620) - 1).max() < 0.007, "the lens of the picture is not straight"
    assert found.rms_px < 0.3


def test_a_marker_that_is_not_seen_is_named() -> None:
    hidden = TABLE.copy()
    hidden[:, :960] = 90
    with pytest.raises(OperationError, match="markers 0 and 3 missing"):
        estimate_table_size(hidden, markers_of, (1000.0, 620.0))


def test_markers_in_the_wrong_corners_fit_no_size() -> None:
    with pytest.raises(OperationError, match="each into its own corner"):
        estimate_table_size(np.ascontiguousarray(np.rot90(TABLE, 2)), _swapped, (1000.0, 620.0))


def _swapped(size_mm: tuple[float, float]) -> Sequence[Marker]:
    """Markers 0 and 2 have changed places."""
    first, second, third, fourth = markers_of(size_mm)
    return [
        Marker(first.id, first.dictionary, first.size_mm, third.corners_mm),
        second,
        Marker(third.id, third.dictionary, third.size_mm, first.corners_mm),
        fourth,
    ]
