"""From the words of a command line, or a chosen device, to a source of pictures.

A film is a ``film.json``, pictures that are shown one after the other as if a camera had taken them, each for a while;
they lie beside the file: ``{"format": 1, "fps": 10, "grain": 1.5, "shots": [{"picture": "000.jpg", "frames": 6}]}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, ValidationInfo, field_validator

from companion.camera import SensorPicture, read_sensor_picture, sources
from companion.codec.document import FolderContext, LenientDocument, read_json_document
from companion.codec.fields import FileBeside, FormatNumber
from companion.documents import list_names
from companion.errors import InputError
from companion.file_access import check_name
from companion.plain_text import public_address, shown
from companion.text import N_, gettext

_NONE: Final = "none"
#: The number of a camera. (Python calls other signs digits, too, which are no number.)
_NUMBER: Final = re.compile(r"[0-9]{1,3}")
_PICTURE_ENDINGS: Final = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})


def open_source(
    words: str | Sequence[str], *, devices: Sequence[sources.Device] = (), wishes: sources.CaptureSettings | None = None
) -> sources.Source:
    """The source that is meant: a camera's number or name, the address of one on the network, a video, a film
    (``film.json``), pictures, or ``none``.

    devices: the cameras that are there, for names. Raises ``InputError`` for words that name nothing,
    ``OperationError`` for a camera that cannot be opened.
    """
    named = [words] if isinstance(words, str) else list(words)
    if named in ([], [_NONE]):
        return sources.NoSource()
    if len(named) == 1:
        return _one(named[0], devices, wishes)
    for word in named:
        video = Path(word).suffix.lower() in sources.VIDEO_ENDINGS
        if word == _NONE or _NUMBER.fullmatch(word) or sources.is_network_address(word) or video:
            raise InputError(
                gettext(
                    "--source {word}: only pictures can be given together; name one camera or video alone.",
                    word=public_address(word),
                )
            )
    return sources.open_pictures([Path(word) for word in named])


def _one(word: str, devices: Sequence[sources.Device], wishes: sources.CaptureSettings | None) -> sources.Source:
    if _NUMBER.fullmatch(word):
        number = int(word)
        return sources.CameraSource(next((device for device in devices if device.number == number), number), wishes)
    if sources.is_network_address(word):
        return sources.NetworkSource(word)
    called = [device for device in devices if device.name.casefold() == word.casefold()] or [
        device for device in devices if word.casefold() in device.name.casefold()
    ]
    if called:
        return sources.CameraSource(called[0], wishes)
    path = Path(word)
    try:
        check_name(path)
    except OSError as error:
        raise InputError(
            gettext("--source {word}: {why}; name another file.", word=shown(public_address(word)), why=error.strerror)
        ) from None
    if path.suffix.lower() in sources.VIDEO_ENDINGS:
        return sources.VideoSource(path)
    if path.suffix.lower() == ".json":
        return open_film(path)
    if not path.suffix and not path.exists():
        names = list_names([device.name for device in devices])
        raise InputError(
            gettext(
                "--source {word}: there is no camera and no file of that name; cameras here: {names}.",
                word=shown(public_address(word)),
                names=names,
            )
        )
    return sources.open_pictures([path])


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


def open_film(path: Path, *, fps: float | None = None) -> sources.PictureSequence:
    """The film that ``film.json`` lists; ``InputError`` lists every problem of the file. fps: as in the file."""
    film = read_json_document(FilmDocument, path, N_("files", "film"), context=FolderContext(path.parent))
    shots = [sources.FilmShot(path.parent / shot.picture, shot.frames) for shot in film.shots]
    pace = film.fps if fps is None else fps
    return sources.PictureSequence(shots, name=path.parent.name, fps=pace, frame_s=1 / film.fps, grain=film.grain)


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """A source with an end whose frames are read as fast as they can be read: a video, a film or pictures, and how
    long each frame was seen, s."""

    source: sources.VideoSource | sources.PictureSequence
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
    ending = paths[0].suffix.lower() if len(paths) == 1 else ""
    source: sources.VideoSource | sources.PictureSequence
    if ending in sources.VIDEO_ENDINGS:
        source = sources.VideoSource(paths[0], fps=0)
    else:
        source = open_film(paths[0], fps=0) if ending == ".json" else sources.open_pictures(paths, fps=0, stays=False)
    return Recording(source, source.frame_s)


def handheld_pictures(words: Sequence[str]) -> Iterator[SensorPicture] | None:
    """Single pictures by a camera in the hand, in order, as their sensor took them; of a folder all that it holds, by
    name. ``None`` where something else is meant.

    Raises:
        InputError: a picture cannot be read, or a folder holds none; the first as soon as it is asked for.
    """
    files: list[Path] = []
    for path in map(Path, words):
        if not path.is_dir():
            files.append(path)
            continue
        inside = sorted(one for one in path.iterdir() if one.suffix.lower() in _PICTURE_ENDINGS)
        if not inside:
            raise InputError(gettext("--source {file}: there is no picture in this folder.", file=shown(str(path))))
        files += inside
    if not all(path.suffix.lower() in _PICTURE_ENDINGS for path in files):
        return None
    return (read_sensor_picture(path) for path in files)


def handheld_frames(recording: Recording, look_s: float) -> Iterator[SensorPicture]:
    """The frames of a film by a camera in the hand, one every so many seconds; 0: all of them."""
    source, number, due_s = recording.source, 0, 0.0
    while not source.over:
        pixels = source.read()
        if pixels is not None and number * recording.frame_s >= due_s - 1e-9:
            due_s += look_s
            yield SensorPicture(f"{source.name} {number}", pixels)
        number += 1
