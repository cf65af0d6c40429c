"""How a broker is named on the command line: ``mqtt://HOST[:PORT]``, or ``mqtts://`` where it is asked for by TLS."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from companion.errors import InputError
from companion.plain_text import public_address
from companion.text import phrase

#: The port of each scheme, as IANA has them.
_PORTS: Final[Mapping[str, int]] = {"mqtt": 1883, "mqtts": 8883}
#: Where the password may stand instead of in the address, which everybody on the computer can list.
PASSWORD_VARIABLE: Final = "COMPANION_MQTT_PASSWORD"
#: What a table's name may not hold: it is a level of an MQTT topic (MQTT 3.1.1, section 4.7).
_NOT_IN_TOPICS: Final = frozenset("/+#")
_LONGEST_TABLE: Final = 60


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where a broker is, and how one gets in. ``ca``: the file of the authority that signed its certificate, where the
    system does not know it."""

    host: str
    port: int
    tls: bool = False
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca: Path | None = None

    def __str__(self) -> str:
        """The address as people may see it, without the password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"


def parse_broker_address(text: str) -> BrokerAddress:
    """The broker of ``mqtt://[USER[:PASSWORD]@]HOST[:PORT][?ca=FILE]``.

    Raises:
        InputError: saying what an address looks like.
    """
    parts = _split(text)
    if parts.path.strip("/"):
        raise InputError(
            phrase("{address}: only the broker is wanted here, without a table.", address=public_address(text))
        )
    return _address(text, parts)


def parse_table_address(text: str) -> tuple[BrokerAddress, str]:
    """The broker and the table's name of ``mqtt://[USER[:PASSWORD]@]HOST[:PORT]/TABLE[?ca=FILE]``.

    Raises:
        InputError: saying what an address looks like.
    """
    parts = _split(text)
    table = unquote(parts.path.removeprefix("/")).strip()
    if not table:
        raise InputError(
            phrase(
                "{address}: the table's name is missing; say {address}/4 for table 4.",
                address=public_address(text).rstrip("/"),
            )
        )
    if len(table) > _LONGEST_TABLE or not table.isprintable() or _NOT_IN_TOPICS & set(table):
        raise InputError(
            phrase(
                "{address}: a table's name has up to {most} letters, digits and blanks, and no / + or #.",
                address=public_address(text),
                most=_LONGEST_TABLE,
            )
        )
    return _address(text, parts), table


def _split(text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        found = parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, a bracket that is never closed
        found = False
    if not found:
        raise InputError(
            phrase(
                "{address}: a broker is named as mqtt://HOST or mqtt://HOST:PORT (mqtts:// for TLS).",
                address=public_address(text),
            )
        )
    return parts


def _address(text: str, parts: SplitResult) -> BrokerAddress:
    asked = parse_qs(parts.query)
    if asked.keys() - {"ca"} or (asked and parts.scheme != "mqtts"):
        raise InputError(
            phrase("{address}: after ? only ca=FILE may stand, and only with mqtts://.", address=public_address(text))
        )
    user = unquote(parts.username) if parts.username else None
    told = unquote(parts.password) if parts.password else os.environ.get(PASSWORD_VARIABLE)
    ca = Path(asked["ca"][0]) if asked else None
    if ca is not None and not ca.is_file():
        raise InputError(phrase("{file}: there is no such file of a certificate authority.", file=ca))
    port = parts.port or _PORTS[parts.scheme]
    return BrokerAddress(parts.hostname or "", port, parts.scheme == "mqtts", user, told if user else None, ca)
