"""The two ways in which a command can end badly, as commands count them (docs/formats, Commands)."""

from __future__ import annotations

from typing import Final

from companion.text import gettext

#: So many problems are read before anybody puts the first right.
_LISTED: Final = 20


class OperationError(Exception):
    """The work could not be done; the message says why and what to do about it. Exit status 1.

    Several problems are several sentences, ``OperationError(*problems)``; each is a line of its own.
    """

    exit_status = 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """Every problem."""
        return tuple(map(str, self.args))

    @property
    def listed(self) -> tuple[str, ...]:
        """What to say, line by line: the first problems, and how many more there are."""
        more = len(self.args) - _LISTED
        return self.sentences if more <= 0 else (*self.sentences[:_LISTED], gettext("and {count} more", count=more))

    def __str__(self) -> str:
        return "\n".join(self.listed)


class InputError(OperationError):
    """Words or files given are wrong; the message names the place. Exit status 2."""

    exit_status = 2
