"""What the colours of dice say for and against their names, beside the other dice of a picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.whole_dice.colour import colour_shifts, colours_of, colours_speak

#: Prints of one painter in four colours, BGR.
PRINTS = ((60, 70, 200), (190, 90, 60), (70, 170, 80), (60, 180, 190))
Face = NDArray[np.uint8]


def face(bgr: Sequence[float], seed: int = 1) -> Face:
    """A face with strokes lighter and darker than its colour."""
    strokes = np.random.default_rng(seed).uniform(0.4, 1.2, (192, 192, 1))
    return np.asarray(np.clip(strokes * bgr, 0, 255), np.uint8)


def under(lamp: Sequence[float], seen: Face) -> Face:
    """A face in another light, as shares of blue, green and red."""
    return np.asarray(np.clip(seen * np.array(lamp), 0, 255), np.uint8)


def speak(*dice: tuple[Face, Face], judges: Sequence[bool] = ()) -> list[float]:
    """What is said for dice, each as it is seen and as it was enrolled; judges: left out, all are."""
    seen = np.array([colours_of(shown) for shown, _ in dice])
    shifts = colour_shifts(seen, [[colours_of(enrolled)] for _, enrolled in dice])
    return colours_speak(shifts, judges or [True] * len(dice))


@pytest.mark.parametrize("lamp", [(1, 1, 1), (0.5, 0.8, 1.0), (0.2, 0.15, 0.12)], ids=["same", "warm", "dim"])
def test_a_lamp_says_nothing_against_anybody(lamp: Sequence[float]) -> None:
    assert min(speak(*((under(lamp, face(bgr)), face(bgr)) for bgr in PRINTS))) >= 0


def test_another_colour_speaks_against_one_die() -> None:
    *others, last = ((under((0.6, 0.8, 0.9), face(bgr)), face(bgr)) for bgr in PRINTS)
    painted_alike = face((150, 60, 180)), last[1]
    *right, one = speak(*others, painted_alike)
    assert min(right) > 1
    assert one < -2


def test_what_shines_or_hides_a_part_speaks_against_nobody() -> None:
    *others, last = ((face(bgr), face(bgr)) for bgr in PRINTS)
    shining = last[0].copy()
    shining[:80] = 250
    assert speak(*others, (shining, last[1]))[-1] > -0.5


@pytest.mark.parametrize("where", ["here", "where it was enrolled"])
def test_gloss_over_a_strong_colour_speaks_against_nobody(where: str) -> None:
    strong = face((200, 90, 70))
    glossy = np.asarray(np.clip(strong + 14.0, 0, 255), np.uint8)
    others = [(face(bgr), face(bgr)) for bgr in PRINTS]
    pair = (glossy, strong) if where == "here" else (strong, glossy)
    assert speak(*others, pair)[-1] > 0
    another_hue = face((200, 90, 200))
    assert speak(*others, (another_hue, strong))[-1] < -2


def test_where_the_others_are_few_or_do_not_agree_nothing_is_said() -> None:
    odd = face((150, 60, 180)), face(PRINTS[3])
    assert speak((face(PRINTS[0]), face(PRINTS[0])), odd) == [0.0, 0.0]
    lamps = (1, 1, 1), (0.5, 0.8, 1.0), (1.0, 0.7, 0.6)
    others = [(under(lamp, face(bgr)), face(bgr)) for lamp, bgr in zip(lamps, PRINTS[:3], strict=True)]
    assert speak(*others, odd)[-1] == 0.0


def test_dice_that_lean_or_have_no_name_are_judged_by_the_others_and_judge_nobody() -> None:
    flat = [(under((0.6, 0.8, 0.9), face(bgr)), face(bgr)) for bgr in PRINTS[:3]]
    painted_alike = face((150, 60, 180)), face(PRINTS[3])
    *right, one = speak(*flat, painted_alike, judges=[True, True, True, False])
    assert min(right) > 1
    assert one < -2
    assert speak(*flat, painted_alike, judges=[True, False, False, False]) == [0.0] * 4, "one is too few"
    assert speak(*flat, judges=[False] * 3) == [0.0] * 3
    assert colours_speak(np.zeros((0, 1, 2, 2)), []) == []
