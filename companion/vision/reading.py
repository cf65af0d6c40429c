"""What vision says of one picture: the dice, how sure it is of each, how the camera stands; or why it says nothing.

A reading knows poses and faces; it knows no owner, no piece and no rule.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum

from companion.errors import OperationError
from companion.geometry import Outline, Point, Points, Pose
from companion.text import N_


class DieState(StrEnum):
    """How a die lies (docs/formats, Layout)."""

    FLAT = N_("vision", "flat")
    LEANING = N_("vision", "leaning")
    OVERHANGING = N_("vision", "overhanging")


@dataclass(frozen=True, slots=True)
class FaceName:
    """A printed face: the die's id, and the face's key within the die."""

    die: str
    face: str


@dataclass(frozen=True, slots=True)
class FaceGuess:
    """A face that the picture may show, with the probability that it does."""

    name: FaceName
    confidence: float


def without_part(sigma: float, part: float) -> float:
    """A standard deviation without one of its independent causes."""
    return math.sqrt(max(sigma * sigma - part * part, 0.0)) if part else sigma


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die as seen: its pose, how well it is known, its face (``None``: cannot be read) and the runners-up.

    corners_mm: where the corners of its top face really are, (3, 2) on the plan; ``None``: where the pose has them.
    tilt_deg: by how much it is tilted, where the whole die was seen so. by_calibration: how much of sigma_mm and
    sigma_deg is the camera's calibration, and so the same in every picture by it. covariance_mm2: of the centre, (2,
    2), where the camera was in the hand.
    """

    pose: Pose
    sigma_mm: float
    sigma_deg: float
    state: DieState
    name: FaceName | None
    confidence: float
    alternatives: tuple[FaceGuess, ...] = ()
    corners_mm: Points | None = field(default=None, compare=False)
    tilt_deg: float | None = field(default=None, compare=False)
    by_calibration: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    covariance_mm2: Points | None = field(default=None, compare=False)

    @property
    def repeat_sigma_mm(self) -> float:
        """How far the place differs from one picture by this camera to the next."""
        return without_part(self.sigma_mm, self.by_calibration[0])

    @property
    def repeat_sigma_deg(self) -> float:
        """How far the heading differs from one picture by this camera to the next."""
        return without_part(self.sigma_deg, self.by_calibration[1])

    @property
    def top_corners_mm(self) -> Points:
        """The corners of the top face on the plan, (3, 2)."""
        return self.pose.top_corners_mm() if self.corners_mm is None else self.corners_mm

    @property
    def measured_top(self) -> Outline | None:
        """The measured corners in plain numbers; ``None``: where the pose has them."""
        return None if self.corners_mm is None else tuple((float(x), float(y)) for x, y in self.corners_mm)


@dataclass(frozen=True, slots=True)
class UnknownObject:
    """Something of a die's size or larger that hides the table and is reported as no die: a hand, a cup, or a die that
    was overlooked.

    outline_mm: the convex outline within which it is seen, on the plane at ``height_mm``, half as high as a die;
    radius_mm: of the circle around its centre that holds it.
    """

    centre_mm: Point
    radius_mm: float
    outline_mm: Outline
    height_mm: float


@dataclass(frozen=True, slots=True)
class CameraCheck:
    """How far the camera has moved on the table since it was calibrated, by how many markers, and which are hidden.

    Of a camera in the hand: focal_scale, its focal length in those of its lens; pose_sigma_mm: how far off a place at
    the table's centre is to be expected, one sigma along an axis.
    """

    moved_mm: float | None
    markers_seen: int
    hidden: tuple[int, ...] = ()
    focal_scale: float | None = None
    pose_sigma_mm: float | None = None


class Problem(StrEnum):
    """What may be wrong with a picture; the codes of ``why`` in a layout (docs/formats, Layout)."""

    NO_PICTURE = "no-picture"
    WRONG_SIZE = "wrong-size"
    CAMERA_MOVED = "camera-moved"
    MIRRORED = "mirrored"
    TOO_DARK = "too-dark"
    BLANK = "blank"
    OVEREXPOSED = "overexposed"
    BLURRED = "blurred"
    GREY = "grey"
    MARKERS_HIDDEN = "markers-hidden"
    NO_MARKERS = "no-markers"
    FEW_MARKERS = "few-markers"
    OTHER_MAT = "other-mat"
    OTHER_LENS = "other-lens"
    OTHER_LAYOUT = "other-layout"
    MARKER_MOVED = "marker-moved"
    NO_DICE = "no-dice"
    SCALED = "scaled"
    UNKNOWN_OBJECT = "unknown-object"
    POOR_CAMERA = "poor-camera"


#: What light and lens did to a picture, as against what lies on the table and where the camera stands.
FLAWS = frozenset({Problem.TOO_DARK, Problem.BLANK, Problem.OVEREXPOSED, Problem.BLURRED, Problem.GREY})


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that must be said of a picture: its code, and a sentence with what it costs and what to do about it.

    about: what lies there, where it is about something on the table.
    """

    why: Problem
    text: str
    about: UnknownObject | None = None


class PictureRefusedError(OperationError):
    """A picture of which nothing is reported, with the remark that says why and what its markers showed."""

    def __init__(self, message: str, remark: Remark, camera: CameraCheck) -> None:
        super().__init__(message)
        self.remark, self.camera = remark, camera


@dataclass(frozen=True, slots=True)
class Reading:
    """All that vision says of one picture; remarks: what must be said beside the dice."""

    image: str
    dice: tuple[DieReading, ...]
    camera: CameraCheck
    remarks: tuple[Remark, ...] = ()

    @property
    def flaws(self) -> tuple[Remark, ...]:
        """What light and lens did to the picture."""
        return tuple(remark for remark in self.remarks if remark.why in FLAWS)

    @property
    def unknown_objects(self) -> tuple[UnknownObject, ...]:
        """What lies on the table and is reported as no die."""
        return tuple(remark.about for remark in self.remarks if remark.about is not None)


def is_foreign(reading: Reading) -> bool:
    """Whether dice are seen and not one of them is known: a gallery of other dice was read with."""
    return bool(reading.dice) and all(die.name is None for die in reading.dice)
