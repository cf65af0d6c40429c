"""What people say for enrolment: ``faces.json``, which says in which picture which face lies; and confirmed layouts,
the lines of ``companion read --json`` as a person has put them right, for ``enrol --confirm``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from pydantic import Field, ValidationInfo, model_validator

from companion.camera import read_picture
from companion.catalogue import Die
from companion.codec.document import FolderContext, LenientDocument, decode, read_json_document, write_text
from companion.codec.fields import FORMAT, FileBeside, FormatNumber
from companion.documents import DocumentError, parse_json
from companion.errors import InputError
from companion.file_access import read_bytes
from companion.geometry import Pose
from companion.limits import Name, Positive
from companion.plain_text import shown
from companion.resources import made_folder
from companion.text import gettext, pgettext
from companion.vision import ConfirmedDie, ConfirmedPicture, DieState, FaceClick, FaceName

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
    name = die.id.rpartition("/")[2]
    clicks = {"centre_px": _SAMPLE_CENTRE_PX, "corner0_px": _SAMPLE_CORNER0_PX}
    samples = (
        {"image": re.sub(r"[^\w-]+", "-", f"{name}-{face.key}") + ".jpg", "die": die.id, "face": face.key, **clicks}
        for face in die.faces
    )
    rows = ",\n  ".join(map(json.dumps, samples))
    text = f'{{"format": {FORMAT}, "faces": [\n  {rows}\n]}}\n'
    file = made_folder(folder) / "faces.json"
    write_text(file, text, gettext("choose another folder"))
    return file


#: A thousand pictures of a hundred dice.
_MOST_BYTES: Final = 64 * 2**20

_Figure = Annotated[float, Field(ge=-1e6, le=1e6)]
_PointMm = tuple[_Figure, _Figure]


class ConfirmedDieDocument(LenientDocument):
    """One die as a person says that it lies; what the program had read of it besides may stay."""

    die: Name | None = None
    face: Name | None = None
    centre_mm: _PointMm
    heading_deg: _Figure = Field(
        description="From the centre of the top face to its corner 0; to the nearest 30 degrees."
    )
    corners_mm: tuple[_PointMm, _PointMm, _PointMm] | None = Field(
        default=None, description="The outline as it was read, whichever corner is the first."
    )
    sigma_mm: Positive | None = None
    sigma_deg: Positive | None = None
    state: DieState = DieState.FLAT
    seen_in: tuple[Name, ...] = Field(default=(), description="Of several pictures of one layout; left out: all.")

    @model_validator(mode="after")
    def _is_known(self, info: ValidationInfo) -> ConfirmedDieDocument:
        if isinstance(info.context, KnownDice) and self.die is not None and self.face is not None:
            info.context.check(self.die, self.face)
        return self

    def to_die(self, dice: Mapping[str, Die]) -> ConfirmedDie | None:
        """The die; ``None`` where it has no name, or does not lie flat on the table."""
        if self.die is None or self.face is None or self.state is not DieState.FLAT:
            return None
        pose = Pose(*self.centre_mm, self.heading_deg, dice[self.die].edge_mm)
        corners_mm = None if self.corners_mm is None else np.array(self.corners_mm, np.float64)
        return ConfirmedDie(FaceName(self.die, self.face), pose, corners_mm, self.sigma_mm, self.sigma_deg)


class ConfirmedLayoutDocument(LenientDocument):
    """What a person says that a picture, or several of one layout, show: one line."""

    format: FormatNumber
    image: Name | None = None
    images: tuple[Name, ...] = Field(default=(), description="Instead of image: of `companion read --together`.")
    dice: tuple[ConfirmedDieDocument, ...]

    @model_validator(mode="after")
    def _names_pictures(self) -> ConfirmedLayoutDocument:
        if (self.image is None) == (not self.images):
            raise ValueError(gettext("expected image, or images"))
        return self

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of the pictures."""
        return self.images if self.image is None else (self.image,)

    def flat_dice(self, picture: str, dice: Mapping[str, Die]) -> tuple[ConfirmedDie, ...]:
        """The flat dice that a picture shows."""
        shown = (one for one in self.dice if not one.seen_in or picture in one.seen_in)
        return tuple(die for one in shown if (die := one.to_die(dice)) is not None)


def read_confirmed_layouts(path: Path, pictures: Sequence[Path], dice: Mapping[str, Die]) -> list[ConfirmedPicture]:
    """The pictures, in order, each with the flat dice that its line names.

    Raises:
        InputError: the file is not understood, names an unknown die or face, or has no line for a picture; every
            problem is reported with its line.
    """
    lines = _lines(path, dice)
    lacking = [picture.name for picture in pictures if picture.name not in lines]
    if lacking:
        raise InputError(
            *(gettext("{file}: there is no line for {picture}", file=path, picture=shown(name)) for name in lacking),
            gettext("{file}: give the lines that `companion read --json` prints of these pictures", file=path),
        )
    return [
        ConfirmedPicture(picture.name, read_picture(picture).pixels, lines[picture.name].flat_dice(picture.name, dice))
        for picture in pictures
    ]


def _lines(path: Path, dice: Mapping[str, Die]) -> dict[str, ConfirmedLayoutDocument]:
    """Picture -> its line."""
    found: dict[str, ConfirmedLayoutDocument] = {}
    problems: list[str] = []
    for number, text in enumerate(_text(path).splitlines(), 1):
        if not text.strip():
            continue
        place = gettext("{file} line {line}", file=path, line=number)
        try:
            line = decode(ConfirmedLayoutDocument, parse_json(text), place, KnownDice(path.parent, dice))
        except DocumentError as error:
            problems.append(f"{place}: {error}")
        except InputError as error:
            problems.extend(error.sentences)
        else:
            twice = [name for name in line.pictures if name in found]
            problems += [
                gettext("{place}: {picture} has a line already", place=place, picture=shown(name)) for name in twice
            ]
            found |= dict.fromkeys(line.pictures, line)
    if problems:
        raise InputError(*problems)
    return found


def _text(path: Path) -> str:
    try:
        return read_bytes(path, at_most=_MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(gettext("{file}: is not text in UTF-8; save it as UTF-8", file=path)) from None
    except FileNotFoundError:
        raise InputError(
            gettext("{file}: there is no such {what}", file=path, what=pgettext("files", "file"))
        ) from None
    except OSError as error:
        raise InputError(gettext("{file}: cannot be read ({why})", file=path, why=error.strerror)) from None
