"""The option by which a table is published to a broker."""

from __future__ import annotations

import argparse

from companion.text import phrase


def add_publish(parser: argparse.ArgumentParser) -> None:
    """Let a command publish its table."""
    parser.add_argument(
        "--publish",
        metavar="mqtt://HOST[:PORT]/TABLE",
        help=phrase("publish the table to an MQTT broker, for the hall; mqtts:// for TLS, USER:PASSWORD@ before HOST"),
    )


def check_publish(address: str | None) -> None:
    """Refuse an address that is none before anything is opened.

    Raises:
        InputError: saying what an address looks like.
    """
    if address is not None:
        from companion.broker import parse_table_address

        parse_table_address(address)
