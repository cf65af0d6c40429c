"""Whom a shot may hit: relation, range, distance, ties, Dodge, immunity, doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.rules import legal_actions
from companion.rules.actions import Shoot

if TYPE_CHECKING:
    from tests.rules.conftest import Begin

YELLOW = {"kind": "weapon", "colour": "yellow", "corners": [0, 1, 2], "attack": 5}


def test_og_range_05_distance_goes_between_the_closest_points_of_the_top_faces(each_game: Begin) -> None:
    """OG-RANGE-05, DW-RANGE-04, AMB-04."""
    game = each_game()
    game.plain("a", "A", (300, 300), 0)
    game.plain("b", "B", (400, 300), 180)
    line = game.ask("distance", from_="a", to="b")
    assert line.answer["mm"] == pytest.approx(100 - 2 * 29.3294, abs=0.01)
    assert line.answer["between"] == [pytest.approx([329.329, 300], abs=0.01), pytest.approx([370.671, 300], abs=0.01)]


def test_amb_04_distance_in_space_counts_the_height_of_the_top_faces(game: Begin) -> None:
    """GEO-03: an Ogre's top face is 41.5 mm higher than a normal one's."""
    table = game(agreements={"AMB-04": "space"})
    table.plain("a", "A", (300, 300), 0)
    table.plain("big", "B", (500, 300), 180, edge_mm=101.6)
    plan = 200 - 29.3294 - 58.6588
    assert table.ask("distance", from_="a", to="big").answer["mm"] == pytest.approx(
        (plan**2 + 41.478**2) ** 0.5, abs=0.01
    )


def test_amb_04_distance_in_space_counts_the_height_of_hills_that_people_measured(game: Begin) -> None:
    """Terrain stands among the causes of different heights in AMB-04; without the Advanced Rules there is none."""
    for advanced, rise_mm in ((True, 60.0), (False, 0.0)):
        table = game(agreements={"AMB-04": "space"}, advanced=advanced)
        hill = {"id": "hill", "outline_mm": [[400, 200], [700, 200], [700, 400], [400, 400]], "level": 1}
        table.script["table"] = {"terrain": [hill | {"height_mm": 60.0}]}
        table.plain("a", "A", (300, 300), 0)
        table.plain("b", "B", (500, 300), 180, level=1)
        plan = 200 - 2 * 29.3294
        found = table.ask("distance", from_="a", to="b").answer["mm"]
        assert found == pytest.approx((plan**2 + rise_mm**2) ** 0.5, abs=0.01)


def test_amb_04_a_command_post_has_no_top_face_and_is_measured_on_the_plan(game: Begin) -> None:
    """AMB-04, OG-CP-01."""
    table = game(agreements={"AMB-04": "space"})
    table.post("cp", "B", (500, 300))
    table.plain("big", "A", (300, 300), 0, edge_mm=101.6)
    there, back = table.ask("distance", from_="big", to="cp"), table.ask("distance", from_="cp", to="big")
    assert there.answer["mm"] == back.answer["mm"] == pytest.approx(500 - 45 - 300 - 58.6588, abs=0.01)


def test_og_range_02_a_short_shot_hits_only_the_closest_at_any_distance(each_game: Begin) -> None:
    """OG-RANGE-02, OG-RANGE-04, DW-RANGE-01, DW-RANGE-03, CY-SIGHT-04."""
    game = each_game()
    game.gun("s", "A", (200, 200), 0, range="short")
    game.plain("far", "B", (900, 700))
    game.plain("near", "B", (600, 600))
    answer = game.ask("targets", by="s", effect=0).answer
    assert (answer["legal"], answer["hits"], answer["choice"]) == (["near"], ["near"], False)
    assert answer["excluded"] == {"far": "not-closest"}
    assert game.do("shoot", by="s", effect=0, target="far").why == "not-closest"


def test_og_range_03_allies_in_view_are_ignored(each_game: Begin) -> None:
    """OG-RANGE-03, DW-RANGE-02, OG-CORE-03, DW-CORE-02."""
    game = each_game()
    game.gun("s", "A", (200, 200), 0, range="short")
    game.plain("friend", "A", (300, 300))
    game.plain("foe", "B", (600, 600))
    answer = game.ask("targets", by="s", effect=0).answer
    assert answer["legal"] == ["foe"]
    assert answer["excluded"]["friend"] == "ally"


def test_og_core_01_owner_not_team_makes_an_ally(game: Begin) -> None:
    """OG-CORE-01, OG-CORE-02, OG-FACE-14, DW-CORE-01, DW-CORE-03, AD-MULTI-03."""
    table = game(players=[{"id": p, "edge": e} for p, e in (("A", "near"), ("B", "left"), ("C", "far"))])
    table.gun("s", "A", (600, 100), 0, team="Ogre", range="all")
    table.plain("same-team-enemy", "B", (300, 500), team="Ogre")
    table.plain("third", "C", (800, 500), team="Sea")
    table.plain("other-team-ally", "A", (600, 400), team="Sea")
    answer = table.ask("targets", by="s", effect=0).answer
    assert set(answer["legal"]) == {"same-team-enemy", "third"}
    assert answer["excluded"] == {"other-team-ally": "ally"}


def test_og_range_07_a_long_shot_may_pick_any_it_sees(each_game: Begin) -> None:
    """OG-RANGE-07, DW-RANGE-06, CY-SIGHT-05."""
    game = each_game()
    game.gun("s", "A", (200, 200), 0)
    game.plain("far", "B", (900, 700), block=3)
    game.plain("near", "B", (600, 600), block=3)
    answer = game.ask("targets", by="s", effect=0).answer
    assert (answer["legal"], answer["choice"], answer["hits"]) == (["near", "far"], True, [])
    assert game.do("shoot", by="s", effect=0, target="far").of("killed")[0]["piece"] == "far"


def test_og_range_13_an_all_range_shot_hits_every_enemy_nearest_first_and_spares_none(each_game: Begin) -> None:
    """OG-RANGE-09, OG-RANGE-10, OG-RANGE-11, OG-RANGE-12, DW-RANGE-07, DW-RANGE-08, CY-SIGHT-06, AMB-06."""
    game = each_game()
    game.gun("s", "A", (200, 200), 0, range="all")
    for name, x in (("c", 900), ("a", 400), ("b", 650)):
        game.plain(name, "B", (x, 400), block=3)
    game.plain("mine", "A", (300, 250), block=3)
    assert game.ask("targets", by="s", effect=0).answer["hits"] == ["a", "b", "c"]
    assert game.do("shoot", by="s", effect=0, targets=["a", "b"]).why == "illegal-target"
    assert game.do("shoot", by="s", effect=0, target="a").why == "illegal-target"
    assert [e["piece"] for e in game.do("shoot", by="s", effect=0).of("killed")] == ["a", "b", "c"]
    assert game.piece("mine")["zone"] == "play"


def test_amb_03_of_two_equally_close_the_acting_player_chooses(game: Begin) -> None:
    table = game()
    table.gun("s", "A", (600, 200), 90, range="short", corners=[0])
    table.plain("left", "B", (500, 400), 90)
    table.plain("right", "B", (700, 400), 90)
    line = table.ask("targets", by="s", effect=0)
    assert set(line.answer["legal"]) == {"left", "right"}
    assert (line.answer["choice"], line.answer["hits"]) == (True, [])
    assert "AMB-03" in line.rules
    assert table.do("shoot", by="s", effect=0).why == "illegal-target"
    assert table.do("shoot", by="s", effect=0, target="right").ok


def test_amb_03_of_two_equally_close_an_all_range_shot_hits_first_the_one_named_first(game: Begin) -> None:
    table = game()
    table.gun("s", "A", (600, 200), 90, range="all", corners=[0])
    table.plain("left", "B", (500, 400), 90, block=3)
    table.plain("right", "B", (700, 400), 90, block=3)
    line = table.do("shoot", by="s", effect=0, targets=["right", "left"])
    assert [e["piece"] for e in line.of("killed")] == ["right", "left"]


def test_amb_02_two_distances_within_their_error_are_for_the_players(game: Begin) -> None:
    table = game()
    table.gun("s", "A", (600, 200), 90, range="short", corners=[0], sigma_mm=1.0)
    table.plain("left", "B", (500, 400), 90, sigma_mm=1.0, block=3)
    table.plain("right", "B", (700, 401), 90, sigma_mm=1.0, block=3)
    table.plain("far", "B", (700, 600), 90, sigma_mm=1.0, block=3)
    line = table.ask("targets", by="s", effect=0)
    assert set(line.answer["legal"]) == {"left", "right"}
    assert line.answer["hits"] == []
    assert line.answer["excluded"]["far"] == "not-closest"
    assert table.do("shoot", by="s", effect=0, target="right").why == "too-close-to-call"
    assert [action for action in legal_actions(table.start(), "s") if isinstance(action, Shoot)] == []
    decided = [action for action in legal_actions(table.start(), "s", settled=True) if isinstance(action, Shoot)]
    assert {(action.target, action.settled) for action in decided} == {("left", True), ("right", True)}
    assert table.do("shoot", by="s", effect=0, target="right", settled=True).of("killed")


def test_amb_02_a_die_that_is_perhaps_seen_does_not_shield_one_that_surely_is(game: Begin) -> None:
    """OG-RANGE-02: which of the two is the closest visible one hangs on a touched baseline."""
    table = game()
    table.gun("s", "A", (600, 200), 90, range="short", corners=[0])
    table.plain("touched", "B", (750, 156.006), 90, block=3)
    table.plain("sure", "B", (600, 600), 90, block=3)
    assert set(table.ask("targets", by="s", effect=0).answer["legal"]) == {"touched", "sure"}


def test_amb_02_an_all_range_order_within_its_error_is_given_as_likeliest_and_waits_for_the_players(
    game: Begin,
) -> None:
    table = game()
    table.gun("s", "A", (600, 200), 90, range="all", corners=[0], sigma_mm=1.0)
    table.plain("left", "B", (500, 400), 90, sigma_mm=1.0, block=3)
    table.plain("right", "B", (700, 401), 90, sigma_mm=1.0, block=3)
    assert table.ask("targets", by="s", effect=0).answer["hits"] == ["left", "right"]
    assert table.do("shoot", by="s", effect=0).why == "too-close-to-call"
    assert [e["piece"] for e in table.do("shoot", by="s", effect=0, settled=True).of("killed")] == ["left", "right"]


@pytest.mark.parametrize("settled", [False, True])
def test_og_range_13_the_players_word_reorders_and_repeats_nothing_that_is_measured(game: Begin, settled: bool) -> None:
    """OG-RANGE-11, OG-RANGE-13, AMB-02: each legal target once, closest first, however they are named."""
    table = game()
    table.gun("s", "A", (600, 100), 90, range="all")
    table.plain("x", "B", (600, 300))
    table.plain("y", "B", (600, 600))
    line = table.do("shoot", by="s", effect=0, targets=["y", "x", "x"], settled=settled)
    assert [e["piece"] for e in line.of("killed") + line.of("unharmed")] == ["x", "y"]


def test_amb_02_the_players_order_only_what_is_too_close_to_call(game: Begin) -> None:
    """OG-RANGE-13, AMB-03: two that may be swapped, one that is surely nearer, one surely farther."""
    named = ["far", "right", "left", "near"]
    table = game()
    table.gun("s", "A", (600, 200), 90, range="all", sigma_mm=1.0)
    for name, at in (("near", (600, 300)), ("left", (500, 400)), ("right", (700, 401)), ("far", (600, 800))):
        table.plain(name, "B", at, 90, sigma_mm=1.0, block=3)
    assert table.do("shoot", by="s", effect=0, targets=named).why == "too-close-to-call"
    line = table.do("shoot", by="s", effect=0, targets=named, settled=True)
    assert [e["piece"] for e in line.of("killed")] == ["near", "right", "left", "far"]


def test_og_dodge_02_a_dodger_is_invisible_to_enemies_unless_it_is_the_closest(each_game: Begin) -> None:
    """OG-DODGE-01, OG-DODGE-02, AMB-05."""
    for dodger, hidden in (((600, 500), ["dodger"]), ((600, 320), [])):
        game = each_game()
        game.gun("s", "A", (600, 200), 90)
        game.plain("tank", "B", (600, 410))
        game.put("dodger", game.die("t/gev", {"kind": "dodge"}, block=2), "B", dodger)
        answer = game.ask("targets", by="s", effect=0).answer
        assert [name for name, why in answer["excluded"].items() if why == "dodge"] == hidden
        assert game.ask("sees", by="s", effect=0, target="dodger").answer["sees"] is True


def test_og_dodge_03_allies_see_a_dodging_die(game: Begin) -> None:
    table = game("deep-white-sea")
    table.put("med", table.die("t/medic", {"kind": "repair", "range": "long", "corners": [0, 1, 2]}), "A", (600, 200))
    table.plain("near", "A", (600, 300))
    table.put("dodger", table.die("t/gev", {"kind": "dodge"}, block=2), "A", (600, 500))
    assert table.ask("targets", by="med", effect=0).answer["legal"] == ["near", "dodger"]


def test_con_38_the_ap_skips_a_dodger_that_is_not_closest_and_hits_an_immune_die_in_vain(game: Begin) -> None:
    """OG-SIGHT-12, OG-COLOR-01, CON-38."""
    ap = {"kind": "weapon", "colour": "purple", "range": "all", "corners": [0, 1, 2], "attack": 4, "system": "ap"}
    table = game()
    table.ogre("ogre", "A", (600, 450), 0, ap)
    table.plain("near", "B", (720, 520), block=2)
    table.put("dodger", table.die("t/gev", {"kind": "dodge"}, block=2), "B", (400, 500))
    table.plain("robot", "B", (600, 150), block=2, shield="purple")
    line = table.do("shoot", by="ogre", effect=0)
    assert [e["piece"] for e in line.of("killed")] == ["near"]
    assert [(e["piece"], e["why"]) for e in line.of("unharmed")] == [("robot", "immune")]
    assert "CON-38" in line.rules


def test_dw_color_02_immunity_does_not_hide(each_game: Begin) -> None:
    game = each_game()
    game.gun("s", "A", (600, 200), 90, range="short", colour="green")
    game.plain("robot", "B", (600, 300), shield="green")
    game.plain("behind", "B", (600, 500))
    assert game.ask("targets", by="s", effect=0).answer["hits"] == ["robot"]
    assert game.do("shoot", by="s", effect=0, target="behind").why == "not-closest"


def test_dw_opt_03_an_optional_repair_looks_along_the_attack_s_arrow_but_for_allies(game: Begin) -> None:
    """DW-OPT-01, DW-OPT-02, DW-OPT-03: one option per shot."""
    table = game("deep-white-sea")
    gun = {"kind": "weapon", "colour": "yellow", "range": "short", "corners": [0], "attack": 5}
    table.put("s", table.die("t/medic", gun, {"kind": "repair"}, block=4), "A", (600, 300), 90)
    table.plain("foe", "B", (560, 400))
    table.plain("friend", "A", (640, 420))
    table.plain("unseen", "A", (600, 200), 90)
    answer = table.ask("targets", by="s", effect=1).answer
    assert (answer["legal"], answer["excluded"]["unseen"]) == (["friend"], "not-seen")
    assert table.do("repair", by="s", target="foe", corner=None).why == "enemy"
    assert table.do("repair", by="s", target="friend", corner=None).ok
    assert table.do("shoot", by="s", effect=0, target="foe").why == "turn-spent"


def test_amb_65_a_weapon_without_a_legal_target_is_not_fired(game: Begin) -> None:
    table = game()
    table.gun("s", "A", (600, 200), 90, range="all")
    line = table.do("shoot", by="s", effect=0)
    assert (line.ok, line.why) == (False, "illegal-target")
    assert "AMB-65" in line.rules


def test_og_range_01_the_arrow_s_shape_is_its_range_and_its_number_makes_it_a_weapon(game: Begin) -> None:
    """OG-RANGE-01, OG-SIGHT-01, OG-TURN-10, CON-02, CON-24."""
    for reach, legal in (("short", 1), ("long", 2), ("all", 2)):
        table = game()
        table.gun("s", "A", (200, 200), 0, range=reach)
        table.plain("far", "B", (900, 700))
        table.plain("near", "B", (600, 600))
        assert len(table.ask("targets", by="s", effect=0).answer["legal"]) == legal
    table.put(
        "n", table.die("t/no-number", {**YELLOW, "range": "long", "attack": 0} | {"kind": "hold"}), "A", (300, 300)
    )
    assert table.do("shoot", by="n", effect=0, target="near").why == "no-arrow"


def test_an_error_of_heading_counts_as_far_as_it_moves_the_closest_point() -> None:
    """AMB-02: held against 3000 draws of a table whose headings are shaken."""
    import numpy as np

    from companion.catalogue import Die, Face
    from companion.geometry import Pose
    from companion.rules import Agreement, Piece, Player, Position, by_id, distance

    def table(*headings: float) -> Position:
        face = Face("8")
        die = Die("t/die", (face,))
        pieces = [
            Piece(name, die, "A", face=face, pose=Pose(x, 300, heading, 50.8), sigma_deg=2.0)
            for name, x, heading in (("a", 300, headings[0]), ("b", 400, headings[1]))
        ]
        return Position(Agreement(), (Player("A", ((0, 0), (1, 0))),), by_id(pieces), to_move="A")

    rng = np.random.default_rng(4)
    drawn = [
        distance(table(20 + rng.normal(0, 2), 170 + rng.normal(0, 2)), "a", "b").gap.distance.value for _ in range(3000)
    ]
    assert distance(table(20, 170), "a", "b").gap.distance.sigma == pytest.approx(float(np.std(drawn)), rel=0.1)


def test_amb_04_where_space_and_plan_disagree_the_ruling_names_the_agreement(game: Begin) -> None:
    """A tall Ogre is nearer on the plan, a tank of the shooter's own height nearer in space."""
    for agreed, hit in (("plan", "ogre"), ("space", "tank")):
        table = game(agreements={"AMB-04": agreed})
        table.gun("s", "A", (600, 200), 90, range="short", corners=[0])
        table.ogre("ogre", "B", (500, 315), 90)
        table.plain("tank", "B", (690, 290), 90)
        line = table.ask("targets", by="s", effect=0)
        assert line.answer["hits"] == [hit], line.answer
        assert "AMB-04" in line.rules
    table.script["pieces"].pop(1)
    table.script["ogres"].clear()
    assert "AMB-04" not in table.ask("targets", by="s", effect=0).rules


def test_amb_01_where_the_two_readings_disagree_the_ruling_names_the_agreement(game: Begin) -> None:
    table = game()
    table.gun("s", "A", (600, 450), 0, corners=[0])
    table.plain("t", "B", (562, 600), 60)
    assert "AMB-01" in table.ask("targets", by="s", effect=0).rules


def test_amb_02_an_all_range_shot_that_may_or_may_not_see_a_die_names_it_among_its_hits(game: Begin) -> None:
    """Contract: where it is too close to call `hits` of an All-Range weapon are all candidates in the likeliest
    order."""
    table = game(agreements={"AMB-01": "top-face"})
    table.gun("s", "A", (600, 300), 90, range="all", corners=[0], sigma_mm=1.0)
    table.plain("sure", "B", (600, 600), 0, sigma_mm=1.0, block=3)
    below = 300 - 29.33 / 2 - 29.33 - 0.8
    table.plain("maybe", "B", (900, below), 90, sigma_mm=1.0, block=3)
    answer = table.ask("targets", by="s", effect=0).answer
    assert answer["legal"] == answer["hits"] == ["sure", "maybe"]
    assert table.do("shoot", by="s", effect=0).why == "too-close-to-call"
    line = table.do("shoot", by="s", effect=0, targets=["sure"], settled=True)
    assert [e["piece"] for e in line.of("killed")] == ["sure"]
