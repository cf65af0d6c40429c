"""The windows that a die of the list opens: its values, and the guided roll before the camera."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QMainWindow

from companion.camera.sources import Device
from companion.codec.die import known_dice
from companion.errors import OperationError
from companion.resources import data_folder
from companion.session.launch import LaunchOptions, open_camera
from companion.text import translate
from companion.ui.memory import recall


def open_die_editor(die: str, folder: Path | None = None) -> QMainWindow:
    """Where the values of a die are entered. folder: the dice that are played with instead of the user's own."""
    from companion.ui.die_editor import DieEditor  # noqa: PLC0415

    return DieEditor(known_dice(folder), folder or data_folder() / "dice_faces", die)


def open_die_enrolment(die: str, wanted: LaunchOptions, devices: Sequence[Device]) -> QMainWindow:
    """Where a die is shown to the camera that was measured last, for the gallery that is played with.

    Raises:
        OperationError: no camera was measured yet, or it cannot be had now.
    """
    from companion.ui.enrol import open_enrolment  # noqa: PLC0415

    found = open_camera(wanted.source, recall().source, devices, wanted.camera)
    if found is None:
        raise OperationError(translate("start", "A die is shown to a camera: measure one first (7, Calibrate)."))
    camera, opened = found
    return open_enrolment(camera, known_dice(wanted.dice), die, opened, wanted.gallery)
