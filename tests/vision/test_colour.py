"""What the colours of dice say against their names, beside the other dice of a picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.whole_dice.colour import colour_shifts, colours_of, speaks_against

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


def against(*dice: tuple[Face, Face], lie_flat: Sequence[bool] = ()) -> list[float]:
    """What is said against dice, each as it is seen and as it was enrolled; lie_flat: left out, all do."""
    seen = np.array([colours_of(shown) for shown, _ in dice])
    shifts = colour_shifts(seen, [[colours_of(enrolled)] for _, enrolled in dice])
    return speaks_against(shifts, lie_flat or [True] * len(dice))


@pytest.mark.parametrize("lamp", [(1, 1, 1), (0.5, 0.8, 1.0), (0.2, 0.15, 0.12)], ids=["same", "warm", "dim"])
def test_a_lamp_says_nothing_against_anybody(lamp: Sequence[float]) -> None:
    assert against(*((under(lamp, face(bgr)), face(bgr)) for bgr in PRINTS)) == [0.0] * 4


def test_another_colour_speaks_against_one_die() -> None:
    *others, last = ((under((0.6, 0.8, 0.9), face(bgr)), face(bgr)) for bgr in PRINTS)
    painted_alike = face((150, 60, 180)), last[1]
    *none, one = against(*others, painted_alike)
    assert none == [0.0] * 3
    assert one < -2


def test_what_shines_or_hides_a_part_speaks_against_nobody() -> None:
    *others, last = ((face(bgr), face(bgr)) for bgr in PRINTS)
    shining = last[0].copy()
    shining[:80] = 250
    assert against(*others, (shining, last[1]))[-1] > -0.5


def test_where_the_others_are_few_or_do_not_agree_nothing_is_said() -> None:
    odd = face((150, 60, 180)), face(PRINTS[3])
    assert against((face(PRINTS[0]), face(PRINTS[0])), odd) == [0.0, 0.0]
    lamps = (1, 1, 1), (0.5, 0.8, 1.0), (1.0, 0.7, 0.6)
    others = [(under(lamp, face(bgr)), face(bgr)) for lamp, bgr in zip(lamps, PRINTS[:3], strict=True)]
    assert against(*others, odd)[-1] == 0.0


def test_dice_that_lean_are_judged_by_those_that_lie_flat_and_judge_nobody() -> None:
    flat = [(under((0.6, 0.8, 0.9), face(bgr)), face(bgr)) for bgr in PRINTS[:3]]
    painted_alike = face((150, 60, 180)), face(PRINTS[3])
    *none, one = against(*flat, painted_alike, lie_flat=[True, True, True, False])
    assert none == [0.0] * 3
    assert one < -2
    assert against(*flat, painted_alike, lie_flat=[True, False, False, False]) == [0.0] * 4, "one is too few"
    assert against(*flat, lie_flat=[False] * 3) == [0.0] * 3
    assert speaks_against(np.zeros((0, 2, 2)), []) == []
