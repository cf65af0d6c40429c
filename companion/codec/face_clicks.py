"""Face clicks: ``faces.json``, which says in which picture which face lies, for enrolment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationInfo, model_validator

from companion.catalogue import Die
from companion.codec.document import FolderContext, LenientDocument, read_json_document
from companion.codec.fields import FileBeside, FormatNumber, Name
from companion.plain_text import shown
from companion.text import phrase
from companion.vision import FaceClick, FaceName

__all__ = ["FaceClickDocument", "FaceClicksDocument", "read_face_clicks"]

_Pixel = Annotated[float, Field(ge=-1e9, le=1e9)]
_Click = tuple[_Pixel, _Pixel]


@dataclass(frozen=True, slots=True)
class _ClickContext(FolderContext):
    dice: Mapping[str, Die]


class FaceClickDocument(LenientDocument):
    """One face to enrol; people may note more beside it."""

    image: FileBeside
    die: Name
    face: Name
    centre_px: _Click = Field(description="A hand click on the face's centre, good to a few pixels.")
    corner0_px: _Click = Field(description="A hand click on its corner 0.")

    @model_validator(mode="after")
    def _is_known(self, info: ValidationInfo) -> FaceClickDocument:
        if isinstance(info.context, _ClickContext):
            die = info.context.dice.get(self.die)
            if die is None:
                raise ValueError(phrase("there is no die file for {die}", die=shown(self.die)))
            if die.face(self.face) is None:
                raise ValueError(phrase("{die} has no face {face}", die=self.die, face=shown(self.face)))
        return self

    def to_click(self) -> FaceClick:
        """The click."""
        return FaceClick(self.image, FaceName(self.die, self.face), self.centre_px, self.corner0_px)


class FaceClicksDocument(LenientDocument):
    """``faces.json``: where each die's faces were photographed."""

    format: FormatNumber
    faces: Annotated[tuple[FaceClickDocument, ...], Field(min_length=1)]


def read_face_clicks(path: Path, dice: Mapping[str, Die]) -> list[FaceClick]:
    """Read ``faces.json``; InputError tells every entry that is not understood or names an unknown die or face."""
    cure = phrase("click the centre and corner 0 of each face")
    context = _ClickContext(path.parent, dice)
    return [c.to_click() for c in read_json_document(FaceClicksDocument, path, cure=cure, context=context).faces]
