"""Setting up names exactly what is missing, and how to get it."""

from __future__ import annotations

import ast
import importlib.util
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import companion.system_libraries
from companion.cli import COMMANDS
from tests.source_trees import tree_of

ROOT = Path(__file__).parents[2]

linux_only = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems bring these libraries along"
)


SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def _loaded() -> ModuleType:
    """``start.py`` as a module of its own."""
    spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """``start.py`` for a user who is not root, on a system without a screen that has everything, with no venv yet."""
    module = _loaded()
    monkeypatch.setattr(module, "VENV", tmp_path / "venv")
    monkeypatch.setattr(companion.system_libraries, "_loads", lambda _library: True)
    monkeypatch.setattr(module, "_why_unsupported", lambda: "")
    monkeypatch.setattr(module, "_make_venv", lambda: 0)
    monkeypatch.setattr(module, "_install", lambda _kind: 0)
    monkeypatch.setattr(module, "_run", lambda *_words, **_how: 0)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)
    return module


@pytest.fixture
def bare(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The same on a system that lacks everything but what nothing runs without."""
    monkeypatch.setattr(companion.system_libraries, "_loads", lambda library: library in start.NEEDED)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    return start


@linux_only
def test_a_library_that_nothing_runs_without_is_named_with_the_command(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking = {"libEGL.so.1", "libxcb-cursor.so.0"}
    monkeypatch.setattr(companion.system_libraries, "_loads", lambda library: library not in lacking)
    assert start.main(["demo"]) == 1
    assert "sudo apt-get install --no-install-recommends libegl1\n" in capsys.readouterr().out


@linux_only
@pytest.mark.parametrize("words", [["demo"], ["run", "read", "picture.jpg"], ["run", "play"], ["run"]])
def test_without_a_screen_nothing_of_windows_is_asked_for(
    bare: ModuleType, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert bare.main(words) == 0
    assert capsys.readouterr().out == ""


@linux_only
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("words", "windows"),
    [
        (["demo"], True),
        (["run", "play"], True),
        (["run", "--lang", "de", "hall", "--broker", "mqtt://host"], True),
        (["run", "read", "x.jpg"], False),
    ],
)
def test_on_a_screen_the_libraries_for_windows_are_named_for_what_opens_one(
    bare: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    screen: str,
    words: list[str],
    *,
    windows: bool,
) -> None:
    monkeypatch.setenv(screen, ":0")
    assert bare.main(words) == 0
    shown = capsys.readouterr().out
    assert ("libxcb-icccm4" in shown) is windows
    assert "xvfb" not in shown


@linux_only
@pytest.mark.parametrize("action", ["test", "check"])
def test_the_tests_ask_for_windows_and_a_screen_to_open_them_on(
    bare: ModuleType, capsys: pytest.CaptureFixture[str], action: str
) -> None:
    assert bare.main([action]) == 0
    assert {"libxcb-icccm4", "xvfb"} <= set(capsys.readouterr().out.split())


def test_the_quick_checks_are_a_part_of_all_and_their_rooms_are_there(start: ModuleType) -> None:
    assert set(start.QUICK_CHECKS[:-1]) < set(start.CHECKS)
    assert [room for room in start.QUICK_ROOMS if not (ROOT / "tests" / room).is_dir()] == []


def test_the_commands_with_windows_are_those_that_open_one(start: ModuleType) -> None:
    assert set(start.WINDOWED) == {name for name, module in COMMANDS.items() if _opens_a_window(module)}


def _opens_a_window(command: str) -> bool:
    """Whether what runs a command, or what that calls in its module, asks for windows."""
    module, _, name = command.partition(":")
    code = tree_of(ROOT / f"{module.replace('.', '/')}.py")
    functions = {node.name: node for node in code.body if isinstance(node, ast.FunctionDef)}
    reached: set[str] = set()
    left = {f"run_{name}" if name else "run"}
    while left:
        reached |= left
        called = {node.id for one in left for node in ast.walk(functions[one]) if isinstance(node, ast.Name)}
        left = (called & functions.keys()) - reached
    imports = [node for one in reached for node in ast.walk(functions[one]) if isinstance(node, ast.ImportFrom)]
    return any(node.module == "companion.ui" and "for_windows" in {one.name for one in node.names} for node in imports)


@pytest.mark.parametrize("file", ["start.py", "companion/__init__.py", "companion/system_libraries.py"])
def test_a_python_that_is_too_old_can_read_what_says_so(file: str) -> None:
    assert ast.parse((ROOT / file).read_text(encoding="utf-8"), feature_version=(3, 7)).body


# where it can be installed ------------------------------------------------------------------------------------------


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What ``start.py`` says of some computer."""

    fresh = _loaded()

    def message_on(
        system: str, machine: str, version: str, python: tuple[int, int] = (3, 12), libc: str = "glibc"
    ) -> str:
        monkeypatch.setattr("os.name", "nt" if system == "win32" else "posix")
        monkeypatch.setattr("sys.platform", system)
        monkeypatch.setattr("sys.version_info", (*python, 0, "final", 0))
        monkeypatch.setattr(platform, "machine", lambda: machine)
        monkeypatch.setattr(platform, "version", lambda: version)
        monkeypatch.setattr(platform, "libc_ver", lambda: (libc, version))
        monkeypatch.setattr(platform, "mac_ver", lambda: (version, ("", "", ""), machine))
        monkeypatch.setattr("sysconfig.get_platform", lambda: f"win-{machine.lower()}")
        return str(fresh._why_unsupported())

    return message_on


@pytest.mark.parametrize(
    "here",
    [
        ("linux", "x86_64", "2.34"),
        ("linux", "aarch64", "2.41", (3, 14)),
        ("win32", "AMD64", "10.0.19045"),
        ("darwin", "arm64", "14.5", (3, 14)),
        ("darwin", "x86_64", "15.1", (3, 13)),
    ],
)
def test_where_every_locked_file_is_there_nothing_is_reported(
    computer: Callable[..., str], here: tuple[Any, ...]
) -> None:
    assert computer(*here) == ""


@pytest.mark.parametrize(
    "here",
    [
        ("linux", "x86_64", "2.31"),
        ("linux", "aarch64", "2.36"),
        ("linux", "x86_64", "1.2.5", (3, 12), "musl"),
        ("linux", "armv7l", "2.41"),
        ("linux", "x86_64", "2.41", (3, 15)),
        ("win32", "ARM64", "10.0.26100"),
        ("darwin", "arm64", "13.6"),
        ("darwin", "x86_64", "15.1", (3, 14)),
        ("freebsd14", "amd64", "14.0"),
    ],
)
def test_elsewhere_it_is_reported_before_anything_is_installed(
    computer: Callable[..., str], start: ModuleType, here: tuple[Any, ...]
) -> None:
    message = computer(*here)
    assert message.startswith("Nothing was downloaded")
    assert [str(system) for system in start.SYSTEMS.values() if str(system) not in message] == []


def test_an_unsupported_system_gets_no_venv_and_no_package(
    bare: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for step in ("_install_packages", "_make_venv", "_install"):
        monkeypatch.setattr(bare, step, lambda *_words: pytest.fail("went on"))
    monkeypatch.setattr(bare, "_why_unsupported", lambda: "Not here.")
    assert bare.main(["demo"]) == 1
    assert capsys.readouterr() == ("", "Not here.\n")


def test_the_readme_names_every_system(start: ModuleType) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert start.SYSTEMS
    assert [str(system) for system in start.SYSTEMS.values() if f"* {system}" not in readme] == []


def test_the_lock_is_asked_for_every_file_on_every_system(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def uv(words: Sequence[str], **_options: object) -> subprocess.CompletedProcess[str]:
        asked.append(" ".join(words))
        lacks = "--only-binary :all: --quiet --python-platform x86_64-apple-darwin --python-version 3.13" in asked[-1]
        return subprocess.CompletedProcess(words, int(lacks))

    monkeypatch.setattr("shutil.which", lambda _name: "uv")
    monkeypatch.setattr(start.subprocess, "run", uv)
    assert start.main(["lock"]) == 1
    assert capsys.readouterr().err == "Not every locked file is there for x86_64-apple-darwin with Python 3.13.\n"
    assert len([words for words in asked if "--python-platform" in words]) == 4 + 4 + 4 + 4 + 3


# what is installed --------------------------------------------------------------------------------------------------


@linux_only
def test_what_a_python_that_cannot_make_a_venv_lacks_is_reported(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert start.main(["demo"]) == 1
    assert "install --no-install-recommends python3-venv\n" in capsys.readouterr().out


@pytest.fixture
def installing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Callable[[str], int], list[tuple[str, ...]]]:
    """``_install`` itself, over copies of the project's files; pip's words are noted, pip is not run."""
    fresh = _loaded()
    noted: list[tuple[str, ...]] = []

    def run(*words: str, heading: bool = False) -> int:
        assert not heading
        noted.append(words)
        return 0

    (tmp_path / "venv").mkdir()
    copies = {kind: Path(shutil.copy(path, tmp_path)) for kind, path in fresh.LOCKS.items()}
    monkeypatch.setattr(fresh, "VENV", tmp_path / "venv")
    monkeypatch.setattr(fresh, "PROJECT", Path(shutil.copy(fresh.PROJECT, tmp_path)))
    monkeypatch.setattr(fresh, "LOCKS", copies)
    monkeypatch.setattr(fresh, "_run", run)
    return fresh._install, noted


@pytest.mark.parametrize("kind", ["program", "test"])
def test_only_locked_files_are_installed_and_the_checkout_brings_nothing_more(
    installing: tuple[Callable[[str], int], list[tuple[str, ...]]], tmp_path: Path, kind: str
) -> None:
    install, noted = installing
    assert install(kind) == 0
    locked, checkout = (" ".join(words) for words in noted)
    assert f"--require-hashes --only-binary :all: --requirement {tmp_path / kind}.txt" in locked
    assert "--no-deps --no-index --no-build-isolation --editable" in checkout


@pytest.mark.parametrize("changed", ["pyproject.toml", "program.txt", "test.txt"])
def test_what_stands_is_installed_again_only_where_project_or_lock_has_changed(
    installing: tuple[Callable[[str], int], list[tuple[str, ...]]], tmp_path: Path, changed: str
) -> None:
    install, noted = installing
    install("program")
    install("program")
    assert len(noted) == 2
    with (tmp_path / changed).open("a") as file:
        file.write("# changed")
    install("program")
    assert len(noted) == 4


def test_what_the_tests_have_installed_does_for_the_program(
    installing: tuple[Callable[[str], int], list[tuple[str, ...]]], capsys: pytest.CaptureFixture[str]
) -> None:
    install, noted = installing
    install("test")
    shown = capsys.readouterr().out
    assert re.search(r"That took 0 min \d+ s; venv now holds \d\.\d GB\.\n$", shown)
    install("program")
    assert len(noted) == 2
    assert capsys.readouterr().out == ""


def test_the_program_alone_does_not_do_for_the_tests(
    installing: tuple[Callable[[str], int], list[tuple[str, ...]]],
) -> None:
    install, noted = installing
    install("program")
    install("test")
    assert len(noted) == 4


def test_the_checks_say_how_long_they_took(start: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert start.main(["check"]) == 0
    assert re.search(r"That took \d+ min \d+ s\.\n$", capsys.readouterr().out)


@pytest.mark.parametrize("place", [0, -1])
def test_one_check_that_fails_stops_no_other_and_is_named(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], place: int
) -> None:
    started: list[tuple[str, ...]] = []

    def run(*words: str, **_how: bool) -> int:
        started.append(words)
        return int(words == start.QUICK_CHECKS[place])

    monkeypatch.setattr(start, "_run", run)
    assert start.main(["check"]) == 1
    assert sorted(started) == sorted(start.QUICK_CHECKS)
    assert capsys.readouterr().err == f"Not in order: {' '.join(start.QUICK_CHECKS[place])}.\n"


def test_what_runs_beside_the_tests_is_printed_in_one_piece(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh = _loaded()
    monkeypatch.setattr(fresh, "BIN", Path(sys.executable).parent)
    words = ("-c", "import sys; print('out', flush=True); print('err', file=sys.stderr); sys.exit(3)")
    assert fresh._run(Path(sys.executable).name, *words, heading=True, in_one_piece=True) == 3
    assert capsys.readouterr().out.splitlines()[2:] == ["out", "err"]


def test_the_readme_names_every_library_that_is_looked_for(start: ModuleType) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    wanted = {"python3-venv", "xvfb", *start.NEEDED.values(), *start.NEEDED_FOR_WINDOWS.values()}
    assert sorted(package for package in wanted if package not in readme) == []


def test_ci_and_readme_run_the_same_tests() -> None:
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == "exec make test"
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [[], ["nonsense"], ["test", "more"]])
def test_wrong_words_show_what_can_be_started(words: list[str]) -> None:
    done = subprocess.run([sys.executable, ROOT / "start.py", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "start.py demo" in done.stdout
