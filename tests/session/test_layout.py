"""From readings to pieces: what they are called, whose they are, and which of them the rules can speak of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from companion.catalogue import Die
from companion.rules import Edge
from companion.session import Layout, Seat, layout_in, layout_of
from companion.session.inference import seen_dice
from companion.session.inference.steps import seen_pose
from companion.session.inspection import list_left_out, position_of
from companion.vision.reading import DieReading, DieState, Reading

OUTLINE = ((0.0, 0.0), (1000.0, 0.0), (1000.0, 620.0), (0.0, 620.0))
Lay = Callable[..., DieReading]
Readings = Callable[..., Reading]


@pytest.fixture
def layout(dice: dict[str, Die], lay: Lay, reading: Readings) -> Layout:
    seen = (
        lay("t/tank", "8", (700, 100)),
        lay("t/tank", "7", (200, 500)),
        lay("t/truck", "8", (400, 300)),
        lay(None, "", (500, 400)),
        lay("t/tank", "6", (300, 200), state=DieState.LEANING),
        lay("t/truck", "8", (990, 610), state=DieState.OVERHANGING),
    )
    return layout_of(reading(*seen), OUTLINE, dice)


def test_pieces_are_lettered_from_left_to_right_where_a_die_lies_there_more_than_once(layout: Layout) -> None:
    assert [piece.id for piece in layout.pieces] == ["Tank a", "Tank b", "Truck a", "Unread die", "Tank c", "Truck b"]


def test_a_die_that_lies_there_once_is_called_by_its_name(dice: dict[str, Die], lay: Lay, reading: Readings) -> None:
    assert [p.id for p in layout_of(reading(lay("t/truck", "8", (1, 1))), OUTLINE, dice).pieces] == ["Truck"]


def test_a_die_that_the_catalogue_does_not_know_is_called_by_its_id(lay: Lay, reading: Readings) -> None:
    layout = layout_of(reading(lay("t/truck", "8", (1, 1))), OUTLINE, {})
    assert [piece.id for piece in layout.pieces] == ["t/truck"]
    assert position_of(layout, {}).pieces == {}


def test_more_dice_of_one_kind_than_letters_still_have_names_of_their_own(
    dice: dict[str, Die], lay: Lay, reading: Readings
) -> None:
    seen = [lay("t/truck", "8", (number, 1)) for number in range(60)]
    names = [piece.id for piece in layout_of(reading(*seen), OUTLINE, dice).pieces]
    assert len(set(names)) == 60


def test_owners_are_guessed_from_the_nearer_edge(layout: Layout) -> None:
    assert {piece.id: piece.owner for piece in layout.pieces} == {
        "Tank a": "B",
        "Tank b": "A",
        "Truck a": "A",
        "Unread die": "B",
        "Tank c": "A",
        "Truck b": "B",
    }


def test_owners_are_guessed_at_all_four_edges(dice: dict[str, Die], lay: Lay, reading: Readings) -> None:
    seats = tuple(Seat(edge.value, edge.value, edge) for edge in Edge)
    seen = [lay("t/truck", "8", place) for place in ((20, 300), (500, 30), (510, 600), (980, 300))]
    layout = layout_of(reading(*seen), OUTLINE, dice, seats=seats)
    assert [piece.owner for piece in layout.pieces] == ["left", "near", "far", "right"]


def test_giving_a_piece_away_changes_that_piece_only_and_goes_round_the_table(layout: Layout) -> None:
    given = layout.given_to("Tank a", layout.next_owner("Tank a"))
    assert given.piece("Tank a").owner == "A"
    assert given.next_owner("Tank a") == "B"
    assert [p for p in given.pieces if p.id != "Tank a"] == [p for p in layout.pieces if p.id != "Tank a"]


def test_the_first_player_is_next_for_a_piece_that_is_nobodys(layout: Layout) -> None:
    assert layout.given_to("Tank a", None).next_owner("Tank a") == "A"


def test_a_piece_is_found_by_name(layout: Layout) -> None:
    assert layout.piece("Tank a").id == "Tank a"
    with pytest.raises(KeyError):
        layout.piece("Tank z")


def test_the_rules_are_given_the_read_dice_that_lie_flat_and_no_others(layout: Layout, dice: dict[str, Die]) -> None:
    position = position_of(layout, dice)
    assert set(position.pieces) == {"Tank a", "Tank c", "Truck a", "Truck b"}
    assert [piece.id for piece in list_left_out(layout, position)] == ["Tank b", "Unread die"]


def test_pose_face_owner_and_uncertainty_reach_the_rules_as_they_were_read(
    layout: Layout, dice: dict[str, Die]
) -> None:
    piece = position_of(layout, dice).piece("Tank a")
    assert (piece.pose, piece.owner, piece.sigma_mm, piece.sigma_deg) == (layout.piece("Tank a").pose, "B", 0.2, 0.2)
    assert piece.showing == dice["t/tank"].face("7")


def test_measured_corners_reach_the_rules_and_the_journal(dice: dict[str, Die], lay: Lay, reading: Readings) -> None:
    die = lay("t/tank", "7", (300, 200))
    corners = die.pose.top_corners_mm() + 0.254
    position = position_of(layout_of(reading(replace(die, corners_mm=corners)), OUTLINE, dice), dice)
    (piece,) = position.pieces.values()
    assert np.array(piece.top) == pytest.approx(corners)
    (seen,) = seen_dice(layout_in(position))
    assert seen_pose(seen, "7").corners_mm == tuple((round(x, 2), round(y, 2)) for x, y in corners.tolist())


def test_players_sit_at_their_edges_og_throw_03(layout: Layout, dice: dict[str, Die]) -> None:
    position = position_of(layout, dice)
    assert position.player("A").edge_mm == ((0, 0), (1000, 0))
    assert position.player("B").edge_mm == ((1000, 620), (0, 620))
