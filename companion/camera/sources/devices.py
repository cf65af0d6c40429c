"""The cameras of this computer as Linux names them, where no window's library lists them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.camera.sources.source import Device

_LINUX: Final = Path("/sys/class/video4linux")


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
