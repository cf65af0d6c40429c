"""Whole recorded matches, played through a journal: the same story live, resumed, exported, and taken back."""

from __future__ import annotations

import json
import random
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.codec.script import decode_match_opening, run_script, script_from
from companion.journal import EntryKind
from companion.journal.journal import read_saved_picture
from companion.rules import Position, Profile, Zone
from companion.session.match import Match, holdings, narrate_match
from companion.session.result import result_of
from tests.acts import do
from tests.rules.random_play import random_action, random_position
from tests.rules.record_matches import _step, as_script
from tests.session.match.record import FILE, record

RECORDED = sorted((Path(__file__).parents[2] / "rules" / "matches").glob("*.json"))
Row = dict[str, Any]


def recorded(file: Path) -> tuple[Row, list[Row]]:
    """The opening and the steps of a recorded match."""
    script = json.loads(file.read_text(encoding="utf-8"))
    script.pop("happened")
    steps: list[Row] = script.pop("steps")
    return script, steps


def played(path: Path, file: Path) -> tuple[Match, list[Position]]:
    """A match played to its end, and where it stood after each act."""
    opening, steps = recorded(file)
    match = Match.begin(path, decode_match_opening(opening))
    stood = [match.position]
    for step in steps:
        assert do(match, step, source="keyboard").ok, step
        stood.append(match.position)
    return match, stood


@pytest.mark.parametrize("file", RECORDED, ids=[file.stem for file in RECORDED])
def test_a_whole_match_is_the_same_live_resumed_and_exported(tmp_path: Path, file: Path) -> None:
    match, stood = played(tmp_path / "m.diceland", file)
    match.close()
    with Match.resume(match.path) as again:
        assert again.position == stood[-1]
        assert again.divergences == ()
        lines = list(run_script(script_from(again.script(), "export")))
        assert [line.as_json()["events"] for line in lines] == [line.as_json()["events"] for line in again.log]
        assert [line.ruling.text for line in lines] == [line.text for line in again.log]


@pytest.mark.parametrize("file", RECORDED, ids=[file.stem for file in RECORDED])
def test_the_statistics_of_a_whole_match_add_up(tmp_path: Path, file: Path) -> None:
    match, stood = played(tmp_path / "m.diceland", file)
    found = result_of(match)
    match.close()
    assert dict(found.turns[-1].points) == dict(stood[-1].score)
    assert found.turns[-1].turn == stood[-1].turn.number
    assert sum(player.lost for player in found.players) >= 1
    ends = {position.turn.number: position.score for position in stood}
    assert all(dict(turn.points) == dict(ends[turn.turn]) for turn in found.turns)


def test_a_die_in_reserve_is_back_when_announced(tmp_path: Path) -> None:
    """OG-ZONE-05, AMB-25, DW-ZONE-04: what the panel counts down is what the rules do."""
    returned = 0
    for count, file in enumerate(RECORDED):
        match, stood = played(tmp_path / f"m{count}.diceland", file)
        match.close()
        for before, after in pairwise(position for position in stood if position.winner is None):
            due = {away.piece.id: away.turns_left for holding in holdings(before) for away in holding.reserve}
            gone_by = after.turn.number - before.turn.number
            back = {name for name in due if after.piece(name).zone is not Zone.RESERVE}
            assert back == {name for name, turns_left in due.items() if turns_left <= gone_by}
            returned += len(back)
    assert returned >= 5


def test_a_match_file_that_was_recorded_is_read_to_the_same_end_by_the_rules_in_force(tmp_path: Path) -> None:
    """The file of format 1 that is saved here; a change of the rules that it notices is reported by `companion
    replay`."""
    file = tmp_path / FILE.name
    shutil.copyfile(FILE, file)
    telling = narrate_match(file)
    record(again := tmp_path / "again.diceland")
    assert telling.divergences == ()
    assert telling.lines == narrate_match(again).lines
    assert {entry.kind for entry in telling.record.entries} == set(EntryKind)
    assert [line.undone for line in telling.lines] == [False] * 7 + [True]
    assert read_saved_picture(FILE, telling.lines[0].picture or "") is not None
    with Match.resume(file) as match:
        assert match.position.piece("b2").placed.centre_mm == (310.0, 500.0)
        assert match.position.to_move == "Anna"


def test_whatever_is_done_and_undone_a_resumed_match_stands_where_the_live_one_did(tmp_path: Path) -> None:
    """Random play with undo, redo and back-to in between, three rule documents, and every position compared."""
    for seed in range(6):
        rng = random.Random(seed)
        start = random_position(rng, list(Profile)[seed % 3], ogre=seed % 2 == 0)
        opening = as_script("random", start, [])
        for key in ("steps", "happened"):
            opening.pop(key)
        path = tmp_path / f"m{seed}.diceland"
        with Match.begin(path, decode_match_opening(json.loads(json.dumps(opening)))) as match:
            for _ in range(40):
                _anything(rng, match)
            stood, log, entries = match.position, match.log, len(match.entries)
        with Match.resume(path) as again:
            assert again.position == stood
            assert again.log == log
            assert again.divergences == ()
        assert entries > 25


def _anything(rng: random.Random, match: Match) -> None:
    """One gesture: mostly an act, sometimes its undoing."""
    choice = rng.random()
    if choice < 0.2:
        match.undo()
    elif choice < 0.3:
        match.redo()
    elif choice < 0.35:
        counting = [line.number for line in match.log if not line.undone]
        match.back_to(rng.choice([0, *counting][-4:]))
    elif match.position.winner is None:
        do(match, json.loads(json.dumps(_step(random_action(rng, match.position)))), source="keyboard")
