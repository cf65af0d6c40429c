"""On a disk without room nothing is torn: exit status 1, one sentence, and the file that was there stays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.cli import main
from companion.codec.script import decode_match_opening
from companion.errors import OperationError
from companion.paper import Page, write_pages
from companion.session.match import Match
from tests.programs import ROOT
from tests.small_disk import fill, no_room, small_disk

pytestmark = pytest.mark.usefixtures("qapp")  # before a sheet is painted: Qt has one application only

OLD = b"what was there before"
MATCHES = ROOT / "tests" / "rules" / "matches"


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that has begun."""
    recorded = json.loads((MATCHES / "crushed.json").read_text())
    opening = {key: value for key, value in recorded.items() if key not in {"steps", "happened"}}
    file = tmp_path_factory.mktemp("matches") / "begun.diceland"
    Match.begin(file, decode_match_opening(opening)).close()
    return file


@pytest.fixture(params=["full", "limited"])
def full_folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of 100 KB that is full but for what a test finds there; else one where files may not grow."""
    folder = tmp_path / "disk"
    with ExitStack() as held:
        if request.param == "limited":
            folder.mkdir()
        elif not held.enter_context(small_disk(folder, size="100k")):
            pytest.skip("no disk can be mounted here")
        yield folder


def _without_room(folder: Path, held: ExitStack) -> None:
    if folder.is_mount():
        fill(folder)
    else:
        held.enter_context(no_room())


@pytest.mark.parametrize(
    ("words", "old"),
    [
        (["print", "quick-reference", "-o", "sheet.pdf"], ["sheet.pdf"]),
        (["print", "lens-board", "-o", "sheet.png"], ["sheet.png"]),
        (["print", "counters", "-o", "sheet.svg"], ["sheet.svg"]),
        (["print", "markers", "--size", "900x600", "-o", "m.svg"], ["m-1.svg", "m-4.svg", "mat-900x600.json"]),
        (["print", "certify", "-o", "sheet.pdf"], ["sheet.pdf", "sheet.json"]),
        (["export", "MATCH", "-o", "result.pdf"], ["result.pdf"]),
        (["export", "MATCH", "-o", "result.svg"], ["result.svg"]),
        (["export", "MATCH", "-o", "result.png"], ["result.png"]),
        (["export", "MATCH", "-o", "result.json"], ["result.json"]),
        (["exercise-k", "--print-sheets", "sheets.pdf"], ["sheets.pdf"]),
    ],
    ids=" ".join,
)
def test_what_is_printed_on_a_full_disk_leaves_what_was_there(
    words: list[str], old: list[str], match: Path, full_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in old:
        (full_folder / name).write_bytes(OLD)
    named = [
        str(match) if word == "MATCH" else str(full_folder / word) if before == "-o" or "print-" in before else word
        for before, word in zip(["", *words], words, strict=False)
    ]
    with ExitStack() as held:
        _without_room(full_folder, held)
        status = main(named)
    message = capsys.readouterr()
    assert (status, message.out, message.err.count("\n")) == (1, "", 1), message
    assert "cannot be written (" in message.err
    assert {file.name for file in full_folder.iterdir()} - {"filler"} == set(old)
    assert all((full_folder / name).read_bytes() == OLD for name in old)


def test_a_sheet_for_which_qt_has_no_memory_is_refused(tmp_path: Path) -> None:
    """Qt says so by what it returns, and nowhere else."""
    with pytest.raises(OperationError, match="not enough memory"):
        write_pages([Page((1e6, 1e6), lambda _: None)], tmp_path / "wall.png")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is always full")
@pytest.mark.parametrize("words", [["--version"], ["matches"]], ids=" ".join)
def test_output_redirected_to_a_full_disk_is_one_sentence(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": ""},  # argparse swallows what goes wrong while it prints
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"standard output cannot be written (No space left" in done.stderr
