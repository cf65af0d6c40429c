"""The terminal: names never act on it, names that no file has are refused; a home that cannot be written is borne."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.cli import main
from companion.errors import OperationError
from companion.plain_text import escape_controls
from companion.terminal import say_progress, warn
from tests.source_trees import nodes_of

PROGRAM = Path(companion.__file__).parent
ESCAPE = "\x1b[2J\x1b]0;owned\x07"
HOSTILE = f"Anna{ESCAPE}\nB: 50 points\u202e\x9b31m"
SPELLED = "Anna\\u001b[2J\\u001b]0;owned\\u0007\\u000aB: 50 points\\u202e\\u009b31m"
TOO_LONG = "x" * 5000
PICTURES = PROGRAM.parent / "fixtures" / "images" / "demo"
#: What writes to the terminal: the door itself, and argparse's own help.
#: Windows know nothing of the commands: what fails in them unforeseen has a door of its own.
DOORS = {"terminal.py", "cli/__init__.py", "ui/failure_notice.py"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (HOSTILE, SPELLED),
        ("two\tcolumns\r", "two\\u0009columns\\u000d"),
        ("\x7f\u2028\u2069\U000e0041", "\\u007f\\u2028\\u2069\\U000e0041"),
        ("\udcff.jpg", "\\xff.jpg"),
        ("\ud800", "\\ud800"),
        ("Zoë · 3 × 5 mm – ±0.2°", "Zoë · 3 × 5 mm – ±0.2°"),
        ("a\u00a0b \U0001f469\u200d\U0001f680 می\u200cخواهم", "a\u00a0b \U0001f469\u200d\U0001f680 می\u200cخواهم"),
    ],
)
def test_what_would_act_is_spelled_out(text: str, shown: str) -> None:
    assert escape_controls(text) == shown


def test_nothing_is_printed_past_the_door() -> None:
    printing = {
        (path.relative_to(PROGRAM).as_posix(), line)
        for path in PROGRAM.rglob("*.py")
        if path.name != "update.py"
        for line in _prints(path)
    }
    assert {file for file, _ in printing} == DOORS, "say it with companion.terminal"


def _prints(path: Path) -> Iterator[int]:
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield node.lineno
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("sys.stdout", "sys.stderr"):
            yield node.lineno


def test_several_problems_are_a_line_each_and_a_newline_in_a_name_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_words: list[str]) -> int:
        raise OperationError("a\nb.toml: is wrong", "c.toml: is wrong")

    monkeypatch.setattr("companion.cli._run", fail)
    assert main([]) == 1
    assert capsys.readouterr().err == "companion: a\\u000ab.toml: is wrong\nc.toml: is wrong\n"


def _script(tmp_path: Path) -> Path:
    """A die, its piece and a player, all named to do harm."""
    die = {"id": HOSTILE, "name": HOSTILE, "face": [{"key": "8", "side": 8}]}
    situation = {
        "format": 1,
        "profile": "ogre",
        "players": [{"id": HOSTILE, "edge": "near"}, {"id": "B", "edge": "far"}],
        "dice": [die],
        "pieces": [
            {"id": HOSTILE, "die": HOSTILE, "owner": HOSTILE, "face": "8", "centre_mm": [600, 300], "heading_deg": 90},
            {"id": "b", "die": HOSTILE, "owner": "B", "face": "8", "centre_mm": [600, 600], "heading_deg": 90},
        ],
        "steps": [{"ask": "distance", "from": HOSTILE, "to": "b"}, {"do": "pass"}, {"ask": "actions"}],
    }
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(situation))
    return path


@pytest.mark.parametrize("options", [[], ["--explain"], ["--json"]])
def test_names_in_a_script_do_not_act(options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", *options, str(_script(tmp_path))]) == 0
    message = capsys.readouterr().out
    assert "Anna" in message
    assert [line for line in message.splitlines() if line.startswith("B: 50")] == []
    assert not set(message) & set("\x1b\x07\x9b\u202e")
    if "--json" in options:
        first = json.loads(message.splitlines()[0])
        assert HOSTILE in first["text"]


def test_a_file_named_to_do_harm_is_reported_harmlessly(tmp_path: Path) -> None:
    """As a process: its bytes are what a terminal gets."""
    name = os.fsencode(tmp_path) + b"/" + HOSTILE.encode() + b"\xff.json"
    words = [os.fsencode(sys.executable), b"-m", b"companion", b"referee", name]
    done = subprocess.run(words, capture_output=True, cwd=PROGRAM.parent, check=False)
    assert done.returncode == 2
    assert SPELLED.encode() + b"\\xff.json" in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert b"\x1b" not in done.stderr


COMMANDS_WITH_FILES = [
    ["read", "--camera", "camera.json", TOO_LONG],
    ["read", "--camera", TOO_LONG, "p.jpg"],
    ["read", "--camera", "camera.json", "--dice", TOO_LONG, "p.jpg"],
    ["read", "--camera", "camera.json", "--gallery", TOO_LONG, "p.jpg"],
    ["read", "--camera", "camera.json", "--overlay", TOO_LONG, "p.jpg"],
    ["calibrate", "--mat", TOO_LONG, "p.jpg", "-o", "c.json"],
    ["calibrate", "--mat", "m.json", "p.jpg", "-o", TOO_LONG],
    ["enrol", "--camera", "c.json", "--dice", "d", "--faces", TOO_LONG, "-o", "g"],
    ["enrol", "--live", "--die", "ogre/gev", "--source", TOO_LONG],
    ["play", "--source", TOO_LONG],
    ["play", "--source", f"{TOO_LONG}.jpg"],
    ["play", "--match", TOO_LONG],
    ["referee", TOO_LONG],
    ["dice", "check", TOO_LONG],
    ["print", "dice", "--set", "ogre", "-o", f"{TOO_LONG}.pdf"],
    ["ogre-card", "--match", TOO_LONG],
    ["exercise-k", "--match", TOO_LONG],
    ["exercise-k", "--ruler", TOO_LONG],
    ["exercise-k", "--print-sheets", TOO_LONG],
    ["replay", TOO_LONG],
    ["export", TOO_LONG, "-o", "x.json"],
    ["export", "-o", TOO_LONG],
    ["evaluate", TOO_LONG, "-o", "r"],
    ["bench", TOO_LONG, "--camera", "c.json"],
    ["demo", "-o", TOO_LONG],
]


@pytest.mark.parametrize("words", COMMANDS_WITH_FILES, ids=lambda words: " ".join(words).replace(TOO_LONG, "…"))
def test_a_name_that_no_file_has_is_refused_in_one_short_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "too long" in err
    assert err.count("\n") == 1
    assert len(err) < 250


@pytest.fixture
def no_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home that is a file: nothing can be saved in it, whoever one is."""
    from companion.ui import for_windows

    for_windows()  # before a sheet is painted: Qt has one application only
    home = tmp_path / "home"
    home.write_text("")
    monkeypatch.setenv("COMPANION_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    return home


def test_without_a_home_all_works_that_keeps_nothing(no_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mat, table = PICTURES / "mat.json", PICTURES / "table.jpg"
    for words in (
        ["referee", str(_script(no_home.parent))],
        ["dice", "check"],
        ["rules", "OG-SIGHT-05"],
        ["calibrate", "--mat", str(mat), str(table), "-o", "camera.json"],
        ["read", "--camera", "camera.json", str(PICTURES / "scene-000.jpg")],
        ["print", "ogre-card", "-o", "card.pdf"],
        ["exercise-k", "--print-sheets", "sheets.pdf"],
    ):
        assert main(words) == 0, words
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dice", "edit", "--by-hand", "ogre/gev"], "cannot be written"),
        (["exercise-k", "--own-sheet"], "cannot be written"),
        (["replay"], "No match has been played yet"),
        (["export", "-o", "x.json"], "No match has been played yet"),
        (["ogre-card"], "--match FILE"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_without_a_home_what_must_be_kept_is_refused_in_a_sentence(
    words: list[str], message: str, no_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    err = capsys.readouterr().err
    assert message in err
    assert "should not have" not in err
    assert err.count("\n") == 1


def test_progress_and_warnings_leave_nothing_of_what_stood_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    say_progress("calibrating the camera: 0 of 24 pictures", ends=False)
    say_progress("reading: 1 of 24", ends=False)
    warn("a cup lies there")
    assert _screen(capsys.readouterr().err) == ["a cup lies there", ""]


def _screen(written: str) -> list[str]:
    """What a terminal shows of it."""
    lines, column = [""], 0
    for part in re.findall(r"\r|\n|[^\r\n]+", written):
        if part == "\n":
            lines.append("")
        elif part != "\r":
            lines[-1] = lines[-1][:column] + part + lines[-1][column + len(part) :]
        column = 0 if part in "\r\n" else column + len(part)
    return [line.rstrip() for line in lines]


def test_an_error_of_the_system_about_a_file_is_no_fault_of_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_words: list[str]) -> int:
        raise PermissionError(13, "Permission denied", "dice/ogre")

    monkeypatch.setattr("companion.cli._run", fail)
    assert main([]) == 1
    assert capsys.readouterr().err == "companion: dice/ogre: Permission denied.\n"
