"""A source with an end whose frames are wanted as fast as they can be read: the time is that of the frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.camera import SensorPicture, read_sensor_picture
from companion.camera.sources import VIDEO_ENDINGS, PictureSequence, VideoSource, open_pictures
from companion.codec.film import open_film
from companion.errors import InputError
from companion.plain_text import shown
from companion.text import gettext

_PICTURE_ENDINGS: Final = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})


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


def _opened(paths: Sequence[Path]) -> VideoSource | PictureSequence:
    if len(paths) == 1 and paths[0].suffix.lower() in VIDEO_ENDINGS:
        return VideoSource(paths[0], fps=0)
    if len(paths) == 1 and paths[0].suffix.lower() == ".json":
        return open_film(paths[0], fps=0)
    return open_pictures(paths, fps=0, stays=False)
