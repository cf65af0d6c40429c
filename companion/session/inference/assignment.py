"""The cheapest way to pair two lists, each member once: the Hungarian method with potentials, in O(n³)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

#: Stands for "never": larger than any sum of real costs, small enough to be added up without loss.
NEVER: Final = 1e6


def solve_assignment(
    costs: Sequence[Sequence[float]], alone: float, rows_alone: Sequence[float] | None = None
) -> dict[int, int]:
    """Row -> column of the pairing with the least sum, where a row or a column left alone costs ``alone``, or what is
    said of each row.

    A pair that would cost more than leaving both alone is not made.
    """
    rows, columns = len(costs), len(costs[0]) if costs else 0
    if not rows or not columns:
        return {}
    square = np.full((rows + columns, rows + columns), 0.0)
    square[:rows, :columns] = costs
    square[:rows, columns:] = alone if rows_alone is None else np.array(rows_alone)[:, None]
    square[rows:, :columns] = alone
    partner = _paired(square)
    return {row: column for row, column in enumerate(partner[:rows]) if column < columns}


def _paired(costs: NDArray[np.float64]) -> list[int]:
    """The column of every row of a square matrix, with the least sum."""
    size = len(costs)
    row_price, column_price = np.zeros(size + 1), np.zeros(size + 1)
    row_of = np.full(size + 1, -1)  # column -> row; the last column is where a new row waits
    for row in range(size):
        row_of[size] = row
        way = _shortest_way(costs, row_of, row_price, column_price)
        _change_partners(row_of, way)
    partner = [0] * size
    for column in range(size):
        partner[row_of[column]] = column
    return partner


def _shortest_way(
    costs: NDArray[np.float64],
    row_of: NDArray[np.int_],
    row_price: NDArray[np.float64],
    column_price: NDArray[np.float64],
) -> tuple[int, NDArray[np.int_]]:
    """The free column that is cheapest to reach by changing partners, and the column before each on the way."""
    size = len(costs)
    reach, before = np.full(size, np.inf), np.full(size, size)
    used = np.zeros(size + 1, bool)
    column = size
    while row_of[column] >= 0:
        used[column] = True
        row = row_of[column]
        free = ~used[:size]
        step = costs[row] - row_price[row] - column_price[:size]
        better = free & (step < reach)
        reach[better], before[better] = step[better], column
        nearest = int(np.argmin(np.where(free, reach, np.inf)))
        delta = reach[nearest]
        row_price[row_of[used]] += delta
        column_price[used] -= delta
        reach[free] -= delta
        column = nearest
    return column, before


def _change_partners(row_of: NDArray[np.int_], way: tuple[int, NDArray[np.int_]]) -> None:
    column, before = way
    size = len(row_of) - 1
    while column != size:
        previous = int(before[column])
        row_of[column] = row_of[previous]
        column = previous
