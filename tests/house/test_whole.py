"""Files are written whole or not at all, whatever happens: a failure on the way, or a power cut at any moment."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.atomic_write import atomic_path, write_all_atomic, write_atomic
from tests.programs import ROOT

OLD, NEW = b"what was there before", b"what is written now" * 5000


class ForgetfulDisk:
    """A disk that keeps for certain what was synchronised, and of anything else perhaps all, perhaps nothing."""

    def __init__(self, path: Path) -> None:
        """Watch one file; what it holds already is certain."""
        self.path = path
        self._content = {path.stat().st_ino: path.read_bytes()} if path.exists() else {}
        self._named = {next(iter(self._content), None)}
        self.seen: list[set[bytes | None]] = [self.after_a_power_cut()]

    def sync(self, descriptor: int) -> None:
        """``os.fsync``: a file's content is certain from now on, or the names in a folder."""
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            self._named = {self.path.stat().st_ino}
        else:
            os.lseek(descriptor, 0, os.SEEK_SET)
            self._content[status.st_ino] = os.read(descriptor, status.st_size)
        self.seen.append(self.after_a_power_cut())

    def rename(self, source: Path, target: Path, replace: Callable[[Path, Path], None]) -> None:
        """``os.replace``: the name may mean the new file after a power cut, or still the old one."""
        replace(source, target)
        self._named |= {self.path.stat().st_ino}
        self.seen.append(self.after_a_power_cut())

    def after_a_power_cut(self) -> set[bytes | None]:
        """All that the file may hold when the light is on again; None where it may not be there."""
        return {None if inode is None else self._content.get(inode, b"") for inode in self._named}


def _forgetful(path: Path, monkeypatch: pytest.MonkeyPatch) -> ForgetfulDisk:
    disk, replace = ForgetfulDisk(path), os.replace
    monkeypatch.setattr(os, "fsync", disk.sync)
    monkeypatch.setattr(os, "replace", lambda source, target: disk.rename(source, target, replace))
    return disk


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be synchronised there")
@pytest.mark.parametrize("before", [OLD, None], ids=["over another", "new"])
def test_after_a_power_cut_a_file_is_the_old_one_or_the_new_one_and_then_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bytes | None
) -> None:
    path = tmp_path / "settings.json"
    if before is not None:
        path.write_bytes(before)
    disk = _forgetful(path, monkeypatch)
    write_atomic(path, NEW)
    assert path.read_bytes() == NEW
    assert all(held <= {before, NEW} for held in disk.seen), "half a file, or an empty one"
    assert disk.after_a_power_cut() == {NEW}, "what was written may still be forgotten"


def test_where_it_cannot_be_written_what_was_there_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(OLD)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomic(path, NEW)
    assert path.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_a_draft_of_work_that_fails_is_gone(tmp_path: Path) -> None:
    with pytest.raises(TypeError), atomic_path(tmp_path / "sheet.pdf") as draft, draft.open("wb") as stream:
        stream.writelines([b"half a sheet", None])  # type: ignore[list-item]
    assert list(tmp_path.iterdir()) == []


def test_of_files_that_belong_together_all_are_written_or_none(tmp_path: Path) -> None:
    first, second = tmp_path / "mat.json", tmp_path / "nowhere" / "markers.pdf"
    first.write_bytes(OLD)
    with pytest.raises(FileNotFoundError):
        write_all_atomic({first: NEW, second: NEW})
    assert first.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [first]


@pytest.mark.parametrize("before", [OLD, None], ids=["to a file", "to nothing"])
def test_a_link_stays_one_and_what_it_names_is_written(tmp_path: Path, before: bytes | None) -> None:
    file, link, to_link = tmp_path / "shelf" / "sheet.pdf", tmp_path / "link.pdf", tmp_path / "to-link.pdf"
    file.parent.mkdir()
    if before is not None:
        file.write_bytes(before)
    link.symlink_to(Path("shelf", "sheet.pdf"))
    to_link.symlink_to(link.name)
    write_atomic(to_link, NEW)
    assert file.read_bytes() == NEW
    assert to_link.is_symlink()
    assert link.is_symlink()
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes among the files here")
def test_what_no_file_can_take_the_place_of_is_refused_and_stays(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "null").symlink_to(os.devnull)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    for name, why in {"pipe": "a pipe", "null": "a device", "loop": "symbolic links", "folder": "a folder"}.items():
        with pytest.raises(OSError, match=why):
            write_atomic(tmp_path / name, NEW)
    assert (tmp_path / "pipe").is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "loop", "null", "pipe"]


@pytest.mark.skipif(os.name == "nt", reason="files there belong to nobody in particular")
def test_what_its_owner_alone_may_read_stays_so(tmp_path: Path) -> None:
    path, new = tmp_path / "camera.json", tmp_path / "remembered.json"
    path.write_bytes(OLD)
    path.chmod(0o600)
    write_atomic(path, NEW)
    write_atomic(new, NEW, private=True)
    assert [stat.S_IMODE(file.stat().st_mode) for file in (path, new)] == [0o600, 0o600]


#: Writes half a file, says where, and waits to be killed.
_WRITER = """
import sys, time
from pathlib import Path
from companion.atomic_write import atomic_path
with atomic_path(Path(sys.argv[1])) as draft:
    draft.write_bytes(b"half")
    print(draft.name, flush=True)
    time.sleep(600)
"""


def test_the_drafts_of_killed_processes_are_swept_and_no_others(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    command = [sys.executable, "-c", _WRITER, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        left = killed.stdout.readline().strip()
        killed.kill()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as alive:
        assert alive.stdout is not None
        written_now = alive.stdout.readline().strip()
        try:
            elsewhere = left.replace(left[1:9], "0" * 8)  # of a computer that shares the folder
            for name in (elsewhere, ".notes.draft.txt", "sheet.draft.pdf"):
                (tmp_path / name).touch()
            assert not (tmp_path / left).exists(), "the next writer begins by sweeping"
            (tmp_path / left).touch()
            write_atomic(path, NEW)
            kept = {path.name for path in tmp_path.iterdir()}
        finally:
            alive.kill()
    assert kept == {"sheet.pdf", written_now, elsewhere, ".notes.draft.txt", "sheet.draft.pdf"}
