"""A match that cannot be written where it lies is open for looking at: that is said, and nothing fails."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import OperationError
from companion.journal import EntryKind, Journal, read_record
from companion.journal.journal import read_saved_picture
from tests.journal.places import PLACES, Place, full_disk, read_only_medium

EVERYWHERE = pytest.mark.parametrize(("place", "why"), PLACES, ids=[place.__name__ for place, _ in PLACES])


@EVERYWHERE
def test_a_match_opens_for_looking_at_and_says_so(
    written: Path, monkeypatch: pytest.MonkeyPatch, place: Place, why: str
) -> None:
    reported = read_record(written)
    with place(written, monkeypatch) as there:
        before = sorted(file.name for file in there.parent.iterdir())
        with Journal.resume(there) as journal:
            assert (journal.entries, journal.opening) == (reported.entries, reported.opening)
            assert journal.caution.startswith(f"{there.name} is open read-only")
            assert why in journal.caution
            assert journal.caution.count(". ") == 0, "one sentence"
            for write in (
                lambda: journal.append(EntryKind.ACT, {"do": "pass"}, source="keyboard"),
                lambda: journal.save_picture(b"\xff\xd8picture"),
            ):
                with pytest.raises(OperationError) as refusal:
                    write()
                assert str(refusal.value) == journal.caution
            assert journal.entries == reported.entries
            assert read_saved_picture(there, "ab" * 32) is None
        assert sorted(file.name for file in there.parent.iterdir()) == before, "nothing was left behind"


@pytest.mark.parametrize("place", [full_disk, read_only_medium], ids=lambda place: place.__name__)
def test_a_match_whose_window_was_killed_opens_with_its_last_entry(
    written: Path, monkeypatch: pytest.MonkeyPatch, place: Place, tmp_path: Path
) -> None:
    """What lies beside it, as programs before 2026-11 left it, can only be read in a copy."""
    with closing(sqlite3.connect(written, isolation_level=None)) as base:
        last = list(base.execute("SELECT * FROM entry ORDER BY number DESC").fetchone())
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("DROP TRIGGER entry_DELETE")
        base.execute("DELETE FROM entry WHERE number = 6")
        base.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", last)
        killed = tmp_path / "killed" / "m.diceland"
        killed.parent.mkdir()
        for ending in ("", "-wal"):
            shutil.copyfile(f"{written}{ending}", f"{killed}{ending}")
    with place(killed, monkeypatch) as there, Journal.resume(there) as journal:
        assert len(journal.entries) == 6
        assert "open read-only" in journal.caution


def test_once_there_is_room_again_the_match_goes_on(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with full_disk(written, monkeypatch) as there:
        Journal.resume(there).close()
        there.with_name("filler").unlink()
        with Journal.resume(there) as journal:
            assert journal.caution == ""
            assert journal.append(EntryKind.ACT, {"do": "pass"}, source="keyboard").number == 7


def test_a_disk_that_fills_up_while_it_is_played_refuses_the_act_and_keeps_the_match(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with full_disk(written, monkeypatch) as there:
        filler = there.with_name("filler")
        size = filler.stat().st_size
        with filler.open("r+b") as stream:
            stream.truncate(size - 100_000)
        with Journal.resume(there) as journal:
            with pytest.raises(OperationError, match=r"does not count.*room on the disk"):
                _write_on(journal)
            taken = len(journal.entries) - 6
            filler.unlink()
            journal.append(EntryKind.ACT, {"do": "pass"}, source="keyboard")
            entries = journal.entries
        assert read_record(there).entries == entries
        assert 0 < taken < 200


def _write_on(journal: Journal) -> None:
    for _ in range(200):
        journal.append(EntryKind.NOTE, {"text": "x" * 4000}, source="keyboard")
