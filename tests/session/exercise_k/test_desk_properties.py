"""Whatever is keyed in: undo takes it back, a file read again tells the same, its script replays to the same points;
and the desk tells every way in which a game can end."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.exercise_k.codec.answers import DeskQuestion
from companion.exercise_k.codec.documents import decode_desk_opening
from companion.exercise_k.codec.script import desk_script_from
from companion.exercise_k.rules import actions
from companion.exercise_k.rules.actions import FinalRoundReason
from companion.exercise_k.rules.engine import apply_desk_action
from companion.exercise_k.rules.record_sheet import SheetSystem
from companion.exercise_k.rules.turn_clock import points_now
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.session.key_parser import parse_keys
from companion.exercise_k.session.results import results_in, results_of

ORDER = ["Black", "Blue", "Red", "Green"]
OPENING: dict[str, Any] = {"format": 1, "profile": "exercise-k", "order": ORDER}
GONE = dict.fromkeys(("main", "secondary", "missile", "ap", "tread"), 0)
Gesture = tuple[str, str]
GESTURES = st.lists(
    st.tuples(st.sampled_from(["act", "act", "act", "turn", "undo", "redo", "back", "clock"]),
              st.text(alphabet="BRGKX123CSMIATF0459", min_size=3, max_size=7)),
    max_size=25,
)  # fmt: skip


def _gesture(desk: DeskGame, kind: str, keys: str) -> None:
    if kind == "act":
        action = parse_keys(keys, desk.position).action
        if action is not None:
            desk.do(action)
    elif kind == "turn":
        desk.do(actions.EndDeskTurn())
    elif kind == "back":
        counting = [line.number for line in desk.log if not line.undone and line.player]
        desk.back_to(counting[len(keys) % len(counting)] if counting else 0)
    else:
        {"undo": desk.undo, "redo": desk.redo, "clock": lambda: desk.run_clock(not desk.clock.running)}[kind]()


@settings(max_examples=15)
@given(GESTURES)
def test_a_game_is_its_journal(gestures: list[Gesture]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.diceland"
        with DeskGame.begin(file, decode_desk_opening(OPENING)) as desk:
            for gesture in gestures:
                _gesture(desk, *gesture)
            position, log, script = desk.position, desk.log, desk.script()
        with DeskGame.resume(file) as again:
            assert (again.position, again.log) == (position, log)
            while again.undo():
                pass
            assert again.position == again.start
    replayed = desk_script_from(script, "script")
    end = replayed.start
    for step in replayed.steps:
        assert not isinstance(step, DeskQuestion)
        outcome = apply_desk_action(end, step)
        assert outcome.ok
        end = outcome.position
    assert end == position


@settings(max_examples=15)
@given(GESTURES, st.text(alphabet="BRGKX123CSMIATF0459", min_size=3, max_size=7))
def test_undo_after_an_act_is_as_if_nothing_was_done(gestures: list[Gesture], keys: str) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        DeskGame.begin(Path(folder) / "game.diceland", decode_desk_opening(OPENING)) as desk,
    ):
        for gesture in gestures:
            _gesture(desk, *gesture)
        before = desk.position
        action = parse_keys(keys, before).action
        if action is not None and desk.do(action).ok:
            after = desk.position
            assert desk.undo()
            assert desk.position == before
            assert desk.redo()
            assert desk.position == after
        found = points_now(desk.position)
        assert sum(found.teams.values()) == sum(found.players.values()) + sum(found.third.values())


def _ends() -> dict[str, tuple[dict[str, Any], list[actions.DeskAction]]]:
    """For each way to end: where the game stands, and what ends it."""
    stuck = {f"{team} {n}": {"tread": 0} for team in ("Black", "Blue", "Green") for n in (1, 2, 3)}
    last = {f"{team} {n}": GONE for team in ("Red", "Green") for n in (1, 2, 3)}
    last |= {"Blue 1": GONE, "Blue 2": GONE, "Blue 3": GONE | {"ap": 1}}
    shot = actions.Damage(by=("Black 1",), target="Blue 3", system=SheetSystem.AP, count=1)
    call = {why: actions.CallFinalRound(why=why) for why in FinalRoundReason}
    declared = actions.CallFinalRound(why=FinalRoundReason.DECLARED, by=("Red 1", "Red 2", "Red 3"))
    return {
        "one team was left": ({"sheets": last}, [shot]),
        "time ran out": ({"round": 9}, [call[FinalRoundReason.TIME], actions.EndDeskTurn(until=(10, "Black 1"))]),
        "nobody could do further damage": ({"round": 9}, [call[FinalRoundReason.STALEMATE]]),
        "the only mobile team declared the final round": ({"round": 15, "sheets": stuck}, [declared]),
    }


@pytest.mark.parametrize("how", _ends())
def test_ek_end_01_02_04_05_every_end_of_a_game_is_reported_and_scored(how: str, tmp_path: Path) -> None:
    keys, acts = _ends()[how]
    file = tmp_path / "game.diceland"
    with DeskGame.begin(file, decode_desk_opening(OPENING | keys)) as desk:
        assert results_of(desk).victors == ()
        for act in acts:
            assert desk.do(act).ok
        assert results_of(desk).state.endswith(f"{how}. It has not been scored yet.")
        assert desk.do(actions.End()).ok
    results = results_in(file)
    assert results.state.endswith(f"{how}.")
    assert [words.partition(":")[0] for words in results.victors] == ["Team victory", "Individual victory"]
