"""Live pictures beside the window: one thread reads a source and looks for the mat; the newest picture wins.

No widget is touched from the thread; the picture handed over is Qt's own copy. The cameras of this computer are named
as Qt lists them; where Qt's multimedia is missing, as Linux does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock as Mutex
from typing import Final, Protocol, runtime_checkable

from PySide6.QtCore import QObject, QThread, Signal
from PySide6.QtGui import QImage

from companion.arrays import Image
from companion.camera import BoardView, Charuco, Mat, Picture, bgr_frame, detect_board
from companion.camera.sources import AppliedSettings, AutoLock, Device, Source, linux_devices
from companion.errors import OperationError
from companion.failures import describe_failure
from companion.session.table_measurement import MatObservation, SteadyCamera
from companion.ui.painting import qimage_of

#: How long is waited where no picture comes, ms.
_PATIENCE_MS: Final = 60
_CLOSING_MS: Final = 8000

#: Feeds whose threads may run: Qt must not lose them before they end.
_running: Final[set[FrameFeed]] = set()


@runtime_checkable
class Lockable(Protocol):
    """A source whose automatics can be held."""

    def lock(self, *locks: AutoLock) -> AppliedSettings | None:
        """Hold these; what the camera made of it."""


@dataclass(frozen=True, slots=True, eq=False)
class LiveFrame:
    """The newest picture: as the camera gave it, as Qt shows it, what it shows of the mat (None: no mat), and the lens
    board in it (None: none is seen, or none looked for)."""

    pixels: Image
    image: QImage
    steady: SteadyCamera | None
    board: BoardView | None = None

    @property
    def observation(self) -> MatObservation | None:
        """What it shows of the mat."""
        return self.steady.observation if self.steady is not None else None


@dataclass(frozen=True, slots=True, eq=False)
class _Wish:
    """What the window wants of the thread now."""

    mat: Mat | None
    lens: tuple[Picture, ...] = ()
    locks: frozenset[AutoLock] = frozenset()
    board: Charuco | None = None


class FrameFeed(QThread):
    """Reads one source until it is released.

    arrived: there is a new picture, take it with ``newest``; troubled: why there is none (empty: there is one again);
    granted: what the camera made of the locks (``None``: it has none).
    """

    arrived = Signal()
    troubled = Signal(str)
    granted = Signal(object)

    def __init__(
        self,
        opening: Callable[[], Source],
        mat: Mat | None,
        parent: QObject | None = None,
        *,
        lens: tuple[Picture, ...] = (),
        board: Charuco | None = None,
    ) -> None:
        super().__init__(parent)
        self._opening, self._mutex = opening, Mutex()
        self._wish = _Wish(mat, lens, board=board)
        self._slot: LiveFrame | None = None
        self._source: Source | None = None
        self._held: frozenset[AutoLock] = frozenset()
        self._reported = ""
        self._given_up = False
        _running.add(self)

    # The window's side

    def newest(self) -> LiveFrame | None:
        """The newest picture, once."""
        with self._mutex:
            live, self._slot = self._slot, None
        return live

    def search_for(self, mat: Mat | None, lens: tuple[Picture, ...] = ()) -> None:
        """Look for another mat from now on, with a lens measured by these pictures."""
        with self._mutex:
            self._wish = replace(self._wish, mat=mat, lens=lens)

    def hold(self, locks: frozenset[AutoLock]) -> None:
        """Hold what the camera would change by itself."""
        with self._mutex:
            self._wish = replace(self._wish, locks=locks)

    def release(self) -> Source | None:
        """End the thread and hand over its source, still open."""
        self.requestInterruption()
        self.wait(_CLOSING_MS)
        if self.isRunning():
            return None
        _running.discard(self)
        source, self._source = self._source, None
        return source

    def close(self) -> None:
        """End the thread and close its source; a camera that is still being opened is closed when that is done."""
        self._given_up = True
        source = self.release()
        if source is not None:
            source.close()

    # The thread's side

    def run(self) -> None:
        """Read until interrupted."""
        try:
            self._source = self._opening()
            steady: SteadyCamera | None = None
            while not self.isInterruptionRequested():
                steady = self._step(self._source, steady)
        except Exception as failure:  # noqa: BLE001  (a thread that dies would leave the last picture for ever)
            self.troubled.emit(describe_failure(failure))
        if self._given_up and self._source is not None:
            self._source.close()

    def _step(self, source: Source, steady: SteadyCamera | None) -> SteadyCamera | None:
        with self._mutex:
            wish = self._wish
        if wish.locks != self._held:
            self._held = wish.locks
            self.granted.emit(source.lock(*wish.locks) if isinstance(source, Lockable) else None)
        pixels = self._picture(source)
        if pixels is None:
            self.msleep(_PATIENCE_MS)
            return steady
        known = steady if steady is not None and steady.mat is wish.mat else None
        steady = None if wish.mat is None else (known or SteadyCamera(wish.mat)).with_picture(pixels, wish.lens)
        board = None if wish.board is None else detect_board([Picture("", pixels)], wish.board)[0]
        live = LiveFrame(pixels, qimage_of(pixels), steady, board)
        with self._mutex:
            waiting, self._slot = self._slot is not None, live
        if not waiting:
            self.arrived.emit()
        return steady

    def _picture(self, source: Source) -> Image | None:
        try:
            pixels, trouble = source.read(), source.trouble
            pixels = None if pixels is None else bgr_frame(pixels)
        except OperationError as failure:
            pixels, trouble = None, str(failure)
        if pixels is not None or trouble:
            self._report("" if pixels is not None else trouble)
        return pixels

    def _report(self, trouble: str) -> None:
        if trouble != self._reported:
            self._reported = trouble
            self.troubled.emit(trouble)


def known_devices() -> tuple[Device, ...]:
    """Every camera that is plugged in now, in the system's order."""
    try:
        from PySide6.QtMultimedia import QMediaDevices  # noqa: PLC0415  (needs libraries that a small system lacks)
    except ImportError:
        return linux_devices()
    inputs = QMediaDevices.videoInputs()
    return tuple(
        Device(camera.description(), bytes(camera.id().data()).decode(errors="replace"), place)
        for place, camera in enumerate(inputs)
    )


def watch_devices(parent: QObject, changed: Callable[[], None]) -> None:
    """Call when a camera is plugged in or pulled out, for as long as the parent is there; silent where Qt cannot."""
    try:
        from PySide6.QtMultimedia import QMediaDevices  # noqa: PLC0415  (as above)
    except ImportError:
        return
    QMediaDevices(parent).videoInputsChanged.connect(changed)
