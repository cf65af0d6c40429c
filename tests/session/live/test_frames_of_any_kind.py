"""A source that gives grey, four channels or sixteen bits is watched like any other; what is no picture is reported."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.camera import Camera, Pinhole, Quality, TableShape, TableTop
from companion.codec.die import known_dice
from companion.opencv import cv2
from companion.session.live import TableState
from companion.session.live.live_table import LiveTable
from companion.ui.frame_feed import FrameFeed

GREY = np.random.default_rng(3).normal(110, 6, (300, 480)).astype(np.uint8)
KINDS = {
    "grey": GREY,
    "grey in layers": GREY[..., None],
    "with alpha": np.dstack([GREY, GREY, GREY, GREY]),
    "16 bits": GREY.astype(np.uint16) << 8,
    "colour": np.dstack([GREY, GREY, GREY]),
}


@pytest.fixture
def watch() -> LiveTable:
    matrix = np.array([[500.0, 0, 239.5], [0, 500.0, 149.5], [0, 0, 1]])
    turn = np.diag([1.0, -1.0, -1.0])
    lens = Pinhole(matrix, np.zeros(5), turn, -turn @ np.array([400.0, 250.0, 1000.0]), (480, 300))
    camera = Camera(lens, TableTop(TableShape.RECT, (800.0, 500.0)), (), Quality(0.1, 0.1, 0, 0, 0.001), {})
    return LiveTable(camera, known_dice())


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_settles_before_frames_of_any_kind(kind: str, watch: LiveTable) -> None:
    snapshots = [watch.see(KINDS[kind], 0.1 * count) for count in range(12)]
    assert snapshots[-1].state is TableState.SETTLED
    assert snapshots[-1].frame is not None
    assert np.array_equal(snapshots[-1].frame, KINDS["colour"])
    assert watch.pending_request is not None


@pytest.mark.parametrize("times", [2, 0.5])
def test_frames_of_another_size_are_scaled_with_a_word_where_their_shape_is_the_same(
    times: float, watch: LiveTable
) -> None:
    frame = cv2.resize(KINDS["colour"], None, fx=times, fy=times)
    snapshots = [watch.see(frame, 0.1 * count) for count in range(12)]
    assert snapshots[-1].state is TableState.SETTLED
    assert snapshots[-1].frame is not None
    assert snapshots[-1].frame.shape == KINDS["colour"].shape
    assert f"{frame.shape[1]} x {frame.shape[0]} px" in snapshots[-1].sentence
    assert snapshots[-1].sentence.endswith("they are scaled.")


@pytest.mark.parametrize("frame", [GREY.astype(np.float32), GREY.reshape(1, -1)[0], np.dstack([GREY, GREY])])
def test_a_frame_that_is_no_picture_is_reported_and_a_later_one_is_looked_at(
    frame: np.ndarray, watch: LiveTable
) -> None:
    refused = watch.see(frame, 0.0)
    assert (refused.state, refused.frame) == (TableState.NO_PICTURE, None)
    assert "let it give 8-bit colour" in refused.sentence
    assert watch.see(KINDS["colour"], 0.1).state is not TableState.NO_PICTURE


def test_the_table_page_takes_frames_of_any_kind() -> None:
    reported: list[str] = []
    feed = FrameFeed(lambda: _source(GREY), None)
    feed.troubled.connect(reported.append)
    try:
        seen = feed._picture(_source(GREY))
        assert seen is not None
        assert np.array_equal(seen, KINDS["colour"])
        assert feed._picture(_source(GREY.astype(np.float32))) is None
        assert "let it give 8-bit colour" in reported[-1]
    finally:
        feed.close()


def _source(frame: np.ndarray) -> Any:
    return SimpleNamespace(read=lambda: frame, trouble="", close=lambda: None)
