"""The cameras of this computer by name, as Qt lists them; where Qt's multimedia is missing, as Linux names them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from companion.camera.sources import Device

_LINUX = Path("/sys/class/video4linux")


def known_devices() -> tuple[Device, ...]:
    """Every camera that is plugged in now, in the system's order."""
    try:
        from PySide6.QtMultimedia import QMediaDevices  # noqa: PLC0415  (needs libraries that a small system lacks)
    except ImportError:
        return _devices_of_linux(_LINUX)
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


def _devices_of_linux(folder: Path) -> tuple[Device, ...]:
    """The first entry of every camera; the others of the same name carry its settings, not its pictures."""
    found: dict[str, str] = {}
    for entry in sorted(folder.glob("video*"), key=lambda path: int(path.name.removeprefix("video"))):
        try:
            name = (entry / "name").read_text(encoding="utf-8").strip()
        except OSError:
            continue
        found.setdefault(name or entry.name, f"/dev/{entry.name}")
    return tuple(Device(name, device, place) for place, (name, device) in enumerate(found.items()))
