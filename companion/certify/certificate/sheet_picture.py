"""Pictures of the certify sheet: where it lies in one, what was read of the dice in its outlines, and what was answered
over several: which outlines hold dice, and in which pictures each die was read as it was in most.

Each of its small marks is found, or looked for where the others say that it must be.

Nobody says which die was laid where. A die is held against itself: what most pictures read in an outline counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import (
    SHEET_MM,
    Camera,
    HandheldCamera,
    Marker,
    MarkerCorners,
    PictureQuality,
    SensorPicture,
    assess_picture,
    detect_mat_markers,
    markers_near,
    refine_markers,
)
from companion.certify.certificate.tuning import FEWEST_MARKS, MARK_ZOOMS, REACH_EDGES, SEEN_SHARE, SMOOTH_PX, THIN_MM
from companion.certify.sheet import CertifySheet, SheetPlace
from companion.errors import InputError, OperationError
from companion.geometry import Outline, PlanFit, Point, fit_plan, wrap_deg
from companion.opencv import cv2
from companion.text import gettext
from companion.vision import DieReading, DieState, FaceName, HandheldReader, Plateau, Reader, Reading


@dataclass(frozen=True, slots=True)
class DieOnSheet:
    """A die in an outline, as one picture shows it.

    name: ``None`` where its side was not read; third: how many thirds of a turn its corner 0 points past the outline.
    off_mm: from the outline's middle, sheet frame; turned_deg: from its heading. at_mm: table frame. slope: how far the
    line of sight runs across the sheet on a millimetre of height, sheet frame.
    """

    place: SheetPlace
    name: FaceName | None
    third: int
    off_mm: Point
    turned_deg: float
    sigma_mm: float
    sigma_deg: float
    at_mm: Point
    slope: Point

    @property
    def answer(self) -> tuple[FaceName | None, int]:
        """What was read in the outline."""
        return self.name, self.third

    @property
    def seen_mm(self) -> Point:
        """Where it is seen on the sheet, sheet frame."""
        return self.place.centre_mm[0] + self.off_mm[0], self.place.centre_mm[1] + self.off_mm[1]


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """All that one picture of the sheet shows. marks_off_mm: how far each printed mark is measured from where it is
    printed, table frame, with the place; no hand has to do with that."""

    image: str
    sheet: CertifySheet
    fit: PlanFit
    marks_off_mm: tuple[tuple[Point, float], ...]
    dice: tuple[DieOnSheet, ...]
    quality: PictureQuality

    @property
    def middle_mm(self) -> Point:
        """Where the middle of the sheet lies on the table."""
        x, y = self.fit.apply(np.array([self.sheet.size_mm]) / 2)[0]
        return float(x), float(y)


#: A sheet, where it lies on the table, and how far each of its marks is off that, with its place.
_Located = tuple[CertifySheet, PlanFit, tuple[tuple[Point, float], ...]]


class SheetReader:
    """Reads pictures of certify sheets by one camera.

    sheets: those that may lie there, distinguished by their marks; thickness_mm: of the sheet and the card below it.
    """

    def __init__(
        self, reader: Reader | HandheldReader, sheets: Sequence[CertifySheet], *, thickness_mm: float = SHEET_MM
    ) -> None:
        self.reader, self._sheets, self._thickness_mm = reader, tuple(sheets), thickness_mm

    @property
    def camera(self) -> Camera | HandheldCamera:
        """The camera that is certified."""
        return self.reader.camera

    @property
    def on_stand(self) -> Reader:
        """What reads the pictures of a camera on a stand; ``InputError`` where this one is in the hand."""
        if isinstance(self.reader, HandheldReader):
            problem = gettext(
                "certify: --live goes with a camera on a stand. Take five to ten pictures of the sheet with the "
                "phone, and name their files."
            )
            raise InputError(problem)
        return self.reader

    def read(self, pixels: Image, image: str = "") -> SheetPicture:
        """What a picture, (rows, columns, 3) BGR, by a camera on a stand shows of the sheet.

        Raises OperationError where no sheet is found in it, and as ``Reader.read``.
        """
        reader = self.on_stand
        fitted = reader.fit(pixels, image)
        sheet, fit, off = self._locate(reader.camera, fitted, image)
        reading = reader.with_plateaus(self._plateaus(sheet, fit)).read(pixels, image)
        return self._shown(reader.camera, fitted, reading, (sheet, fit, off))

    def read_located(self, picture: SensorPicture) -> SheetPicture:
        """The same of a picture by a camera in the hand, from wherever it was taken."""
        reader = self.reader
        if not isinstance(reader, HandheldReader):
            return self.read(picture.upright.pixels, picture.name)
        there = reader.locate(picture)
        sheet, fit, _ = self._locate(there.camera, there.picture.pixels, picture.name)
        reading, there = reader.with_plateaus(self._plateaus(sheet, fit)).read_located(picture)
        found = self._locate(there.camera, there.picture.pixels, picture.name)  # the dice show the pose better
        return self._shown(there.camera, there.picture.pixels, reading, found)

    def _shown(self, camera: Camera, pixels: Image, reading: Reading, found: _Located) -> SheetPicture:
        sheet, fit, off = found
        dice = self._dice(sheet, fit, reading.dice, camera)
        return SheetPicture(reading.image, sheet, fit, off, dice, assess_picture(camera, pixels))

    def _locate(self, camera: Camera, pixels: Image, image: str) -> _Located:
        """The sheet of which most marks are seen, where it lies on the table, and how far its marks are off that."""
        found = [
            (sheet, locate_sheet_marks(camera, pixels, sheet.marks, height_mm=self._thickness_mm))
            for sheet in self._sheets
        ]
        sheet, seen = max(found, key=lambda one: len(one[1]))
        if len(seen) < FEWEST_MARKS:
            problem = gettext(
                "{image}: {seen} marks of a certify sheet are seen, {needed} are needed: let nothing cover them, "
                "light the sheet without overexposing it, and come nearer if they are small.",
                image=image or gettext("the picture"),
                seen=len(seen),
                needed=FEWEST_MARKS,
            )
            raise OperationError(problem)
        marks = [mark for mark in sheet.marks if mark.id in seen]
        printed = np.mean([mark.corners_mm for mark in marks], axis=1)
        measured = np.array([seen[mark.id] for mark in marks])
        fit = fit_plan(printed, measured)
        off_mm = np.linalg.norm(fit.apply(printed) - measured, axis=1)
        off = tuple((seen[mark.id], float(mm)) for mark, mm in zip(marks, off_mm, strict=True))
        return sheet, fit, off

    def _plateaus(self, sheet: CertifySheet, fit: PlanFit) -> list[Plateau]:
        """What dice stand on here above the table: the stand, and the sheet where its card is thick."""
        width, height = sheet.size_mm
        tops: list[tuple[Outline, float]] = []
        if self._thickness_mm > THIN_MM:
            tops.append((((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)), self._thickness_mm))
        if sheet.stand is not None:
            tops.append((sheet.stand.outline_mm, self._thickness_mm + sheet.stand.height_mm))
        return [Plateau(tuple(map(_point, fit.apply(np.array(outline)))), high) for outline, high in tops]

    def _dice(
        self, sheet: CertifySheet, fit: PlanFit, dice: Sequence[DieReading], camera: Camera
    ) -> tuple[DieOnSheet, ...]:
        """The dice that lie in outlines; of two in one the nearer."""
        places = np.array([place.centre_mm for place in sheet.places])
        nearest: dict[int, tuple[float, DieOnSheet]] = {}
        for die in dice:
            away = np.linalg.norm(fit.apply(places) - die.pose.centre_mm, axis=1)
            place, off_mm = sheet.places[int(away.argmin())], float(away.min())
            known = nearest.get(place.number)
            if off_mm <= REACH_EDGES * die.pose.edge_mm and (known is None or off_mm < known[0]):
                nearest[place.number] = off_mm, _die_on_sheet(place, fit, die, camera)
        return tuple(found for _, (_, found) in sorted(nearest.items()))


def _die_on_sheet(place: SheetPlace, fit: PlanFit, die: DieReading, camera: Camera) -> DieOnSheet:
    pose, eye = die.pose, camera.lens.eye_mm
    here = fit.undo(np.array([pose.centre_mm]))[0] - place.centre_mm
    turned = wrap_deg(pose.heading_deg - fit.turn_deg - place.heading_deg)
    third = round(turned / 120) % 3
    slope = fit.undo_direction((np.array([pose.centre_mm]) - eye[:2]) / (eye[2] - pose.top_mm))[0]
    return DieOnSheet(
        place,
        None if die.state is DieState.LEANING else die.name,
        third,
        _point(here),
        wrap_deg(turned - 120 * third),
        die.sigma_mm,
        die.sigma_deg,
        pose.centre_mm,
        _point(slope),
    )


def _point(place: FloatArray) -> Point:
    return float(place[0]), float(place[1])


@dataclass(frozen=True, slots=True)
class SheetAnswers:
    """The dice on the sheet, picture by picture.

    filled: the numbers of the outlines that hold a die; answered: for each picture the dice read as in most pictures,
    by outline; wrong: how many were read as something else.
    """

    filled: tuple[int, ...]
    answered: tuple[dict[int, DieOnSheet], ...]
    wrong: int

    @property
    def asked(self) -> int:
        """How often a die could have been read."""
        return len(self.filled) * len(self.answered)

    @property
    def right(self) -> int:
        """How often one was."""
        return sum(len(dice) for dice in self.answered)


def collect_answers(pictures: Sequence[SheetPicture]) -> SheetAnswers:
    """The answers of several pictures of one sheet, the dice lying on it as they were laid."""
    seen = [{die.place.number: die for die in picture.dice} for picture in pictures]
    often = Counter(number for dice in seen for number in dice)
    usual = {number: found for number in often if (found := _usual_answer(number, seen)) is not None}
    filled = sorted(n for n, times in often.items() if n in usual or times > SEEN_SHARE * len(pictures))
    answered = tuple({n: die for n, die in dice.items() if die.answer == usual.get(n)} for dice in seen)
    named = sum(die.name is not None for dice in seen for die in dice.values())
    answered = tuple({n: die for n, die in dice.items() if die.name is not None} for dice in answered)
    return SheetAnswers(tuple(filled), answered, named - sum(map(len, answered)))


def _usual_answer(number: int, seen: Sequence[dict[int, DieOnSheet]]) -> tuple[FaceName | None, int] | None:
    """What most pictures read there; ``None`` where none names a die."""
    reported = Counter(dice[number].answer for dice in seen if number in dice and dice[number].name is not None)
    return reported.most_common(1)[0][0] if reported else None


def locate_sheet_marks(
    camera: Camera, pixels: Image, markers: Sequence[Marker], *, height_mm: float
) -> dict[int, Point]:
    """Where the middles of a sheet's markers lie on the plan, mm, by their ids; those that are not clear are left out.

    markers: as they are printed, in the sheet's own frame; height_mm: of the sheet's face above the table. A bright
    picture makes squares look smaller, but does not shift their middles.
    """
    rough = _detect(pixels, markers)
    if not rough:
        return {}
    exact = refine_markers(pixels, rough, camera.lens) or rough
    laid = replace(camera, markers=_lay(camera, markers, exact, height_mm), seen_px={})
    seen = markers_near(laid, pixels)
    middles = {
        number: camera.lens.to_table(corners, height_mm=height_mm).mean(axis=0) for number, corners in seen.items()
    }
    return {number: (float(x), float(y)) for number, (x, y) in middles.items()}


def _detect(pixels: Image, markers: Sequence[Marker]) -> MarkerCorners:
    """Rough corners of the markers that are found at once; small ones are in the picture enlarged and smoothed."""
    found: MarkerCorners = {}
    for zoom in MARK_ZOOMS:
        larger = cv2.resize(pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC) if zoom > 1 else pixels
        smooth = cv2.GaussianBlur(larger, (0, 0), SMOOTH_PX) if zoom > 1 else larger
        seen, _ = detect_mat_markers(np.asarray(smooth, np.uint8), markers)
        found = {number: (corners + 0.5) / zoom - 0.5 for number, corners in seen.items()} | found
    return found


def _lay(camera: Camera, markers: Sequence[Marker], seen: MarkerCorners, height_mm: float) -> tuple[Marker, ...]:
    """All markers of the sheet where they lie on the table, by those that are seen."""
    printed = np.concatenate([marker.corners_mm for marker in markers if marker.id in seen])
    measured = [camera.lens.to_table(seen[one.id], height_mm=height_mm) for one in markers if one.id in seen]
    fit = fit_plan(printed, np.concatenate(measured))
    return tuple(
        replace(marker, corners_mm=tuple((float(x), float(y)) for x, y in fit.apply(np.array(marker.corners_mm))))
        for marker in markers
    )
