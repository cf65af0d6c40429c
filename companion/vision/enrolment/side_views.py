"""Faces that were enrolled in a bad light, as other pictures show them on the sides of their dice.

Where the sun falls on a table, a face may be enrolled half in a shade, or so bright that its print is lost, and is not
known again in the shade. But the pictures of the other faces of its die show it as well, slanting, and in another
light; before a low camera even more squarely than from above.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from companion.catalogue import Die
from companion.vision.enrolment.bundle_adjustment import AdjustedFace, FaceSample, adjust_faces
from companion.vision.enrolment.quality_gate import find_fault
from companion.vision.enrolment.tuning import MOST_SIDES, OTHER_LIGHT_LIKENESS, SAME_FACE_LIKENESS
from companion.vision.gallery import EnrolledView
from companion.vision.whole_dice import FINE, unit_faces


def agreed_views(dice: Mapping[str, Die], samples: Sequence[FaceSample]) -> list[EnrolledView]:
    """The faces of some dice as a gallery is to keep them: cut out where all sights of their dice say that they are
    (``adjust_faces``), and as their sides show them, where they need it."""
    return [view for face in adjust_faces(dice, samples) for view in views_of(face)]


def views_of(face: AdjustedFace) -> list[EnrolledView]:
    """The face as it was enrolled, and then such sides as show it in another light, or where that picture has a
    fault."""
    enrolled = face.top.view()
    most_alike = 1.0 if find_fault(enrolled.picture) else OTHER_LIGHT_LIKENESS
    further = [
        side
        for side, alike in zip(face.on_sides, _likeness(enrolled, face.on_sides), strict=True)
        if SAME_FACE_LIKENESS < alike < most_alike and find_fault(side.picture) is None
    ]
    return [enrolled, *further[:MOST_SIDES]]


def _likeness(enrolled: EnrolledView, sides: tuple[EnrolledView, ...]) -> Iterator[float]:
    """How alike each side is to the face as it was enrolled (correlation)."""
    first, *others = unit_faces(np.stack([FINE.art_of(view.picture) for view in (enrolled, *sides)]))
    return (float(first @ other) for other in others)
