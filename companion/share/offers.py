"""What the core asks of this room (`companion.features`): ``--share`` (contract, section 8), windows that share."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from companion.terminal import say
from companion.text import gettext

if TYPE_CHECKING:
    from companion.session.photographs import PhotographDesk
    from companion.share.ruling_window import RulingWindow
    from companion.share.window_part import ShareControl, ShareWish
    from companion.ui.match import MatchWindow
    from companion.ui.ogre_card import CardWindow

OPTION: Final = "--share"
OPTION_OF: Final = ("play", "ogre-card", "referee")
#: Its page for the referee's phone has the camera.
TAKES_PICTURES: Final = True
#: Stands for the option without a port.
_ANY: Final = -1


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add it to a command's words."""
    parser.add_argument(
        OPTION,
        nargs="?",
        type=_port,
        const=_ANY,
        metavar="PORT",
        help=gettext("let phones, tablets and OBS in this network look on; left out, nothing is shared"),
    )


def read_option(options: argparse.Namespace) -> ShareWish | None:
    """What was asked for; ``None`` where nothing was.

    Raises:
        OperationError: the port is taken.
    """
    if options.share is None:
        return None

    from companion.share.window_part import ShareWish
    from companion.web import DEFAULT_PORT, check_port

    port = DEFAULT_PORT if options.share == _ANY else options.share
    check_port(port)
    return ShareWish(port, say)


def join_match(window: MatchWindow) -> ShareControl:
    """What shares a match."""
    from companion.share.window_part import share_match

    return share_match(window)


def join_card(window: CardWindow) -> ShareControl:
    """What shares a tracking card."""
    from companion.share.window_part import share_card

    return share_card(window)


def open_ruling(wish: ShareWish, desk: PhotographDesk) -> RulingWindow:
    """The window for one ruling by the pictures of a phone."""
    from companion.share.ruling_window import RulingWindow

    window = RulingWindow(desk)
    window.begin(wish)
    return window


def _port(word: str) -> int:
    from companion.web import read_port

    return read_port(OPTION, word)
