"""The two ways in which a command can end badly, as commands count them (docs/formats, Commands)."""

from __future__ import annotations


class OperationError(Exception):
    """The work could not be done; the message says why and what to do about it. Exit status 1.

    Several problems are several sentences, ``OperationError(*problems)``; each is a line of its own.
    """

    exit_status = 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """What to say, line by line."""
        return tuple(map(str, self.args))

    def __str__(self) -> str:
        return "\n".join(self.sentences)


class InputError(OperationError):
    """Words or files given are wrong; the message names the place. Exit status 2."""

    exit_status = 2
