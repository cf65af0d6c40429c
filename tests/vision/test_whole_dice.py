"""Whole dice held against pictures that the project renders: flat ones exactly, leaning ones as leaning."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.codec.gallery import read_gallery
from companion.codec.reader import load_networks
from companion.geometry import Pose, RigidPose
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.vision import FaceName
from companion.vision.whole_dice.corner_refinement import FlatDie, OutlineMeasurement, refine_face_corners
from companion.vision.whole_dice.patch_grid import FINE
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.photometric_alignment import PhotometricAligner
from companion.vision.whole_dice.pose_hypothesis import HypothesisEvaluator
from companion.vision.whole_dice.silhouettes import Silhouettes
from models.training.film import GOOD_FILM
from models.training.harvest import pose_of, seen_pose
from models.training.house_dice import LyingDie, as_rendered, camera_over, set_out
from models.training.render import render
from models.training.scene import InventedScene, PlacedDie, leaned

LENS = camera_over(elevation_deg=65, azimuth_deg=-90)
LYING = (
    LyingDie("ogre/heavy-tank", "8", Pose(400, 300, 20, 50.8)),
    LyingDie("ogre/gev", "5", Pose(620, 350, -100, 50.8)),
    LyingDie("deep-white-sea/captain-park", "6", Pose(500, 180, 140, 50.8)),
)


@pytest.fixture(scope="module")
def dice() -> dict[str, Die]:
    return read_dice(bundled(Bundled.DICE_FACES))


@pytest.fixture(scope="module")
def evaluator(dice: dict[str, Die]) -> HypothesisEvaluator:
    return HypothesisEvaluator(
        dice, read_gallery(bundled(Bundled.DICE_FACES, "gallery"), load_networks().classifier).views
    )


@pytest.fixture(scope="module")
def table(dice: dict[str, Die]) -> tuple[InventedScene, list[Die], NDArray[np.uint8]]:
    """Three dice lying flat, and a fourth that leans."""
    some = [dice[one.die] for one in LYING]
    pool, rng = as_rendered(some), np.random.default_rng(5)
    scene = set_out(rng, some, pool, LYING, LENS, "window")
    leaning = leaned(rng, pool, 1, list(scene.bodies))
    assert leaning is not None
    scene = replace(scene, bodies=(*scene.bodies, leaning))
    return scene, some, render(rng, scene, pool, [], film=GOOD_FILM)[0]


def _matcher(picture: NDArray[np.uint8]) -> PhotometricAligner:
    return PhotometricAligner(Photograph(picture, LENS))


def test_flat_dice_are_found_from_poses_that_are_off(
    evaluator: HypothesisEvaluator, table: tuple[InventedScene, list[Die], NDArray[np.uint8]]
) -> None:
    scene, _, picture = table
    true = [pose_of(b.die) for b in scene.bodies[:3] if b.die is not None]
    off = [replace(p, x_mm=p.x_mm + 1.5, y_mm=p.y_mm - 1.0, heading_deg=p.heading_deg + 2) for p in true]
    names = [FaceName(one.die, one.face) for one in LYING]
    hypotheses = evaluator.flat(_matcher(picture), list(zip(off, names, strict=True)))
    assert len(true) == 3
    for hypothesis, pose in zip(hypotheses, true, strict=True):
        assert math.dist(hypothesis.pose.centre_mm, pose.centre_mm) < 0.7
        assert abs(hypothesis.pose.heading_deg - pose.heading_deg) < 1.2
        assert hypothesis.top > 0.7
        assert hypothesis.sides is not None
        assert hypothesis.sides > 0.6


def test_corners_of_folded_paper_are_found_where_they_are(
    evaluator: HypothesisEvaluator, table: tuple[InventedScene, list[Die], NDArray[np.uint8]]
) -> None:
    scene, _, picture = table
    matcher, true = _matcher(picture), [b.die for b in scene.bodies[:3] if b.die is not None]
    names = [FaceName(one.die, one.face) for one in LYING]
    hypotheses = evaluator.flat(matcher, [(pose_of(die), name) for die, name in zip(true, names, strict=True)])
    sights = evaluator.visible_faces(LENS, [hypothesis.rigid_pose for hypothesis in hypotheses], names, FINE)
    unknown = OutlineMeasurement(pose_of(true[0]), 50.0, 50.0)  # an outline that tells nothing
    flat = [FlatDie(hypothesis.rigid_pose, hypothesis.vertices, unknown) for hypothesis in hypotheses]
    found = refine_face_corners(matcher.photograph, flat, sights)
    off = np.array([corners.places_mm - die.top_mm[:, :2] for corners, die in zip(found, true, strict=True)])
    perfect = np.array([pose_of(die).top_corners_mm() - die.top_mm[:, :2] for die in true])
    assert np.abs(off).max() < 0.6
    assert np.square(off).mean() < np.square(perfect).mean()
    for corners, apart in zip(found, off, strict=True):
        assert float(np.linalg.norm(apart.mean(axis=0))) < 2.45 * corners.sigma_mm
        assert 0.05 < corners.sigma_mm < 0.3


def test_a_die_whose_faces_were_cut_out_roughly_is_known_less_exactly_but_for_its_shape(
    evaluator: HypothesisEvaluator, table: tuple[InventedScene, list[Die], NDArray[np.uint8]]
) -> None:
    scene, _, picture = table
    matcher, name = _matcher(picture), FaceName(LYING[0].die, LYING[0].face)
    die = scene.bodies[0].die
    assert die is not None
    hypothesis = evaluator.flat(matcher, [(pose_of(die), name)])[0]
    flat = FlatDie(hypothesis.rigid_pose, hypothesis.vertices, OutlineMeasurement(pose_of(die), 50.0, 50.0))
    sights = evaluator.visible_faces(LENS, [hypothesis.rigid_pose], [name], FINE)
    sure, shifted, turned = (
        refine_face_corners(
            matcher.photograph, [flat], [replace(s, art_covariance_mm2=np.diag(known)) for s in sights]
        )[0]
        for known in ((0.01, 0.01, 0.01), (0.25, 0.25, 0.01), (0.01, 0.01, 0.25))
    )
    assert shifted.sigma_mm > 1.5 * sure.sigma_mm
    assert turned.sigma_deg > 1.1 * sure.sigma_deg > shifted.sigma_deg
    sides = [np.linalg.norm(np.diff(one.places_mm, axis=0), axis=1) for one in (sure, shifted)]
    assert sides[1] == pytest.approx(sides[0], abs=0.15), "a shared shift moves no corner against another"


def test_corners_are_not_measured_by_what_is_hidden(
    evaluator: HypothesisEvaluator, table: tuple[InventedScene, list[Die], NDArray[np.uint8]]
) -> None:
    scene, _, picture = table
    matcher, name, die = _matcher(picture), FaceName(LYING[0].die, LYING[0].face), scene.bodies[0].die
    assert die is not None
    hypothesis = evaluator.flat(matcher, [(pose_of(die), name)])[0]
    flat = FlatDie(hypothesis.rigid_pose, hypothesis.vertices, OutlineMeasurement(pose_of(die), 50.0, 50.0))
    sights = evaluator.visible_faces(LENS, [hypothesis.rigid_pose], [name], FINE)
    near_the_first = FINE.shares[:, 0]
    other = [replace(s, art=np.where(near_the_first > 0.45, -s.art, s.art)) for s in sights]
    whole, spoiled = (refine_face_corners(matcher.photograph, [flat], some)[0] for some in (sights, other))
    seen, hidden = (
        refine_face_corners(matcher.photograph, [flat], [replace(s, in_sight=near_the_first < 0.4) for s in some])[0]
        for some in (sights, other)
    )
    assert np.abs(spoiled.places_mm - whole.places_mm).max() > 0.02
    assert hidden.places_mm == pytest.approx(seen.places_mm, abs=1e-4)
    assert hidden.sigma_deg > whole.sigma_deg


def test_faces_that_contradict_each_other_are_reported_as_known_less_exactly(
    evaluator: HypothesisEvaluator, table: tuple[InventedScene, list[Die], NDArray[np.uint8]]
) -> None:
    scene, _, picture = table
    matcher, name = _matcher(picture), FaceName(LYING[0].die, LYING[0].face)
    die = scene.bodies[0].die
    assert die is not None
    hypothesis = evaluator.flat(matcher, [(pose_of(die), name)])[0]
    sights = evaluator.visible_faces(LENS, [hypothesis.rigid_pose], [name], FINE)
    there, beside = (
        FlatDie(
            hypothesis.rigid_pose,
            hypothesis.vertices,
            OutlineMeasurement(replace(hypothesis.pose, heading_deg=hypothesis.pose.heading_deg + turn), 50.0, 0.5),
        )
        for turn in (0.0, 2.0)
    )
    agreeing, contradicted = (refine_face_corners(matcher.photograph, [one], sights)[0] for one in (there, beside))
    assert contradicted.sigma_mm > 1.03 * agreeing.sigma_mm
    assert contradicted.sigma_deg > 1.03 * agreeing.sigma_deg


def test_the_sides_of_another_face_do_not_fit(
    evaluator: HypothesisEvaluator, table: tuple[InventedScene, list[Die], NDArray[np.uint8]]
) -> None:
    scene, _, picture = table
    first = scene.bodies[0].die
    assert first is not None
    wrong = evaluator.flat(_matcher(picture), [(pose_of(first), FaceName("ogre/heavy-tank", "3"))])[0]
    assert wrong.sides is None or wrong.sides < 0.6


def test_a_leaning_die_is_named_by_its_sides_and_stood_up_as_it_is(
    evaluator: HypothesisEvaluator, table: tuple[InventedScene, list[Die], NDArray[np.uint8]]
) -> None:
    scene, some, picture = table
    leaning = scene.bodies[3].die
    assert leaning is not None
    name = _face_name(some[1], leaning)
    seen = seen_pose(scene, leaning)
    flat = evaluator.flat(_matcher(picture), [(seen, name)])[0]
    (free,) = evaluator.search_tilted(_matcher(picture), [seen])
    assert free is not None
    assert free.fit > flat.fit
    assert free.name == name
    normal = np.cross(leaning.top_mm[1] - leaning.top_mm[0], leaning.top_mm[2] - leaning.top_mm[0])
    true_tilt = math.degrees(math.acos(normal[2] / float(np.linalg.norm(normal))))
    assert free.tilt_deg == pytest.approx(true_tilt, abs=2.5)
    assert math.dist(free.pose.centre_mm, pose_of(leaning).centre_mm) < 1.5


@pytest.mark.parametrize("aside_mm", [(-4.0, 3.0), (3.0, 4.0), (0.0, -5.0)])
def test_a_leaning_die_is_found_from_beside_its_top_face(
    evaluator: HypothesisEvaluator,
    table: tuple[InventedScene, list[Die], NDArray[np.uint8]],
    aside_mm: tuple[float, float],
) -> None:
    scene, some, picture = table
    leaning = scene.bodies[3].die
    assert leaning is not None
    seen = seen_pose(scene, leaning)
    beside = replace(seen, x_mm=seen.x_mm + aside_mm[0], y_mm=seen.y_mm + aside_mm[1])
    (free,) = evaluator.search_tilted(_matcher(picture), [beside])
    assert free is not None
    assert free.name == _face_name(some[1], leaning)
    assert math.dist(free.pose.centre_mm, pose_of(leaning).centre_mm) < 1.5


@pytest.mark.parametrize(("short_deg", "least", "most"), [(0.0, 0.49, 0.51), (2.0, 0.02, 0.12), (10.0, None, None)])
def test_a_die_with_an_edge_up_may_show_either_face(
    evaluator: HypothesisEvaluator,
    table: tuple[InventedScene, list[Die], NDArray[np.uint8]],
    short_deg: float,
    least: float | None,
    most: float | None,
) -> None:
    scene, some, picture = table
    first = scene.bodies[0].die
    assert first is not None
    (flat,) = evaluator.flat(_matcher(picture), [(pose_of(first), _face_name(some[0], first))])
    corners = flat.rigid_pose.corners_mm(flat.vertices)
    along = (corners[2] - corners[1]) / np.linalg.norm(corners[2] - corners[1])
    tip = -math.radians(35.264 - short_deg) * along
    on_edge = replace(
        flat, rigid_pose=replace(flat.rigid_pose, rotation=cv2.Rodrigues(tip)[0] @ flat.rigid_pose.rotation)
    )
    tied = evaluator.tied(on_edge)
    if least is None or most is None:
        assert tied is None
    else:
        assert tied is not None
        assert tied.name.die == flat.name.die
        assert tied.name != flat.name
        assert least < tied.confidence < most


def test_what_hides_a_part_of_a_face_is_not_held_against_its_print(
    evaluator: HypothesisEvaluator, table: tuple[InventedScene, list[Die], NDArray[np.uint8]]
) -> None:
    scene, some, picture = table
    first = scene.bodies[0].die
    assert first is not None
    pose, name = pose_of(first), _face_name(some[0], first)
    (seen,) = evaluator.flat(_matcher(picture), [(pose, name)])
    before = RigidPose.flat(replace(pose, y_mm=pose.y_mm - 62, edge_mm=101.6), "abc")
    outline = LENS.project(np.vstack([before.corners_mm(side) for side in ("abc", "ABC")]))
    covered = picture.copy()
    cv2.fillConvexPoly(covered, cv2.convexHull(outline.astype(np.int32)), (60.0, 160.0, 90.0))
    (whole,) = evaluator.flat(_matcher(covered), [(pose, name)])
    (part,) = evaluator.flat(_matcher(covered), [(pose, name)], Silhouettes(LENS, [before]))
    assert seen.sides is not None
    assert whole.sides is not None
    assert part.sides is not None
    assert part.sides > whole.sides + 0.1
    assert part.sides > seen.sides - 0.1
    assert part.sides_seen < seen.sides_seen


def _face_name(die: Die, placed: PlacedDie) -> FaceName:
    return FaceName(die.id, next(f.key for f in die.faces if f.vertices == placed.face))
