"""Whatever is torn of a match, every entry that is whole is saved, and nothing else is ever made of one."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.codec.script import decode_match_opening
from companion.errors import InputError, OperationError
from companion.journal import EntryKind, Game, Journal, JournalEntry, read_record, salvage_match
from companion.journal.repair import salvage
from companion.journal.storage import DamagedFileError
from companion.session.match import Match, narrate_match
from tests.acts import do
from tests.journal.torn import (
    PAGE,
    TEARS,
    Tear,
    as_written_before,
    places_of_entries,
    tried,
    whole_entries,
    write_match,
)
from tests.session.match.conftest import END, OPENING, SHOT, THROW

COUNT = 40
Spoil = Callable[[Path], None]


def _changed(match: Path, words: str) -> None:
    """Change a file as nobody should."""
    with closing(sqlite3.connect(match, isolation_level=None)) as base:
        for trigger in ("entry_UPDATE", "entry_DELETE", "match_UPDATE", "match_DELETE"):
            base.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        base.executescript(words)


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One match, as it is written now and as it was before there was a mirror."""
    folder = tmp_path_factory.mktemp("torn")
    now, before = folder / "now.diceland", folder / "before.diceland"
    write_match(now, COUNT)
    shutil.copyfile(now, before)
    as_written_before(before)
    assert read_record(now).entries == read_record(before).entries
    return {"now": now, "before": before}


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A short match in both ways of writing."""
    folder = tmp_path_factory.mktemp("few")
    now, before = folder / "now.diceland", folder / "before.diceland"
    write_match(now, 14, seed=6, opening_bytes=300)
    shutil.copyfile(now, before)
    as_written_before(before)
    return {"now": now, "before": before}


@pytest.mark.parametrize("made", ["now", "before"])
@pytest.mark.parametrize("tear", TEARS, ids=lambda tear: tear.__name__)
def test_every_whole_entry_of_a_torn_match_is_saved(
    matches: dict[str, Path], made: str, tear: Tear, tmp_path: Path
) -> None:
    rng = random.Random(f"{made} {tear.__name__}")
    trials = [tried(matches[made], tear, rng, tmp_path) for _ in range(8)]
    assert any(trial.whole for trial in trials)
    for trial in trials:
        assert trial.whole <= trial.saved
        if trial.salvaged is not None:
            assert trial.wrong <= set(trial.salvaged.unproved)
    last = trials[-1].salvaged
    if last is not None:
        assert read_record(tmp_path / "new.diceland").entries == last.record.entries


@pytest.mark.parametrize("made", ["now", "before"])
@pytest.mark.parametrize("way", ["cut", "flipped"])
def test_wherever_a_match_is_cut_or_flipped_just_what_is_whole_is_saved(
    few: dict[str, Path], made: str, way: str
) -> None:
    """Each entry that is whole, and no other: exactly these, as the file's pages tell, and what is lost is named."""
    content, reported = few[made].read_bytes(), read_record(few[made])
    places = places_of_entries(content)
    assert len(content) > 50 * 307
    for at in range(0, len(content), 307):
        torn = content[:at] if way == "cut" else content[:at] + bytes([content[at] ^ 0x11]) + content[at + 1 :]
        whole = whole_entries(content, torn, places)
        try:
            saved = salvage(torn)
        except DamagedFileError:
            assert not whole
            continue
        lost = {number for gap in saved.lost for number in gap}
        kept = {one.number: one for one in saved.record.entries if one.number not in lost}
        assert all(one == reported.entries[number - 1] for number, one in kept.items() if number not in saved.unproved)
        assert set(kept) - set(saved.unproved) <= whole <= set(kept), at
        assert lost == set(range(1, max(kept, default=0) + 1)) - set(kept)
        assert saved.saved == len(kept)
        assert saved.opening_lost or (saved.record.opening, saved.record.game) == (reported.opening, reported.game)


@pytest.mark.parametrize("page", range(1, 12))
def test_a_match_loses_nothing_with_any_one_page(matches: dict[str, Path], page: int, tmp_path: Path) -> None:
    torn = bytearray(matches["now"].read_bytes())
    torn[(page - 1) * 4096 : page * 4096] = bytes(4096)
    damaged = tmp_path / "torn.diceland"
    damaged.write_bytes(torn)
    saved = salvage_match(damaged, tmp_path / "new.diceland")
    assert saved.record.entries == read_record(matches["now"]).entries
    assert (saved.lost, saved.opening_lost) == ((), False)


def test_the_opening_is_there_again_further_on(matches: dict[str, Path], tmp_path: Path) -> None:
    torn = tmp_path / "torn.diceland"
    torn.write_bytes(bytes(8 * 4096) + matches["now"].read_bytes()[8 * 4096 :])
    saved = salvage_match(torn, tmp_path / "new.diceland")
    assert not saved.opening_lost
    assert saved.record.opening == read_record(matches["now"]).opening


def test_a_number_that_no_file_of_its_size_can_reach_is_none(played: Path, tmp_path: Path) -> None:
    """It would be filled up with notes for all that is lost before it."""
    _changed(played, "DELETE FROM entry WHERE number = 4; UPDATE entry SET number = 70000 WHERE number = 5")
    assert len(salvage_match(played, tmp_path / "new.diceland").record.entries) == 3


def test_what_lies_only_in_the_side_file_is_saved(matches: dict[str, Path], tmp_path: Path) -> None:
    """A window of an earlier program was killed, and the match's own file is gone: SQLite's WAL has the entries."""
    torn = tmp_path / "torn.diceland"
    shutil.copyfile(matches["before"], torn)
    with closing(sqlite3.connect(torn, isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("BEGIN")
        _have_again(base, matches["before"])
        base.execute("COMMIT")
        side = torn.with_name(f"{torn.name}-wal").read_bytes()
    torn.unlink()
    torn.with_name(f"{torn.name}-wal").write_bytes(side)
    saved = salvage_match(torn, tmp_path / "new.diceland")
    assert saved.opening_lost
    assert saved.record.entries == read_record(matches["before"]).entries


def test_a_row_that_just_fits_its_page_is_saved_as_one_is_that_goes_on_in_another(tmp_path: Path) -> None:
    """SQLite keeps up to 4061 bytes of a row in its page."""
    path, edge = tmp_path / "match.diceland", range(3880, 3980, 4)
    with Journal.begin(path, game=Game.DICE, opening={}) as journal:
        for size in edge:
            journal.append(EntryKind.NOTE, {"text": "x" * size}, source="keyboard")
    as_written_before(path)
    content = path.read_bytes()
    lies = [places for (places,) in places_of_entries(content).values()]
    assert {len(places) for places in lies} == {1, 2}, "on both sides of what fits"
    assert salvage(content).record.entries == read_record(path).entries


def test_what_lies_only_in_the_rollback_journal_is_saved(matches: dict[str, Path]) -> None:
    """The match's own file is gone; SQLite kept its pages before it wrote: a header of 512 bytes, then of each page its
    number, the page and a checksum (sqlite.org/fileformat2.html, 3)."""
    content = matches["before"].read_bytes()
    numbers = list(range(1, len(content) // PAGE + 1))
    random.Random(3).shuffle(numbers)
    pages = [number.to_bytes(4, "big") + content[(number - 1) * PAGE : number * PAGE] + b"sum." for number in numbers]
    saved = salvage(b"", rollback=bytes(512) + b"".join(pages))
    assert saved.record.entries == read_record(matches["before"]).entries


def _have_again(base: sqlite3.Connection, match: Path) -> None:
    """Write all entries of a match once more."""
    for verb in ("UPDATE", "DELETE"):
        base.execute(f"DROP TRIGGER entry_{verb}")
    rows = base.execute("SELECT * FROM entry").fetchall()
    base.execute("DELETE FROM entry")
    base.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A match of five entries of the dice game, as programs before 2026-11 wrote it."""
    path = tmp_path / "played.diceland"
    with Match.begin(path, decode_match_opening(OPENING)) as match:
        do(match, SHOT, source="camera")
        do(match, END, source="keyboard")
        do(match, THROW, source="camera")
        do(match, {"do": "skip"}, source="keyboard")
        do(match, END, source="keyboard")
    as_written_before(path)
    return path


def test_entries_after_a_gap_are_kept_and_what_does_not_fit_is_marked(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = read_record(played).entries
    _changed(played, "DELETE FROM entry WHERE number IN (2, 3)")
    into = tmp_path / "new.diceland"
    assert main(["export", "--salvage", str(played), "-o", str(into)]) == 0
    message = capsys.readouterr().out
    assert "3 entries are saved" in message
    assert "Lost: 2-3." in message
    assert "1 entry looks whole but cannot be proved (4)" in message
    salvaged = read_record(into).entries
    assert [salvaged[0], *salvaged[3:]] == [entries[0], *entries[3:]]
    assert [one.kind for one in salvaged[1:3]] == [EntryKind.NOTE, EntryKind.NOTE]
    telling = narrate_match(into)
    assert [line.number for line in telling.lines] == [1, 2, 4, 5]
    assert telling.lines[1].text == "Entries 2 to 3 are lost: this file was damaged. What follows may not be valid."
    assert [one.number for one in telling.weighty] == [4, 5], "no die was thrown, and it is Anna's turn"
    with Match.resume(into) as match:
        assert do(match, END, source="keyboard").ok or match.undo()


def test_without_its_opening_a_match_still_tells_what_was_done(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [line.text for line in narrate_match(played).lines]
    _changed(played, "DELETE FROM match")
    into = tmp_path / "new.diceland"
    assert main(["export", "--salvage", str(played), "-o", str(into)]) == 0
    assert "The opening is lost" in capsys.readouterr().out
    assert [line.text for line in narrate_match(into).lines] == texts
    assert main(["replay", str(into)]) == 0


@pytest.mark.parametrize(
    ("number", "words"),
    [(3, "content = '{}'"), (1, "source = 'nobody'"), (5, "at = '2030-01-01T00:00:00+00:00'"), (2, "number = 9")],
)
def test_an_entry_that_was_changed_is_not_taken_for_what_it_was(
    played: Path, tmp_path: Path, number: int, words: str
) -> None:
    entries = read_record(played).entries
    _changed(played, f"UPDATE entry SET {words} WHERE number = {number}")
    saved = salvage_match(played, tmp_path / "new.diceland")
    lost = set(chain.from_iterable(saved.lost))
    assert lost == ({number} if number < 5 else set())
    assert [one for one in saved.record.entries if one.number not in lost] == [
        one for one in entries if one.number != number
    ]


def test_the_mirror_saves_what_was_changed_in_a_row(written: Path, tmp_path: Path) -> None:
    reported_before = read_record(written)
    with Journal.resume(written) as journal:
        picture = journal.save_picture(b"\xff\xd8picture")
    _changed(written, "UPDATE entry SET source = 'nobody' WHERE number = 4; DELETE FROM match")
    into = tmp_path / "whole.diceland"
    salvage_match(written, into)
    with Journal.resume(into) as journal:
        assert journal.entries == reported_before.entries
        assert (journal.opening, journal.begun_at, journal.game) == (
            reported_before.opening,
            reported_before.begun_at,
            reported_before.game,
        )
        assert journal.picture(picture) == b"\xff\xd8picture"
        assert journal.append(EntryKind.ACT, {"do": "pass"}, source="keyboard").number == 7


def test_a_match_of_an_earlier_program_gets_its_mirror_with_the_first_entry(
    matches: dict[str, Path], tmp_path: Path
) -> None:
    match = tmp_path / "before.diceland"
    shutil.copyfile(matches["before"], match)
    with Journal.resume(match) as journal:
        journal.append(EntryKind.NOTE, {"text": "new"}, source="keyboard")
        entries = journal.entries
    _changed(match, "DELETE FROM entry")
    assert salvage_match(match, tmp_path / "new.diceland").record.entries == entries


def test_a_whole_match_is_mended_into_the_same(matches: dict[str, Path], tmp_path: Path) -> None:
    saved = salvage_match(matches["now"], tmp_path / "new.diceland")
    assert saved.record == read_record(matches["now"])
    assert (saved.lost, saved.unproved, saved.opening_lost) == ((), (), False)


@pytest.mark.parametrize("content", [b"", bytes(9000), b"text" * 900])
def test_of_what_never_was_a_match_nothing_is_saved(content: bytes, tmp_path: Path) -> None:
    torn = tmp_path / "torn.diceland"
    torn.write_bytes(content)
    with pytest.raises(OperationError, match="nothing of this match can be saved"):
        salvage_match(torn, tmp_path / "new.diceland")
    assert not (tmp_path / "new.diceland").exists()
    with pytest.raises(InputError, match="no match of that name"):
        salvage_match(tmp_path / "gone.diceland", tmp_path / "new.diceland")


def test_a_match_of_a_newer_program_is_not_mended(written: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(written)) as base:
        base.execute("PRAGMA user_version = 2")
    with pytest.raises(OperationError, match="format 2"):
        salvage_match(written, tmp_path / "new.diceland")


def test_entries_of_every_game_are_saved_without_their_opening(tmp_path: Path) -> None:
    acts: dict[Game, tuple[dict[str, Any], dict[str, Any]]] = {
        Game.OGRE_CARD: ({"do": "mark", "row": "main", "left": 1}, {"text": "marked"}),
        Game.EXERCISE_K: ({"do": "end-turn"}, {"text": "ended", "player": "Red 1"}),
        Game.DICE: ({"do": "pass"}, {"text": "passed", "player": "Anna"}),
    }
    for game, (act, recorded_outcome) in acts.items():
        torn, into = tmp_path / f"{game}.diceland", tmp_path / f"new {game}.diceland"
        with Journal.begin(torn, game=game, opening={"format": 1}) as journal:
            journal.append(EntryKind.ACT, act, source="keyboard", recorded_outcome=recorded_outcome)
        _changed(torn, "DELETE FROM match; DELETE FROM mirror WHERE rowid = 1")
        assert salvage_match(torn, into).record.game is game
        assert narrate_match(into).lines[0].text == recorded_outcome["text"]


def test_one_lost_entry_is_reported_as_one() -> None:
    from companion.journal.repair import _in_order

    found = {
        number: JournalEntry(number, datetime(2026, 5, 1, 19, tzinfo=UTC), EntryKind.ACT, {}, "") for number in (2, 5)
    }
    one, _, first_of_two, second_of_two, _ = _in_order(found)[0]
    assert str(one.content["text"]).startswith("Entry 1 is lost")
    assert str(first_of_two.content["text"]).startswith("Entries 3 to 4 are lost")
    assert second_of_two.content == {}
