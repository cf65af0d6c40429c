"""A match narrated from its file: every ruling held against what the rules say now, in every game."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.cli import main
from companion.codec.notes import TextNote
from companion.codec.outcomes import decode_events
from companion.codec.script import Script, decode_match_opening, read_script, run_script
from companion.errors import InputError
from companion.journal import PICTURE_MOST_BYTES, DivergenceKind, EntryKind, Game, Journal, new_match_file, newest_match
from companion.rules.events import Killed, Scored
from companion.session.match import Match, narrate_match, small_jpeg
from tests.acts import correct, do, do_all, position_after
from tests.rules.random_play import random_action, random_correction
from tests.session.match.conftest import END, SHOT, THROW
from tests.ui.match.random_openings import KINDS, random_opening

Row = dict[str, Any]
KEPT = {"turn": 2, "player": "Anna", "text": "", "rules": ["OG-HIT-01"], "events": []}


def written(path: Path, opening: Row, *acts: tuple[Row, Mapping[str, Any]], game: Game = Game.DICE) -> Path:
    """A match whose rulings are what a test says that they were."""
    with Journal.begin(path, game=game, opening=opening) as journal:
        for act, came in acts:
            journal.append(EntryKind.ACT, act, source="keyboard", recorded_outcome=came)
    return path


@pytest.fixture
def ended(match: Match) -> Match:
    """The match after four acts, one of them undone, a note and a correction, closed."""
    for step in (SHOT, END, THROW):
        do(match, step, source="camera")
    match.undo()
    match.note(TextNote("b2 was thrown under the table"), source="mouse")
    correct(match, {"score": {"Ben": 3}}, source="keyboard")
    do(match, THROW, source="camera")
    match.close()
    return match


def test_a_match_narrated_is_as_it_was(ended: Match) -> None:
    telling = narrate_match(ended.path)
    assert telling.lines == ended.log
    assert telling.divergences == ()
    assert telling.script == ended.script()


def test_an_act_that_leads_elsewhere_today_is_reported(path: Path, opening: Row) -> None:
    hit = {"event": "damaged", "piece": "b1", "face": "1", "centre_mm": [600, 600], "heading_deg": 270}
    telling = narrate_match(written(path, opening, (SHOT, KEPT | {"events": [hit]})))
    (found,) = telling.weighty
    assert (found.number, found.differs) == (1, DivergenceKind.EVENTS)
    assert [type(event) for event in found.now.events] == [Killed, Scored]
    assert telling.lines[0].events == decode_events([hit]), "the log keeps what was ruled then"
    assert telling.lines[0].diverges == found
    with Match.resume(path) as match:
        assert match.changed_rulings.startswith("One ruling of this match would be different today, line 1 first")


@pytest.mark.parametrize("act", [SHOT | {"by": "b1", "target": "a1"}, {"do": "teleport", "piece": "a1"}])
def test_an_act_that_is_refused_today_is_reported_and_what_follows_still_stands(
    path: Path, opening: Row, act: Row
) -> None:
    telling = narrate_match(written(path, opening, (act, KEPT), (END, {})))
    assert [(one.number, one.differs) for one in telling.divergences] == [(1, DivergenceKind.REFUSED)]


def test_other_words_alone_weigh_nothing(match: Match, path: Path, opening: Row) -> None:
    do(match, SHOT, source="keyboard")
    came = dict(match.entries[0].recorded_outcome)
    other = written(path.with_name("other.diceland"), opening, (SHOT, came | {"text": "Bang."}))
    telling = narrate_match(other)
    assert [one.differs for one in telling.divergences] == [DivergenceKind.WORDS]
    assert telling.weighty == ()
    with Match.resume(other) as again:
        assert again.changed_rulings == ""
    assert narrate_match(written(path.with_name("same.diceland"), opening, (SHOT, came))).divergences == ()


def test_the_last_digits_of_another_machine_are_no_difference(match: Match, path: Path, opening: Row) -> None:
    do(match, SHOT, source="keyboard")
    do(match, END, source="keyboard")
    do(match, THROW, source="keyboard")
    came: list[Row] = [dict(entry.recorded_outcome) for entry in match.entries]
    (entered,) = came[2]["events"]
    for off, differs in ((0.001, 0), (0.1, 1)):
        moved = entered | {"centre_mm": [300 + off, 500.0]}
        acts: list[tuple[Row, Row]] = [(SHOT, came[0]), (END, came[1]), (THROW, came[2] | {"events": [moved]})]
        assert len(narrate_match(written(path.with_name(f"{off}.diceland"), opening, *acts)).divergences) == differs


def test_an_opening_that_the_rules_cannot_read_any_more_is_reported(path: Path) -> None:
    with pytest.raises(InputError, match=r"two tanks\.diceland: the opening of this match cannot be read"):
        narrate_match(written(path, {"format": 1, "profile": "chess"}))


def test_exercise_k_is_narrated_and_exported_too(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opening: Row = {"format": 1, "profile": "exercise-k", "players": 12, "order": ["Black", "Blue", "Red", "Green"]}
    opening["table_talk"] = {"Black 1": "Anna"}
    damage = {"do": "damage", "by": ["Black 1"], "target": "Red 1", "system": "main", "count": 1}
    moved = {"text": "", "rules": ["EK-VP-04"], "events": []}
    written(path, opening, (damage, moved), ({"do": "end-turn"}, {}), game=Game.EXERCISE_K)
    telling = narrate_match(path)
    assert [one.differs for one in telling.weighty] == [DivergenceKind.EVENTS]
    out = path.with_suffix(".json")
    assert main(["export", str(path), "-o", str(out)]) == 1, "something else happened then"
    assert [line.ok for line in run_script(read_script(out))] == [True, True]
    assert main(["replay", str(path)]) == 0
    assert "1 is ruled differently today" in capsys.readouterr().out


def test_a_lone_tracking_card_is_narrated_and_exported_too(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marked = {"text": "Main Battery: 1 of 2 left.", "rules": [], "events": []}
    written(path, {"format": 1, "mark": "III"}, ({"do": "mark", "row": "main", "left": 1}, marked), game=Game.OGRE_CARD)
    assert main(["replay", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "Main Battery: 1 of 2 left." in shown
    assert "otherwise" not in shown
    assert main(["export", str(path), "-o", str(path.with_suffix(".json"))]) == 0
    assert json.loads(path.with_suffix(".json").read_text())["steps"] == [{"do": "mark", "row": "main", "left": 1}]


def test_replay_tells_what_counts_line_by_line(ended: Match, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(ended.path)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Two tanks each, begun on ")
    assert "\nTurn 2, Anna\n" in shown
    assert "Tank (a1) shoots at Tank (b1) (Cannon). Tank (b1) has no red dot on side 1: any damage" in shown
    assert "Anna ends the turn. [" in shown
    assert "b2 was thrown under the table" in shown
    assert "Corrected: Ben has 3 points." in shown
    assert shown.count("Ben throws Tank (b2)") == 1
    assert shown.endswith("5 entries, 1 undone. All rulings still hold.\n")


def test_replay_tells_what_was_undone_and_explains_where_it_is_asked_to(
    ended: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--all", "--explain", str(ended.path)]) == 0
    shown = capsys.readouterr().out
    assert shown.count("Ben throws Tank (b2)") == 2
    assert "undone: Ben throws Tank (b2) and it lands on side 7" in shown
    assert "        OG-TURN-06: " in shown


def test_replay_says_below_a_line_what_is_ruled_otherwise_today(
    path: Path, opening: Row, capsys: pytest.CaptureFixture[str]
) -> None:
    came = KEPT | {"text": "Ben's tank takes it."}
    written(path, opening, (SHOT, came), (SHOT, KEPT | {"text": "Again."}))
    assert main(["replay", str(path)]) == 0
    shown = capsys.readouterr().out.splitlines()
    at = next(number for number, line in enumerate(shown) if "Ben's tank takes it." in line)
    assert shown[at + 1].strip().startswith("today: Tank (b1) has no red dot")
    assert shown[at + 1].endswith("(something else happens)")
    assert "(it was allowed then)" in shown[at + 3]
    assert "2 are ruled differently today, line 1 first" in shown[-1]


def test_replay_gives_one_json_line_for_the_match_and_one_for_each_gesture(
    ended: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--json", "--all", str(ended.path)]) == 0
    heading, *lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (heading["format"], heading["game"], heading["lines"], heading["differ"]) == (1, "dice", 6, [])
    assert lines == [line.as_json() for line in ended.log]
    assert [line["undone"] for line in lines] == [False, False, True, False, False, False]


def test_replay_takes_the_match_that_was_played_last(opening: Row, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay"]) == 1
    assert "No match has been played yet" in capsys.readouterr().err
    Match.begin(new_match_file("club night"), decode_match_opening(opening)).close()
    assert newest_match() is not None
    assert main(["replay"]) == 0


def test_an_export_replays_in_the_referee_and_keeps_the_whole_log(
    match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    do_all(match, [SHOT, END], source="camera")
    do(match, THROW, source="camera")
    match.undo()
    match.close()
    out = tmp_path / "night.json"
    assert main(["export", str(match.path), "-o", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: 2 steps, 3 lines of the log.\n"
    assert main(["referee", "--json", str(out)]) == 0
    replayed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["text"] for line in replayed] == [line.text for line in match.log if not line.undone]
    log = json.loads(out.read_text(encoding="utf-8"))["log"]
    assert [line["undone"] for line in log] == [False, False, True]


def test_a_correction_by_hand_is_a_step_of_an_export(
    ended: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "night.json"
    assert main(["export", str(ended.path), "-o", str(out)]) == 0
    script = read_script(out)
    assert isinstance(script, Script)
    assert position_after(script) == ended.position
    capsys.readouterr()
    assert main(["referee", "--json", str(out)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["text"] for line in lines] == [line.text for line in ended.log if line.act and not line.undone]
    (corrected,) = (line for line in lines if line["text"] == "Corrected: Ben has 3 points.")
    assert (corrected["ok"], corrected["events"], corrected["rules"]) == (True, [], ["OG-WIN-02"])


def test_an_export_replays_after_an_owner_has_been_corrected_and_an_activation_skipped(
    match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What waits within the turn when something is corrected waits in the script too."""
    throw = THROW | {"piece": "a2", "player": "Anna"}
    for step in (throw, {"do": "skip"}, END):
        assert do(match, step, source="camera").ok
        if step is throw:
            correct(match, {"pieces": [{"id": "b1", "owner": "Anna"}]}, source="keyboard")
    match.close()
    out = tmp_path / "night.json"
    assert main(["export", str(match.path), "-o", str(out)]) == 0
    assert main(["referee", "--json", str(out)]) == 0
    assert all(json.loads(line)["ok"] for line in capsys.readouterr().out.splitlines()[1:])
    script = read_script(out)
    assert isinstance(script, Script)
    assert position_after(script) == match.position
    assert position_after(script).pieces["b1"].owner == "Anna"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_any_match_however_corrected_and_undone_is_replayed_by_its_export(tmp_path: Path, kind: str, seed: int) -> None:
    opening = random_opening(seed, kind)
    rng = random.Random(f"{seed} {kind}")
    corrected = 0
    with Match.begin(tmp_path / "random.diceland", decode_match_opening(opening)) as match:
        for _ in range(30):
            what = rng.random()
            if what < 0.1 and match.can_undo:
                match.undo()
            elif what < 0.35 or match.position.winner is not None:
                correct(match, random_correction(rng, match.position), source="keyboard")
                corrected += 1
            else:
                match.do(random_action(rng, match.position), source="camera")
        stood, lines = match.position, sum(not line.undone for line in match.log)
    assert corrected > 3
    out = tmp_path / "random.json"
    assert main(["export", str(match.path), "-o", str(out)]) == 0
    script = read_script(out)
    assert isinstance(script, Script)
    assert len(script.steps) == lines
    assert position_after(script) == stood


def test_an_export_that_the_rules_of_today_lead_elsewhere_says_where_and_is_no_success(
    path: Path, opening: Row, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is written whole all the same: its log has what was ruled then."""
    out = tmp_path / "x.json"
    cases: tuple[tuple[Row, str], ...] = (
        (SHOT, "line 1 leads elsewhere today: Tank (b1) has no red dot on side 1"),
        (SHOT | {"by": "b1", "target": "a1"}, "step 0 is refused today: It is Anna's turn, not Ben's."),
        ({"do": "teleport"}, "steps[0]"),
    )
    for number, (act, why) in enumerate(cases):
        match = written(path.with_name(f"{number}.diceland"), opening, (act, KEPT))
        assert main(["export", str(match), "-o", str(out)]) == 1
        message = capsys.readouterr().err
        assert f"{out} was written, but `companion referee` does not replay it as the match went: " in message
        assert why in message
        assert len(json.loads(out.read_text(encoding="utf-8"))["log"]) == 1


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"pieces": [{"id": "nobody", "zone": "hand"}]}, "steps[1]: correction: pieces: 'nobody' is not known"),
        ({"pieces": [{"id": "a2", "zone": "play"}]}, "steps[1]: correction: pieces: a2: a die in play needs a face"),
        ({"score": {"Anna": -1}}, "steps[1]"),
        ({"luck": 1}, "luck"),
    ],
)
def test_a_correction_in_a_script_that_makes_no_sense_is_malformed(
    opening: Row, tmp_path: Path, capsys: pytest.CaptureFixture[str], keys: Row, message: str
) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps(opening | {"steps": [SHOT, {"do": "correct", **keys}]}), encoding="utf-8")
    assert main(["referee", "--json", str(script)]) == 2
    reported = capsys.readouterr()
    assert (reported.out, message in reported.err) == ("", True)


def test_an_export_that_cannot_be_written_is_one_sentence(
    ended: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(ended.path), "-o", str(tmp_path / "gone" / "x.json")]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert main(["replay", str(tmp_path / "gone.diceland")]) == 2
    assert "no match of that name" in capsys.readouterr().err


def test_a_frame_is_made_small_enough_to_be_kept(match: Match) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (1080, 1920, 3), np.uint8)
    for frame in (noise, noise[:100, :200]):
        jpeg = small_jpeg(frame)
        assert len(jpeg) <= PICTURE_MOST_BYTES
        assert match.picture(match.save_picture(jpeg)) == jpeg
