"""Following a die as it is rolled over its edges: which side is up now, by where it lies and by what it looks like.

A step over corner k moves the top face by one circumradius toward that corner and brings up the side that the die's net
says (GEO-08). Up to two steps are followed at once. A side that was filed is known by its looks wherever it lies; looks
that speak against a step win.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.catalogue import CORNERS, Die
from companion.geometry import Pose, circumradius_mm, rolled_pose, wrap_deg
from companion.vision import FaceSimilarity

#: A die slips a little as it is rolled: so far, in circumradii, and so much may a step end from where it should.
_SLIP: Final = 0.45
_SLIP_DEG: Final = 25.0
#: A filed side is recognised from this similarity (-2..2) on, where no other side is nearly as like.
_RECOGNISED: Final = 1.8
_MARGIN: Final = 0.05
#: Different sides reach 1.83: beyond this it is the filed one, whatever the step says.
_SURELY: Final = 1.87
#: A side that is filed and that the step says is up cannot look less like itself than this.
_LEAST: Final = 1.4


@dataclass(frozen=True, slots=True)
class TrackedRoll:
    """How the die lies: its pose, the heading pointing to corner 0 of the side that is up."""

    face: str
    pose: Pose


def track_roll(
    die: Die, before: TrackedRoll | None, pose: Pose, similarities: Sequence[FaceSimilarity]
) -> TrackedRoll | None:
    """The tracked roll of a die that now lies at ``pose`` (heading to any corner); ``None`` where nobody can tell."""
    known = _recognised(pose, similarities)
    stepped = _nearest(_hypotheses(die, before), pose) if before else None
    return known if stepped is None or _spoken_against(stepped.face, similarities) else stepped


def _recognised(pose: Pose, similarities: Sequence[FaceSimilarity]) -> TrackedRoll | None:
    """The filed side that is up, by its looks alone."""
    if not similarities or similarities[0].value < _RECOGNISED:
        return None
    first = similarities[0]
    rivals = [one.value for one in similarities if (one.name, one.turn) != (first.name, first.turn)]
    if rivals and first.value - max(rivals) < _MARGIN:
        return None
    return TrackedRoll(first.name.face, pose.turned(-first.turn))


def _spoken_against(face: str, similarities: Sequence[FaceSimilarity]) -> bool:
    """Whether looks contradict that this side is up.

    Sides of one die share their painting: of one that is filed another may look more like what is up by a little only,
    and one that is not filed may look much like a filed one.
    """
    own = max((one.value for one in similarities if one.name.face == face), default=None)
    best = max((one.value for one in similarities if one.name.face != face), default=-2.0)
    if own is None:
        return best > _SURELY
    return own < _LEAST or best > own + 2 * _MARGIN


def _hypotheses(die: Die, before: TrackedRoll) -> Iterator[TrackedRoll]:
    """Where the die would lie had it stayed, or been rolled once or twice."""
    yield before
    for once in _steps(die, before):
        yield once
        yield from (twice for twice in _steps(die, once) if twice.face != before.face)


def _steps(die: Die, tracked_roll: TrackedRoll) -> Iterator[TrackedRoll]:
    face = die.face(tracked_roll.face)
    if face is None or face.vertices is None:
        return
    for corner in CORNERS:
        up = die.face_over(face, corner)
        if up is not None and up.vertices is not None:
            yield TrackedRoll(up.key, rolled_pose(tracked_roll.pose, face.vertices, corner, up.vertices))


def _nearest(hypotheses: Iterator[TrackedRoll], pose: Pose) -> TrackedRoll | None:
    """The hypothesis that fits best, lying exactly where the die was seen; ``None`` where none fits."""
    reach_mm = _SLIP * circumradius_mm(pose.edge_mm)
    fitting = [
        (math.dist(one.pose.centre_mm, pose.centre_mm), one)
        for one in hypotheses
        if math.dist(one.pose.centre_mm, pose.centre_mm) < reach_mm
        and abs(_off_deg(one.pose.heading_deg, pose.heading_deg)) < _SLIP_DEG
    ]
    if not fitting:
        return None
    best = min(fitting, key=lambda pair: pair[0])[1]
    return TrackedRoll(
        best.face, replace(pose, heading_deg=best.pose.heading_deg + _off_deg(best.pose.heading_deg, pose.heading_deg))
    )


def _off_deg(expected_deg: float, seen_deg: float) -> float:
    """How far a heading to any corner is off, -60..60."""
    return wrap_deg(seen_deg - expected_deg, 120.0)
