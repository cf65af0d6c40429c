"""What every source of pictures can do, and the one that has none.

The cameras of this computer as Linux names them, where no window's library lists them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from companion.arrays import Image

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
