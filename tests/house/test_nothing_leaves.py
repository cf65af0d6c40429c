"""Nothing leaves the computer: no command leaves a trace in the user's home, none opens a socket to the internet; nor
do these tests touch the home of who runs them.

Each runs as a process of its own, with an empty home and without the variables by which ONNX Runtime takes a machine
for a build server and keeps its telemetry quiet by itself.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILM = ROOT / "fixtures" / "images" / "film"

#: Watches the film until two tables have been read with dice on them.
LIVE = """\
import sys
from pathlib import Path
from companion.codec.camera import read_camera
from companion.codec.sources import open_film
from companion.codec.reader import open_reader
from companion.session.live import replay_frames

film, tables = Path(sys.argv[1]), set()
for snapshot in replay_frames(open_film(film / "film.json", fps=0), open_reader(read_camera(film / "camera.json"))):
    if snapshot.votes and snapshot.tracks:
        tables.add(snapshot.rest)
    if len(tables) == 2:
        break
print(len(tables), "tables")
"""

COMMANDS = {
    "read": ("-m", "companion", "read", "--camera", FILM / "camera.json", "--json", FILM / "020.jpg"),
    "live": ("-c", LIVE, FILM),
    "demo": ("-m", "companion", "demo", "--no-window", "-o", "overlay.png"),
}
ANSWERS = {"read": '"die":', "live": "2 tables", "demo": "overlay.png"}

#: What a process needs to start at all; everything else of the environment is left behind.
_KEPT = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_PLACES = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA")
_XDG = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home, with a folder for each kind of file that programs leave in one."""
    place = tmp_path / "home"
    for name in _XDG:
        (place / name).mkdir(parents=True, mode=0o700)
    return place


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_leaves_no_trace_and_asks_no_host(command: str, home: Path, tmp_path: Path) -> None:
    trace = tmp_path / "sockets"
    watched = _strace(trace)
    done = _run([*watched, sys.executable, *map(str, COMMANDS[command])], home, tmp_path)
    assert done.returncode == 0, done.stderr
    assert ANSWERS[command] in done.stdout
    assert _files(home) == []
    if not watched:
        pytest.skip("no file was left; sockets were not looked at (apt-get install strace)")
    assert re.findall(r".*AF_INET.*", trace.read_text()) == []


def test_the_switch_is_set_however_the_user_set_it(home: Path, tmp_path: Path) -> None:
    code = "import os, companion.onnx_runtime; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    done = _run([sys.executable, "-c", code], home, tmp_path, ORT_DISABLE_TELEMETRY="0")
    assert done.stdout == "1\n", done.stderr
    assert _files(home) == []


@pytest.mark.slow
def test_the_tests_leave_the_home_of_who_runs_them_alone(home: Path, tmp_path: Path) -> None:
    """Among them one whose fixture for a whole module calibrates a camera, which the program then remembers."""
    cameras = home / "XDG_DATA_HOME" / "diceland-companion" / "cameras.json"
    cameras.parent.mkdir()
    cameras.write_text("what its owner has set up")
    tests = (
        "house/test_resources.py",
        "session/certificate/test_rendered_sheet.py::test_a_picture_of_another_size_is_refused_before_a_sheet_is_looked_for",
    )
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", str(tmp_path / "base"))
    done = _run([sys.executable, *words, *(str(ROOT / "tests" / test) for test in tests)], home, tmp_path)
    assert done.returncode == 0, done.stdout
    assert _files(home) == [str(cameras.relative_to(home))]
    assert cameras.read_text() == "what its owner has set up"


def _run(words: Sequence[str], home: Path, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ} | dict.fromkeys(_PLACES, str(home))
    environment |= {name: str(home / name) for name in _XDG}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "QT_QPA_PLATFORM": "offscreen"} | more
    return subprocess.run(words, env=environment, cwd=folder, capture_output=True, text=True, check=False)


def _strace(trace: Path) -> list[str]:
    """The words that record a process's sockets, where this system has ``strace`` and lets it look."""
    words = ["strace", "-f", "-qq", "-e", "trace=socket", "-o", str(trace)]
    if shutil.which("strace") is None or subprocess.run([*words, "true"], check=False).returncode:
        return []
    return words


def _files(home: Path) -> list[str]:
    return sorted(str(path.relative_to(home)) for path in home.rglob("*") if not path.is_dir())
