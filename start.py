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

import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from companion.system_libraries import NEEDED, NEEDED_FOR_WINDOWS, install_command, missing_packages

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

#: What the test that opens a window without a screen uses: a program -> its Debian package.
NEEDED_FOR_TESTS = {"Xvfb": "xvfb"}

#: The commands that may open a window.
WINDOWED = (
    *("certify", "demo", "dice", "doctor", "enrol", "exercise-k", "hall", "ogre-card", "play", "referee", "setup"),
)


class System(NamedTuple):
    """A kind of computer for which every locked file can be had, from some version of it on."""

    name: str
    oldest: tuple[int, ...]  # glibc, Windows, macOS
    newest_python: tuple[int, int]
    known_to_uv_as: str

    def __str__(self) -> str:
        oldest, newest_python = (".".join(map(str, version)) for version in (self.oldest, self.newest_python))
        return self.name + " " + oldest + " or newer, Python 3.11 to " + newest_python


#: System and processor -> what they have to be. README says the same, and `lock` asks whether it is true.
SYSTEMS = {
    "linux-x86_64": System("Linux on x86-64 with glibc", (2, 34), (3, 14), "x86_64-manylinux_2_34"),
    "linux-aarch64": System("Linux on ARM with glibc", (2, 39), (3, 14), "aarch64-manylinux_2_39"),
    "win-amd64": System("Windows on x86-64,", (10,), (3, 14), "x86_64-pc-windows-msvc"),
    "darwin-arm64": System("Mac with an Apple chip, macOS", (14,), (3, 14), "aarch64-apple-darwin"),
    "darwin-x86_64": System("Mac with an Intel chip, macOS", (14,), (3, 13), "x86_64-apple-darwin"),
}

#: Words for pytest: one test more at once than there are cores, for some only wait; who has no work takes another's.
ALL_CORES = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")

#: The rooms whose tests show no window and read no picture.
QUICK_ROOMS = ("catalogue", "geometry", "house", "journal", "rules")

#: What `check` runs: the last one on all cores, beside it the others one after the other; each to its end even where
#: another failed.
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
    return _prepared("program", *_needed_by(words)) or _run("companion", *words)


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
    lacking = [place for system in SYSTEMS.values() for place in _without_files(system)]
    return _failed("Not every locked file is there for " + "; ".join(lacking) + ".") if lacking else 0


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
    began = time.monotonic()
    *of_one_core, tests = checks
    with ThreadPoolExecutor(max_workers=1) as beside:
        others = beside.submit(_failing, of_one_core, in_one_piece=True)
        failed = _failing([tests])
        failed = others.result() + failed
    print("\nThat took " + _time_since(began) + ".", flush=True)
    return _failed("Not in order: " + ", ".join(failed) + ".") if failed else 0


def _failing(checks: Sequence[Sequence[str]], in_one_piece: bool = False) -> list[str]:
    """Those of some checks, one after the other, that do not pass."""
    return [" ".join(check) for check in checks if _run(*check, heading=True, in_one_piece=in_one_piece)]


def _without_files(system: System) -> list[str]:
    """The places, on this system, for which a locked file cannot be had; uv says which file."""
    command = ["uv", "pip", "compile", str(LOCKS["test"]), "--no-deps", "--only-binary", ":all:", "--quiet"]
    environment = {**os.environ, "MACOSX_DEPLOYMENT_TARGET": str(system.oldest[0]) + ".0"}
    lacking = []
    for minor in range(11, system.newest_python[1] + 1):
        place = ["--python-platform", system.known_to_uv_as, "--python-version", "3." + str(minor)]
        if subprocess.run([*command, *place], env=environment, stdout=subprocess.DEVNULL, check=False).returncode:
            lacking.append(system.known_to_uv_as + " with Python " + place[-1])
    return lacking


def _needed_by(words: Sequence[str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The libraries and tools of the system that a command of the program uses here; it may stand after --lang CODE."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return {**NEEDED, **(NEEDED_FOR_WINDOWS if screen and set(words[:3]) & set(WINDOWED) else {})}, {}


def _prepared(kind: str, libraries: Mapping[str, str], tools: Mapping[str, str]) -> int:
    """Everything that a command needs, installed where it was missing; 0, or 1 when something could not be had."""
    unsupported = "" if VENV.exists() else _why_unsupported()
    if unsupported:
        return _failed(unsupported)
    _install_packages(_missing_packages(libraries, tools))
    left = _missing_packages(libraries, tools)
    if left:
        print("Missing on this system; install with:\n    " + install_command(left))
    if {"python3-venv", *NEEDED.values()} & set(left):
        return _failed("Nothing can run without some of these. Install them, then start again.")
    return _make_venv() or _install(kind)


def _why_unsupported() -> str:
    """A sentence where some locked file cannot be had for what runs here; "" where all can."""
    system = SYSTEMS.get(sysconfig.get_platform() if os.name == "nt" else sys.platform + "-" + platform.machine())
    usual = platform.python_implementation() == "CPython" and sys.maxsize > 2**32
    if system and usual and not sysconfig.get_config_var("Py_GIL_DISABLED"):  # those have wheels of their own
        unsupported = _system_version() < system.oldest or sys.version_info[:2] > system.newest_python
    else:
        unsupported = True
    if not unsupported:
        return ""
    here = platform.platform() + " with " + platform.python_implementation() + " " + platform.python_version()
    needed = "\n    ".join(map(str, SYSTEMS.values()))
    return (
        "Nothing was downloaded: what the program needs is not there for " + here + ". It is, for the usual 64-bit "
        "Python, on\n    " + needed + "\nREADME.md says what can be tried elsewhere."
    )


def _system_version() -> tuple[int, ...]:
    """The version of Windows, macOS or glibc; () on a Linux with another C library."""
    if sys.platform.startswith("linux"):
        library, version = platform.libc_ver()
        version = version if library == "glibc" else ""
    else:
        version = platform.version() if os.name == "nt" else platform.mac_ver()[0]
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])


def _missing_packages(libraries: Mapping[str, str], tools: Mapping[str, str]) -> list[str]:
    """Debian packages with these libraries and tools that this system lacks (none where it is not Linux)."""
    if not sys.platform.startswith("linux"):
        return []
    missing = missing_packages(libraries)
    missing += [package for name, package in tools.items() if shutil.which(name) is None]
    importlib.invalidate_caches()
    return missing if VENV.exists() or importlib.util.find_spec("ensurepip") else ["python3-venv", *missing]


def _install_packages(packages: Sequence[str]) -> None:
    """Fetch them where we may (root on a Debian-like system); a failure is seen by what is still missing after it."""
    if not packages or not shutil.which("apt-get") or os.geteuid() != 0:
        return
    print("Installing " + " ".join(packages) + " ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", "-qq", *step], env=quiet, stdout=subprocess.DEVNULL, check=False)


def _make_venv() -> int:
    if (BIN / "pip").exists() or (BIN / "pip.exe").exists():
        return 0
    print("Making " + str(VENV) + " ...", flush=True)
    return subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=False).returncode


def _install(kind: str) -> int:
    """Install what is locked and this checkout; nothing to do where both stand and neither has changed since.

    What the tests need holds all that the program needs, so whoever has the one has the other.
    """
    wanted = hashlib.sha256(b"".join(path.read_bytes() for path in (PROJECT, *LOCKS.values()))).hexdigest()
    stamps = [VENV / ("installed-" + enough) for enough in dict.fromkeys((kind, "test"))]
    if any(stamp.exists() and stamp.read_text() == wanted for stamp in stamps):
        return 0
    print("Installing the program and what it needs (about " + SIZES[kind] + " the first time) ...", flush=True)
    began = time.monotonic()
    for step in ((*_LOCKED, str(LOCKS[kind])), (*_CHECKOUT, str(HERE))):
        if _run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *step):
            return _failed("That did not work; pip says why. If there was no network, try again.")
    stamps[0].write_text(wanted)
    size_gb = sum(path.lstat().st_size for path in VENV.rglob("*")) / 1e9
    print("That took {}; {} now holds {:.1f} GB.".format(_time_since(began), VENV.name, size_gb), flush=True)
    return 0


def _time_since(began: float) -> str:
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    return "{} min {} s".format(minutes, seconds)


def _run(program: str, *words: str, heading: bool = False, in_one_piece: bool = False) -> int:
    """Run a program of the venv from this folder; its exit status.

    heading: what runs is printed above what it prints; in_one_piece: all of that at its end, for another one prints
    meanwhile. What Python compiles is kept, which images of containers often forbid: each of the hundreds of programs
    that tests start would compile this one anew.
    """
    above = "\n--- " + " ".join((program, *words)) + "\n" if heading else ""
    if not in_one_piece:
        print(above, end="", flush=True)
    inside = {**os.environ, "PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", "")])}
    inside.pop("PYTHONDONTWRITEBYTECODE", None)
    out, err = (subprocess.PIPE, subprocess.STDOUT) if in_one_piece else (None, None)
    done = subprocess.run(
        [str(BIN / program), *words], cwd=HERE, env=inside, check=False, text=True, stdout=out, stderr=err
    )
    if in_one_piece:
        print(above + done.stdout, end="", flush=True)
    return done.returncode


def _failed(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
