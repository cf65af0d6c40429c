"""Writes in a match until it is killed, and says aloud each number that it was promised.

python -m tests.journal.killed_writer write MATCH     resumes the match and writes without end
python -m tests.journal.killed_writer begin FOLDER    begins one match after the other without end
python -m tests.journal.killed_writer nursery MATCH SEED WHAT
    does the same in a child, kills it at a random moment, says so; once for each line that it hears
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Never

from companion.journal import EntryDraft, EntryKind, Game, GestureDraft, Journal

JPEG = b"\xff\xd8" + b"settled" * 300
#: The most entries that one gesture has: so many may be on disk before the first of them is said aloud.
GESTURE = 3


def content_of(number: int) -> dict[str, Any]:
    """What the entry of a number holds, whoever wrote it."""
    return {"n": number, "pad": "x" * (number * 37 % 700)}


def write(match: Path) -> Never:
    """Write without end; close and open again now and then, so that a kill may fall into that too."""
    while True:
        with Journal.resume(match) as journal:
            for _ in range(15):
                first = len(journal.entries) + 1
                picture = journal.save_picture(JPEG + str(first).encode())
                size = 1 + first % GESTURE
                drafts = tuple(EntryDraft(EntryKind.ACT, content_of(first + place)) for place in range(size))
                say(journal.append_gestures([GestureDraft(drafts, "camera", picture)])[-1].number)


def begin(folder: Path) -> Never:
    """Begin matches without end."""
    count = len(list(folder.glob("m*.diceland")))
    while True:
        Journal.begin(folder / f"m{count}.diceland", game=Game.DICE, opening=content_of(count)).close()
        say(count)
        count += 1


def nursery(place: Path, seed: int, what: Callable[[Path], Never]) -> None:
    """Let a child do something without end, and kill it: at any moment from its first on, or (mostly) at any moment
    after its first promise, however slow the machine is. Once for each line heard."""
    rng = random.Random(seed)
    for _ in sys.stdin:
        hears, tells = os.pipe()
        child = os.fork()
        if child == 0:
            PROMISED.append(tells)
            what(place)
        os.close(tells)
        if rng.random() < 0.7:
            os.read(hears, 1)
        time.sleep(rng.uniform(0, 0.025))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(hears)
        say("killed")


#: Where a child tells that it has promised something.
PROMISED: list[int] = []


def say(word: object) -> None:
    """Say a word aloud at once."""
    os.write(1, f"{word}\n".encode())
    while PROMISED:
        os.write(PROMISED.pop(), b".")


WHAT = {"write": write, "begin": begin}

if __name__ == "__main__":
    name, where, *rest = sys.argv[1:]
    if name == "nursery":
        nursery(Path(where), int(rest[0]), WHAT[rest[1]])
    else:
        WHAT[name](Path(where))
