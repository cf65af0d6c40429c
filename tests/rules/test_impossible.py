"""What no table can hold and no player can do is refused with its place, before any step is answered."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.codec.actions import decode_correction
from companion.codec.script import script_from
from companion.errors import InputError
from companion.exercise_k.codec.script import desk_script_from
from companion.rules.corrections import apply_correction
from companion.rules.events import TurnBegan
from tests.house.hostile_documents import DESK_SCRIPT, SCRIPT

Row = dict[str, Any]
_OGRE: Row = SCRIPT["ogres"][0]
_POISON: Row = {"kind": "poison", "on": "v1", "by": "B"}
_FACE = ("dice", 0, "face", 0)
_LANDS: Row = SCRIPT["steps"][12]["lands"]


def changed(document: Row, *path: Any, to: Any) -> Row:
    """The document with one thing set; a list's length as index adds to it."""
    spoiled = copy.deepcopy(document)
    place: Any = spoiled
    for step in path[:-1]:
        place = place[step]
    if isinstance(place, list) and path[-1] == len(place):
        place.append(to)
    else:
        place[path[-1]] = to
    return spoiled


def throw(**keys: Any) -> Row:
    """The script with a throw as its only step."""
    return SCRIPT | {"steps": [{"do": "throw", "piece": "h1", "lands": _LANDS} | keys]}


def seen(*rows: Any) -> Row:
    """The script with an observation as its only step."""
    return SCRIPT | {"steps": [{"do": "observe", "pieces": list(rows)}]}


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (changed(SCRIPT, "counters", 2, to=_POISON), r"counters\[2\]: 'v1' has a Poison Counter already"),
        (changed(SCRIPT, "ogres", 1, to=_OGRE), r"ogres\['o1'\].piece: 'o1' has a card already"),
        (changed(SCRIPT, "ogres", 0, "card", to={"treads": 9999}), r"ogres\['o1'\].card: treads: the card has 15"),
        (changed(SCRIPT, "ogres", 0, "card", to={"main": 3}), r"ogres\['o1'\].card: main: the card has 2"),
        (
            changed(SCRIPT, "ogres", 0, "layout", "ap", "circles", to=10**9),
            r"ogres\['o1'\].layout.ap.circles: expected 99 or less",
        ),
        (changed(SCRIPT, "command_posts", 0, "armour", to=-5), r"command_posts\['cp'\].armour: expected 0 or more"),
        (changed(SCRIPT, "command_posts", 0, "id", to="g1"), "'g1' appears twice"),
        (changed(SCRIPT, "table", "terrain", 0, "id", to="g1"), "'g1' appears twice"),
        (changed(SCRIPT, "table", "terrain", 0, "outline_mm", to=[[0, 0], [5, 5], [9, 9]]), "outline_mm"),
        (changed(SCRIPT, "table", "terrain", 0, "level", to=10**9), "level"),
        (changed(SCRIPT, "dice", 0, "points", to=-(10**9)), r"dice\['t/gun'\].points: expected 0 or more"),
        (changed(SCRIPT, "score", "A", to=-(10**9)), "score.A: expected 0 or more"),
        (changed(SCRIPT, "score", "A", to=True), "score"),
        (changed(SCRIPT, *_FACE, "side", to=0), r"face\['8'\].side: expected 1 or more"),
        (changed(SCRIPT, *_FACE, "side", to=99), r"face\['8'\].side: expected 8 or less"),
        (changed(SCRIPT, *_FACE, "damage", to=[0, 1]), r"face\['8'\].damage: expected at most 1 item"),
        (changed(SCRIPT, *_FACE, "block", to=-1), r"face\['8'\].block"),
        (changed(SCRIPT, *_FACE, "effect", 0, "attack", to=-1), r"effect\[0\].attack"),
        (changed(SCRIPT, "dice", 1, "face", 8, to={"key": "9"}), "face: expected at most 8 items"),
        (changed(SCRIPT, "dice", 0, "edge_mm", to=1e-9), "edge_mm"),
        (changed(SCRIPT, "pieces", 3, "centre_mm", to=[1, 1]), r"pieces\['h1'\]: a piece in hand lies nowhere"),
        (changed(SCRIPT, "pieces", 0, "heading_deg", to=1e308), r"pieces\['g1'\].heading_deg"),
        (changed(SCRIPT, "pieces", to=[SCRIPT["pieces"][3] | {"id": str(n)} for n in range(1001)]), "at most 1000"),
        (throw(disturbed=[{"piece": "h1"} | _LANDS]), "disturbed: 'h1' is the die thrown"),
        (throw(knocked_off=["h1"]), "knocked_off: 'h1' is the die thrown"),
        (throw(knocked_off=["v1"], disturbed=[{"piece": "v1"} | _LANDS]), "disturbed: 'v1' is knocked off"),
        (throw(knocked_off=["v1", "v1"]), "knocked_off: expected no item twice"),
        (throw(disturbed=[{"piece": "v1"} | _LANDS] * 2), r"disturbed\[1\]: 'v1' appears twice"),
        (throw(disturbed=[{"piece": ["v1"]} | _LANDS]), r"disturbed\[0\].piece: expected a text"),
        (throw(disturbed=[{"piece": {}} | _LANDS]), r"disturbed\[0\].piece: expected a text"),
        (throw(disturbed=[{"piece": "v1", "leaning_on": "v1"}]), "'v1' cannot lean on itself"),
        (throw(lands={"leaning_on": "h1"}), "'h1' cannot lean on itself"),
        (seen({"piece": ["v1"]} | _LANDS), r"pieces\[0\].piece: expected a text"),
        (seen({"piece": {"v1": 1}} | _LANDS), r"pieces\[0\].piece: expected a text"),
        (seen({"piece": "v1", "leaning_on": "v1"}), "'v1' cannot lean on itself"),
        (seen({"piece": "x" * 5000} | _LANDS), r"pieces\[0\].piece: 'xxx.* is not known"),
    ],
)
def test_an_impossible_situation_or_step_is_refused_with_its_place(script: Row, message: str) -> None:
    assert script_from(SCRIPT, "valid").steps
    with pytest.raises(InputError, match=message) as reported:
        script_from(script, "impossible")
    assert len(str(reported.value)) < 500


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (changed(DESK_SCRIPT, "board", "columns", to=0), "board.columns: expected 1 or more"),
        (changed(DESK_SCRIPT, "board", "rows", to=100), "board.rows: expected 99 or less"),
        (changed(DESK_SCRIPT, "steps", 3, "to", to="٠١٠٢"), r"steps\[3\].*four digits"),
        (changed(DESK_SCRIPT, "sheets", "Blue 2", "tread", to=46), "sheets.Blue 2.tread: the sheet has 45"),
        (changed(DESK_SCRIPT, "vp", "Red 1", to=-(10**9)), "vp.Red 1"),
        (changed(DESK_SCRIPT, "lost", to=["Green R1", "Green R1"]), "lost.*twice"),
        (changed(DESK_SCRIPT, "steps", 14, "points", to=10**9), r"steps\[14\].*points"),
        (changed(DESK_SCRIPT, "format", to=True), "format"),
    ],
)
def test_an_impossible_game_of_exercise_k_is_refused_with_its_place(script: Row, message: str) -> None:
    assert desk_script_from(DESK_SCRIPT, "valid").steps
    with pytest.raises(InputError, match=message):
        desk_script_from(script, "impossible")


@pytest.mark.parametrize(
    "correction",
    [
        {"score": {"A": -1}},
        {"ogres": [{"piece": "o1", "card": {"treads": 16}}]},
        {"command_posts": [{"id": "cp", "armour": -1}]},
    ],
)
def test_no_correction_leads_where_no_script_may_start(correction: Row) -> None:
    """Or the match could be exported, and not read again."""
    with pytest.raises(InputError):
        apply_correction(script_from(SCRIPT, "valid").start, decode_correction(correction))


@pytest.mark.parametrize("script", [SCRIPT, DESK_SCRIPT])
def test_a_script_that_asks_and_does_nothing_is_no_script(
    script: Row, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "empty.json"
    file.write_text(json.dumps(script | {"steps": []}), encoding="utf-8")
    assert main(["referee", "--json", str(file)]) == 2
    reported = capsys.readouterr()
    assert reported.out == ""
    assert "empty.json: key 'steps': expected at least one step" in reported.err


def test_an_idle_clock_runs_on_at_once_however_far_the_round() -> None:
    """One step, not one for each turn between: 10^9 rounds would take days."""
    begin = {key: value for key, value in DESK_SCRIPT.items() if key != "steps"}
    far = {"do": "end-turn", "round": 10**9, "player": "Blue 1"}
    (line,) = desk_script_from(begin | {"steps": [far]}, "far").run()
    assert line.events[-1] == TurnBegan(player="Blue 1", round=10**9)
    call = {"do": "final-round", "why": "time"}
    *_, line = desk_script_from(begin | {"steps": [call, far]}, "final").run()
    assert line.ruling.text.endswith("is complete; the game is over.")
