"""The pictures of faces: the frame they promise, the marks they bear, and that no two can be taken for one another."""

from __future__ import annotations

import dataclasses
import sys

import numpy as np
import pytest
from PySide6.QtGui import QColor

from companion.arrays import Image
from companion.catalogue import Colour, Die, Effect, EffectKind, Face, Range
from companion.codec.die import read_dice
from companion.opencv import cv2
from companion.paper import face_image, face_triangle
from companion.resources import Bundled, bundled

SIZE_PX = 240

GUN = Effect(EffectKind.WEAPON, "Gun", Colour.YELLOW, Range.SHORT, (0,), attack=4)
FACE = Face("8", 8, "abc", block=6, maneuver=(1,), damage=(2,), effects=(GUN,))
DIE = Die("test/die", (FACE,), name="Test", set="test", team="Ogre", classes=("Tank",), points=8)


def _with(**changes: object) -> Image:
    """The test die's picture with one thing on its face changed."""
    face = dataclasses.replace(FACE, **changes)  # type: ignore[arg-type]
    return face_image(dataclasses.replace(DIE, faces=(face,)), face, SIZE_PX)


def _difference(one: Image, other: Image) -> float:
    return float(np.abs(one.astype(float) - other.astype(float)).mean())


def test_triangle_is_upright_centred_and_fills_the_circle() -> None:
    corners = np.array([(p.x(), p.y()) for p in face_triangle(SIZE_PX).toList()]) - SIZE_PX / 2
    angles = np.degrees(np.arctan2(-corners[:, 1], corners[:, 0])) % 360
    np.testing.assert_allclose(angles, [90, 210, 330], atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(corners, axis=1), SIZE_PX / 2)


def test_outside_the_triangle_the_edge_goes_on() -> None:
    picture = face_image(DIE, FACE, SIZE_PX)
    edge = picture[0, 0]
    for place in ((0, -1), (-1, 0), (-1, -1), (SIZE_PX // 4, 2), (SIZE_PX * 3 // 4 - 2, 6)):
        np.testing.assert_array_equal(picture[place], edge)


def test_the_same_face_is_drawn_the_same_way_every_time() -> None:
    np.testing.assert_array_equal(face_image(DIE, FACE, 96), face_image(DIE, FACE, 96))


@pytest.mark.parametrize(
    "changes",
    [
        {"side": 7},
        {"block": 5},
        {"block": None},
        {"shield": Colour.PURPLE},
        {"maneuver": (0, 1)},
        {"maneuver": ()},
        {"entry": (0,)},
        {"damage": (0,)},
        {"treads": (3,)},
        {"effects": (dataclasses.replace(GUN, attack=5),)},
        {"effects": (dataclasses.replace(GUN, colour=Colour.RED),)},
        {"effects": (dataclasses.replace(GUN, range=Range.LONG),)},
        {"effects": (dataclasses.replace(GUN, range=Range.ALL),)},
        {"effects": (dataclasses.replace(GUN, corners=(0, 1)),)},
        {"effects": (GUN, Effect(EffectKind.CALL, "Call Tank"))},
    ],
)
def test_everything_that_is_printed_shows(changes: dict[str, object]) -> None:
    assert _difference(_with(), _with(**changes)) > 0.05


@pytest.mark.parametrize(("first", "second"), [("short", "long"), ("long", "all"), ("short", "all")])
def test_arrow_shapes_differ_without_colour_OG_RANGE_01(first: str, second: str) -> None:  # noqa: N802
    grey = [
        cv2.cvtColor(_with(effects=(dataclasses.replace(GUN, range=Range(reach)),)), cv2.COLOR_RGB2GRAY)
        for reach in (first, second)
    ]
    upper = [picture[: SIZE_PX // 2].astype(float) for picture in grey]
    assert float((np.abs(upper[0] - upper[1]) > 40).mean()) > 0.01


def test_unique_dice_number_their_sides_in_a_triangle() -> None:
    unique = dataclasses.replace(DIE, unique=True)
    assert _difference(face_image(DIE, FACE, SIZE_PX), face_image(unique, FACE, SIZE_PX)) > 1


def test_two_effects_in_one_corner_both_show() -> None:
    one = _with(effects=(GUN,))
    both = _with(effects=(GUN, dataclasses.replace(GUN, colour=Colour.RED, attack=2)))
    red = np.abs(both.astype(int) - [216, 38, 44]).sum(axis=2) < 30
    assert red.sum() > (np.abs(one.astype(int) - [216, 38, 44]).sum(axis=2) < 30).sum() + 100


def test_side_number_is_at_least_seven_millimetres_high() -> None:
    """Rows in which the number's ink shows in the middle of its circle, in pixels of the picture."""
    size = 1173  # 20 px/mm: circumradius 29.33 mm is half the picture
    picture = face_image(DIE, FACE, size).astype(int)
    centre = np.array([size / 2 - 5.1 * 20, size / 2 - 1.9 * 20]).round().astype(int)
    column = picture[centre[1] - 85 : centre[1] + 85, centre[0] - 30 : centre[0] + 30].sum(axis=2).min(axis=1)
    dark = np.flatnonzero(column < 120)
    assert dark.max() - dark.min() + 1 >= 7.0 * 20


def test_no_two_faces_of_the_whole_catalogue_look_alike() -> None:
    """The nearest pair, blurred to what a camera sees, compared within a face that is turned upright."""
    small = [
        cv2.GaussianBlur(face_image(die, face, 48), (0, 0), 1.0).astype(float).ravel()
        for die in read_dice(bundled(Bundled.DICE_FACES)).values()
        for face in die.faces
    ]
    pictures = np.array(small)
    squares = (pictures**2).mean(axis=1)
    distances = squares[:, None] + squares[None] - 2 * pictures @ pictures.T / pictures.shape[1]
    np.fill_diagonal(distances, np.inf)
    assert np.sqrt(distances.min()) > 7.0


def test_thousands_of_drawings_leave_none_alive() -> None:
    """PySide6 6.12 on Python 3.11 loses a reference to None in each call (see `companion.paper.pages`)."""
    for _ in range(60):
        face_image(DIE, FACE, 16)
    assert sys.getrefcount(None) > 500
    assert QColor("#123456").red() == 0x12
