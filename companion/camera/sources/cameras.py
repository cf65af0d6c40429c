"""A camera on this computer: opened by number, and opened again by itself after it was unplugged."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from companion.arrays import Image
from companion.camera import tuning
from companion.camera.sources.capture_settings import (
    AppliedSettings,
    AutoLock,
    Capture,
    CaptureSettings,
    apply_settings,
)
from companion.camera.sources.source import Device
from companion.errors import OperationError
from companion.opencv import cv2
from companion.text import gettext


class CameraSource:
    """A camera's pictures.

    Unplugged, it says so in ``trouble`` and is looked for again every two seconds, with the wishes that it had.
    Pictures may be read by one thread while another locks or closes it.
    ``capture_of`` and ``clock`` (s) stand in for OpenCV and the time in tests.
    """

    def __init__(
        self,
        device: Device | int,
        wishes: CaptureSettings | None = None,
        *,
        capture_of: Callable[[int], Capture] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open the camera; ``OperationError`` where there is none of that number."""
        self._device = device if isinstance(device, Device) else Device(f"camera {device}", "", device)
        self._wishes = wishes or CaptureSettings()
        self._capture_of, self._clock = capture_of or _opened, clock
        self._missed, self._tried_s = 0, clock()
        self._mine, self._closed = threading.RLock(), False
        self._granted: AppliedSettings | None = None
        self._capture = self._found()
        if self._capture is None:
            raise OperationError(
                gettext(
                    "{name} cannot be opened: plug it in, close other programs that use it, or choose another camera.",
                    name=self.name,
                )
            )

    @property
    def name(self) -> str:
        """The device's own name."""
        return self._device.name

    @property
    def over(self) -> bool:
        """Whether it was closed; an unplugged camera may come back."""
        return self._closed

    @property
    def trouble(self) -> str:
        """That the camera is gone, as long as it is."""
        if self._capture is not None:
            return ""
        return gettext(
            "{name} gives no picture: plug it in again; the program looks for it every {every_s} seconds.",
            name=self.name,
            every_s=f"{tuning.REOPEN_AFTER_S:.0f}",
        )

    @property
    def granted(self) -> AppliedSettings | None:
        """What the camera made of the last wishes; ``None`` while it is gone."""
        return self._granted if self._capture is not None else None

    def lock(self, *locks: AutoLock) -> AppliedSettings | None:
        """Hold the camera to the values that its automatics have found, from now on also after it was unplugged."""
        with self._mine:
            self._wishes = replace(self._wishes, locks=frozenset(locks))
            if self._capture is not None:
                self._granted = apply_settings(self._capture, replace(self._wishes, size_wh=None, fps=0.0))
            return self.granted

    def read(self) -> Image | None:
        """The next picture, or ``None`` while none comes."""
        with self._mine:
            if self._capture is None and not self._closed and self._clock() - self._tried_s >= tuning.REOPEN_AFTER_S:
                self._capture = self._found()
                self._tried_s = self._clock()
            if self._capture is None:
                return None
            asked_s = self._clock()
            well, pixels = self._capture.read()
            self._missed = 0 if well else self._missed + 1
            waited_s = self._clock() - asked_s
            if self._missed >= tuning.MOST_MISSED_PICTURES or (not well and waited_s >= tuning.LONGEST_WAIT_S):
                self._let_go()
            return np.asarray(pixels) if well and pixels is not None else None

    def close(self) -> None:
        """Give the camera back to the system, for good."""
        with self._mine:
            self._closed = True
            self._let_go()

    def _let_go(self) -> None:
        capture, self._capture = self._capture, None
        self._missed, self._tried_s = 0, self._clock()
        if capture is not None:
            capture.release()

    def _found(self) -> Capture | None:
        with _quiet():
            capture = self._capture_of(self._device.number)
        if not capture.isOpened():
            capture.release()
            return None
        self._granted = apply_settings(capture, self._wishes)
        return capture


def _opened(number: int) -> Capture:
    capture: Capture = cv2.VideoCapture(number)
    return capture


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """OpenCV writes a warning for every camera that is not there; people get a sentence instead."""
    before = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(before)
