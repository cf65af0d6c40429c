"""The event stream: the bundled film reported, and played to its score, by a process that has no Qt."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.codec.actions import decode_action
from companion.codec.notes import MendNote
from companion.codec.script import decode_match_opening
from companion.codec.stream import TABLE_STATES, StreamLineDocument, encode_stream_line
from companion.rules import Position
from companion.rules.actions import EndTurn
from companion.rules.corrections import Correction
from companion.session.inference import Proposal, play_actions
from companion.session.live import TableSnapshot, TableState
from companion.session.match import Match
from companion.session.play import MatchPresenter, Settling, infer
from companion.session.play.modes import Proposed
from companion.session.play.state_reconciler import Inference, InferenceRequest, StateReconciler
from companion.session.stream import (
    MatchStream,
    PresenterStream,
    StreamedEvent,
    Unattended,
    begin_passing_match,
    encode_stream_event,
)
from tests.film import FILM, film_snapshots, script, tables

ROOT = Path(__file__).parents[2]
WORDS = ("--source", str(FILM / "film.json"), "--camera", str(FILM / "camera.json"))
OPENING = ("--opening", str(FILM / "match.json"))


@pytest.fixture(scope="module")
def snapshots() -> list[TableSnapshot]:
    """The film, read without a mistake."""
    return list(film_snapshots())


@pytest.fixture
def without_qt(tmp_path: Path) -> dict[str, str]:
    """The environment of a process in which Qt cannot be imported."""
    stub = tmp_path / "no-qt" / "PySide6"
    stub.mkdir(parents=True)
    (stub / "__init__.py").write_text("raise ImportError('there is no Qt here')\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(stub.parent), str(ROOT))), "HOME": str(tmp_path)}


def watch(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", "watch", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def reported(stream: MatchStream, snapshots: Sequence[TableSnapshot]) -> list[dict[str, Any]]:
    """The lines of so many frames."""
    events: list[StreamedEvent] = [*stream.begin()]
    for snapshot in snapshots:
        events += stream.on_snapshot(snapshot)
    return [line_of(event) for event in (*events, *stream.end())]


def line_of(event: StreamedEvent) -> dict[str, Any]:
    """A line as it is read again, held to the stream's format."""
    text = encode_stream_line(encode_stream_event(event))
    line: dict[str, Any] = json.loads(text)
    assert encode_stream_line(StreamLineDocument.model_validate_json(text).root) == text
    return line


def named(lines: list[dict[str, Any]], event: str) -> list[dict[str, Any]]:
    return [line for line in lines if line["event"] == event]


def test_without_qt_the_networks_play_the_film_to_its_score(without_qt: dict[str, str]) -> None:
    assert subprocess.run([sys.executable, "-c", "import PySide6"], env=without_qt, check=False).returncode == 1
    done = watch(without_qt, *WORDS, *OPENING, "--accept", "likeliest", "--rate", "0")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert all(line["format"] == 1 and line["at_s"] == pytest.approx(line["frame"] / 10) for line in lines)
    assert lines[0]["event"] == lines[-1]["event"] == "match"
    assert lines[-1]["score"] == {"Anna": 8, "Ben": 2}
    assert {line["source"] for line in named(lines, "action")} <= {"camera", "camera, by itself"}


def test_a_reader_who_hangs_up_ends_it_quietly(without_qt: dict[str, str]) -> None:
    command = [sys.executable, "-m", "companion", "watch", *WORDS, "--rate", "0"]
    with subprocess.Popen(command, env=without_qt, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as done:
        assert done.stdout is not None
        assert done.stderr is not None
        assert json.loads(done.stdout.readline())["event"] == "table"
        done.stdout.close()
        assert done.stderr.read() == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("--source", "nothing.mp4", "--camera", WORDS[3], "--rate", "0"),
            "--source 'nothing.mp4': --rate 0 needs a video, a film or",
        ),
        (
            ("--source", "0", "--camera", WORDS[3], "--rate", "0"),
            "--source '0': --rate 0 needs a video, a film or pictures",
        ),
        (("--source", "none", "--camera", WORDS[3]), "--source none: there is nothing to watch"),
        (("--source", "0", "--camera", "nothing.json"), "nothing.json"),
        ((*WORDS, "--opening", "nothing.json"), "nothing.json"),
        ((*WORDS, "--opening", WORDS[1]), "film.json: "),
        ((*WORDS, "--accept", "likeliest"), "there is no match to take proposals into"),
        ((*WORDS, "--rate", "-1"), "--rate: expected a number of 0 or more"),
        ((*WORDS, "--rate", "nan"), "--rate: expected a number of 0 or more"),
    ],
)
def test_wrong_words_and_files_are_one_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.cli import main

    assert main(["watch", *words]) == 2
    message = capsys.readouterr()
    assert message.out == ""
    assert sentence in message.err
    assert message.err.count("\n") == 1


def test_the_likeliest_is_the_film_s_true_match(snapshots: list[TableSnapshot]) -> None:
    with begin_passing_match(FILM / "match.json") as match:
        lines = reported(MatchStream(match, accept=Unattended.LIKELIEST), snapshots)
    done = [step["do"] for line in named(lines, "action") for step in line["steps"]]
    true = [step["do"] for step in script()["steps"]][:-1]
    assert [do for do in done if do != "observe"] == [do for do in true if do != "skip"]
    assert lines[-1]["score"] == {"Anna": 8, "Ben": 2}
    killed = next(line for line in named(lines, "action") if line["score"] == {"Anna": 2, "Ben": 2})
    assert any(event["event"] == "killed" and event["piece"] == "Infantry a" for event in killed["events"])
    assert killed["rules"]
    assert killed["to_move"] == "Ben"


def test_a_score_in_doubt_is_asked_about_after_the_last_table_and_only_where_nobody_is_asked_before(
    snapshots: list[TableSnapshot], monkeypatch: pytest.MonkeyPatch
) -> None:
    def rather(_: StateReconciler, position: Position) -> tuple[Proposal, ...]:
        outcome = play_actions(position, (EndTurn(),))
        return (Proposal("Rather: she missed.", (EndTurn(),), outcome, 0.3, base=position),)

    monkeypatch.setattr(StateReconciler, "other_scores", rather)
    seen = snapshots[: tables()[2].end]
    with begin_passing_match(FILM / "match.json") as match:
        lines = reported(MatchStream(match, accept=Unattended.LIKELIEST), seen)
    *_, asked, standing = lines
    assert (asked["event"], standing["event"]) == ("proposals", "match")
    assert asked["rest"] == 3
    (proposal,) = asked["proposals"]
    assert (proposal["text"], proposal["likelihood"]) == ("Rather: she missed.", 0.3)
    with begin_passing_match(FILM / "match.json") as match:
        lines = reported(MatchStream(match), seen)
    assert all(one["text"] != "Rather: she missed." for line in named(lines, "proposals") for one in line["proposals"])


@pytest.mark.parametrize("settled", [True, False])
def test_what_is_unlikely_is_taken_where_the_rest_leads_to_the_same_and_else_waited_for(
    settled: bool, snapshots: list[TableSnapshot], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsure(question: InferenceRequest) -> Inference:
        found = infer(question)
        return replace(found, proposals=tuple(replace(p, likeliness=0.4, settled=settled) for p in found.proposals))

    monkeypatch.setattr("companion.session.stream.feeds.infer", unsure)
    with begin_passing_match(FILM / "match.json") as match:
        stream = MatchStream(match, accept=Unattended.LIKELIEST)
        taken = [event for snapshot in snapshots[: tables()[2].end] for event in stream.on_snapshot(snapshot)]
        acts = [line["steps"][-1]["do"] for line in named([line_of(event) for event in taken], "action")]
    assert acts == (["place", "throw"] if settled else [])


def test_every_sure_table_is_laid_out_with_the_pieces_that_the_match_knows(snapshots: list[TableSnapshot]) -> None:
    with begin_passing_match(FILM / "match.json") as match:
        lines = reported(MatchStream(match, accept=Unattended.LIKELIEST), snapshots)
    layouts = named(lines, "layout")
    assert {line["rest"] for line in layouts} == set(range(1, 1 + len(tables())))
    last = layouts[-1]
    assert {die["piece"] for die in last["dice"]} >= {"Heavy Tank", "Infantry c"}
    assert len({die["track"] for die in last["dice"]}) == len(last["dice"])
    assert last["camera"] == {"moved_mm": 0.0, "markers_seen": 4}


def test_where_nothing_is_accepted_the_match_stays_and_the_proposal_says_what_it_asks(
    snapshots: list[TableSnapshot],
) -> None:
    with begin_passing_match(FILM / "match.json") as match:
        lines = reported(MatchStream(match), snapshots[: tables()[1].end])
        assert not match.log
    proposals = named(lines, "proposals")[-1]["proposals"]
    assert proposals[0]["steps"][-1]["do"] == "place"
    assert 0 < proposals[0]["likelihood"] <= 1
    assert {ask["kind"] for ask in proposals[0]["asks"]} <= {"foul", "owner", "which"}
    assert not named(lines, "action")


def test_without_a_match_only_the_table_is_reported(snapshots: list[TableSnapshot]) -> None:
    lines = reported(MatchStream(), snapshots[: tables()[2].end])
    assert {line["event"] for line in lines} == {"table", "layout"}
    states = [line["state"] for line in named(lines, "table")]
    assert {"settled", "hand", "moving"} <= set(states)
    assert "piece" not in named(lines, "layout")[-1]["dice"][0]


def test_what_people_undo_and_bring_back_meanwhile_is_reported(tmp_path: Path, snapshots: list[TableSnapshot]) -> None:
    """A match that a window plays, reported beside it: what counts is held against what counted before."""
    opening = script()
    opening.pop("steps")
    with Match.begin(tmp_path / "film.diceland", decode_match_opening(opening)) as match:
        stream = MatchStream(match)
        match.do(decode_action(script()["steps"][0], "step", match.start), source="keyboard")
        sure = [snapshot for snapshot in snapshots if snapshot.sure]
        first = [line_of(event) for event in stream.on_snapshot(sure[0])]
        match.undo()
        second = [line_of(event) for event in stream.on_snapshot(sure[1])]
        match.redo()
        match.correct(Correction(score={"Anna": 3}), source="keyboard")
        third = [line_of(event) for event in stream.on_snapshot(sure[2])]
    assert [line["steps"][0]["do"] for line in named(first, "action")] == ["place"]
    assert [line["steps"][0]["do"] for line in named(second, "undone")] == ["place"]
    assert [line["source"] for line in named(third, "action")] == ["keyboard"]
    assert [line["score"]["Anna"] for line in named(third, "corrected")] == [3]


def _play_as_a_window(presenter: MatchPresenter, snapshots: Sequence[TableSnapshot]) -> None:
    """What a window does with a film: every frame seen, what it means thought through, the first of all offers taken
    by key."""
    for snapshot in snapshots:
        while (request := presenter.questions.on_snapshot(snapshot)) is not None:
            presenter.questions.on_inference(infer(request))
            while isinstance(presenter.mode, Proposed | Settling) and any(map(presenter.press, ("1", "Return"))):
                pass


def _without_numbers(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: line[key] for key in line if key != "seq"} for line in lines if line["event"] != "layout"]


def _layouts(lines: list[dict[str, Any]]) -> list[tuple[Any, Any]]:
    """What is reported of each table at rest once everything there is done; whether before or after it is no matter."""
    last = {line["rest"]: line for line in named(lines, "layout")}
    return [(line["rest"], line["dice"]) for line in last.values()]


def test_a_match_of_a_window_tells_the_lines_that_watch_tells_of_the_same_film(snapshots: list[TableSnapshot]) -> None:
    shown = snapshots[: tables()[3].end]
    with begin_passing_match(FILM / "match.json") as match:
        watched = reported(MatchStream(match, accept=Unattended.LIKELIEST), shown)
    with begin_passing_match(FILM / "match.json") as match:
        heard: list[StreamedEvent] = []
        presenter = MatchPresenter(match)
        stream = PresenterStream(presenter, heard.append)
        stream.begin()
        _play_as_a_window(presenter, shown)
        stream.end()
    lines = [line_of(event) for event in heard]
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert _without_numbers(lines) == _without_numbers(watched)
    assert _layouts(lines) == _layouts(watched)


def test_keys_pressed_before_a_window_are_delivered_at_once_and_not_when_nobody_listens(tmp_path: Path) -> None:
    opening = script()
    opening.pop("steps")
    seconds = iter(range(100))
    with Match.begin(tmp_path / "film.diceland", decode_match_opening(opening)) as match:
        presenter, heard = MatchPresenter(match), list[StreamedEvent]()
        stream = PresenterStream(presenter, heard.append, first_seq=17, clock=lambda: float(next(seconds)))
        stream.begin()
        presenter.acts.do(decode_action(script()["steps"][0], "step", match.start), source="keyboard")
        presenter.acts.undo()
        presenter.acts.do(Correction(score={"Anna": 3}), source="mouse")
        stream.end()
        presenter.acts.redo()
    lines = [line_of(event) for event in heard]
    assert [line["event"] for line in lines] == ["match", "action", "undone", "corrected", "match"]
    assert [line["seq"] for line in lines] == [17, 18, 19, 20, 21]
    assert lines[3]["score"] == {"Anna": 3, "Ben": 0}
    assert sorted(times := [line["at_s"] for line in lines]) == times
    assert times[-1] > times[0] > 0


def test_an_end_of_a_match_that_is_undone_is_reported_too(tmp_path: Path) -> None:
    opening = script()
    opening.pop("steps")
    with Match.begin(tmp_path / "film.diceland", decode_match_opening(opening)) as match:
        presenter, heard = MatchPresenter(match), list[StreamedEvent]()
        PresenterStream(presenter, heard.append).begin()
        presenter.acts.do(Correction(score={"Anna": 1000}), source="mouse")
        presenter.acts.undo()
    winners = [line["winner"] for line in map(line_of, heard) if line["event"] == "match"]
    assert winners == [None, "Anna", None]


def test_the_format_knows_every_state_of_a_table() -> None:
    assert set(TABLE_STATES) == set(TableState)


def test_a_likelier_story_takes_the_place_of_what_was_taken_and_the_stream_says_so(tmp_path: Path) -> None:
    opening = script()
    first, second, *_ = opening.pop("steps")
    with Match.begin(tmp_path / "mended.diceland", decode_match_opening(opening)) as match:
        presenter = MatchPresenter(match)
        start = match.position
        place, end = decode_action(first, "step", start), decode_action(second, "step", start)
        presenter.acts.do_all([place], source="camera")
        presenter.acts.do_all([end], source="camera")
        told: list[StreamedEvent] = []
        stream = PresenterStream(presenter, told.append, clock=lambda: 0.0)
        stream.begin()
        presenter.acts.mend(start, [[place]], "Rather: only that.", 0.91)
        lines = [line_of(event) for event in told]
        assert match.position == match.position_after(match.entries[0].number)
        assert match.notes[-1][1] == MendNote(0.91, "Rather: only that.")
        assert match.undo()
        assert match.position == start
    _, undone, again, corrected = lines
    assert [line["event"] for line in lines] == ["match", "undone", "action", "corrected"]
    assert undone["why"] == corrected["why"] == "evidence"
    assert undone["likelihood"] == corrected["likelihood"] == 0.91
    assert corrected["steps"] == again["steps"] == [first]
