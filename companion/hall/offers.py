"""What the core asks of this room (`companion.features`): formats, and ``--publish``, of all that knows a table."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from companion.text import gettext

if TYPE_CHECKING:
    from companion.codec.document import LenientDocument
    from companion.hall.publication import TablePublication
    from companion.hall.window_part import MatchPublishing
    from companion.session.match import Match
    from companion.ui.match import MatchWindow

OPTION: Final = "--publish"
OPTION_OF: Final = ("play", "watch")


def schemas() -> Mapping[str, tuple[str, type[LenientDocument]]]:
    """The formats of what is said over the broker, and of an event."""
    from companion.hall import documents as messages
    from companion.hall.documents import HallEventDocument

    return {
        "hall-answer": ("Answer to a call", messages.CallAnswerDocument),
        "hall-call": ("Call for the referee", messages.RefereeCallDocument),
        "hall-event": ("Event of a hall", HallEventDocument),
        "hall-line": ("Published line", messages.PublishedLineDocument),
        "hall-presence": ("Presence of a table", messages.PresenceDocument),
        "hall-replay": ("Request for lines", messages.ReplayRequestDocument),
        "hall-state": ("State of a table", messages.TableStateDocument),
    }


def add_option(parser: argparse.ArgumentParser) -> None:
    """Let a command publish its table."""
    parser.add_argument(
        OPTION,
        metavar="mqtt://HOST[:PORT]/TABLE",
        help=gettext("publish the table to an MQTT broker, for the hall; mqtts:// for TLS, USER:PASSWORD@ before HOST"),
    )


def read_option(options: argparse.Namespace) -> str | None:
    """The table's address at a broker; ``None`` where none was given.

    Raises:
        InputError: it is none; the message says what an address looks like.
    """
    address: str | None = options.publish
    if address is not None:
        from companion.hall.broker import parse_table_address

        parse_table_address(address)
    return address


def follow(address: str, match: Match | None) -> TablePublication:
    """Publish a table that is watched without a window, with its match where there is one.

    Raises:
        OperationError: another window publishes under this name, or nothing can be saved.
    """
    from companion.hall.publication import TablePublication

    return TablePublication.of(address, match)


def join_match(window: MatchWindow) -> MatchPublishing:
    """What publishes a match."""
    from companion.hall.window_part import MatchPublishing

    return MatchPublishing(window)
