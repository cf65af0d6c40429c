"""Exercise K: who plays, where they start, and in which order they move."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.codec.document import decode, encode
from companion.errors import InputError
from companion.exercise_k.codec.documents import (
    SheetDocument,
    bundled_sheet_file,
    mark_iii,
    own_sheet,
    own_sheet_file,
)
from companion.exercise_k.rules.board import Hex, HexBoard, Shoved, hex_named
from companion.exercise_k.rules.position import DeskAgreement
from companion.exercise_k.rules.roster import COLOURS, DIVISIONS, numbered, roster_for, seat
from companion.exercise_k.rules.turn_clock import random_order, time_to_call
from companion.rules.ruling import Refused

Begin = Callable[..., Any]
GONE = {"main": 0, "secondary": 0, "missile": 0, "ap": 0, "tread": 0}
#: Players -> teams' sizes, setup, rule: EK-CNT-06, -07, -08, -09, -10, -11, -12, -13, -14, -15.
TABLE = {
    2: ([1, 1], "2-team", "EK-CNT-06"),
    3: ([1, 1, 1], "3-team", "EK-CNT-07"),
    4: ([1, 1, 1, 1], "standard", "EK-CNT-08"),
    5: ([3, 2], "2-team", "EK-CNT-09"),
    6: ([3, 3], "2-team", "EK-CNT-10"),
    7: ([3, 2, 2], "3-team", "EK-CNT-11"),
    8: ([2, 2, 2, 2], "standard", "EK-CNT-12"),
    9: ([3, 3, 3], "3-team", "EK-CNT-13"),
    10: ([3, 3, 2, 2], "standard", "EK-CNT-14"),
    11: ([3, 3, 3, 2], "standard", "EK-CNT-14"),
    12: ([3, 3, 3, 3], "standard", "EK-CNT-15"),
}


@pytest.mark.parametrize("players", TABLE)
def test_ek_cnt_01_the_table_divides_each_number_of_players(desk: Begin, players: int) -> None:
    sizes, setup, rule = TABLE[players]
    line = desk().ask("roster", players=players)
    assert (line["sizes"], line["setup"], line["rules"][0]) == (sizes, setup, rule)
    teams = len(sizes)
    assert line["counts"] == {"ogres": 3 * teams, "command_posts": teams, "radars": 2 * teams}


@pytest.mark.parametrize("players", [0, 1, 13])
def test_ek_cnt_15_there_is_no_game_for_one_or_for_more_than_twelve(desk: Begin, players: int) -> None:
    assert desk().ask("roster", players=players)["ok"] is False
    with pytest.raises(InputError, match="2 to 12"):
        desk(players=players).ask("roster")


def test_ek_gen_01_ek_team_01_03_08_twelve_players_have_twelve_ogres_four_posts_and_eight_radars(desk: Begin) -> None:
    roster = desk().position.roster
    assert (len(roster.players), len(roster.ogres), set(roster.teams)) == (12, 12, set(COLOURS))
    assert [name for name in roster.buildings if name.startswith("Red")] == ["Red CP", "Red R1", "Red R2"]  # EK-TEAM-08


def test_ek_team_03_a_team_has_one_of_the_four_colours(desk: Begin) -> None:
    with pytest.raises(InputError, match="Red, Blue, Green, Black"):
        desk(order=["Black", "Blue", "Red", "Pink"]).ask("roster")


def test_ek_team_06_player_1_leads(desk: Begin) -> None:
    assert desk().position.roster.leaders == ("Black 1", "Blue 1", "Red 1", "Green 1")


def test_ek_team_02_ek_team_12_every_ogre_has_the_sheet_of_a_mark_iii_with_two_ap_guns(desk: Begin) -> None:
    full = {"main": 1, "secondary": 4, "missile": 2, "ap": 2, "tread": 45, "destroyed": False, "movement": 3}
    for ogre in ("Black 1", "Red 3"):
        line = desk().ask("sheet", ogre=ogre)
        assert full.items() <= line.items()
    assert "outside the document" in mark_iii().source


@pytest.mark.parametrize(("tread", "movement"), [(45, 3), (31, 3), (30, 2), (16, 2), (15, 1), (1, 1), (0, 0)])
def test_an_emptied_step_of_treads_costs_a_hex_of_movement(desk: Begin, tread: int, movement: int) -> None:
    assert desk(sheets={"Red 1": {"tread": tread}}).ask("sheet", ogre="Red 1")["movement"] == movement


def test_ek_team_04_groups_stay_together_in_order_of_arrival() -> None:
    seating = seat([["a", "b"], ["c"], ["d", "e", "f"], ["g", "h"], ["i"]])
    assert seating.teams == (("a", "b", "c"), ("d", "e", "f"), ("g", "h", "i"))
    late = seat([["a", "b"], ["c", "d"], ["e", "f"]])
    assert late.parted == (("e", "f"),)
    assert late.teams == (("a", "b", "e"), ("c", "d", "f"))


def test_ek_team_05_single_players_fill_up_and_the_thirteenth_waits() -> None:
    seating = seat([[str(number)] for number in range(13)])
    assert [len(team) for team in seating.teams] == [3, 3, 3, 3]
    assert seating.waiting == ("12",)
    with pytest.raises(Refused):
        seat([["alone"]])
    with pytest.raises(InputError, match="twice"):
        seat([["a"], ["a"]])
    with pytest.raises(InputError, match="3 players at most"):
        seat([["a", "b", "c", "d"]])


def test_ek_team_07_a_team_agrees_on_its_numbers() -> None:
    seating = numbered(seat([["a", "b", "c"], ["d", "e", "f"]]), 1, ["f", "d", "e"])
    assert seating.teams == (("a", "b", "c"), ("f", "d", "e"))
    with pytest.raises(InputError, match="team 2 is f, d, e"):
        numbered(seating, 1, ["a", "d", "e"])


def test_ek_ord_01_the_team_order_is_drawn_at_random() -> None:
    drawn = {random_order(COLOURS, random.Random(seed)) for seed in range(200)}
    assert len(drawn) == 24
    assert all(set(order) == set(COLOURS) for order in drawn)


def test_ek_ord_02_con_32_the_last_team_chooses_its_corner_first(desk: Begin) -> None:
    assert desk().ask("turn-order")["corners"] == ["Green 1", "Red 1", "Blue 1", "Black 1"]


def test_ek_ord_03_leaders_then_players_2_then_players_3(desk: Begin) -> None:
    line = desk(players=5, order=["Red", "Blue"]).ask("turn-order")
    assert line["turns"] == ["Red 1", "Blue 1", "Red 2", "Blue 2", "Red 3", "Blue 3"]
    assert (line["to_move"], line["round"], line["final_round"], line["over"]) == ("Red 1", 1, None, False)


def test_ek_ord_05_a_round_is_complete_after_the_last_turn(desk: Begin) -> None:
    game = desk()
    turns = game.ask("turn-order")["turns"]
    seen = [game.do("end-turn")["events"][0] for _ in turns]
    assert [event["player"] for event in seen] == [*turns[1:], turns[0]]
    assert [event["round"] for event in seen] == [1] * 11 + [2]


def test_amb_57_ek_spec_09_destroyed_ogres_have_no_turn(desk: Begin) -> None:
    game = desk(sheets={"Black 1": GONE, "Red 1": GONE})
    line = game.ask("turn-order")
    assert (line["to_move"], len(line["turns"])) == ("Blue 1", 10)
    game.do("end-turn")
    assert game.ask("turn-order")["to_move"] == "Green 1"
    assert game.do("end-turn", round=2, player="Red 1")["why"] == "destroyed"


def test_end_turn_idles_to_a_turn_ahead_but_not_back(desk: Begin) -> None:
    game = desk(to_move="Red 2", round=3)
    assert game.do("end-turn", round=3, player="Red 1")["why"] == "turn-spent"
    assert game.do("end-turn", round=5, player="Red 1")["events"] == [{"event": "turn", "player": "Red 1", "round": 5}]
    assert game.do("end-turn", player="Blue 1")["why"] == "not-your-turn"


@pytest.mark.parametrize(
    ("one", "other", "shoved", "hexes"),
    [
        ("0101", "0101", "even", 0),
        ("0101", "0102", "even", 1),
        ("0101", "0201", "even", 1),
        ("0201", "0102", "even", 1),
        ("0201", "0101", "odd", 1),
        ("0102", "0201", "odd", 2),
        ("0101", "0202", "even", 2),
        ("0202", "0101", "odd", 1),
        ("0101", "0603", "even", 5),
        ("0101", "0206", "even", 6),
        ("1510", "1710", "even", 2),
    ],
)
def test_ek_map_04_amb_50_ranges_are_steps_from_hex_to_hex(
    desk: Begin, one: str, other: str, shoved: str, hexes: int
) -> None:
    board = {"columns": 31, "rows": 22, "shoved": shoved}
    assert desk(board=board).ask("range", **{"from": one, "to": other})["hexes"] == hexes


@pytest.mark.parametrize("shoved", Shoved)
def test_amb_50_the_range_is_the_shortest_way_over_neighbours(shoved: Shoved) -> None:
    board, start = HexBoard(9, 9, shoved), Hex(4, 5)
    lower = {Shoved.EVEN: 0, Shoved.ODD: 1}[shoved]
    far, edge = {start: 0}, [start]
    while edge:
        spot = edge.pop(0)
        down = 0 if spot.column % 2 == lower else -1
        sides = [Hex(spot.column + step, spot.row + down + more) for step in (-1, 1) for more in (0, 1)]
        for near in (*sides, Hex(spot.column, spot.row - 1), Hex(spot.column, spot.row + 1)):
            if board.has(near) and near not in far:
                far[near] = far[spot] + 1
                edge.append(near)
    assert len(far) == 81
    assert all(board.hexes_between(start, spot) == steps for spot, steps in far.items())


PLACED = {"team": "Green", "cp": "0101", "radars": ["0603", "0205"], "ogres": ["0201", "0102", "0304"]}


def test_ek_team_09_ek_team_10_radars_stand_5_from_the_post_and_4_apart(desk: Begin) -> None:
    line = desk().ask("placement", **PLACED)
    assert line["legal"] is True
    assert line["distances"] == {"radars": [5, 5], "ogres": [1, 1, 4], "between_radars": 4}
    wrong = desk().ask("placement", **{**PLACED, "radars": ["0603", "0106"]})
    assert (wrong["legal"], wrong["distances"]["between_radars"]) == (False, 5)
    far = desk().ask("placement", **{**PLACED, "radars": ["0703", "0205"]})
    assert any("from the Command Post, not 5" in problem for problem in far["problems"])


def test_ek_team_11_seven_hexes_are_legal_and_eight_are_not(desk: Begin) -> None:
    line = desk().ask("placement", **{**PLACED, "ogres": ["0108", "0109", "0101"]})
    assert (line["legal"], line["distances"]["ogres"]) == (False, [7, 8, 0])
    assert desk().ask("placement", **{**PLACED, "ogres": ["0108", "0804", "0101"]})["legal"] is True


def test_ek_spec_06_nothing_stands_off_the_map(desk: Begin) -> None:
    line = desk(board={"columns": 31, "rows": 22, "shoved": "even"}).ask("range", **{"from": "0101", "to": "3201"})
    assert (line["ok"], line["why"]) == (False, "table-edge")
    off = desk().ask("placement", **{**PLACED, "ogres": ["0100", "0102", "0103"]})
    assert (off["legal"], off["problems"]) == (False, ["0100 is not on the board"])
    assert str(hex_named("0307")) == "0307"


def test_ek_spec_04_ek_spec_05_ek_adv_01_ek_gen_02_what_is_in_force(desk: Begin) -> None:
    line = desk().ask("in-force")
    assert [name for name in ("stacking", "ramming") if line[name]] == ["stacking", "ramming"]
    assert not any(line[name] for name in ("overrun", "optional", "advanced", "exit", "binding"))


def test_ek_cnt_02_the_third_ogre_moves_as_player_3_and_is_run_by_both(desk: Begin) -> None:
    line = desk(players=8).ask("roster")
    assert line["runs"]["Blue 3"] == ["Blue 1", "Blue 2"]
    assert line["runs"]["Blue 2"] == ["Blue 2"]
    assert "Blue 3" in desk(players=8).ask("turn-order")["turns"]


def test_ek_cnt_02_either_partner_may_act_for_the_third_ogre_and_nobody_else(desk: Begin) -> None:
    game = desk(players=8, to_move="Blue 3")
    assert game.do("fire-missile", by="Blue 3", player="Red 1")["why"] == "not-your-turn"
    assert game.do("fire-missile", by="Blue 3", player="Blue 2")["ok"] is True


def test_ek_cnt_03_the_third_ogre_passes_to_the_partner_who_is_left(desk: Begin) -> None:
    assert desk(players=8, sheets={"Blue 1": GONE}).ask("roster")["runs"]["Blue 3"] == ["Blue 2"]


def test_ek_cnt_03_a_third_ogre_that_outlives_both_partners_own_is_run_by_both_again(desk: Begin) -> None:
    """EK-CNT-02, EK-CNT-03: there is nobody left to pass it to."""
    line = desk(players=8, sheets={"Blue 1": GONE, "Blue 2": GONE}).ask("roster")
    assert line["runs"]["Blue 3"] == ["Blue 1", "Blue 2"]


def test_ek_cnt_06_a_player_alone_runs_three_ogres_on_one_account(desk: Begin) -> None:
    game = desk(players=2, order=["Red", "Blue"], to_move="Red 3")
    assert game.ask("roster")["runs"] == {ogre: [f"{ogre[:-2]} 1"] for ogre in game.position.roster.ogres}
    game.do("damage", by="Red 3", target="Blue 2", system="tread", count=3)
    assert game.ask("vp")["players"] == {"Red 1": 6, "Blue 1": 0}
    assert game.ask("vp")["third"] == {}


def test_ek_end_02_the_call_is_due_twenty_minutes_before_the_end() -> None:
    assert not time_to_call(240, 219.9)
    assert time_to_call(240, 220)


def test_a_roster_needs_as_many_teams_as_the_table_says(desk: Begin) -> None:
    with pytest.raises(InputError, match="5 players form 2 teams"):
        desk(players=5).ask("roster")
    assert roster_for(6, ["Green"]).teams == ("Green", "Red")


def test_the_shorthanded_team_may_stand_anywhere_in_the_order(desk: Begin) -> None:
    roster = desk(players=11, sizes=[3, 2, 3, 3]).position.roster
    assert (roster.third_ogres, roster.size("Blue")) == (("Blue 3",), 2)
    with pytest.raises(InputError, match="11 players are divided 3 \\+ 3 \\+ 3 \\+ 2"):
        desk(players=11, sizes=[3, 3, 3, 3]).ask("roster")


def test_a_user_may_play_by_the_numbers_of_their_own_edition(desk: Begin) -> None:
    bundled = bundled_sheet_file().read_text(encoding="utf-8")
    own_sheet_file().write_text(bundled.replace("[15, 15, 15]", "[20, 20, 5]"), encoding="utf-8")
    own = own_sheet()
    assert own is not None
    keys = {"sheets": {"Red 1": {"tread": 16}}}
    assert desk(**keys, mark_iii=encode(SheetDocument.of(own))).ask("sheet", ogre="Red 1")["movement"] == 1
    assert desk(**keys).ask("sheet", ogre="Red 1")["movement"] == 2  # a script without numbers goes by the bundled ones
    with pytest.raises(InputError, match=r"mark_iii\.system: this key is missing"):
        desk(mark_iii={"format": 1}).ask("roster")


def test_a_sheet_written_in_keys_is_read_as_it_was() -> None:
    assert decode(SheetDocument, encode(SheetDocument.of(mark_iii()))).to_layout() == mark_iii()


def test_every_problem_of_a_users_sheet_is_reported_with_its_place() -> None:
    with pytest.raises(InputError) as reported:
        decode(
            SheetDocument,
            {"format": 2, "name": "x", "system": {"main": {"name": "Gun", "count": -1, "colour": "red"}}},
            "f",
        )
    places = ("f: format", "f: source", "f: system.ap", "f: system.main.count", "f: system.main.colour")
    assert [place for place in places if place not in str(reported.value)] == []
    assert all(line.startswith("f: ") for line in str(reported.value).splitlines())


def test_ek_team_04_every_division_has_a_place_for_each_player() -> None:
    assert {players: sum(row.sizes) for players, row in DIVISIONS.items()} == {n: n for n in range(2, 13)}


def test_amb_50_to_amb_60_are_all_asked_or_settled() -> None:
    reported = {row.id for row in DeskAgreement().in_force()}
    assert reported >= {f"AMB-{number}" for number in range(50, 61)}
