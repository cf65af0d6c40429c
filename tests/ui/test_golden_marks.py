"""Marks and badges look as they did; `golden_marks.py` says how the picture is made anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication

from companion.session.overlay import MarkKind
from companion.ui.overlay import LOOKS
from companion.ui.themes import ACCENT, AMBER, ASH, PAPER
from tests.golden_pictures import assert_as_drawn
from tests.ui.golden_marks import GOLDEN, drawn, marks

pytestmark = pytest.mark.usefixtures("qapp")
ANOTHER = {ACCENT: AMBER, AMBER: ACCENT, ASH: PAPER, PAPER: ACCENT}


def test_marks_and_badges_are_drawn_as_they_were(qapp: QGuiApplication) -> None:
    assert_as_drawn(drawn(marks()), GOLDEN)


@pytest.mark.parametrize("part", MarkKind)
def test_a_mark_that_is_left_out_or_lies_elsewhere_is_noticed(part: MarkKind) -> None:
    others = [mark for mark in marks() if mark.part is not part]
    moved = [
        replace(mark, points_px=tuple((x + 3, y) for x, y in mark.points_px)) for mark in marks() if mark.part is part
    ]
    for shown in (others, [*others, *moved]):
        with pytest.raises(AssertionError, match="pixels changed"):
            assert_as_drawn(drawn(shown), GOLDEN)


@pytest.mark.parametrize("part", [part for part, look in LOOKS.items() if look.stroke])
def test_another_colour_of_the_theme_is_noticed(part: MarkKind, monkeypatch: pytest.MonkeyPatch) -> None:
    look = LOOKS[part]
    monkeypatch.setitem(LOOKS, part, replace(look, stroke=ANOTHER[look.stroke or PAPER]))
    with pytest.raises(AssertionError, match="pixels changed"):
        assert_as_drawn(drawn(marks()), GOLDEN)
