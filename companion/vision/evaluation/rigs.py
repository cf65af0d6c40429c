"""A rig: a folder of pictures of one table, with what it takes to calibrate and enrol there, and with the truth.

Owns the layout of such a folder and the reading of truth files; reads no picture and judges nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.camera import Calibration, calibrate, read_picture
from companion.codec.mat import read_mat
from companion.documents import has_format, read_json
from companion.errors import InputError, OperationError
from companion.geometry import Outline, Point
from companion.vision.reading import DieState, FaceName

FORMAT: Final = 1
_LONGEST_REASON: Final = 200
_LAYOUT: Final = "mat.json, table.jpg, lens-*.jpg, dice/, enrol.json with enrol-*.jpg, scene-*.jpg with scene-*.json"


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One die as it really lies: its face, place and heading, and the share of its top face that can be seen (0..1).

    corners_mm: corners 0, 1, 2 of the top face, seen from straight above.
    """

    name: FaceName
    edge_mm: float
    centre_mm: Point
    heading_deg: float
    corners_mm: Outline
    state: DieState
    visible: float


@dataclass(frozen=True, slots=True)
class RigScene:
    """One picture of a rig, and the dice that lie in it."""

    picture: Path
    dice: tuple[TrueDie, ...]


@dataclass(frozen=True, slots=True)
class Rig:
    """The files of a rig."""

    folder: Path
    table: Path
    lens: tuple[Path, ...]
    scenes: tuple[RigScene, ...]

    @property
    def name(self) -> str:
        """What the folder is called."""
        return self.folder.resolve().name

    @property
    def dice(self) -> Path:
        """The folder of die files."""
        return self.folder / "dice"

    @property
    def faces(self) -> Path:
        """The clicks by which its dice are enrolled."""
        return self.folder / "enrol.json"

    @classmethod
    def open(cls, folder: Path, *, scenes: bool = True) -> Rig:
        """The rig in a folder; ``scenes`` False: one that is only enrolled from.

        Raises OperationError where the folder is no rig, naming all that it lacks, and where a truth file is not
        understood.
        """
        wanted = ["mat.json", "table.jpg", "dice", "enrol.json"]
        lacking = [name for name in wanted if not (folder / name).exists()]
        pictures = sorted(folder.glob("scene-*.jpg")) if scenes else []
        if scenes and not pictures:
            lacking.append("scene-*.jpg")
        lacking += [p.with_suffix(".json").name for p in pictures if not p.with_suffix(".json").is_file()]
        if lacking:
            raise OperationError(f"{folder} is no rig: {_told(lacking)} not there. A rig is a folder with {_LAYOUT}.")
        told = tuple(RigScene(path, _dice(path.with_suffix(".json"))) for path in pictures)
        return cls(folder, folder / "table.jpg", tuple(sorted(folder.glob("lens-*.jpg"))), told)

    def calibrate(self) -> Calibration:
        """Where this rig's camera stands; OperationError or InputError where its pictures do not tell."""
        return calibrate(
            read_mat(self.folder / "mat.json"), [read_picture(p) for p in self.lens], [read_picture(self.table)]
        )


def _told(names: Sequence[str]) -> str:
    shown = [*names[:4], *([f"{len(names) - 4} more"] if len(names) > 4 else [])]
    return ", ".join(shown) + (" is" if len(names) == 1 else " are")


def _dice(path: Path) -> tuple[TrueDie, ...]:
    try:
        content = read_json(path)
        if not has_format(content, FORMAT):
            raise ValueError(f"it is not of format {FORMAT}")
        return tuple(_die(row) for row in content["dice"])
    except (InputError, KeyError, TypeError, ValueError, IndexError) as error:
        why = str(error)[:_LONGEST_REASON]
        raise OperationError(f"{path} does not tell the truth about its picture in a known way ({why}).") from None


def _die(row: Mapping[str, Any]) -> TrueDie:
    corners = np.asarray(row["corners_mm"], float)
    if corners.shape != (3, 2) or not np.isfinite(corners).all():
        raise ValueError("corners_mm: three places on the table are wanted")
    visible = row.get("visible")
    return TrueDie(
        FaceName(str(row["die"]), str(row["face"])),
        _finite(row["edge_mm"]),
        (_finite(row["centre_mm"][0]), _finite(row["centre_mm"][1])),
        _finite(row["heading_deg"]),
        tuple((float(x), float(y)) for x, y in corners),
        DieState(row["state"]),
        0.0 if visible is None else _finite(visible),
    )


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value!r} instead of a number")
    return number
