"""The one door to the terminal: whatever a command says goes out here, line by line, and only says something.

What would act in a line (an escape sequence, a newline in a name, a bidirectional override) is spelled out, in the way
of JSON, so that lines of JSON stay what they are.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from shutil import get_terminal_size

from companion.errors import OperationError
from companion.plain_text import escape_controls, without_passwords
from companion.text import gettext


def say(*lines: object) -> None:
    """Write lines to standard output, at once.

    Raises:
        BrokenPipeError: whoever reads it has hung up.
        OperationError: it goes into a file for which there is no room.
    """
    _hand_over("".join(f"{escape_controls(str(line))}\n" for line in lines))


def finish_output() -> None:
    """Hand over what argparse has printed. Raises as `say`."""
    _hand_over("")


def _hand_over(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_output()
        raise OperationError(
            gettext("standard output cannot be written ({why}); redirect it to another place", why=error.strerror)
        ) from None


def discard_output() -> None:
    """Let go of what nobody takes, or the flush at the end of the process would complain once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def warn(*lines: object) -> None:
    """Write lines to standard error, in place of progress that stands there; many keep it in a file, so without the
    passwords of addresses."""
    over = _over("") if sys.stderr.isatty() else ""
    with suppress(OSError):  # there is no other place to say that there is no room for it
        sys.stderr.write(over + "".join(f"{escape_controls(without_passwords(str(line)))}\n" for line in lines))
        sys.stderr.flush()


def say_progress(text: str, *, ends: bool) -> None:
    """How far long work has come, over the line before; on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write(_over(escape_controls(text)) + ("\n" if ends else ""))
        sys.stderr.flush()


def _over(text: str) -> str:
    """What puts a text in the place of the last line, however long that was."""
    room = get_terminal_size().columns - 1
    return f"\r{' ' * room}\r{text[:room]}"
