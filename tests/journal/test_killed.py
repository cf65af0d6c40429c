"""Killed at any moment, a match resumes with nothing lost: every number that was promised is on disk, in order."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from companion.journal import Game, Journal, read_record
from tests.journal.killed_writer import GESTURE, content_of

ROOT = Path(__file__).parents[2]
WRITER = [sys.executable, "-m", "tests.journal.killed_writer"]


@contextmanager
def nursery(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that kills a child of its own for every line it hears."""
    process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def killed_once(process: subprocess.Popen[str]) -> list[int]:
    """The numbers that a child said aloud before it was killed."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    heard = list(iter(lambda: process.stdout.readline().strip(), "killed"))  # type: ignore[union-attr]
    return [int(word) for word in heard]


def check(match: Path, promised: int) -> None:
    """Every promise is saved: all entries up to the last promised are there, unchanged, with their pictures."""
    with Journal.resume(match) as journal:
        entries = journal.entries
        assert promised <= len(entries)
        assert [entry.content for entry in entries] == [content_of(number) for number in range(1, len(entries) + 1)]
        assert all(journal.picture(entry.picture or "") for entry in entries[-30:])
        gestures = [entry.number for entry in entries if not entry.joined]
        assert all(later - first == 1 + first % GESTURE for first, later in pairwise(gestures))
        assert not gestures or len(entries) - gestures[-1] == gestures[-1] % GESTURE, "half a gesture"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_a_hundred_times_while_writing_nothing_is_lost(match: Path) -> None:
    Journal.begin(match, game=Game.DICE, opening={}).close()
    promised = 0
    with nursery(*WRITER, "nursery", str(match), "2026", "write") as process:
        for _ in range(100):
            promised = max([promised, *killed_once(process)])
            check(match, promised)
    assert len(read_record(match).entries) >= promised
    assert promised > 100


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_while_beginning_there_is_a_whole_match_or_none(tmp_path: Path) -> None:
    promised = -1
    with nursery(*WRITER, "nursery", str(tmp_path), "2026", "begin") as process:
        for _ in range(25):
            promised = max([promised, *killed_once(process)])
    begun = sorted(tmp_path.glob("m*.diceland"))
    assert len(begun) > promised > 0
    for match in begun:
        assert read_record(match).opening == content_of(int(match.stem[1:]))


def test_killed_as_every_system_kills_nothing_is_lost_and_the_lock_is_gone(match: Path) -> None:
    Journal.begin(match, game=Game.DICE, opening={}).close()
    rng = random.Random(9)
    for _ in range(4):
        process = subprocess.Popen([*WRITER, "write", str(match)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        first = int(process.stdout.readline())
        time.sleep(rng.uniform(0, 0.05))
        process.kill()
        heard = process.communicate()[0].split()
        check(match, max([first, *map(int, heard)]))


#: Resumes a match on a disk that takes its time, and is killed as it tries whether there is room.
_KILLED_TRYING_ROOM = """
import os, signal, sys
from pathlib import Path
from companion.journal import Journal
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
Journal.resume(Path(sys.argv[1]))
"""
_RESUMED = """
import sys
from pathlib import Path
from companion.journal import Journal
Journal.resume(Path(sys.argv[1])).close()
"""


@pytest.mark.skipif(os.name == "nt", reason="nobody is killed so there")
def test_killed_while_it_tries_for_room_it_leaves_nothing_that_the_next_does_not_sweep(match: Path) -> None:
    Journal.begin(match, game=Game.DICE, opening={}).close()
    killed = subprocess.run([sys.executable, "-c", _KILLED_TRYING_ROOM, str(match)], cwd=ROOT, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len([*match.parent.glob(".*.draft*")]) == 1, "the test would show nothing"
    subprocess.run([sys.executable, "-c", _RESUMED, str(match)], cwd=ROOT, check=True)
    assert [*match.parent.iterdir()] == [match]
