"""The mat that belongs to a table's size: four printed markers in its corners."""

from __future__ import annotations

from functools import lru_cache

from companion.camera import Mat
from companion.codec.mat import decode_mat
from companion.paper import MatShape, Paper, mat_table
from companion.text import phrase


@lru_cache(8)
def mat_of(shape: str, size_mm: tuple[float, float]) -> Mat:
    """The markers as ``companion print markers`` prints them for that table.

    Raises:
        InputError: they do not fit on it.
    """
    return decode_mat(mat_table(MatShape(shape), size_mm, Paper.A4), phrase("the printed markers"))
