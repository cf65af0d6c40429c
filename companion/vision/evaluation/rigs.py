"""A rig: pictures of one table, with what it takes to calibrate and enrol there, and with the truth.

Its folder is read by the codec; this judges nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.arrays import Image
from companion.camera import Calibration, Camera, Mat, calibrate, decode_picture, read_picture
from companion.catalogue import Die
from companion.geometry import Outline, Point
from companion.vision.enrolment import FaceClick
from companion.vision.reading import DieReading, DieState, FaceName


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


@dataclass(frozen=True, slots=True, eq=False)
class RigScene:
    """One picture of a rig, and the dice that lie in it.

    camera: the one that took it, where the pictures of a rig are by several; jpeg: the picture, where it lies within
    another file.
    """

    picture: Path
    dice: tuple[TrueDie, ...]
    camera: Camera | None = None
    jpeg: bytes | None = None

    def pixels(self) -> Image:
        """The picture, (rows, columns, 3) BGR. Raises InputError where it cannot be read."""
        return read_picture(self.picture).pixels if self.jpeg is None else decode_picture(self.jpeg, self.picture.name)


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


@dataclass(frozen=True, slots=True, eq=False)
class MisreadTable:
    """A table at rest of which somebody said that it was read wrongly: the picture, what was read of it then, and how
    the dice of the match really lay, as people put them right; no names of people.

    camera: the one in force; jpeg: the picture; program, networks: the versions, of the networks SHA-256 by name.
    """

    camera: Camera
    jpeg: bytes
    read: tuple[DieReading, ...]
    right: tuple[TrueDie, ...]
    program: str
    networks: Mapping[str, str]

    def scene(self, file: Path) -> RigScene:
        """The same as a picture with its truth; ``file``: where it is saved."""
        return RigScene(file, self.right, self.camera, self.jpeg)


@dataclass(frozen=True, slots=True)
class MisreadTables:
    """The tables that were saved in a folder, as pictures with their truth."""

    folder: Path
    scenes: tuple[RigScene, ...]

    @property
    def name(self) -> str:
        """What the folder is called."""
        return self.folder.resolve().name
