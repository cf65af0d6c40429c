"""What the program says before any command runs: in which language, its versions, and the completion of its words in a
shell.

The language is the one asked for with ``--lang``, else as the windows choose theirs; argparse, which asks gettext for
its words, is given those of the catalogue. Nothing heavy is imported: versions are those that the installation knows.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from companion import __version__
from companion.errors import InputError
from companion.file_access import read_bytes
from companion.resources import state_folder
from companion.terminal import say
from companion.text import (
    N_,
    SYSTEM,
    ask_for_language,
    choose_language,
    environment_languages,
    gettext,
    known_languages,
    pgettext,
    preferred_language,
)

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


OPTION: Final = "--lang"

#: Settings are a few lines.
_MOST_BYTES: Final = 2**20

#: What argparse says to people; it fills in the places itself.
_ARGPARSE: Final = (
    N_("argparse", "usage: "),
    N_("argparse", "options"),
    N_("argparse", "positional arguments"),
    N_("argparse", "show this help message and exit"),
    N_("argparse", "argument %(argument_name)s: %(message)s"),
    N_("argparse", "unrecognized arguments: %s"),
    N_("argparse", "not allowed with argument %s"),
    N_("argparse", "ignored explicit argument %r"),
    N_("argparse", "the following arguments are required: %s"),
    N_("argparse", "one of the arguments %s is required"),
    N_("argparse", "expected one argument"),
    N_("argparse", "expected at least one argument"),
    N_("argparse", "expected %s argument"),
    N_("argparse", "expected %s arguments"),
    N_("argparse", "invalid %(type)s value: %(value)r"),
    N_("argparse", "invalid choice: %(value)r (choose from %(choices)s)"),
)


def speak_to_user(words: Sequence[str]) -> list[str]:
    """Put the user's language in force; the words of the command line that are left.

    Raises:
        InputError: a language is asked for that is not here.
    """
    asked, rest = _asked_for(list(words))
    ask_for_language("")
    choose_language(preferred_language(_setting(), environment_languages()))
    vars(argparse).update({"_": _argparse_words, "ngettext": _argparse_count})
    known = {language.code: language.name for language in known_languages()}
    if asked and asked not in known:
        here = ", ".join(f"{code} ({name})" for code, name in known.items())
        raise InputError(
            gettext("{option}: {asked!r} is not here; there are {here}.", option=OPTION, asked=asked, here=here)
        )
    if asked:
        ask_for_language(asked)
        choose_language(asked)
    return rest


def _asked_for(words: list[str]) -> tuple[str, list[str]]:
    """The language that the first words ask for; "" for none."""
    if words and words[0].startswith(f"{OPTION}="):
        return words[0].partition("=")[2], words[1:]
    return (words[1], words[2:]) if len(words) > 1 and words[0] == OPTION else ("", words)


def _setting() -> str:
    """The language chosen in the windows. Read by itself: the settings' own reader takes longer than most commands."""
    try:
        content = read_bytes(state_folder() / "settings.json", at_most=_MOST_BYTES)
    except OSError:  # mostly because nothing was ever chosen
        return SYSTEM
    import json

    try:
        saved = json.loads(content)
    except (ValueError, RecursionError):
        return SYSTEM
    language = saved.get("language") if isinstance(saved, dict) else None
    return language if isinstance(language, str) else SYSTEM


def _argparse_words(words: str | None) -> str | None:
    return pgettext("argparse", words) if words else words  # it asks for a title that nobody has given, too


def _argparse_count(one: str, more: str, count: int) -> str:
    return pgettext("argparse", one if count == 1 else more)
