"""Rigs: a folder of pictures of one table, with what it takes to calibrate and enrol there, and with the truth; and
misread tables: ``*.misread.json``, a picture that was read wrongly, what was read, and how the dice really lay.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from companion.codec.camera import CameraDocument, PackedJpeg, encode_camera
from companion.codec.die import read_dice
from companion.codec.document import LenientDocument, encode_json, read_json_document, write_text
from companion.codec.enrolment import read_face_clicks
from companion.codec.fields import FORMAT, FormatNumber, rounded
from companion.codec.layout import DieReadingDocument, die_reading_document
from companion.codec.mat import Figure, read_mat
from companion.documents import list_names
from companion.errors import InputError, OperationError
from companion.geometry import Pose
from companion.limits import MAX_ROWS, Name
from companion.text import N_, gettext, ngettext, pgettext
from companion.vision import DieReading, DieState, FaceGuess, FaceName
from companion.vision.evaluation import MisreadTable, MisreadTables, Rig, RigScene, TrueDie

_LAYOUT: Final = N_(
    "codec", "mat.json, table.jpg, lens-*.jpg, dice/, enrol.json with enrol-*.jpg, scene-*.jpg with scene-*.json"
)
_NEEDED: Final = ("mat.json", "table.jpg", "dice", "enrol.json")

_Place = Annotated[tuple[Figure, Figure], rounded(3)]


class TrueDieDocument(LenientDocument):
    """One die as it really lies."""

    die: Name
    face: Name
    edge_mm: Annotated[float, Field(gt=0, le=1e6)]
    centre_mm: _Place
    heading_deg: Annotated[Figure, rounded(3)]
    corners_mm: tuple[_Place, _Place, _Place] = Field(description="Corners 0, 1, 2 of the top face, from above.")
    state: DieState
    visible: Figure | None = Field(default=None, description="Share of the top face, 0 to 1.")

    @classmethod
    def of(cls, die: TrueDie) -> TrueDieDocument:
        """The document of a die."""
        keys = {field.name: getattr(die, field.name) for field in fields(die) if field.name != "name"}
        return cls(die=die.name.die, face=die.name.face, **keys)

    def to_die(self) -> TrueDie:
        """The die; one of which nothing is said of what can be seen counts as hidden."""
        keys = {name: value for name, value in self if name not in {"die", "face", "visible"}}
        return TrueDie(FaceName(self.die, self.face), visible=self.visible or 0.0, **keys)


class SceneTruthDocument(LenientDocument):
    """``scene-*.json``: the dice that lie in the picture of the same name."""

    format: FormatNumber
    dice: tuple[TrueDieDocument, ...]


def read_rig(folder: Path, *, scenes: bool = True) -> Rig:
    """The rig in a folder; ``scenes`` False: one that is only enrolled from.

    Raises:
        OperationError: the folder is no rig; all that it lacks is named. Or a truth file is not understood.
        InputError: its mat, dice or clicks are not understood.
    """
    lacking = [name for name in _NEEDED if not (folder / name).exists()]
    pictures = sorted(folder.glob("scene-*.jpg")) if scenes else []
    if scenes and not pictures:
        lacking.append("scene-*.jpg")
    lacking += [p.with_suffix(".json").name for p in pictures if not p.with_suffix(".json").is_file()]
    if lacking:
        raise OperationError(
            ngettext(
                "{folder} is not a rig: {names} is not there. A rig is a folder with {layout}.",
                "{folder} is not a rig: {names} are not there. A rig is a folder with {layout}.",
                len(lacking),
                folder=folder,
                names=list_names(lacking),
                layout=pgettext("codec", _LAYOUT),
            )
        )
    dice = read_dice(folder / "dice")
    return Rig(
        folder,
        read_mat(folder / "mat.json"),
        dice,
        tuple(read_face_clicks(folder / "enrol.json", dice)),
        folder / "table.jpg",
        tuple(sorted(folder.glob("lens-*.jpg"))),
        tuple(RigScene(path, _true_dice(path.with_suffix(".json"))) for path in pictures),
    )


def _true_dice(path: Path) -> tuple[TrueDie, ...]:
    try:
        return tuple(die.to_die() for die in read_json_document(SceneTruthDocument, path).dice)
    except InputError as error:  # no fault of the words given
        raise OperationError(*error.sentences) from None


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
