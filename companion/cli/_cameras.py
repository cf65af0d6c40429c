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


def named_phone(camera: Path | None, *, is_wanted: bool) -> Path | None:
    """The phone.json that is named, or (where a phone ``is_wanted``) the one used last; ``None``: it is none.

    Raises:
        InputError: a phone is wanted, and that is no phone.json.
    """
    from companion.camera import HandheldCamera
    from companion.codec.camera import read_any_camera
    from companion.codec.saved_cameras import recall_cameras
    from companion.session.match_setup import PHONE_SOURCE

    if camera is None and not is_wanted:
        return None
    file = camera or recall_cameras().named(PHONE_SOURCE).camera_file
    if file is not None and isinstance(read_any_camera(file), HandheldCamera):
        return file
    if not is_wanted:
        return None
    raise InputError(
        gettext(
            "A phone in the hand needs its phone.json: name it with --camera. `companion calibrate --handheld` makes "
            "it from three pictures of the table."
        )
    )


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
