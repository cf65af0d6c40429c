"""The action stack: Call, Jump, Command with its flags, Clone, Double Shot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.rules import next_to_act

if TYPE_CHECKING:
    from tests.rules.conftest import Begin

COMMAND = {"kind": "command", "colour": "blue", "range": "all", "corners": [0, 1, 2]}
GUN = {"kind": "weapon", "colour": "yellow", "range": "long", "corners": [0, 1, 2], "attack": 5}


def flags(line: Any, change: Any) -> Any:
    return [(e["piece"], e["number"]) for e in line.of("flag") if e["change"] == change]


def test_og_call_01_a_called_die_is_thrown_and_may_act_and_call_again(each_game: Begin) -> None:
    """OG-CALL-01, OG-CALL-02, DW-CALL-01, DW-CALL-02, CY-CALL-01."""
    game = each_game()
    die = game.die("t/infantry", {"kind": "call"}, GUN, block=2)
    game.put("i1", die, "A", (200, 200))
    for name in ("i2", "i3"):
        game.put(name, die, "A", "hand")
    game.plain("t", "B", (600, 700), block=3)
    assert game.do("call", by="i1", piece="i2").ok
    assert game.do("call", by="i1", piece="i3").why == "turn-spent"
    game.land("i2", (400, 200))
    assert game.do("call", by="i2", piece="i3").ok
    game.land("i3", (600, 200))
    assert game.do("shoot", by="i3", effect=1, target="t").ok
    assert game.do("shoot", by="i2", effect=1, target="t").ok is False


def test_og_call_03_only_a_die_in_hand_is_called(each_game: Begin) -> None:
    """OG-CALL-03, DW-CALL-03, CY-CALL-02."""
    game = each_game()
    game.put("c", game.die("t/caller", {"kind": "call"}, block=4), "A", (200, 200))
    game.plain("reserve", "A", "reserve")
    game.plain("play", "A", (400, 200))
    game.plain("theirs", "B", "hand")
    assert [game.do("call", by="c", piece=p).why for p in ("reserve", "play", "theirs")] == [
        "in-reserve",
        "not-in-hand",
        "enemy",
    ]


def test_og_call_03_a_call_with_nobody_in_hand_says_so_not_that_some_die_is_in_play(each_game: Begin) -> None:
    game = each_game()
    game.put("c", game.die("t/caller", {"kind": "call"}, block=4), "A", (200, 200))
    game.plain("theirs", "B", "hand")
    alone = game.do("call", by="c", piece="c")
    assert (alone.why, alone.text) == ("not-in-hand", "A has no die in hand to call.")
    game.plain("mine", "A", "hand")
    assert game.do("call", by="c", piece="c").text == "c is not in hand."


def test_og_call_04_a_restricted_call_takes_what_fits_and_asks_where_the_class_is_unknown(game: Begin) -> None:
    """OG-CALL-04, OG-FACE-13, AMB-28, DW-FACE-08."""
    table = game()
    table.put("c", table.die("t/caller", {"kind": "call", "restriction": "Tank"}, block=4), "A", (200, 200))
    table.plain("tank", "A", "hand", classes=["Tank"])
    table.plain("infantry", "A", "hand", classes=["Infantry"])
    table.plain("unknown", "A", "hand")
    assert table.do("call", by="c", piece="infantry").why == "restriction"
    unknown = table.do("call", by="c", piece="unknown")
    assert (unknown.why, "AMB-28" in unknown.rules) == ("ask", True)
    assert table.do("call", by="c", piece="tank").ok


def test_og_jump_01_a_jumping_die_is_thrown_again_without_counter_and_flags(each_game: Begin) -> None:
    """OG-JUMP-01, OG-JUMP-02, OG-JUMP-03, DW-JUMP-01, DW-JUMP-02, DW-JUMP-03, DW-JUMP-04, CY-JUMP-01, CY-JUMP-02,
    CY-JUMP-03, CY-POISON-06, AMB-29."""
    game = each_game(counters=[{"kind": "poison", "on": "j", "by": "B"}])
    game.put("j", game.die("t/gev", {"kind": "jump"}, GUN, block=4), "A", (300, 200))
    game.plain("t", "B", (600, 700), block=3, points=2)
    assert game.do("jump", by="j").of("counter")[0]["change"] == "removed"
    assert game.do("shoot", by="j", effect=1, target="t").why == "not-in-play"
    game.land("j", (400, 300))
    assert game.do("jump", by="j").ok
    line = game.land("j", (500, 300), knocked_off=["t"])
    assert line.of("scored")[0]["player"] == "B"


def test_og_cmd_04_a_command_post_s_flags_go_from_its_edge_forward(game: Begin) -> None:
    """OG-CMD-01, OG-CMD-02, OG-CMD-04, OG-CMD-05, OG-CP-02, OG-CP-03, OG-RANGE-14, OG-TURN-07, CON-08, CON-35,
    AMB-08."""
    table = game()
    table.post("cp", "A", (100, 30))
    table.gun("far", "A", (120, 500))
    table.gun("near", "A", (900, 130))
    table.gun("middle", "A", (1100, 300))
    table.plain("t", "B", (600, 700), block=3)
    table.plain("u", "B", (700, 700), block=3)
    assert table.ask("command-order", by="cp").answer["order"] == ["near", "middle", "far"]
    assert flags(table.do("command", by="cp"), "added") == [("near", 1), ("middle", 2), ("far", 3)]
    assert table.do("shoot", by="far", effect=0, target="t").why == "turn-spent"
    line = table.do("shoot", by="near", effect=0, target="t")
    assert line.names()[0] == "flag"
    assert table.state()["flags"] == ["middle", "far"]
    assert flags(table.do("skip"), "removed") == [("middle", 2)]
    table.do("shoot", by="far", effect=0, target="u")
    assert table.do("command", by="cp").why == "turn-spent"


def test_dw_cmd_03_a_die_that_changes_its_place_keeps_its_turn(game: Begin) -> None:
    table = game()
    table.post("cp", "A", (100, 30))
    table.put("near", table.die("t/near", {"kind": "repair", "range": "long", "corners": [0, 1, 2]}), "A", (900, 130))
    table.gun("second", "A", (700, 200))
    table.gun("third", "A", (1100, 300))
    table.put("last", table.full_die("t/last"), "A", (300, 305), 270)
    table.do("command", by="cp")
    assert table.do("repair", by="near", target="last", corner=0).of("moved")[0]["centre_mm"][1] < 280
    assert table.do("skip").ok
    assert table.state()["flags"] == ["third", "last"]


def test_amb_08_how_near_a_die_is_to_an_edge_goes_by_the_closest_point_of_its_top_face(game: Begin) -> None:
    """One lies with a corner toward the edge, the other with a side; the centre of this one is nearer."""
    table = game()
    table.post("cp", "A", (100, 30))
    table.gun("side", "A", (400, 130), 90)
    table.gun("corner", "A", (800, 138), 270)
    assert table.ask("command-order", by="cp").answer["order"] == ["corner", "side"]


def test_con_39_dice_immune_to_dark_blue_get_no_flag(game: Begin) -> None:
    """CON-39, OG-CP-02, OG-COLOR-01."""
    table = game()
    table.post("cp", "A", (100, 30))
    table.plain("immune", "A", (500, 300), shield="blue")
    table.plain("theirs", "B", (500, 600))
    table.plain("other", "A", (700, 300))
    answer = table.ask("command-order", by="cp").answer
    assert (answer["order"], answer["excluded"]) == (["other"], {"immune": "immune", "theirs": "enemy"})


def test_dw_cmd_05_hart_gavin_mull_and_helen(game: Begin) -> None:
    """DW-CMD-01, DW-CMD-02, DW-CMD-03, DW-CMD-04, DW-CMD-05, OG-CMD-06, OG-CMD-07, CY-CMD-03, CY-CMD-04, CY-CMD-05,
    CY-TURN-03."""
    table = game("deep-white-sea")
    captain = table.die("t/captain", COMMAND, block=6, shield="blue")
    table.put("hart", captain, "A", (200, 300))
    table.put("gavin", table.die("t/gavin", {"kind": "call"}, GUN, block=4), "A", (420, 300))
    table.gun("mull", "A", (700, 340))
    table.put("helen", captain, "A", "hand")
    for name, x in (("t1", 300), ("t2", 600), ("t3", 900)):
        table.plain(name, "B", (x, 750), block=3)
    table.do("command", by="hart")
    table.do("call", by="gavin", piece="helen")
    table.land("helen", (310, 310))
    table.do("command", by="helen")
    assert table.state()["flags"] == ["gavin", "mull", "mull"]
    assert table.do("shoot", by="gavin", effect=1, target="t1").ok
    assert table.do("shoot", by="mull", effect=0, target="t2").ok
    assert table.do("shoot", by="mull", effect=0, target="t3").ok
    assert table.state()["flags"] == []


def test_dw_cmd_06_a_commander_knocked_to_another_side_can_be_commanded_and_his_own_commands_stand(game: Begin) -> None:
    """DW-CMD-06, DW-CMD-07, DW-COLOR-06, CON-10."""
    table = game("deep-white-sea")
    table.script["dice"].append(
        {
            "id": "t/captain",
            "face": [
                {"key": "8", "block": 6, "shield": "blue", "effect": [COMMAND]},
                {"key": "5", "block": 4, "effect": [GUN]},
            ],
        }
    )
    table.put("hart", "t/captain", "A", (200, 300))
    table.put("gavin", table.die("t/gavin", {"kind": "call"}, block=4), "A", (420, 300))
    table.gun("mull", "A", (700, 340))
    table.put("helen", "t/captain", "A", "hand")
    assert table.ask("command-order", by="hart").answer["order"] == ["gavin", "mull"]
    table.do("command", by="hart")
    table.do("call", by="gavin", piece="helen")
    table.land(
        "helen", (300, 310), disturbed=[{"piece": "hart", "face": "5", "centre_mm": [215, 300], "heading_deg": 40}]
    )
    table.do("command", by="helen")
    assert table.state()["flags"] == ["hart", "gavin", "mull", "mull"]


def test_cy_cmd_02_a_restricted_command_reaches_allies_of_the_team(game: Begin) -> None:
    """CY-CMD-01, CY-CMD-02, CON-09, CON-35."""
    table = game("cyburg")
    table.put(
        "shelly", table.die("t/shelly", COMMAND | {"restriction": "CyCops"}, block=6, shield="blue"), "A", (200, 300)
    )
    table.plain("cop", "A", (420, 300), team="CyCops")
    table.plain("hard", "A", (620, 300), team="HardCell")
    table.plain("enemy-cop", "B", (420, 600), team="CyCops")
    answer = table.ask("command-order", by="shelly").answer
    assert (answer["order"], answer["excluded"]) == (["cop"], {"hard": "restriction", "enemy-cop": "enemy"})


@pytest.mark.parametrize(("agreed", "order"), [("arrow", ["ahead"]), ("all-allies", ["ahead", "behind"])])
def test_amb_63_the_arrow_decides_whom_a_commander_reaches_unless_agreed(game: Begin, agreed: Any, order: Any) -> None:
    table = game("cyburg", agreements={"AMB-63": agreed})
    table.put("cmd", table.die("t/cmd", COMMAND | {"corners": [0]}, block=6, shield="blue"), "A", (600, 450), 90)
    table.plain("ahead", "A", (640, 560))
    table.plain("behind", "A", (560, 300))
    assert table.ask("command-order", by="cmd").answer["order"] == order


def test_cy_cmd_06_a_flag_goes_with_immunity_jump_and_death(game: Begin) -> None:
    """CY-CMD-06, CY-CMD-07, CY-JUMP-03, CON-10, AMB-62."""
    table = game("cyburg")
    table.script["dice"].append(
        {
            "id": "t/two",
            "face": [
                {"key": "8", "block": 4, "effect": [{"kind": "call"}]},
                {"key": "5", "block": 4, "shield": "blue"},
            ],
        }
    )
    table.put("cmd", table.die("t/cmd", COMMAND, block=6, shield="blue"), "A", (200, 300))
    table.put("x", "t/two", "A", (400, 300))
    table.put("y", "t/two", "A", (600, 300))
    table.put("z", "t/two", "A", (800, 300))
    table.plain("hand", "A", "hand")
    table.do("command", by="cmd")
    table.do("call", by="x", piece="hand")
    line = table.land(
        "hand",
        (400, 600),
        knocked_off=["z"],
        disturbed=[{"piece": "y", "face": "5", "centre_mm": [600, 300], "heading_deg": 0}],
    )
    assert flags(line, "removed") == [("z", 3), ("y", 2)]
    assert table.state()["flags"] == []


def test_cy_double_01_a_double_shot_finds_its_targets_anew(game: Begin) -> None:
    """CY-DOUBLE-01, CY-DOUBLE-02: once, twice, and not at the first target again once it is gone."""
    for double, killed in ((None, ["x1"]), ("x2", ["x1", "x2"])):
        table = game("cyburg")
        table.gun("s", "A", (600, 300), 90, corners=[0], range="short", double=True)
        table.plain("x1", "B", (600, 420), block=3)
        table.plain("x2", "B", (660, 540), block=3)
        keys = {} if double is None else {"double": double}
        line = table.do("shoot", by="s", effect=0, target="x1", **keys)
        assert [e["piece"] for e in line.of("killed")] == killed
        assert ("CY-DOUBLE-02" in line.rules) is (double is not None)
    table = game("cyburg")
    table.gun("s", "A", (600, 300), 90)
    table.plain("x1", "B", (600, 420), block=3)
    assert table.do("shoot", by="s", effect=0, target="x1", double="x1").why == "no-effect"


def test_cy_double_03_the_second_shot_does_not_fire_when_the_shooter_is_gone(game: Begin) -> None:
    """The first shot rolls an Ogre over the shooter."""
    table = game("cyburg", to_move="B")
    table.gun("s", "B", (505, 450), 0, double=True, block=3, points=2)
    table.ogre("ogre", "A", (400, 450), -120)
    line = table.do("shoot", by="s", effect=0, target="ogre", double="ogre")
    assert [e["piece"] for e in line.of("crushed")] == ["s"]
    assert len(line.of("damaged")) == 1
    assert "CY-DOUBLE-03" in line.rules


def test_cy_double_04_a_double_shot_command_issues_its_second_flags_when_the_first_are_done(game: Begin) -> None:
    table = game("cyburg")
    table.put("cmd", table.die("t/cmd", COMMAND | {"double": True}, block=6, shield="blue"), "A", (200, 300))
    table.plain("x", "A", (400, 300))
    table.do("command", by="cmd", double=True)
    line = table.do("skip")
    assert (flags(line, "removed"), flags(line, "added")) == ([("x", 1)], [("x", 1)])
    assert flags(table.do("skip"), "added") == []


CLONE = {"kind": "clone", "range": "short", "corners": [0]}


def test_cy_clone_02_the_copy_acts_in_the_cloner_s_orientation_and_ends_with_the_action(game: Begin) -> None:
    """CY-CLONE-01, CY-CLONE-02, CY-CLONE-03, CY-CLONE-04, CY-CLONE-05, CY-CLONE-07, AMB-42, CON-17."""
    table = game("cyburg")
    table.put("c", table.die("t/cloner", CLONE, block=4, shield="yellow"), "A", (600, 300), 90)
    table.gun("source", "B", (600, 430), 270, corners=[0], block=9, attack=7, shield="green")
    table.plain("ahead", "B", (600, 600), block=7)
    line = table.do("clone", by="c", target="source")
    assert line.ok
    assert table.piece("c")["block"] == 9
    assert "DW-CONT-04" not in line.rules, "Clone's C is not that of a continuous effect"
    assert table.do("shoot", by="c", effect=0, target="ahead").of("killed")
    assert table.piece("c")["block"] == 4


def test_cy_clone_08_once_a_turn(game: Begin) -> None:
    table = game("cyburg")
    table.put("cmd", table.die("t/cmd", COMMAND, block=6, shield="blue"), "A", (200, 300))
    gun = {**GUN, "corners": [0], "range": "short"}
    table.put("c", table.die("t/cloner", CLONE, gun, block=4), "A", (600, 300), 90)
    table.put("cmd2", "t/cmd", "A", (900, 300))
    table.plain("foe", "B", (600, 430), block=9)
    table.do("command", by="cmd")
    assert table.do("clone", by="c", target="foe").ok
    assert table.do("clone", by="c", target="foe").why == "turn-spent"
    assert table.do("skip").ok
    assert table.do("end-turn").ok
    table.do("pass")
    assert table.do("clone", by="c", target="foe").ok
    assert table.do("end-turn").ok
    assert "copied" not in table.piece("c")


def test_cy_clone_03_no_colour_so_immunity_is_no_bar_and_dodge_hides(game: Begin) -> None:
    """CY-CLONE-03, OG-DODGE-02, AMB-42: with a Long-Range arrow a free choice among those seen."""
    table = game("cyburg")
    clone = {"kind": "clone", "colour": "yellow", "range": "all", "corners": [0, 1, 2]}
    table.put("c", table.die("t/cloner", clone, block=4), "A", (600, 300), 90)
    table.plain("immune", "B", (600, 430), shield="yellow")
    table.plain("friend", "A", (800, 300))
    table.put("dodger", table.die("t/gev", {"kind": "dodge"}, block=2), "B", (600, 600))
    table.ogre("ogre", "B", (300, 700))
    answer = table.ask("targets", by="c", effect=0).answer
    assert set(answer["legal"]) == {"immune", "friend", "ogre"}
    assert answer["choice"] is True
    assert table.do("clone", by="c", target="ogre").why == "ask"
    assert table.do("clone", by="c", target="immune").ok


def test_amb_42_whether_an_ogre_is_copied_is_the_players_word(game: Begin) -> None:
    table = game("cyburg")
    table.put("c", table.die("t/cloner", CLONE, block=4), "A", (600, 300), 90)
    table.ogre("ogre", "B", (600, 600))
    assert table.do("clone", by="c", target="ogre").why == "ask"
    assert table.do("clone", by="c", target="ogre", settled=True).ok
    assert table.piece("c")["block"] == table.piece("ogre")["block"]


def test_cy_entry_01_entry_points_work_in_the_turn_of_entering_and_after_a_jump(game: Begin) -> None:
    """CY-ENTRY-01, CY-ENTRY-02, CY-MOVE-02, CY-CLONE-06, AMB-45."""
    table = game("cyburg")
    table.put("d", table.full_die("t/die", {"kind": "jump"}, entry=[0], maneuver=[1]), "A", "hand")

    def legal() -> Any:
        corners = table.ask("maneuver", piece="d").answer["corners"]
        return [corners[c]["legal"] for c in "012"]

    table.land("d", (600, 300))
    assert legal() == [True, True, False]
    table.do("end-turn")
    table.do("pass")
    assert legal() == [False, True, False]
    late = table.do("maneuver", piece="d", corner=0)
    assert late.why == "no-dot"
    assert "is an entry point, of use only when thrown" in late.text
    table.do("jump", by="d")
    table.land("d", (600, 300))
    assert legal() == [True, True, False]


def test_amb_67_a_commanded_die_need_not_act(game: Begin) -> None:
    table = game()
    table.post("cp", "A", (100, 30))
    table.plain("u", "A", (500, 300))
    table.do("command", by="cp")
    assert "AMB-67" in table.do("skip").rules


def test_amb_63_without_an_arrow_a_command_reaches_nobody_unless_all_allies_are_agreed(game: Begin) -> None:
    """CON-09, CY-CMD-01."""
    bare = {"kind": "command", "colour": "blue"}
    for agreed, why, order in (("arrow", "no-arrow", None), ("all-allies", None, ["near", "far"])):
        table = game("cyburg", agreements={"AMB-63": agreed})
        table.put("cmd", table.die("t/cmd", bare, block=6, shield="blue"), "A", (600, 450), 90)
        table.plain("far", "A", (600, 800))
        table.plain("near", "A", (600, 300))
        line = table.ask("command-order", by="cmd")
        assert (line.why, line.answer.get("order")) == (why, order)
        assert table.do("command", by="cmd").why == why


def test_amb_63_all_allies_means_all_of_them_whatever_the_arrow_s_range(game: Begin) -> None:
    table = game("cyburg", agreements={"AMB-63": "all-allies"})
    table.put("cmd", table.die("t/cmd", COMMAND | {"corners": [0], "range": "short"}, block=6), "A", (600, 450), 90)
    table.plain("ahead", "A", (640, 660))
    table.plain("behind", "A", (560, 300))
    assert table.ask("command-order", by="cmd").answer["order"] == ["behind", "ahead"]


def test_amb_63_an_ally_that_stands_higher_or_behind_a_wall_is_reached_too_and_its_distance_stated(game: Begin) -> None:
    """AMB-63, DW-CMD-02."""
    hill, wall = [[700, 300], [1000, 300], [1000, 600], [700, 600]], [[300, 200], [310, 200], [310, 700], [300, 700]]
    terrain = [{"id": "hill", "outline_mm": hill, "level": 1}, {"id": "wall", "outline_mm": wall}]
    table = game("cyburg", agreements={"AMB-63": "all-allies"}, advanced=True, table={"terrain": terrain})
    table.put("cmd", table.die("t/cmd", COMMAND | {"corners": [0]}, block=6), "A", (450, 450))
    table.plain("high", "A", (850, 450), level=1)
    table.plain("hidden", "A", (150, 450))
    answer = table.ask("targets", by="cmd", effect=0).answer
    assert answer["legal"] == answer["hits"] == ["hidden", "high"]
    assert answer["distances_mm"] == {"hidden": pytest.approx(256.0, abs=0.1), "high": pytest.approx(356.0, abs=0.1)}
    without = game("cyburg", advanced=True, table={"terrain": terrain})
    without.put("cmd", without.die("t/cmd", COMMAND | {"corners": [0]}, block=6), "A", (450, 450))
    without.plain("high", "A", (850, 450), level=1)
    assert without.ask("targets", by="cmd", effect=0).answer["distances_mm"] == {}


def test_cy_spec_01_a_clone_looks_along_the_arrow_of_the_die(game: Begin) -> None:
    table = game("cyburg")
    table.put("c", table.die("t/c", GUN | {"corners": [0]}, {"kind": "clone"}, block=4), "A", (600, 300), 90)
    table.plain("ahead", "B", (600, 600))
    table.plain("behind", "B", (600, 100))
    assert table.ask("targets", by="c", effect=1).answer["legal"] == ["ahead"]


@pytest.mark.parametrize("kind", ["repair", "confuse", "clone"])
def test_cy_spec_01_an_ability_that_needs_an_arrow_does_nothing_on_a_face_without_one(game: Begin, kind: Any) -> None:
    table = game("cyburg")
    table.put("a", table.die("t/a", {"kind": kind}, block=4), "A", (600, 300))
    table.plain("x", "A" if kind == "repair" else "B", (600, 600))
    corner = {} if kind == "clone" else {"corner": 0}
    assert table.do(kind, by="a", target="x", **corner).why == "no-arrow"
    assert table.ask("targets", by="a", effect=0).why == "no-arrow"
    assert table.ask("actions", piece="a").answer["do"] == []


def test_cy_double_04_a_command_post_commands_once(game: Begin) -> None:
    table = game()
    table.post("cp", "A", (600, 30))
    table.plain("u", "A", (500, 300))
    twice = table.do("command", by="cp", double=True)
    assert (twice.why, twice.rules) == ("no-effect", ["CY-DOUBLE-04"])
    assert table.do("command", by="cp").ok


def test_cy_clone_07_a_copied_double_command_issues_its_first_set_alone(game: Begin) -> None:
    """CY-DOUBLE-03: the copied face is gone by then, though the cloner's own has the same key."""
    table = game("cyburg")
    table.put("c", table.die("t/c", {"kind": "clone", "range": "long", "corners": [0, 1, 2]}), "A", (200, 300))
    table.put("k", table.die("t/k", COMMAND | {"double": True}, block=6), "B", (200, 700))
    table.plain("x", "A", (600, 300))
    assert table.do("clone", by="c", target="k").ok
    assert table.do("command", by="c", double=True).names() == ["flag"]
    line = table.do("skip")
    assert [(e["piece"], e["change"]) for e in line.of("flag")] == [("x", "removed")]
    assert table.state()["flags"] == []


@pytest.mark.parametrize("double", [False, True])
def test_og_win_01_a_match_won_under_the_last_flag_leaves_nobody_to_act(game: Begin, double: bool) -> None:
    """OG-WIN-01, OG-CMD-06, CY-DOUBLE-04: won, no second set of flags goes up either."""
    table = game("cyburg", score={"A": 40, "B": 0})
    table.put("cmd", table.die("t/cmd", COMMAND | {"double": True}, block=6, shield="blue"), "A", (200, 300))
    table.gun("gun", "A", (500, 300))
    table.plain("prey", "B", (500, 600), block=3, points=12)
    assert table.do("command", by="cmd", double=double).ok
    assert table.do("shoot", by="gun", effect=0, target="prey").of("won")
    assert table.state()["flags"] == []
    assert next_to_act(table.end()) is None
