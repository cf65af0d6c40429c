"""What is remembered of a table: dice whose place looks as it did lie there still, and only what has changed is read.

By frames of the bundled film, which are read by the bundled networks once for all tests.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import TablePhotograph
from companion.codec.reader import open_reader
from companion.geometry import Pose
from companion.opencv import cv2
from companion.vision import DieReading, Reader, Reading, TableMemory
from companion.vision.scene_change import compare_looks, die_looks
from companion.vision.top_faces import FaceDetector
from companion.vision.top_faces.background_model import ForegroundMap
from companion.vision.whole_dice import HypothesisVerifier
from tests.film import FILM, Span, frame, tables

#: The table with five dice before the camera is bumped; the one before; the empty one.
FIVE, FOUR, EMPTY = tables()[6], tables()[5], tables()[0]
SIGN = Pose(650.0, 450.0, 40.0, 50.8)


def pose_of(table: Span, name: str) -> Pose:
    """Where a piece lies in truth."""
    piece = next(piece for piece in table.pieces if piece["id"] == name)
    x_mm, y_mm = piece["centre_mm"]
    return Pose(x_mm, y_mm, piece["heading_deg"], 50.8)


def hidden(pixels: Image, reader: Reader, pose: Pose) -> Image:
    """The frame with something grey held over a die."""
    middle = reader.camera.lens.project([[*pose.centre_mm, pose.top_mm]])[0]
    held = pixels.copy()
    cv2.circle(held, (round(middle[0]), round(middle[1])), 60, (120.0, 130.0, 150.0), -1)
    return held


def shaded(pixels: Image, reader: Reader, pose: Pose) -> Image:
    """The frame with a deep shade on one half of a die's place."""
    rim = np.array([[-60.0, -60.0], [0, -60], [0, 60], [-60, 60]]) + pose.centre_mm
    outline = np.round(reader.camera.lens.project(np.column_stack([rim, np.zeros(4)]))).astype(np.int32)
    light = np.ones(pixels.shape[:2], np.float64)
    cv2.fillPoly(light, [outline], 0.35)
    return np.asarray(pixels * cv2.GaussianBlur(light, (0, 0), 2)[..., None], np.uint8)


def lit_otherwise(pixels: Image) -> Image:
    """The frame under a lamp that was dimmed, and shines from the left."""
    light = np.linspace(0.9, 0.6, pixels.shape[1])[None, :, None]
    return np.asarray(np.clip(pixels * light + 6, 0, 255), np.uint8)


def with_sign(pixels: Image, reader: Reader) -> Image:
    """The frame with a sign painted on the table: a triangle that looks just as the top of a die would at ``SIGN``."""
    painted = pixels.copy()
    corners = np.column_stack([SIGN.top_corners_mm(), np.full(3, SIGN.top_mm)])
    outline = np.round(reader.camera.lens.project(corners)).astype(np.int32)
    cv2.fillPoly(painted, [outline], (235.0, 240.0, 240.0), cv2.LINE_AA)
    cv2.polylines(painted, [outline], True, (30.0, 30.0, 40.0), 4, cv2.LINE_AA)
    column, row = outline.mean(axis=0).tolist()
    at = round(column) - 11, round(row) + 8
    cv2.putText(painted, "R7", at, cv2.FONT_HERSHEY_DUPLEX, 0.7, (30.0, 30.0, 160.0), 2, cv2.LINE_AA)
    return painted


@pytest.fixture(scope="module")
def reader() -> Reader:
    return open_reader(FILM / "camera.json")


@pytest.fixture(scope="module")
def five(reader: Reader) -> tuple[Reading, TableMemory]:
    """The table with five dice, as it was read after the empty one."""
    empty, memory = reader.follow(frame(EMPTY), TableMemory())
    reading, memory = reader.follow(frame(FIVE, 2), memory.agreed(empty.dice, sure=True))
    return reading, memory.agreed(reading.dice, sure=True)


class Blind:
    """The reader with a face detector that counts how much of the table it is shown, and finds nothing."""

    def __init__(self, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reader, self.places = reader, 0

        def find_in(_: FaceDetector, maps: Any, within: Any = None, **_other: Any) -> list[Any]:
            self.places += sum(int(places.sum()) for places in within or [np.ones(m.shape[:2]) for m in maps])
            return []

        monkeypatch.setattr(FaceDetector, "find_in", find_in)


def near(reading: Reading, pose: Pose) -> list[DieReading]:
    """What is read at a place."""
    return [die for die in reading.dice if math.dist(die.pose.centre_mm, pose.centre_mm) < 5]


def test_a_table_is_followed_to_the_same_reading_as_it_is_read_anew(
    reader: Reader, five: tuple[Reading, TableMemory]
) -> None:
    names = {die.name for die in five[0].dice}
    assert names == {die.name for die in reader.read(frame(FIVE)).dice}
    assert len(names) == len(FIVE.pieces) == len(five[0].dice)


def test_a_die_that_nobody_touched_is_not_read_again_and_cannot_be_overlooked(
    five: tuple[Reading, TableMemory], reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind = Blind(reader, monkeypatch)
    reading, _ = blind.reader.follow(frame(FIVE), five[1])
    assert blind.places == 0
    assert {id(die) for die in reading.dice} == {id(die.reading) for die in five[1].dice}


def test_only_what_has_changed_is_read(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, memory = reader.follow(frame(FOUR), TableMemory())
    blind = Blind(reader, monkeypatch)
    seen, _ = blind.reader.follow(frame(FIVE), memory)
    assert len(seen.dice) == len(reading.dice)
    assert 0 < blind.places < 0.04 * sum(plan.mapping[0].size for _, plan in reader._detector.plans)


def test_dice_are_known_under_another_light_and_by_a_frame_with_other_grain(
    five: tuple[Reading, TableMemory], reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind = Blind(reader, monkeypatch)
    reading, _ = blind.reader.follow(lit_otherwise(frame(FIVE)), five[1])
    assert len(reading.dice) == len(five[0].dice)


def test_a_hidden_die_is_reported_neither_as_seen_nor_as_gone_and_is_known_again(
    five: tuple[Reading, TableMemory], reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    pose = pose_of(FIVE, "Infantry c")
    reading, memory = reader.follow(hidden(frame(FIVE), reader, pose), five[1])
    assert near(reading, pose) == []
    assert len(reading.dice) == len(five[0].dice) - 1
    assert memory.shows_table_at(pose) is False
    blind = Blind(reader, monkeypatch)
    again, _ = blind.reader.follow(frame(FIVE), memory)
    assert [die.name for die in near(again, pose)] == [die.name for die in near(five[0], pose)]


def test_a_die_that_stays_hidden_does_not_come_back_where_nothing_has_changed(
    five: tuple[Reading, TableMemory], reader: Reader
) -> None:
    pose = pose_of(FIVE, "Infantry c")
    covered = hidden(frame(FIVE), reader, pose)
    _, memory = reader.follow(covered, five[1])
    for _ in range(2):
        reading, memory = reader.follow(covered, memory)
        assert near(reading, pose) == []
    again, _ = reader.follow(frame(FIVE), memory)
    assert [die.name for die in near(again, pose)] == [die.name for die in near(five[0], pose)]


def test_a_die_that_was_taken_off_leaves_the_table_to_be_seen(
    five: tuple[Reading, TableMemory], reader: Reader
) -> None:
    pose = pose_of(FIVE, "Infantry c")
    reading, memory = reader.follow(frame(FOUR), five[1])
    assert near(reading, pose) == []
    assert memory.shows_table_at(pose) is True
    assert len(memory.dice) == len(reading.dice), "what is seen to be gone is remembered no more"


def test_a_die_that_was_taken_off_is_gone_though_the_shade_of_another_falls_there(
    five: tuple[Reading, TableMemory], reader: Reader
) -> None:
    pose = pose_of(FIVE, "Infantry c")
    _, memory = reader.follow(shaded(frame(FOUR), reader, pose), five[1])
    assert memory.shows_table_at(pose) is True


def test_of_a_table_never_seen_empty_nothing_is_reported(reader: Reader) -> None:
    reading, memory = reader.follow(frame(FIVE), TableMemory())
    assert memory.agreed(reading.dice, sure=False).shows_table_at(pose_of(FIVE, "Infantry c")) is None


def test_the_empty_table_is_known_by_a_camera_that_was_measured_anew(
    five: tuple[Reading, TableMemory], reader: Reader
) -> None:
    turn, _ = cv2.Rodrigues(np.array([0.0, 0.004, 0.0]))
    lens = reader.camera.lens
    moved = reader.over(
        replace(reader.camera, lens=replace(lens, rotation=turn @ lens.rotation, translation=turn @ lens.translation))
    )
    assert five[1].background is not None
    elsewhere = five[1].background.seen_from(moved.camera.lens, moved._detector)
    there = cv2.perspectiveTransform(np.array([[[640.0, 360.0]]]), lens.matrix @ turn @ np.linalg.inv(lens.matrix))
    shift = there.ravel() - (640, 360)
    pixels = cv2.warpAffine(frame(EMPTY), np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), (1280, 720), borderMode=1)
    maps = moved._detector.maps(np.asarray(pixels, np.uint8))
    apart = cv2.absdiff(maps[0], elsewhere.maps[0])[40:-40, 40:-40]
    assert float(np.mean(apart)) < 3.0


@pytest.mark.parametrize(("pushed_mm", "turned_deg", "same"), [(0.1, 0.1, True), (0.6, 0.0, False), (0.1, 1.5, False)])
def test_a_die_that_was_nudged_does_not_look_the_same(
    reader: Reader, pushed_mm: float, turned_deg: float, same: bool
) -> None:
    pixels, lens, pose = frame(FIVE), reader.camera.lens, pose_of(FIVE, "Heavy Tank")
    look = die_looks(pixels, lens, [pose])[0]
    middle = lens.project([[*pose.centre_mm, pose.top_mm], [pose.x_mm + pushed_mm, pose.y_mm, pose.top_mm]])
    turn = cv2.getRotationMatrix2D((float(middle[0, 0]), float(middle[0, 1])), turned_deg, 1.0)
    turn[:, 2] += middle[1] - middle[0]
    nudged = np.asarray(cv2.warpAffine(pixels, turn, (1280, 720), flags=cv2.INTER_CUBIC), np.uint8)
    assert compare_looks(nudged, lens, [look])[0].is_same is same


def test_another_side_in_the_same_place_does_not_look_the_same(reader: Reader) -> None:
    pixels, lens = frame(FIVE), reader.camera.lens
    a, b = pose_of(FIVE, "Infantry a"), pose_of(FIVE, "Infantry c")
    looks = die_looks(pixels, lens, [a, b])
    (swapped,) = compare_looks(pixels, lens, [replace(looks[0], look=looks[1].look)])
    assert not swapped.is_same
    assert not swapped.is_alike


def test_an_overlooked_die_is_not_taken_for_the_table(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no picture of the empty table was saved: else it would be said to be gone, as soon as it is missed."""
    pose, read = pose_of(FIVE, "Infantry c"), Reader._reported

    def overlooking(self: Reader, *args: Any) -> tuple[DieReading, ...]:
        dice = read(self, *args)
        return tuple(die for die in dice if math.dist(die.pose.centre_mm, pose.centre_mm) > 5)

    monkeypatch.setattr(Reader, "_reported", overlooking)
    reading, memory = reader.follow(frame(FIVE), TableMemory())
    assert len(reading.dice) == len(FIVE.pieces) - 1
    assert memory.agreed(reading.dice, sure=True).shows_table_at(pose) is None
    elsewhere = replace(pose, x_mm=800.0, y_mm=450.0)
    assert memory.agreed(reading.dice, sure=True).shows_table_at(elsewhere) is True


def test_the_table_is_learned_anew_when_another_lamp_shines_on_it(
    five: tuple[Reading, TableMemory], reader: Reader
) -> None:
    pose, elsewhere = pose_of(FIVE, "Infantry c"), replace(pose_of(FIVE, "Infantry c"), x_mm=800.0, y_mm=450.0)
    rows, columns = np.mgrid[:720, :1280]
    blinds = 0.75 + 0.25 * np.sign(np.sin((rows + 2 * columns) / 6.0))[..., None]
    striped = np.asarray(frame(FIVE) * blinds, np.uint8)
    _, memory = reader.follow(striped, five[1])
    assert memory.shows_table_at(elsewhere) is False
    memory = memory.agreed(five[0].dice, sure=True)
    assert memory.shows_table_at(elsewhere) is True
    assert memory.shows_table_at(pose) is not True


# --- the empty table as it was calibrated


@pytest.fixture(scope="module")
def calibrated(reader: Reader) -> Reader:
    """The reader of a camera that was calibrated by a picture of the empty table."""
    lens = reader.camera.lens
    return reader.over(replace(reader.camera, empty=TablePhotograph.of(lens, frame(EMPTY))))


def names(reading: Reading) -> set[object]:
    """What is read."""
    return {die.name for die in reading.dice}


def searched(reader: Reader, pixels: Image) -> float:
    """The share of the table that is searched for dice."""
    places = ForegroundMap.of(reader.background, reader._detector.maps(pixels)).places_to_read()
    return 1.0 if places is None else float(np.mean(places[0]))


def test_dice_are_looked_for_where_the_picture_differs_from_the_empty_table(reader: Reader, calibrated: Reader) -> None:
    assert searched(calibrated, frame(FIVE)) < 0.1
    assert searched(reader, frame(FIVE)) == 1.0, "a camera file without a picture works as before"
    assert names(calibrated.read(frame(FIVE))) == names(reader.read(frame(FIVE)))


def test_dice_are_read_in_another_light_than_that_of_the_calibration(reader: Reader, calibrated: Reader) -> None:
    pixels = lit_otherwise(frame(FIVE))
    assert searched(calibrated, pixels) < 0.1
    assert names(calibrated.read(pixels)) == names(reader.read(pixels))


def test_a_die_that_lay_there_when_the_camera_was_calibrated_is_read_as_well(reader: Reader) -> None:
    careless = reader.over(replace(reader.camera, empty=TablePhotograph.of(reader.camera.lens, frame(tables()[4]))))
    assert names(careless.read(frame(FIVE))) == names(reader.read(frame(FIVE)))


def test_a_sign_on_the_table_that_looks_like_the_top_of_a_die_is_known_as_the_table(reader: Reader) -> None:
    lens, empty = reader.camera.lens, with_sign(frame(EMPTY), reader)
    (seen,) = reader._refiner.place(empty, lens, reader._detector.find(empty))
    assert seen.die > 0.9
    signed = reader.over(replace(reader.camera, empty=TablePhotograph.of(lens, empty)))
    assert all(bool(known.all()) for known in signed.background.known)
    assert names(signed.read(with_sign(frame(FIVE), reader))) == names(reader.read(frame(FIVE)))


def test_on_another_table_than_the_calibrated_one_all_is_searched(reader: Reader) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (90, 160, 3), np.uint8)
    other = np.asarray(cv2.resize(noise, (1280, 720), interpolation=cv2.INTER_CUBIC), np.uint8)
    elsewhere = reader.over(replace(reader.camera, empty=TablePhotograph.of(reader.camera.lens, other)))
    assert searched(elsewhere, frame(FIVE)) == 1.0


def test_the_calibrated_table_is_known_after_the_camera_was_measured_anew(calibrated: Reader) -> None:
    lens = calibrated.camera.lens
    moved = calibrated.over(replace(calibrated.camera, lens=replace(lens, translation=lens.translation + 2.0)))
    assert moved.background.lens is moved.camera.lens
    assert all(float(np.mean(known)) > 0.95 for known in moved.background.known)


def test_a_piece_taken_off_is_seen_to_be_gone_by_the_calibrated_table(calibrated: Reader) -> None:
    _, memory = calibrated.follow(frame(FIVE), TableMemory())
    _, memory = calibrated.follow(frame(FOUR), memory)
    assert memory.shows_table_at(pose_of(FIVE, "Infantry c")) is True
    assert memory.shows_table_at(pose_of(FIVE, "Heavy Tank")) is False


def test_a_thing_that_nobody_touched_is_not_looked_at_again(
    calibrated: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    look_again = HypothesisVerifier.look_again

    def counted(verifier: HypothesisVerifier, photograph: Any, found: Any, poses: Any) -> Any:
        looked.append(len(poses))
        return look_again(verifier, photograph, found, poses)

    monkeypatch.setattr(HypothesisVerifier, "look_again", counted)
    pixels = hidden(frame(FOUR), calibrated, pose_of(FIVE, "Infantry c"))
    _, memory = calibrated.follow(pixels, TableMemory())
    reading, _ = calibrated.follow(pixels, memory)
    assert any(remark.about is not None for remark in reading.remarks)
    assert looked[0] > 0 == looked[1]
