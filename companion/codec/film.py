"""Films: ``film.json``, pictures that are shown one after the other as if a camera had taken them, each for a while.

{"format": 1, "fps": 10, "grain": 1.5, "shots": [{"picture": "000.jpg", "frames": 6}]}

The pictures lie beside the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import Field

from companion.camera.sources import FilmShot, PictureSequence
from companion.codec.document import LenientDocument, read_json_document
from companion.codec.fields import FormatNumber
from companion.errors import InputError
from companion.file_access import resolve_inside
from companion.plain_text import shown

__all__ = ["FilmDocument", "FilmShotDocument", "open_film"]


class FilmShotDocument(LenientDocument):
    """A picture, and how long it is shown."""

    picture: str = Field(description="Its file, beside the film.")
    frames: Annotated[int, Field(ge=1)]


class FilmDocument(LenientDocument):
    """``film.json``: the shots of a film."""

    format: FormatNumber
    fps: Annotated[float, Field(ge=0.1, le=1000)] = Field(10.0, description="Frames a second.")
    grain: Annotated[float, Field(ge=0, le=255)] = Field(0.0, description="Standard deviation of a camera's noise.")
    shots: Annotated[tuple[FilmShotDocument, ...], Field(min_length=1)]


def open_film(path: Path, *, fps: float | None = None) -> PictureSequence:
    """The film that ``film.json`` lists; ``InputError`` lists every problem of the file. fps: as in the file."""
    film = read_json_document(FilmDocument, path, "film")
    if problems := list(_unusable(film, path.parent)):
        raise InputError(*(f"{path}: {problem}" for problem in problems))
    shots = [FilmShot(path.parent / shot.picture, shot.frames) for shot in film.shots]
    return PictureSequence(shots, name=path.parent.name, fps=film.fps if fps is None else fps, grain=film.grain)


def _unusable(film: FilmDocument, folder: Path) -> Iterator[str]:
    for number, shot in enumerate(film.shots):
        try:
            if not resolve_inside(folder, shot.picture).is_file():
                yield f"shots[{number}].picture: there is no {shown(shot.picture)} beside the film"
        except InputError as refusal:
            yield f"shots[{number}].picture: {refusal}"
