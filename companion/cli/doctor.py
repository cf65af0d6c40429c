"""``companion doctor``: what this computer has and lacks, each with what to do about it (docs/command-line.md)."""

from __future__ import annotations

import argparse
import importlib
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.cli._about import versions
from companion.cli._options import cameras_here
from companion.errors import OperationError
from companion.resources import data_folder, state_folder
from companion.system_libraries import NEEDED, NEEDED_FOR_SOUND, NEEDED_FOR_WINDOWS, install_command, missing_packages
from companion.terminal import say
from companion.text import N_, gettext, ngettext, pgettext

_EPILOG: Final = N_(
    "cli",
    """\
examples:
  companion doctor
  companion doctor && companion setup

A line each on the program, its libraries, screen, sound, cameras, space, and where your data lies; ! marks what is
lacking, with what to do about it. Exit status 1: something is lacking without which nothing runs.""",
)

#: What is loaded to see whether the libraries work here.
_MODULES: Final = ("numpy", "shapely", "companion.opencv", "companion.onnx_runtime", "PySide6.QtWidgets")
_SOUND: Final = "PySide6.QtMultimedia"
#: Many evenings of matches, and the pictures of misread tables with them.
_ENOUGH_SPACE_GB: Final = 0.5


@dataclass(frozen=True, slots=True)
class _Finding:
    """Something that this computer has, or lacks: then ``cure`` says what to do. ``vital``: nothing runs without."""

    title: str
    found: str
    cure: str = ""
    vital: bool = False


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    commands.add_parser(
        "doctor",
        help=gettext("say what this computer has and lacks, and where your data lies"),
        description=gettext("Look at libraries, screen, cameras and space, and say what to do about what is lacking."),
        epilog=pgettext("cli", _EPILOG),
    )


def run(_options: argparse.Namespace) -> int:
    """Look at everything and say it."""
    libraries = _libraries()
    findings = [_Finding(gettext("program"), ", ".join(versions()[:2])), libraries]
    if not libraries.cure:
        findings += [_networks(), _screen(), _sound(), _cameras()]
    findings += [_space(), *_folders()]
    width = max(len(finding.title) for finding in findings)
    for finding in findings:
        say(f"{'!' if finding.cure else ' '} {finding.title:<{width}}  {finding.found}")
        if finding.cure:
            say(f"  {'':<{width}}  {finding.cure}")
    say(
        "", gettext("To uninstall, `pipx uninstall diceland-companion` or delete the checkout; then the folders above.")
    )
    titles = ", ".join(finding.title for finding in findings if finding.vital and finding.cure)
    if titles:
        raise OperationError(gettext("doctor: nothing runs before this is put right: {what}.", what=titles))
    return 0


def _libraries() -> _Finding:
    """Whether all libraries can be loaded; on Linux they need some of the system's."""
    broken = [error for module in _MODULES if (error := _why_not_loaded(module))]
    packages = missing_packages(NEEDED)
    cure = _install(packages) if packages else gettext("Install the program again.") if broken else ""
    return _Finding(gettext("libraries"), "; ".join(broken) or versions()[2], cure, vital=True)


def _why_not_loaded(module: str) -> str:
    try:
        importlib.import_module(module)
    except ImportError as error:
        return f"{module}: {error}"
    return ""


def _networks() -> _Finding:
    from companion.codec.reader import load_networks

    try:
        load_networks()
    except OperationError as error:
        return _Finding(gettext("networks"), str(error), gettext("Install the program again."), vital=True)
    return _Finding(gettext("networks"), gettext("compute the same here as where they were made"))


def _screen() -> _Finding:
    from companion.ui import for_windows, why_no_screen

    packages = missing_packages(NEEDED_FOR_WINDOWS)
    problem = why_no_screen()
    if problem is not None:
        elsewhere = gettext("Windows open on a desktop; `companion read` and `companion watch` need none.")
        return _Finding(gettext("screen"), problem, _install(packages) if packages else elsewhere)
    try:
        screens = for_windows().screens()
    except OperationError as error:
        return _Finding(gettext("screen"), str(error), gettext("Without letters no window can be read."))
    sizes = [(screen.size() * screen.devicePixelRatio(), screen.devicePixelRatio()) for screen in screens]
    shown = [
        gettext("{wide} × {tall} px at a scale of {scale:g}", wide=size.width(), tall=size.height(), scale=scale)
        for size, scale in sizes
    ]
    return _Finding(gettext("screen"), ", ".join(shown))


def _sound() -> _Finding:
    """Whether the short sounds of a match can be heard; it goes on without."""
    silent = _why_not_loaded(_SOUND)
    packages = missing_packages(NEEDED_FOR_SOUND)
    cure = _install(packages) if packages else gettext("Matches are played without sounds.") if silent else ""
    return _Finding(gettext("sound"), silent or gettext("can be played"), cure)


def _cameras() -> _Finding:
    devices = cameras_here()
    if not devices:
        cure = gettext(
            "Plug one in, or take a phone: `companion setup` asks for the address that its camera app shows."
        )
        return _Finding(gettext("camera"), gettext("none is plugged in"), cure)
    names = ", ".join(device.name for device in devices)
    barred = [device.id for device in devices if Path(device.id).exists() and not os.access(device.id, os.R_OK)]
    if not barred:
        return _Finding(gettext("camera"), names)
    cure = gettext("You may not open {file}: sudo usermod -aG video $USER, then log in again.", file=barred[0])
    return _Finding(gettext("camera"), names, cure)


def _space() -> _Finding:
    folder = data_folder()
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        cure = gettext("Set COMPANION_HOME to a folder in which you may write.")
        return _Finding(gettext("space"), gettext("{folder} cannot be written", folder=folder), cure)
    free_gb = shutil.disk_usage(folder).free / 1e9
    cure = gettext("Make some room; matches are written as they are played.") if free_gb < _ENOUGH_SPACE_GB else ""
    return _Finding(gettext("space"), gettext("{free:.1f} GB free for matches and pictures", free=free_gb), cure)


def _folders() -> Iterator[_Finding]:
    """Where all lies that belongs to the user, and how much it is; on some systems that is one folder."""
    folders = {data_folder(): gettext("your data")}
    folders.setdefault(state_folder(), gettext("settings"))
    for folder, title in folders.items():
        sizes = [path.lstat().st_size for path in folder.rglob("*") if not path.is_dir()]
        amount = ngettext("{count} file", "{count} files", len(sizes)) + f", {sum(sizes) / 1e6:.1f} MB"
        yield _Finding(title, f"{folder} ({amount})")


def _install(packages: Iterable[str]) -> str:
    return gettext("On Debian and Ubuntu: {command}", command=install_command(packages))
