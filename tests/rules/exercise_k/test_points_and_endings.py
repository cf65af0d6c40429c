"""Exercise K: what scores, what is refused, how the game ends and how it is scored."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.errors import InputError
from companion.exercise_k.codec.actions import encode_desk_action
from companion.exercise_k.codec.answers import DeskQuestion
from companion.exercise_k.codec.script import desk_script_from
from companion.exercise_k.rules import actions
from companion.exercise_k.rules.engine import apply_desk_action
from companion.exercise_k.rules.points import by_round
from companion.exercise_k.rules.position import SETTINGS, DeskAgreement
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.rules import ledger
from companion.rules.coverage import files_that_test, modules_that_apply

Begin = Callable[..., Any]
GONE = {"main": 0, "secondary": 0, "missile": 0, "ap": 0, "tread": 0}
STUCK = {"tread": 0}
LAST_AP = {**GONE, "ap": 1}


def test_ek_gen_01_the_referee_sets_right_what_was_entered_wrongly(desk: Begin) -> None:
    game = desk(round=3, sheets={"Blue 2": LAST_AP})
    game.do("damage", by="Black 1", target="Red 1", system="tread", count=15)
    assert game.do("set-right", ogre="Red 1", system="tread", left=40)["ok"]
    assert game.do("set-right", account="Black 1", points=-20)["events"][0]["points"] == -20
    assert game.do("set-right", building="Red CP", stands=False)["events"] == [
        {"event": "removed", "piece": "Red CP", "why": "destroyed"}
    ]
    assert game.do("set-right", building="Red CP", stands=True)["ok"]
    assert game.position.lost == frozenset()
    assert game.ask("sheet", ogre="Red 1")["tread"] == 40
    assert game.ask("vp")["players"]["Black 1"] == 10
    fell = game.do("set-right", ogre="Blue 2", system="ap", left=0)
    assert fell["events"][-1] == {"event": "removed", "piece": "Blue 2", "why": "destroyed"}
    assert "Blue 2" not in game.ask("turn-order")["turns"]
    assert game.do("set-right", ogre="Blue 2", system="ap", left=2)["ok"]
    assert "Blue 2" in game.ask("turn-order")["turns"]
    assert game.do("set-right", ogre="Blue 2", system="ap", left=3)["why"] == "illegal-target"


def test_ek_vp_12_what_is_set_right_after_the_scoring_is_scored_again(desk: Begin) -> None:
    game, plain = desk(), desk()
    for one in (game, plain):
        one.do("final-round", why="time")
        one.do("end-turn", round=2, player="Black 1")
        assert one.do("set-right", account="Red 1", points=3)["ok"]
    game.do("end")
    scored = game.ask("vp")
    assert game.do("set-right", account="Red 1", points=4)["ok"]
    fired = game.do("set-right", ogre="Blue 2", system="missile", left=0)
    assert [(row["player"], row["points"], row["why"]) for row in fired["events"] if row["event"] == "scored"] == [
        ("Blue 2", -10, "scored again")
    ]
    fallen = game.do("set-right", building="Green CP", stands=False)
    assert {row["player"] for row in fallen["events"] if row["event"] == "scored"} == {
        name for name in scored["players"] if name.startswith("Green")
    }
    assert game.ask("vp")["players"]["Red 1"] == scored["players"]["Red 1"] + 4
    plain.do("set-right", account="Red 1", points=4)
    plain.do("set-right", ogre="Blue 2", system="missile", left=0)
    plain.do("set-right", building="Green CP", stands=False)
    plain.do("end")
    assert game.ask("vp") == plain.ask("vp"), "as if it had been right when the game was scored"
    assert game.do("end")["why"] == "match-over"


def test_ek_vp_12_13_14_a_scored_game_of_which_nothing_is_left_loses_its_last_awards(desk: Begin) -> None:
    """EK-VP-12, EK-VP-13, EK-VP-14: no award is left whose round could be known; it is that of the awards before."""
    gone = [f"{team} {number}" for team in ("Red", "Green", "Black", "Blue") for number in (1, 2, 3)]
    lost = [f"{team} CP" for team in ("Red", "Green", "Black", "Blue")]
    game = desk(round=6, sheets=dict.fromkeys(gone, GONE) | {"Blue 1": {**GONE, "tread": 1}}, lost=lost)
    game.do("end")
    fell = game.do("set-right", ogre="Blue 1", system="tread", left=0)
    assert [row["round"] for row in fell["events"] if row["event"] == "scored"] == [6]
    assert {"EK-VP-12", "EK-VP-13", "EK-VP-14"} <= set(fell["rules"])


def test_ek_end_01_a_scored_game_that_would_not_be_over_is_not_set_right(desk: Begin) -> None:
    gone = [f"{team} {number}" for team in ("Red", "Green", "Black") for number in (1, 2, 3)]
    game = desk(sheets=dict.fromkeys(gone, GONE))
    game.do("end")
    back = game.do("set-right", ogre="Red 1", system="tread", left=5)
    assert back["why"] == "match-over"
    assert game.do("set-right", ogre="Blue 1", system="missile", left=1)["ok"]


@pytest.mark.parametrize(
    "keys", [{}, {"ogre": "Red 1"}, {"ogre": "Red 1", "system": "ap", "left": 1, "points": 3}, {"building": "Red CP"}]
)
def test_a_correction_of_nothing_or_of_two_things_is_reported(desk: Begin, keys: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="expected exactly one of these, complete"):
        desk().do("set-right", **keys)


def only(*teams: str, **others: dict[str, int]) -> dict[str, dict[str, int]]:
    """Sheets by which only these teams have Ogres, but for those named (``Red_1``)."""
    sheets = {f"{t} {n}": GONE for t in ("Black", "Blue", "Red", "Green") if t not in teams for n in (1, 2, 3)}
    return sheets | {name.replace("_", " "): sheet for name, sheet in others.items()}


def scored(line: dict[str, Any]) -> list[tuple[str, float]]:
    return [(event["player"], event["points"]) for event in line["events"] if event["event"] == "scored"]


@pytest.mark.parametrize(
    ("system", "count", "points", "rule"),
    [
        ("main", 1, 8, "EK-VP-04"),
        ("secondary", 2, 8, "EK-VP-05"),
        ("missile", 2, 2, "EK-VP-06"),
        ("ap", 1, 1, "EK-VP-07"),
        ("tread", 7, 7, "EK-VP-08"),
    ],
)
def test_each_component_has_its_points(desk: Begin, system: str, count: int, points: int, rule: str) -> None:
    game = desk(round=13, to_move="Red 1")
    line = game.do("damage", by="Red 1", target="Blue 1", system=system, count=count)
    assert scored(line) == [("Red 1", points)]
    assert line["rules"][0] == rule


@pytest.mark.parametrize(
    ("number", "points", "rule"),
    [
        (1, 16, "EK-VP-15"),
        (8, 16, "EK-VP-15"),
        (9, 12, "EK-VP-16"),
        (12, 12, "EK-VP-16"),
        (13, 8, "EK-VP-17"),
        (30, 8, "EK-VP-17"),
    ],
)
def test_the_round_multiplies_what_is_scored_in_it(desk: Begin, number: int, points: int, rule: str) -> None:
    game = desk(round=number, to_move="Red 1")
    assert scored(game.do("damage", by="Red 1", target="Blue 1", system="main", count=1)) == [("Red 1", points)]
    assert game.ask("multiplier", round=number)["rules"] == (rule,)
    assert game.ask("multiplier", round=number)["factor"] == points / 8


def test_ek_vp_08_excess_damage_to_treads_scores_only_what_was_there(desk: Begin) -> None:
    game = desk(round=13, to_move="Red 1", sheets={"Blue 1": {"tread": 3}})
    assert scored(game.do("damage", by="Red 1", target="Blue 1", system="tread", count=6)) == [("Red 1", 3)]
    assert game.do("damage", by="Red 1", target="Blue 1", system="tread", count=1)["why"] == "no-treads"


def test_weapons_that_are_not_there_cannot_be_destroyed(desk: Begin) -> None:
    game = desk(to_move="Red 1", sheets={"Blue 1": {"ap": 1}, "Blue 2": GONE})
    assert game.do("damage", by="Red 1", target="Blue 1", system="ap", count=2)["why"] == "weapon-destroyed"
    assert game.do("damage", by="Red 1", target="Blue 2", system="ap", count=1)["why"] == "destroyed"
    missed = game.do("damage", by="Red 1", target="Blue 1", system="ap", count=0)
    assert missed["events"] == [{"event": "unharmed", "piece": "Blue 1", "why": "no-effect"}]


def test_ek_vp_09_ek_spec_09_the_last_component_scores_and_20_besides(desk: Begin) -> None:
    game = desk(round=9, to_move="Red 1", sheets={"Blue 1": LAST_AP})
    line = game.do("damage", by="Red 1", target="Blue 1", system="ap", count=1)
    assert [event["event"] for event in line["events"]] == ["circle", "scored", "removed", "scored"]
    assert scored(line) == [("Red 1", 1.5), ("Red 1", 30)]
    assert game.ask("sheet", ogre="Blue 1")["destroyed"] is True


@pytest.mark.parametrize("left", ["main", "secondary", "missile", "ap", "tread"])
def test_ek_spec_10_con_24_amb_53_an_ogre_stands_while_any_component_is_left(desk: Begin, left: str) -> None:
    game = desk(sheets={"Blue 1": {**GONE, left: 1}})
    assert game.ask("sheet", ogre="Blue 1")["destroyed"] is False


def test_amb_60_amb_53_a_fired_missile_is_gone_and_scores_for_nobody(desk: Begin) -> None:
    game = desk(sheets={"Black 1": {**GONE, "missile": 1}})
    line = game.do("fire-missile", by="Black 1")
    assert scored(line) == []
    assert line["events"][-1] == {"event": "removed", "piece": "Black 1", "why": "destroyed"}
    assert set(game.ask("vp")["players"].values()) == {0}
    assert desk(sheets={"Black 1": {"missile": 0}}).do("fire-missile", by="Black 1")["why"] == "weapon-destroyed"


def test_ek_vp_18_ek_spec_08_con_28_own_losses_by_ramming_score_for_nobody(desk: Begin) -> None:
    game = desk(to_move="Red 2")
    assert scored(game.do("self-damage", ogre="Red 2", system="tread", count=5)) == []
    assert game.ask("sheet", ogre="Red 2")["tread"] == 40
    assert set(game.ask("vp")["players"].values()) == {0}
    assert game.do("self-damage", ogre="Red 1", system="tread", count=5)["why"] == "not-your-turn"


@pytest.mark.parametrize(("agreements", "points"), [({}, [3, 20]), ({"AMB-52": "shot"}, [3])])
def test_amb_52_a_ram_scores_components_and_the_20_unless_agreed(
    desk: Begin, agreements: dict[str, str], points: list[int]
) -> None:
    game = desk(agreements=agreements, round=13, to_move="Red 1", sheets={"Blue 1": {**GONE, "tread": 3}})
    line = game.do("damage", by="Red 1", target="Blue 1", system="tread", count=3, ram=True)
    assert [value for _, value in scored(line)] == points
    assert "AMB-52" in line["rules"]


@pytest.mark.parametrize("how", [{"result": "D"}, {"result": "X"}, {"ram": True}, {}])
def test_ek_spec_01_ek_vp_10_con_25_anything_destroys_a_command_post(desk: Begin, how: dict[str, Any]) -> None:
    game = desk(round=13, to_move="Green 1")
    line = game.do("destroy", by="Green 1", building="Blue CP", **how)
    assert scored(line) == [("Green 1", 60)]
    assert game.do("destroy", by="Green 1", building="Blue CP")["why"] == "destroyed"


def test_ek_spec_02_ek_vp_11_a_radar_ignores_d(desk: Begin) -> None:
    game = desk(round=9, to_move="Green 1")
    unharmed = game.do("destroy", by="Green 1", building="Blue R1", result="D")
    assert unharmed["events"] == [{"event": "unharmed", "piece": "Blue R1", "why": "no-effect"}]
    assert scored(game.do("destroy", by="Green 1", building="Blue R1", result="X")) == [("Green 1", 30)]
    assert scored(game.do("destroy", by="Green 1", building="Blue R2", ram=True)) == [("Green 1", 30)]


def test_ek_spec_07_ek_vp_03_friendly_fire_is_disallowed(desk: Begin) -> None:
    game = desk(to_move="Red 1")
    assert game.do("damage", by="Red 1", target="Red 1", system="ap", count=1)["why"] == "friendly-fire"
    assert game.do("destroy", by="Red 1", building="Red CP")["why"] == "friendly-fire"


def test_ek_ord_04_amb_56_allies_cannot_combine_fire(desk: Begin) -> None:
    shot = {"by": ["Red 1", "Red 2"], "target": "Blue 1", "system": "tread", "count": 2}
    assert desk(to_move="Red 1").do("damage", **shot)["why"] == "combined-fire"
    alone = {"players": 4, "to_move": "Red 1"}
    assert desk(**alone).do("damage", **shot)["why"] == "combined-fire"
    agreed = desk(**alone, agreements={"AMB-56": "together"})
    assert scored(agreed.do("damage", **shot)) == [("Red 1", 4)]
    of_two = desk(to_move="Red 1", agreements={"AMB-56": "together"})
    assert of_two.do("damage", **shot)["why"] == "combined-fire"


def test_con_27_points_are_multiplied_by_the_round_and_no_number_of_them_wins(desk: Begin) -> None:
    game = desk(vp={"Red 1": 70}, to_move="Red 1", round=2)
    game.do("damage", by="Red 1", target="Blue 1", system="main", count=1)
    assert game.ask("vp")["players"]["Red 1"] == 70 + 2 * 8
    assert game.do("end-turn")["ok"]


def test_ek_vp_01_ek_vp_02_ek_cnt_04_ek_cnt_05_con_27_accounts_and_teams(desk: Begin) -> None:
    game = desk(players=8, vp={"Blue 1": 40, "Blue 2": 22.5, "Blue 3": 18}, to_move="Blue 3", round=13)
    game.do("damage", by="Blue 3", target="Red 1", system="ap", count=1)
    line = game.ask("vp")
    assert (line["players"]["Blue 1"], line["players"]["Blue 2"], line["third"]["Blue 3"]) == (40, 22.5, 19)
    assert (line["teams"]["Blue"], "Blue 3" in line["players"]) == (81.5, False)
    assert line["leader"] == {"player": ["Blue 1"], "team": ["Blue"]}


def test_amb_59_ek_end_03_equal_points_are_a_tie_unless_ogres_decide(desk: Begin) -> None:
    even = {"vp": {"Red 1": 5, "Blue 1": 5}, "sheets": {"Blue 2": GONE}}
    assert set(desk(**even).ask("vp")["leader"]["team"]) == {"Red", "Blue"}
    assert desk(**even, agreements={"AMB-59": "most-ogres"}).ask("vp")["leader"]["team"] == ["Red"]


def test_ek_end_01_ek_vp_12_13_14_the_last_team_is_scored_in_full(desk: Begin) -> None:
    game = desk(round=16, sheets=only("Black", Black_1={"missile": 1}, Black_2=GONE), lost=["Blue CP"])
    assert game.ask("turn-order")["over"] is True
    assert game.do("end-turn")["why"] == "match-over"
    game.do("end")
    players = game.ask("vp")["players"]
    assert (players["Black 1"], players["Black 2"], players["Black 3"]) == (45, 20, 50)  # EK-VP-13: 5 and 10
    assert (players["Blue 1"], players["Green 1"]) == (0, 20)  # EK-VP-14: posthumously, where the post stands
    assert game.do("end")["why"] == "match-over"


def test_ek_end_02_time_lets_the_round_be_played_out_and_halves_the_awards(desk: Begin) -> None:
    game = desk(round=14, to_move="Red 2", lost=["Red CP"])
    assert game.do("end")["ok"] is False
    assert game.do("final-round", why="time")["ok"] is True
    assert (game.ask("turn-order")["final_round"], game.ask("turn-order")["over"]) == (14, False)
    assert game.do("end")["why"] == "must-act"
    game.do("end-turn", round=14, player="Green 3")
    assert game.ask("turn-order")["over"] is False
    game.do("end-turn")
    assert game.ask("turn-order")["over"] is True
    game.do("end")
    assert (game.ask("vp")["players"]["Red 1"], game.ask("vp")["players"]["Blue 1"]) == (20, 30)


def test_ek_end_04_a_stalemate_ends_the_game_with_the_round_just_completed(desk: Begin) -> None:
    game = desk(round=10, agreements={"AMB-51": "raised"}, sheets=only("Red", "Blue", Red_1=STUCK))
    assert game.do("final-round", why="stalemate", in_range=["Red 1"])["why"] == "target-in-range"
    assert game.do("final-round", why="stalemate")["ok"] is True
    assert game.ask("turn-order")["over"] is True
    assert game.ask("turn-order")["final_round"] == 9
    assert desk(round=10, to_move="Red 1").do("final-round", why="stalemate")["ok"] is False
    acted = desk(round=10)
    acted.do("fire-missile", by="Black 1")
    assert acted.do("final-round", why="stalemate")["why"] == "not-your-turn"
    assert desk(round=1).do("final-round", why="stalemate")["ok"] is False


SOLE = {f"{team} {n}": STUCK for team in ("Black", "Blue", "Green") for n in (1, 2, 3)} | {"Red 2": GONE}


def test_ek_end_05_the_only_mobile_team_declares_by_consent_and_out_of_range(desk: Begin) -> None:
    game = desk(round=15, sheets=SOLE)
    assert game.do("final-round", why="declared")["why"] == "no-consent"
    both = {"why": "declared", "by": ["Red 1", "Red 3"]}
    assert game.do("final-round", **both, in_range=["Blue 1"])["why"] == "target-in-range"
    assert game.do("final-round", **both)["ok"] is True
    assert game.ask("turn-order")["over"] is True
    own = desk(round=15, sheets=SOLE)
    assert own.do("final-round", **both, in_range=["Red 1"])["ok"] is True, "only the others' targets forbid it"
    two = desk(round=15, sheets={**SOLE, "Blue 1": {"tread": 1}})
    assert two.do("final-round", **both)["ok"] is False


def test_amb_54_one_more_round_where_agreed(desk: Begin) -> None:
    game = desk(round=15, sheets=SOLE, agreements={"AMB-54": "one-more"})
    game.do("final-round", why="declared", by=["Red 1", "Red 3"])
    assert (game.ask("turn-order")["over"], game.ask("turn-order")["final_round"]) == (False, 15)
    assert game.do("final-round", why="time")["why"] == "no-effect"


@pytest.mark.parametrize(("agreements", "points"), [({}, 50), ({"AMB-51": "plain"}, 50), ({"AMB-51": "raised"}, 75)])
def test_amb_51_awards_at_the_end_are_raised_only_where_agreed(
    desk: Begin, agreements: dict[str, str], points: float
) -> None:
    game = desk(round=9, agreements=agreements, sheets=only("Black"))
    game.do("end")
    assert game.ask("vp")["players"]["Black 1"] == points


def test_amb_55_survival_by_player_third_ogre_apart_post_for_every_player(desk: Begin) -> None:
    game = desk(players=8, round=16, sheets=only("Black", Black_1=GONE))
    game.do("end")
    line = game.ask("vp")
    assert (line["players"]["Black 1"], line["players"]["Black 2"], line["third"]["Black 3"]) == (20, 50, 30)
    once = desk(players=8, round=16, sheets=only("Black"), agreements={"AMB-55": "once"})
    once.do("end")
    assert once.ask("vp")["players"] | {"Black 1": 50, "Black 2": 30} == once.ask("vp")["players"]


def test_amb_55_a_player_with_three_ogres_survives_once(desk: Begin) -> None:
    game = desk(players=2, order=["Black", "Blue"], round=16, sheets={f"Blue {n}": GONE for n in (1, 2, 3)})
    game.do("end")
    assert game.ask("vp")["players"] == {"Black 1": 20 + 3 * 10 + 20, "Blue 1": 20}


def test_amb_58_the_last_two_teams_fall_together(desk: Begin) -> None:
    last = {**GONE, "tread": 2}
    game = desk(round=13, to_move="Red 1", sheets=only(Red_1=last, Blue_1=last))
    game.do("damage", by="Red 1", target="Blue 1", system="tread", count=2, ram=True)
    assert game.do("self-damage", ogre="Red 1", system="tread", count=2)["ok"] is True
    line = game.ask("turn-order")
    assert (line["over"], line["turns"], "AMB-58" in line["rules"]) == (True, [], True)
    game.do("end")
    assert game.ask("vp")["players"]["Red 1"] == 2 + 20 + 20


def test_ek_end_02_after_the_final_round_the_clock_stands_before_a_turn_that_nobody_takes(desk: Begin) -> None:
    """EK-END-02, EK-END-03, EK-ORD-03: all have had the same number of turns; the order is that of the round."""
    game = desk(round=9, to_move="Red 1")
    assert game.do("final-round", why="time")["ok"] is True
    assert game.ask("turn-order")["over"] is False
    order = game.ask("turn-order")["turns"]
    last = game.do("end-turn", round=9, player=order[-1])
    assert last["ok"] is True
    assert game.do("end-turn")["ok"] is True
    after = game.ask("turn-order")
    assert (after["over"], after["final_round"], after["round"], after["to_move"]) == (True, 9, 10, order[0])
    assert after["turns"] == order
    assert game.do("end-turn")["why"] == "match-over"


def test_ek_end_02_idling_past_the_final_round_stops_where_the_game_is_over(desk: Begin) -> None:
    game = desk(round=9, to_move="Red 1")
    game.do("final-round", why="time")
    first = game.ask("turn-order")["turns"][0]
    assert game.do("end-turn", round=14, player="Red 1")["ok"] is True
    line = game.ask("turn-order")
    assert (line["over"], line["round"], line["to_move"]) == (True, 10, first)


def test_points_over_the_rounds_make_a_chart(desk: Begin) -> None:
    game = desk(vp={"Black 1": 4}, round=2)
    game.do("damage", by="Black 1", target="Red 1", system="main", count=1)
    lines = by_round(game.position.roster, game.position.entries, 3)
    assert (lines["Black 1"], lines["Red 1"]) == ((4, 20, 20), (0, 0, 0))


def test_a_refused_action_changes_nothing_and_no_action_changes_what_was(desk: Begin) -> None:
    before = desk(to_move="Red 1").position
    refused = apply_desk_action(before, actions.FireMissile(by="Blue 1"))
    assert (refused.ok, refused.position) == (False, before)
    taken = apply_desk_action(before, actions.FireMissile(by="Red 1"))
    assert before == desk(to_move="Red 1").position != taken.position


@pytest.mark.parametrize(
    "row",
    [
        {"do": "damage", "by": ["Red 1", "Red 2"], "target": "Blue 1", "system": "ap", "count": 1, "ram": True},
        {"do": "destroy", "by": "Red 1", "building": "Blue R1", "ram": False, "result": "D"},
        {"do": "self-damage", "ogre": "Red 1", "system": "tread", "count": 4, "player": "Red 1"},
        {"do": "fire-missile", "by": "Red 1"},
        {"do": "end-turn", "round": 3, "player": "Red 1"},
        {"do": "end-turn"},
        {"do": "final-round", "why": "declared", "by": ["Red 1"], "in_range": ["Blue 1"]},
        {"do": "end"},
    ],
)
def test_an_action_can_be_kept_as_its_row(desk: Begin, row: dict[str, Any]) -> None:
    script = desk_script_from({**desk().keys, "steps": [row]}, "test")
    action = script.steps[0]
    assert not isinstance(action, DeskQuestion)
    kept = json.loads(json.dumps(encode_desk_action(action)))
    assert kept == row
    assert desk_script_from({**desk().keys, "steps": [kept]}, "test") == script


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": 2}, "format 1"),
        ({"dice": []}, "dice: this key is unknown"),
        ({"round": 0}, "round: expected 1 or more"),
        ({"to_move": "Pink 1"}, "'Pink 1' is not known"),
        ({"sheets": {"Red 1": {"wheels": 1}}}, "sheets.Red 1.wheels: this key is unknown"),
        ({"sheets": []}, "sheets: expected a table"),
        ({"vp": {"Red 1": "many"}}, "vp.Red 1: expected a number"),
        ({"lost": ["Red R3"]}, "'Red R3' is not known"),
        ({"agreements": {"AMB-51": "doubled"}}, "no value 'doubled'"),
        ({"agreements": {"AMB-01": "top-face"}}, "not a setting of Exercise K"),
        ({"steps": {}}, "expected a list"),
        ({"steps": [{"ask": "weather"}]}, r"steps\[0\].ask: expected 'roster', .*'in-force', got \"weather\""),
        ({"steps": [{"do": "end-turn", "round": 3}]}, "needs 'player'"),
        ({"steps": [{"do": "fire-missile", "by": "Pink 1"}]}, "'Pink 1' is not known"),
        ({"steps": [{"ask": "range", "from": "01", "to": "0101"}]}, "four digits"),
    ],
)
def test_a_wrong_script_is_reported_with_its_place(desk: Begin, change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        desk_script_from({**desk().keys, **change}, "test")


def test_the_referee_command_takes_scripts_of_exercise_k(
    desk: Begin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**desk().keys, "steps": [{"ask": "multiplier", "round": 9}]}), encoding="utf-8")
    assert main(["referee", "--json", str(file)]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["script"], line["step"], line["answer"]) == ("game.json", 0, {"factor": 1.5})
    file.write_text(json.dumps({**desk().keys, "round": 0}), encoding="utf-8")
    assert main(["referee", "--json", str(file)]) == 2
    assert "game.json: round" in capsys.readouterr().err


def test_the_settings_are_the_ledger_ambiguities_of_the_scenario() -> None:
    assert list(SETTINGS) == [f"AMB-{number}" for number in range(50, 61)]
    assert all(bool(ledger()[name].option) == (len(SETTINGS[name].values) > 1) for name in SETTINGS)
    shown = {row.id: row for row in DeskAgreement(choices={"AMB-51": "raised"}).in_force()}
    assert (shown["AMB-51"].agreed, shown["AMB-52"].agreed, len(shown)) == (True, False, 11)


def test_every_rule_of_exercise_k_is_applied_and_tested_by_name() -> None:
    ours = [rule.id for rule in ledger().values() if rule.id.startswith("EK") and not rule.note]
    named = [*ours, *SETTINGS]
    assert len(ours) == 68
    assert [rule for rule in named if rule not in modules_that_apply()] == []
    assert [rule for rule in named if rule not in files_that_test()] == []


def test_a_whole_game_of_fourteen_rounds_adds_up(desk: Begin) -> None:
    position = desk().position
    for number in range(1, 15):
        for ogre in position.slots:
            target = "Blue 1" if ogre.startswith("Black") else "Black 1"
            shot = actions.Damage(by=(ogre,), target=target, system=SheetSystem.TREAD, count=1)
            if ogre in ("Black 1", "Red 1"):
                position = apply_desk_action(position, shot).position
            position = apply_desk_action(position, actions.EndDeskTurn()).position
        assert position.round == number + 1
    called = apply_desk_action(
        replace(position, round=14, to_move="Green 3"), actions.CallFinalRound(why=actions.FinalRoundReason.TIME)
    )
    ended = apply_desk_action(apply_desk_action(called.position, actions.EndDeskTurn()).position, actions.End())
    totals = {entry.account: 0.0 for entry in ended.position.entries}
    for entry in ended.position.entries:
        totals[entry.account] += entry.points
    shots = 8 * 2 + 4 * 1.5 + 2
    assert totals["Red 1"] == shots + 10 + 10 + 10
    assert totals["Red 2"] == 30
