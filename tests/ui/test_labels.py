"""Words never lie over each other and never leave the picture."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.session.overlay.scene import GAP_PX, Clutter, LabelBox, LabelRequest, place_labels

SIZE = (800, 500)
SPOT = st.tuples(st.floats(-50, 850), st.floats(-50, 550))
BESIDE = st.builds(
    lambda at, width, height, clear: LabelRequest((width, height), at, at, clear),
    SPOT,
    st.floats(20, 200),
    st.floats(12, 60),
    st.floats(5, 60),
)
ALONG = st.builds(lambda one, other: LabelRequest((90, 20), one, other, 0.0), SPOT, SPOT)
DISCS = st.lists(st.tuples(st.floats(0, 800), st.floats(0, 500), st.floats(5, 60)), max_size=8)


def overlap(one: LabelBox, other: LabelBox) -> bool:
    across = one.left < other.left + other.width and other.left < one.left + one.width
    return across and one.top < other.top + other.height and other.top < one.top + one.height


@settings(max_examples=60, derandomize=True)
@given(st.lists(st.one_of(BESIDE, ALONG), max_size=25), DISCS)
def test_labels_keep_apart_and_stay_in_the_picture(
    wishes: list[LabelRequest], discs: list[tuple[float, float, float]]
) -> None:
    boxes = place_labels(wishes, Clutter(tuple(discs)), SIZE)
    assert len(boxes) == len(wishes)
    there = [box for box in boxes if box is not None]
    for box in there:
        assert box.left >= 0
        assert box.top >= 0
        assert box.left + box.width <= SIZE[0]
        assert box.top + box.height <= SIZE[1]
    assert not any(overlap(one, other) for one, other in combinations(there, 2))


def test_a_label_stands_beside_its_die_and_off_it() -> None:
    (box,) = place_labels([LabelRequest((100, 30), (400, 250), (400, 250), 40)], Clutter(), SIZE)
    assert box is not None
    assert not overlap(box, LabelBox(370, 220, 60, 60))
    assert abs(box.centre_px[0] - 400) <= 40 + 50 + GAP_PX


def test_a_label_rather_goes_round_another_die_than_over_it() -> None:
    wish = LabelRequest((100, 30), (400, 250), (400, 250), 40)
    (alone,) = place_labels([wish], Clutter(), SIZE)
    assert alone is not None
    (box,) = place_labels([wish], Clutter(((*alone.centre_px, 40.0),)), SIZE)
    assert box is not None
    assert not overlap(box, LabelBox(alone.centre_px[0] - 20, alone.centre_px[1] - 20, 40, 40))


def test_a_label_of_a_line_lies_on_it() -> None:
    (box,) = place_labels([LabelRequest((60, 20), (100, 100), (500, 300), 0)], Clutter(), SIZE)
    assert box is not None
    assert box.centre_px == pytest.approx((300, 200))


def test_a_label_at_the_rim_comes_in() -> None:
    (box,) = place_labels([LabelRequest((100, 30), (799, 499), (799, 499), 20)], Clutter(), SIZE)
    assert box is not None
    assert box.left + box.width <= 800 - GAP_PX


def test_the_first_wish_gets_the_place_and_the_one_without_room_is_left_out() -> None:
    wish = LabelRequest((90, 30), (50, 25), (50, 25), 5)
    first, second = place_labels([wish, wish], Clutter(), (100, 50))
    assert first is not None
    assert second is None
    assert place_labels([LabelRequest((200, 10), (50, 25), (50, 25), 5)], Clutter(), (100, 50)) == (None,)
