"""A calibrated camera with its table; how it was measured is in ``calibration.py``, its file is the codec's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.arrays import FloatArray
from companion.camera.mat import Marker
from companion.camera.pinhole import Pinhole
from companion.camera.quality import Quality
from companion.camera.table_photograph import TablePhotograph
from companion.camera.table_top import TableTop


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera over its table, as saved in ``camera.json``.

    seen_px: where each marker's corners stood in the picture when calibrated, marker id to shape (4, 2); markers that
    were hidden then are not in it. empty: the table as it was calibrated, with nothing on it; ``None`` in older files.
    """

    lens: Pinhole
    table: TableTop
    markers: tuple[Marker, ...]
    quality: Quality
    seen_px: Mapping[int, FloatArray]
    empty: TablePhotograph | None = None
