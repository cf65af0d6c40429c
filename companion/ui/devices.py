"""The cameras of this computer by name, as Qt lists them; where Qt's multimedia is missing, as Linux names them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from companion.camera.sources import Device, linux_devices


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
