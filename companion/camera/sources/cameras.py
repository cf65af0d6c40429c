"""A camera on this computer, opened by number, and opened again by itself after it was unplugged; and one on the
network, such as a phone: MJPEG over ``http``, or ``rtsp``.

A network hands over every picture in turn, however late somebody asks: a thread of its own takes each as it comes and
keeps the last, so that nobody is shown a table of a minute ago.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

import numpy as np

from companion.arrays import Image
from companion.camera import tuning
from companion.camera.sources import source
from companion.camera.tuning import LONGEST_WAIT_S, MOST_MISSED_PICTURES, NETWORK_TIMEOUT_S, REOPEN_AFTER_S
from companion.errors import InputError, OperationError
from companion.opencv import cv2
from companion.plain_text import public_address
from companion.text import gettext


class CameraSource:
    """A camera's pictures.

    Unplugged, it says so in ``trouble`` and is looked for again every two seconds, with the wishes that it had.
    Pictures may be read by one thread while another locks or closes it.
    ``capture_of`` and ``clock`` (s) stand in for OpenCV and the time in tests.
    """

    def __init__(
        self,
        device: source.Device | int,
        wishes: source.CaptureSettings | None = None,
        *,
        capture_of: Callable[[int], source.Capture] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open the camera; ``OperationError`` where there is none of that number."""
        self._device = device if isinstance(device, source.Device) else source.Device(f"camera {device}", "", device)
        self._wishes = wishes or source.CaptureSettings()
        self._capture_of, self._clock = capture_of or _opened, clock
        self._missed, self._tried_s = 0, clock()
        self._mine, self._closed = threading.RLock(), False
        self._granted: source.AppliedSettings | None = None
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
    def granted(self) -> source.AppliedSettings | None:
        """What the camera made of the last wishes; ``None`` while it is gone."""
        return self._granted if self._capture is not None else None

    def lock(self, *locks: source.AutoLock) -> source.AppliedSettings | None:
        """Hold the camera to the values that its automatics have found, from now on also after it was unplugged."""
        with self._mine:
            self._wishes = replace(self._wishes, locks=frozenset(locks))
            if self._capture is not None:
                self._granted = source.apply_settings(self._capture, replace(self._wishes, size_wh=None, fps=0.0))
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

    def _found(self) -> source.Capture | None:
        with _quiet():
            capture = self._capture_of(self._device.number)
        if not capture.isOpened():
            capture.release()
            return None
        self._granted = source.apply_settings(capture, self._wishes)
        return capture


def _opened(number: int) -> source.Capture:
    capture: source.Capture = cv2.VideoCapture(number)
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


#: What an address of a network camera begins with.
NETWORK_SCHEMES: Final = ("http", "https", "rtsp", "rtsps")


def is_network_address(word: str) -> bool:
    """Whether a word means a camera on the network: ``http://192.168.0.7:8080/video``."""
    scheme, found, _ = word.partition("://")
    return bool(found) and scheme.casefold() in NETWORK_SCHEMES


class NetworkSource:
    """A network camera's pictures. Each is given once; while none comes, it is looked for again every two seconds.

    ``capture_of`` stands in for OpenCV in tests.
    """

    def __init__(self, address: str, *, capture_of: Callable[[str], source.Capture] | None = None) -> None:
        """Open the stream.

        Raises:
            InputError: this is no address.
            OperationError: nothing answers there, or it sends no pictures.
        """
        self.name = _host_of(address)
        self._address, self._capture_of = address, capture_of or _opened_stream
        self._fresh, self._closed = threading.Condition(), threading.Event()
        self._newest: Image | None = None
        self._capture = self._found()
        if self._capture is None:
            raise OperationError(
                gettext(
                    "{address} gives no pictures: start the camera app there, see that it is on the same network as "
                    "this computer, and check the address against the one that it shows.",
                    address=public_address(address),
                )
            )
        self._thread = threading.Thread(target=self._take_all, name="network-camera", daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether it was closed; a camera that is gone may come back."""
        return self._closed.is_set()

    @property
    def trouble(self) -> str:
        """That the camera is gone, as long as it is."""
        if self._capture is not None or self.over:
            return ""
        return gettext(
            "{name} sends no pictures any more: wake it and see that it is on the network; the program looks for it "
            "every {every_s} seconds.",
            name=self.name,
            every_s=f"{REOPEN_AFTER_S:.0f}",
        )

    def read(self) -> Image | None:
        """The newest picture, waited for where it was read before; ``None`` while none comes."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._newest is not None or self._capture is None, LONGEST_WAIT_S)
            pixels, self._newest = self._newest, None
        return pixels

    def close(self) -> None:
        """Let go of the camera, for good; may be called more than once."""
        self._closed.set()
        self._thread.join(NETWORK_TIMEOUT_S)
        self._newest = None

    # The thread's side

    def _take_all(self) -> None:
        missed = 0
        while not self._closed.is_set():
            if self._capture is None:
                self._closed.wait(REOPEN_AFTER_S)
                self._capture = None if self._closed.is_set() else self._found()
                continue
            well, pixels = self._capture.read()
            missed = 0 if well else missed + 1
            with self._fresh:  # in place of the picture before; or nothing, where none comes
                if missed >= MOST_MISSED_PICTURES:
                    self._let_go()
                self._newest = np.asarray(pixels) if well and pixels is not None else None
                self._fresh.notify_all()
        self._let_go()

    def _let_go(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _found(self) -> source.Capture | None:
        capture = self._capture_of(self._address)
        if capture.isOpened():
            return capture
        capture.release()
        return None


def _host_of(address: str) -> str:
    """What people call it: the host, and the port where one is named."""
    public = public_address(address)
    try:
        host = urlsplit(public).netloc
    except ValueError:  # a bracket that is never closed, letters that no host may have
        host = ""
    if not host or not is_network_address(address):
        raise InputError(
            gettext(
                "--source {address}: this is no address of a network camera; it looks like "
                "http://192.168.0.7:8080/video or rtsp://192.168.0.7:8554/live.",
                address=public,
            )
        )
    return host


def _opened_stream(address: str) -> source.Capture:
    patience_ms = round(1000 * NETWORK_TIMEOUT_S)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, patience_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience_ms]
    capture: source.Capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    return capture
