"""The steps of a first evening with a phone in the hand; what is done shows in the files that it left."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from companion.camera import HandheldCamera, Mat, calibrate_handheld, read_sensor_picture
from companion.codec.camera import read_any_camera, write_handheld_camera
from companion.codec.document import write_text
from companion.codec.mat import encode_mat, read_mat
from companion.codec.reader import own_gallery
from companion.codec.saved_cameras import SavedCamera, camera_folder, recall_cameras, save_phone, save_step
from companion.errors import OperationError
from companion.resources import data_folder, made_folder
from companion.session.first_evening import StepRow
from companion.session.match_setup import PHONE_SOURCE
from companion.text import N_, gettext, pgettext


class HandStep(StrEnum):
    """What is done one after the other."""

    PRINT = "print"
    LAY = "lay"
    PICTURES = "pictures"
    DICE = "dice"


_TITLES: Final = {
    HandStep.PRINT: N_("evening", "Print"),
    HandStep.LAY: N_("evening", "Lay out the markers"),
    HandStep.PICTURES: N_("evening", "Take three pictures"),
    HandStep.DICE: N_("evening", "Choose your dice"),
}
_ABOUT: Final = {
    HandStep.PRINT: N_("evening", "Four markers for the table."),
    HandStep.LAY: N_("evening", "One in each corner; say how large the table is."),
    HandStep.PICTURES: N_("evening", "Of the table, each from another side; dice may lie there."),
    HandStep.DICE: N_("evening", "Those printed here are known; your own are enrolled from pictures."),
}
assert set(_TITLES) == set(_ABOUT) == set(HandStep)


@dataclass(frozen=True, slots=True, eq=False)
class HandEvening:
    """How far one has come with a phone in the hand. mat: the markers as they lie; camera: the phone as measured."""

    printed: bool = False
    mat: Mat | None = None
    camera: HandheldCamera | None = None
    has_dice: bool = False

    @classmethod
    def now(cls) -> HandEvening:
        """As the files have it."""
        saved = recall_cameras().cameras.get(PHONE_SOURCE, SavedCamera())
        return cls(
            any((data_folder() / "sheets").glob("first-evening-*.pdf")),
            _mat(),
            _camera_of(saved),
            own_gallery() is not None or HandStep.DICE in saved.settled,
        )

    @property
    def next(self) -> HandStep:
        """The first step that is not done, or the last."""
        return next((step for step in HandStep if not self.is_done(step)), HandStep.DICE)

    def is_done(self, step: HandStep) -> bool:
        """Whether a step is behind us."""
        return {
            HandStep.PRINT: self.printed or self.mat is not None,
            HandStep.LAY: self.mat is not None,
            HandStep.PICTURES: self.camera is not None,
            HandStep.DICE: self.has_dice,
        }[step]

    @property
    def rows(self) -> tuple[StepRow, ...]:
        """Every step, as it is shown."""
        return tuple(self._row(step) for step in HandStep)

    def _row(self, step: HandStep) -> StepRow:
        about = pgettext("evening", _ABOUT[step])
        if step is HandStep.LAY and self.mat is not None:
            width_mm, depth_mm = self.mat.table.size_mm
            about = pgettext("evening", "{width:g} × {depth:g} mm.").format(width=width_mm, depth=depth_mm)
        if step is HandStep.PICTURES and self.camera is not None:
            about = self.camera.quality.sentence()
        lacks_mat = step is HandStep.PICTURES and self.mat is None
        why_not = pgettext("evening", "Lay out the markers first (2).") if lacks_mat else ""
        return StepRow(step, pgettext("evening", _TITLES[step]), about, self.is_done(step), why_not)


def lay_mat(mat: Mat) -> None:
    """Keep how the markers lie; a phone that was measured by others is measured anew."""
    file = _mat_file()
    made_folder(file.parent)
    write_text(file, encode_mat(mat), gettext("allow writing there"))


def measure_phone(files: Sequence[Path]) -> tuple[str, ...]:
    """Measure the phone by pictures of the mat that lies there, and keep it; what is to be said of it.

    Raises:
        OperationError: the pictures do not show enough, or cannot be read; nothing is kept.
    """
    found = calibrate_handheld(read_mat(_mat_file()), [read_sensor_picture(file) for file in files])
    phone = camera_folder(PHONE_SOURCE) / "phone.json"
    write_handheld_camera(found.camera, phone)
    save_phone(PHONE_SOURCE, phone)
    return (found.camera.quality.sentence(), *found.remarks, *filter(None, [found.advice]))


def settle_dice() -> None:
    """Keep that the dice are known already."""
    save_step(PHONE_SOURCE, HandStep.DICE)


def _mat_file() -> Path:
    return camera_folder(PHONE_SOURCE) / "mat.json"


def _mat() -> Mat | None:
    try:
        return read_mat(_mat_file()) if _mat_file().exists() else None
    except OperationError:
        return None


def _camera_of(saved: SavedCamera) -> HandheldCamera | None:
    """The phone as it was measured; ``None`` where its file cannot be read."""
    try:
        camera = None if saved.camera_file is None else read_any_camera(saved.camera_file)
    except OperationError:
        return None
    return camera if isinstance(camera, HandheldCamera) else None
