"""Rigs: a folder of pictures of one table, with what it takes to calibrate and enrol there, and with the truth."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field

from companion.codec.die import read_dice
from companion.codec.document import LenientDocument, read_json_document
from companion.codec.face_clicks import read_face_clicks
from companion.codec.fields import FormatNumber, rounded
from companion.codec.mat import Figure, read_mat
from companion.documents import list_names
from companion.errors import InputError, OperationError
from companion.limits import Name
from companion.text import N_, ngettext, pgettext
from companion.vision import DieState, FaceName
from companion.vision.evaluation import Rig, RigScene, TrueDie

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
