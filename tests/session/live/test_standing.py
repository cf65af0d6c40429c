"""A camera that is bumped over a table without markers, that shows nothing, or that is not the calibrated one."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import Camera, read_picture
from companion.codec.camera import read_camera
from companion.codec.die import known_dice
from companion.opencv import cv2
from companion.session.live import FRAME_S, LiveTable, ReadFrame, TableSnapshot, TableState, tuning
from companion.vision import CameraCheck, PictureRefusedError, Problem, Reading, Remark
from tests.film import FILM, error_mm, from_elsewhere, spans, tables, true_snapshots


@pytest.fixture(scope="module")
def camera() -> Camera:
    return read_camera(FILM / "camera.json")


@pytest.fixture
def empty() -> Image:
    return read_picture(FILM / "000.jpg").pixels


def _shown(watch: LiveTable, pixels: Image, frames: int, *, start_s: float = 0.0) -> list[TableSnapshot]:
    """The same picture for some tenths of a second; where it is wanted it is read as an empty table."""
    snapshots = []
    for frame in range(frames):
        snapshots.append(watch.see(pixels, start_s + 0.1 * (frame + 1)))
        if wanted := watch.pending_request:
            watch.hear(wanted, ReadFrame(Reading("", (), CameraCheck(None, 0)), wanted.memory))
    return snapshots


def test_without_markers_a_bump_is_noticed_and_measured_by_the_look_of_the_table() -> None:
    bumped = next(span for span in spans() if span.state == "camera-moved")
    table = next(table for table in tables() if table.after == "bump")
    start = bumped.start - 12
    snapshots = list(islice(true_snapshots(start=start, markers=False), table.end - start))
    noticed = next(snapshot for snapshot in snapshots if snapshot.state is TableState.CAMERA_MOVED)
    assert 0 <= noticed.number - 1 - (bumped.start - start) < 10
    assert error_mm(snapshots[-1].camera, table) < 0.5
    assert any("by the look of the table" in snapshot.sentence for snapshot in snapshots)


def test_a_bump_is_looked_for_before_a_table_can_come_to_rest() -> None:
    assert tuning.CHECK_EVERY_S + FRAME_S < tuning.STILL_S


def test_a_plain_table_without_markers_says_that_a_bump_would_go_unseen(camera: Camera, empty: Image) -> None:
    watch = LiveTable(replace(camera, markers=(), seen_px={}), known_dice())
    last = _shown(watch, np.full_like(empty, 120), 8)[-1]
    assert last.state is TableState.SETTLED
    assert "lay markers" in last.sentence


def test_a_camera_raised_by_a_foot_is_found_by_its_markers_anywhere(camera: Camera, empty: Image) -> None:
    watch = LiveTable(camera, known_dice())
    _shown(watch, empty, 3)  # not yet at rest: nothing but the markers is known
    lens = replace(camera.lens, translation=camera.lens.translation + np.array([10.0, -20.0, 305.0]))
    snapshots = _shown(watch, from_elsewhere(camera, empty, lens), 15, start_s=1.0)
    assert TableState.CAMERA_MOVED in {snapshot.state for snapshot in snapshots}
    assert "measured again by 4 markers" in snapshots[-1].sentence
    assert np.linalg.norm(snapshots[-1].camera.lens.eye_mm - lens.eye_mm) < 3


def test_where_dice_lie_on_all_but_two_markers_it_is_read_on_and_by_one_marker_it_is_not(
    camera: Camera, empty: Image
) -> None:
    covered = [_covered(camera, empty, count) for count in (2, 3)]
    states = [_shown(LiveTable(camera, known_dice()), picture, 8)[-1].state for picture in covered]
    assert states == [TableState.SETTLED, TableState.MARKERS_HIDDEN]


def test_two_markers_show_a_bump(camera: Camera, empty: Image) -> None:
    watch = LiveTable(camera, known_dice())
    picture = _covered(camera, empty, 2)
    assert _shown(watch, picture, 8)[-1].state is TableState.SETTLED
    lens = replace(camera.lens, translation=camera.lens.translation + np.array([4.0, -3.0, 2.0]))
    bumped = _shown(watch, from_elsewhere(camera, picture, lens), 10, start_s=1.0)
    assert TableState.CAMERA_MOVED in {snapshot.state for snapshot in bumped}


def _covered(camera: Camera, picture: Image, markers: int) -> Image:
    """The same with something dull on so many of the markers."""
    covered = picture.copy()
    for marker in camera.markers[:markers]:
        corners = camera.lens.project(marker.points_mm()).round().astype(np.int32)
        cv2.fillPoly(covered, [corners], (90, 110, 120))
    return covered


def test_a_lens_that_was_zoomed_is_not_taken_for_a_camera_that_was_moved(camera: Camera, empty: Image) -> None:
    watch = LiveTable(camera, known_dice())
    _shown(watch, empty, 3)
    zoomed = replace(camera.lens, matrix=camera.lens.matrix * np.array([[0.8, 0, 1], [0, 0.8, 1], [0, 0, 1]]))
    snapshots = _shown(watch, from_elsewhere(camera, empty, zoomed), 15, start_s=1.0)
    assert snapshots[-1].state is TableState.CAMERA_MOVED
    assert "calibrate anew" in snapshots[-1].sentence
    assert snapshots[-1].camera is camera


def test_pictures_of_another_size_are_reported_with_both_sizes(camera: Camera, empty: Image) -> None:
    snapshot = LiveTable(camera, known_dice()).see(empty[:360, :600], 0.1)
    assert snapshot.state is TableState.NO_PICTURE
    assert "600 x 360 px, it was calibrated with 1280 x 720" in snapshot.sentence


def test_a_missing_picture_is_reported_after_a_second_with_what_the_source_says(camera: Camera, empty: Image) -> None:
    watch = LiveTable(camera, known_dice())
    settled = _shown(watch, empty, 8)[-1]
    assert settled.state is TableState.SETTLED
    assert watch.on_missing_frame(1.5, "It is unplugged.") is None  # a frame may be late
    gone = watch.on_missing_frame(2.0, "It is unplugged.")
    assert gone is not None
    assert (gone.state, gone.sentence, gone.frame) == (TableState.NO_PICTURE, "It is unplugged.", None)
    assert watch.pending_request is None
    back = _shown(watch, empty, 8, start_s=5.0)[-1]
    assert back.state is TableState.SETTLED
    assert back.rest == settled.rest + 1


def test_before_the_first_frame_a_second_is_waited_too(camera: Camera) -> None:
    watch = LiveTable(camera, known_dice())
    assert watch.on_missing_frame(100.0) is None
    late = watch.on_missing_frame(101.5)
    assert late is not None
    assert "plugged in" in late.sentence


def test_a_reading_of_a_table_that_has_been_disturbed_since_does_not_count(camera: Camera, empty: Image) -> None:
    watch = LiveTable(camera, known_dice())
    for frame in range(6):
        watch.see(empty, 0.1 * (frame + 1))
    wanted = watch.pending_request
    assert wanted is not None
    watch.see(read_picture(FILM / "024.jpg").pixels, 0.8)
    assert watch.pending_request is None
    watch.hear(wanted, ReadFrame(Reading("", (), CameraCheck(None, 0)), wanted.memory))
    last = [watch.see(empty, 0.9 + 0.1 * frame) for frame in range(8)][-1]
    assert last.votes == 0


def test_a_frame_that_is_refused_is_no_vote_and_says_why(camera: Camera, empty: Image) -> None:
    watch = LiveTable(camera, known_dice())
    snapshots = [watch.see(empty, 0.1 * frame) for frame in range(1, 8)]
    assert snapshots[-1].state is TableState.SETTLED
    wanted = watch.pending_request
    assert wanted is not None
    remark = Remark(Problem.BLURRED, "the picture is too blurred to show dice: focus the camera.")
    watch.hear(wanted, PictureRefusedError("frame: too blurred", remark, CameraCheck(0.0, 4)))
    after = watch.see(empty, 0.8)
    assert after.sentence == "The table is at rest. The picture is too blurred to show dice: focus the camera."
    assert (after.votes, after.sure) == (0, False)
    assert watch.pending_request is None  # the next one is tried later, not at once
    watch.see(empty, 2.0)
    assert watch.pending_request is not None


def test_what_a_grey_picture_costs_is_reported_of_the_table_at_rest(camera: Camera, empty: Image) -> None:
    watch = LiveTable(camera, known_dice())
    for frame in range(1, 8):
        watch.see(empty, 0.1 * frame)
    wanted = watch.pending_request
    assert wanted is not None
    grey = Remark(Problem.GREY, "the picture has no colour.")
    watch.hear(
        wanted,
        ReadFrame(Reading("", (), CameraCheck(0.0, 4), (Remark(Problem.NO_DICE, "no dice."), grey)), wanted.memory),
    )
    after = watch.see(empty, 0.8)
    assert after.sentence == "The table is at rest. The picture has no colour."
    assert after.votes == 1
