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
from models.training.watching import StreamRow, acts_that_count, judge_mishaps, named_acts

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
        {"event": "action", "steps": [{"do": "end-turn"}, thrown]},
        {"event": "action", "steps": [shot]},
        {"event": "undone", "steps": [thrown, shot]},
        {"event": "action", "steps": [{**thrown, "piece": "Infantry b"}, shot]},
        {"event": "layout", "rest": 2},
    ]
    assert acts_that_count(stream) == [{"do": "end-turn"}, {**thrown, "piece": "Infantry b"}, shot]


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
    rests: list[StreamRow] = [
        {"frame": 0, "mishap": None},
        {"frame": 20, "mishap": "wrong corner"},
        {"frame": 40, "mishap": None},
        {"frame": 60, "mishap": "turned up by mistake"},
        {"frame": 80, "mishap": None},
        {"frame": 100, "mishap": None},
    ]
    wrong: StreamRow = {"event": "discrepancies", "discrepancies": [{"kind": "face"}]}
    shot: StreamRow = {"event": "action", "steps": [{"do": "shoot"}]}
    stream = [{**wrong, "frame": 25}, {**wrong, "frame": 42}, {**shot, "frame": 66}, {**wrong, "frame": 105}]
    assert judge_mishaps(rests, stream) == (2, 1, 1)
