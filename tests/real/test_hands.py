"""A real film: hands move a printed box over a table, before a webcam that sets its exposure by itself.

The box is there from the first frame on, so the film is run backwards: then it begins with the near half of the table
empty and at rest.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from companion.arrays import Image
from companion.camera import Camera, Picture, calibrate_by_clicks
from companion.codec.die import known_dice
from companion.opencv import cv2
from companion.session.live import TableState
from companion.session.live.live_table import LiveTable
from tests.real.conftest import real_files

#: The near half of the cloth, clicked in the picture, and about how large it is (a biscuit tin is some 24 cm wide).
CLICKS_PX = np.array([[40.0, 440.0], [600.0, 440.0], [545.0, 280.0], [105.0, 280.0]])
SIZE_MM = (560.0, 350.0)
#: Of the film run backwards: the table is empty; the box is over it, carried by a hand.
EMPTY = slice(20, 60)
CARRIED = slice(100, 200)


@pytest.fixture(scope="module")
def frames() -> list[Image]:
    film = cv2.VideoCapture(str(real_files("opencv-samples/box.mp4")[0]))
    seen = []
    while (grabbed := film.read())[0]:
        seen.append(np.asarray(grabbed[1], np.uint8))
    assert len(seen) > 400
    return seen[::-1]


@pytest.fixture(scope="module")
def camera(frames: list[Image]) -> Camera:
    picture = Picture("box.mp4", frames[0])
    return calibrate_by_clicks(picture, CLICKS_PX, SIZE_MM, as_clicked=True).camera


@pytest.fixture(scope="module")
def states(frames: list[Image], camera: Camera) -> list[TableState]:
    table = LiveTable(camera, known_dice())
    return [table.see(frame, at / 30).state for at, frame in enumerate(frames)]


def test_a_real_table_comes_to_rest(states: list[TableState]) -> None:
    assert set(states[EMPTY]) == {TableState.SETTLED}


def test_hands_over_a_real_table_are_seen_as_hands(states: list[TableState]) -> None:
    """And as nothing else: no frame in between is taken for a table at rest, which would be read."""
    assert Counter(states[CARRIED])[TableState.HAND] == CARRIED.stop - CARRIED.start


def test_it_never_goes_dark_and_the_camera_never_moves(states: list[TableState]) -> None:
    assert set(states) <= {TableState.SETTLED, TableState.MOVING, TableState.HAND}
