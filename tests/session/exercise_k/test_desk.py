"""The desk over its journal: nothing lost, everything taken back, a script that the referee replays."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.errors import InputError, OperationError
from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.rules import actions
from companion.exercise_k.rules.engine import apply_desk_action
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.session.cards import sheet_cards, team_cards
from companion.exercise_k.session.desk_game import Alarm, DeskGame, GameClock, as_clock
from companion.exercise_k.session.desk_presenter import announcements, final_calls, log_sentence, outcome_sentence
from companion.exercise_k.session.key_parser import parse_keys
from companion.exercise_k.session.results import results_csv, results_json, results_of
from companion.text import choose_language

OPENING: dict[str, Any] = {
    "format": 1,
    "profile": "exercise-k",
    "name": "Test",
    "players": 12,
    "order": ["Black", "Blue", "Red", "Green"],
    "table_talk": {"names": {"Black 1": "Ann", "Blue 2": "Ben"}, "allotted_min": 60},
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.diceland"


def _type(desk: DeskGame, keys: str) -> bool:
    action = parse_keys(keys, desk.position).action
    assert action is not None, keys
    return desk.do(action).ok


def test_a_game_goes_on_where_it_was_left(file: Path) -> None:
    with DeskGame.begin(file, decode_desk_opening(OPENING)) as desk:
        assert _type(desk, "B2T5")
        assert desk.do(actions.EndDeskTurn()).ok
    with DeskGame.resume(file) as again:
        assert again.position.sheets["Blue 2"].left[SheetSystem.TREAD] == 40
        assert again.position.to_move == "Blue 1"
        assert [line.text for line in again.log] == [
            "Black 1 destroys 5 × Tread unit of Blue 2.",
            "Round 1, points times 2: Blue 1 is to move.",
        ]
        assert again.talk.names["Black 1"] == "Ann"


def test_undo_redo_and_back_to_a_line_lose_nothing(file: Path) -> None:
    with DeskGame.begin(file, decode_desk_opening(OPENING)) as desk:
        for keys in ("B2T5", "B2M", "GC"):
            assert _type(desk, keys)
        assert desk.undo()
        assert desk.position.lost == frozenset()
        assert desk.redo()
        assert desk.position.lost == {"Green CP"}
        assert desk.back_to(1)
        assert [line.undone for line in desk.log] == [False, True, True]
        assert desk.position.sheets["Blue 2"].left[SheetSystem.MAIN] == 1
        with pytest.raises(OperationError, match="undone"):
            desk.back_to(3)
        assert desk.redo()
        assert desk.back_to(0)
        assert desk.position == desk.start
        assert not desk.undo()


def test_what_is_refused_is_not_written_down(file: Path) -> None:
    with DeskGame.begin(file, decode_desk_opening(OPENING)) as desk:
        outcome = desk.do(actions.Destroy(by="Black 1", building="Black CP"))
        assert outcome.ruling.why == "friendly-fire"
        assert desk.log == ()


def test_a_journal_of_another_game_is_refused_with_what_opens_it(file: Path) -> None:
    from companion.journal import Game, Journal

    Journal.begin(file, game=Game.OGRE_CARD, opening={}).close()
    with pytest.raises(OperationError, match="ogre-card --match"):
        DeskGame.resume(file)
    with pytest.raises(InputError, match="players"):
        DeskGame.begin(file.with_name("other.diceland"), decode_desk_opening(OPENING | {"players": 13}))


def test_the_script_of_a_game_is_replayed_by_the_referee(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with DeskGame.begin(file, decode_desk_opening(OPENING)) as desk:
        _type(desk, "B2T5")
        script = desk.script()
    target = file.with_suffix(".json")
    target.write_text(json.dumps(script), encoding="utf-8")
    assert main(["referee", "--json", str(target)]) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["ok"], line["events"][1]["points"]) == (True, 10)


def test_ek_end_02_the_clock_asks_for_the_final_round_20_minutes_before_the_end() -> None:
    start = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)
    clock = GameClock(60, timedelta(minutes=10), start)
    reported = [clock.alarm(start + timedelta(minutes=minute)) for minute in (0, 24, 25, 29, 30, 49, 50)]
    assert reported == [Alarm.NONE, Alarm.NONE, Alarm.SOON, Alarm.SOON, Alarm.CALL, Alarm.CALL, Alarm.OVER]
    assert GameClock(None, timedelta(hours=9)).alarm(start) is Alarm.NONE
    assert [as_clock(timedelta(seconds=seconds)) for seconds in (3909, -30)] == ["1:05:09", "-0:00:30"]


def test_the_clock_stands_in_the_journal(file: Path) -> None:
    with DeskGame.begin(file, decode_desk_opening(OPENING)) as desk:
        assert not desk.clock.running
        desk.run_clock(True)
        desk.run_clock(True)
        desk.run_clock(False)
        assert [line.text for line in desk.log] == ["The clock is running.", "The clock is stopped."]
        used = desk.clock.used
    with DeskGame.resume(file) as again:
        assert (again.clock.used, again.clock.allotted_min) == (used, 60)


def test_ek_end_02_ek_end_04_ek_end_05_the_forms_of_the_final_round_that_are_open(file: Path) -> None:
    stuck = {ogre: {"tread": 0} for ogre in ("Black 1", "Black 2", "Black 3", "Blue 1", "Blue 2", "Blue 3")}
    stuck |= {f"Green {number}": {"tread": 0} for number in (1, 2, 3)}
    with DeskGame.begin(file, decode_desk_opening(OPENING | {"round": 15, "sheets": stuck})) as desk:
        time, stalemate, declared = final_calls(desk.position)
        assert [call.ruling.ok for call in (time, stalemate, declared)] == [True, True, True]
        assert declared.consent == ("Red 1", "Red 2", "Red 3")
        assert len(declared.must_not_reach) == 9
        assert not desk.do(declared.action(declared.consent[:2], ())).ok
        assert not desk.do(declared.action(declared.consent, ("Black 1",))).ok
        assert desk.do(declared.action(declared.consent, ())).ok
        assert [call.ruling.ok for call in final_calls(desk.position)] == [False, False, False]
    with DeskGame.begin(file.with_name("second.diceland"), decode_desk_opening(OPENING)) as desk:
        assert [call.ruling.ok for call in final_calls(desk.position)] == [True, False, False]


def test_what_fell_and_what_points_count_is_called_out(file: Path) -> None:
    weak = {"Blue 2": {"main": 1, "secondary": 0, "missile": 0, "ap": 0, "tread": 2}}
    with DeskGame.begin(file, decode_desk_opening(OPENING | {"round": 8, "sheets": weak})) as desk:

        def called(action: actions.DeskAction) -> tuple[str, ...]:
            before = desk.position
            return announcements(before, desk.do(action))

        def hit(system: SheetSystem, count: int) -> tuple[str, ...]:
            return called(actions.Damage(by=("Black 1",), target="Blue 2", system=system, count=count))

        assert hit(SheetSystem.TREAD, 1) == ()
        assert hit(SheetSystem.TREAD, 1) == ("Blue 2 cannot move any more.",)
        assert hit(SheetSystem.MAIN, 1) == ("Blue 2 is destroyed!",)
        assert called(actions.Destroy(by="Black 1", building="Red CP")) == ("Red's Command Post is destroyed!",)
        final = called(actions.CallFinalRound(why=actions.FinalRoundReason.TIME))
        assert final == ("Final round! The game ends with round 8.",)
        assert desk.undo()
        assert called(actions.EndDeskTurn(until=(9, "Black 1")))[0] == "Round 9: points now count one and a half times."


def test_cards_show_sheets_teams_and_who_is_to_move(file: Path) -> None:
    talk = {"names": {"Red 1": "Cleo", "Red 2": "Dan"}, "corners": {"Red": "top left"}}
    opening = OPENING | {"players": 8, "sheets": {"Blue 1": {"tread": 31}}, "lost": ["Red R2"], "table_talk": talk}
    with DeskGame.begin(file, decode_desk_opening(opening)) as desk:
        cards = {card.ogre: card for card in sheet_cards(desk.position, desk.talk)}
        assert cards["Red 3"].third
        assert cards["Red 3"].person == "Cleo and Dan"
        assert cards["Blue 1"].steps == ((15, 15), (15, 15), (15, 1))
        assert [card.to_move for card in cards.values()].count(True) == 1
        teams = {team.team: team for team in team_cards(desk.position, desk.talk)}
        assert teams["Red"].buildings == {"Red CP": True, "Red R1": True, "Red R2": False}
        assert teams["Red"].corner == "top left"


def test_results_tell_places_ties_rounds_and_every_award(file: Path) -> None:
    with DeskGame.begin(file, decode_desk_opening(OPENING)) as desk:
        _type(desk, "B2T5")
        desk.do(actions.EndDeskTurn(until=(2, "Red 1")))
        _type(desk, "B1T5")
        results = results_of(desk)
        assert [(p.place, p.name, p.points) for p in results.players[:3]] == [
            (1, "Black 1", 10),
            (1, "Red 1", 10),
            (3, "Black 2", 0),
        ]
        assert list(results.team_rounds["Red"]) == [0, 10]
        reported = json.loads(results_json(results))
        assert [team["name"] for team in reported["teams"] if team["leads"]] == ["Black", "Red"]
        lines = results_csv(results).splitlines()
        assert lines[0] == "number,round,account,player,team,base,factor,points,why"
        assert lines[1] == "1,1,Black 1,Ann,Black,5,2.0,10,Tread unit of Blue 2"


_KILLED = """
import os, sys
from pathlib import Path
from companion.exercise_k.codec.documents import DeskOpening
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.session.key_parser import parse_keys
desk = DeskGame.begin(Path(sys.argv[1]), DeskOpening(format=1, profile="exercise-k"))
for keys in ("B2T5", "GC", "K1M"):
    assert desk.do(parse_keys(keys, desk.position).action).ok
os._exit(9)
"""


def test_a_program_that_is_killed_loses_nothing(file: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", _KILLED, str(file)], capture_output=True, check=False)
    assert killed.returncode == 9, killed.stderr.decode()
    with DeskGame.resume(file) as desk:
        assert desk.position.sheets["Blue 2"].left[SheetSystem.TREAD] == 40
        assert desk.position.lost == {"Green CP"}
        assert desk.position.sheets["Black 1"].left[SheetSystem.MAIN] == 0
        assert len(desk.log) == 3


def test_points_of_a_correction_are_stated_once_in_any_language(file: Path) -> None:
    """The German sentence counts SP, not VP."""
    choose_language("de")
    with DeskGame.begin(file, decode_desk_opening(OPENING)) as desk:
        corrected, damaged = (parse_keys(keys, desk.position).action for keys in ("CB2P12", "B2T5"))
        assert corrected is not None
        assert damaged is not None
        outcome = apply_desk_action(desk.position, corrected)
        assert outcome_sentence(outcome) == outcome.ruling.text
        assert outcome_sentence(apply_desk_action(desk.position, damaged)).endswith("+10 SP.")


def test_the_log_of_a_journal_in_another_language_names_the_ogre_once(file: Path) -> None:
    with DeskGame.begin(file, decode_desk_opening(OPENING)) as desk:
        action = parse_keys("B2T5", desk.position).action
        assert action is not None
        desk.do(action)
        choose_language("de")
        assert log_sentence(desk.log[0]) == "Schwarz 1: destroys 5 × Tread unit of Blue 2. +10"
