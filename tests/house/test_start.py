"""Setting up names exactly what is missing, and how to get it."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]

linux_only = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems bring these libraries along"
)


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """``start.py`` for a user who is not root, on a system that has everything, with no venv yet."""
    spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", tmp_path / "venv")
    monkeypatch.setattr(module, "_loads", lambda _library: True)
    monkeypatch.setattr(module, "_make_venv", lambda: 0)
    monkeypatch.setattr(module, "_install", lambda _extra: 0)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    return module


@linux_only
def test_a_library_that_nothing_runs_without_is_named_with_the_command(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(start, "_loads", lambda library: library not in {"libEGL.so.1", "libxcb-cursor.so.0"})
    assert start._prepared(extra="") == 1
    assert "sudo apt-get install --no-install-recommends libegl1 libxcb-cursor0\n" in capsys.readouterr().out


@linux_only
def test_without_the_libraries_for_windows_the_rest_still_runs(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(start, "_loads", lambda library: library not in start.NEEDED_FOR_WINDOWS)
    assert start._prepared(extra="") == 0
    assert "libxcb-icccm4" in capsys.readouterr().out


@linux_only
def test_a_python_that_cannot_make_a_venv_is_told_what_it_lacks(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert start._prepared(extra="") == 1
    assert "install --no-install-recommends python3-venv\n" in capsys.readouterr().out


def test_the_readme_names_every_library_that_is_looked_for(start: ModuleType) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    wanted = {"python3-venv", *start.NEEDED.values(), *start.NEEDED_FOR_WINDOWS.values()}
    assert sorted(package for package in wanted if package not in readme) == []


def test_ci_and_readme_run_the_same_tests() -> None:
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == "exec make test"
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [[], ["nonsense"], ["test", "more"]])
def test_wrong_words_show_what_can_be_started(words: list[str]) -> None:
    done = subprocess.run([sys.executable, ROOT / "start.py", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "start.py demo" in done.stdout
