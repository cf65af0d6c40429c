"""The cameras of this computer, for commands that need no window."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.camera.sources import Device


def cameras_here() -> tuple[Device, ...]:
    """Every camera that is plugged in now, by name: as Linux lists them, elsewhere as Qt does, where it is there."""
    from companion.camera.sources import linux_devices

    if platform.system() == "Linux":
        return linux_devices()
    try:
        from companion.ui.devices import known_devices
    except ImportError:
        return ()
    return known_devices()
