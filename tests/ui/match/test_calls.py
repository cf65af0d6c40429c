"""What the table shows and offers in each kind of act: close calls, commands, calls, Ogres, fouls, the log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget, QTextBrowser

from companion.resources import data_folder
from companion.rules import Zone, conditions
from companion.session.overlay import MarkKind, Tone
from companion.session.play.modes import Aiming, Browsing, Settling, Throwing
from companion.ui.match.over_table import Loupe
from tests.ui.match.conftest import Player, Seat, die, gun

Opening = dict[str, Any]


def _in_play(name: str, kind: str, owner: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    return {"id": name, "die": f"t/{kind}", "owner": owner, "face": "8", "centre_mm": [x, y], "heading_deg": 90, **more}


@pytest.fixture
def close(opening: Opening) -> Opening:
    """Two scouts of Ben's stand almost equally far from Anna's tank, whose gun reaches the closest."""
    opening["dice"] = [die("Tank", gun(8, "short")), die("Scout", gun(2, "short"), block=4)]
    opening["pieces"] = [
        _in_play("Tank", "tank", "Anna", 600, 300, sigma_mm=0.5),
        _in_play("Scout a", "scout", "Ben", 450, 500, sigma_mm=0.5),
        _in_play("Scout b", "scout", "Ben", 750, 500, sigma_mm=0.5),
    ]
    return opening


def test_amb_02_a_close_call_has_both_lines_a_loupe_and_two_keys(seat: Seat, close: Opening) -> None:
    player = seat(close)
    player.click_piece("Tank")
    player.press("1")
    assert "too close to call" in player.words("sentence")
    assert "AMB-02" in player.words("rules")
    scene = player.window.canvas.scene
    assert scene is not None
    assert {mark.piece for mark in scene.of(MarkKind.UNSURE_SPAN)} == {"Scout a", "Scout b"}
    loupe = player.window.findChild(Loupe)
    assert isinstance(loupe, Loupe)
    assert loupe.isVisible()
    assert [place.title for place in loupe.places] == ["1  Scout a", "2  Scout b"]
    assert all("±" in place.number for place in loupe.places)
    assert player.offered == {
        "settle.1": True,
        "settle.2": True,
        "target.next": True,
        "target.previous": True,
        "back": True,
    }
    player.press("2")
    assert player.presenter.position.piece("Scout b").zone is Zone.RESERVE
    assert player.presenter.match.log[-1].row["settled"] is True
    assert not loupe.isVisible()


def test_a_dispute_is_kept_as_a_picture_with_the_match(seat: Seat, close: Opening) -> None:
    player = seat(close)
    player.click_piece("Tank")
    player.press("1", "Ctrl+K")
    (kept,) = (data_folder() / "pictures").iterdir()
    assert kept.suffix == ".png"
    line = player.presenter.match.log[-1]
    assert kept.name in line.text
    assert "too close to call" in line.text
    assert line.picture is not None
    assert player.presenter.match.picture(line.picture) is not None


def test_a_question_mark_unfolds_the_numbers_and_the_rules(seat: Seat, close: Opening) -> None:
    player = seat(close)
    player.click_piece("Tank")
    player.press("1", "?")
    why = player.window.findChild(QTextBrowser, "why")
    assert isinstance(why, QTextBrowser)
    assert why.isVisible()
    assert "OG-RANGE-02" in why.toPlainText()
    assert "Scout b" in why.toPlainText()


def test_others_are_greyed_with_the_reason_beside_them(seat: Seat, close: Opening) -> None:
    close["pieces"].append(_in_play("Scout c", "scout", "Anna", 600, 600))
    player = seat(close)
    player.click_piece("Tank")
    player.press("1")
    scene = player.window.canvas.scene
    assert scene is not None
    assert scene.tag("Scout c").tone is Tone.FADED
    assert scene.tag("Scout c").details == ("own side",)


def test_a_click_on_another_target_looks_at_it_and_esc_goes_back(seat: Seat, close: Opening) -> None:
    player = seat(close)
    player.click_piece("Tank")
    player.press("1")
    player.click_piece("Scout b")
    assert player.mode() == Aiming("Tank", 0, "Scout b")
    player.press("Esc")
    assert player.mode() == Browsing("Tank")
    player.press("Esc")
    assert player.mode() == Browsing()


@pytest.fixture
def staff(opening: Opening) -> Opening:
    """A Command Post with a caller and a tank before it; a truck in hand."""
    call = {"kind": "call"}
    opening["dice"] = [die("Tank", gun(8)), die("Caller", call), die("Truck", block=2), die("Scout", block=4)]
    opening["pieces"] = [
        _in_play("Tank", "tank", "Anna", 400, 300),
        _in_play("Caller", "caller", "Anna", 700, 200),
        {"id": "Truck", "die": "t/truck", "owner": "Anna", "zone": "hand"},
        _in_play("Scout", "scout", "Ben", 600, 700),
    ]
    opening["command_posts"] = [
        {"id": "Post", "owner": "Anna", "centre_mm": [600, 30], "size_mm": [120, 60], "armour": 46}
    ]
    return opening


def test_og_cmd_05_a_command_numbers_the_dice_and_they_act_in_that_order(seat: Seat, staff: Opening) -> None:
    player = seat(staff)
    player.click(600, 20)
    player.press("1")
    scene = player.window.canvas.scene
    assert scene is not None
    assert [(stamp.piece, stamp.word) for stamp in scene.stamps] == [("Caller", "1"), ("Tank", "2")]
    player.press("Return")
    scene = player.window.canvas.scene
    assert scene is not None
    assert {(stamp.piece, stamp.word) for stamp in scene.stamps} == {("Caller", "⚑ 1"), ("Tank", "⚑ 2")}
    assert player.mode() == Browsing("Caller")
    player.press("1")
    player.press("1")
    assert player.presenter.prompt.ruling is not None
    player.press("Return")
    mode = player.mode()
    assert isinstance(mode, Throwing)
    assert mode.piece == "Truck"
    player.press("Return")
    assert player.presenter.position.piece("Truck").in_play
    player.press("X")
    assert player.mode() == Browsing("Tank")
    player.press("1", "Return")
    assert player.presenter.position.piece("Scout").zone is Zone.RESERVE
    player.press("Return")
    assert player.presenter.position.to_move == "Ben"


@pytest.fixture
def giant(opening: Opening) -> Opening:
    opening["dice"] = [
        die("Tank", gun(12)),
        die("Ogre", gun(9, system="main"), block=12, classes=["Ogre"], edge_mm=101.6, points=50),
    ]
    opening["pieces"] = [
        _in_play("Tank", "tank", "Anna", 400, 200),
        _in_play("Ogre", "ogre", "Ben", 700, 600),
    ]
    opening["ogres"] = [{"piece": "Ogre", "mark": "III"}]
    opening["score"] = {"Anna": 0, "Ben": 0}
    return opening


def test_og_ogre_15_the_shooter_names_the_system_of_the_ogre(seat: Seat, giant: Opening) -> None:
    giant["dice"][0]["face"][0]["effect"][0]["attack"] = 9
    player = seat(giant)
    player.click_piece("Tank")
    player.press("1", "S")
    listed = {choice.id: choice.title for choice in player.presenter.choices}
    assert listed["system.main"] == "✓ Main Battery: one lost, 0 left"
    assert listed["system.treads"] == "Treads: 7 lost, 38 left"
    player.press("5")
    assert "Treads: 7 lost, 38 of 45 left." in player.words("sentence")
    player.press("Return")
    assert "Treads: 7 lost, 38 of 45 left." in player.words("sentence")
    assert player.presenter.position.cards["Ogre"].treads == 45 - 7
    label = player.words("player.Ben")
    assert "38 / 45" in label


def test_the_log_shows_gestures_and_goes_back_to_one(player: Player) -> None:
    player.press("T", "Return", "1", "Return", "Return")
    assert len(player.presenter.match.log) == 3
    player.press("H")
    log = player.window.findChild(QListWidget, "gestures")
    assert isinstance(log, QListWidget)
    assert log.isVisible()
    assert log.count() == 3
    QTest.keyClick(log, Qt.Key.Key_Up)
    QTest.keyClick(log, Qt.Key.Key_Up)
    assert log.currentRow() == 0
    detail = player.window.findChild(QTextBrowser, "gesture")
    assert isinstance(detail, QTextBrowser)
    assert "OG-THROW" in detail.toPlainText()
    player.press("B")
    assert [line.undone for line in player.presenter.match.log] == [False, True, True]
    assert player.presenter.position.piece("Scout a").in_play
    item = log.item(1)
    assert item is not None
    assert item.font().strikeOut()


def test_what_the_players_decide_is_asked_before_it_is_done(seat: Seat, opening: Opening) -> None:
    """AMB-11: a brush that the measuring cannot tell."""
    opening["pieces"] = [
        _in_play("Tank", "tank", "Anna", 600, 300, sigma_mm=1.0),
        _in_play("Scout a", "scout", "Ben", 600, 388, sigma_mm=1.0),
    ]
    player = seat(opening)
    player.click_piece("Tank")
    player.press("M")
    asked = [choice for choice in player.presenter.choices if isinstance(choice.leads_to, Settling)]
    assert asked
    player.press(asked[0].keys[0])
    assert isinstance(player.mode(), Settling)
    assert "What do you say?" in player.words("sentence")
    player.press("N")
    assert [line.text for line in player.presenter.match.log] == []
    player.press(asked[0].keys[0], "Y")
    assert player.presenter.match.log[-1].row["settled"] is True


def test_amb_11_the_end_of_a_turn_asks_of_a_poisoned_die_that_may_be_pinned(seat: Seat, opening: Opening) -> None:
    """AMB-11, AMB-69: Ben's counter works at the start of his turn."""
    opening["pieces"] = [
        _in_play("Tank", "tank", "Anna", 600, 300, sigma_mm=1.0),
        _in_play("Scout a", "scout", "Ben", 600, 388, sigma_mm=1.0),
    ]
    opening["counters"] = [{"kind": "poison", "on": "Tank", "by": "Ben"}]
    player = seat(opening)
    player.press("P")
    assert isinstance(player.mode(), Settling)
    player.press("N")
    assert player.presenter.position.to_move == "Anna"
    player.press("P", "Y")
    assert player.presenter.match.log[-1].row == {"do": "pass", "settled": True}
    assert player.presenter.position.to_move == "Ben"


def test_amb_09_the_owner_of_a_long_range_freeze_names_its_target_in_the_opponent_s_turn(
    seat: Seat, opening: Opening
) -> None:
    """AMB-09, DW-CONT-05: at the start of the turn; after an act it is too late."""
    freeze = {"kind": "freeze", "colour": "ice", "range": "long", "corners": [0, 1, 2], "continuous": True}
    opening["dice"] = [die("Tank", gun(8, "long")), die("Freezer", freeze, block=4)]
    opening["pieces"] = [
        _in_play("Freezer", "freezer", "Ben", 600, 700),
        _in_play("Tank a", "tank", "Anna", 600, 550),
        _in_play("Tank b", "tank", "Anna", 600, 300),
    ]
    player = seat(opening)
    player.click_piece("Freezer")
    player.press("1")
    assert player.offered["do"] is True
    player.press("N", "Return")
    assert player.presenter.match.log[-1].row == {"do": "name-target", "by": "Freezer", "effect": 0, "target": "Tank b"}
    assert [
        p for p in ("Tank a", "Tank b") if conditions(player.presenter.position, player.presenter.position.piece(p))
    ] == ["Tank b"]
    player.click_piece("Tank a")
    player.press("M", "0")
    player.click_piece("Freezer")
    player.press("1")
    assert player.offered["do"] is False


def test_a_window_closed_lets_the_match_go(player: Player, tmp_path: Path) -> None:
    from companion.session.match import Match

    path = player.presenter.match.path
    player.window.close()
    with Match.resume(path) as again:
        assert again.path == path
