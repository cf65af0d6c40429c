"""The windows that a die of the list opens: its values, and the guided roll before the camera."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QMainWindow

from companion.camera.sources import Device
from companion.codec.camera import read_camera
from companion.codec.die import known_dice
from companion.codec.source import open_source
from companion.errors import OperationError
from companion.resources import data_folder
from companion.session.match_setup import NO_SOURCE
from companion.text import translate
from companion.ui.memory import recall
from companion.ui.start.navigation import camera_file


def die_editor(die: str) -> QMainWindow:
    """Where the values of a die are entered."""
    from companion.ui.die_editor import DieEditor  # noqa: PLC0415

    return DieEditor(known_dice(), data_folder() / "dice_faces", die)


def enrolment(die: str, source: Sequence[str], devices: Sequence[Device]) -> QMainWindow:
    """Where a die is shown to the camera that was measured last.

    Raises:
        OperationError: no camera was measured yet, or it cannot be had now.
    """
    from companion.ui.enrol import open_enrolment  # noqa: PLC0415

    words = list(source) or [recall().source]
    if words in ([""], [NO_SOURCE]) or not camera_file().is_file():
        raise OperationError(translate("start", "A die is shown to a camera: measure one first (7, Calibrate)."))
    camera = read_camera(camera_file())
    return open_enrolment(camera, known_dice(), die, open_source(words, devices=devices))
