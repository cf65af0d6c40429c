"""The one door to the terminal: whatever a command says goes out here, line by line, and only says something.

What would act in a line (an escape sequence, a newline in a name, a bidirectional override) is spelled out, in the way
of JSON, so that lines of JSON stay what they are.
"""

from __future__ import annotations

import sys
from shutil import get_terminal_size

from companion.plain_text import escape_controls

__all__ = ["say", "say_progress", "warn"]


def say(*lines: object) -> None:
    """Write lines to standard output, at once."""
    sys.stdout.write("".join(f"{escape_controls(str(line))}\n" for line in lines))
    sys.stdout.flush()


def warn(*lines: object) -> None:
    """Write lines to standard error, in place of progress that stands there."""
    over = _over("") if sys.stderr.isatty() else ""
    sys.stderr.write(over + "".join(f"{escape_controls(str(line))}\n" for line in lines))


def say_progress(text: str, *, ends: bool) -> None:
    """How far long work has come, over what was said before; on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write(_over(escape_controls(text)) + ("\n" if ends else ""))
        sys.stderr.flush()


def _over(text: str) -> str:
    """What puts a text in the place of the last line, however long that was."""
    room = get_terminal_size().columns - 1
    return f"\r{' ' * room}\r{text[:room]}"
