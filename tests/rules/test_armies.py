"""Armies, who goes first, tables, three and more players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.errors import InputError

if TYPE_CHECKING:
    from tests.rules.conftest import Begin


def army(table: Any, dice: Any, scenario: Any, **keys: Any) -> Any:
    return table.ask("army", dice=dice, scenario=scenario, **keys).answer


def units(table: Any) -> Any:
    for name, points, team in (
        ("inf", 2, "Ogre"),
        ("lt", 4, "Ogre"),
        ("ht", 8, "Ogre"),
        ("sea", 7, "Sea"),
        ("raft", 2, "Sea"),
    ):
        table.die(f"t/{name}", block=3, points=points, team=team)
    return table


@pytest.mark.parametrize(
    ("dice", "points", "limit", "legal"),
    [
        (["ht"] * 4, 32, 38, True),
        (["ht"] * 4 + ["lt"], 36, 34, False),
        (["inf"] * 16, 32, 32, True),
        (["ht", "ht", "ht", "sea"], 31, 30, False),
        (["ht", "ht", "ht", "raft", "raft", "raft"], 30, 30, True),
        ([], 0, 30, False),
    ],
)
def test_og_army_01_thirty_and_the_smallest_of_one_team_else_thirty(
    game: Begin, dice: Any, points: Any, limit: Any, legal: Any
) -> None:
    """OG-ARMY-01, OG-ARMY-03, OG-ARMY-05, OG-ARMY-09, OG-ARMY-10, AD-ARMY-02, AD-ARMY-03, AD-ARMY-04, OG-UNIT-02,
    OG-UNIT-04, OG-UNIT-06, OG-FACE-12, OG-FACE-14."""
    answer = army(units(game()), [f"t/{name}" for name in dice], "vs-mark-iii")
    assert (answer["points"], answer["limit"], answer["legal"]) == (points, limit, legal)
    assert bool(answer["problems"]) is not legal


def test_og_army_11_an_army_of_another_set_may_face_an_ogre_and_gets_its_command_post(game: Begin) -> None:
    table = game()
    table.die("space/destroyer", block=3, points=8, team="Terran")
    table.script["dice"][-1]["set"] = "space"
    answer = army(table, ["space/destroyer"] * 3, "vs-mark-iii")
    assert (answer["legal"], answer["limit"], answer["command_post"]) == (True, 38, "free")


@pytest.mark.parametrize(
    ("scenario", "limit", "post"),
    [
        ("two-army", 38, "agreed"),
        ("two-army-50", 58, "agreed"),
        ("vs-mark-iii", 38, "free"),
        ("vs-mark-v", 58, "free"),
        ("ogre-each", 38, "agreed"),
        ("tournament", 38, None),
        ("dws-crew", None, None),
        ("cyburg-box", None, None),
    ],
)
def test_con_05_each_scenario_has_its_limit_and_command_post(game: Begin, scenario: Any, limit: Any, post: Any) -> None:
    """OG-ARMY-01, OG-ARMY-02, OG-ARMY-04, OG-ARMY-06, OG-ARMY-07, OG-ARMY-08, OG-ARMY-11, OG-CP-01, OG-OGRE-03,
    CON-05, CON-41, AD-ARMY-01, CY-ARMY-02."""
    answer = army(units(game()), ["t/ht"] * 4, scenario)
    assert (answer["limit"], answer["command_post"]) == (limit, post)


@pytest.mark.parametrize(("agreed", "limit"), [("30", 30), ("50", 50)])
def test_amb_31_a_mixed_army_against_a_mark_v(game: Begin, agreed: Any, limit: Any) -> None:
    """AMB-31, OG-ARMY-09."""
    assert army(units(game(agreements={"AMB-31": agreed})), ["t/ht", "t/sea"], "vs-mark-v")["limit"] == limit


def test_ad_army_05_the_examples_of_the_page(game: Begin) -> None:
    """AD-ARMY-05, AD-ARMY-06, AD-ARMY-07, CON-06, OG-OGRE-01."""
    table = game(advanced=True)
    for points in (4, 1, 15, 50):
        table.die(f"t/{points}", block=3, points=points, team="Red", classes=["Ogre"] if points == 50 else [])
    assert [army(table, [f"t/{p}"], "tournament")["limit"] for p in (4, 1, 15)] == [34, 31, 45]
    assert army(table, ["t/50"], "tournament")["legal"] is True
    assert army(table, ["t/50", "t/4"], "tournament")["legal"] is False
    assert army(table, ["t/50", "t/50"], "tournament", base=50)["legal"] is True


def test_cy_army_03_gadget_eddie_otto_bellinda_and_billy(game: Begin) -> None:
    """CY-ARMY-02, CY-ARMY-03."""
    table = game("cyburg")
    for points in (3, 5, 7, 8, 10):
        table.die(f"t/{points}", block=3, points=points, team="CyCops", unique=True)
    answer = army(table, [f"t/{p}" for p in (3, 5, 7, 8, 10)], "tournament")
    assert (answer["points"], answer["limit"], answer["legal"]) == (33, 33, True)


def test_cy_army_01_the_box_game_is_played_with_the_whole_teams(game: Begin) -> None:
    """CY-SET-01, CY-ARMY-01."""
    table = game("cyburg")
    for index, points in enumerate((3, 5, 7, 8, 10, 4, 6)):
        table.die(f"t/c{index}", block=3, points=points, team="CyCops", unique=True)
    whole = [f"t/c{index}" for index in range(7)]
    assert army(table, whole, "cyburg-box")["legal"] is True
    assert army(table, whole[:-1], "cyburg-box")["legal"] is False


def test_ad_uniq_03_one_copy_of_a_unique_die_in_an_army(game: Begin) -> None:
    """AD-UNIQ-03, CY-ARMY-04, OG-ARMY-12, OG-ARMY-13, CON-07."""
    table = game("cyburg")
    table.die("t/gadget", block=3, points=3, unique=True)
    answer = army(table, ["t/gadget", "t/gadget"], "tournament")
    assert (answer["legal"], answer["points"]) == (False, 6)


@pytest.mark.parametrize(("count", "legal"), [(5, True), (4, False)])
def test_dw_army_01_a_crew_is_the_five_dice_of_a_colour(game: Begin, count: Any, legal: Any) -> None:
    """DW-ARMY-01, DW-ARMY-02, DW-FACE-09."""
    table = game("deep-white-sea")
    names = [table.die(f"t/{index}", block=3, points=9, team="White", unique=True) for index in range(count)]
    answer = army(table, names, "dws-crew")
    assert (answer["legal"], answer["limit"]) == (legal, None)


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"set": "cyburg", "team": "HardCell"}, "Deep White Sea"),
        ({"team": "HardCell"}, "Deep White Sea"),
        ({"set": "ogre", "team": "Ogre"}, "Deep White Sea"),
        ({"set": "deep-white-sea", "team": "White"}, None),
        ({"team": "Jax"}, None),
    ],
)
def test_dw_army_01_a_crew_is_of_deep_white_sea(game: Begin, keys: Any, problem: Any) -> None:
    """DW-ARMY-01, CON-05: five dice of one team from another box are no crew."""
    table = game("deep-white-sea")
    for index in range(5):
        table.die(f"t/{index}", block=3, points=9)
        table.script["dice"][-1] |= keys
    answer = army(table, [f"t/{index}" for index in range(5)], "dws-crew")
    assert answer["legal"] is (problem is None)
    assert problem is None or problem in answer["problems"][0]


@pytest.mark.parametrize(
    ("keys", "legal"),
    [
        ({"set": "cyburg"}, False),
        ({"set": "deep-white-sea"}, False),
        ({"id": "cyburg/twin"}, False),
        ({"set": "ogre"}, True),
        ({}, True),
        ({"set": "cyburg", "unique": False}, True),
    ],
)
def test_con_07_a_die_is_unique_where_the_document_of_its_set_says_so(game: Begin, keys: Any, legal: Any) -> None:
    """CON-07, AD-UNIQ-02, CY-ARMY-04, OG-ARMY-12; a script that says otherwise is believed."""
    table = game("cyburg")
    table.die("t/twin", block=3, points=3)
    table.script["dice"][-1] |= keys
    name = table.script["dice"][-1]["id"]
    assert army(table, [name, name], "tournament")["legal"] is legal
    table.put("first", name, "A", (600, 300))
    table.put("second", name, "B", "hand")
    table.script["to_move"] = "B"
    assert table.land("second", (600, 700)).why == (None if legal else "unique-in-play")


def first(table: Any, armies: Any, scenario: Any, **keys: Any) -> Any:
    answer = table.ask(
        "first-player", armies={p: [f"t/{d}" for d in dice] for p, dice in armies.items()}, scenario=scenario, **keys
    ).answer
    return answer["decides"], answer["first"], answer["random"]


def test_con_04_who_goes_first(game: Begin) -> None:
    """OG-START-03, OG-START-04, OG-START-05, OG-START-09, CY-START-01, DW-START-01, AD-FIRST-01, AD-FIRST-02,
    AD-GEN-03, CON-04."""
    small, even, big = {"A": ["ht"], "B": ["lt"]}, {"A": ["ht"], "B": ["lt", "lt"]}, {"A": ["ht", "lt"], "B": ["ht"]}
    for profile in ("ogre", "cyburg"):
        table = units(game(profile))
        assert first(table, small, "two-army") == ("B", None, None)
        assert first(table, even, "two-army") == (None, None, "first")
        assert first(table, big, "tournament") == ("B", None, None)
        assert first(table, even, "ogre-each") == (None, None, "first")
    sea = units(game("deep-white-sea"))
    assert first(sea, small, "dws-crew") == (None, None, "first")
    assert first(sea, small, "dws-crew", previous="A") == (None, "B", None)
    assert first(units(game("deep-white-sea", advanced=True)), small, "dws-crew") == ("B", None, None)
    table = units(game())
    table.die("t/ogre", block=14, points=50, classes=["Ogre"])
    assert first(table, {"A": ["ogre"], "B": ["ht", "ht"]}, "vs-mark-iii") == (None, "B", None)


@pytest.mark.parametrize(
    ("players", "shapes"),
    [
        (2, {"square", "oblong", "round", "hexagon"}),
        (3, {"round", "triangle", "hexagon"}),
        (4, {"square", "round"}),
        (5, {"round"}),
        (8, {"round"}),
        (1, set()),
    ],
)
def test_ad_multi_05_tables_by_number_of_players(game: Begin, players: Any, shapes: Any) -> None:
    """AD-MULTI-05, AD-MULTI-06, AD-MULTI-07, AD-MULTI-08, AMB-46, CON-29."""
    all_shapes = ("square", "oblong", "round", "triangle", "hexagon")
    assert {s for s in all_shapes if game().ask("table", players=players, shape=s).answer["legal"]} == shapes


def three(game: Begin, **keys: Any) -> Any:
    return game(
        advanced=True, players=[{"id": p, "edge": e} for p, e in (("A", "near"), ("B", "left"), ("C", "far"))], **keys
    )


def test_ad_foul_01_everybody_else_scores_clockwise_for_a_die_knocked_off(game: Begin) -> None:
    """AD-FOUL-01, AD-FOUL-02, AD-MULTI-01, AD-MULTI-03, AD-MULTI-04, AMB-47, CON-14."""
    table = three(game, to_move="B", score={"A": 47, "B": 0, "C": 47})
    table.plain("x", "B", "hand")
    table.plain("t", "C", (600, 700), points=4)
    line = table.land("x", (600, 300), knocked_off=["t"])
    assert [e["player"] for e in line.of("scored")] == ["C", "A"]
    assert line.of("won") == [{"event": "won", "player": "C"}]
    state = table.state()
    assert (state["winner"], state["score"]) == ("C", {"A": 51, "B": 0, "C": 51})
    table = three(game)
    table.plain("x", "A", "hand")
    table.plain("t", "A", (600, 700), points=4)
    line = table.land("x", (600, 300), knocked_off=["t"])
    assert [e["player"] for e in line.of("scored")] == ["B", "C"]


@pytest.mark.parametrize("order", [["x", "y"], ["y", "x"]])
@pytest.mark.parametrize("score", [{"B": 44, "C": 46}, {"B": 46, "C": 44}])
def test_amb_47_of_several_who_pass_the_mark_with_one_throw_the_first_clockwise_wins_in_whatever_order_it_is_entered(
    game: Begin, order: Any, score: Any
) -> None:
    """AMB-47, AD-FOUL-01, AD-FOUL-02, AMB-26: all that the throw knocks off is off and paid."""
    table = three(game, score=score)
    table.plain("h", "A", "hand")
    table.plain("x", "A", (500, 500), points=4)
    table.plain("y", "A", (700, 500), points=3)
    table.plain("leans", "B", (900, 500), points=1)
    table.plain("bumped", "B", (300, 500))
    moved = {"piece": "bumped", "face": "8", "centre_mm": [300, 520], "heading_deg": 0}
    disturbed = [{"piece": "leans", "leaning_on": "h"}, moved]
    line = table.land("h", (300, 300), knocked_off=order, disturbed=disturbed)
    assert line.of("won") == [{"event": "won", "player": "B"}]
    assert line.names()[-1] == "won"
    assert line.rules[:4] == ["OG-WIN-01", "AMB-26", "AD-FOUL-02", "AMB-47"]
    assert line.text.endswith(
        f"B has {score['B'] + 8} points and wins. "
        f"C has {score['C'] + 8} points from the same throw, but comes later clockwise from the thrower."
    )
    state = table.state()
    assert (state["winner"], state["score"]) == ("B", {"A": 0, "B": score["B"] + 8, "C": score["C"] + 8})
    assert {name: state["pieces"][name]["zone"] for name in ("x", "y", "leans")} == dict.fromkeys(
        ("x", "y", "leans"), "hand"
    )
    assert state["pieces"]["bumped"]["centre_mm"] == [300, 520]
    assert table.do("skip").why == "match-over"


def test_amb_47_the_thrower_comes_last_where_a_thrown_ogre_lets_both_sides_pass_the_mark(game: Begin) -> None:
    """AMB-24, AMB-47: what it crushes of the other side pays the thrower, what it crushes of its own the others."""
    table = game(agreements={"AMB-24": "thrown"}, score={"A": 48, "B": 48})
    die = table.full_die("die/o", classes=["Ogre"], points=50, edge_mm=101.6, block=14)
    table.script["ogres"].append({"piece": "o", "mark": "III"})
    table.put("o", die, "A", "hand")
    table.plain("theirs", "B", (590, 450), points=5)
    table.plain("own", "A", (640, 470), points=5)
    line = table.land("o", (600, 450))
    assert [event["piece"] for event in line.of("crushed")] == ["theirs", "own"]
    assert line.of("won") == [{"event": "won", "player": "B"}]
    assert table.state()["score"] == {"A": 53, "B": 53}


def test_ad_multi_01_turns_go_clockwise_and_the_next_player_decides_on_a_foul(game: Begin) -> None:
    """AD-MULTI-01, AMB-19, OG-SET-03."""
    table = three(game)
    table.plain("x", "A", "hand")
    table.land("x", (600, 300), foul=True)
    assert table.do("foul-choice", by="C", choice="allow").why == "not-your-turn"
    assert table.do("foul-choice", by="B", choice="allow").ok
    assert [table.do("end-turn").of("turn")[0]["player"] for _ in range(3)] == ["B", "C", "A"]


def test_amb_19_a_die_that_an_ogre_crushes_of_its_own_side_scores_for_every_other(game: Begin) -> None:
    table = three(game)
    table.ogre("ogre", "A", (600, 450), 0)
    table.plain("own", "A", (705, 450), 25, points=8)
    assert [e["player"] for e in table.do("maneuver", piece="ogre", corner=0).of("scored")] == ["B", "C"]


def test_amb_26_the_first_to_50_wins_and_every_other_player_is_still_paid_for_a_crushed_ally(game: Begin) -> None:
    """AMB-26, AMB-19, AD-FOUL-02, OG-OGRE-13, CON-28."""
    table = three(game, score={"A": 0, "B": 45, "C": 45})
    table.ogre("ogre", "A", (600, 450), 0)
    table.plain("own", "A", (705, 450), 25, points=8)
    line = table.do("maneuver", piece="ogre", corner=0)
    assert [(e["player"], e["points"]) for e in line.of("scored")] == [("B", 8), ("C", 8)]
    assert line.of("won") == [{"event": "won", "player": "B"}]
    assert table.state()["score"] == {"A": 0, "B": 53, "C": 53}


@pytest.mark.parametrize(("agreed", "wins"), [({}, True), ({"CON-31": "65"}, False), ({"CON-31": "51"}, True)])
def test_ad_multi_02_an_agreed_higher_total_is_what_wins(game: Begin, agreed: Any, wins: Any) -> None:
    """AD-MULTI-02, CON-27, CON-31, AMB-26: reached, the match is over; short of it, it goes on."""
    table = three(game, to_move="B", score={"A": 47}, agreements=agreed)
    table.plain("x", "B", "hand")
    table.plain("t", "C", (600, 700), points=4)
    line = table.land("x", (600, 300), knocked_off=["t"])
    assert [e["player"] for e in line.of("won")] == (["A"] if wins else [])
    assert table.state()["winner"] == ("A" if wins else None)
    if agreed and wins:
        assert {"AD-MULTI-02", "CON-31"} <= set(line.rules)
    assert table.do("skip").ok is not wins


@pytest.mark.parametrize("agreed", ["49", "0", "-60", "60.5", "many", "065", "\u0666\u0660", "9" * 5000])
def test_con_31_the_total_is_a_whole_number_from_50(game: Begin, agreed: Any) -> None:
    with pytest.raises(InputError, match="any whole number from 50"):
        three(game, agreements={"CON-31": agreed}).state()


def test_ad_first_01_the_advanced_rules_say_who_decides_in_every_document(game: Begin) -> None:
    small = {"A": ["t/ht"], "B": ["t/lt"]}
    for profile in ("ogre", "deep-white-sea", "cyburg"):
        line = units(game(profile, advanced=True)).ask("first-player", armies=small, scenario="two-army")
        assert {"AD-FIRST-01", "AD-GEN-03"} <= set(line.rules)
        plain = units(game(profile)).ask("first-player", armies=small, scenario="two-army")
        assert "AD-GEN-03" not in plain.rules
