"""The cameras that commands take: those of this computer, and the one that was measured last."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import InputError
from companion.text import gettext

if TYPE_CHECKING:
    from companion.camera.sources import Device


def cameras_here() -> tuple[Device, ...]:
    """Every camera that is plugged in now, by name: as Linux lists them, elsewhere as Qt does, where it is there."""
    from companion.camera.sources import linux_devices

    if platform.system() == "Linux":
        return linux_devices()
    try:
        from companion.ui.start import known_devices
    except ImportError:
        return ()
    return known_devices()


def saved_camera(command: str) -> Path:
    """The camera as it was measured last; ``command`` is who asks."""
    from companion.codec.saved_cameras import recall_cameras

    saved = recall_cameras().newest.camera_file
    if saved is None:
        raise InputError(
            gettext(
                "{command}: no camera has been measured yet: `companion setup` does; or give --camera.", command=command
            )
        )
    return saved
