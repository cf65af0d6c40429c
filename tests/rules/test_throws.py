"""Throws: the release, fouls, dice off the table, disturbed dice, uniqueness, first placement."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from companion.rules.position import Table
from companion.rules.table import is_on_table

if TYPE_CHECKING:
    from tests.rules.conftest import Begin


@pytest.mark.parametrize(
    ("behind", "above", "foul"),
    [
        (152.4, 330.2, False),
        (355.6, 76.2, False),
        (152.4, 203.2, True),
        (-50.8, 762, True),
        (304.8, 0, False),
        (0, 304.8, False),
    ],
)
def test_og_throw_02_a_release_is_behind_the_edge_and_a_foot_above_or_behind_it(
    each_game: Begin, behind: Any, above: Any, foul: Any
) -> None:
    """OG-THROW-01, OG-THROW-02, OG-THROW-03, OG-THROW-04, DW-THROW-01, DW-THROW-02, CY-THROW-01, CY-THROW-02,
    CON-12, AMB-23."""
    game = each_game()
    game.plain("d", "A", "hand")
    line = game.land("d", (300, 200), release={"behind_mm": behind, "above_mm": above})
    assert bool(line.of("foul")) is foul
    assert line.of("entered")


@pytest.mark.parametrize(("profile", "ends"), [("ogre", True), ("cyburg", True), ("deep-white-sea", False)])
@pytest.mark.parametrize("choice", ["prohibit", "remove"])
def test_con_11_a_foul_that_is_not_allowed_ends_the_turn_but_in_deep_white_sea(
    game: Begin, profile: Any, ends: Any, choice: Any
) -> None:
    """OG-THROW-05, OG-THROW-06, OG-THROW-07, DW-THROW-03, DW-THROW-04, CON-11, AMB-66."""
    table = game(profile)
    caller = table.die(
        "t/captain", {"kind": "command", "colour": "blue", "range": "all", "corners": [0, 1, 2]}, block=4, shield="blue"
    )
    table.put("cmd", caller, "A", (200, 200))
    table.put("c1", table.die("t/crew", {"kind": "call"}, block=4), "A", (350, 200))
    table.gun("c2", "A", (550, 200))
    table.gun("x", "A", "hand")
    table.plain("t", "B", (600, 700), block=3)
    table.do("command", by="cmd")
    table.do("call", by="c1", piece="x")
    assert table.land("x", (700, 450), foul=True).of("foul")
    assert table.do("shoot", by="x", effect=0, target="t").why == "foul-pending"
    assert table.do("foul-choice", by="A", choice="allow").why == "not-your-turn"
    line = table.do("foul-choice", by="B", choice=choice)
    assert bool(line.of("turn")) is ends
    state = table.state()
    assert state["to_move"] == ("B" if ends else "A")
    assert state["flags"] == ([] if ends else ["c2"])
    assert state["pieces"]["x"]["zone"] == ("play" if choice == "prohibit" else "reserve")
    assert table.do("shoot", by="x", effect=0, target="t").ok is False


def test_og_throw_05_an_allowed_foul_throw_acts_as_usual(game: Begin) -> None:
    table = game()
    table.gun("x", "A", "hand")
    table.plain("t", "B", (600, 700), block=3)
    table.land("x", (700, 450), foul=True)
    assert table.do("foul-choice", by="B", choice="allow").ok
    assert table.do("shoot", by="x", effect=0, target="t").of("killed")


def test_og_throw_05_nobody_says_that_a_die_may_act_before_the_foul_is_decided(game: Begin) -> None:
    table = game()
    table.gun("x", "A", "hand")
    assert table.land("x", (700, 450), foul=True).text == (
        "x lands on side 8. The throw is a foul: "
        "the opponent allows it, prohibits the die from acting, or has it taken out."
    )
    assert table.do("foul-choice", by="B", choice="allow").text == "The throw is allowed: x may act."


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("allow", "The throw is allowed."),
        ("prohibit", "x stays in hand."),
        ("remove", "x is taken out of play, into reserve."),
    ],
)
def test_og_throw_05_a_foul_throw_off_the_table_is_not_reported_as_lying_there(
    game: Begin, choice: str, message: str
) -> None:
    table = game("deep-white-sea")
    table.gun("x", "A", "hand")
    table.do("throw", piece="x", lands="off", foul=True)
    assert table.do("foul-choice", by="B", choice=choice).text == message


def test_amb_61_points_for_dice_knocked_off_by_a_foul_throw_stand(game: Begin) -> None:
    table = game()
    table.gun("x", "A", "hand")
    table.plain("t", "B", (600, 700), points=6)
    table.land("x", (700, 450), foul=True, knocked_off=["t"])
    table.do("foul-choice", by="B", choice="remove")
    assert table.state()["score"] == {"A": 0, "B": 6}


def test_og_throw_08_a_thrown_die_may_act_or_not(each_game: Begin) -> None:
    """OG-THROW-08, OG-THROW-09, OG-TURN-09, DW-THROW-07, DW-THROW-08, CY-TURN-01, CON-01."""
    for act in ("shoot", "maneuver", "skip"):
        game = each_game()
        gun = {"kind": "weapon", "colour": "yellow", "range": "long", "corners": [0, 1, 2], "attack": 5}
        game.put("x", game.full_die("t/die", gun, maneuver=[0]), "A", "hand")
        game.plain("off", "B", (600, 500), points=3)
        game.plain("t", "B", (600, 700), block=3)
        game.land("x", (600, 300), knocked_off=["off"])
        keys = {"shoot": {"by": "x", "effect": 0, "target": "t"}, "maneuver": {"piece": "x", "corner": 0}, "skip": {}}[
            act
        ]
        assert game.do(act, **keys).ok
        assert game.do("maneuver", piece="x", corner=0).why == "turn-spent"


def test_con_01_by_the_2002_text_a_die_that_lands_does_not_maneuver(game: Begin) -> None:
    """CON-01, DW-JUMP-02, DW-CALL-01."""
    table = game("deep-white-sea", agreements={"CON-01": "2002"})
    table.put("x", table.full_die("t/die", {"kind": "jump"}, maneuver=[0]), "A", "hand")
    table.land("x", (600, 300))
    assert table.do("maneuver", piece="x", corner=0).why == "landing"
    assert table.do("jump", by="x").ok


def test_og_off_01_leaning_and_overhanging_dice_are_off_the_table(each_game: Begin) -> None:
    """OG-OFF-01, OG-OFF-02, OG-OFF-04, DW-OFF-01, DW-THROW-05, CON-13, CON-15, AMB-22, GEO-04, GEO-11."""
    for lands in ("off", {"leaning_on": "t"}, {"face": "8", "centre_mm": [1190, 450], "heading_deg": 180}):
        game = each_game()
        game.plain("x", "A", "hand", points=7)
        game.plain("t", "B", (600, 700))
        line = game.do("throw", piece="x", lands=lands)
        assert line.of("removed") == [{"event": "removed", "piece": "x", "zone": "hand", "why": "off-table"}]
        assert game.state()["score"] == {"A": 0, "B": 0}
        assert game.do("shoot", by="x", effect=0, target="t").why == "not-in-play"


def test_amb_70_a_top_corner_may_jut_over_the_edge(game: Begin) -> None:
    table = game()
    table.plain("x", "A", "hand")
    assert table.land("x", (1180, 450), heading=0).of("entered")


def test_og_off_05_every_other_die_knocked_off_scores_for_the_thrower_s_opponent(each_game: Begin) -> None:
    """OG-OFF-03, OG-OFF-05, DW-THROW-06, DW-OFF-02, CON-14, CON-28."""
    game = each_game()
    game.plain("x", "A", "hand")
    game.plain("mine", "A", (500, 500), points=8)
    game.plain("theirs", "B", (700, 500), points=2)
    game.plain("edge", "B", (1150, 450), points=4)
    line = game.land(
        "x",
        (600, 300),
        knocked_off=["mine", "theirs"],
        disturbed=[{"piece": "edge", "face": "8", "centre_mm": [1195, 450], "heading_deg": 180}],
    )
    assert [(e["piece"], e["zone"], e["why"]) for e in line.of("removed")] == [
        (name, "hand", "knocked-off") for name in ("mine", "theirs", "edge")
    ]
    assert [(e["player"], e["points"]) for e in line.of("scored")] == [("B", 8), ("B", 2), ("B", 4)]
    assert line.names()[0] == "entered"
    assert [game.piece(name)["zone"] for name in ("mine", "theirs", "edge")] == ["hand"] * 3


def test_dw_hit_02_a_nudge_switches_the_continuous_effects_of_a_die(each_game: Begin) -> None:
    game = each_game()
    freeze = {"kind": "freeze", "colour": "ice", "continuous": True, "range": "all", "corners": [0]}
    game.put("f", game.die("t/freezer", freeze, block=5), "B", (600, 700), 270)
    game.plain("cold", "A", (600, 300))
    game.plain("x", "A", "hand")
    assert game.piece("cold")["conditions"] == ["frozen"]
    game.land("x", (900, 300), disturbed=[{"piece": "f", "face": "8", "centre_mm": [600, 700], "heading_deg": 90}])
    assert game.piece("cold")["conditions"] == []


def test_og_hit_01_a_bumped_die_shows_what_it_shows_and_does_not_act(each_game: Begin) -> None:
    """OG-HIT-01, OG-HIT-02, DW-HIT-01, DW-HIT-02, CY-THROW-03."""
    game = each_game()
    game.gun("x", "A", "hand")
    game.put("t", game.full_die("t/die"), "B", (600, 500))
    line = game.land(
        "x", (600, 300), disturbed=[{"piece": "t", "face": "3", "centre_mm": [610, 520], "heading_deg": 12}]
    )
    assert line.of("moved")[0]["face"] == "3"
    assert game.piece("t")["face"] == "3"
    assert not line.of("scored")


def test_cy_army_04_a_unique_die_is_not_thrown_while_a_copy_is_in_play(each_game: Begin) -> None:
    """CY-ARMY-04, AD-UNIQ-01, AD-UNIQ-02, AD-UNIQ-04, OG-ARMY-12, OG-ARMY-13, CON-07."""
    game = each_game()
    game.put("theirs", game.die("t/gadget", block=4, unique=True), "B", (600, 700))
    game.put("mine", "t/gadget", "A", "hand")
    game.put("caller", game.die("t/caller", {"kind": "call"}, block=4), "A", (300, 300))
    assert game.do("throw", piece="mine", lands="off").why == "unique-in-play"
    assert game.do("call", by="caller", piece="mine").why == "unique-in-play"


@pytest.mark.parametrize(
    ("profile", "scenario"), [("ogre", "two-army"), ("deep-white-sea", "dws-crew"), ("cyburg", "cyburg-box")]
)
def test_og_start_06_the_first_player_places_a_die_instead_of_a_turn(game: Begin, profile: Any, scenario: Any) -> None:
    """OG-START-06, OG-START-07, DW-START-02, DW-START-03, CY-START-02, CON-32, AMB-33, OG-ZONE-02, DW-ZONE-01."""
    table = game(profile, scenario=scenario, turn=1)
    table.gun("a", "A", "hand")
    table.plain("b", "B", "hand")
    table.plain("there", "A", (200, 200))
    assert table.do("place", piece="there", centre_mm=[600, 450], heading_deg=0, face="8").why == "not-in-hand"
    assert table.land("a", (600, 300)).why == "first-turn"
    assert table.do("pass").why == "first-turn"
    placed = table.do("place", piece="a", centre_mm=[600, 450], heading_deg=77, face="8")
    assert placed.of("entered")[0]["heading_deg"] == 77
    assert "0 mm" in placed.text
    assert table.do("shoot", by="a", effect=0, target="b").why == "first-turn"
    assert table.do("place", piece="a", centre_mm=[600, 450], heading_deg=0, face="8").why == "first-turn"
    assert table.do("end-turn").ok
    assert table.do("place", piece="b", centre_mm=[600, 300], heading_deg=0, face="8").why == "first-turn"
    assert table.land("b", (800, 600)).ok


@pytest.mark.parametrize("scenario", ["vs-mark-iii", "vs-mark-v", "ogre-each"])
def test_amb_34_with_ogres_in_play_the_first_turn_is_a_normal_one(game: Begin, scenario: Any) -> None:
    """OG-START-03, AMB-34."""
    table = game(scenario=scenario, turn=1)
    table.plain("a", "A", "hand")
    assert table.land("a", (600, 300)).ok


def test_zone_refusals_name_where_the_die_is(each_game: Begin) -> None:
    """OG-ZONE-01, OG-ZONE-03, DW-ZONE-02."""
    game = each_game()
    game.plain("reserve", "A", "reserve")
    game.plain("play", "A", (600, 300))
    game.gun("hand", "A", "hand")
    assert game.land("reserve", (700, 300)).why == "in-reserve"
    assert game.land("play", (700, 300)).why == "not-in-hand"
    assert game.do("shoot", by="hand", effect=0, target="play").why == "not-in-play"


def test_og_start_06_a_placement_is_no_pass(game: Begin) -> None:
    """OG-START-06, OG-TURN-05: both may pass after it, and only then no more."""
    table = game(turn=1, scenario="two-army")
    table.gun("a", "A", "hand")
    table.plain("more", "A", "hand")
    table.plain("b", "B", "hand")
    assert table.do("place", piece="a", centre_mm=[600, 450], heading_deg=0, face="8").ok
    assert table.do("end-turn").ok
    assert table.do("pass").ok
    assert table.do("pass").ok
    assert table.do("pass").why == "must-act"


def test_og_start_06_how_far_from_the_centre_a_die_is_placed_is_reported(game: Begin) -> None:
    table = game(turn=1, scenario="two-army")
    table.plain("a", "A", "hand")
    placed = table.do("place", piece="a", centre_mm=[630, 490], heading_deg=0, face="8")
    assert ", 50 mm from the exact centre" in placed.text


@pytest.mark.parametrize("zone", ["hand", "reserve"])
@pytest.mark.parametrize(
    "reported",
    [
        {"knocked_off": ["t", "held"]},
        {"disturbed": [{"piece": "held", "face": "8", "centre_mm": [300, 300], "heading_deg": 0}]},
        {"disturbed": [{"piece": "held", "leaning_on": "t"}]},
        {"disturbed": [{"piece": "t", "leaning_on": "held"}]},
        {"lands": {"leaning_on": "held"}},
    ],
)
def test_og_zone_01_a_throw_meets_only_dice_on_the_table(game: Begin, reported: dict[str, Any], zone: str) -> None:
    """OG-ZONE-01, OG-OFF-05: a die in hand that is said to be knocked off is a slip, and nothing is done."""
    table = game()
    table.gun("x", "A", "hand")
    table.plain("held", "B", zone, points=7)
    table.plain("t", "B", (600, 700), points=6)
    before = table.state()
    lands = {"face": "8", "centre_mm": [700, 450], "heading_deg": 0}
    line = table.do("throw", **{"piece": "x", "lands": lands} | reported)
    assert (line.why, line.text) == ("not-in-play", "held is not in play.")
    assert table.state() == before
    seen = {"piece": "t", "leaning_on": "held"}
    assert table.do("observe", pieces=[seen]).why == "not-in-play"


def test_og_off_02_other_dice_may_lean_on_the_die_thrown(game: Begin) -> None:
    table = game()
    table.gun("x", "A", "hand")
    table.plain("t", "B", (600, 700), points=6)
    assert table.land("x", (600, 640), disturbed=[{"piece": "t", "leaning_on": "x"}]).of("scored")


@pytest.mark.parametrize(("at", "heading"), [((1300, 450), 0), ((1190, 450), 180), ((-1, -1), 0)])
def test_og_off_01_the_first_die_is_placed_on_the_table(game: Begin, at: tuple[float, float], heading: float) -> None:
    """OG-START-06, OG-OFF-01, GEO-11: how near the centre nobody enforces (AMB-33), but it stands on the table."""
    table = game(turn=1, scenario="two-army")
    table.plain("a", "A", "hand")
    line = table.do("place", piece="a", centre_mm=list(at), heading_deg=heading, face="8")
    assert (line.why, "GEO-11" in line.rules) == ("table-edge", True)
    assert table.piece("a")["zone"] == "hand"
    assert table.do("place", piece="a", centre_mm=[1180, 450], heading_deg=0, face="8").ok


def test_ad_uniq_04_no_second_copy_of_a_unique_die_is_placed(game: Begin) -> None:
    """AD-UNIQ-04, OG-ARMY-13."""
    table = game("deep-white-sea", turn=1, scenario="dws-crew")
    table.put("theirs", table.die("t/gavin", block=4, unique=True), "B", (600, 700))
    table.put("mine", "t/gavin", "A", "hand")
    line = table.do("place", piece="mine", centre_mm=[600, 450], heading_deg=0, face="8")
    assert (line.why, line.text) == ("unique-in-play", "mine may not enter play: it is unique, and theirs is in play.")
    assert table.piece("mine")["zone"] == "hand"


@pytest.mark.parametrize(("at", "upon"), [((600, 450), True), ((612, 460), True), ((644, 450), False)])
def test_og_off_01_a_die_that_lands_flat_upon_another_is_off_the_table(
    each_game: Begin, at: tuple[float, float], upon: bool
) -> None:
    """OG-OFF-01, OG-OFF-02, DW-OFF-01, GEO-10: two stand side by side from 44 mm on; nearer, one carries the other."""
    game = each_game()
    game.plain("x", "A", "hand", points=7)
    game.plain("t", "B", (600, 450), 60)
    line = game.land("x", at)
    assert game.piece("x")["zone"] == ("hand" if upon else "play")
    assert ("x lies upon t, not on the table." in line.text) == upon
    assert (line.rules[0] in {"OG-OFF-01", "DW-OFF-01"}) == upon
    assert not line.of("scored")


def test_og_off_01_a_die_lands_where_another_lay_that_the_throw_has_moved_or_knocked_off(game: Begin) -> None:
    away = {"piece": "t", "face": "8", "centre_mm": [660, 450], "heading_deg": 0}
    for reported in ({"knocked_off": ["t"]}, {"disturbed": [away]}, {"disturbed": [{"piece": "t", "leaning_on": "x"}]}):
        table = game()
        table.plain("x", "A", "hand")
        table.plain("t", "B", (600, 450))
        assert table.land("x", (600, 450), **reported).of("entered")
    table = game()
    table.plain("x", "A", "hand")
    table.plain("t", "B", (300, 450))
    assert table.land("x", (660, 450), disturbed=[away]).of("removed"), "it lies upon the die that it has moved"


def test_og_off_01_a_die_lands_on_a_hill_above_one_at_its_foot(game: Begin) -> None:
    """AD-TERR-05: where levels count, one of another level is not under it."""
    hill = {"id": "hill", "outline_mm": [[500, 350], [700, 350], [700, 550], [500, 550]], "level": 1}
    for advanced in (True, False):
        table = game(advanced=advanced, table={"terrain": [hill]})
        table.plain("x", "A", "hand")
        table.plain("t", "B", (600, 450))
        lands = {"face": "8", "centre_mm": [605, 450], "heading_deg": 0, "level": 1}
        assert bool(table.do("throw", piece="x", lands=lands).of("entered")) is advanced


ROUND = {"table": {"shape": "round", "size_mm": [1000, 1000]}}


@pytest.mark.parametrize(("reach_mm", "stands"), [(499.95, True), (500.05, False)])
def test_og_off_01_a_round_table_is_a_circle(game: Begin, reach_mm: float, stands: bool) -> None:
    """GEO-11: its drawn outline of 180 corners lies up to 0.08 mm inside."""
    table = game(**ROUND)
    table.plain("x", "A", "hand")
    out = math.radians(1)
    off = reach_mm - 50.8 / math.sqrt(3)
    at = (500 + off * math.cos(out), 500 + off * math.sin(out))
    assert bool(table.land("x", at, heading=181).of("entered")) is stands


@pytest.mark.parametrize(("x_mm", "stands"), [(0.0, True), (1200.0, True), (-0.01, False), (1200.01, False)])
def test_geo_11_a_corner_exactly_on_the_edge_stands_on_the_table(x_mm: float, stands: bool) -> None:
    assert is_on_table(Table(), (x_mm, 450.0)) is stands


def test_geo_11_a_corner_of_the_table_that_is_written_twice_is_one(game: Begin) -> None:
    corners = [[0, 0], [1200, 0], [1200, 0], [1200, 900], [0, 900]]
    table = game(table={"shape": "polygon", "size_mm": [1200, 900], "outline_mm": corners})
    table.plain("on", "A", "hand")
    table.plain("over", "B", "hand")
    assert table.land("on", (600, 450)).of("entered")
    table.do("end-turn")
    assert not table.land("over", (1195, 450)).of("entered")


@pytest.mark.parametrize(("reach_mm", "legal"), [(499.93, True), (500.0, None), (500.07, False)])
def test_og_move_02_a_step_on_a_round_table_ends_within_the_circle(game: Begin, reach_mm: float, legal: Any) -> None:
    table = game(**ROUND)
    out, side = math.radians(1), 50.8 / math.sqrt(3)
    off = reach_mm - 2 * side
    at = (500 + off * math.cos(out), 500 + off * math.sin(out))
    table.put("x", table.full_die("t/die", maneuver=[0]), "A", at, 1)
    assert table.ask("maneuver", piece="x").answer["corners"]["0"]["legal"] is legal
