"""A match without a camera: dice put on the drawn table by mouse and keys, played to its end."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from companion.rules import Zone
from companion.session.match import Match
from companion.ui.results import ResultWindow
from tests.ui.match.conftest import Player, Seat


def test_a_match_is_played_by_keys_and_mouse_to_its_end_and_resumes_as_it_stood(player: Player) -> None:
    player.press("T")
    player.move(520, 300)
    assert player.presenter.view.layout.piece("Tank").pose.centre_mm == pytest.approx((520, 300), abs=2)
    player.click(520, 300)
    player.press("7", "PgUp", "Shift+Right", "Return")
    tank = player.presenter.position.piece("Tank")
    assert tank.showing.key == "7"
    assert tank.placed.heading_deg == pytest.approx(105)
    assert tank.placed.centre_mm == pytest.approx((521, 300), abs=2)
    player.press("1")
    assert "213" not in player.words("sentence")
    player.press("Return")
    assert player.presenter.position.score["Anna"] == 46
    assert player.presenter.position.piece("Scout a").zone is Zone.RESERVE
    player.press("Return")
    assert player.presenter.position.to_move == "Ben"
    player.press("P")
    player.click_piece("Tank")
    player.click_button("effect.1")
    player.press("Return")
    assert player.presenter.position.winner == "Anna"
    assert player.presenter.position.score["Anna"] == 52
    path = player.presenter.match.path
    player.window.close()
    with Match.resume(path) as again:
        assert again.position.winner == "Anna"
        assert again.position.score["Anna"] == 52


def test_og_off_05_a_throw_tells_what_it_knocked_off_and_what_it_moved(player: Player) -> None:
    player.press("T")
    player.click(700, 300)
    player.press("K")
    player.click_piece("Scout a")
    player.press("V")
    player.click_piece("Scout b")
    player.click(850, 560)
    player.press("V")
    player.press("Return")
    position = player.presenter.position
    assert position.piece("Scout a").zone is Zone.HAND
    assert position.score == {"Anna": 40, "Ben": 6}
    assert position.piece("Scout b").placed.centre_mm == pytest.approx((850, 560), abs=2)


def test_og_off_01_a_throw_off_the_table_comes_back_to_hand(player: Player) -> None:
    player.press("T", "O", "Return")
    assert player.presenter.position.piece("Tank").zone is Zone.HAND
    assert "off the table" in player.words("sentence")
    assert "OG-OFF-01" in player.words("rules")


def test_og_off_02_a_die_that_leans_is_off_the_table(player: Player) -> None:
    player.press("T", "L")
    player.click_piece("Scout b")
    assert "leans on Scout b" in player.words("sentence")
    player.press("Return")
    assert player.presenter.position.piece("Tank").zone is Zone.HAND
    assert "OG-OFF-02" in player.words("rules")


def test_og_throw_05_a_foul_is_put_to_the_opponent(player: Player) -> None:
    player.press("T", "N", "F", "Return")
    assert set(player.offered) >= {"foul.allow", "foul.prohibit", "foul.remove"}
    player.press("R")
    assert player.presenter.position.piece("Truck").zone is Zone.RESERVE
    assert player.presenter.position.to_move == "Ben"


def test_og_throw_02_where_a_die_was_let_go_is_typed_and_judged_by_the_rules(player: Player) -> None:
    player.press("T", "N", "G", "3", "0", "4", "Right", "2", "9", "9")
    text = player.words("sentence")
    assert "Truck was released 304 mm behind Anna's edge and [299] mm above the table: a foul" in text
    assert "OG-THROW-02" in player.words("rules")
    player.press("Up")
    assert "[309] mm above the table: that is fair." in player.words("sentence")
    player.press("Left", "M")
    assert "[−304] mm behind Anna's edge" in player.words("sentence")
    assert "a foul" in player.words("sentence")
    player.press("Return", "Return")
    assert player.presenter.match.log[-1].row["release"] == {"behind_mm": -304.0, "above_mm": 309.0}
    assert "304 mm past the edge, over the table and 309 mm above it: a foul" in player.presenter.match.log[-1].deed
    assert set(player.offered) >= {"foul.allow", "foul.prohibit", "foul.remove"}


def test_og_throw_02_a_fair_release_is_entered_by_mouse_alone_and_lets_the_die_act(player: Player) -> None:
    player.press("T")
    player.click(520, 300)
    player.click_button("release")
    for choice in (*["add.100"] * 3, "add.10", "number.next", "add.-10", "do", "do"):
        player.click_button(choice)
    assert player.presenter.match.log[-1].row["release"] == {"behind_mm": 310.0, "above_mm": -10.0}
    assert "effect.1" in player.offered


def test_a_foul_called_outright_takes_the_place_of_what_was_typed(player: Player) -> None:
    player.press("T", "G", "Return", "F", "Return")
    assert player.presenter.match.log[-1].row["foul"] is True
    assert "release" not in player.presenter.match.log[-1].row


def test_points_are_set_by_hand_written_down_and_undone(player: Player) -> None:
    player.press("F7", "4", "3", "Right", "PgUp", "Up")
    assert player.words("sentence") == "Correct the score: Anna 43 (was 40), Ben [11] (was 0)."
    player.press("Return")
    assert dict(player.presenter.position.score) == {"Anna": 43, "Ben": 11}
    assert player.words("sentence") == "Corrected: Anna has 43 points, Ben has 11 points."
    assert player.presenter.match.log[-1].row == {"score": {"Anna": 43.0, "Ben": 11.0}}
    player.press("Z")
    assert dict(player.presenter.position.score) == {"Anna": 40, "Ben": 0}
    player.press("F7", "Return")
    assert len(player.presenter.match.log) == 1, "nothing was changed, so nothing is written down"


def test_points_are_set_by_mouse_and_may_end_the_match_or_let_it_go_on(player: Player) -> None:
    panel = player.window.findChild(QLabel, "player.Ben")
    assert isinstance(panel, QLabel)
    panel.linkActivated.emit("points")
    for choice in ("add.10", "number.next", "add.10"):
        player.click_button(choice)
    assert "Anna [50] (was 40), Ben 10 (was 0). Anna has won with that." in player.words("sentence")
    player.click_button("do")
    assert player.presenter.position.winner == "Anna"
    player.press("F7", "Left", "4", "9", ".", "5", "Return")
    assert player.presenter.position.winner == "Anna", "the keys went to Ben's points"
    assert player.presenter.position.score["Ben"] == 49.5
    player.press("F7", "4", "9", "Return")
    assert player.presenter.position.winner is None


def test_points_wait_until_a_die_is_put_down_and_esc_leads_back(player: Player) -> None:
    player.press("T", "F7", "Return")
    assert player.presenter.position.piece("Tank").in_play
    before = player.mode()
    player.press("F7", "9", "Esc")
    assert player.mode() == before
    assert player.presenter.position.score["Anna"] == 40


def test_ad_terr_05_a_die_put_on_a_hill_stands_on_its_level(seat: Seat, opening: dict[str, Any]) -> None:
    hill = {"id": "hill 1", "outline_mm": [[400, 200], [600, 200], [600, 400], [400, 400]], "level": 2}
    opening["table"]["terrain"] = [hill, {**hill, "id": "wall 2", "outline_mm": [[0, 0], [60, 0], [0, 60]]}]
    del opening["table"]["terrain"][1]["level"]
    player = seat(opening | {"advanced": True})
    player.press("T")
    player.click(500, 300)
    player.press("Return")
    assert player.presenter.position.piece("Tank").level == 2
    player.press("C", *["Right"] * 8, "Return")
    assert player.presenter.position.piece("Tank").level == 0


def test_one_key_undoes_a_gesture_and_one_brings_it_back(player: Player) -> None:
    before = player.presenter.position
    player.press("T", "Return")
    thrown = player.presenter.position
    assert thrown.piece("Tank").in_play
    player.press("Z")
    assert player.presenter.position == before
    player.press("Shift+Z")
    assert player.presenter.position == thrown


def test_what_is_refused_is_listed_and_says_why(player: Player) -> None:
    player.click_piece("Scout a")
    assert player.offered["effect.1"] is False
    player.press("1")
    assert player.words("sentence") == "It is Ben's turn, not Anna's." or "Anna's turn, not Ben's" in player.words(
        "sentence"
    )
    assert "OG-TURN-01" in player.words("rules")
    assert player.presenter.match.log == ()


def test_a_maneuver_shows_a_ghost_for_every_corner_and_a_click_on_one_rolls(player: Player) -> None:
    player.press("T")
    player.click(600, 300)
    player.press("Return", "M")
    scene = player.window.canvas.scene
    assert scene is not None
    assert {stamp.word for stamp in scene.stamps} == {"0", "1", "2"}
    player.press("1")
    assert player.presenter.position.piece("Tank").showing.key != "8"
    assert "rolls over corner 1" in player.words("sentence")


def test_a_correction_turns_a_die_to_the_side_that_is_typed(player: Player) -> None:
    player.click_piece("Scout a")
    player.press("C")
    player.press("PgUp")
    player.press("5", "F5", "Return")
    piece = player.presenter.position.piece("Scout a")
    assert piece.showing.key == "5"
    assert piece.owner == "Anna"
    assert piece.placed.heading_deg == pytest.approx(15)
    player.press("Z")
    assert player.presenter.position.piece("Scout a").owner == "Ben"


def test_a_correction_takes_a_name_and_a_side_that_are_typed(player: Player) -> None:
    player.click_piece("Scout a")
    player.press("C", "S")
    line = player.window.findChild(QLineEdit, "typed")
    assert isinstance(line, QLineEdit)
    assert line.hasFocus()
    QTest.keyClicks(line, "cout 3")
    QTest.keyClick(line, Qt.Key.Key_Return)
    player.press("Return")
    assert player.presenter.position.piece("Scout a").showing.key == "3"


def test_ad_terr_06_a_die_that_leans_on_terrain_may_be_rolled_off_it(seat: Seat, opening: dict[str, Any]) -> None:
    hill = {"id": "hill", "outline_mm": [[300, 300], [500, 300], [500, 500], [300, 500]], "level": 1}
    opening |= {"advanced": True}
    opening["table"]["terrain"] = [hill]
    player = seat(opening)
    player.press("T")
    player.click(560, 400)
    player.press("L")
    player.click(400, 400)
    player.press("R", "Return")
    tank = player.presenter.position.piece("Tank")
    assert tank.in_play
    assert tank.placed.centre_mm == pytest.approx((560, 400), abs=2)
    assert "AD-TERR-06" in player.words("rules")


def test_the_owner_is_changed_by_a_key_that_asks_first(player: Player) -> None:
    player.click_piece("Scout b")
    player.press("O")
    assert player.words("sentence") == "Scout b is Ben's. Does it belong to Anna?"
    player.press("Esc")
    assert player.presenter.position.piece("Scout b").owner == "Ben"
    player.press("O", "1")
    assert player.presenter.position.piece("Scout b").owner == "Anna"
    player.press("Z")
    assert player.presenter.position.piece("Scout b").owner == "Ben"


def test_a_match_that_is_won_says_by_which_act_and_enter_goes_on_to_its_result_sheet(
    seat: Seat, opening: dict[str, Any]
) -> None:
    tank, *rest = opening["pieces"]
    lying = {"id": "Tank", "die": tank["die"], "owner": "Anna", "face": "8", "centre_mm": [500, 300], "heading_deg": 90}
    player = seat(opening | {"pieces": [lying, *rest], "score": {"Anna": 48, "Ben": 0}})
    assert "result" not in player.offered
    player.click_piece("Tank")
    player.press("1", "Return")
    assert player.presenter.position.winner == "Anna"
    headline = "Anna has won: Tank killed Scout a for 6 points. 54 to 0. The first to reach 50 points wins."
    assert player.words("sentence") == headline
    assert "OG-WIN-01" in player.words("rules")
    assert player.offered.keys() == {"result"}
    player.press("Esc")  # nothing was begun, and the keys have room still
    assert player.words("sentence") == headline
    label = player.window.findChild(QLabel, "always")
    assert isinstance(label, QLabel)
    assert label.visibleRegion().boundingRect().height() >= label.sizeHint().height()
    player.press("Return")
    (sheet,) = player.window.findChildren(ResultWindow)
    assert sheet.isVisible()
    player.press("Z", "Y")
    assert player.words("sentence").startswith(headline), "how it was won is said whenever it is"


def test_corrected_points_that_win_are_marked_as_such(seat: Seat, opening: dict[str, Any]) -> None:
    player = seat(opening)
    player.press("F7", *"50", "Return")
    assert player.presenter.position.winner == "Anna"
    headline = "Anna has won: the points were set by hand. 50 to 0. The first to reach 50 points wins."
    assert player.words("sentence") == headline
