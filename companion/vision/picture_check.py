"""Whether a picture may be read at all, and what must be said of it beside the dice.

The one door for pictures that do not fit their camera or cannot show dice: such a picture is refused with a reason, and
no millimetres are reported of it. Measuring is the camera's; here it is weighed and put into words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.arrays import Image
from companion.camera import (
    BLURRED_PX,
    Camera,
    CameraMotion,
    Flaw,
    PictureQuality,
    assess_picture,
    list_markers,
    measure_displacement,
    poor_calibration_notice,
)
from companion.text import N_, gettext, ngettext, pgettext
from companion.vision.reading import CameraCheck, DieReading, PictureRefusedError, Problem, Remark, UnknownObject

#: Blurred by more, an empty table can no longer be distinguished from one whose dice are not found.
_UNREADABLE_PX: Final = 2.5
#: Blurred by more, fewer than one die in ten is found, and what is found is often wrong.
_HOPELESS_PX: Final = 4.5
#: Markers that seem to have moved by less may well not have: of 71 sharp pictures none has more than 0.05 mm.
_MOVE_NOISE_MM: Final = 0.1
_ENOUGH_MARKERS: Final = 3

_UNNOTICED: Final = N_(
    "vision", "nothing shows whether the camera has moved, and if it has, all places are wrong by as much."
)
_CURES: Final = {
    Flaw.TOO_DARK: N_("vision", "turn a lamp on, expose longer, and check that nothing covers the lens"),
    Flaw.BLANK: N_("vision", "check that nothing covers the lens and that the camera is aimed at the table"),
    Flaw.OVEREXPOSED: N_("vision", "shorten the exposure, or use less light"),
    Flaw.BLURRED: N_("vision", "focus the camera and keep it still; with more light the exposure can be shorter"),
    Flaw.GREY: N_("vision", "take it in colour"),
}
_COSTS: Final = {
    Flaw.TOO_DARK: N_("vision", "the picture is dark: dice may be missed"),
    Flaw.BLANK: N_("vision", "the picture is a single shade"),
    Flaw.OVEREXPOSED: N_("vision", "the picture is overexposed: dice may be missed, and their sides not recognised"),
    Flaw.BLURRED: N_("vision", "the picture is blurred: dice may be missed, and places are less exact"),
    Flaw.GREY: N_(
        "vision", "the picture has no colour, by which many sides are recognised: more dice than usual stay unknown"
    ),
}
_NO_USE: Final = {
    Flaw.TOO_DARK: N_("vision", "the picture is too dark to show dice"),
    Flaw.BLANK: N_("vision", "the picture is a single shade"),
    Flaw.OVEREXPOSED: N_("vision", "the picture is too overexposed to show dice"),
    Flaw.BLURRED: N_("vision", "the picture is too blurred to show dice"),
}
assert set(_CURES) == set(_COSTS) == set(Flaw)


@dataclass(frozen=True, slots=True)
class PictureCheck:
    """A picture that may be read: how its markers lie, and what it is worth as a picture.

    size_wh: the camera's size, px; taken_wh: the size that the picture had before it was scaled to that.
    calibration: what must be said of how the camera was calibrated, if anything.
    """

    image: str
    displacement: CameraMotion
    quality: PictureQuality
    has_markers: bool
    size_wh: tuple[int, int]
    taken_wh: tuple[int, int]
    calibration: str = ""

    @property
    def camera(self) -> CameraCheck:
        """As it is reported with the dice."""
        return _camera_check(self.displacement)

    def sigmas(self, sigma_mm: float, sigma_deg: float) -> tuple[float, float]:
        """The errors of a die's place and heading, with what blur and a camera that seems to have moved add to them."""
        times = max(1.0, (self.quality.blur_px or 0.0) / BLURRED_PX, self.size_wh[0] / self.taken_wh[0])
        moved_mm = self.displacement.moved_mm or 0.0
        by_move_mm = moved_mm / math.sqrt(2) if moved_mm > _MOVE_NOISE_MM else 0.0
        return math.hypot(sigma_mm * times, by_move_mm), sigma_deg * times

    def remarks(self, dice: Sequence[DieReading], unknown: Sequence[UnknownObject] = ()) -> tuple[Remark, ...]:
        """What must be said beside these dice, which were read in it, and of what else lies there.

        Raises PictureRefusedError where there are none and the picture is too bad to say that none lie there.
        """
        flaws = self.quality.flaws
        if not dice:
            for flaw in flaws:
                slight = flaw is Flaw.BLURRED and (self.quality.blur_px or 0.0) < _UNREADABLE_PX
                if flaw in _NO_USE and not slight:
                    _refuse_flaw(self.image, flaw, self.camera)
        of_flaws = [Remark(Problem(flaw), _stated_of_flaw(flaw)) for flaw in flaws]
        of_dice = [] if dice else [Remark(Problem.NO_DICE, self._no_dice())]
        of_camera = [Remark(Problem.POOR_CAMERA, self.calibration)] if self.calibration else []
        of_pictures = (*of_flaws, *self._of_markers(), *self._of_size())
        return (*of_camera, *of_dice, *map(_about_unknown, unknown), *of_pictures)

    def _no_dice(self) -> str:
        if self.has_markers and not self.displacement.seen:
            return gettext("no dice and no markers in sight: is this a picture of the table?")
        return gettext("no dice lie on the table.")

    def _of_size(self) -> list[Remark]:
        if self.taken_wh == self.size_wh:
            return []
        text = gettext(
            "the picture is {width} x {height} px: it was scaled to {wide} x {tall}, as the camera was calibrated.",
            width=self.taken_wh[0],
            height=self.taken_wh[1],
            wide=self.size_wh[0],
            tall=self.size_wh[1],
        )
        return [Remark(Problem.SCALED, text)]

    def _of_markers(self) -> list[Remark]:
        place = self.displacement
        reported = []
        if place.strays:
            lost = list_markers(place.strays)
            text = gettext(
                "{lost} no longer in place, though the camera has not moved: put back what was moved.", lost=lost
            )
            reported.append(Remark(Problem.MARKER_MOVED, text))
        if not self.has_markers:
            lay = gettext("Lay markers and calibrate by them, or take care that nobody touches it.")
            reported.append(
                Remark(
                    Problem.NO_MARKERS,
                    gettext(
                        "this camera was calibrated without markers: {unnoticed} {lay}",
                        unnoticed=pgettext("vision", _UNNOTICED),
                        lay=lay,
                    ),
                )
            )
        elif place.missing:
            reported.append(Remark(Problem.MARKERS_HIDDEN, _about_hidden(place)))
        return reported


def check_picture(
    camera: Camera,
    pixels: Image,
    image: str,
    *,
    taken_wh: tuple[int, int] | None = None,
    grey: Image | None = None,
) -> PictureCheck:
    """Hold a picture (BGR, whole) against its camera, before anything is read in it.

    taken_wh: the size, px, that it had where it was scaled to the camera's; grey: the same in grey, where it has been
    made.

    Raises PictureRefusedError where it is no picture by that camera, or shows nothing.
    """
    check_size(camera, pixels, image)
    quality, displacement = assess_picture(camera, pixels, grey), measure_displacement(camera, pixels)
    if displacement.has_moved:
        _refuse_moved(image, displacement, quality)
    size_wh, calibration = camera.lens.size_wh, poor_calibration_notice(camera)
    check = PictureCheck(image, displacement, quality, bool(camera.markers), size_wh, taken_wh or size_wh, calibration)
    check_flaws(check)
    return check


def check_flaws(check: PictureCheck) -> None:
    """Raises PictureRefusedError where a picture, as a picture, shows nothing."""
    for flaw in check.quality.flaws:
        if flaw is Flaw.BLANK or (flaw is Flaw.BLURRED and (check.quality.blur_px or 0.0) > _HOPELESS_PX):
            _refuse_flaw(check.image, flaw, check.camera)


def check_size(camera: Camera, pixels: Image, image: str) -> None:
    """Raises PictureRefusedError where a picture has not the size that its camera was calibrated with."""
    wide, tall = camera.lens.size_wh
    if pixels.shape[:2] == (tall, wide):
        return
    turned = (
        gettext(" It may be turned by a quarter.")
        if pixels.shape[:2] == (wide, tall)
        else gettext(" Another camera may have taken it.")
    )
    text = gettext(
        "{picture} is {width} x {height} px, the camera was calibrated with {wide} x {tall}.{turned} Take the "
        "picture at that size, or calibrate again.",
        picture=image or gettext("the picture"),
        width=pixels.shape[1],
        height=pixels.shape[0],
        wide=wide,
        tall=tall,
        turned=turned,
    )
    hidden = tuple(marker.id for marker in camera.markers)
    raise PictureRefusedError(text, Remark(Problem.WRONG_SIZE, text), CameraCheck(None, 0, hidden))


def _refuse_moved(image: str, place: CameraMotion, quality: PictureQuality) -> None:
    moved_mm, blur_px = place.moved_mm or 0.0, quality.blur_px or 0.0
    if not place.mirrored and blur_px > BLURRED_PX and moved_mm < blur_px:  # so blurred it tells no such small move
        _refuse_flaw(image, Flaw.BLURRED, _camera_check(place))
    if place.mirrored:
        text = gettext("the picture is mirrored: switch mirroring off where it is taken, and take it again.")
    elif place.other_lens:
        text = gettext(
            "this is another camera's picture, or taken at another zoom or of another table: from nowhere would this "
            "camera see the markers like that. Read it with the camera.json of the camera that took it, or calibrate "
            "again."
        )
    else:
        text = gettext(
            "the camera has moved or the picture is turned: calibrate again ({moved} mm away from where it was "
            "calibrated: {markers}).",
            moved=f"{moved_mm:.{0 if moved_mm >= 10 else 1}f}",
            markers=list_markers(place.seen),
        )
    _refuse(image, Remark(Problem.MIRRORED if place.mirrored else Problem.CAMERA_MOVED, text), _camera_check(place))


def _refuse_flaw(image: str, flaw: Flaw, check: CameraCheck) -> None:
    text = f"{pgettext('vision', _NO_USE[flaw])}: {pgettext('vision', _CURES[flaw])}."
    _refuse(image, Remark(Problem(flaw), text), check)


def _refuse(image: str, remark: Remark, check: CameraCheck) -> None:
    raise PictureRefusedError(f"{image or gettext('the picture')}: {remark.text}", remark, check)


def _camera_check(place: CameraMotion) -> CameraCheck:
    return CameraCheck(place.moved_mm, len(place.seen), place.missing)


def _about_hidden(place: CameraMotion) -> str:
    missing, seen = list_markers(place.missing), len(place.seen)
    if not seen:
        unnoticed = pgettext("vision", _UNNOTICED)
        return gettext("no marker is seen: {unnoticed} Uncover {missing}.", unnoticed=unnoticed, missing=missing)
    if seen >= _ENOUGH_MARKERS:
        return ngettext(
            "{missing} is not seen; the other {seen} show that the camera has not moved, so nothing is lost.",
            "{missing} are not seen; the other {seen} show that the camera has not moved, so nothing is lost.",
            len(place.missing),
            missing=missing,
            seen=seen,
        )
    return ngettext(
        "{missing} is not seen: with fewer than {enough} in sight a slight turn of the camera may go unnoticed, and "
        "places far from it be wrong. Uncover it.",
        "{missing} are not seen: with fewer than {enough} in sight a slight turn of the camera may go unnoticed, and "
        "places far from them be wrong. Uncover them.",
        len(place.missing),
        missing=missing,
        enough=_ENOUGH_MARKERS,
    )


def _about_unknown(unknown: UnknownObject) -> Remark:
    x, y = unknown.centre_mm
    text = gettext(
        "something at {x:.0f}, {y:.0f} mm is as large as a die and not recognised as one: if it is a die, turn or move "
        "it a little; if not, take it off the table.",
        x=x,
        y=y,
    )
    return Remark(Problem.UNKNOWN_OBJECT, text, unknown)


def _stated_of_flaw(flaw: Flaw) -> str:
    return f"{pgettext('vision', _COSTS[flaw])}. {_sentence(pgettext('vision', _CURES[flaw]))}"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
