"""A calibrated camera with its table, and ``camera.json`` that keeps it (contract, section 2).

Owns the ``Camera`` value and its file; how it was measured is in ``calibration.py``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.arrays import FloatArray
from companion.atomic_write import write_atomic
from companion.camera._checked import FORMAT, Notes, read_json
from companion.camera.mat import Marker, markers_from
from companion.camera.pinhole import Pinhole
from companion.camera.quality import Quality
from companion.camera.table_top import TableShape, TableTop
from companion.errors import OperationError

_DISTORTION_LENGTHS = (0, 4, 5, 8, 12, 14)
_LARGEST_PX = 65_535  # what JPEG can hold; OpenCV's maps end at half of it


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera over its table, as kept in ``camera.json``.

    seen_px: where each marker's corners stood in the picture when calibrated, marker id to shape (4, 2); markers that
    were hidden then are not in it.
    """

    lens: Pinhole
    table: TableTop
    markers: tuple[Marker, ...]
    quality: Quality
    seen_px: Mapping[int, FloatArray]

    @classmethod
    def load(cls, path: Path) -> Camera:
        """Read ``camera.json``; ``InputError`` names every problem and says to calibrate again."""
        return _camera_from(read_json(path, "camera file"), path)

    def save(self, path: Path) -> None:
        """Write ``camera.json`` whole or not at all; ``OperationError`` where the place cannot be written."""
        _keep(path, json.dumps(_as_json(self), indent=1) + "\n")


def _as_json(camera: Camera) -> dict[str, Any]:
    lens = camera.lens
    return {
        "format": FORMAT,
        "size_px": list(lens.size_wh),
        "matrix": lens.matrix.tolist(),
        "distortion": lens.distortion.tolist(),
        "rotation": lens.rotation.tolist(),
        "translation_mm": lens.translation.tolist(),
        "table": _table_json(camera.table),
        "markers": [_marker_json(marker, camera.seen_px.get(marker.id)) for marker in camera.markers],
        "quality": asdict(camera.quality) | {"verdict": str(camera.quality.verdict)},
    }


def _table_json(table: TableTop) -> dict[str, Any]:
    outline = {"outline_mm": [list(corner) for corner in table.outline_mm]} if table.shape is TableShape.POLYGON else {}
    return {"shape": str(table.shape), "size_mm": list(table.size_mm), **outline}


def _marker_json(marker: Marker, seen_px: FloatArray | None) -> dict[str, Any]:
    keys: dict[str, Any] = {"id": marker.id, "dict": marker.dictionary, "size_mm": marker.size_mm}
    keys["corners_mm"] = [list(corner) for corner in marker.corners_mm]
    return keys if seen_px is None else keys | {"seen_px": np.round(seen_px, 3).tolist()}


def _keep(path: Path, text: str) -> None:
    try:
        write_atomic(path, text.encode())
    except OSError as error:
        raise OperationError(
            f"{path} cannot be written ({error.strerror}); choose another place (-o), or allow writing there."
        ) from None


def _camera_from(value: Mapping[str, Any], file: Path) -> Camera:
    notes = Notes(file, "camera file (calibrate again to make a new one)")
    lens = _lens(value, notes)
    table = notes.table(value.get("table"))
    markers = markers_from(value.get("markers"), notes)
    seen_px = _seen(value.get("markers"), notes)
    quality = _quality(value.get("quality"), notes)
    if lens is None or table is None or quality is None or notes.problems:
        notes.refuse()
    return Camera(lens, table, markers, quality, seen_px)


def _lens(value: Mapping[str, Any], notes: Notes) -> Pinhole | None:
    size = notes.numbers(value.get("size_px"), "size_px", (2,))
    matrix = notes.numbers(value.get("matrix"), "matrix", (3, 3))
    distortion = notes.numbers(value.get("distortion"), "distortion", (-1,))
    rotation = notes.numbers(value.get("rotation"), "rotation", (3, 3))
    translation = notes.numbers(value.get("translation_mm"), "translation_mm", (3,))
    if distortion is not None and len(distortion) not in _DISTORTION_LENGTHS:
        notes.add("distortion", f"one of {_DISTORTION_LENGTHS} coefficients is wanted, not {len(distortion)}")
    if matrix is not None and (matrix[0, 0] <= 0 or matrix[1, 1] <= 0):
        notes.add("matrix", "the focal lengths must be above 0")
    if matrix is not None and (matrix[2] != (0, 0, 1)).any():
        notes.add("matrix", "the last row must be 0, 0, 1")
    if rotation is not None and not _turns(rotation):
        notes.add("rotation", "these nine numbers are no rotation")
    if size is not None and ((size != size.round()) | (size < 1) | (size > _LARGEST_PX)).any():
        notes.add("size_px", f"two whole numbers from 1 to {_LARGEST_PX} are wanted")
    if size is None or matrix is None or distortion is None or rotation is None or translation is None:
        return None
    return Pinhole(matrix, distortion, rotation, translation, (int(size[0]), int(size[1])))


def _turns(rotation: FloatArray) -> bool:
    """Whether a matrix is a rotation, and no mirror."""
    return bool(np.abs(rotation @ rotation.T - np.eye(3)).max() <= 1e-3 and np.linalg.det(rotation) > 0)


def _seen(value: Any, notes: Notes) -> dict[int, FloatArray]:
    seen: dict[int, FloatArray] = {}
    for index, entry in enumerate(value if isinstance(value, list) else []):
        if isinstance(entry, Mapping) and entry.get("seen_px") is not None:
            corners = notes.numbers(entry["seen_px"], f"markers[{index}].seen_px", (4, 2))
            if corners is not None and isinstance(entry.get("id"), int):
                seen[entry["id"]] = corners
    return seen


def _quality(value: Any, notes: Notes) -> Quality | None:
    if not isinstance(value, Mapping):
        notes.add("quality", "rms_px, rms_mm, markers, lens_pictures, focal_sigma and bow_mm are wanted")
        return None
    names = ("rms_px", "rms_mm", "markers", "lens_pictures", "focal_sigma", "bow_mm")
    figures = notes.numbers([value.get(name) for name in names], "quality", (len(names),))
    if figures is None:
        return None
    if (figures < 0).any():
        notes.add("quality", "no figure is below 0")
    rms_px, rms_mm, markers, lens_pictures, focal_sigma, bow_mm = figures.tolist()
    return Quality(rms_px, rms_mm, int(markers), int(lens_pictures), focal_sigma, bow_mm)
