"""``companion bench`` times what it says, in words and in JSON."""

from __future__ import annotations

import argparse
import json
from contextlib import AbstractContextManager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.cli import _bench_live, _bench_rules, bench, main
from companion.cli._options import demo_calibration, demo_scenes
from companion.codec.document import encode_json
from companion.codec.reader import open_reader
from companion.errors import OperationError
from companion.rules import apply
from companion.vision import open_session


class _ThreeDice:
    """A reader of three dice that enters two stages."""

    def __init__(self) -> None:
        self.reads = 0

    def __call__(self, stages: Any) -> SimpleNamespace:
        self.reads += 1
        for name in ("find", "place"):
            stage: AbstractContextManager[object] = stages(name)
            with stage:
                pass
        return SimpleNamespace(dice=("a", "b", "c"))


PIXELS = np.full((90, 160, 3), 128, np.uint8)


def test_every_run_is_one_reading_and_the_first_few_do_not_count() -> None:
    reader: Any = _ThreeDice()
    seen: list[tuple[int, int]] = []
    report = bench.measure("p.jpg", PIXELS, reader, runs=4, progress=lambda done, of: seen.append((done, of)))
    assert (report.image, report.size_px, report.dice, report.runs) == ("p.jpg", (160, 90), 3, 4)
    lines = bench.describe_times(report).splitlines()
    assert [line.partition("  ")[0] for line in lines[3:7]] == ["find", "place", "in all", "ArUco detection"]
    assert report.all.median_ms >= report.stages["find"].median_ms
    assert seen[-1] == (len(seen), len(seen))
    assert len(seen) > report.runs


def test_the_figures_are_the_same_in_words_and_in_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "_subjects", lambda _options: [("p.jpg", PIXELS, _ThreeDice())])
    assert main(["bench", "--runs", "2"]) == 0
    words = capsys.readouterr()
    assert "p.jpg: 160 x 90 px; dice read: 3, runs: 2" in words.out
    assert words.err == "", "progress belongs on a terminal only"
    assert main(["bench", "--runs", "2", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["format"] == 1
    assert set(figures["stages"]) == {"find", "place"}
    assert set(figures["all"]) == set(figures["aruco"]) == {"median_ms", "p90_ms"}
    assert set(figures["ratios"]) == {"aruco"}


def test_an_easy_and_a_hard_picture_come_with_the_program() -> None:
    options = argparse.Namespace(image=None, camera=None, dice=None, gallery=None)
    names = [name for name, pixels, _ in bench._subjects(options) if pixels.shape == (1080, 1920, 3)]
    assert names == ["demo/scene-000.jpg", "hard/scene.jpg"]


WRONG = [
    ["--runs", "0"],
    ["picture.jpg"],
    ["--camera", "c.json"],
    ["p.jpg", "--camera", "c.json", "--rules"],
    ["p.jpg", "--camera", "c.json", "--live"],
]


@pytest.mark.parametrize("words", WRONG)
def test_wrong_words_are_reported_before_any_work(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *words]) == 2
    assert capsys.readouterr().err.startswith("companion: ")


def test_the_rules_are_timed_on_forty_dice_and_a_match_of_so_many_turns() -> None:
    start, moves = _bench_rules.random_match(3)
    position = start
    for action in moves:
        outcome = apply(position, action)
        assert outcome.ok, outcome.ruling.text
        position = outcome.position
    assert position.turn.number == start.turn.number + 3
    assert len(_bench_rules.crowded_table().in_play) == 40


def test_the_figures_of_the_rules_are_the_same_in_words_and_in_json() -> None:
    report = _bench_rules.measure_rules(runs=1, turns=2)
    assert "40 dice on a table; a random match of 2 turns" in _bench_rules.describe_rules_times(report)
    figures = json.loads(encode_json(report))
    assert set(figures["targets_a_die"]) == set(figures["replay"]) == {"median_ms", "p90_ms"}


def test_of_a_table_that_is_watched_one_die_moves() -> None:
    reader, scenes = open_reader(demo_calibration().camera), demo_scenes()[:2]
    report = _bench_live.measure_live(reader, scenes, runs=1)
    assert f"dice on it: {report.dice}, runs: 1" in _bench_live.describe_live_times(report)
    figures = json.loads(encode_json(report))
    assert figures["dice"] == report.dice > 12, "both pictures together show more than one of them"
    rows = {"quiet_frame", "nothing_changed", "one_moved", "all", "aruco"}
    assert all(set(figures[row]) == {"median_ms", "p90_ms"} for row in rows)
    assert set(figures["ratios"]) == {"quiet_frame", "nothing_changed", "one_moved"}


def test_the_table_that_is_watched_is_read_as_it_was_laid() -> None:
    reader = open_reader(demo_calibration().camera)
    lying = _bench_live._separate_dice(reader, demo_scenes()[:1])[:4]
    read = reader.read(_bench_live._table(reader.camera, lying)).dice
    laid, found = sorted(pose.centre_mm for pose, _ in lying), sorted(die.pose.centre_mm for die in read)
    assert np.array(found) == pytest.approx(np.array(laid), abs=1.0)


def test_what_is_no_network_is_refused_by_name() -> None:
    with pytest.raises(OperationError, match="the graph cannot be run"):
        open_session(b"no network", "the graph")
