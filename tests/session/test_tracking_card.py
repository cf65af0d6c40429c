"""The tracking card alone: what a tap marks, what follows by the rules, and that nothing of it is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.catalogue import System
from companion.codec.card_layout import bundled_layout, own_card_file
from companion.errors import InputError, OperationError
from companion.journal import EntryKind, Game, Journal
from companion.session.tracking_card import Marks, Row, TrackingCard, describe_mark, left_after_tap, unmarked_card

_OWN_CARD = """
format = 1
main = {circles = 2, block = 9}
secondary = {circles = 5, block = 6}
missile = {circles = 3, block = 7}
ap = {circles = 9, block = 3}
lines = [[3, 20], [2, 20], [1, 20]]
"""


@pytest.fixture
def fresh() -> Marks:
    return unmarked_card("III", bundled_layout("III"), post=True)


def _message(before: Marks, row: Row, left: int) -> tuple[str, tuple[str, ...]]:
    reported = describe_mark(before, before.marked(row, left), row)
    return reported.text, reported.rules


@pytest.mark.parametrize("row", Row)
def test_a_fresh_card_has_all_that_is_printed(fresh: Marks, row: Row) -> None:
    assert fresh.left(row) == fresh.full(row) > 0


def test_without_a_command_post_there_is_no_armour_to_mark() -> None:
    alone = unmarked_card("V", bundled_layout("V"))
    assert Row.ARMOUR not in alone.rows
    assert alone.marked(Row.ARMOUR, 3) == alone


@pytest.mark.parametrize(
    ("left", "place", "after"),
    [(60, 0, 59), (60, 4, 55), (5, 55, 4), (5, 54, 6), (5, 0, 60), (0, 59, 1), (1, 59, 0)],
)
def test_a_tap_scratches_armour_up_to_a_place_and_gives_back_from_it(
    fresh: Marks, left: int, place: int, after: int
) -> None:
    assert left_after_tap(fresh.marked(Row.ARMOUR, left), Row.ARMOUR, place) == after


@pytest.mark.parametrize(("left", "place", "after"), [(8, 0, 7), (8, 7, 7), (5, 3, 4), (5, 2, 6), (0, 7, 1)])
def test_a_tap_takes_or_gives_one_circle_and_never_more_OG_OGRE_17(  # noqa: N802
    fresh: Marks, left: int, place: int, after: int
) -> None:
    assert left_after_tap(fresh.marked(Row.AP, left), Row.AP, place) == after


@given(some.sampled_from(Row), some.integers(0, 60), some.integers(0, 59))
def test_a_tap_scratches_what_was_left_and_gives_back_what_was_scratched(row: Row, left: int, place: int) -> None:
    marks = unmarked_card("III", bundled_layout("III"), post=True).marked(row, left)
    place %= marks.full(row)
    scratched = place < marks.full(row) - marks.left(row)
    assert (left_after_tap(marks, row, place) > marks.left(row)) is scratched


@given(some.lists(some.tuples(some.sampled_from(Row), some.integers(-5, 99)), max_size=20))
def test_marks_stay_between_nothing_and_what_is_printed(made: list[tuple[Row, int]]) -> None:
    marks = unmarked_card("III", bundled_layout("III"), post=True)
    for row, left in made:
        marks = marks.marked(row, left)
        assert marks.left(row) == min(max(left, 0), marks.full(row))
    assert all(0 <= marks.left(row) <= marks.full(row) for row in Row)


def test_the_last_circle_silences_the_weapon_OG_OGRE_08(fresh: Marks) -> None:  # noqa: N802
    text, rules = _message(fresh, Row.MAIN, 0)
    assert text == "Main Battery: 1 lost, 0 of 1 left. It no longer fires, from any side."
    assert "OG-OGRE-08" in rules
    assert not fresh.marked(Row.MAIN, 0).card.works(System.MAIN)


def test_a_line_of_treads_takes_its_dots_along_OG_OGRE_22(fresh: Marks) -> None:  # noqa: N802
    assert _message(fresh, Row.TREADS, 31)[0] == "Treads: 14 lost, 31 of 45 left."
    text, rules = _message(fresh, Row.TREADS, 30)
    assert text == "Treads: 15 lost, 30 of 45 left. Green dots with 3 are gone."
    assert rules == (
        "OG-OGRE-20",
        "OG-OGRE-22",
    )


def test_the_last_tread_stops_the_ogre_OG_OGRE_23(fresh: Marks) -> None:  # noqa: N802
    text, rules = _message(fresh.marked(Row.TREADS, 2), Row.TREADS, 0)
    assert text.endswith("Green dots with 1 are gone. The Ogre can no longer maneuver.")
    assert rules[-1] == "OG-OGRE-23"


def test_the_last_armour_destroys_the_command_post_OG_CP_08(fresh: Marks) -> None:  # noqa: N802
    text, rules = _message(fresh.marked(Row.ARMOUR, 5), Row.ARMOUR, 0)
    assert text == "Command Post armour: 5 lost, 0 of 60 left. The Command Post is destroyed for good."
    assert rules == (
        "OG-CP-07",
        "OG-CP-08",
    )


def test_what_is_given_back_is_reported(fresh: Marks) -> None:
    assert _message(fresh.marked(Row.AP, 3), Row.AP, 5)[0] == "AP: 2 given back, 5 of 8 left."


def test_a_card_resumes_as_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "card.diceland"
    with TrackingCard.begin(file, "V", post=True) as card:
        card.mark(Row.TREADS, 20, source="mouse")
        card.mark(Row.ARMOUR, 41, source="keyboard")
        card.mark(Row.AP, 7, source="keyboard")
        card.undo(source="keyboard")
        left = card.marks
    with TrackingCard.resume(file) as card:
        assert card.marks == left
        assert (left.left(Row.TREADS), left.left(Row.ARMOUR), left.left(Row.AP)) == (20, 41, left.full(Row.AP))
        assert card.last is not None
        assert card.last.text.startswith("Command Post armour")
        card.redo(source="keyboard")
        assert card.marks.left(Row.AP) == 7


def test_undo_and_redo_end_where_there_is_nothing_left(tmp_path: Path) -> None:
    with TrackingCard.begin(tmp_path / "card.diceland", "III") as card:
        fresh = card.marks
        card.undo(source="keyboard")
        card.redo(source="keyboard")
        card.mark(Row.MAIN, 1, source="mouse")  # as it is: no gesture
        assert not card.can_undo
        card.mark(Row.MAIN, 0, source="mouse")
        assert (card.can_undo, card.can_redo) == (True, False)
        card.undo(source="mouse")
        assert card.marks == fresh
        assert (card.can_undo, card.can_redo) == (False, True)


def test_ones_own_card_is_played_with_and_stays_with_the_card(tmp_path: Path) -> None:
    own_card_file("III").write_text(_OWN_CARD)
    file = tmp_path / "card.diceland"
    with TrackingCard.begin(file, "III") as card:
        assert (card.marks.full(Row.TREADS), card.marks.full(Row.AP)) == (60, 9)
    own_card_file("III").unlink()
    with TrackingCard.resume(file) as card:
        assert card.marks.full(Row.TREADS) == 60


def test_two_windows_cannot_mark_one_card(tmp_path: Path) -> None:
    file = tmp_path / "card.diceland"
    with TrackingCard.begin(file, "III"), pytest.raises(OperationError, match="open in another window"):
        TrackingCard.resume(file)


def test_a_match_is_no_card(tmp_path: Path) -> None:
    file = tmp_path / "match.diceland"
    Journal.begin(file, game=Game.DICE, opening={"format": 1}).close()
    for _ in range(2):  # and its file is let go again
        with pytest.raises(InputError, match="not a tracking card"):
            TrackingCard.resume(file)


@pytest.mark.parametrize(
    ("opening", "mark"),
    [
        ({"format": 1}, None),
        ({"format": True, "mark": "III", "layout": {}}, None),
        ({"format": 1, "mark": "III", "layout": []}, None),
        ({"format": 1, "mark": "III", "layout": {"lines": [[1]]}}, None),
        (None, {"do": "mark", "row": "nose", "left": 1}),
        (None, {"do": "mark", "row": "main", "left": [1]}),
        (None, {}),
    ],
)
def test_a_journal_that_tells_no_card_is_refused_by_name(opening: Any, mark: Any, tmp_path: Path) -> None:
    path = tmp_path / "odd.diceland"
    if opening is None:
        with TrackingCard.begin(path, "III") as card:
            opening = card._journal.opening
        path.unlink()
    with Journal.begin(path, game=Game.OGRE_CARD, opening=opening) as journal:
        if mark is not None:
            journal.append(EntryKind.ACT, mark, source="keyboard")
    with pytest.raises(InputError, match=r"odd\.diceland: "):
        TrackingCard.resume(path)
