"""Which die was taken for which is still so; `golden_following.py` says how the file is made anew."""

from __future__ import annotations

from tests.golden_lines import assert_as_golden
from tests.session.live.golden_following import GOLDEN, followed


def test_dice_are_followed_as_they_were() -> None:
    assert_as_golden(followed(), GOLDEN)
