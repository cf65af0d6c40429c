"""Which reading belongs to which die: truth and reading of a picture, brought together.

Each true die takes the nearest reading that is left and lies within reach, dice that lie flat first; what nobody takes
is something listed that is no die. Where a tilted die "is" depends on how it is described: it reaches farther.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.geometry import turn_between_deg
from companion.text import N_
from companion.vision.evaluation.rigs import RigScene, TrueDie
from companion.vision.reading import DieReading, DieState, Reading

_REACH_MM: Final = 20.0
_REACH_LEANING_MM: Final = 40.0
#: Giant dice are twice as large as the others.
_GIANT_EDGE_MM: Final = 60.0
#: At least this share of a top face has to be seen before its die must be read.
WELL_SEEN: Final = 0.85
#: Off by more than this, a heading belongs to another corner.
_ANOTHER_CORNER_DEG: Final = 30.0


class FailureKind(StrEnum):
    """In what a die that must be read was read wrongly, or what was reported that is not so."""

    NOT_FOUND = N_("report", "not found")
    UNREAD = N_("report", "found, not read")
    WRONG_FACE = N_("report", "read as another")
    WRONG_TURN = N_("report", "wrong corner taken for corner 0")
    WRONG_STATE = N_("report", "wrong in how it lies")
    NO_DIE = N_("report", "listed, is no die")
    STRANGER_NAMED = N_("report", "never enrolled, yet named")


@dataclass(frozen=True, slots=True)
class DieComparison:
    """A true die with what was read of it, or one of them alone: a die not found, or something listed that is none.

    out_of_gallery: the die was left out of the enrolment, so that it must not be named.
    """

    image: str
    truth: TrueDie | None
    seen: DieReading | None
    out_of_gallery: bool = False

    @property
    def required(self) -> bool:
        """Whether this die must be read: it does not lean, is seen well enough, and was enrolled."""
        truth = self.truth
        return bool(
            truth and truth.state is not DieState.LEANING and truth.visible >= WELL_SEEN and not self.out_of_gallery
        )

    @property
    def off_mm(self) -> float | None:
        """How far the centre was read from where it is."""
        return math.dist(self.truth.centre_mm, self.seen.pose.centre_mm) if self.truth and self.seen else None

    @property
    def turned_deg(self) -> float | None:
        """How far the heading was read from what it is, 0..180."""
        if not (self.truth and self.seen):
            return None
        return turn_between_deg(self.seen.pose.heading_deg, self.truth.heading_deg)

    @property
    def right_turn(self) -> bool:
        """Whether corner 0 is the right corner."""
        return self.turned_deg is not None and self.turned_deg < _ANOTHER_CORNER_DEG

    @property
    def right_face(self) -> bool:
        """Whether die and face are named rightly."""
        return bool(self.truth and self.seen and self.seen.name == self.truth.name)

    @property
    def read(self) -> bool:
        """Whether die, face and turn are right."""
        return self.right_face and self.right_turn

    @property
    def failure(self) -> FailureKind | None:
        """In what this sighting is wrong; ``None`` where it is right or nothing was demanded of it."""
        truth, seen = self.truth, self.seen
        if truth is None:
            return FailureKind.NO_DIE
        if self.required:
            return self._failure_of_required(truth)
        if seen is None:
            return None
        if truth.state is DieState.LEANING:
            return None if seen.state is DieState.LEANING else FailureKind.WRONG_STATE
        return FailureKind.STRANGER_NAMED if self.out_of_gallery and seen.name is not None else None

    def _failure_of_required(self, truth: TrueDie) -> FailureKind | None:
        if self.seen is None:
            return FailureKind.NOT_FOUND
        if not self.right_face:
            return FailureKind.UNREAD if self.seen.name is None else FailureKind.WRONG_FACE
        if not self.right_turn:
            return FailureKind.WRONG_TURN
        return None if self.seen.state is truth.state else FailureKind.WRONG_STATE


@dataclass(frozen=True, slots=True)
class PictureComparison:
    """One picture: what was read of its dice, and what was listed besides."""

    scene: RigScene
    sightings: tuple[DieComparison, ...]
    extra: tuple[DieComparison, ...]

    @property
    def everything(self) -> tuple[DieComparison, ...]:
        """True dice, then what is none."""
        return self.sightings + self.extra

    @property
    def perfect(self) -> bool:
        """Whether everything that was demanded is right and nothing is listed that is no die."""
        return all(s.failure in {None, FailureKind.STRANGER_NAMED} for s in self.everything)


def compare_with_truth(scene: RigScene, reading: Reading, out_of_gallery: Collection[str] = ()) -> PictureComparison:
    """Bring truth and reading together; ``out_of_gallery``: ids of the dice that were left out of the enrolment."""
    left = list(reading.dice)
    sightings = []
    for truth in sorted(scene.dice, key=lambda die: die.state is DieState.LEANING):
        seen = _nearest(truth, left)
        if seen is not None:
            left = [die for die in left if die is not seen]
        sightings.append(DieComparison(scene.picture.name, truth, seen, truth.name.die in out_of_gallery))
    return PictureComparison(
        scene, tuple(sightings), tuple(DieComparison(scene.picture.name, None, die) for die in left)
    )


def _nearest(truth: TrueDie, dice: Iterable[DieReading]) -> DieReading | None:
    reach = _REACH_LEANING_MM if truth.state is DieState.LEANING else _REACH_MM
    reach *= 1 if truth.edge_mm < _GIANT_EDGE_MM else 2
    near = [(math.dist(truth.centre_mm, die.pose.centre_mm), die) for die in dice]
    within = [pair for pair in near if pair[0] < reach]
    return min(within, key=lambda pair: pair[0])[1] if within else None
