"""The page of numbers keeps what it promises: held-out tables only, rendered called rendered, the worst shown."""

from __future__ import annotations

import re
from pathlib import Path

from models.training.invented_rigs import RIGS, Group

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "accuracy.md").read_text(encoding="utf-8")


def test_only_held_out_tables_are_on_it() -> None:
    named = re.search(r"from (\d+) tables and (\d+) pictures: ([\w, ]+)\.", PAGE)
    assert named is not None
    tables = named[3].split(", ")
    held_out = {rig.name for rig in RIGS if rig.group is Group.HELD_OUT}
    assert len(tables) == int(named[1])
    assert set(tables) <= held_out
    assert int(named[2]) >= 50


def test_what_is_rendered_is_called_rendered() -> None:
    assert "**Every picture here is rendered**" in PAGE


def test_every_kind_of_number_is_there_and_the_worst_are_shown() -> None:
    for words in ("answered", "right", "repeats", "within", "strangers named", "thrown: leaning", "a picture takes"):
        assert words in PAGE
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", PAGE)
    assert pictures
    assert all((DOCS / picture).stat().st_size > 10_000 for picture in pictures)
