"""A source with an end whose frames are wanted as fast as they can be read: the time is that of the frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.camera.sources import VIDEO_ENDINGS, PictureSequence, VideoSource, open_pictures
from companion.codec.film import open_film
from companion.errors import InputError
from companion.plain_text import shown
from companion.text import gettext


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
