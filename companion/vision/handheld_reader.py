"""From a picture by a camera in the hand to a reading: where it was taken from, what lies there, and both together.

Each picture has a camera of its own (``locate_picture``); with it, the dice are found as by any camera. Then the dice
that lie flat tell where the picture was taken from better than the markers did (``joint_adjustment``), and every die is
reported with the doubt that is left of that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from copy import copy
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from companion.arrays import FloatArray
from companion.camera import (
    Camera,
    CameraMotion,
    HandheldCamera,
    LocatedPicture,
    NotLocatedError,
    Pinhole,
    SensorPicture,
    assess_picture,
    locate_picture,
    place_slopes,
)
from companion.catalogue import Die
from companion.geometry import Pose
from companion.text import gettext
from companion.vision import tuning
from companion.vision.gallery import Gallery
from companion.vision.picture_check import PictureCheck, check_flaws
from companion.vision.plateaus import Plateau
from companion.vision.reader import Networks, Reader, Stages
from companion.vision.reading import (
    CameraCheck,
    DieReading,
    PictureRefusedError,
    Problem,
    Reading,
    Remark,
    UnknownObject,
)
from companion.vision.whole_dice import (
    FINE,
    CalibratedScore,
    JointDie,
    JointPicture,
    OutlineMeasurement,
    Photograph,
    Silhouettes,
    VerifiedDie,
    VisibleFace,
    adjust_jointly,
)

_PROBLEMS: Final = {
    "no-markers": Problem.NO_MARKERS,
    "one-marker": Problem.FEW_MARKERS,
    "other-mat": Problem.OTHER_MAT,
    "other-lens": Problem.OTHER_LENS,
    "wrong-size": Problem.WRONG_SIZE,
    "mirrored": Problem.MIRRORED,
}


@dataclass(frozen=True, slots=True, eq=False)
class SightedPicture:
    """A picture that was located, and the dice that were seen in it by a camera that stands there."""

    located: LocatedPicture
    reader: Reader
    check: PictureCheck
    photograph: Photograph
    dice: tuple[VerifiedDie, ...]

    @property
    def name(self) -> str:
        """The picture's."""
        return self.located.picture.name

    def unknown_beside(self, dice: Sequence[DieReading]) -> tuple[UnknownObject, ...]:
        """What lies on the table and is none of these dice, whichever picture tells of them."""
        return self.reader.unknown_objects(self.photograph.foreground, dice)


class HandheldReader:
    """Reads pictures of one table by one phone, of the dice of one gallery."""

    def __init__(
        self,
        camera: HandheldCamera,
        dice: Mapping[str, Die],
        gallery: Gallery,
        networks: Networks,
        score: CalibratedScore | None = None,
    ) -> None:
        self.camera, self.dice = camera, dice
        self._parts = gallery, networks, score
        self._made: list[Reader] = []  # one, when the first picture comes, for all: where the empty table is seen from
        self._plateaus: tuple[Plateau, ...] = ()

    def with_plateaus(self, plateaus: Iterable[Plateau]) -> HandheldReader:
        """A reader of the same table on which such hills stand."""
        raised = copy(self)
        raised._plateaus = tuple(plateaus)
        return raised

    def read(self, picture: SensorPicture) -> Reading:
        """All dice of one picture.

        Raises PictureRefusedError, an OperationError, for a picture that cannot be located or read.
        """
        return self.read_located(picture)[0]

    def read_located(self, picture: SensorPicture, *, stages: Stages = nullcontext) -> tuple[Reading, LocatedPicture]:
        """The same, and where the picture was taken from, dice weighed in."""
        return read_sighted(self.sight(picture, stages=stages), stages=stages)

    def locate(self, picture: SensorPicture) -> LocatedPicture:
        """Where a picture was taken from, by its markers; raises as ``read``."""
        try:
            return locate_picture(self.camera, picture)
        except NotLocatedError as error:
            text = str(error)
            check = CameraCheck(None, len(error.seen))
            raise PictureRefusedError(text, Remark(_PROBLEMS[error.problem], text), check) from None

    def sight(self, picture: SensorPicture, *, stages: Stages = nullcontext) -> SightedPicture:
        """A picture, located, and its dice as they seem to lie; raises as ``read``."""
        with stages("camera"):
            located = self.locate(picture)
        pixels = located.picture.pixels
        seen = CameraMotion(None, located.seen, ())
        size_wh = located.picture.size_wh
        quality = assess_picture(located.camera, pixels)
        fit = PictureCheck(picture.name, seen, quality, has_markers=True, size_wh=size_wh, taken_wh=size_wh)
        check_flaws(fit)
        reader = self._over(located.camera)
        photograph, dice = reader.sight(pixels, fit, stages=stages)
        return SightedPicture(located, reader, fit, photograph, tuple(dice))

    def _over(self, camera: Camera) -> Reader:
        if not self._made:
            gallery, networks, score = self._parts
            empty = self.camera.empty
            above = camera if empty is None else replace(camera, lens=empty.lens)
            self._made.append(Reader(above, self.dice, gallery, networks, score))
        return self._made[0].over(camera).with_plateaus(self._plateaus)


def read_sighted(sighted: SightedPicture, *, stages: Stages = nullcontext) -> tuple[Reading, LocatedPicture]:
    """All dice of a picture that was sighted, and where it was taken from, dice weighed in."""
    with stages("judge"):
        located, dice, misfit = _tightened(sighted)
    reported = tuple(_reported(sighted.reader.report_die(die, sighted.check), located, die) for die in dice)
    with stages("explain"):
        unknown = sighted.unknown_beside(reported)
    remarks = remarks_about(sighted, located, reported, misfit, unknown)
    return Reading(sighted.name, reported, camera_check(located), remarks), located


def flat_die(die: VerifiedDie) -> JointDie | None:
    """A die that lies flat, for the joint adjustment, as picture 0 shows it; ``None``: it does not, or is unread."""
    if die.hypothesis is None or die.leans:
        return None
    placed = die.place.placed
    outlined = OutlineMeasurement(placed.pose, placed.sigma_mm, placed.sigma_deg)
    return JointDie(die.hypothesis.rigid_pose, die.hypothesis.vertices, {0: (outlined, die.hypothesis.rigid_pose)})


def faces_in_sight(sighted: SightedPicture, numbers: Sequence[int]) -> list[VisibleFace]:
    """The faces that a picture shows of some of its dice; ``VisibleFace.pose_index`` is the place among these."""
    shown = [sighted.dice[n].hypothesis for n in numbers]
    known = [one for one in shown if one is not None]
    bodies = [die.hypothesis.rigid_pose for die in sighted.dice if die.hypothesis is not None]
    hidden = Silhouettes(sighted.photograph.lens, bodies)
    evaluator, photograph = sighted.reader.evaluator, sighted.photograph
    rigid_poses, names = [one.rigid_pose for one in known], [one.name for one in known]
    return evaluator.visible_faces(photograph.lens, rigid_poses, names, FINE, hidden=hidden, photograph=photograph)


def _tightened(sighted: SightedPicture) -> tuple[LocatedPicture, list[VerifiedDie], float]:
    """Where a picture was taken from, by its markers and its flat dice, its dice with their corners measured, and what
    these leave unexplained (``JointDice.misfits``)."""
    dice = list(sighted.reader.tied(sighted.dice))
    flat = [(n, one) for n, die in enumerate(dice) if (one := flat_die(die)) is not None]
    if not flat:
        return sighted.located, dice, 0.0
    numbers = [n for n, _ in flat]
    located = sighted.located
    picture = JointPicture(sighted.photograph, np.eye(len(located.covariance)), faces_in_sight(sighted, numbers))
    held = np.full(len(located.covariance), is_held(located, tuning.HELD_ALONE_MM))
    step = np.zeros(len(located.covariance))
    joint = adjust_jointly([picture], [one for _, one in flat], step, located.covariance, held)
    for n, corners in zip(numbers, joint.corners, strict=True):
        dice[n] = replace(dice[n], corners=corners)
    return located.moved(joint.lenses[0], joint.covariance), dice, joint.misfits[0]


def is_held(located: LocatedPicture, most_mm: float) -> bool:
    """Whether its markers tell a picture's camera better than dice could: by them places all over the table are known
    to so much."""
    return located.table_sigma_mm < most_mm


def _reported(die: DieReading, located: LocatedPicture, verified: VerifiedDie) -> DieReading:
    """A die with the doubt of its picture's camera; of one whose corners were measured that is in them already."""
    if verified.corners is not None:
        return replace(die, covariance_mm2=verified.corners.centre_covariance_mm2)
    spread, sigma_deg = camera_doubt(located.lens, located.covariance, die.pose)
    covariance = spread + die.sigma_mm**2 * np.eye(2)
    return replace(
        die,
        sigma_mm=math.sqrt(float(np.trace(covariance)) / 2),
        sigma_deg=math.hypot(die.sigma_deg, sigma_deg),
        covariance_mm2=covariance,
    )


def camera_doubt(lens: Pinhole, covariance: FloatArray, pose: Pose) -> tuple[FloatArray, float]:
    """What the doubt of a camera makes of a die's place, (2, 2) mm², and of its heading, degrees."""
    places = np.array([pose.centre_mm, pose.corner_mm(0)])
    centre, corner = place_slopes(lens, places, pose.top_mm)
    x, y = places[1] - places[0]
    turned = np.array([-y, x]) @ (corner - centre) / (x * x + y * y)
    return np.asarray(centre @ covariance @ centre.T, np.float64), math.degrees(
        math.sqrt(float(turned @ covariance @ turned))
    )


def camera_check(located: LocatedPicture) -> CameraCheck:
    """Where a picture was taken from, as it is reported with the dice."""
    scale, sigma_mm = located.focal_scale, located.pose_sigma_mm
    return CameraCheck(None, len(located.seen), focal_scale=scale, pose_sigma_mm=sigma_mm)


def remarks_about(
    sighted: SightedPicture,
    located: LocatedPicture,
    dice: Sequence[DieReading],
    misfit: float,
    unknown: Sequence[UnknownObject],
) -> tuple[Remark, ...]:
    """What must be said beside the dice of a picture that was located so, and of what else lies there; misfit: what the
    dice leave unexplained (``JointDice.misfits``)."""
    remarks = list(sighted.check.remarks(dice, unknown))
    if misfit > tuning.UNLIKELY_MISFIT:
        text = gettext(
            "the dice do not look as they would from where the markers have the camera; places may be off by more than "
            "is said. Is this a picture of a screen or of a print, or has a marker been moved? Take one of the table "
            "itself, or calibrate anew."
        )
        remarks.append(Remark(Problem.OTHER_LENS, text))
    if located.scaled:
        wide, tall = located.picture.size_wh
        text = gettext(
            "the picture is {width} x {height} px, not as the phone takes them: a messenger may have made it smaller. "
            "Places are less exact.",
            width=wide,
            height=tall,
        )
        remarks.append(Remark(Problem.SCALED, text))
    if located.table_sigma_mm > tuning.DOUBTFUL_POSE_MM:
        text = gettext(
            "by {count} markers the camera's place is known so little that places on the table are off by "
            "{sigma_mm:.1f} mm (one sigma): take it with more of the table's corners in the picture.",
            count=len(located.seen),
            sigma_mm=located.table_sigma_mm,
        )
        remarks.append(Remark(Problem.POOR_CAMERA, text))
    return tuple(remarks)
