"""What every source of pictures can do, and the one that has none; the cameras of this computer as Linux names them,
where no window's library lists them; and what a camera is asked for.

Drivers ignore wishes silently, so each is read back. Locks hold a camera to the value that its automatics have found,
so that the table looks the same all evening.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

from companion.arrays import Image
from companion.opencv import cv2
from companion.text import N_, gettext, pgettext

_VIDEO_DEVICE: Final = re.compile(r"/dev/video(\d+)")


_LINUX: Final = Path("/sys/class/video4linux")


class Source(Protocol):
    """Gives pictures one after the other; only ever asked by one thread at a time.

    name: what people call it. over: nothing will come any more (the end of a video).
    """

    @property
    def name(self) -> str: ...

    @property
    def over(self) -> bool: ...

    @property
    def trouble(self) -> str:
        """Why there is no picture now and what to do about it, for people; empty where all is well."""
        ...

    def read(self) -> Image | None:
        """The next picture, waited for as for a camera's; ``None`` where there is none now.

        (rows, columns, 3) BGR where the source knows better; whoever looks at it lets it in through ``bgr_frame``.
        """
        ...

    def close(self) -> None:
        """Let go of whatever it holds; may be called more than once."""
        ...


@dataclass(frozen=True, slots=True)
class Device:
    """A camera as a list of cameras names it.

    name: for people; id: the system's own (``/dev/video2``); place: its place in the list, from 0.
    """

    name: str
    id: str
    place: int

    @property
    def number(self) -> int:
        """The number by which OpenCV knows it: the system's where the id names it, else its place in the list."""
        found = _VIDEO_DEVICE.fullmatch(self.id)
        return int(found[1]) if found else self.place


@dataclass(frozen=True, slots=True)
class NoSource:
    """Playing without a camera: there is no picture, and nothing is wrong with that."""

    name: str = "no camera"
    over: bool = False
    trouble: str = ""

    def read(self) -> Image | None:
        """Never a picture."""
        return None

    def close(self) -> None:
        """Nothing to let go of."""


def linux_devices(folder: Path = _LINUX) -> tuple[Device, ...]:
    """Every camera that is plugged in now; none on other systems.

    The first entry of every camera; the others of the same name carry its settings, not its pictures.
    """
    found: dict[str, str] = {}
    for entry in sorted(folder.glob("video*"), key=lambda path: int(path.name.removeprefix("video"))):
        try:
            name = (entry / "name").read_text(encoding="utf-8").strip()
        except OSError:
            continue
        found.setdefault(name or entry.name, f"/dev/{entry.name}")
    return tuple(Device(name, device, place) for place, (name, device) in enumerate(found.items()))


class Capture(Protocol):
    """The part of ``cv2.VideoCapture`` that is used here."""

    def isOpened(self) -> bool: ...

    def read(self) -> tuple[bool, cv2.typing.MatLike]: ...

    def get(self, prop: int, /) -> float: ...

    def set(self, prop: int, value: float, /) -> bool: ...

    def release(self) -> None: ...


class AutoLock(StrEnum):
    """What a camera likes to change by itself and should not during a match."""

    FOCUS = N_("camera", "focus")
    EXPOSURE = N_("camera", "exposure")
    WHITE_BALANCE = N_("camera", "white balance")


@dataclass(frozen=True, slots=True)
class CaptureSettings:
    """What a camera is asked for. size_wh: px; ``None`` and 0 leave it as it is."""

    size_wh: tuple[int, int] | None = (1920, 1080)
    fps: float = 0.0
    locks: frozenset[AutoLock] = frozenset()


@dataclass(frozen=True, slots=True)
class AppliedSettings:
    """What the camera says it does now.

    ignored: for every wish that was not granted a sentence saying so, why it matters and what to do.
    """

    size_wh: tuple[int, int]
    fps: float
    locked: frozenset[AutoLock]
    ignored: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Knob:
    """The automatic's switch, the values that stand for "by hand" (backends differ), the value itself; and advice."""

    switch: int
    by_hand: tuple[float, ...]
    value: int
    advice: str


_KNOBS: Final[dict[AutoLock, _Knob]] = {
    AutoLock.FOCUS: _Knob(
        cv2.CAP_PROP_AUTOFOCUS,
        (0.0,),
        cv2.CAP_PROP_FOCUS,
        N_("camera", "the focus may drift, and distances with it; switch autofocus off in the camera's own program"),
    ),
    AutoLock.EXPOSURE: _Knob(
        cv2.CAP_PROP_AUTO_EXPOSURE,
        (1.0, 0.25, 0.0),
        cv2.CAP_PROP_EXPOSURE,
        N_("camera", "a sleeve in the picture may make the dice darker; keep the lamps as they are"),
    ),
    AutoLock.WHITE_BALANCE: _Knob(
        cv2.CAP_PROP_AUTO_WB,
        (0.0,),
        cv2.CAP_PROP_WB_TEMPERATURE,
        N_("camera", "colours may drift; sides are recognised by their print, so this does little harm"),
    ),
}
assert set(_KNOBS) == set(AutoLock)


def apply_settings(capture: Capture, wishes: CaptureSettings) -> AppliedSettings:
    """Ask for everything, read everything back. Locks want a camera that has run for a while."""
    if wishes.size_wh:
        # Uncompressed, USB carries full HD at 5 pictures a second.
        capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, wishes.size_wh[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wishes.size_wh[1])
    if wishes.fps:
        capture.set(cv2.CAP_PROP_FPS, wishes.fps)
    locked = frozenset(lock for lock in sorted(wishes.locks) if _locked(capture, _KNOBS[lock]))
    size_wh = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    fps = float(capture.get(cv2.CAP_PROP_FPS))
    return AppliedSettings(size_wh, fps, locked, tuple(_ignored(wishes, size_wh, fps, locked)))


def _locked(capture: Capture, knob: _Knob) -> bool:
    """Whether the automatic is off now and the value that it had found is kept."""
    found = capture.get(knob.value)
    for by_hand in knob.by_hand:
        capture.set(knob.switch, by_hand)
        if capture.get(knob.switch) == by_hand:
            capture.set(knob.value, found)
            return capture.get(knob.value) == found
    return False


def _ignored(
    wishes: CaptureSettings, size_wh: tuple[int, int], fps: float, locked: frozenset[AutoLock]
) -> Iterable[str]:
    if wishes.size_wh and size_wh != wishes.size_wh:
        yield gettext(
            "The camera gives {size} px instead of {wish}: calibrate with the size that it gives, or choose one that "
            "it has.",
            size=" x ".join(map(str, size_wh)),
            wish=" x ".join(map(str, wishes.size_wh)),
        )
    if wishes.fps and 0 < fps < 0.8 * wishes.fps:
        yield gettext(
            "The camera takes {fps:.0f} pictures a second instead of {wish:.0f}: more light or a smaller picture makes "
            "it quicker.",
            fps=fps,
            wish=wishes.fps,
        )
    for lock in sorted(wishes.locks - locked):
        yield gettext(
            "The camera ignored the lock of its {lock}: {advice}.",
            lock=pgettext("camera", lock),
            advice=pgettext("camera", _KNOBS[lock].advice),
        )
