"""Every command line ends in one of the contract's three ways, and never in a traceback."""

from __future__ import annotations

import argparse
import os
import stat
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import companion.cli
from companion.cli import COMMANDS, main
from companion.errors import InputError, OperationError

HEAVY = {"cv2", "numpy", "onnxruntime", "PySide6", "shapely"}


@pytest.fixture
def only_command(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A program whose one command is ``try``; its ``run`` is what a test gives it."""
    module = ModuleType("trial")
    module.add_parser = lambda commands: commands.add_parser("try").add_argument("word")  # type: ignore[attr-defined]
    monkeypatch.setattr(companion.cli, "_modules", lambda _words: {"try": module})
    return module


def _raising(failure: BaseException) -> object:
    def run(_options: argparse.Namespace) -> int:
        raise failure

    return run


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in companion.cli._modules([]) if f"    {name} " not in shown] == []


def test_help_imports_nothing_heavy() -> None:
    loaded = f"import sys; from companion.cli import main; main(['--help']); print(*({HEAVY!r} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout
    assert shown.splitlines()[-1] == ""


@pytest.mark.parametrize("name", sorted(companion.cli._modules([])))
def test_every_command_explains_itself_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: companion {name} ")
    assert f"companion {name}" in shown.split("usage:")[1].split("\n\n", 1)[1], "no example in the help"


def test_the_table_names_every_module_of_a_command() -> None:
    folder = Path(companion.cli.__file__).parent
    modules = {f"companion.cli.{path.stem}" for path in folder.glob("[!_]*.py")}
    assert modules <= {place.partition(":")[0] for place in COMMANDS.values()}


@pytest.mark.parametrize(
    ("failure", "status", "message"),
    [
        (OperationError("The camera is gone. Plug it in."), 1, "companion: The camera is gone. Plug it in.\n"),
        (InputError("mat.json: no markers"), 2, "companion: mat.json: no markers\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_a_foreseen_end_is_one_line_and_a_status(
    only_command: ModuleType,
    capsys: pytest.CaptureFixture[str],
    failure: BaseException,
    status: int,
    message: str,
) -> None:
    only_command.run = _raising(failure)  # type: ignore[attr-defined]
    assert main(["try", "word"]) == status
    assert capsys.readouterr() == ("", message)


def test_an_unforeseen_end_is_one_line_and_its_details_are_kept(
    only_command: ModuleType,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    only_command.run = _raising(ZeroDivisionError("two\nlines"))  # type: ignore[attr-defined]
    assert main(["try", "word"]) == 1
    message = capsys.readouterr().err
    log = tmp_path / "state" / "failures.log"
    assert message.count("\n") == 1
    assert "ZeroDivisionError: two lines" in message
    assert str(log) in message
    assert "Traceback" in log.read_text()


CAMERA = "rtsp://anna:s3cr/t@p?ss@192.168.0.7:554/live?user=ben&pwd=hunter2"


@pytest.mark.parametrize(
    "failure",
    [
        ValueError(f"netloc 'anna:s3cr/t@p?ss@192.168.0.7' of {CAMERA} is none"),
        OSError(5, "Input/output error", CAMERA.replace("//", "/")),
        ZeroDivisionError("s3cr/t@p?ss"),
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_the_password_of_a_camera_gets_neither_into_the_log_nor_onto_the_terminal(
    failure: Exception,
    only_command: ModuleType,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    only_command.run = _raising(failure)  # type: ignore[attr-defined]
    assert main(["try", CAMERA]) == 1
    log = tmp_path / "state" / "failures.log"
    reported = capsys.readouterr().err + (log.read_text() if log.exists() else "")
    assert not [secret for secret in ("anna", "s3cr", "p?ss", "ben", "hunter2") if secret in reported]
    assert reported.startswith("companion: ")


@pytest.mark.skipif(os.name == "nt", reason="files there belong to nobody in particular")
def test_the_log_and_its_folder_are_their_users_alone(
    only_command: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    only_command.run = _raising(ZeroDivisionError())  # type: ignore[attr-defined]
    log = tmp_path / "state" / "failures.log"
    for _ in range(2):
        main(["try", "word"])
        assert [stat.S_IMODE(path.stat().st_mode) for path in (log, log.parent)] == [0o600, 0o700]
        log.chmod(0o644)  # as an earlier program left it


def test_of_many_problems_twenty_are_listed_and_the_others_counted(
    only_command: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    only_command.run = _raising(InputError(*(f"problem {number}" for number in range(1, 58))))  # type: ignore[attr-defined]
    assert main(["try", "word"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["companion: problem 1", *(f"problem {number}" for number in range(2, 21)), "and 37 more"]


def test_an_unforeseen_end_is_still_reported_where_its_details_cannot_be_saved(
    only_command: ModuleType,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "file"))
    only_command.run = _raising(ZeroDivisionError())  # type: ignore[attr-defined]
    assert main(["try", "word"]) == 1
    assert "could not be saved" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["nonsense"], ["try"], ["try", "a", "b"], ["--frob"]])
def test_wrong_words_are_one_line_and_status_2(
    only_command: ModuleType, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "--help" in err


@pytest.mark.parametrize(
    "words",
    [
        ["referee", "x" * 5000],
        ["read", "--camera", "x" * 5000, "a.jpg"],
        ["read", "--camera", "camera.json", "--dice", "x" * 5000, "a.jpg"],
        ["calibrate", "--mat", "mat.json", "table.jpg", "-o", "x" * 5000],
        ["play", "--source", "x" * 5000],
        ["replay", "x" * 5000],
    ],
)
def test_a_name_that_no_file_can_have_is_one_line_and_status_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert companion.cli.main(words) == 2
    message = capsys.readouterr().err
    assert "the name is too long" in message
    assert len(message.splitlines()) == 1
    assert len(message) < 300


def test_no_words_show_the_help_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("usage: companion")


def test_a_reader_who_hangs_up_is_no_failure_worth_words() -> None:
    flood = (
        "import companion.cli as cli, types; m = types.ModuleType('m');"
        "m.add_parser = lambda c: c.add_parser('try');"
        "m.run = lambda o: [print('x' * 80) for _ in range(9999)] and 0;"
        "cli._modules = lambda w: {'try': m}; raise SystemExit(cli.main(['try']))"
    )
    program = subprocess.Popen([sys.executable, "-c", flood], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.readline()
    program.stdout.close()
    assert program.stderr.read() == ""
    assert program.wait() == 1
    program.stderr.close()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems bring these libraries along")
def test_a_command_that_lacks_a_library_of_the_system_says_how_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    why = "libGL.so.1: cannot open shared object file: No such file or directory"

    def lacking(_options: object) -> int:
        raise ImportError(why)

    monkeypatch.setattr("companion.cli.rules.run_rules", lacking)
    monkeypatch.setattr("companion.system_libraries._loads", lambda library: library != "libGL.so.1")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main(["rules"]) == 1
    command = "sudo apt-get install --no-install-recommends libgl1"
    assert capsys.readouterr().err == f"companion: {why}. On Debian and Ubuntu: {command}\n"
