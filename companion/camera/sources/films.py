"""Picture files one after the other as if a camera had taken them, each for a while.

A film is a list of pictures with how many frames each is shown, and how much grain a camera would put on each frame.
The grain is drawn from the frame's number, so that a film is the same each time. The file that lists the shots is the
codec's.

A video file as if it were a camera: its pictures come at the pace at which they were taken.
"""

from __future__ import annotations

import time
from bisect import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.camera.pictures import read_picture
from companion.camera.sources.source import Capture
from companion.camera.tuning import FILM_FPS, FILM_PICTURE_S, USUAL_VIDEO_FPS
from companion.errors import InputError
from companion.opencv import cv2
from companion.text import gettext

_SLACK_PX: Final = 61  # the same grain is laid on every frame, shifted by up to so much


VIDEO_ENDINGS: Final = frozenset({".avi", ".m4v", ".mkv", ".mov", ".mp4", ".webm"})


@dataclass(frozen=True, slots=True)
class FilmShot:
    """A picture and how many frames long it is seen."""

    picture: Path
    frames: int


class PictureSequence:
    """Shots one after the other. fps: how fast they are shown, 0: as they are asked for; frame_s: how
    long a frame was seen, s; stays: the last picture is shown for ever, as a table is after the last move."""

    trouble = ""

    def __init__(
        self,
        shots: Sequence[FilmShot],
        *,
        name: str,
        fps: float = FILM_FPS,
        frame_s: float = 1 / FILM_FPS,
        grain: float = 0.0,
        stays: bool = False,
    ) -> None:
        self.name, self.frame_s, self._stays, self._grain = name, frame_s, stays, grain
        self._pictures = tuple(shot.picture for shot in shots)
        self._ends = tuple(accumulate((shot.frames for shot in shots), initial=0))  # and the beginnings
        self._next, self._closed, self._pace = 0, False, FrameRateLimiter(fps)
        self._shown: tuple[Path, Image] | None = None

    @property
    def over(self) -> bool:
        """Whether every frame has been shown."""
        return self._closed or (self._next >= self._ends[-1] and not self._stays)

    @property
    def shown(self) -> int:
        """How many frames have been shown."""
        return self._next

    def skip(self, frames: int) -> None:
        """Go on so many frames later."""
        self._next += frames

    def read(self) -> Image | None:
        """The next frame; ``None`` after the last. ``InputError`` where a picture cannot be read."""
        if self.over:
            return None
        self._pace.wait()
        number, self._next = self._next, self._next + 1
        path = self._pictures[bisect(self._ends, min(number, self._ends[-1] - 1)) - 1]
        if self._shown is None or self._shown[0] != path:
            self._shown = path, read_picture(path).pixels
        pixels = self._shown[1]
        if not self._grain:
            return pixels
        rows, columns = pixels.shape[:2]
        sheet = _sheet(rows + _SLACK_PX, columns + _SLACK_PX, self._grain)
        top, left = np.random.default_rng(number).integers(0, _SLACK_PX, 2)
        grain = sheet[top : top + rows, left : left + columns]
        return np.asarray(cv2.add(pixels, grain, dtype=cv2.CV_8U), np.uint8)

    def close(self) -> None:
        """No more frames come."""
        self._closed, self._shown = True, None


def open_pictures(pictures: Sequence[Path], *, fps: float = FILM_FPS, stays: bool = True) -> PictureSequence:
    """Picture files, each for three seconds, the last for ever unless it is not to stay; ``InputError`` names the first
    that cannot be read."""
    sizes = {path: read_picture(path).size_wh for path in pictures}
    for path, size_wh in sizes.items():
        if size_wh != sizes[pictures[0]]:
            raise InputError(
                gettext(
                    "{file} is not the size of {first}: expected pictures from one camera.",
                    file=path,
                    first=pictures[0],
                )
            )
    name = (
        pictures[0].name
        if len(pictures) == 1
        else gettext("{name} and {count} more", name=pictures[0].name, count=len(pictures) - 1)
    )
    return PictureSequence(
        [FilmShot(path, round(FILM_PICTURE_S * FILM_FPS)) for path in pictures], name=name, fps=fps, stays=stays
    )


@lru_cache(2)
def _sheet(rows: int, columns: int, grain: float) -> NDArray[np.int16]:
    noise = np.random.default_rng(7).standard_normal((rows, columns, 3), np.float32)
    return np.round(noise * grain).astype(np.int16)


class FrameRateLimiter:
    """Lets so many pictures pass in a second. ``fps`` 0: as many as are asked for, which is what tests want."""

    def __init__(
        self, fps: float, *, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._step_s = 1 / fps if fps > 0 else 0.0
        self._clock, self._sleep, self._due_s = clock, sleep, 0.0

    def wait(self) -> None:
        """Until the next picture is due; what was missed is not made up for."""
        if not self._step_s:
            return
        now = self._clock()
        if self._due_s > now:
            self._sleep(self._due_s - now)
        self._due_s = max(self._due_s, now) + self._step_s


class VideoSource:
    """The pictures of a video file, once through. fps: of the file where left out; 0: as fast as they are read.
    frame_s: how long a frame was seen, s; over: whether the last picture has been shown."""

    trouble = ""

    def __init__(self, path: Path, *, fps: float | None = None) -> None:
        """Open the file; ``InputError`` where there is no video in it."""
        if not path.is_file():
            raise InputError(gettext("{file}: there is no such video.", file=path))
        self.name = path.name
        self._capture: Capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise InputError(gettext("{file}: this video cannot be read; MP4 and AVI are safe choices.", file=path))
        rate = self._capture.get(cv2.CAP_PROP_FPS) or USUAL_VIDEO_FPS
        self.frame_s = 1 / rate
        self._pace = FrameRateLimiter(rate if fps is None else fps)
        self.over = False

    def read(self) -> Image | None:
        """The next picture; ``None`` after the last."""
        if self.over:
            return None
        self._pace.wait()
        well, pixels = self._capture.read()
        if well and pixels is not None:
            return np.asarray(pixels)
        self.close()
        return None

    def close(self) -> None:
        """Close the file."""
        self.over = True
        self._capture.release()
