"""Killed at any moment, a match goes on where it was, by what is on disk alone."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.codec.script import decode_match_opening
from companion.rules import Profile
from companion.session.match import Match
from tests.acts import correct
from tests.journal.test_killed import killed_once, nursery
from tests.rules.random_play import random_position
from tests.rules.record_matches import as_script


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_in_the_middle_of_play_a_match_goes_on_with_every_act_that_was_shown(path: Path) -> None:
    script = as_script("killed", random_position(random.Random(4), Profile.CYBURG), [])
    opening = {key: value for key, value in script.items() if key not in {"steps", "happened"}}
    opening["agreements"] = {"CON-31": "99999"}  # so that nobody wins before the last kill
    Match.begin(path, decode_match_opening(json.loads(json.dumps(opening)))).close()
    promised = 0
    with nursery(sys.executable, "-m", "tests.session.match.killed_player", str(path), "5") as process:
        for _ in range(15):
            promised = max([promised, *killed_once(process)])
            with Match.resume(path) as match:
                assert promised <= len(match.entries) <= promised + 1
                assert match.divergences == ()
                stood = match.position
            with Match.resume(path) as again:
                assert again.position == stood
    assert promised >= 9, "so often a child lived until its first promise, however slow the machine is"


#: Amends the first gesture of a match and dies before or after the first transaction of that is on disk.
KILLED_AMENDING = """
import os, signal, sys
from pathlib import Path
from companion.journal import storage
from companion.session.match import Match

write = storage.append_rows

def killed(*words):
    if sys.argv[2] == "after":
        write(*words)
    os.kill(os.getpid(), signal.SIGKILL)

with Match.resume(Path(sys.argv[1])) as match:
    storage.append_rows = killed
    match.amend(1, match.gesture_of(1), source="camera")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a signal that nobody can ignore")
@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_while_its_first_gesture_is_amended_a_match_keeps_all_that_followed(
    match: Match, path: Path, moment: str
) -> None:
    for points in range(1, 9):
        correct(match, {"score": {"Ben": points}}, source="keyboard")
    counted, stood = [line.deed for line in match.log], match.position
    match.close()
    killed = subprocess.run([sys.executable, "-c", KILLED_AMENDING, str(path), moment], check=False)
    assert killed.returncode == -signal.SIGKILL
    with Match.resume(path) as again:
        assert len(again.entries) == (17 if moment == "after" else 8), "an amendment and its eight gestures"
        assert [line.deed for line in again.log if not line.undone] == counted
        assert again.position == stood
