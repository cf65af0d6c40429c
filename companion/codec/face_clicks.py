"""Face clicks: ``faces.json``, which says in which picture which face lies, for enrolment."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, ValidationInfo, model_validator

from companion.catalogue import Die
from companion.codec.document import FolderContext, LenientDocument, read_json_document, write_text
from companion.codec.fields import FORMAT, FileBeside, FormatNumber
from companion.limits import Name
from companion.plain_text import shown
from companion.text import gettext
from companion.vision import FaceClick, FaceName

_Pixel = Annotated[float, Field(ge=-1e9, le=1e9)]
_Click = tuple[_Pixel, _Pixel]


#: Clicks of a sample: the middle of a full HD picture, and a corner 0 above it.
_SAMPLE_CENTRE_PX: Final = (960, 540)
_SAMPLE_CORNER0_PX: Final = (960, 492)


@dataclass(frozen=True, slots=True)
class KnownDice(FolderContext):
    """For documents that name dice and their faces: those that there are."""

    dice: Mapping[str, Die]

    def check(self, die: str, face: str) -> None:
        """Refuse, as ValueError, a die without a file and a face that it does not have."""
        known = self.dice.get(die)
        if known is None:
            raise ValueError(
                gettext("there is no die file for {die}; `companion dice edit --new` begins one", die=shown(die))
            )
        if known.face(face) is None:
            raise ValueError(gettext("{die} has no face {face}", die=die, face=shown(face)))


class FaceClickDocument(LenientDocument):
    """One face to enrol; people may note more beside it."""

    image: FileBeside
    die: Name
    face: Name
    centre_px: _Click = Field(description="A hand click on the face's centre, good to a few pixels.")
    corner0_px: _Click = Field(description="A hand click on its corner 0.")

    @model_validator(mode="after")
    def _is_known(self, info: ValidationInfo) -> FaceClickDocument:
        if isinstance(info.context, KnownDice):
            info.context.check(self.die, self.face)
        return self

    def to_click(self) -> FaceClick:
        """The click."""
        return FaceClick(self.image, FaceName(self.die, self.face), self.centre_px, self.corner0_px)


class FaceClicksDocument(LenientDocument):
    """``faces.json``: where each die's faces were photographed."""

    format: FormatNumber
    faces: Annotated[tuple[FaceClickDocument, ...], Field(min_length=1)]


def read_face_clicks(path: Path, dice: Mapping[str, Die]) -> list[FaceClick]:
    """Read ``faces.json``; InputError lists every entry that is not understood or names an unknown die or face."""
    cure = gettext("click the centre and corner 0 of each face")
    context = KnownDice(path.parent, dice)
    return [c.to_click() for c in read_json_document(FaceClicksDocument, path, cure=cure, context=context).faces]


def write_sample_clicks(die: Die, folder: Path) -> Path:
    """Write a ``faces.json`` to fill in: a picture for each side of a die, the clicks in its middle.

    Raises OperationError where the folder cannot be written.
    """
    with suppress(OSError):  # whoever writes there gets the reason
        folder.mkdir(parents=True, exist_ok=True)
    name = die.id.rpartition("/")[2]
    clicks = {"centre_px": _SAMPLE_CENTRE_PX, "corner0_px": _SAMPLE_CORNER0_PX}
    samples = (
        {"image": re.sub(r"[^\w-]+", "-", f"{name}-{face.key}") + ".jpg", "die": die.id, "face": face.key, **clicks}
        for face in die.faces
    )
    rows = ",\n  ".join(map(json.dumps, samples))
    text = f'{{"format": {FORMAT}, "faces": [\n  {rows}\n]}}\n'
    file = folder / "faces.json"
    write_text(file, text, gettext("choose another folder"))
    return file
