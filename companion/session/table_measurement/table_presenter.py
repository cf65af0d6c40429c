"""The table before a match: what each picture, click and key makes of its measuring, and what is said of it.

A camera that was measured before: whether it still stands where it stood, judged by a live picture.

The camera of a match: from the last pictures while the camera stood still, or from four clicked corners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.arrays import Image
from companion.camera import (
    Calibration,
    Camera,
    Mat,
    Picture,
    accuracy_in_words,
    calibrate,
    calibrate_by_clicks,
    estimate_table_size,
    fit_picture,
    measure_displacement,
    poor_calibration_notice,
)
from companion.camera.sources import Source
from companion.codec.saved_cameras import save_lens_pictures, saved_lens_pictures
from companion.errors import OperationError
from companion.geometry import Point
from companion.session.match_setup import (
    MatchPlan,
    PlanPart,
    SourceChoice,
    Surface,
    TableChoice,
    TerrainPiece,
    find_plan_problems,
)
from companion.session.table_measurement.lens_presenter import LensPictures
from companion.session.table_measurement.mat_observation import MatObservation, has_camera_stood_still, observe_mat
from companion.text import gettext, pgettext

#: The markers that are printed for a table of a shape and size, mm. Raises OperationError where they do not fit.
PrintedMat = Callable[[str, Point], Mat]
_CORNERS: Final = 4
_MOODS: Final = {"good": "ok", "usable": "amber", "poor": "stop"}


#: From so far on the table a camera counts as moved.
_MOVED_MM: Final = 2.0


#: Averaged over so many pictures, the noise of the corners is a half; more would make people wait.
_KEPT: Final = 4
#: While nothing moves only every so many-th picture is measured anew.
_EVERY: Final = 8


class TablePresenter:
    """Owns what is measured while the table page is open: which source is chosen, its newest picture, clicked corners,
    lens pictures, and the table as it is entered (``surface``, ``terrain``).

    mat: what lies on the table, where it is not the printed markers; plan: who will sit round it; known: a camera
    measured before, used as long as it stands; alone: measured for its own sake, so that there is
    nothing to go on with where no camera is chosen.
    """

    def __init__(
        self,
        choices: Sequence[SourceChoice],
        printed_mat: PrintedMat,
        *,
        mat: Mat | None = None,
        plan: MatchPlan | None = None,
        known: Camera | None = None,
        alone: bool = False,
    ) -> None:
        self.alone = alone
        self.choices, self.plan, self.own_mat, self.known = tuple(choices), plan, mat, known
        self.at: int | None = None
        self.surface, self.terrain = Surface(), tuple[TerrainPiece, ...]()
        self.clicking = False
        self._printed_mat = printed_mat
        self._corners_px: tuple[Point, ...] = ()
        self._pixels: Image | None = None
        self._steady: SteadyCamera | None = None
        self._clicked: Calibration | None = None
        self._stands: KnownCameraCheck | None = None
        self._lens: LensPictures | None = None
        self._saved_lens = tuple[Picture, ...]()

    # What there is

    @property
    def mat(self) -> Mat | None:
        """What markers are looked for; ``None`` where none fit on the table."""
        if self.own_mat is not None:
            return self.own_mat
        try:
            return self._printed_mat(self.surface.shape, self.surface.size_mm)
        except OperationError:
            return None

    @property
    def observation(self) -> MatObservation | None:
        """What the newest picture shows of the mat."""
        return self._steady.observation if self._steady is not None else None

    @property
    def camera(self) -> Camera | None:
        """The camera as far as it is measured."""
        by_mat = self.observation.calibration if self.observation is not None else None
        measured = self._clicked if self.clicking else by_mat
        return self.known or (measured.camera if measured is not None else None)

    @property
    def lens_pictures(self) -> tuple[Picture, ...]:
        """The pictures that the lens is measured by: those taken here, once there are enough, else those kept of this
        camera."""
        return self._lens.pictures if self._lens is not None and self._lens.share == 1 else self._saved_lens

    @property
    def problem(self) -> str:
        """Why there can be no match on the table as it is entered."""
        if self.surface.problem or self.plan is None:
            return self.surface.problem or ""
        problems = find_plan_problems(self.plan.on(self.surface).with_terrain(self.terrain))
        return next((problem.text for problem in problems if problem.part is PlanPart.TABLE), "")

    @property
    def ready(self) -> bool:
        """Whether the match can begin on this table."""
        if self.problem or self.at is None:
            return not self.problem and not self.alone
        if self.known is not None:
            return self._stands is not None and self._stands.holds
        if self.clicking:
            return self._clicked is not None
        return self._steady is not None and self._steady.mat is self.mat and self._steady.ready

    def has_picture(self) -> bool:
        """Whether there is a live picture."""
        return self._pixels is not None

    def has_known(self) -> bool:
        """Whether a camera measured before is in use."""
        return self.known is not None

    def sentence(self, trouble: str = "") -> tuple[str, str]:
        """What is so now, and its mood: ``ok``, ``amber`` or ``stop``. trouble: why no picture comes."""
        problem = self.problem
        if problem:
            return problem, "stop"
        if self.at is None and self.alone:
            return pgettext("TablePage", "Choose the camera to be measured; R looks for cameras again."), "amber"
        if self.at is None:
            drawn = pgettext("TablePage", "A drawn table, {0}: place the dice with the mouse.")
            width, depth = self.surface.size_mm
            across = pgettext("TablePanel", "{0:g} mm across").format(width)
            return drawn.format(across if self.surface.shape == "round" else f"{width:g} × {depth:g} mm"), "ok"
        if self._pixels is None:
            return trouble or pgettext("TablePage", "Waiting for the first picture …"), "amber"
        if self._stands is not None:
            return self._stands.sentence, "ok" if self._stands.holds else "stop"
        return self._clicks_sentence() if self.clicking else self._markers_sentence()

    # What comes in

    def choose(self, at: int | None) -> None:
        """Another source; ``None``: none. Its pictures are still to come."""
        self.at, self._pixels, self._steady, self._stands, self._lens = at, None, None, None, None
        self._saved_lens = () if at is None else saved_lens_pictures(self.choices[at].words)

    def on_picture(self, pixels: Image, steady: SteadyCamera | None) -> None:
        """The next picture, and what it shows of the mat."""
        self._pixels, self._steady = pixels, steady
        self._stands = check_known_camera(self.known, pixels) if self.known is not None else None

    def lose_picture(self) -> None:
        """No picture comes any more."""
        self._pixels = self._steady = None

    def on_corners(self, corners_px: Sequence[Point]) -> None:
        """The corners clicked so far. Raises OperationError where four of them are no table."""
        self._corners_px, self._clicked = tuple(corners_px), None
        if self._pixels is not None and len(corners_px) == _CORNERS:
            board = None if self.mat is None else self.mat.charuco
            picture, clicks_px = Picture(gettext("the picture"), self._pixels), np.array(corners_px, np.float64)
            lens, size_mm = self.lens_pictures, self.surface.size_mm
            self._clicked = calibrate_by_clicks(picture, clicks_px, size_mm, lens_pictures=lens, charuco=board)

    def forget_known(self) -> None:
        """Measure anew, whatever was measured before."""
        self.known = self._stands = None

    def measure_size(self) -> Point | None:
        """The table's size by the markers in its corners, mm; ``None`` where they are not looked for. Raises
        OperationError: they are not seen, or do not lie as they are printed."""
        if self._pixels is None or self.own_mat is not None:
            return None
        shape, size_mm = self.surface.shape, self.surface.size_mm
        markers_of = self._printed_mat
        found = estimate_table_size(
            self._pixels, lambda size: markers_of(shape, size).markers, size_mm, equal=shape == "round"
        )
        return found.size_mm

    def take_lens_picture(self) -> int | None:
        """One more picture of the lens board; how many there are, ``None`` where there is no board to look for. Raises
        OperationError: no board is seen in it, or it is like one that was taken."""
        mat = self.mat
        if self._pixels is None or mat is None or mat.charuco is None:
            return None
        lens = self._lens or LensPictures(mat.charuco)
        name = gettext("lens picture {count}", count=len(lens.pictures) + 1)
        self._lens = lens.with_picture(Picture(name, self._pixels.copy()))
        if self._lens.share == 1 and self.at is not None:
            save_lens_pictures(self.choices[self.at].words, self._lens.pictures)
        return len(self._lens.pictures)

    def choice(self, release: Callable[[], Source | None]) -> TableChoice:
        """Measured for good. ``release`` hands over the source, once the camera is known. Raises OperationError: what
        is missing in the pictures."""
        if self.at is None:
            return TableChoice(self.surface, terrain=self.terrain)
        camera = self.known
        if camera is None and self.clicking and self._clicked is not None:
            camera = self._clicked.camera
        elif camera is None:
            assert self._steady is not None
            camera = self._steady.calibration(self.lens_pictures).camera
        words = self.choices[self.at].words
        return TableChoice(Surface.of_camera(camera.table), words, camera, release(), self.terrain)

    def _clicks_sentence(self) -> tuple[str, str]:
        if self._clicked is not None:
            quality = self._clicked.camera.quality
            off = accuracy_in_words(max(quality.rms_mm, quality.bow_mm))
            reported = pgettext("TablePage", "Four corners: {0}, {1}.")
            return _judged(reported.format(pgettext("camera", quality.verdict), off), self._clicked.camera)
        reported = pgettext("TablePage", "{0} of 4 corners: click them in any order, the loupe helps.")
        return reported.format(len(self._corners_px)), "amber"

    def _markers_sentence(self) -> tuple[str, str]:
        observation = self.observation
        if observation is None:
            return pgettext("TablePage", "The markers do not fit on so small a table: click its corners (C)."), "amber"
        if observation.calibration is None:
            return observation.sentence, "amber"
        return _judged(observation.sentence, observation.calibration.camera)


def _judged(words: str, camera: Camera) -> tuple[str, str]:
    """What is said of a measured camera, with what its calibration costs, and its mood."""
    return f"{words} {poor_calibration_notice(camera)}".rstrip(), _MOODS[camera.quality.verdict]


@dataclass(frozen=True, slots=True)
class KnownCameraCheck:
    """Whether a camera file still holds for a picture, and a sentence about it."""

    holds: bool
    sentence: str


def check_known_camera(camera: Camera, pixels: Image) -> KnownCameraCheck:
    """Hold a picture, (rows, columns, 3) BGR, to a camera measured before."""
    height, width = pixels.shape[:2]
    wide, high = camera.lens.size_wh
    pixels = fit_picture(pixels, camera.lens.size_wh)
    if pixels.shape[1::-1] != (wide, high):
        reported = gettext(
            "The camera file is for pictures of {wide} x {high} px, these have {width} x {height}: measure again (M).",
            wide=wide,
            high=high,
            width=width,
            height=height,
        )
        return KnownCameraCheck(False, reported)
    place = measure_displacement(camera, pixels)
    moved_mm = place.moved_mm
    quality = camera.quality
    as_file = gettext(
        "Camera file: {verdict}, {error}",
        verdict=pgettext("camera", quality.verdict),
        error=accuracy_in_words(max(quality.rms_mm, quality.bow_mm)),
    )
    if moved_mm is None:
        stands = gettext("{as_file}; no marker in view, so the camera is assumed not to have moved.", as_file=as_file)
        return KnownCameraCheck(True, f"{stands} {poor_calibration_notice(camera)}".rstrip())
    if place.other_lens:
        other = gettext("The camera file is another camera's, or for another zoom or table: measure again (M).")
        return KnownCameraCheck(False, other)
    if moved_mm > _MOVED_MM:
        has_moved = gettext("The camera has moved by {moved:.1f} mm since its file was made: measure again (M).")
        return KnownCameraCheck(False, has_moved.format(moved=moved_mm))
    moved = accuracy_in_words(moved_mm)
    stands = gettext("{as_file}; the camera has not moved ({moved}).", as_file=as_file, moved=moved)
    return KnownCameraCheck(True, f"{stands} {poor_calibration_notice(camera)}".rstrip())


@dataclass(frozen=True, slots=True, eq=False)
class SteadyCamera:
    """The newest picture as it looks by the mat, and those before it while nothing moved."""

    mat: Mat
    observation: MatObservation | None = None
    pictures: tuple[Image, ...] = ()
    number: int = 0

    def with_picture(self, pixels: Image, lens: Sequence[Picture] = ()) -> SteadyCamera:
        """One picture more; where the camera moved, those before are forgotten."""
        known = self.observation if self.number % _EVERY else None
        observation = observe_mat(pixels, self.mat, lens, measured=known)
        before = (
            self.pictures
            if self.observation is not None and has_camera_stood_still(self.observation, observation)
            else ()
        )
        return replace(self, observation=observation, pictures=(*before, pixels)[-_KEPT:], number=self.number + 1)

    @property
    def ready(self) -> bool:
        """Whether the newest picture is good for a calibration."""
        return self.observation is not None and self.observation.calibration is not None

    def calibration(self, lens: Sequence[Picture] = ()) -> Calibration:
        """The camera from all pictures saved. Raises OperationError: what is missing in them."""
        named = [
            Picture(gettext("picture {number}", number=number), pixels)
            for number, pixels in enumerate(self.pictures, 1)
        ]
        return calibrate(self.mat, lens, named)
