"""How ``companion play`` opens: the start window, or straight into the match that was named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtWidgets import QMainWindow

from companion.camera.sources import Device
from companion.session.launch import LaunchOptions, resume_match
from companion.ui.devices import known_devices
from companion.ui.memory import recall
from companion.ui.rooms import RoomOpener
from companion.ui.start.open_windows import keep_open, open_match_window
from companion.ui.start.window import StartWindow


def open_start(
    wanted: LaunchOptions,
    rooms: Mapping[str, RoomOpener],
    devices: Callable[[], Sequence[Device]] = known_devices,
    *,
    first: str = "",
) -> QMainWindow:
    """Open what is wanted first and show it: a match that is there already, a new one in the file named, or the start
    window with its ``rooms``, at the tile ``first``.

    Raises:
        OperationError: the match named is open elsewhere, newer or damaged; or a file named is wrong.
    """
    wanted = wanted.with_saved_dice()
    if wanted.match is not None and wanted.match.exists():
        launched = resume_match(wanted.match, wanted, recall().source, devices())
        return open_match_window(launched, wanted.wishes)
    start = StartWindow(wanted, devices, rooms)
    keep_open(start)
    start.present()
    if first:
        start.want(first)
    elif wanted.match is not None:
        start.begin_in_file()
    return start
