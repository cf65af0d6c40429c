"""What is written down is there again; nothing that is there can be changed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from companion.errors import InputError, OperationError
from companion.journal import (
    PICTURE_MOST_BYTES,
    EntryDraft,
    EntryKind,
    Game,
    GestureDraft,
    Journal,
    fold_entries,
    known_matches,
    matches_folder,
    new_match_file,
    newest_match,
    read_record,
    summarize_match,
)
from companion.journal.journal import read_saved_picture
from companion.journal.locations import PictureStore
from companion.journal.storage import summarize_matches

JPEG = b"\xff\xd8" + b"picture" * 100


@pytest.mark.parametrize("game", Game)
def test_a_journal_tells_again_what_was_written_in_it_whatever_the_game(match: Path, game: Game) -> None:
    moments = iter(datetime(2026, 5, 1, 19, tzinfo=UTC) + timedelta(seconds=n) for n in range(9))
    with Journal.begin(match, game=game, opening={"format": 1, "é": [1, 2.5]}, clock=lambda: next(moments)) as journal:
        journal.append(
            EntryKind.ACT, {"do": "pass"}, source="camera", picture="ab" * 32, recorded_outcome={"text": "A passes."}
        )
        journal.append(EntryKind.NOTE, {"text": "a quarrel — settled"}, source="keyboard")
        reported = journal.entries
    with Journal.resume(match) as again:
        assert again.game is game
        assert again.opening == {"format": 1, "é": [1, 2.5]}
        assert again.begun_at == datetime(2026, 5, 1, 19, tzinfo=UTC)
        assert again.entries == reported
    first, second = reported
    assert (first.number, first.at.second, first.source, first.picture) == (1, 1, "camera", "ab" * 32)
    assert first.recorded_outcome == {"text": "A passes."}
    assert (second.number, second.content, second.picture) == (2, {"text": "a quarrel — settled"}, None)


def test_what_an_entry_holds_is_what_will_be_read_again(match: Path) -> None:
    with Journal.begin(match, game=Game.DICE, opening={}) as journal:
        entry = journal.append(EntryKind.ACT, {"at": (1, 2)}, source="mouse")
    assert entry.content == {"at": [1, 2]}


def test_read_only_tables_and_the_numbers_of_a_camera_can_be_written_down(match: Path) -> None:
    content = {"table": MappingProxyType({"x": np.float32(0.5), "n": np.int64(3), "y": np.float64(0.25)})}
    with Journal.begin(match, game=Game.DICE, opening={}) as journal:
        kept = journal.append(EntryKind.NOTE, content, source="camera").content
        assert kept == {"table": {"x": 0.5, "n": 3, "y": 0.25}}
        assert isinstance(kept["table"], dict)
        assert isinstance(kept["table"]["n"], int), "a whole number stays one"
        with pytest.raises(TypeError, match="cannot be saved"):
            journal.append(EntryKind.NOTE, {"file": match}, source="camera")
        assert len(journal.entries) == 1


def test_a_gesture_of_several_acts_counts_and_is_undone_as_one(match: Path) -> None:
    with Journal.begin(match, game=Game.DICE, opening={}) as journal:
        journal.append(EntryKind.ACT, {"do": "call"}, source="keyboard")
        acts = tuple(EntryDraft(EntryKind.ACT, {"do": name}) for name in ("skip", "pass"))
        journal.append_gestures([GestureDraft(acts, source="camera")])
        assert [one.joined for one in journal.entries] == [False, False, True]
        journal.append(EntryKind.UNDO, source="keyboard")
        assert [one.content["do"] for one in fold_entries(journal.entries).in_force] == ["call"]


def test_a_closed_match_is_one_file_that_can_be_carried_away(written: Path) -> None:
    assert [file.name for file in written.parent.iterdir()] == [written.name]
    written.chmod(0o444)
    assert len(read_record(written).entries) == 6


def test_a_match_can_be_read_while_it_is_open(written: Path) -> None:
    with Journal.resume(written) as journal:
        journal.append(EntryKind.ACT, {"do": "pass"}, source="keyboard")
        assert read_record(written).entries == journal.entries


def test_two_windows_cannot_open_one_match(written: Path) -> None:
    with Journal.resume(written), pytest.raises(OperationError, match="open in another window"):
        Journal.resume(written)
    Journal.resume(written).close()


@pytest.mark.skipif(os.name == "nt", reason="links are for administrators there")
def test_two_processes_cannot_open_one_match_by_whatever_name(written: Path, tmp_path: Path) -> None:
    alias = tmp_path / "other.diceland"
    alias.symlink_to(written)
    code = "import sys, pathlib; from companion.journal import Journal; Journal.resume(pathlib.Path(sys.argv[1]))"
    with Journal.resume(written):
        second = subprocess.run([sys.executable, "-c", code, str(alias)], capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert "open in another window" in second.stderr.splitlines()[-1]


def test_a_new_match_never_takes_the_place_of_another(written: Path) -> None:
    before = written.read_bytes()
    with pytest.raises(OperationError, match="already"):
        Journal.begin(written, game=Game.DICE, opening={})
    assert written.read_bytes() == before


def test_a_match_that_is_not_there_is_wrong_input_and_nothing_is_made(tmp_path: Path) -> None:
    for reading in (Journal.resume, read_record):
        with pytest.raises(InputError, match="no match of that name"):
            reading(tmp_path / "gone.diceland")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(OperationError, match="Choose another place"):
        Journal.begin(tmp_path / "gone" / "m.diceland", game=Game.DICE, opening={})


@pytest.mark.parametrize("words", ["UPDATE entry SET source = 'x'", "DELETE FROM entry", "DELETE FROM match"])
def test_no_row_is_ever_changed_or_taken_away(written: Path, words: str) -> None:
    with closing(sqlite3.connect(written)) as base, pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
        base.execute(words)


def test_a_full_disk_refuses_the_act_and_the_journal_is_as_it_was(written: Path) -> None:
    with Journal.resume(written) as journal:
        before = journal.entries
        assert journal._writer is not None
        base = journal._writer.base
        pages = base.execute("PRAGMA page_count").fetchone()[0]
        base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(OperationError, match="does not count"):
            journal.append(EntryKind.NOTE, {"text": "x" * 100_000}, source="keyboard")
        assert journal.entries == before
        base.execute("PRAGMA max_page_count = 100000")
        assert journal.append(EntryKind.NOTE, {"text": "now"}, source="keyboard").number == len(before) + 1
    assert len(read_record(written).entries) == len(before) + 1


def test_pictures_lie_beside_the_match_under_their_hash_and_once(written: Path) -> None:
    with Journal.resume(written) as journal:
        name = journal.save_picture(JPEG)
        assert journal.save_picture(JPEG) == name
        assert journal.picture(name) == JPEG == read_saved_picture(written, name)
        kept = list(written.with_suffix(".pictures").iterdir())
        assert [file.name for file in kept] == [f"{name}.jpg"]
        kept[0].write_bytes(JPEG + b"!")
        assert journal.picture(name) is None
        assert journal.picture("../club night") is None


@pytest.mark.parametrize("wrong", [b"PNG", b"\xff\xd8" + bytes(PICTURE_MOST_BYTES)], ids=["no JPEG", "too large"])
def test_only_small_jpegs_are_kept(written: Path, wrong: bytes) -> None:
    with Journal.resume(written) as journal, pytest.raises(OperationError, match="JPEG of at most 512 KB"):
        journal.save_picture(wrong)


def test_where_the_pictures_grow_too_many_the_oldest_go(tmp_path: Path) -> None:
    pictures = PictureStore(tmp_path / "m.pictures", most_bytes=3 * len(JPEG))
    names = []
    for count in range(5):
        names.append(pictures.save(JPEG[:-1] + bytes([count])))
        os.utime(tmp_path / "m.pictures" / f"{names[-1]}.jpg", (count, count))
    assert [pictures.find(name) is not None for name in names] == [False, False, True, True, True]


def test_matches_lie_in_the_users_folder_and_the_one_played_last_is_known() -> None:
    assert newest_match() is None
    names = []
    for count in range(2):
        names.append(new_match_file("Ogre / Mark III"))
        Journal.begin(names[-1], game=Game.DICE, opening={"n": count}).close()
    assert all(name.parent == matches_folder() for name in names)
    assert names[0].stem.endswith("-Ogre-Mark-III")
    assert names[1].stem.endswith("-Ogre-Mark-III-2")
    assert not any(" " in name.name for name in names)
    with Journal.resume(names[0]) as journal:
        journal.append(EntryKind.NOTE, {"text": "later"}, source="keyboard")
        assert newest_match() == names[0]
    assert set(known_matches()) == set(names)


def test_matches_are_offered_at_a_glance_by_game_and_what_cannot_be_read_is_not(written: Path) -> None:
    desk = written.with_name("desk.diceland")
    Journal.begin(desk, game=Game.EXERCISE_K, opening={"players": 12}).close()
    written.with_name("torn.diceland").write_bytes(b"torn")
    assert {one.path for one in summarize_matches(written.parent)} == {written, desk}
    (found,) = summarize_matches(written.parent, game=Game.DICE)
    assert (found.path, found.game, found.opening["name"], found.entries) == (written, Game.DICE, "Größe", 6)
    assert found.begun_at < found.played_at
    assert newest_match(written.parent, game=Game.EXERCISE_K) == desk
    assert newest_match(written.parent, game=Game.OGRE_CARD) is None
    assert summarize_match(written.with_name("torn.diceland")) is None
