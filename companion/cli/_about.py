"""What the program says of itself before any command runs: versions, and the completion of its words in a shell.

Owns the options for both. Nothing heavy is imported: versions are those that the installation knows.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from companion import __version__
from companion.terminal import say
from companion.text import gettext

#: The libraries on which readings, rulings and windows depend. PySide6 carries the version of Qt.
_LIBRARIES: Final = {
    "numpy": "numpy",
    "onnxruntime": "onnxruntime",
    "opencv-python": "opencv-python",
    "PySide6": "PySide6 (Qt)",
    "shapely": "shapely",
}
#: Those that shtab knows.
_SHELLS: Final = ("bash", "zsh", "tcsh", "fish", "powershell")


def versions() -> tuple[str, str, str]:
    """A line each on the program, on Python and the system, and on the libraries."""
    libraries = ", ".join(f"{shown} {_version(name)}" for name, shown in _LIBRARIES.items())
    return f"companion {__version__}", f"Python {platform.python_version()}, {platform.platform()}", libraries


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--version`` and ``--completion`` to the program's own options."""
    parser.add_argument(
        "--version", action=_SayVersions, nargs=0, help=gettext("show the version, and those of libraries and system")
    )
    parser.add_argument(
        "--completion",
        action=_SayCompletion,
        choices=_SHELLS,
        metavar="SHELL",
        help=gettext("write what completes commands in a shell (bash, zsh, tcsh, fish or powershell)"),
    )


class _SayVersions(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_words: object) -> None:
        say(*versions())
        parser.exit()


class _SayCompletion(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, _options: object, shell: object, *_words: object) -> None:
        import shtab

        for part in _parsers(parser):
            for argument in part._actions:
                if argument.type is Path:
                    vars(argument)["complete"] = shtab.FILE
        say(*shtab.complete(parser, str(shell)).splitlines())
        parser.exit()


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parser, and those of all its commands."""
    yield parser
    for argument in parser._actions:
        if isinstance(argument, argparse._SubParsersAction):
            for command in argument.choices.values():
                yield from _parsers(command)


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return gettext("(not installed)")
