"""Misread tables: ``*.misread.json``, a picture that was read wrongly, what was read, and how the dice really lay."""

from __future__ import annotations

from base64 import b64decode, b64encode
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from companion.codec.camera import CameraDocument, PackedJpeg, encode_camera
from companion.codec.document import LenientDocument, encode_json, read_json_document, write_text
from companion.codec.fields import FORMAT, FormatNumber
from companion.codec.layout import DieReadingDocument, die_reading_document
from companion.codec.rig import TrueDieDocument
from companion.errors import OperationError
from companion.geometry import Pose
from companion.limits import MAX_ROWS, Name
from companion.text import N_, gettext
from companion.vision import DieReading, FaceGuess, FaceName
from companion.vision.evaluation import MisreadTable, MisreadTables

#: How the files are called.
MISREAD_ENDING: Final = ".misread.json"


class MisreadTableDocument(LenientDocument):
    """A table at rest that was read wrongly; no names of people."""

    format: FormatNumber
    program: Name = Field(description="The version of the program that read it.")
    networks: dict[str, str] = Field(default_factory=dict, description="Of each network the SHA-256.")
    camera: CameraDocument
    picture_jpeg: PackedJpeg = Field(description="The picture: a JPEG file in base64.")
    read: Annotated[tuple[DieReadingDocument, ...], Field(max_length=MAX_ROWS)] = Field(
        description="What was read of it then."
    )
    right: Annotated[tuple[TrueDieDocument, ...], Field(max_length=MAX_ROWS)] = Field(
        description="The dice of the match as people put them right."
    )

    def to_table(self) -> MisreadTable:
        """The table."""
        return MisreadTable(
            self.camera.to_camera(),
            b64decode(self.picture_jpeg),
            tuple(map(_reading, self.read)),
            tuple(die.to_die() for die in self.right),
            self.program,
            self.networks,
        )


def read_misread_table(path: Path) -> MisreadTable:
    """The table in a file. Raises InputError with every problem."""
    cure = gettext("name a file that F9 saved in a match, or its folder")
    return read_json_document(MisreadTableDocument, path, N_("files", "misread table"), cure=cure).to_table()


def read_misread_tables(folder: Path) -> MisreadTables:
    """All tables of a folder, in order of their names.

    Raises:
        OperationError: there are none. InputError: one of them is not understood.
    """
    files = sorted(folder.glob(f"*{MISREAD_ENDING}"))
    if not files:
        raise OperationError(gettext("{folder}: no misread tables lie there; F9 in a match keeps them.", folder=folder))
    return MisreadTables(folder, tuple(read_misread_table(file).scene(file) for file in files))


def write_misread_table(table: MisreadTable, path: Path) -> None:
    """Write it whole or not at all. Raises OperationError where the place cannot be written."""
    document = MisreadTableDocument(
        format=FORMAT,
        program=table.program,
        networks=dict(table.networks),
        camera=encode_camera(table.camera),
        picture_jpeg=b64encode(table.jpeg).decode("ascii"),
        read=tuple(map(die_reading_document, table.read)),
        right=tuple(map(TrueDieDocument.of, table.right)),
    )
    write_text(path, encode_json(document) + "\n", gettext("make room for it"))


def _reading(read: DieReadingDocument) -> DieReading:
    name = None if read.die is None or read.face is None else FaceName(read.die, read.face)
    others = tuple(FaceGuess(FaceName(one.die, one.face), one.confidence) for one in read.alternatives)
    return DieReading(
        Pose(*read.centre_mm, read.heading_deg, read.edge_mm),
        read.sigma_mm,
        read.sigma_deg,
        read.state,
        name,
        read.confidence,
        others,
        np.array(read.corners_mm, np.float64),
    )
