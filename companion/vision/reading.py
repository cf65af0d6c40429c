"""What vision says of one picture: the dice, how sure it is of each, and how the camera stands.

A reading knows poses and faces; it knows no owner, no piece and no rule.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from companion.geometry import Points, Pose


class State(StrEnum):
    """How a die lies (contract, section 3)."""

    FLAT = "flat"
    LEANING = "leaning"
    OVERHANGING = "overhanging"


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


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die as seen: its pose, how well it is known, its face (``None``: cannot be told) and the runners-up.

    corners_mm: where the corners of its top face really are, (3, 2) on the plan; ``None``: where the pose has them.
    """

    pose: Pose
    sigma_mm: float
    sigma_deg: float
    state: State
    name: FaceName | None
    confidence: float
    alternatives: tuple[FaceGuess, ...] = ()
    corners_mm: Points | None = field(default=None, compare=False)

    @property
    def top_corners_mm(self) -> Points:
        """The corners of the top face on the plan, (3, 2)."""
        return self.pose.top_corners_mm() if self.corners_mm is None else self.corners_mm


@dataclass(frozen=True, slots=True)
class CameraCheck:
    """How far the camera has moved on the table since it was calibrated, by how many markers, and which are hidden."""

    moved_mm: float | None
    markers_seen: int
    hidden: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """All that vision says of one picture."""

    image: str
    dice: tuple[DieReading, ...]
    camera: CameraCheck
