"""The table of dice in the folder's README says what the files say."""

from __future__ import annotations

import pytest

from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.resources import Bundled, bundled

DICE = read_dice(bundled(Bundled.DICE_FACES))
README = bundled(Bundled.DICE_FACES, "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_every_die_stands_in_the_readme_as_it_is(die: Die) -> None:
    assert f"| {die.name} | {die.team} | {', '.join(die.classes)} | {die.points:g} |" in README
