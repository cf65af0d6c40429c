"""The option ``--share``, of every command whose window can be shared (contract, section 8)."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from companion.errors import InputError
from companion.terminal import say
from companion.text import phrase

if TYPE_CHECKING:
    from companion.session.launch import ShareWish

__all__ = ["add_share_option", "share_wish"]

#: Stands for the option without a port.
_ANY: Final = -1
_MOST: Final = 65535


def add_share_option(parser: argparse.ArgumentParser) -> None:
    """Add it to a command's words."""
    parser.add_argument(
        "--share",
        nargs="?",
        type=_port,
        const=_ANY,
        metavar="PORT",
        help=phrase("let phones, tablets and OBS in this network look on; left out, nothing is shared"),
    )


def share_wish(options: argparse.Namespace) -> ShareWish | None:
    """What was asked for; ``None`` where nothing was.

    Raises:
        OperationError: the port is taken.
    """
    if options.share is None:
        return None

    from companion.session.launch import ShareWish
    from companion.share.server import DEFAULT_PORT, check_port

    port = DEFAULT_PORT if options.share == _ANY else options.share
    check_port(port)
    return ShareWish(port, say)


def _port(word: str) -> int:
    if not word.isdecimal() or int(word) > _MOST:
        raise InputError(phrase("--share {word}: a port from 0 to {most} is wanted.", word=word, most=_MOST))
    return int(word)
