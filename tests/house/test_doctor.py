"""``companion doctor`` says what a computer has and lacks; ``--version`` and ``--completion`` what the program is."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

import pytest
import shtab

import companion.system_libraries
from companion import __version__
from companion.camera.sources import Device
from companion.cli import COMMANDS, _about, doctor, main
from companion.resources import data_folder, state_folder

ROOT = Path(__file__).parents[2]


@pytest.fixture
def healthy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that has everything: a screen (of Qt's own), a camera, the system's libraries, sounds."""
    monkeypatch.setattr("companion.ui.why_no_screen", lambda: None)
    monkeypatch.setattr(doctor, "cameras_here", lambda: (Device("HD Webcam", "/dev/no-such-file", 0),))
    monkeypatch.setattr(companion.system_libraries, "_loads", lambda _library: True)
    monkeypatch.setattr(doctor, "_SOUND", "wave")


def _lacking(shown: str) -> dict[str, str]:
    """What is marked -> what to do about it, on the line below."""
    lines = shown.splitlines()
    return {line.split()[1]: below.strip() for line, below in pairwise(lines) if line[:1] == "!"}


@pytest.mark.usefixtures("healthy", "qapp")
def test_of_a_computer_that_has_everything_that_is_stated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    shown, complaints = capsys.readouterr()
    assert complaints == ""
    assert _lacking(shown) == {}
    assert "HD Webcam" in shown
    assert "px at a scale of 1" in shown
    assert "GB free" in shown


@pytest.mark.usefixtures("healthy", "qapp")
def test_it_says_where_the_data_lies_how_much_it_is_and_how_to_uninstall(capsys: pytest.CaptureFixture[str]) -> None:
    (data_folder() / "matches").mkdir()
    (data_folder() / "matches" / "one.diceland").write_bytes(bytes(2_500_000))
    assert main(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert f"{data_folder()} (1 file, 2.5 MB)" in shown
    assert f"{state_folder()} (0 files, 0.0 MB)" in shown
    assert "pipx uninstall diceland-companion" in shown


@pytest.mark.usefixtures("healthy", "qapp")
def test_what_is_lacking_is_marked_and_has_its_cure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "cameras_here", lambda: ())
    monkeypatch.setattr("companion.ui.why_no_screen", lambda: "There is no screen.")
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: shutil._ntuple_diskusage(10**12, 10**12, 10**7))
    assert main(["doctor"]) == 0
    lacking = _lacking(capsys.readouterr().out)
    assert set(lacking) == {"screen", "camera", "space"}
    assert "companion setup" in lacking["camera"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems bring these libraries along")
@pytest.mark.usefixtures("healthy", "qapp")
def test_a_missing_library_of_the_system_comes_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(companion.system_libraries, "_loads", lambda library: library != "libGL.so.1")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main(["doctor"]) == 1
    shown, complaints = capsys.readouterr()
    cure = "On Debian and Ubuntu: sudo apt-get install --no-install-recommends libgl1"
    assert _lacking(shown) == {"libraries": cure}
    assert complaints == "companion: doctor: nothing runs before this is put right: libraries.\n"


@pytest.mark.usefixtures("healthy", "qapp")
def test_a_library_that_does_not_load_stops_nothing_but_what_needs_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "_MODULES", ("numpy", "companion.no_such_library"))
    assert main(["doctor"]) == 1
    shown = capsys.readouterr().out
    assert "! libraries  companion.no_such_library: No module named" in shown
    assert "GB free" in shown
    assert "screen" not in shown


@pytest.mark.usefixtures("healthy", "qapp")
def test_a_camera_that_may_not_be_opened_says_how_to_be_allowed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    barred = tmp_path / "video0"
    barred.touch()
    monkeypatch.setattr(doctor, "cameras_here", lambda: (Device("HD Webcam", str(barred), 0),))
    monkeypatch.setattr("os.access", lambda path, _mode: str(path) != str(barred))
    assert main(["doctor"]) == 0
    assert f"You may not open {barred}: sudo usermod -aG video $USER" in _lacking(capsys.readouterr().out)["camera"]


# --version and --completion -----------------------------------------------------------------------------------------


def test_the_version_names_python_the_system_and_the_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    program, system, libraries = capsys.readouterr().out.splitlines()
    assert program == f"companion {__version__}"
    assert system.startswith(f"Python {sys.version.split()[0]}, ")
    for name in ("numpy", "onnxruntime", "opencv-python", "shapely"):
        assert f"{name} {version(name)}" in libraries
    assert f"PySide6 (Qt) {version('PySide6')}" in libraries


def test_a_library_that_is_not_installed_has_no_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_about, "_LIBRARIES", {"no-such-library": "no-such-library"})
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.endswith("\nno-such-library (not installed)\n")


def test_every_shell_that_can_be_completed_is_offered() -> None:
    assert sorted(_about._SHELLS) == sorted(shtab.SUPPORTED_SHELLS)


@pytest.mark.parametrize("shell", _about._SHELLS)
def test_a_completion_knows_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completion", shell]) == 0
    shown, complaints = capsys.readouterr()
    assert complaints == ""
    assert [command for command in COMMANDS if command not in shown] == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [("exer", "exercise-k"), ("read --over", "--overlay"), ("dice ed", "edit"), ("read --camera cam", "camera.json")],
)
def test_bash_completes_commands_options_and_files(
    typed: str, offered: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    main(["--completion", "bash"])
    (tmp_path / "completion").write_text(capsys.readouterr().out)
    (tmp_path / "camera.json").touch()
    words = ["companion", *typed.split()]
    ask = (
        f"source completion; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
        '_shtab_companion; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert offered in done.stdout.split(), done.stderr
