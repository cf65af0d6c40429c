"""A die rolled before the camera is filed side by side; what is up is asked once, and again where nobody can read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.camera import Camera
from companion.catalogue import CORNERS, Die
from companion.codec.gallery import add_to_gallery, read_gallery, write_gallery
from companion.codec.reader import load_networks
from companion.geometry import Pose, rolled_pose
from companion.resources import Bundled, bundled
from companion.session.guided_enrolment import DieLocator, DieObservation
from companion.session.guided_enrolment.guide import Guide, Need, TrackedRoll
from companion.session.guided_enrolment.roll_presenter import enrolment_sentence
from companion.vision import (
    EnrolledView,
    FaceFault,
    FaceName,
    FaceSimilarity,
    Gallery,
    Networks,
    Photograph,
    agreed_views,
    find_duplicate_face,
)
from tests.vision.rolled_die import LENS

from .conftest import Rolled, photograph

HERE = Pose(400.0, 300.0, 20.0, 50.8)


@pytest.fixture(scope="session")
def networks() -> Networks:
    return load_networks()


@pytest.fixture(scope="session")
def known(networks: Networks) -> Gallery:
    """What everybody else has enrolled: here, the bundled dice."""
    return read_gallery(bundled(Bundled.DICE_FACES, "gallery"), networks.classifier)


# with photographs ----------------------------------------------------------------------------------------------------


def test_all_eight_sides_are_filed_and_the_side_is_asked_once(
    die: Die, camera: Camera, rolls: list[Rolled], known: Gallery, networks: Networks, tmp_path: Path
) -> None:
    locator, guide = DieLocator(camera, die, known, networks), Guide(die)
    for number, roll in enumerate(rolls):
        guide = guide.seen(locator.locate(roll.pixels, camera, guide.views))
        if number == 0:
            assert guide.need is Need.SIDE
            guide = guide.answered(roll.face, roll.corner_up(guide.observation.pose))
        assert guide.need is (Need.ROLL if number < 7 else Need.DONE)
        assert guide.tracked_roll is not None
        assert guide.tracked_roll.face == roll.face
        assert _apart_deg(guide.tracked_roll.pose.heading_deg, roll.pose.heading_deg) < 5
    assert guide.asked == 1
    assert {side.face for side in guide.filed} == {face.key for face in die.faces}
    for shown in guide.views:  # each is the face that it says, as the bundled gallery has it
        assert find_duplicate_face(replace(shown, name=FaceName("another/die", "")), known, networks.classifier) in {
            None,
            shown.name,
        }
    agreed = agreed_views({die.id: die}, [side.sample for side in guide.filed])
    assert {view.name for view in agreed} == {view.name for view in guide.views}
    assert all(view.shift_covariance_mm2 is not None for view in agreed), "placed by all pictures together"
    kept = add_to_gallery(agreed, tmp_path / "gallery", networks.classifier)
    assert {v.name for v in kept.views} == {
        v.name for v in read_gallery(tmp_path / "gallery", networks.classifier).views
    }


def test_a_filed_side_is_known_wherever_the_die_is_put_down(
    die: Die, camera: Camera, rolls: list[Rolled], known: Gallery, networks: Networks
) -> None:
    locator, first = DieLocator(camera, die, known, networks), rolls[0]
    guide = Guide(die).seen(locator.locate(first.pixels, camera, ()))
    guide = guide.answered(first.face, first.corner_up(guide.observation.pose))
    elsewhere = Pose(700.0, 200.0, 141.0, die.edge_mm)
    guide = guide.seen(locator.locate(photograph(die, camera, [(first.face, elsewhere)]), camera, guide.views))
    assert (guide.need, guide.asked) == (Need.ROLL, 1)
    assert guide.tracked_roll is not None
    assert guide.tracked_roll.face == first.face
    assert _apart_deg(guide.tracked_roll.pose.heading_deg, 141.0) < 5


def test_one_die_alone_is_wanted(die: Die, camera: Camera, known: Gallery, networks: Networks) -> None:
    locator, two = DieLocator(camera, die, known, networks), [("8", HERE), ("3", replace(HERE, x_mm=620.0))]
    assert Guide(die).seen(locator.locate(photograph(die, camera, []), camera, ())).need is Need.PUT_DOWN
    assert Guide(die).seen(locator.locate(photograph(die, camera, two), camera, ())).need is Need.ALONE


def test_a_gallery_keeps_its_other_dice(die: Die, known: Gallery, networks: Networks, tmp_path: Path) -> None:
    start, own = tmp_path / "start", tmp_path / "own"
    write_gallery(known.only(["ogre/gev", die.id]), start, networks.classifier)
    filed = [EnrolledView(FaceName(die.id, "8"), die.edge_mm, known.views[0].picture)]
    add_to_gallery(filed, own, networks.classifier, begin_with=start)
    reported = add_to_gallery(filed, own, networks.classifier, begin_with=tmp_path / "gone")  # what is there now counts
    kept = read_gallery(own, networks.classifier)
    assert [v.name for v in kept.views] == [v.name for v in reported.views]
    assert np.array_equal(kept.prints, reported.prints)
    assert sum(v.name == FaceName(die.id, "8") for v in kept.views) == 1
    assert len({v.name for v in kept.views}) == 16
    for file in start.glob("ogre-gev-*.jpg"):
        assert (own / file.name).read_bytes() == file.read_bytes()


def test_lost_fingerprints_are_made_anew(known: Gallery, networks: Networks, tmp_path: Path) -> None:
    write_gallery(known.only(["ogre/gev"]), tmp_path, networks.classifier)
    (tmp_path / "fingerprints.npz").unlink()
    assert np.allclose(read_gallery(tmp_path, networks.classifier).prints, known.only(["ogre/gev"]).prints, atol=0.05)


# by itself -----------------------------------------------------------------------------------------------------------


def _look(
    pose: Pose, *like: tuple[str, int, float], fault: FaceFault | None = None, duplicate_face: FaceName | None = None
) -> DieObservation:
    faces = tuple(np.full((192, 192, 3), 60 * turn, np.uint8) for turn in range(3))
    return DieObservation(
        1,
        Photograph(faces[0], LENS),
        pose,
        faces,
        fault,
        tuple(FaceSimilarity(FaceName("d", f), turn, v, v) for f, turn, v in like),
        duplicate_face,
    )


def _begun(die: Die, face: str = "8") -> Guide:
    return Guide(die).seen(_look(HERE)).answered(face, 0)


def _after_step(die: Die, face: str, corner: int, pose: Pose = HERE) -> TrackedRoll:
    up = die.face(face)
    assert up is not None
    after = die.face_over(up, corner)
    assert after is not None
    return TrackedRoll(after.key, rolled_pose(pose, up.vertices or "", corner, after.vertices or ""))


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_a_step_over_each_corner_is_followed_whichever_corner_is_seen(die: Die, corner: int, turn: int) -> None:
    """GEO-08."""
    stepped = _after_step(die, "8", corner)
    seen = replace(stepped.pose, x_mm=stepped.pose.x_mm + 5, heading_deg=stepped.pose.heading_deg + 120 * turn + 8)
    guide = _begun(die).seen(_look(seen))
    assert guide.tracked_roll is not None
    assert guide.tracked_roll.face == stepped.face
    assert _apart_deg(guide.tracked_roll.pose.heading_deg, stepped.pose.heading_deg + 8) < 1e-6
    filed = guide.last
    assert filed is not None
    assert filed.face == stepped.face
    assert filed.view.picture[0, 0, 0] == 60 * (-turn % 3), "the picture is filed with corner 0 up"


def test_two_steps_at_once_are_followed(die: Die) -> None:
    once = _after_step(die, "8", 0)
    twice = _after_step(die, once.face, 1, once.pose)
    guide = _begun(die).seen(_look(twice.pose))
    assert guide.tracked_roll is not None
    assert guide.tracked_roll.face == twice.face


def test_a_die_thrown_across_the_table_is_asked_for_again(die: Die) -> None:
    guide = _begun(die).seen(_look(replace(HERE, x_mm=900.0)))
    assert (guide.need, guide.asked) == (Need.SIDE, 2)
    assert guide.seen(_look(replace(HERE, x_mm=900.0))).asked == 2, "one question, however long it stands"


def test_looks_decide_between_sides_that_were_filed(die: Die) -> None:
    stepped = _after_step(die, "8", 0)
    same = _begun(die).seen(_look(stepped.pose, ("8", 0, 1.92)))
    assert same.tracked_roll is not None
    assert same.tracked_roll.face == "8", "it was lifted and put down beside itself, not rolled"
    other = _begun(die).seen(_look(stepped.pose, ("8", 0, 1.8)))
    assert other.tracked_roll is not None
    assert other.tracked_roll.face == stepped.face, "sides of one die look much alike"


@pytest.mark.parametrize(("fault", "need"), [(FaceFault.BLURRED, Need.SHARPER), (FaceFault.GLARED, Need.LESS_GLARE)])
def test_a_bad_picture_is_not_filed_but_followed(die: Die, fault: FaceFault, need: Need) -> None:
    stepped = _after_step(die, "8", 1)
    guide = _begun(die).seen(_look(stepped.pose, fault=fault))
    assert (guide.need, len(guide.filed)) == (need, 1)
    guide = guide.seen(_look(stepped.pose))
    assert (guide.need, len(guide.filed)) == (Need.ROLL, 2)
    assert Guide(die).seen(_look(HERE, fault=fault)).need is need, "nothing is asked of a picture that is no good"


def test_a_side_that_looks_like_another_dies_is_filed_and_named(die: Die) -> None:
    guide = Guide(die).seen(_look(HERE, duplicate_face=FaceName("my/other", "3"))).answered("8", 0)
    assert (guide.need, [side.face for side in guide.filed]) == (Need.ROLL, ["8"])
    assert f"nearly the same as my/other 3: if this is not {die.label}, retake it." in enrolment_sentence(guide)


def test_a_person_can_put_right_what_was_followed(die: Die) -> None:
    stepped = _after_step(die, "8", 1)
    guide = _begun(die).seen(_look(stepped.pose)).ask_again()
    assert (guide.need, len(guide.filed)) == (Need.SIDE, 1)
    assert guide.answered("2", 1).last is not None
    taken_back = _begun(die).take_back()
    assert (taken_back.filed, taken_back.need) == ((), Need.PUT_DOWN)


def test_an_answer_that_nobody_asked_for_is_refused(die: Die) -> None:
    with pytest.raises(ValueError, match="nobody asked"):
        Guide(die).answered("8", 0)
    with pytest.raises(ValueError, match="no face '9'"):
        Guide(die).seen(_look(HERE)).answered("9", 0)


def _apart_deg(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)
