"""Films: ``film.json``, pictures that are shown one after the other as if a camera had taken them, each for a while.

{"format": 1, "fps": 10, "grain": 1.5, "shots": [{"picture": "000.jpg", "frames": 6}]}

The pictures lie beside the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator

from companion.camera.sources import FilmShot, PictureSequence
from companion.codec.document import FolderContext, LenientDocument, read_json_document
from companion.codec.fields import FileBeside, FormatNumber
from companion.plain_text import shown
from companion.text import N_, gettext


class FilmShotDocument(LenientDocument):
    """A picture, and how long it is shown."""

    picture: FileBeside
    frames: Annotated[int, Field(ge=1)]

    @field_validator("picture")
    @classmethod
    def _is_there(cls, picture: str, info: ValidationInfo) -> str:
        if isinstance(info.context, FolderContext) and not (info.context.folder / picture).is_file():
            raise ValueError(gettext("there is no {picture} beside the film", picture=shown(picture)))
        return picture


class FilmDocument(LenientDocument):
    """``film.json``: the shots of a film."""

    format: FormatNumber
    fps: Annotated[float, Field(ge=0.1, le=1000)] = Field(default=10.0, description="Frames a second.")
    grain: Annotated[float, Field(ge=0, le=255)] = Field(
        default=0.0, description="Standard deviation of a camera's noise."
    )
    shots: Annotated[tuple[FilmShotDocument, ...], Field(min_length=1)]


def open_film(path: Path, *, fps: float | None = None) -> PictureSequence:
    """The film that ``film.json`` lists; ``InputError`` lists every problem of the file. fps: as in the file."""
    film = read_json_document(FilmDocument, path, N_("files", "film"), context=FolderContext(path.parent))
    shots = [FilmShot(path.parent / shot.picture, shot.frames) for shot in film.shots]
    pace = film.fps if fps is None else fps
    return PictureSequence(shots, name=path.parent.name, fps=pace, frame_s=1 / film.fps, grain=film.grain)
