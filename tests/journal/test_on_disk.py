"""What was promised is on disk: nothing waits in memory or in a file beside the match."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import OperationError
from companion.journal import EntryKind, Game, Journal, read_record, salvage_match, storage, tail_lost
from tests.journal.torn import as_written_before

NOTE = {"text": "x" * 3000}


def test_a_copy_of_an_open_match_has_every_gesture(match: Path, tmp_path: Path) -> None:
    """As a folder that is synchronised takes it: the one file, at any moment between two gestures."""
    copy = tmp_path / "copy.diceland"
    with Journal.begin(match, game=Game.DICE, opening={"format": 1}) as journal:
        for _ in range(5):
            journal.append(EntryKind.NOTE, NOTE, source="keyboard")
            shutil.copyfile(match, copy)
            assert read_record(copy).entries == journal.entries
            assert tail_lost(copy) == ""


def test_a_copy_lies_alone_on_a_medium_that_cannot_be_written(match: Path, tmp_path: Path) -> None:
    """It asks SQLite for nothing beside it."""
    with Journal.begin(match, game=Game.DICE, opening={"format": 1}) as journal:
        journal.append(EntryKind.NOTE, NOTE, source="keyboard")
        copy = tmp_path / "copy.diceland"
        shutil.copyfile(match, copy)
        with closing(sqlite3.connect(f"{copy.as_uri()}?immutable=1", uri=True)) as base:
            assert base.execute("SELECT count(*) FROM entry").fetchone() == (1,)
            assert base.execute("PRAGMA journal_mode").fetchone() != ("wal",)


@pytest.fixture
def left_open(written: Path, tmp_path: Path) -> Iterator[Path]:
    """A match that a program before 2026-11 has open: its last entry lies in the file beside it."""
    as_written_before(written)
    old = tmp_path / "old.diceland"
    shutil.copyfile(written, old)
    with closing(sqlite3.connect(old, isolation_level=None)) as base:
        last = base.execute("SELECT * FROM entry ORDER BY number DESC").fetchone()
        base.execute("DROP TRIGGER entry_DELETE")
        base.execute("DELETE FROM entry WHERE number = 6")
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", last)
        yield old


def test_what_an_earlier_program_left_beside_a_match_is_brought_in(left_open: Path, tmp_path: Path) -> None:
    """As after a kill: the file with what lies beside it."""
    killed = tmp_path / "killed.diceland"
    for ending in ("", "-wal"):
        shutil.copyfile(f"{left_open}{ending}", f"{killed}{ending}")
    assert len(read_record(killed).entries) == 6
    with Journal.resume(killed) as journal:
        assert journal.caution == ""
        assert len(journal.entries) == 6
        shutil.copyfile(killed, tmp_path / "copy.diceland")
    assert len(read_record(tmp_path / "copy.diceland").entries) == 6
    assert [file.name for file in tmp_path.glob("killed*")] == ["killed.diceland"]


def test_a_copy_without_the_file_beside_it_opens_and_says_that_its_end_may_be_missing(
    left_open: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.diceland"
    shutil.copyfile(left_open, copy)
    before = copy.read_bytes()
    reported = (
        "copy.diceland was copied while it was open, without copy.diceland-wal: what was done last may be missing."
    )
    assert main(["export", str(copy), "-o", str(tmp_path / "out.json")]) == 2, "its opening has no pieces"
    assert capsys.readouterr().err.startswith(f"companion: {reported}\n")
    assert [file.read_bytes() for file in tmp_path.glob("copy*")] == [before], "reading leaves it as it is"
    with Journal.resume(copy) as journal:
        assert journal.caution == reported
        assert len(journal.entries) == 5
        journal.append(EntryKind.NOTE, {"text": "on we go"}, source="keyboard")
    assert len(read_record(copy).entries) == 6


def test_what_cannot_be_read_beside_a_match_is_reported_and_not_thrown_away(left_open: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.diceland"
    shutil.copyfile(left_open, damaged)
    beside = bytearray(left_open.with_name(f"{left_open.name}-wal").read_bytes())
    beside[:32] = bytes(32)
    damaged.with_name(f"{damaged.name}-wal").write_bytes(beside)
    with Journal.resume(damaged) as journal:
        assert len(journal.entries) == 5
        assert "what was done after entry 5 is missing here" in journal.caution
    (kept,) = (file for file in tmp_path.glob("damaged.diceland.damaged-*") if not file.name.endswith("-wal"))
    assert kept.name in journal.caution
    assert len(salvage_match(kept, tmp_path / "new.diceland").record.entries) == 6


def test_a_match_that_only_a_writer_can_read_is_refused_like_any_other_where_it_is_damaged(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = storage.connect

    def by_a_writer(file: Path, *, writing: bool) -> sqlite3.Connection:
        if not writing:
            raise sqlite3.OperationalError("attempt to write a readonly database")
        return opened(file, writing=True)

    monkeypatch.setattr(storage, "connect", by_a_writer)
    assert len(read_record(written).entries) == 6
    with closing(sqlite3.connect(written)) as base:
        base.execute("PRAGMA user_version = 2")
    with pytest.raises(OperationError, match="newer version"):
        read_record(written)


def test_of_a_match_that_is_whole_no_tail_is_missed(written: Path, left_open: Path) -> None:
    assert tail_lost(written) == ""
    assert tail_lost(left_open) == "", "what lies beside it is there"
    with Journal.resume(written) as journal:
        assert journal.caution == ""


def test_sqlite_waits_for_the_disk(match: Path) -> None:
    """A journal that forgets what a power cut takes would be as fast and look the same."""
    Journal.begin(match, game=Game.DICE, opening={}).close()
    with Journal.resume(match) as journal:
        assert journal._writer is not None
        base = journal._writer.base
        assert base.execute("PRAGMA synchronous").fetchone()[0] >= 2
        assert base.execute("PRAGMA journal_mode").fetchone() == ("truncate",)


# --- what really reaches the disk, as the system sees it ---------------------------------------------------------

_WRITER = """
import os, sys
from pathlib import Path
from companion.journal import EntryKind, Game, Journal
match = Path(sys.argv[1])
with Journal.begin(match, game=Game.DICE, opening={"format": 1}) as journal:
    os.write(1, b"PROMISED the match")
    for number in range(3):
        journal.append(EntryKind.NOTE, {"text": "x" * 3000}, source="keyboard")
        os.write(1, b"PROMISED an entry")
"""
_CALL = re.compile(r"(?P<name>\w+)\((?P<rest>.*)$")


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, which shows what the system is asked for")
def test_before_anything_is_promised_all_that_was_written_for_it_is_synchronised(match: Path) -> None:
    calls = "write,pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2"
    traced = ["strace", "-f", "-y", "-qq", "-s", "40", "-e", f"trace={calls}", "-e", "signal=none"]
    process = subprocess.run(
        [*traced, sys.executable, "-c", _WRITER, str(match)], capture_output=True, text=True, check=False
    )
    if "ptrace" in process.stderr or "PROMISED" not in process.stderr:
        pytest.skip("strace may not look into processes here")
    assert process.returncode == 0
    unsafe: set[str] = set()
    promises = 0
    for line in process.stderr.splitlines():
        if "PROMISED" in line:
            promises += 1
            assert not unsafe, f"promised while only in memory: {unsafe}"
        for file in re.findall(rf"<({re.escape(str(match.parent))}[^>]*)>", line):
            if "sync(" in line:
                unsafe.discard(file)
            elif re.search(r"write|ftruncate", line):
                unsafe.add(file)
        if "rename" in line and match.name in line:
            assert not {file for file in unsafe if file != str(match.parent)}, "a name is given to what is not on disk"
            unsafe.add(str(match.parent))
    assert promises == 4
