"""Set the program up in a fresh checkout and run it; needs nothing but Python 3.11 or newer.

    python3 start.py demo            the bundled table, with everything set up for it
    python3 start.py test            the same, and all checks and tests
    python3 start.py check           the quick part of them
    python3 start.py run WORDS...    any other command, as in: run read --help
    python3 start.py lock            the lock files in requirements/ anew from pyproject.toml (needs uv)

What is installed goes to .venv beside this file, by the hashes in requirements/. Owns the setting up and the list of
checks, nothing of the program.
(Older Pythons have to be able to read this file, or they could not say that they are too old.)
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PROJECT = HERE / "pyproject.toml"
#: What is installed -> its lock file; the first holds all of the second.
LOCKS = {"test": HERE / "requirements" / "test.txt", "program": HERE / "requirements" / "program.txt"}

#: Words for pip: files with the hashes of a lock file and no others, none built here; then the checkout alone.
_LOCKED = ("--require-hashes", "--only-binary", ":all:", "--requirement")
_CHECKOUT = ("--no-deps", "--no-index", "--no-build-isolation", "--editable")

#: What .venv takes on the disk, by what is installed.
SIZES = {"program": "1 GB", "test": "1.2 GB"}

#: Libraries of a Debian system without which nothing runs (Qt's painting, OpenCV) -> the package that brings them.
NEEDED = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
}

#: The same for opening a window on a screen.
NEEDED_FOR_WINDOWS = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}

#: The same for the test that opens a window without a screen: a program -> its package.
NEEDED_FOR_TESTS = {"Xvfb": "xvfb"}

#: The commands that may open a window.
WINDOWED = ("demo", "dice", "enrol", "exercise-k", "ogre-card", "play")

#: Words for pytest: as many tests at once as there are cores; a core without work takes some of another's.
ALL_CORES = ("-n", "auto", "--dist", "worksteal")

#: The rooms whose tests show no window and read no picture.
QUICK_ROOMS = ("catalogue", "geometry", "house", "journal", "rules")

#: What `check` runs, in this order, each to its end even where an earlier one failed.
QUICK_CHECKS = (
    ("ruff", "check", "."),
    ("mypy",),
    ("lint-imports", "--no-logo"),
    ("deptry", "companion"),
    ("pytest", *ALL_CORES, "-m", "not slow", *("tests/" + room for room in QUICK_ROOMS)),
)

#: What `test` runs.
CHECKS = (*QUICK_CHECKS[:-1], ("python", "requirements/audit.py"), ("pytest", *ALL_CORES))

#: How both lock files are made: for all systems and versions of Python, with the build backend.
COMPILE = (
    *("uv", "pip", "compile", "pyproject.toml", "--group", "build", "--universal", "--python-version", "3.11"),
    *("--generate-hashes", "--no-emit-index-url", "--quiet", "--custom-compile-command", "python3 start.py lock"),
)


def main(words: Sequence[str]) -> int:
    if sys.version_info < (3, 11):
        return _failed("Python 3.11 or newer is needed; this is {}.{}.".format(*sys.version_info))
    action = ACTIONS.get(words[0] if words else "")
    if action is None or (words[1:] and words[0] not in ("run", "lock")):
        print(__doc__)
        return 2
    return action(words[1:])


def demo(_words: Sequence[str]) -> int:
    return run(["demo"])


def run(words: Sequence[str]) -> int:
    return _prepared("program", *_needed_by(words[0] if words else "")) or _run("companion", *words)


def test(_words: Sequence[str]) -> int:
    return _checked(CHECKS)


def check(_words: Sequence[str]) -> int:
    return _checked(QUICK_CHECKS)


def lock(words: Sequence[str]) -> int:
    if shutil.which("uv") is None:
        return _failed("The lock files are made by uv; install it (pipx install uv), then start again.")
    both, program = (str(path.relative_to(HERE)) for path in LOCKS.values())
    for what in (["--extra", "test", "-o", both], ["--constraints", both, "-o", program]):
        status = subprocess.run([*COMPILE, *what, *words], cwd=HERE, check=False).returncode
        if status:
            return status
    return 0


ACTIONS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "demo": demo,
    "run": run,
    "test": test,
    "check": check,
    "lock": lock,
}


def _checked(checks: Sequence[Sequence[str]]) -> int:
    unready = _prepared("test", {**NEEDED, **NEEDED_FOR_WINDOWS}, NEEDED_FOR_TESTS)
    if unready:
        return unready
    failed = [" ".join(check) for check in checks if _run(*check, heading=True)]
    return _failed("Not in order: " + ", ".join(failed) + ".") if failed else 0


def _needed_by(command: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The libraries and tools of the system that a command of the program uses here."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return {**NEEDED, **(NEEDED_FOR_WINDOWS if screen and command in WINDOWED else {})}, {}


def _prepared(kind: str, libraries: Mapping[str, str], tools: Mapping[str, str]) -> int:
    """Everything that a command needs, installed where it was missing; 0, or 1 when something could not be had."""
    _install_packages(_missing_packages(libraries, tools))
    left = _missing_packages(libraries, tools)
    if left:
        print("Missing on this system; install with:\n    " + _apt_command(left))
    if {"python3-venv", *NEEDED.values()} & set(left):
        return _failed("Nothing can run without some of these. Install them, then start again.")
    return _make_venv() or _install(kind)


def _missing_packages(libraries: Mapping[str, str], tools: Mapping[str, str]) -> list[str]:
    """Debian packages with these libraries and tools that this system lacks (none where it is not Linux)."""
    if not sys.platform.startswith("linux"):
        return []
    missing = [package for name, package in libraries.items() if not _loads(name)]
    missing += [package for name, package in tools.items() if shutil.which(name) is None]
    importlib.invalidate_caches()
    return missing if VENV.exists() or importlib.util.find_spec("ensurepip") else ["python3-venv", *missing]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _install_packages(packages: Sequence[str]) -> None:
    """Fetch them where we may (root on a Debian-like system); a failure is seen by what is still missing after it."""
    if not packages or not shutil.which("apt-get") or os.geteuid() != 0:
        return
    print("Installing " + " ".join(packages) + " ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", "-qq", *step], env=quiet, stdout=subprocess.DEVNULL, check=False)


def _apt_command(packages: Sequence[str]) -> str:
    return ("" if os.geteuid() == 0 else "sudo ") + "apt-get install --no-install-recommends " + " ".join(packages)


def _make_venv() -> int:
    if (BIN / "pip").exists() or (BIN / "pip.exe").exists():
        return 0
    print("Making " + str(VENV) + " ...", flush=True)
    return subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=False).returncode


def _install(kind: str) -> int:
    """Install what is locked and this checkout; nothing to do where both stand and neither has changed since."""
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in (PROJECT, *LOCKS.values()))).hexdigest()
    stamp = VENV / ("installed-" + kind)
    if stamp.exists() and stamp.read_text() == wanted:
        return 0
    print("Installing the program and what it needs (about " + SIZES[kind] + " the first time) ...", flush=True)
    for step in ((*_LOCKED, str(LOCKS[kind])), (*_CHECKOUT, str(HERE))):
        if _run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *step):
            return _failed("That did not work; pip says why. If there was no network, try again.")
    stamp.write_text(wanted)
    return 0


def _run(program: str, *words: str, heading: bool = False) -> int:
    """Run a program of the venv from this folder; its exit status."""
    if heading:
        print("\n--- " + " ".join((program, *words)), flush=True)
    inside = {**os.environ, "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", "")])}
    return subprocess.run([str(BIN / program), *words], cwd=HERE, env=inside, check=False).returncode


def _failed(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
