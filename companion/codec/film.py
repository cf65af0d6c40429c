"""Films: ``film.json``, pictures that are shown one after the other as if a camera had taken them, each for a while.

{"format": 1, "fps": 10, "grain": 1.5, "shots": [{"picture": "000.jpg", "frames": 6}]}

The pictures lie beside the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator

from companion.camera.sources import VIDEO_ENDINGS, FilmShot, PictureSequence, VideoSource, open_pictures
from companion.codec.document import FolderContext, LenientDocument, read_json_document
from companion.codec.fields import FileBeside, FormatNumber
from companion.errors import InputError
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


# A source with an end whose frames are wanted as fast as they can be read


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """A video, a film or pictures, and how long each frame was seen, s."""

    source: VideoSource | PictureSequence
    frame_s: float


def open_recording(words: Sequence[str]) -> Recording:
    """The recording that is meant: a video, a film (``film.json``), or pictures.

    Raises:
        InputError: it cannot be read, or has no end.
    """
    paths = [Path(word) for word in words]
    for path in paths:
        if not path.is_file():
            raise InputError(
                gettext("--source {file}: --rate 0 needs a video, a film or pictures.", file=shown(str(path)))
            )
    source = _opened(paths)
    return Recording(source, source.frame_s)


def _opened(paths: Sequence[Path]) -> VideoSource | PictureSequence:
    if len(paths) == 1 and paths[0].suffix.lower() in VIDEO_ENDINGS:
        return VideoSource(paths[0], fps=0)
    if len(paths) == 1 and paths[0].suffix.lower() == ".json":
        return open_film(paths[0], fps=0)
    return open_pictures(paths, fps=0, stays=False)
