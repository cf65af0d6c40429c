"""Without --share no window opens a socket, and nothing of the server is loaded; with it, one is."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.programs import started

ROOT = Path(__file__).parents[2]

#: Opens a match as the command does, and the card beside it; closes them after a moment.
WINDOWS = """\
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from companion.cli import main
from companion.codec.script import decode_match_opening
from companion.session.match import Match
from companion.ui import for_windows
from tests.share.openings import shared_opening

file = Path(sys.argv[1])
Match.begin(file, decode_match_opening(shared_opening())).close()
application = for_windows()
QTimer.singleShot(0, lambda: QTimer.singleShot(500, application.closeAllWindows))
status = main(["play", "--match", str(file), *sys.argv[2:]])
QTimer.singleShot(0, lambda: QTimer.singleShot(500, application.closeAllWindows))
status = status or main(["ogre-card", "--new"])
loaded = sorted({"uvicorn", "starlette", "websockets", "asyncio"} & set(sys.modules))
print("closed", status, *loaded)
"""


def run(tmp_path: Path, *words: str, before: Sequence[str] = ()) -> str:
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "COMPANION_HOME": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen",
    }
    command = [*before, sys.executable, "-c", WINDOWS, str(tmp_path / "match.diceland"), *words]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_sharing_nothing_of_the_server_is_even_loaded(tmp_path: Path) -> None:
    assert run(tmp_path) == "closed 0\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C reaches a process otherwise there")
def test_ctrl_c_in_the_terminal_ends_sharing_without_a_traceback(tmp_path: Path) -> None:
    with started("ogre-card", "--new", "--share", "0", cwd=tmp_path, COMPANION_HOME=str(tmp_path)) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("Look on: http://")
        running.send_signal(signal.SIGINT)
        _, message = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 130
    assert "Traceback" not in message


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--share", "0")])
def test_no_socket_is_opened_unless_it_is_asked_for(tmp_path: Path, words: tuple[str, ...]) -> None:
    trace = tmp_path / "sockets"
    watched = ["strace", "-f", "-qq", "-e", "trace=socket,bind,listen", "-o", str(trace)]
    if shutil.which("strace") is None or subprocess.run([*watched, "true"], check=False).returncode:
        pytest.skip("sockets cannot be looked at here (apt-get install strace)")
    assert "closed 0" in run(tmp_path, *words, before=watched)
    opened = re.findall(r".*(?:AF_INET|AF_NETLINK|listen\().*", trace.read_text())
    assert bool(opened) is bool(words), opened
