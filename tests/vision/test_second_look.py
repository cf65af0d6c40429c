"""What the first look leaves open: dice seen only beside their top face, strangers, and what lies flat on the table."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.codec.gallery import read_gallery
from companion.codec.reader import load_networks
from companion.geometry import Pose, RigidPoses, flat_corners_mm
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.vision import FaceName, tuning
from companion.vision.top_faces import FaceCandidate, FaceClassifier, PoseRefiner, RefinedPose
from companion.vision.whole_dice import CalibratedScore, HypothesisEvaluator, HypothesisVerifier, Photograph, Usual
from companion.vision.whole_dice.hypothesis_verifier import may_be_side
from companion.vision.whole_dice.patch_grid import COARSE
from companion.vision.whole_dice.photometric_alignment import PhotometricAligner
from companion.vision.whole_dice.place_explainer import PlaceExplainer, measure_print, measure_relief
from companion.vision.whole_dice.silhouettes import Silhouettes
from models.training.film import GOOD_FILM
from models.training.house_dice import LyingDie, as_rendered, camera_over, set_out
from models.training.render import render
from models.training.scene import Body

LENS = camera_over(elevation_deg=45, azimuth_deg=-90)
TANK = LyingDie("ogre/heavy-tank", "8", Pose(400, 300, 20, 50.8))
STRANGER = LyingDie("ogre/gev", "5", Pose(620, 350, -100, 50.8))
TRIANGLE = Pose(250, 300, 40, 50.8)


@pytest.fixture(scope="module")
def dice() -> dict[str, Die]:
    return read_dice(bundled(Bundled.DICE_FACES))


@pytest.fixture(scope="module")
def verifier(dice: dict[str, Die]) -> HypothesisVerifier:
    """Knows the tank and some others, and not the GEV."""
    networks = load_networks()
    gallery = read_gallery(bundled(Bundled.DICE_FACES, "gallery"), networks.classifier)
    known = gallery.only(["ogre/heavy-tank", "ogre/missile-tank", "deep-white-sea/captain-park"])
    refiner, classifier = PoseRefiner(networks.refiner), FaceClassifier(networks.classifier, known)
    return HypothesisVerifier(refiner, classifier, HypothesisEvaluator(dice, known.views), CalibratedScore.load())


@pytest.fixture(scope="module")
def photograph(dice: dict[str, Die]) -> Photograph:
    """An enrolled die, a stranger, and a triangle of wood that lies on the table."""
    some = [dice[one.die] for one in (TANK, STRANGER)]
    pool, rng = as_rendered(some), np.random.default_rng(5)
    scene = set_out(rng, some, pool, (TANK, STRANGER), LENS, "window")
    corners = np.column_stack([TRIANGLE.top_corners_mm(), np.full(3, 0.5)])
    wood = Body((corners,), colours=np.array([[0.5, 0.3, 0.12]]))
    scene = replace(scene, bodies=(*scene.bodies, wood))
    return Photograph(render(rng, scene, pool, [], film=GOOD_FILM)[0], LENS)


@pytest.mark.parametrize("presence", [0.13, 0.06])
def test_a_die_that_the_detector_saw_faintly_and_beside_its_top_face_is_found(
    verifier: HypothesisVerifier, photograph: Photograph, presence: float
) -> None:
    beside = FaceCandidate(replace(TANK.pose, y_mm=TANK.pose.y_mm - 20, heading_deg=50), presence)
    (die,) = verifier.chosen(photograph, verifier.places(photograph, [], (), [beside]))
    assert die.name == FaceName(TANK.die, TANK.face)
    assert die.confidence > 0.9
    assert math.dist(die.pose.centre_mm, TANK.pose.centre_mm) < 1


def test_a_die_that_no_network_saw_is_found_by_its_print(verifier: HypothesisVerifier, photograph: Photograph) -> None:
    about = Pose(TANK.pose.x_mm - 14, TANK.pose.y_mm + 11, 0.0, TANK.pose.edge_mm)
    (die,) = verifier.chosen(photograph, verifier.look_again(photograph, [], [about]))
    assert die.name == FaceName(TANK.die, TANK.face)
    assert math.dist(die.pose.centre_mm, TANK.pose.centre_mm) < 1


def test_a_die_is_found_by_its_print_where_the_placer_was_mistaken(
    verifier: HypothesisVerifier, photograph: Photograph
) -> None:
    askew = replace(TANK.pose, x_mm=TANK.pose.x_mm + 1.5, heading_deg=TANK.pose.heading_deg + 20)
    (place,) = _explainer(verifier, photograph).seen([RefinedPose(askew, 0.5, 2.0, 0.9, 0.1, 1.0, 0.3)], Usual())
    assert place.best is None
    (die,) = verifier.chosen(photograph, verifier.look_again(photograph, [place], [TANK.pose]))
    assert die.name == FaceName(TANK.die, TANK.face)
    assert math.dist(die.pose.centre_mm, TANK.pose.centre_mm) < 1


def test_what_a_die_explains_is_no_side_of_the_one_behind_it(
    verifier: HypothesisVerifier, photograph: Photograph
) -> None:
    explainer = _explainer(verifier, photograph)
    (tank,) = explainer.flat(explainer.seen([RefinedPose(TANK.pose, 0.3, 0.5, 1.0, 0.0, 1.0, 0.9)], Usual()))
    assert tank.best is not None
    unnamed = replace(tank, sighting=replace(tank.sighting, named=replace(tank.named, name=None)))
    unexplained = replace(unnamed, verdict=replace(tank.verdict, best=None))
    assert may_be_side(unnamed, tank), "its own"
    assert may_be_side(unexplained, tank)
    hypothesis = replace(tank.best.hypothesis, name=FaceName("deep-white-sea/captain-park", "1"))
    captain = replace(
        tank, explanations=(replace(tank.best, hypothesis=hypothesis),), verdict=replace(tank.verdict, best=0)
    )
    assert may_be_side(unexplained, captain)
    assert not may_be_side(unnamed, captain)
    assert not may_be_side(tank, captain)


def test_nothing_is_found_by_its_print_where_none_is(verifier: HypothesisVerifier, photograph: Photograph) -> None:
    assert not verifier.look_again(photograph, [], [])
    for about in (replace(TANK.pose, x_mm=500.0, y_mm=150.0), TRIANGLE):
        assert not verifier.chosen(photograph, verifier.look_again(photograph, [], [about]))


def _explainer(verifier: HypothesisVerifier, photograph: Photograph) -> PlaceExplainer:
    return PlaceExplainer(PhotometricAligner(photograph), verifier.classifier, verifier.evaluator, verifier.score)


def test_a_die_out_of_gallery_is_reported_as_unread(verifier: HypothesisVerifier, photograph: Photograph) -> None:
    placed = verifier.refiner.place(photograph.picture, LENS, [FaceCandidate(STRANGER.pose, 0.8)])
    named = verifier.classifier.name(photograph.picture, LENS, [one.pose for one in placed])
    (die,) = verifier.chosen(photograph, verifier.places(photograph, list(zip(placed, named, strict=True))))
    assert die.name is None
    assert die.confidence > 0.5
    assert math.dist(die.pose.centre_mm, STRANGER.pose.centre_mm) < 2


def _as_top() -> Pose:
    """Where a die would lie whose top face is seen where the triangle is."""
    seen_at = LENS.to_table(LENS.project([[*TRIANGLE.centre_mm, 0.5]]), height_mm=TRIANGLE.top_mm)[0]
    return replace(TRIANGLE, x_mm=float(seen_at[0]), y_mm=float(seen_at[1]))


def test_what_bears_no_print_is_no_unread_die(verifier: HypothesisVerifier, photograph: Photograph) -> None:
    poses = [TANK.pose, STRANGER.pose, _as_top()]
    tank, stranger, wood = measure_print(photograph.picture, LENS, poses).tolist()
    assert min(tank, stranger) > 0.05
    assert wood < tuning.PLAIN_PRINT
    assert measure_print(np.full_like(photograph.picture, 250), LENS, poses).tolist() == [np.inf] * 3, "too bright"
    edged, edge_px = photograph.picture.copy(), LENS.project(flat_corners_mm([_as_top()])[0, :3])
    cv2.polylines(edged, [np.round(edge_px).astype(np.int32)], True, (20, 20, 20), 2)
    assert measure_print(edged, LENS, [_as_top()])[0] < tuning.PLAIN_PRINT, "a dark edge is no print"
    placed = verifier.refiner.place(photograph.picture, LENS, [FaceCandidate(STRANGER.pose, 0.8)])
    named = verifier.classifier.name(photograph.picture, LENS, [one.pose for one in placed])
    (place,) = verifier.places(photograph, list(zip(placed, named, strict=True)))
    assert len(verifier.chosen(photograph, [place])) == 1
    sighting = replace(place.sighting, placed=replace(place.placed, pose=_as_top()))
    assert verifier.chosen(photograph, [replace(place, sighting=sighting)]) == []


def test_a_die_stands_up_and_a_triangle_does_not(photograph: Photograph) -> None:
    flat = _as_top()
    tank, stranger, triangle = measure_relief(photograph.picture, LENS, [TANK.pose, STRANGER.pose, flat]).tolist()
    assert min(tank, stranger) > 2 * triangle
    assert measure_relief(photograph.picture, LENS, []).size == 0
    assert (measure_relief(photograph.picture, LENS, [TANK.pose] * 1000) == tank).all()


def test_a_die_comes_to_mind_by_what_is_in_sight_of_it(verifier: HypothesisVerifier, photograph: Photograph) -> None:
    """Another die stands before a part of its top face, and shows something else."""
    name = FaceName(TANK.die, TANK.face)
    (die,) = verifier.evaluator.flat(PhotometricAligner(photograph), [(TANK.pose, name)])
    before = die.rigid_pose.moved([-30.0, -40.0, 40.0])
    outline = cv2.convexHull(LENS.project(RigidPoses.of([before]).vertices_mm()[0]).astype(np.float32))
    covered = np.zeros(photograph.picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(covered, np.round(outline).astype(np.int32), 1)
    noise = np.random.default_rng(3).integers(0, 255, photograph.picture.shape).astype(np.uint8)
    picture = Photograph(np.where(covered[..., None] > 0, cv2.blur(noise, (5, 5)), photograph.picture), LENS)
    hidden = Silhouettes(LENS, [before])
    top = die.rigid_pose.corners_mm(die.vertices)[None]
    assert 0.65 < hidden.parts_in_sight(top, COARSE.shares).mean() < 0.9
    (thought_of,) = verifier.evaluator.likeliest(picture, [TANK.pose], hidden)
    assert thought_of[0][1] == name


def test_a_side_behind_another_die_is_not_asked(verifier: HypothesisVerifier, photograph: Photograph) -> None:
    name, matcher = FaceName(TANK.die, TANK.face), PhotometricAligner(photograph)
    (die,) = verifier.evaluator.flat(matcher, [(TANK.pose, name)])
    before = die.rigid_pose.moved([0.0, -54.0, 0.0])
    free = verifier.evaluator.visible_faces(LENS, [die.rigid_pose], [name])
    left = verifier.evaluator.visible_faces(LENS, [die.rigid_pose], [name], hidden=Silhouettes(LENS, [before]))
    assert 1 <= len(left) < len(free)
