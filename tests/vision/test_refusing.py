"""Faces that are blurred or lost in glare are refused by name, and good ones never are; two alike are named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.arrays import Image
from companion.codec.gallery import read_gallery
from companion.codec.reader import load_networks
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.vision import (
    EnrolledView,
    EnrolmentRefusal,
    FaceFault,
    FaceName,
    Gallery,
    Networks,
    TwinWarning,
    describe_notices,
    find_duplicate_face,
    find_fault,
    find_twins,
    find_washed_out,
    reject_faulty,
)
from companion.vision.enrolment.quality_gate import glare_share, sharpness
from companion.vision.enrolment.tuning import LEAST_SHARPNESS, MOST_GLARE


@pytest.fixture(scope="module")
def networks() -> Networks:
    return load_networks()


@pytest.fixture(scope="module")
def faces(networks: Networks) -> Gallery:
    """Five whole dice of the bundled gallery, in several lights."""
    gallery = read_gallery(bundled(Bundled.DICE_FACES, "gallery"), networks.classifier)
    return gallery.only(sorted({v.name.die for v in gallery.views})[:5])


def blurred(face: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(face, (0, 0), 6.0), np.uint8)  # of 192 px: 2 mm on a two-inch die


def far_away(face: Image) -> Image:
    """As it is seen at the far end of a table, at 40 degrees: 23 px an edge, and flattened."""
    small = cv2.resize(face, (30, 18), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, face.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def smeared(face: Image) -> Image:
    return np.asarray(cv2.blur(cv2.GaussianBlur(face, (0, 0), 2.0), (31, 1)), np.uint8)


def glared(face: Image) -> Image:
    lamp = np.zeros(face.shape[:2], np.float32)
    cv2.circle(lamp, (90, 100), 52, 1.0, -1)
    return np.asarray(np.clip(face + 400 * cv2.GaussianBlur(lamp, (0, 0), 8)[..., None], 0, 255), np.uint8)


def photographed_again(face: Image) -> Image:
    around = cv2.getRotationMatrix2D((95.5, 95.5), 121, 1.01)
    turned = cv2.warpAffine(face, around, (192, 192), borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(4).normal(0, 4, face.shape)
    return np.asarray(np.clip(0.85 * turned + noise, 0, 255), np.uint8)


def test_no_bundled_face_is_refused(faces: Gallery, networks: Networks) -> None:
    kept, refusals = reject_faulty(faces)
    assert refusals == ()
    assert find_twins(faces, networks.classifier) == ()
    assert len(kept.views) == len(faces.views) >= 40


def test_no_face_is_refused_for_being_small(faces: Gallery) -> None:
    assert {find_fault(far_away(view.picture)) for view in faces.views} == {None}


def test_blurred_faces_are_refused(faces: Gallery) -> None:
    assert {find_fault(blurred(view.picture)) for view in faces.views} == {FaceFault.BLURRED}


def test_faces_smeared_along_a_way_are_far_less_sharp(faces: Gallery) -> None:
    ratios = [sharpness(smeared(view.picture)) / sharpness(view.picture) for view in faces.views]
    assert max(ratios) < 0.7
    assert min(sharpness(view.picture) for view in faces.views) > 1.5 * LEAST_SHARPNESS


def test_glared_faces_are_refused(faces: Gallery) -> None:
    assert {find_fault(glared(view.picture)) for view in faces.views} == {FaceFault.GLARED}
    assert max(glare_share(view.picture) for view in faces.views) < MOST_GLARE / 2


@pytest.mark.parametrize("die", ["its own", "another"])
def test_the_later_of_two_twins_is_kept_and_names_the_first(faces: Gallery, networks: Networks, die: str) -> None:
    first = faces.views[0]
    name = FaceName(first.name.die if die == "its own" else "my/other", "twin")
    duplicate_face = EnrolledView(name, first.edge_mm, photographed_again(first.picture))
    assert find_duplicate_face(duplicate_face, faces, networks.classifier) == first.name
    gallery = Gallery.of([*faces.views[:8], duplicate_face], networks.classifier)
    kept, refusals = reject_faulty(gallery)
    assert (len(kept.views), refusals) == (9, ())
    (warning,) = find_twins(kept, networks.classifier)
    assert warning == TwinWarning(name, first.name)
    assert ("of another die" in warning.sentence()) is (die == "another")
    assert f"{first.name.die} side {first.name.face}" in warning.sentence()


def test_several_views_of_one_face_are_no_twins(faces: Gallery, networks: Networks) -> None:
    first = faces.views[0]
    again = replace(first, picture=photographed_again(first.picture))
    assert find_twins(Gallery.of([first, again], networks.classifier), networks.classifier) == ()
    larger = EnrolledView(FaceName("my/giant", "8"), 2 * first.edge_mm, again.picture)
    assert find_duplicate_face(larger, faces, networks.classifier) is None, "a giant die is never taken for a small one"


@pytest.mark.parametrize(("fault", "cure"), [(FaceFault.BLURRED, "Focus"), (FaceFault.GLARED, "Move the lamp")])
def test_a_refusal_says_which_face_why_and_what_to_do(fault: FaceFault, cure: str) -> None:
    message = EnrolmentRefusal(FaceName("t/tank", "8"), fault).sentence("enrol-03.jpg")
    assert message.startswith("t/tank side 8 in enrol-03.jpg is refused: ")
    assert cure in message


def in_bright_light(face: Image) -> Image:
    """As a camera shows it whose highlights roll off softly: all of it bright, little of it distinguished."""
    return np.asarray(195 + 0.2 * face, np.uint8)


def test_a_washed_out_face_is_enrolled_with_a_warning_and_good_ones_without(faces: Gallery, networks: Networks) -> None:
    assert find_washed_out(faces) == ()
    name = faces.views[0].name
    bright = [replace(view, picture=in_bright_light(view.picture)) for view in faces.views if view.name == name]
    assert find_fault(bright[0].picture) is None, "neither blurred nor lost in glare"
    soft = blurred(faces.views[0].picture)
    bare = np.asarray(235 - 0.3 * soft.max() + 0.3 * soft, np.uint8)
    assert sharpness(bare) < LEAST_SHARPNESS, "of strokes that are hardly there none can be sharp"
    assert find_fault(bare) is None
    washed_out = Gallery.of(bright, networks.classifier)
    assert [warning.name for warning in find_washed_out(washed_out)] == [name]
    (reported,) = describe_notices(find_washed_out(washed_out), {name: "a.jpg"})
    assert reported.startswith(f"{name.die} side {name.face} in a.jpg is washed out: ")
    both = Gallery.of([*bright, *(view for view in faces.views if view.name == name)], networks.classifier)
    assert find_washed_out(both) == (), "another view of it is good"
