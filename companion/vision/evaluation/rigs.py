"""A rig: pictures of one table, with what it takes to calibrate and enrol there, and with the truth.

Its folder is read by the codec; this judges nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.camera import Calibration, Mat, calibrate, read_picture
from companion.catalogue import Die
from companion.geometry import Outline, Point
from companion.vision.enrolment import FaceClick
from companion.vision.reading import DieState, FaceName


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
    """A rig: its mat, its dice (id -> die), the clicks by which they are enrolled, and its pictures."""

    folder: Path
    mat: Mat
    dice: Mapping[str, Die]
    clicks: tuple[FaceClick, ...]
    table: Path
    lens: tuple[Path, ...]
    scenes: tuple[RigScene, ...]

    @property
    def name(self) -> str:
        """What the folder is called."""
        return self.folder.resolve().name

    def calibrate(self) -> Calibration:
        """Where this rig's camera stands; OperationError or InputError where its pictures do not tell."""
        return calibrate(self.mat, [read_picture(path) for path in self.lens], [read_picture(self.table)])
