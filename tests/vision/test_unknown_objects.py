"""What lies on the table and is reported as no die is named as such, in words and with its outline; shades, light and
small things are not.

By frames of the bundled film, with its empty table for comparison.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.arrays import FloatArray, Image
from companion.camera import TablePhotograph
from companion.codec.reader import open_reader
from companion.geometry import Pose, contains_point
from companion.opencv import cv2
from companion.vision import DieReading, Problem, Reader, Reading, UnknownObject, tuning
from companion.vision import reader as vision_reader
from companion.vision.table_memory import TableMemory
from companion.vision.top_faces import FaceCandidate, FaceDetector, RefinedPose
from companion.vision.top_faces.background_model import BackgroundModel, ForegroundMap
from companion.vision.unknown_objects import candidates_in, find_unknown_objects, unknown_at
from companion.vision.whole_dice import DIE_EVIDENCE, FACE_EVIDENCE, CalibratedScore
from companion.vision.whole_dice.score import EvidenceWeights
from tests.film import FILM, frame, tables

FIVE, EMPTY = tables()[6], tables()[0]


def painted(
    reader: Reader,
    pixels: Image,
    half_mm: float,
    *,
    bgr: tuple[float, float, float],
    at_mm: FloatArray | None = None,
) -> Image:
    """The picture with a square card there, or in the middle of the table."""
    x, y = reader.camera.table.outline().mean(axis=0) if at_mm is None else at_mm
    corners = [[x + u * half_mm, y + v * half_mm, 0.0] for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    out = pixels.copy()
    cv2.fillConvexPoly(out, np.round(reader.camera.lens.project(corners)).astype(np.int32), bgr)
    return out


def shaded(pixels: Image, shade: Image, *, blur_px: float) -> Image:
    """The picture in a shade, white where there is none."""
    return np.asarray(pixels * (cv2.GaussianBlur(shade, (0, 0), blur_px) / 255.0), np.uint8)


def mirrored(reader: Reader, pixels: Image, die: DieReading) -> Image:
    """The picture with a die seen once more, upside down, as a bright patch."""
    corners = [[*corner, -die.pose.top_mm] for corner in die.pose.top_corners_mm()]
    corners += [[*corner, 0.0] for corner in die.pose.bottom_corners_mm()]
    hull = cv2.convexHull(np.round(reader.camera.lens.project(corners)).astype(np.int32))
    out = pixels.copy()
    cv2.fillConvexPoly(out, hull, (40, 40, 220))
    return out


def photographed(reader: Reader, pixels: Image) -> BackgroundModel:
    """The empty table by a picture of it."""
    detector = FaceDetector.over(reader.camera, (50.8,), reader.networks.detector)
    return BackgroundModel.photographed(reader.camera.lens, detector, pixels)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return open_reader(FILM / "camera.json")


@pytest.fixture(scope="module")
def empty(reader: Reader) -> BackgroundModel:
    return photographed(reader, frame(EMPTY))


@pytest.fixture(scope="module")
def five(reader: Reader) -> Reading:
    return reader.read(frame(FIVE))


def found(
    reader: Reader, empty: BackgroundModel, pixels: Image, dice: Reading | None = None
) -> tuple[UnknownObject, ...]:
    maps = tuple(plan.sample(pixels) for plan in empty.plans)
    foreground = ForegroundMap.of(empty, maps)
    return find_unknown_objects(foreground, reader.camera.table, () if dice is None else dice.dice)


def test_dice_that_are_reported_explain_what_is_seen(reader: Reader, empty: BackgroundModel, five: Reading) -> None:
    assert found(reader, empty, frame(FIVE), five) == ()


def test_each_die_that_is_not_named_is_reported_as_something(
    reader: Reader, empty: BackgroundModel, five: Reading
) -> None:
    assert len(five.dice) == 5
    for die in five.dice:
        others = replace(five, dice=tuple(one for one in five.dice if one is not die))
        (unknown,) = found(reader, empty, frame(FIVE), others)
        assert contains_point(unknown.outline_mm, die.pose.centre_mm)
        assert np.hypot(*np.subtract(unknown.centre_mm, die.pose.centre_mm)) < die.pose.edge_mm / 2
        assert 0.4 < unknown.radius_mm / die.pose.edge_mm < 1.2


def test_a_card_is_reported_a_counter_and_a_shade_are_not(reader: Reader, empty: BackgroundModel) -> None:
    bare = frame(EMPTY)
    (card,) = found(reader, empty, painted(reader, bare, 30, bgr=(40, 40, 220)))
    assert card.radius_mm == pytest.approx(30 * 2**0.5, rel=0.25)
    assert found(reader, empty, painted(reader, bare, 10, bgr=(40, 40, 220))) == ()
    shade = painted(reader, np.full_like(bare, 255), 60, bgr=(120, 120, 120))
    assert found(reader, empty, shaded(bare, shade, blur_px=8)) == ()


@pytest.mark.parametrize("half_mm", [12, 20, 30])
def test_hard_edged_shades_on_a_rough_table_are_not_reported(reader: Reader, half_mm: float) -> None:
    grain = cv2.GaussianBlur(np.random.default_rng(2).normal(0, 60, (720, 1280, 1)), (0, 0), 1.5)[..., None]
    rough = np.asarray(np.clip(frame(EMPTY) * 1.5 + grain, 0, 255), np.uint8)
    shade = painted(reader, np.full_like(rough, 255), half_mm, bgr=(120, 120, 120))
    assert found(reader, photographed(reader, rough), shaded(rough, shade, blur_px=1)) == ()


@pytest.mark.parametrize("gain", [0.6, 1.2])
def test_other_light_is_nothing_that_lies_there(
    reader: Reader, empty: BackgroundModel, five: Reading, gain: float
) -> None:
    lit = np.asarray(cv2.convertScaleAbs(frame(FIVE), alpha=gain), np.uint8)
    assert found(reader, empty, lit, five) == ()


def test_noise_of_the_camera_in_a_dark_print_is_nothing_that_lies_there(reader: Reader) -> None:
    rng = np.random.default_rng(1)
    bare = frame(EMPTY)
    rows, columns = np.indices(bare.shape[:2]) // 80
    dark = ((rows + columns) % 3 == 0)[..., None]

    def taken() -> Image:
        noise = np.where(dark, rng.normal(0, 24, bare.shape), 0)
        return np.asarray(np.clip(np.where(dark, 30, bare) + noise, 0, 255), np.uint8)

    assert found(reader, photographed(reader, taken()), taken()) == ()


def test_what_lies_close_in_front_of_a_die_is_reported(reader: Reader, empty: BackgroundModel, five: Reading) -> None:
    die, eye_mm = five.dice[0].pose, reader.camera.lens.eye_mm[:2]
    away = (eye_mm - die.centre_mm) / np.hypot(*(eye_mm - die.centre_mm))
    card = painted(reader, frame(FIVE), 20, bgr=(40, 40, 220), at_mm=die.centre_mm + 30 * away)
    assert len(found(reader, empty, card, five)) == 1


def test_what_a_glossy_table_mirrors_is_nothing_that_lies_there(
    reader: Reader, empty: BackgroundModel, five: Reading
) -> None:
    shown = frame(FIVE)
    for die in five.dice:
        shown = mirrored(reader, shown, die)
    assert found(reader, empty, shown, five) == ()


def test_where_the_empty_table_is_not_known_nothing_is_reported(
    reader: Reader, empty: BackgroundModel, five: Reading
) -> None:
    detector = FaceDetector.over(reader.camera, (50.8,), reader.networks.detector)
    assert found(reader, BackgroundModel.unknown(reader.camera.lens, detector), frame(FIVE)) == ()
    assert five.unknown_objects == ()


def test_a_reading_says_where_it_lies_and_what_to_do(reader: Reader) -> None:
    known = calibrated_by(reader, frame(EMPTY))
    reading = known.read(painted(reader, frame(FIVE), 30, bgr=(40, 40, 220)))
    (remark,) = [one for one in reading.remarks if one.why is Problem.UNKNOWN_OBJECT]
    assert "not recognised as one" in remark.text
    assert remark.about in reading.unknown_objects


def calibrated_by(reader: Reader, pixels: Image) -> Reader:
    """The reader of a camera that was calibrated by this picture of the empty table."""
    return reader.over(replace(reader.camera, empty=TablePhotograph.of(reader.camera.lens, pixels)))


def test_in_what_is_more_than_one_die_the_clearest_candidates_are_looked_at_again() -> None:
    corners = ((0.0, 0.0), (200.0, 0.0), (200.0, 100.0), (0.0, 100.0))
    box = UnknownObject((100.0, 50.0), 112.0, corners, 20.7)
    faint, clear = (FaceCandidate(Pose(x, 40.0, 0.0, 50.8), sure) for x, sure in ((60.0, 0.06), (120.0, 0.4)))
    beside, giant = FaceCandidate(Pose(260.0, 40.0, 0.0, 50.8), 0.9), FaceCandidate(Pose(90.0, 50.0, 0.0, 101.6), 0.9)
    assert candidates_in(box, [faint, beside, giant, clear]) == [clear, faint]
    assert not candidates_in(replace(box, radius_mm=40.0), [faint, clear])


@pytest.fixture
def doubting(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> Reader:
    """A reader to whose score four dice in ten are dice, whatever is seen, and that looks for nothing else."""
    monkeypatch.setattr("companion.vision.reader.find_unknown_objects", lambda *_: ())
    doubt = np.array([float(np.log(0.4 / 0.6))] + [0.0] * (len(DIE_EVIDENCE) - 1))
    weights = EvidenceWeights(np.array([-20.0] + [0.0] * (len(FACE_EVIDENCE) - 1)), doubt)
    camera = replace(reader.camera, empty=TablePhotograph.of(reader.camera.lens, frame(EMPTY)))
    return Reader(camera, reader.dice, reader.gallery, reader.networks, CalibratedScore(weights, weights))


def test_what_seems_a_die_is_reported_as_something_where_the_score_doubts_it(doubting: Reader, five: Reading) -> None:
    reading = doubting.read(frame(FIVE))
    assert not reading.dice
    assert len(reading.unknown_objects) == len(five.dice)
    for die in five.dice:
        assert any(contains_point(thing.outline_mm, die.pose.centre_mm) for thing in reading.unknown_objects)


def test_it_is_reported_for_as_long_as_it_lies_there(doubting: Reader, five: Reading) -> None:
    reading, memory = doubting.follow(frame(FIVE), TableMemory())
    assert set(memory.overlooked) <= set(memory.suspects), "a die must not be learned as the table"
    again, memory = doubting.follow(frame(FIVE), memory)
    assert len(set(memory.suspects)) == len(memory.suspects), "or they grow for as long as it lies there"
    assert again.unknown_objects == reading.unknown_objects
    assert len(again.unknown_objects) == len(five.dice)
    gone, _ = doubting.follow(frame(EMPTY), memory)
    assert gone.unknown_objects == ()


def test_it_is_recognised_by_the_outline_of_a_die(reader: Reader, five: Reading) -> None:
    (first, *_) = five.dice
    reported = unknown_at(first.pose, reader.camera.lens)
    assert contains_point(reported.outline_mm, first.pose.centre_mm)
    assert 0.5 < reported.radius_mm / first.pose.edge_mm < 1.2
    assert reported.height_mm == first.pose.top_mm / 2


@pytest.mark.parametrize(("looked_at", "is_read"), [(4, True), (0, False)])
def test_a_die_that_the_refiner_lost_is_found_where_the_detector_saw_it_though_nothing_is_reported_there(
    reader: Reader, five: Reading, monkeypatch: pytest.MonkeyPatch, looked_at: int, is_read: bool
) -> None:
    lost = five.dice[0].pose
    tell = vision_reader.select_leaders

    def astray(placed: Sequence[RefinedPose]) -> tuple[list[RefinedPose], list[RefinedPose]]:
        leaders, others = tell([one for one in placed if math.dist(one.pose.centre_mm, lost.centre_mm) > 40])
        return leaders, others

    monkeypatch.setattr(vision_reader, "select_leaders", astray)
    monkeypatch.setattr(vision_reader, "find_unknown_objects", lambda *_: ())  # as where a glossy table mirrors dice
    monkeypatch.setattr(tuning, "MAX_UNEXPLAINED", looked_at)
    by = reader.over(replace(reader.camera, empty=TablePhotograph.of(reader.camera.lens, frame(EMPTY))))
    read = [die for die in by.read(frame(FIVE)).dice if math.dist(die.pose.centre_mm, lost.centre_mm) < 3]
    assert [die.name for die in read] == ([five.dice[0].name] if is_read else [])
