"""Which of the faces that people clicked do not go with the faces beside them: named wrongly, with another corner for
corner 0, or cut out beside the face.

Every picture of a die shows two or three of its sides, and where each face is on a die is known. So a picture of one
face says what the others look like. Where a side looks more like another face of its die, or like the right one turned,
either the face that is up is not what people say, or the one that should be seen there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from companion.vision.enrolment.bundle_adjustment import AdjustedFace
from companion.vision.enrolment.tuning import CONTRADICTED_BY
from companion.vision.gallery import TURNS, EnrolledView, turned_face
from companion.vision.reading import FaceName
from companion.vision.whole_dice import FINE, Faces, unit_faces


def find_contradicted(faces: Sequence[AdjustedFace]) -> tuple[FaceName, ...]:
    """The faces without which the others agree, those that most speaks against first."""
    left = [pair for die in dict.fromkeys(face.top.name.die for face in faces) for pair in _contradictions(faces, die)]
    blamed = []
    while left:
        ((number, _),) = Counter(face for pair in left for face in pair).most_common(1)
        blamed.append(faces[number].top.name)
        left = [pair for pair in left if number not in pair]
    return tuple(dict.fromkeys(blamed))


def _contradictions(faces: Sequence[AdjustedFace], die: str) -> Iterator[tuple[int, int]]:
    """The faces of a die, by number, one of which is up where the other should be seen and something else is."""
    own = [number for number, face in enumerate(faces) if face.top.name.die == die]
    names = np.array([faces[number].top.name.face for number in own])
    arts = np.stack([_arts(faces[number].top.view()) for number in own])
    for place, number in enumerate(own):
        for side in faces[number].on_sides:
            (seen,) = unit_faces(FINE.art_of(side.view.picture)[None])
            likeness = arts @ seen
            expected = likeness[place, 0]
            likeness[names == names[place], 0] = -1.0
            if likeness.max() > expected + CONTRADICTED_BY:
                yield side.seen_on, number


def _arts(view: EnrolledView) -> Faces:
    """What a face looks like with each of its corners up, (turns, pixels), each of length 1."""
    return unit_faces(np.stack([FINE.art_of(turned_face(view.picture, turn)) for turn in range(TURNS)]))
