"""Which of the faces that people clicked do not go with the faces beside them: named wrongly, with another corner for
corner 0, or cut out beside the face.

Every picture of a die shows two or three of its sides, and where each face is on a die is known. So a picture of one
face says what the others look like. Where a side looks more like another face of its die, or like the right one turned,
either the face that is up is not what people say, or the one that should be seen there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from companion.vision.enrolment.bundle_adjustment import AdjustedFace
from companion.vision.enrolment.tuning import CONTRADICTED_BY, FEWEST_AGREEING, LEAST_AGREEMENT
from companion.vision.gallery import TURNS, EnrolledView, turned_face
from companion.vision.whole_dice import FINE, Faces, unit_faces


@dataclass(frozen=True, slots=True)
class _SideMatch:
    """A side that a picture shows: the number of the face that is up, and of the one that should be seen there; how
    like that it is, and how like the likest other face, or turn, -1 to 1."""

    seen_on: int
    expected: int
    alike: float
    rival: float

    @property
    def contradicts(self) -> bool:
        """Whether something else is seen there."""
        return self.rival > self.alike + CONTRADICTED_BY


def find_contradicted(faces: Sequence[AdjustedFace]) -> tuple[int, ...]:
    """The numbers of the faces without which the others agree, those that most speaks against first."""
    dice = dict.fromkeys(face.top.name.die for face in faces)
    left = [match for die in dice for match in _matches(faces, die) if match.contradicts]
    blamed = []
    while left:
        ((number, _),) = Counter(one for match in left for one in (match.seen_on, match.expected)).most_common(1)
        blamed.append(number)
        left = [match for match in left if number not in (match.seen_on, match.expected)]
    return tuple(blamed)


def goes_with_others(faces: Sequence[AdjustedFace], number: int) -> bool:
    """Whether all that is seen beside a face, and of it beside others, is what it should be."""
    matches = _matches(faces, faces[number].top.name.die)
    own = [match for match in matches if number in (match.seen_on, match.expected)]
    alike = [match.alike for match in own]
    return len(own) >= FEWEST_AGREEING and min(alike) > LEAST_AGREEMENT and not any(one.contradicts for one in own)


def _matches(faces: Sequence[AdjustedFace], die: str) -> Iterator[_SideMatch]:
    """All sides of a die that are seen."""
    own = [number for number, face in enumerate(faces) if face.top.name.die == die]
    names = np.array([faces[number].top.name.face for number in own])
    arts = np.stack([_arts(faces[number].top.view()) for number in own])
    for place, number in enumerate(own):
        for side in faces[number].on_sides:
            (seen,) = unit_faces(FINE.art_of(side.view.picture)[None])
            likeness = arts @ seen
            alike = float(likeness[place, 0])
            likeness[names == names[place], 0] = -1.0
            yield _SideMatch(side.seen_on, number, alike, float(likeness.max()))


def _arts(view: EnrolledView) -> Faces:
    """What a face looks like with each of its corners up, (turns, pixels), each of length 1."""
    return unit_faces(np.stack([FINE.art_of(turned_face(view.picture, turn)) for turn in range(TURNS)]))
