"""The parts of a map that the face detector is shown."""

from __future__ import annotations

import numpy as np
import pytest

from companion.arrays import Places
from companion.vision.top_faces.face_detector import map_parts

CONTEXT_PX = 16


def _map(*spots: tuple[int, int]) -> Places:
    """A map of 96 by 160 px in which something is looked for at squares of four pixels."""
    within = np.zeros((96, 160), np.bool_)
    for row, column in spots:
        within[row : row + 4, column : column + 4] = True
    return within


SCATTERED = (
    _map(),
    _map((0, 0)),
    _map((8, 8), (80, 150)),
    _map((40, 40), (44, 60), (60, 40)),
    np.ones((96, 160), bool),
)


@pytest.mark.parametrize("within", SCATTERED)
def test_each_place_is_covered_by_one_part(within: Places) -> None:
    reported = np.zeros(within.shape, int)
    for part, own in map_parts(within, CONTEXT_PX):
        reported[part.slices] += own
    assert np.array_equal(reported, within)


@pytest.mark.parametrize("within", SCATTERED)
def test_a_part_shows_the_surroundings_of_its_places_in_whole_tiles(within: Places) -> None:
    parts = list(map_parts(within, CONTEXT_PX))
    assert (parts == []) == (not within.any())
    for part, own in parts:
        rows, columns = np.nonzero(own)
        assert own.shape == (part.bottom - part.top, part.right - part.left)
        assert not any(side % 8 for side in part)
        for seen, first, last, length in (
            (rows, part.top, part.bottom, within.shape[0]),
            (columns, part.left, part.right, within.shape[1]),
        ):
            assert first == 0 or seen.min() >= CONTEXT_PX
            assert last == length or last - first - 1 - seen.max() >= CONTEXT_PX


def test_places_far_apart_are_shown_by_themselves_and_near_ones_together() -> None:
    far, near = _map((0, 0), (88, 152)), _map((40, 40), (40, 60))
    assert (len(list(map_parts(far, CONTEXT_PX))), len(list(map_parts(near, CONTEXT_PX)))) == (2, 1)


def test_where_all_is_to_be_looked_at_the_map_is_one_part() -> None:
    ((part, own),) = map_parts(SCATTERED[-1], CONTEXT_PX)
    assert part == (0, 0, 96, 160)
    assert own.all()
