"""The desk's window by its keys: what is keyed in, undone, called, shown to the players, printed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from companion.cli import main
from companion.exercise_k.codec.documents import decode_desk_opening, own_sheet_file
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.session.cards import clock_words
from companion.exercise_k.session.desk_game import DeskGame, GameClock
from companion.exercise_k.ui.desk_window import DeskWindow
from companion.exercise_k.ui.style import OneLine
from companion.journal import read_record, utc_now
from companion.text import choose_language
from tests.ui.exercise_k.conftest import AtTheDesk, soon
from tests.ui.fitting import misfits


def _key(window: DeskWindow, key: Qt.Key) -> None:
    QTest.keyClick(window, key)


def _do(window: DeskWindow, *acts: str) -> None:
    for act in acts:
        QTest.keyClicks(window, act)
        _key(window, Qt.Key.Key_Return)


def _aimed_at(window: DeskWindow) -> list[str]:
    return [ogre for ogre, sheet in window.sheets.items() if sheet.aimed_at]


def test_the_screen_says_whose_turn_it_is_the_round_and_the_multiplier(at_the_desk: AtTheDesk, game: Path) -> None:
    def use(window: DeskWindow) -> None:
        bar = window.turn_bar
        assert (bar.turn.text(), bar.runs.text()) == ("Black 1", "Ann")
        assert bar.round.text() == "Round 1   × 2"
        QTest.keyClicks(window, " ")
        assert bar.turn.text() == "Blue 1"
        assert len(window.sheets) == 12
        assert [ogre for ogre, sheet in window.sheets.items() if sheet.card and sheet.card.to_move] == ["Blue 1"]

    assert at_the_desk(["--match", str(game)], use) == 0


def test_the_next_keys_are_offered_and_the_target_is_marked(at_the_desk: AtTheDesk, game: Path) -> None:
    def use(window: DeskWindow) -> None:
        QTest.keyClicks(window, "b")
        assert "1  Blue 1" in window.key_line.choices.text()
        QTest.keyClicks(window, "2t17")
        assert window.key_line.typed.text().startswith("Black 1:  Blue 2  Tread unit  × 17")
        assert _aimed_at(window) == ["Blue 2"]
        _key(window, Qt.Key.Key_Backspace)
        assert "× 1 " in window.key_line.typed.text()
        _key(window, Qt.Key.Key_Escape)
        assert _aimed_at(window) == []
        assert window.desk.log == ()

    assert at_the_desk(["--match", str(game)], use) == 0


def test_a_click_on_a_sheet_keys_its_ogre_in_where_it_may_be_aimed_at(at_the_desk: AtTheDesk, game: Path) -> None:
    def use(window: DeskWindow) -> None:
        QTest.mouseClick(window.sheets["Black 2"], Qt.MouseButton.LeftButton)  # a friend
        assert window.presenter.keys == ""
        QTest.mouseClick(window.sheets["Blue 2"], Qt.MouseButton.LeftButton)
        assert window.presenter.keys == "B2"
        QTest.keyClicks(window, "t")
        QTest.mouseClick(window.sheets["Red 1"], Qt.MouseButton.LeftButton)  # the number is no count
        assert window.presenter.keys == "B2T"
        QTest.keyClick(window, Qt.Key.Key_Backspace)
        _do(window, "t5")
        assert window.desk.position.sheets["Blue 2"].left[SheetSystem.TREAD] == 40

    assert at_the_desk(["--match", str(game)], use) == 0


def test_a_half_keyed_act_is_not_lost_by_ending_the_turn(at_the_desk: AtTheDesk, game: Path) -> None:
    def use(window: DeskWindow) -> None:
        QTest.keyClicks(window, "b2t5 ")
        assert window.desk.position.to_move == "Black 1"
        assert window.presenter.keys == "B2T5"

    assert at_the_desk(["--match", str(game)], use) == 0


def test_the_players_screen_lies_above_the_desk_and_leaves_it_the_keyboard(at_the_desk: AtTheDesk, game: Path) -> None:
    def use(window: DeskWindow) -> None:
        QTest.keyClicks(window, "v")
        assert window.players.isVisible()
        assert window.players.windowHandle().transientParent() is window.windowHandle()
        assert soon(window.isActiveWindow)
        window.players.activateWindow()  # as a click on it does
        assert soon(window.players.isActiveWindow)
        QTest.keyClicks(window.players, "b2")
        assert window.presenter.keys == "B2"
        assert soon(window.isActiveWindow)
        window.players.activateWindow()
        assert soon(window.players.isActiveWindow)
        QTest.keyClick(window.players, Qt.Key.Key_Escape)
        assert not window.players.isVisible()

    assert at_the_desk(["--match", str(game)], use) == 0


def test_undo_redo_and_undo_to_a_line_of_the_log(at_the_desk: AtTheDesk, game: Path) -> None:
    def use(window: DeskWindow) -> None:
        _do(window, "b2t5", "b2m", "gc")
        QTest.keyClicks(window, "z")
        assert window.desk.position.lost == frozenset()
        QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ShiftModifier)
        assert window.desk.position.lost == {"Green CP"}
        for _ in range(3):
            _key(window, Qt.Key.Key_Up)
        QTest.keyClicks(window, "u")
        left = window.desk.position.sheets["Blue 2"].left
        assert (left[SheetSystem.TREAD], left[SheetSystem.MAIN]) == (40, 1)
        assert [window.side.log.item(row).font().strikeOut() for row in range(3)] == [False, True, True]
        _key(window, Qt.Key.Key_Escape)
        QTest.keyClicks(window, "u")
        assert "choose a line" in window.key_line.typed.text()

    assert at_the_desk(["--match", str(game)], use) == 0


def test_what_was_entered_wrongly_is_set_right_without_undoing_what_came_after(
    at_the_desk: AtTheDesk, game: Path
) -> None:
    def use(window: DeskWindow) -> None:
        _do(window, "b2t15")
        assert window.key_line.typed.text() == "Black 1 destroys 15 × Tread unit of Blue 2. +30 VP."
        assert window.side.log.item(0).text() == "Black 1: destroys 15 × Tread unit of Blue 2. +30"
        _do(window, "gr1")
        QTest.keyClicks(window, " ")
        _do(window, "cb2t40", "ck1n20")
        assert window.desk.position.sheets["Blue 2"].left[SheetSystem.TREAD] == 40
        assert window.key_line.typed.text() == "Corrected: Black 1 loses 20 VP."
        assert window.desk.position.to_move == "Blue 1"
        assert window.side.log.item(3).text() == "Corrected: Blue 2 has 40 × Tread unit left."

    assert at_the_desk(["--match", str(game)], use) == 0


def test_what_falls_is_called_out_here_and_on_the_second_screen(at_the_desk: AtTheDesk, game: Path) -> None:
    def use(window: DeskWindow) -> None:
        QTest.keyClicks(window, "v")
        assert window.players.isVisible()
        QTest.qWaitForWindowActive(window)
        _do(window, "gc")
        assert window.key_line.called.text() == "Call out:  Green's Command Post is destroyed!"
        assert window.players.words("call") == "Green's Command Post is destroyed!"
        assert window.players.words("turn") == "Black 1"
        assert window.players.words("next") == "then Blue 1, Ben"
        assert window.players.words("round") == "Round 1   × 2"

    assert at_the_desk(["--match", str(game)], use) == 0


def test_ek_end_02_the_final_round_is_called_by_two_keys_and_the_game_scored_by_one(
    at_the_desk: AtTheDesk, game: Path
) -> None:
    def use(window: DeskWindow) -> None:
        QTest.keyClicks(window, "e")
        assert window.final_panel.isVisible()
        assert "This can be declared only at the end of a round" in window.final_panel.words.text()
        QTest.keyClicks(window, "2")  # not open now
        assert window.final_panel.isVisible()
        QTest.keyClicks(window, "1")
        assert not window.final_panel.isVisible()
        assert window.turn_bar.final.text() == "FINAL ROUND"
        QTest.keyClicks(window, " " * 12)
        assert window.turn_bar.turn.text() == "Game over"
        QTest.keyClicks(window, "e")
        assert window.desk.position.scored
        _do(window, "cb2i0")
        assert window.key_line.typed.text().startswith(
            "Corrected: Blue 2 has 0 × Missile left. The game is scored again. Team victory:"
        )
        assert "Team victory" in window.key_line.called.text()
        assert window.desk.position.sheets["Blue 2"].left[SheetSystem.MISSILE] == 0
        QTest.keyClicks(window, "z")
        assert window.desk.position.scored
        assert window.desk.position.sheets["Blue 2"].left[SheetSystem.MISSILE] == 2
        QTest.keyClicks(window, "z")
        assert not window.desk.position.scored

    assert at_the_desk(["--match", str(game)], use) == 0


def test_what_would_make_a_scored_game_go_on_is_refused_with_the_key_that_undoes(
    at_the_desk: AtTheDesk, tmp_path: Path
) -> None:
    file = tmp_path / "one-left.diceland"
    nothing = {"main": 0, "secondary": 0, "missile": 0, "ap": 0, "tread": 0}
    gone = {f"{team} {n}": nothing for team in ("Red", "Blue", "Green") for n in (1, 2, 3)}
    order = ["Black", "Blue", "Red", "Green"]
    DeskGame.begin(
        file, decode_desk_opening({"format": 1, "profile": "exercise-k", "order": order, "sheets": gone})
    ).close()

    def use(window: DeskWindow) -> None:
        QTest.keyClicks(window, "e")
        _do(window, "cr1t5")
        assert window.key_line.called.text().endswith("and this would reopen it: undo the scoring first. Z undoes.")
        QTest.keyClicks(window, "z")
        _do(window, "cr1t5")
        assert not window.desk.position.over

    assert at_the_desk(["--match", str(file)], use) == 0


def test_ek_end_05_a_declared_final_round_asks_who_agrees_and_who_has_a_target(
    at_the_desk: AtTheDesk, tmp_path: Path
) -> None:
    file = tmp_path / "late.diceland"
    stuck = {f"{team} {n}": {"tread": 0} for team in ("Black", "Blue", "Green") for n in (1, 2, 3)}
    order = ["Black", "Blue", "Red", "Green"]
    DeskGame.begin(
        file, decode_desk_opening({"format": 1, "profile": "exercise-k", "order": order, "round": 15, "sheets": stuck})
    ).close()

    def use(window: DeskWindow) -> None:
        QTest.keyClicks(window, "e3ab")  # two of three agree
        assert window.final_panel.words.text().count("☑") == 2
        _key(window, Qt.Key.Key_Return)
        assert window.key_line.called.text() == "No. All survivors of Red must agree; Red 3 did not."
        QTest.keyClicks(window, "e3abcd")  # and one of the others has a target
        _key(window, Qt.Key.Key_Return)
        assert "still have a legal target" in window.key_line.called.text()
        QTest.keyClicks(window, "e3abc")
        _key(window, Qt.Key.Key_Return)
        assert window.desk.position.over

    assert at_the_desk(["--match", str(file)], use) == 0


def test_ek_end_02_the_clock_warns_and_is_silent_once_the_final_round_is_called(
    at_the_desk: AtTheDesk, game: Path
) -> None:
    def use(window: DeskWindow) -> None:
        assert window.turn_bar.alarm.text() == "P starts the clock"
        QTest.keyClicks(window, "p")
        assert window.desk.clock.running
        moment = utc_now()
        shown = {}
        for used, called in ((10, False), (37, False), (41, False), (61, False), (41, True)):
            clock = GameClock(60, timedelta(minutes=used), moment)
            window.turn_bar.show_time(clock_words(clock, moment, called=called, over=False))
            shown[used, called] = window.turn_bar.alarm.text()
        assert shown == {
            (10, False): "time left",
            (37, False): "final round in 0:03:00",
            (41, False): "call the final round: E",
            (61, False): "time is up: call it, E",
            (41, True): "time left",
        }

    assert at_the_desk(["--match", str(game)], use) == 0


def test_every_letter_either_keys_in_or_is_an_action_never_both(at_the_desk: AtTheDesk, game: Path) -> None:
    def use(window: DeskWindow) -> None:
        from companion.exercise_k.session.key_parser import SYSTEM_KEYS, TEAM_KEYS

        keyed = {*SYSTEM_KEYS.values(), *TEAM_KEYS.values(), *"XSFWCRD", *"0123456789"}
        shortcuts = {key for action in window.actions_in_force for key in action.keys}
        assert keyed & shortcuts == set()

    assert at_the_desk(["--match", str(game)], use) == 0


def test_a_letter_that_goes_on_with_what_is_keyed_in_is_no_shortcut_meanwhile(
    at_the_desk: AtTheDesk, game: Path
) -> None:
    def use(window: DeskWindow) -> None:
        QTest.keyClicks(window, "CB2P8")
        assert window.presenter.keys == "CB2P8"
        assert not window.desk.clock.running
        _key(window, Qt.Key.Key_Return)
        QTest.keyClicks(window, "P")
        assert window.desk.clock.running

    assert at_the_desk(["--match", str(game)], use) == 0


def test_everything_is_in_sight_on_a_screen_of_1080_lines_at_a_scale_of_2(at_the_desk: AtTheDesk, game: Path) -> None:
    def use(window: DeskWindow) -> None:
        window.resize(960, 540)
        assert soon(lambda: (window.width(), window.height()) == (960, 540))
        for part in (window.turn_bar, window.key_line):
            assert window.rect().contains(QRect(part.mapTo(window, QPoint(0, 0)), part.size()))
        lines = window.key_line.findChildren(OneLine)
        assert all(window.key_line.rect().contains(line.geometry()) for line in lines)
        assert soon(lambda: not misfits(window)), "sheets and standings are scrolled to, in type that can be read"

    assert at_the_desk(["--match", str(game)], use) == 0


def test_sheets_results_and_exports_are_written_beside_the_game(at_the_desk: AtTheDesk, game: Path) -> None:
    def use(window: DeskWindow) -> None:
        _do(window, "b2t5")
        for letter in (Qt.Key.Key_P, Qt.Key.Key_R, Qt.Key.Key_E):
            QTest.keyClick(window, letter, Qt.KeyboardModifier.ControlModifier)
        assert window.key_line.typed.text().startswith("Written: ")

    assert at_the_desk(["--match", str(game)], use) == 0
    written = {file.name for file in game.parent.iterdir()} - {game.name}
    assert {"game.pdf", "game-sheets.pdf", "game.csv", "game.json"} <= written


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--export", "out.json"], 2, "name the game with --match"),
        (["--match", "missing.diceland", "--print", "out.pdf"], 2, "no match of that name"),
        (["--match", "GAME", "--export", "out.xls"], 2, ".json, .csv"),
        (["--match", "nowhere/new.diceland"], 2, "there is no folder nowhere"),
        (["--print-sheets", "sheets.doc"], 2, ".pdf"),
        (["--print-sheets", "nowhere/sheets.pdf"], 1, "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_reported_in_a_sentence(
    words: list[str], status: int, message: str, game: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], qapp: object,
) -> None:  # fmt: skip
    monkeypatch.chdir(game.parent)
    assert main(["exercise-k", *(str(game) if word == "GAME" else word for word in words)]) == status
    error = capsys.readouterr().err
    assert message in error
    assert len(error.strip().splitlines()) == 1


def test_a_game_that_is_open_elsewhere_is_refused(game: Path, capsys: pytest.CaptureFixture[str], qapp: object) -> None:
    with DeskGame.resume(game):
        assert main(["exercise-k", "--match", str(game)]) == 1
        assert "open in another window" in capsys.readouterr().err
        assert main(["exercise-k", "--match", str(game), "--export", str(game.with_suffix(".csv"))]) == 0


def test_a_mark_iii_of_ones_own_is_started_and_played_by(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: object
) -> None:
    assert main(["exercise-k", "--own-sheet"]) == 0
    own = own_sheet_file()
    assert str(own) in capsys.readouterr().out
    own.write_text(own.read_text(encoding="utf-8").replace("count = 4", "count = -4"), encoding="utf-8")
    assert main(["exercise-k", "--print-sheets", str(tmp_path / "sheets.pdf")]) == 2
    assert "system.secondary" in capsys.readouterr().err


def test_a_german_desk_has_german_teams_and_an_english_journal(qtbot: QtBot, game: Path) -> None:
    choose_language("de")
    window = DeskWindow(DeskGame.resume(game))
    qtbot.addWidget(window)
    window.show()
    assert window.turn_bar.turn.text() == "Schwarz 1"
    QTest.keyClicks(window, "b")
    assert "2  Blau 2" in window.key_line.choices.text()
    _do(window, "2t5")
    assert window.side.log.item(0).text() == "Schwarz 1: zerstört 5 × Kette von Blau 2. +10"
    _do(window, "gc")
    assert "Der Kommandoposten von Grün ist zerstört!" in window.key_line.called.text()
    assert {label.text().split()[1] for label in window.players.teams} == {"Schwarz", "Blau", "Rot", "Grün"}
    assert window.players.words("turn") == "Schwarz 1"
    assert "Schwarz 1" in window.side.standings.accessibleName()
    assert window.sheets["Blue 2"].accessibleName().startswith("Blau 2: ")
    assert window.teams["Green"].accessibleName().startswith("Grün: 0 Punkte; Grün CP ")
    window.close()
    damage, destroy = (entry.content for entry in read_record(game).entries)
    assert (damage["by"], damage["target"], destroy["building"]) == (["Black 1"], "Blue 2", "Green CP")
