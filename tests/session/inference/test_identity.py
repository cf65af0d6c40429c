"""Three Infantry stay three pieces: what is seen is given to the pieces as it asks for the least altogether."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from companion.rules import Edge
from companion.session import Layout, LayoutPiece, Seat
from companion.session.inference import (
    Prior,
    find_discrepancies,
    match_pieces,
    play_actions,
    seen_dice,
    seen_tracks,
)
from companion.session.inference.assignment import solve_assignment
from companion.session.live import Track
from companion.vision import CameraCheck, DieReading, DieState, FaceGuess, FaceName, Reading
from tests.session.inference.conftest import Laid, die, seen_of

THREE = {
    "Infantry a": ("4a", 300.0, 200.0, 70.0),
    "Infantry b": ("4a", 420.0, 200.0, 10.0),
    "Infantry c": ("3b", 360.0, 320.0, 200.0),
}


def cost_of(costs: list[list[float]], pairs: dict[int, int], alone: float) -> float:
    paired = sum(costs[row][column] for row, column in pairs.items())
    return paired + alone * (len(costs) + len(costs[0]) - 2 * len(pairs))


@pytest.mark.parametrize("seed", range(40))
def test_the_assignment_is_as_cheap_as_the_cheapest_of_all_ways(seed: int) -> None:
    rng = random.Random(seed)
    rows, columns, alone = rng.randint(1, 4), rng.randint(1, 4), rng.uniform(0, 30)
    costs = [[rng.uniform(0, 50) for _ in range(columns)] for _ in range(rows)]
    ways = (
        dict(zip(chosen, order, strict=True))
        for count in range(min(rows, columns) + 1)
        for chosen in itertools.combinations(range(rows), count)
        for order in itertools.permutations(range(columns), count)
    )
    best = min(cost_of(costs, way, alone) for way in ways)
    assert cost_of(costs, solve_assignment(costs, alone), alone) == pytest.approx(best)


def test_nothing_is_assigned_to_nothing() -> None:
    assert solve_assignment([], 1.0) == {}
    assert solve_assignment([[]], 1.0) == {}


def test_three_infantry_stay_three_pieces_when_all_of_them_are_pushed(laid: Laid) -> None:
    position = laid(THREE)
    seen = seen_of(
        position, Infantry_a=("4a", 340, 225, 60), Infantry_b=("4a", 455, 230, 0), Infantry_c=("3b", 400, 350, 180)
    )
    random.Random(3).shuffle(seen)
    found = match_pieces(position, seen)
    assert {name: one.pose.centre_mm for name, one in found.pairs.items()} == {
        "Infantry a": (340, 225),
        "Infantry b": (455, 230),
        "Infantry c": (400, 350),
    }
    assert not found.missing
    assert not found.strangers
    assert not found.still


def test_the_push_that_is_least_for_all_together_counts_not_the_nearest_for_each(laid: Laid) -> None:
    position = laid({"Infantry a": ("4a", 300.0, 200.0, 0.0), "Infantry b": ("4a", 400.0, 200.0, 0.0)})
    seen = [die("infantry", "4a", 395, 260, 0), die("infantry", "4a", 500, 200, 0)]
    found = match_pieces(position, seen)
    assert found.pairs["Infantry a"] is seen[0]
    assert found.pairs["Infantry b"] is seen[1]


def test_a_die_that_was_followed_stays_the_piece_that_it_was(laid: Laid) -> None:
    position = laid({"Infantry a": ("4a", 300.0, 200.0, 0.0), "Infantry b": ("4a", 400.0, 200.0, 0.0)})
    seen = [die("infantry", "4a", 330, 260, 0, track=2), die("infantry", "4a", 430, 260, 0, track=1)]
    assert match_pieces(position, seen).pairs["Infantry a"] is seen[0]
    crossed = match_pieces(position, seen, {1: "Infantry a", 2: "Infantry b"})
    assert crossed.pairs["Infantry a"] is seen[1]
    assert crossed.followed == {1: "Infantry a", 2: "Infantry b"}


def test_what_is_not_seen_is_missing_and_what_is_no_piece_is_a_stranger(laid: Laid) -> None:
    position = laid(THREE)
    other = die("howitzer", "8", 900, 500)
    found = match_pieces(position, [*seen_of(position, Infantry_b=None), other])
    assert found.missing == ("Infantry b",)
    assert found.strangers == (other,)
    assert found.still == {"Infantry a", "Infantry c"}


def test_a_die_that_cannot_be_read_is_still_the_piece_that_lay_there(laid: Laid) -> None:
    position = laid(THREE)
    seen = [replace(one, name=None) if one.pose.x_mm == 300 else one for one in seen_of(position)]
    assert set(match_pieces(position, seen).pairs) == set(THREE)


def test_an_ogre_is_recognised_by_its_size_even_unread(laid: Laid) -> None:
    position = laid(THREE)
    giant = die("ogre", None, 300, 200, 70, edge_mm=101.6)
    found = match_pieces(position, [giant])
    assert found.strangers == (giant,)
    assert found.missing == tuple(THREE)


def test_layouts_readings_and_tracks_are_all_looked_at_alike() -> None:
    (one,) = [die("gev", "5", 100, 200, 30)]
    reading = DieReading(one.pose, 0.2, 0.2, DieState.FLAT, FaceName("ogre/gev", "5"), 0.9)
    piece = LayoutPiece("G.E.V.", None, one.name, one.pose, 0.2, 0.2)
    layout = Layout("", (piece,), ((0, 0), (1, 0), (1, 1)), (Seat("A", "A", Edge.NEAR),))
    assert seen_dice(layout) == seen_dice(Reading("", (reading,), CameraCheck(None, 0))) == seen_dice([one]) == (one,)
    assert seen_tracks([Track(7, reading, 3)]) == (replace(one, track=7),)


def test_runners_up_are_weighed_by_what_the_match_expects_there_what_was_read_stays(laid: Laid) -> None:
    position = laid(THREE)
    guesses = tuple(FaceGuess(FaceName("ogre/infantry", face), share) for face, share in (("1a", 0.3), ("4a", 0.2)))
    reading = DieReading(position.piece("Infantry a").placed, 0.2, 0.2, DieState.FLAT, None, 0.95, guesses)
    (plain,), (weighed,) = seen_tracks([Track(1, reading, 3)]), seen_tracks([Track(1, reading, 3)], Prior.of(position))
    assert [guess.name.face for guess in plain.alternatives] == ["1a", "4a"]
    assert [guess.name.face for guess in weighed.alternatives] == ["4a", "1a"]
    assert weighed.name is None


def test_equal_dice_that_show_each_other_s_sides_have_changed_places(laid: Laid) -> None:
    position = laid({"G.E.V. a": ("8", 200.0, 200.0, 90.0), "G.E.V. b": ("3", 700.0, 400.0, 10.0)})
    anna, ben = position.piece("G.E.V. a"), position.piece("G.E.V. b")
    assert anna.owner != ben.owner
    seen = seen_of(position, GEV_a=("3", 203, 198, 40), GEV_b=("8", 697, 403, 150))
    found = match_pieces(position, seen)
    places = {name: one.pose.centre_mm for name, one in found.pairs.items()}
    assert places == {"G.E.V. a": (697, 403), "G.E.V. b": (203, 198)}
    (told,) = find_discrepancies(position, seen)
    assert told.text == "G.E.V. a and G.E.V. b have changed places"
    taken = next(one for one in told.explanations if one.steps)
    after = play_actions(position, taken.steps).position
    assert after.piece("G.E.V. a").placed.centre_mm == (697, 403)
    assert after.piece("G.E.V. a").showing.key == "8"
    turned = seen_of(position, GEV_a=("3", 203, 198, 40))
    assert match_pieces(position, turned).pairs["G.E.V. a"].pose.centre_mm == (203, 198), "one alone was turned"
