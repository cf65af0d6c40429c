"""Random matches filmed, and how far a stream follows them."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from companion.codec.script import read_script, run_script
from companion.geometry import VERTICES, Pose
from companion.opencv import cv2
from models.training.invented_rigs import RIGS, Group
from models.training.match_films import FILMED_MATCHES, film
from models.training.matches import in_common
from models.training.scene import folded
from models.training.styles import FACES
from models.training.watching import StreamRow, acts_that_count, judge_mishaps, judge_score, named_acts

WRONG: StreamRow = {"event": "discrepancies", "discrepancies": [{"kind": "face"}]}
SHOT: StreamRow = {"event": "action", "steps": [{"do": "shoot", "by": "Infantry b"}]}
RIG = {rig.name: rig for rig in RIGS}


@pytest.mark.slow
def test_a_film_shows_each_table_at_rest_of_a_match_that_the_rules_take(tmp_path: Path) -> None:
    match = replace(FILMED_MATCHES[0], acts=3)
    film(match, replace(RIG[match.rig], size_wh=(320, 180)), tmp_path)
    truth = json.loads((tmp_path / "films" / f"{match.name}.json").read_text(encoding="utf-8"))
    (tmp_path / "script.json").write_text(json.dumps(truth["script"]))
    lines = list(run_script(read_script(tmp_path / "script.json")))
    assert all(line.ok for line in lines)
    assert len(truth["rests"]) == 4
    assert sum(rest["acts"] for rest in truth["rests"]) == len(truth["script"]["steps"]) == len(lines)
    shots = cv2.VideoCapture(str(tmp_path / "films" / f"{match.name}.mp4"))
    assert shots.get(cv2.CAP_PROP_FRAME_COUNT) > 12 * len(truth["rests"])
    clicked = {row["die"] for row in json.loads((tmp_path / match.rig / "enrol.json").read_text())["faces"]}
    assert {piece["die"] for piece in truth["script"]["pieces"]} <= clicked


def test_held_out_films_are_of_held_out_tables_only() -> None:
    assert {match.group is Group.HELD_OUT for match in FILMED_MATCHES} == {True, False}
    assert all(match.group is RIG[match.rig].group for match in FILMED_MATCHES)
    assert len({(match.rig, match.seed) for match in FILMED_MATCHES}) == len(FILMED_MATCHES)


def test_a_copy_of_a_die_is_folded_the_same_whichever_way_it_lies() -> None:
    rng = np.random.default_rng(1)
    folds = {v: rng.normal(0, 0.01, 3) for v in VERTICES}
    edges = []
    for number, up in enumerate(FACES):
        corners = folded(up, Pose(100.0, 200.0, 40.0 * number, 50.8), folds)
        edges.append([float(np.linalg.norm(corners[a] - corners[b])) for a, b in combinations(VERTICES, 2)])
    assert np.ptp(edges, axis=0) == pytest.approx(np.zeros(15), abs=1e-6)
    assert np.ptp(edges[0]) > 1


def test_acts_that_were_undone_do_not_count() -> None:
    thrown, shot = {"do": "throw", "piece": "Infantry a", "lands": {}}, {"do": "shoot", "by": "Infantry a"}
    stream: list[StreamRow] = [
        {"event": "action", "frame": 1, "steps": [{"do": "end-turn"}, thrown]},
        {"event": "action", "frame": 2, "steps": [shot]},
        {"event": "undone", "frame": 3, "steps": [thrown, shot]},
        {"event": "action", "frame": 4, "steps": [{**thrown, "piece": "Infantry b"}, shot]},
        {"event": "layout", "frame": 5, "rest": 2},
    ]
    counting: list[StreamRow] = [{"do": "end-turn"}, {**thrown, "piece": "Infantry b"}, shot]
    assert acts_that_count(stream) == [{**act, "frame": at} for act, at in zip(counting, (1, 4, 4), strict=True)]


def test_acts_are_compared_by_what_was_done_with_which_kind_of_die() -> None:
    steps: list[StreamRow] = [
        {"do": "throw", "piece": "Infantry b", "lands": {"face": "1a"}},
        {"do": "throw", "piece": "Heavy Tank", "lands": "off"},
        {"do": "end-turn"},
        {"do": "shoot", "by": "Infantry b", "target": "Heavy Tank a"},
    ]
    wanted = named_acts(steps)
    assert wanted == [("throw", "Infantry"), ("shoot", "Infantry")]
    assert in_common(wanted, [("throw", "Infantry"), ("maneuver", "Heavy Tank"), ("shoot", "Infantry")]) == 2


def test_what_went_wrong_is_noticed_where_it_is_reported_and_does_not_become_an_act() -> None:
    kinds = (None, "wrong corner", None, "turned up by mistake", None, None)
    rests: list[StreamRow] = [{"frame": 20 * at, "mishap": kind, "acts": 0} for at, kind in enumerate(kinds)]
    stream = [{**WRONG, "frame": 25}, {**WRONG, "frame": 42}, {**SHOT, "frame": 66}, {**WRONG, "frame": 105}]
    assert judge_mishaps(rests, [], stream) == (2, 1, 1)


def test_an_act_that_is_reported_late_is_no_mishap_taken_for_an_act() -> None:
    rests: list[StreamRow] = [{"frame": 0, "mishap": None, "acts": 1}, {"frame": 20, "mishap": "nudged", "acts": 0}]
    late: list[StreamRow] = [{**WRONG, "frame": 22}, {**SHOT, "frame": 25}]
    assert judge_mishaps(rests, [{"do": "shoot", "by": "Infantry a"}], late) == (1, 1, 0)
    assert judge_mishaps(rests, [], late) == (1, 0, 0)
    still_to_come: list[StreamRow] = [*rests, {"frame": 40, "mishap": None, "acts": 1}]
    still_to_come[0] = {**rests[0], "acts": 0}
    assert judge_mishaps(still_to_come, [{"do": "shoot", "by": "Infantry a"}], late) == (1, 0, 0)


def test_another_score_is_asked_about_by_the_last_proposals_and_no_earlier_ones() -> None:
    other: StreamRow = {"event": "proposals", "proposals": [{"score": {"Anna": 3, "Ben": 0}}]}
    end: StreamRow = {"event": "match", "score": {"Anna": 0, "Ben": 0}}
    true = {"Anna": 3, "Ben": 0}
    assert judge_score(true, [end, other, end]) == (False, True, True)
    assert judge_score({"Anna": 0, "Ben": 0}, [other, end]) == (True, False, True)
    assert judge_score(true, [other, {**SHOT, "score": true}, end]) == (False, False, False)
