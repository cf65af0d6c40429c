"""Files are written whole or not at all, whatever happens: a failure on the way, or a power cut at any moment."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.atomic_write import atomic_path, write_atomic

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
