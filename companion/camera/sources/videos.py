"""A video file as if it were a camera: its pictures come at the pace at which they were taken."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from companion.arrays import Image
from companion.camera.sources.capture_settings import Capture
from companion.camera.tuning import USUAL_VIDEO_FPS
from companion.errors import InputError
from companion.opencv import cv2
from companion.text import phrase

VIDEO_ENDINGS: Final = frozenset({".avi", ".m4v", ".mkv", ".mov", ".mp4", ".webm"})


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
    frame_s: how long a frame was seen, s."""

    trouble = ""

    def __init__(self, path: Path, *, fps: float | None = None) -> None:
        """Open the file; ``InputError`` where there is no video in it."""
        if not path.is_file():
            raise InputError(phrase("{file}: there is no such video.", file=path))
        self.name = path.name
        self._capture: Capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise InputError(phrase("{file}: this video cannot be read; MP4 and AVI are safe choices.", file=path))
        rate = self._capture.get(cv2.CAP_PROP_FPS) or USUAL_VIDEO_FPS
        self.frame_s = 1 / rate
        self._pace = FrameRateLimiter(rate if fps is None else fps)
        self._over = False

    @property
    def over(self) -> bool:
        """Whether the last picture has been shown."""
        return self._over

    def read(self) -> Image | None:
        """The next picture; ``None`` after the last."""
        if self._over:
            return None
        self._pace.wait()
        well, pixels = self._capture.read()
        if well and pixels is not None:
            return np.asarray(pixels)
        self.close()
        return None

    def close(self) -> None:
        """Close the file."""
        self._over = True
        self._capture.release()
