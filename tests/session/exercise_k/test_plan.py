"""The opening page: signing up, the draw, corners, first hexes, and the opening that comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import InputError
from companion.exercise_k.codec.documents import (
    bundled_sheet_file,
    decode_desk_opening,
    encode_desk_opening,
    own_sheet_file,
)
from companion.exercise_k.codec.script import decode_desk_game
from companion.exercise_k.rules.board import MapCorner, parse_placement
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.session.plan import GamePlan, OrderBy

GROUPS = ("Ann, Ben, Cleo", "Dan", "Eve, Finn", "Gus", "Hal", "Ida, Jo", "Kim", "Lea")
FIRST_HEXES = "0101 0604 0602 0202 0303 0402"


def _signed_up(groups: tuple[str, ...] = GROUPS) -> GamePlan:
    plan = GamePlan()
    for group in groups:
        plan = plan.with_group(group.split(","))
    return plan


def _settled(groups: tuple[str, ...] = GROUPS, seed: int = 4) -> GamePlan:
    plan = _signed_up(groups).drawn(seed)
    while plan.chooser:
        plan = plan.with_corner(plan.free_corners[0])
    return plan


def test_ek_team_04_ek_team_05_who_signs_up_is_seated() -> None:
    plan = _signed_up()
    assert [len(people) for people in plan.seats.values()] == [3, 3, 3, 3]
    assert plan.seats["Red"] == ("Ann", "Ben", "Cleo")
    assert set(plan.people) == {name for people in plan.seats.values() for name in people}
    with pytest.raises(InputError, match="Dan"):
        plan.with_group(["Dan"])
    with pytest.raises(InputError, match="Type a name"):
        plan.with_group([" "])


def test_ek_cnt_15_one_player_is_no_game_and_says_so() -> None:
    assert GamePlan().with_group(["Ann"]).problems == ("1 of at least 2 players have signed up; 12 can play.",)


def test_ek_ord_01_either_the_order_or_the_colours_are_drawn() -> None:
    orders = {tuple(_signed_up().drawn(seed).seats) for seed in range(60)}
    assert len(orders) > 15
    by_colour = _signed_up().ordered_by(OrderBy.COLOURS)
    drawn = [by_colour.drawn(seed) for seed in range(60)]
    assert {tuple(plan.seats) for plan in drawn} == {("Red", "Blue", "Green", "Black")}
    assert len({plan.seats["Red"] for plan in drawn}) == 4


def test_ek_ord_02_corners_are_chosen_from_the_last_team_to_the_first_who_gets_what_is_left() -> None:
    plan = _signed_up().drawn(4)
    order = tuple(plan.seats)
    assert plan.choosing == order[::-1]
    assert plan.chooser == order[3]
    plan = plan.with_corner(MapCorner.BOTTOM_LEFT)
    with pytest.raises(InputError, match="taken"):
        plan.with_corner(MapCorner.BOTTOM_LEFT)
    plan = plan.with_corner(MapCorner.TOP_LEFT).with_corner(MapCorner.TOP_RIGHT)
    assert plan.chooser is None
    assert plan.corners[order[0]] is MapCorner.BOTTOM_RIGHT
    with pytest.raises(InputError, match="too early"):
        plan.with_corner(MapCorner.TOP_LEFT)


def test_ek_team_07_a_team_settles_who_leads() -> None:
    plan = _signed_up().with_leader_moved("Red", "Cleo")
    assert plan.seats["Red"] == ("Ann", "Cleo", "Ben")
    assert plan.with_leader_moved("Red", "Cleo").names["Red 1"] == "Cleo"
    assert plan.with_leader_moved("Red", "Ann").seats["Red"] == ("Cleo", "Ben", "Ann")


def test_ek_team_10_ek_team_11_first_hexes_are_checked_and_the_game_waits_for_them() -> None:
    plan = _settled()
    team = next(iter(plan.seats))
    right = plan.with_placement(team, parse_placement("0101 0604 0602 0202 0303 0402"))
    judged = right.judged(team)
    assert judged is not None
    wrong = plan.with_placement(team, parse_placement("0101 0106 0110 0202 0303 1515"))
    assert any("1515" in problem and problem.startswith(team) for problem in wrong.problems)
    with pytest.raises(InputError, match="six hexes"):
        parse_placement("0101 0106")
    with pytest.raises(InputError, match="0307"):
        parse_placement("a b c d e f")


def test_the_opening_is_a_situation_of_the_referee_and_keeps_the_names() -> None:
    plan = _settled(("Ann, Ben, Cleo", "Dan", "Eve, Finn", "Gus", "Hal", "Ida"), seed=2)
    plan = plan.with_choice("AMB-59", "most-ogres")
    assert plan.problems == ()
    opening = plan.opening()
    start = decode_desk_game(decode_desk_opening(encode_desk_opening(opening)))
    assert start.roster.sizes == (3, 3, 3)
    assert start.roster.teams == tuple(plan.seats)
    assert start.agreement["AMB-59"] == "most-ogres"
    assert set(opening.table_talk.names.values()) == set(plan.people)


def test_shorthanded_teams_stand_where_the_draw_puts_them() -> None:
    groups = ("Ann, Ben, Cleo", "Dan, Eve, Finn", "Gus, Hal, Ida", "Jo, Kim")
    found = set()
    for seed in range(40):
        opening = _settled(groups, seed).opening()
        start = decode_desk_game(decode_desk_opening(encode_desk_opening(opening)))
        found.add(start.roster.sizes)
        (third,) = start.roster.third_ogres
        assert opening.table_talk.names[f"{third[:-2]} 1"] == "Jo"
    assert len(found) == 4


def test_a_group_that_leaves_ends_the_draw() -> None:
    plan = _settled().without_group(1)
    assert "Dan" not in plan.people
    assert plan.seed is None
    assert plan.corners == {}
    assert plan.problems == ("The team order is not drawn yet: draw it.",)
    with pytest.raises(InputError, match="draw it"):
        plan.opening()


def test_an_agreement_at_its_default_is_as_if_none_was_made() -> None:
    plan = GamePlan().with_choice("AMB-51", "raised")
    assert dict(plan.choices) == {"AMB-51": "raised"}
    assert dict(plan.with_choice("AMB-51", "plain").choices) == {}


def test_a_game_begun_by_ones_own_mark_iii_keeps_its_numbers(tmp_path: Path) -> None:
    bundled = bundled_sheet_file().read_text(encoding="utf-8")
    own_sheet_file().write_text(bundled.replace("count = 4\n", "count = 3\n"), encoding="utf-8")
    opening = _settled().opening()
    own_sheet_file().unlink()
    with DeskGame.begin(tmp_path / "own.diceland", opening) as desk:
        sheet = desk.position.sheets["Red 1"]
        assert (sheet.left[SheetSystem.SECONDARY], sheet.layout.rows[SheetSystem.SECONDARY].count) == (3, 3)
    assert "mark_iii" not in encode_desk_opening(_settled().opening())
