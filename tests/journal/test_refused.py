"""A match of a newer program or a damaged one is refused, left as it is, and a copy of it is saved."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import InputError, OperationError
from companion.journal import EntryKind, Journal, read_record, salvage_match, storage


def _copies(match: Path) -> list[Path]:
    return sorted(match.parent.glob(f"{match.name}.*-????????"))


def _changed(match: Path, words: str) -> None:
    """Change a file as nobody should."""
    with closing(sqlite3.connect(match, isolation_level=None)) as base:
        for trigger in ("entry_UPDATE", "entry_DELETE", "match_UPDATE", "match_DELETE"):
            base.execute(f"DROP TRIGGER {trigger}")
        base.executescript(words)


@pytest.mark.parametrize("reading", [Journal.resume, read_record], ids=["resume", "read"])
def test_a_match_of_a_newer_program_is_refused_and_a_copy_kept(written: Path, reading: type) -> None:
    with closing(sqlite3.connect(written)) as base:
        base.execute("PRAGMA user_version = 2")
    before = written.read_bytes()
    for _ in range(2):
        with pytest.raises(OperationError, match=r"newer version of this program.*format 2.*A copy is saved as"):
            reading(written)
    assert written.read_bytes() == before
    assert [copy.read_bytes() for copy in _copies(written)] == [before]
    assert ".newer-" in _copies(written)[0].name


def test_a_disk_that_cannot_be_read_is_a_sentence_and_leaves_the_match_free(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_base: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(storage, "read_journal", fail)
        with pytest.raises(OperationError, match="disk I/O error"):
            Journal.resume(written)
    Journal.resume(written).close()


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        ("UPDATE entry SET content = '{}' WHERE number = 3", "entry 3"),
        ("UPDATE entry SET at = '2026-05-01T19:31:00+00:00' WHERE number = 2", "entry 2"),
        ("DELETE FROM entry WHERE number = 4", "entry 4"),
        ("UPDATE match SET opening = '{}'", "opening was changed"),
        ("DELETE FROM match", "opening is missing"),
        ("DROP TABLE entry", "a table is missing"),
        ("PRAGMA application_id = 7", "not the file of a match"),
    ],
)
def test_a_match_that_was_changed_is_refused_and_a_copy_kept(written: Path, words: str, reported: str) -> None:
    _changed(written, words)
    before = written.read_bytes()
    with pytest.raises(OperationError, match=f"damaged.*{reported}.*A copy is saved as"):
        Journal.resume(written)
    assert written.read_bytes() == before
    assert [copy.read_bytes() for copy in _copies(written)] == [before]


@pytest.mark.parametrize("reading", [Journal.resume, read_record], ids=["resume", "read"])
@pytest.mark.parametrize(
    ("content", "reported"),
    [(b"", "is empty"), (b"no match at all", "is not a match"), (bytes(4096), "is not a match")],
    ids=["empty", "text", "zeros"],
)
def test_a_file_that_is_no_match_is_left_alone(match: Path, content: bytes, reported: str, reading: type) -> None:
    match.write_bytes(content)
    with pytest.raises(InputError, match=f"{reported}.*left alone"):
        reading(match)
    assert match.read_bytes() == content
    assert list(match.parent.iterdir()) == [match], "nothing was made beside it"


def test_another_programs_database_is_left_alone(match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(match)) as base:
        base.executescript("PRAGMA journal_mode = DELETE; CREATE TABLE match (one); INSERT INTO match VALUES (1);")
    before = match.read_bytes()
    for command in (["export", str(match), "-o", str(match.with_suffix(".json"))], ["replay", str(match)]):
        assert main(command) == 2
        assert capsys.readouterr().err.count("is not a match of this program") == 1
    assert match.read_bytes() == before
    assert list(match.parent.iterdir()) == [match]


def test_a_match_whose_first_page_is_torn_still_counts_as_one(written: Path) -> None:
    torn = bytearray(written.read_bytes())
    torn[:100] = bytes(100)
    written.write_bytes(torn)
    with pytest.raises(OperationError, match=r"damaged.*A copy is saved as"):
        Journal.resume(written)
    assert [copy.read_bytes() for copy in _copies(written)] == [bytes(torn)]


def test_wherever_a_file_is_damaged_it_tells_the_same_or_is_refused(written: Path) -> None:
    """No damage makes another story of a match, and none ends in anything but a sentence."""
    whole, reported = written.read_bytes(), read_record(written)
    rng = random.Random(7)
    refused: list[str] = []
    for _ in range(150):
        damaged = bytearray(whole)
        at = rng.randrange(len(whole))
        damaged[at : at + rng.choice((1, 40))] = rng.randbytes(rng.choice((1, 40)))
        written.write_bytes(damaged[: rng.choice((len(whole), at))] if rng.random() < 0.3 else damaged)
        try:
            assert read_record(written) == reported
        except OperationError as refusal:
            refused.append(str(refusal))
    assert len(refused) > 40
    assert not [sentence for sentence in refused if "\n" in sentence]


def test_the_copy_holds_what_sqlite_had_not_yet_brought_into_the_file(written: Path) -> None:
    """A killed window leaves its last entries in a file beside the match; the copy has them too."""
    journal = Journal.resume(written)
    journal.append(EntryKind.NOTE, {"text": "the last one"}, source="keyboard")
    with closing(sqlite3.connect(written)) as base:
        base.execute("PRAGMA user_version = 2")
    with pytest.raises(OperationError, match="newer"):
        read_record(written)
    kept = [file for file in written.parent.iterdir() if ".newer-" in file.name]
    assert any(b"the last one" in file.read_bytes() for file in kept)
    journal.close()


def test_a_rescued_match_never_takes_the_place_of_another(written: Path) -> None:
    with pytest.raises(OperationError, match="already"):
        salvage_match(written, written)


#: Of a match, and of what SQLite or an earlier program leaves beside it.
_FILES = ["", "-wal", "-journal"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes among the files here")
@pytest.mark.parametrize("ending", _FILES)
@pytest.mark.parametrize("what", ["pipe", "device", "3 GB"])
def test_what_no_match_can_be_is_refused_before_it_is_opened(
    what: str, ending: str, written: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written.with_name(f"{written.name}{ending}")
    file.unlink(missing_ok=True)
    if what == "pipe":
        os.mkfifo(file)
    elif what == "device":
        file.symlink_to("/dev/zero")
    else:
        file.touch()
        os.truncate(file, 3 * 2**30)
    into = tmp_path / "whole.diceland"
    for words in (["replay", str(written)], ["export", "--salvage", str(written), "-o", str(into)]):
        assert main(words) == 2, words
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert f"{file}: this is no match (" in err
    assert not into.exists()
    assert main(["matches", str(tmp_path)]) == 0, "one that cannot be opened stops no list"


def test_of_the_pictures_beside_a_torn_match_only_pictures_come_along(written: Path, tmp_path: Path) -> None:
    with Journal.resume(written) as journal:
        name = journal.save_picture(b"\xff\xd8picture")
    secret = tmp_path / "secret.txt"
    secret.write_text("not of this match")
    pictures = written.with_suffix(".pictures")
    (pictures / f"{'0' * 64}.jpg").symlink_to(secret)
    (pictures / "notes.txt").symlink_to(secret)
    (pictures / f"{'1' * 64}.jpg").symlink_to("/dev/zero")
    if hasattr(os, "mkfifo"):
        os.mkfifo(pictures / f"{'2' * 64}.jpg")
    salvage_match(written, tmp_path / "whole.diceland")
    assert [file.name for file in (tmp_path / "whole.pictures").iterdir()] == [f"{name}.jpg"]
