"""The windows that a die of the list opens: its values, and the guided roll before the camera."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QMainWindow

from companion.camera.sources import Device
from companion.codec.die import known_dice
from companion.errors import OperationError
from companion.resources import data_folder
from companion.session.launch import open_camera
from companion.text import translate
from companion.ui.memory import recall


def open_die_editor(die: str) -> QMainWindow:
    """Where the values of a die are entered."""
    from companion.ui.die_editor import DieEditor  # noqa: PLC0415

    return DieEditor(known_dice(), data_folder() / "dice_faces", die)


def open_die_enrolment(die: str, source: Sequence[str], devices: Sequence[Device]) -> QMainWindow:
    """Where a die is shown to the camera that was measured last.

    Raises:
        OperationError: no camera was measured yet, or it cannot be had now.
    """
    from companion.ui.enrol import open_enrolment  # noqa: PLC0415

    found = open_camera(source, recall().source, devices)
    if found is None:
        raise OperationError(translate("start", "A die is shown to a camera: measure one first (7, Calibrate)."))
    camera, opened = found
    return open_enrolment(camera, known_dice(), die, opened)
