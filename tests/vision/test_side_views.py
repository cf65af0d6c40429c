"""A face that was enrolled in a bad light is saved as other pictures show it on the sides of its die, too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from companion.arrays import Image
from companion.codec.reader import load_networks
from companion.opencv import cv2
from companion.vision import EnrolmentRefusal, FaceName, FaultWarning, Gallery, Photograph, reject_faulty
from companion.vision.enrolment.bundle_adjustment import adjust_faces
from companion.vision.enrolment.face_clicks import views_of
from companion.vision.enrolment.quality_gate import FaceFault, find_fault
from companion.vision.gallery import EnrolledView
from tests.vision.rolled_die import LENS, Rolled

#: The face that is seen on two other copies of its die.
SPOILT = "1"


def enrolled(rolled: Rolled, spoil: Callable[[Image], Image]) -> dict[str, list[EnrolledView]]:
    """The views of each face, by its key, where the top face of one is spoilt in the picture."""
    (sample,) = (one for one in rolled.samples if one.name.face == SPOILT)
    outline = LENS.project(sample.corners_mm).round().astype(np.int32)
    picture = sample.photograph.picture
    inside = cv2.fillPoly(np.zeros(picture.shape[:2], np.uint8), [outline], 1)[..., None] > 0
    photograph = Photograph(np.where(inside, spoil(picture), picture), LENS)
    samples = [replace(one, photograph=photograph) for one in rolled.samples]
    return {face.top.name.face: views_of(face) for face in adjust_faces(rolled.dice, samples)}


def washed_out(picture: Image) -> Image:
    """As in the sun: what is printed in the upper half is all but lost."""
    lit = np.minimum(picture.astype(np.float32) * np.linspace(9, 1, len(picture))[:, None, None] + 90, 255)
    return lit.astype(np.uint8)


def blurred(picture: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 4), np.uint8)


def test_in_even_light_each_face_is_enrolled_once(rolled: Rolled) -> None:
    views = enrolled(rolled, lambda picture: picture)
    assert {len(some) for some in views.values()} == {1}


def test_what_was_enrolled_in_the_sun_is_known_by_its_sides_too(rolled: Rolled) -> None:
    views = enrolled(rolled, washed_out)
    (first, *sides) = views[SPOILT]
    assert sides
    assert {view.name for view in views[SPOILT]} == {first.name}
    assert all(view.shift_covariance_mm2 is not None for view in sides)
    assert all(len(some) == 1 for face, some in views.items() if face != SPOILT)


def test_what_was_blurred_is_enrolled_by_its_sides_and_not_refused(rolled: Rolled) -> None:
    views = enrolled(rolled, blurred)
    first, *sides = views[SPOILT]
    assert find_fault(first.picture) is FaceFault.BLURRED
    network = load_networks().classifier
    kept, reported = reject_faulty(Gallery.of(views[SPOILT], network))
    assert sides
    assert all(view.picture is side.picture for view, side in zip(kept.views, sides, strict=True))
    name = FaceName("ogre/heavy-tank", SPOILT)
    assert reported == (FaultWarning(name, FaceFault.BLURRED),)
    assert reject_faulty(Gallery.of([first], network))[1] == (EnrolmentRefusal(name, FaceFault.BLURRED),)
