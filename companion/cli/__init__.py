"""The commands of the program, and how each of them ends.

Owns the table of commands, the exit status and what people read when something goes wrong; no decision lives here.
A command is a module beside this one, or that of a feature's room, with ``add_parser(commands)`` and ``run(options) ->
int``, or one of several in a module, with ``add_NAME`` and ``run_NAME``; only its parser is imported before it runs, so
``companion --help`` is quick.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import logging
import sys
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, Never

from companion.cli._about import OPTION, add_options, speak_to_user
from companion.errors import InputError, OperationError
from companion.failures import describe_failure
from companion.terminal import discard_output, finish_output, warn
from companion.text import N_, gettext, pgettext

__all__ = ["COMMANDS", "main"]

#: Command -> its module, and its name there where it shares one, in the order in which people need them. Those of
#: features are in rooms of their own, which nothing here imports; one that is not there is not offered.
COMMANDS: Final = {
    "demo": "companion.cli.demo",
    "setup": "companion.cli.play:setup",
    "calibrate": "companion.cli.calibrate",
    "enrol": "companion.cli.enrol",
    "read": "companion.cli.read",
    "play": "companion.cli.play:play",
    "watch": "companion.cli.watch",
    "hall": "companion.hall.command",
    "referee": "companion.cli.rules:referee",
    "rules": "companion.cli.rules:rules",
    "dice": "companion.cli.dice",
    "print": "companion.cli.print",
    "ogre-card": "companion.cli.play:ogre_card",
    "exercise-k": "companion.exercise_k.command",
    "matches": "companion.cli.matches:matches",
    "replay": "companion.cli.matches:replay",
    "export": "companion.cli.matches:export",
    "certify": "companion.certify.command:certify",
    "evaluate": "companion.cli.evaluate",
    "report": "companion.certify.command:report",
    "shadow": "companion.certify.command:shadow",
    "doctor": "companion.cli.doctor",
    "bench": "companion.cli.bench",
}

_DONE, _CANNOT_DO, _WRONG_INPUT, _INTERRUPTED = 0, OperationError.exit_status, InputError.exit_status, 130

_EPILOG: Final = N_(
    "cli",
    """\
examples:
  companion demo                                            the bundled table: no camera, no files needed
  companion calibrate --mat mat.json table.jpg -o camera.json
  companion read --camera camera.json --json picture.jpg

`companion COMMAND --help` says more about one command, with an example.""",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name; left out: the process's own) and return the exit status.

    0 done; 1 the work could not be done; 2 the words or files given are wrong; 130 stopped by Ctrl-C. Whatever goes
    wrong is one line on standard error, never a traceback.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    logging.getLogger().addHandler(logging.NullHandler())  # no library speaks on the terminal
    # A terminal without a letter of ours shows ``?`` in its place instead of failing.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        return _finished(lambda: _run(speak_to_user(words)))
    except OperationError as failure:
        first, *more = failure.listed or ("",)
        return _stated(failure.exit_status, f"companion: {first}", *more)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader of a pipe has gone (``companion read … | head -1``): stop quietly.
        discard_output()
        return _CANNOT_DO
    except OSError as failure:
        # What the system says of a file is the user's to put right, and no fault of the program.
        about_file = f"companion: {failure.filename}: {failure.strerror}." if failure.filename else ""
        return _stated(_CANNOT_DO, about_file or f"companion: {describe_failure(failure, words)}")
    except Exception as failure:  # noqa: BLE001  (the last door: whatever is left becomes a sentence)
        return _stated(_CANNOT_DO, f"companion: {describe_failure(failure, words)}")


class _CommandList(argparse.RawDescriptionHelpFormatter):
    """Help with every command on one line: argparse forgets that the list of commands is indented once more."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        self._action_max_length += self._indent_increment * (action.nargs == argparse.PARSER)


class _Parser(argparse.ArgumentParser):
    """argparse, with help as it was written, options in full only, and mistakes reported in one line."""

    def __init__(self, **options: Any) -> None:
        house: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
        super().__init__(**(house | options))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse's, but an unknown option is reported before one that is missing."""
        words: list[str] = sys.argv[1:] if args is None else list(args)
        before_command = takewhile(lambda word: word.startswith("-"), words) if self._subparsers else words
        for word in takewhile(lambda word: word != "--", before_command):
            option = word.partition("=")[0]
            if option.startswith("--") and option not in self._option_string_actions:
                likely = _did_you_mean(option, self._option_string_actions)
                self.error(gettext("there is no option {option}", option=option) + likely)
        return super().parse_known_args(words, namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """As argparse's, but of many choices the one that is probably meant is named alone."""
        likely = "" if action.choices is None or value in action.choices else _did_you_mean(str(value), action.choices)
        if likely:
            raise argparse.ArgumentError(action, gettext("there is no {word}", word=value) + likely)
        super()._check_value(action, value)

    def error(self, message: str) -> Never:
        raise InputError(gettext("{message} (`{prog} --help` says what goes here)", message=message, prog=self.prog))


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    """The word that was probably meant; "" where none is near."""
    near = get_close_matches(word, known, n=1)
    return gettext("; did you mean {word}?", word=near[0]) if near else ""


def _run(words: list[str]) -> int:
    modules = _modules(words)
    parser = _parser(modules)
    options = parser.parse_args(words)
    if options.command is None:
        parser.print_help(sys.stderr)
        return _WRONG_INPUT
    _check_paths(vars(options).values())
    run: Callable[[argparse.Namespace], int] = modules[options.command].run
    return run(options)


def _check_paths(values: Iterable[object]) -> None:
    """Refuse names that no file or folder can have, before a command stumbles over one. An address may be longer."""
    from companion.file_access import check_name
    from companion.plain_text import shown

    for value in values:
        if isinstance(value, list | tuple):
            _check_paths(value)
        elif isinstance(value, Path) or (isinstance(value, str) and "://" not in value):
            try:
                check_name(Path(value))
            except OSError as error:
                raise InputError(
                    gettext("{value}: {why}; name another file or folder", value=shown(str(value)), why=error.strerror)
                ) from None


def _parser(modules: dict[str, SimpleNamespace]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="companion",
        description=gettext("Reads a table of paper octahedra through a camera and settles the disputes."),
        epilog=pgettext("cli", _EPILOG),
        formatter_class=_CommandList,
    )
    add_options(parser)
    parser.add_argument(OPTION, metavar="CODE", help=gettext("language to speak, such as de, before the command"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title=gettext("commands"), prog="companion")
    for module in modules.values():
        module.add_parser(commands)
    return parser


def _modules(words: list[str]) -> dict[str, SimpleNamespace]:
    """The commands whose parsers this command line needs: the one it names, or all of them; none for the version."""
    if words[:1] == ["--version"]:
        return {}
    named = {words[0]} & COMMANDS.keys() if words else set()
    return {name: _loaded(COMMANDS[name]) for name in named or COMMANDS if _is_there(COMMANDS[name])}


def _loaded(command: str) -> SimpleNamespace:
    """The functions of a command: ``add_parser`` and ``run``."""
    module, _, name = command.partition(":")
    found = vars(importlib.import_module(module))
    add, run = (f"add_{name}", f"run_{name}") if name else ("add_parser", "run")
    return SimpleNamespace(add_parser=found[add], run=found[run])


def _is_there(command: str) -> bool:
    """Whether a command is part of this program; a feature whose room was taken away is not."""
    module = command.partition(":")[0]
    room = ".".join(module.split(".")[:2])
    return importlib.util.find_spec(room) is not None and importlib.util.find_spec(module) is not None


def _finished(work: Callable[[], int]) -> int:
    """Do the work and hand over what it printed, so that a reader who hung up is noticed here."""
    try:
        status = work()
    except SystemExit as finish:  # how argparse ends --help and --version
        status = finish.code if isinstance(finish.code, int) else _DONE
    finish_output()
    return status


def _stated(status: int, *sentences: str) -> int:
    warn(*sentences)
    return status
