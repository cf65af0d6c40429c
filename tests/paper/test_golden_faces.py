"""Faces are drawn as they were; `golden_faces.py` says how the picture is made anew."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

import pytest
from PySide6.QtCore import QPointF

from companion.catalogue import Die
from companion.codec.die import read_dice
from companion.paper import _marks, colours
from companion.resources import Bundled, bundled
from tests.golden_pictures import assert_as_drawn
from tests.paper.golden_faces import GOLDEN, drawn, shown_dice

PARTS = ("draw_ap", "draw_arrows", "draw_icons", "draw_dots", "draw_edge_text", "draw_points", "draw_shield")


def test_faces_are_drawn_as_they_were() -> None:
    assert_as_drawn(drawn(shown_dice()), GOLDEN)


def test_there_is_a_side_for_every_kind_of_effect_colour_range_and_shield() -> None:
    assert _drawn_on(shown_dice()) == _drawn_on(read_dice(bundled(Bundled.DICE_FACES)).values())


def _drawn_on(dice: Iterable[Die]) -> set[tuple[str, object]]:
    faces = [face for die in dice for face in die.faces]
    effects = [effect for face in faces for effect in face.effects]
    return {
        *(("kind", effect.kind) for effect in effects),
        *(("colour", effect.colour) for effect in effects),
        *(("range", effect.range) for effect in effects),
        *(("shield", face.shield) for face in faces),
    }


@pytest.mark.parametrize("part", [*PARTS, "draw_side_number"])
def test_what_is_left_out_is_noticed(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_marks, part, lambda *_: None)
    with pytest.raises(AssertionError, match="pixels changed"):
        assert_as_drawn(drawn(shown_dice()), GOLDEN)


@pytest.mark.parametrize(
    ("module", "place", "moved"),
    [
        (_marks, "_ARROW_TIP_MM", _marks._ARROW_TIP_MM + 1),
        (_marks, "_NUMBER_PLACE", _marks._NUMBER_PLACE + QPointF(1, 0)),
        (_marks, "_SHIELD_PLACE", _marks._SHIELD_PLACE + QPointF(1, 0)),
        (_marks, "_PLAQUE_PLACE", _marks._PLAQUE_PLACE + QPointF(0, 1)),
        (colours, "GREEN_DOT", colours.RED_DOT),
        (colours, "RED_DOT", colours.INK),
    ],
)
def test_what_is_moved_by_a_millimetre_or_has_another_colour_is_noticed(
    module: ModuleType, place: str, moved: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, place, moved)
    with pytest.raises(AssertionError, match="pixels changed"):
        assert_as_drawn(drawn(shown_dice()), GOLDEN)
