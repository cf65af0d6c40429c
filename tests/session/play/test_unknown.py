"""Something on the table of a match that is not recognised as a die: drawn otherwise than an unread die, and said
beside a shot that it may matter to; it decides nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.rules import CommandPost
from companion.session.overlay import MarkKind, unknown_scene
from companion.session.overlay.views import plan_view
from companion.session.play.unread import unknown_in_the_way, unknown_to_match
from companion.vision import UnknownObject
from tests.session.inference.conftest import Laid

#: Anna's Light Tank looks away from the near edge at Ben's Missile Tank, far off.
LYING = {"Light Tank a": ("5", 500.0, 200.0, -150.0), "Missile Tank": ("7", 500.0, 560.0, -90.0)}


def thing(x: float, y: float) -> UnknownObject:
    outline = ((x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20))
    return UnknownObject((x, y), 28.3, outline, 20.7)


BETWEEN, BEHIND, BEYOND = thing(520, 380), thing(500, 60), thing(500, 850)


@pytest.mark.parametrize(("seen", "matters"), [(BETWEEN, True), (BEHIND, False), (BEYOND, False)])
def test_beside_a_short_range_shot_it_is_stated_where_it_may_be_closer(
    laid: Laid, seen: UnknownObject, matters: bool
) -> None:
    text = unknown_in_the_way(laid(LYING), "Light Tank a", 0, [seen])
    assert text == (
        "Something on the table is not recognised as a die; if it is one, it may be what Light Tank a has to hit."
        if matters
        else None
    )


def test_a_card_of_the_match_and_a_piece_that_the_camera_lost_are_known(laid: Laid) -> None:
    position = laid(LYING)
    assert unknown_to_match(position, [BETWEEN]) == (BETWEEN,)
    assert unknown_to_match(position, [thing(505, 555)]) == ()
    post = CommandPost("cp", "A", (520.0, 380.0), (120.0, 60.0))
    assert unknown_to_match(replace(position, posts={"cp": post}), [BETWEEN]) == ()


def test_it_is_drawn_with_its_outline_and_a_question_mark(laid: Laid) -> None:
    view = plan_view(laid(LYING).table.outline_mm, width_px=600)
    scene = unknown_scene([BETWEEN], view)
    (outline,) = scene.of(MarkKind.UNKNOWN_OUTLINE)
    (stamp,) = scene.stamps
    assert (stamp.word, len(outline.points_px)) == ("?", 4)
    assert np.allclose(np.mean(outline.points_px, axis=0), stamp.at_px, atol=0.1)
