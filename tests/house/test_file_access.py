"""Only whole regular files are read, and names out of files stay in their folder."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import InputError
from companion.file_access import read_bytes, resolve_inside
from companion.journal import known_matches, new_match_file

NAME_TOO_LONG = "x" * 5000


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"whole")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert read_bytes(tmp_path / "file", at_most=5) == read_bytes(tmp_path / "link") == b"whole"


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(5))
    with pytest.raises(OSError, match="it holds more than 0 KB"):
        read_bytes(tmp_path / "file", at_most=4)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes among the files here")
def test_what_would_wait_or_never_end_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(tmp_path / "socket"))
    for path, why in {
        tmp_path: "folder",
        tmp_path / "pipe": "pipe",
        tmp_path / "socket": "socket",
        Path(os.devnull): "device",
    }.items():
        with pytest.raises(OSError, match=f"it is a {why}"):
            read_bytes(path)


@pytest.mark.parametrize(
    ("name", "why"), [(NAME_TOO_LONG, "too long"), ("a\0b", "no file can have"), ("\ud800", "no file can have")]
)
def test_a_name_that_no_file_has_is_an_error_of_files(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=why):
        read_bytes(tmp_path / name)


def test_a_link_that_leads_to_itself_is_an_error_of_files(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(OSError, match="symbolic links"):
        read_bytes(tmp_path / "loop")


@pytest.mark.parametrize("name", ["a.jpg", "below/a.jpg", "./a.jpg", "..a.jpg"])
def test_a_name_inside_is_taken(name: str, tmp_path: Path) -> None:
    assert resolve_inside(tmp_path, name) == tmp_path / name


OUTSIDE = ["../a.jpg", "below/../../a.jpg", "/a.jpg", "\\a.jpg", "..\\a.jpg", "C:a.jpg", "", "."]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_name_that_leads_out_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="leads out of the folder"):
        resolve_inside(tmp_path, name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes among the files here")
@pytest.mark.parametrize(
    "words",
    [
        ["referee", "PIPE"],
        ["read", "--camera", "PIPE", "picture.jpg"],
        ["calibrate", "--mat", "PIPE", "picture.jpg", "-o", "camera.json"],
        ["replay", "PIPE"],
        ["export", "PIPE", "-o", "x.json"],
        ["export", "PIPE", "-o", "x.pdf"],
        ["export", "--salvage", "PIPE", "-o", "x.diceland"],
        ["play", "--source", "none", "--match", "PIPE"],
        ["ogre-card", "--match", "PIPE"],
        ["report", "PIPE", "-o", "x.html"],
        ["shadow", "PIPE", "-o", "x.html"],
        ["certify", "--camera", "PIPE", "--sheet", "PIPE", "PIPE.jpg"],
        ["play", "--source", "PIPE"],
        ["play", "--source", "PIPE.json"],
        ["play", "--source", "PIPE.mp4"],
        ["exercise-k", "--match", "PIPE", "--print-sheets", "x.pdf"],
        ["dice", "check", "FOLDER"],
        ["bench", "PIPE.jpg", "--camera", "PIPE"],
    ],
    ids=" ".join,
)
def test_no_command_waits_for_a_pipe(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in ("", ".json", ".mp4", ".jpg"):
        os.mkfifo(tmp_path / f"pipe{ending}")
    (tmp_path / "dice").mkdir()
    os.mkfifo(tmp_path / "dice" / "die.toml")
    places = {"PIPE": str(tmp_path / "pipe"), "FOLDER": str(tmp_path / "dice")}
    named = [word.replace("PIPE", places["PIPE"]).replace("FOLDER", places["FOLDER"]) for word in words]
    assert main(named) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "should not have" not in err


KERNEL_LOG = Path("/proc/kmsg")


@pytest.mark.skipif(not os.access(KERNEL_LOG, os.R_OK), reason="only an administrator reads the kernel's log here")
def test_a_file_that_has_nothing_to_say_now_is_refused() -> None:
    """It looks like a regular file, has neither size nor end, and would be waited for."""
    with pytest.raises(OSError, match="nothing can be read from it now"):  # noqa: PT012  (what it had to say comes first)
        for _ in range(3):
            read_bytes(KERNEL_LOG)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file here fails whenever it is read")
@pytest.mark.parametrize(
    "words",
    [
        ["replay", "MATCH"],
        ["export", "MATCH", "-o", "x.json"],
        ["export", "--salvage", "MATCH", "-o", "x.diceland"],
        ["play", "--source", "none", "--match", "MATCH"],
        ["exercise-k", "--match", "MATCH", "--print", "x.pdf"],
        ["read", "--camera", "MATCH", "picture.jpg"],
        ["referee", "MATCH"],
    ],
    ids=" ".join,
)
def test_a_failing_disk_is_reported_with_the_file(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "match.diceland").symlink_to("/proc/self/mem")
    status = main([word.replace("MATCH", "match.diceland") for word in words])
    out, err = capsys.readouterr()
    assert status in {1, 2}
    assert (out, err.count("\n")) == ("", 1)
    assert "match.diceland" in err
    assert "Input/output error" in err
    assert "Unexpected error" not in err


def test_matches_that_are_no_files_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "folder.diceland").mkdir()
    (tmp_path / "dangling.diceland").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop.diceland").symlink_to(tmp_path / "loop.diceland")
    (tmp_path / "match.diceland").write_text("")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.diceland")
    assert known_matches(tmp_path) == (tmp_path / "match.diceland",)


@pytest.mark.parametrize("name", ["../../x", "a/b\\c", "\x1b[2J", "\U00020000" * 80, "", "...", "a\0b"])
def test_a_new_match_stays_in_its_folder_whatever_the_players_are_called(name: str, tmp_path: Path) -> None:
    file = new_match_file(name, tmp_path)
    assert file.parent == tmp_path
    assert file.name.isprintable()
    file.with_name(f"{file.name}-journal").touch()  # what SQLite puts beside it has a name too
    assert not file.exists()
