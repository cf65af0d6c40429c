"""The one door to MQTT brokers: how one is named, and a line to it, in a thread of its own, that comes back by itself.

A broker is named as ``mqtt://HOST[:PORT]``, or ``mqtts://`` where it is asked for by TLS. What is given to a line while
it is up is sent again after a break until the broker has acknowledged it: at least once, in order. What must outlive
the program is for whoever gives it; see the outbox of a published table. It carries bytes under topics and knows
nothing of what they mean.
"""

from __future__ import annotations

import os
import ssl
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final, NewType, Protocol
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.errors import InputError
from companion.plain_text import public_address
from companion.text import gettext

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
            gettext("{address}: expected only the broker here, without a table.", address=public_address(text))
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
            gettext(
                "{address}: the table's name is missing; say {address}/4 for table 4.",
                address=public_address(text).rstrip("/"),
            )
        )
    if len(table) > _LONGEST_TABLE or not table.isprintable() or _NOT_IN_TOPICS & set(table):
        raise InputError(
            gettext(
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
            gettext(
                "{address}: a broker is named as mqtt://HOST or mqtt://HOST:PORT (mqtts:// for TLS).",
                address=public_address(text),
            )
        )
    return parts


def _address(text: str, parts: SplitResult) -> BrokerAddress:
    asked = parse_qs(parts.query)
    if asked.keys() - {"ca"} or (asked and parts.scheme != "mqtts"):
        raise InputError(
            gettext("{address}: after ? only ca=FILE may stand, and only with mqtts://.", address=public_address(text))
        )
    user = unquote(parts.username) if parts.username else None
    reported = unquote(parts.password) if parts.password else os.environ.get(PASSWORD_VARIABLE)
    ca = Path(asked["ca"][0]) if asked else None
    if ca is not None and not ca.is_file():
        raise InputError(gettext("{file}: there is no such file of a certificate authority.", file=ca))
    port = parts.port or _PORTS[parts.scheme]
    return BrokerAddress(parts.hostname or "", port, parts.scheme == "mqtts", user, reported if user else None, ca)


#: Of a message on its way, until the broker has acknowledged it.
Delivery = NewType("Delivery", int)

#: A broker that has heard nothing for one and a half times this takes the line for broken and sends the last will.
_KEEP_ALIVE_S: Final = 15
#: A broken line is tried again after so long, then after twice as long each time, up to the second.
_RETRY_FIRST_S, _RETRY_LAST_S = 1, 15
#: So long the end of the program waits for the line to end well.
_PARTING_S: Final = 2.0
#: At least once (MQTT 3.1.1, section 4.3.2).
_AT_LEAST_ONCE: Final = 1


@dataclass(frozen=True, slots=True)
class BrokerMessage:
    """Bytes under a topic. retained: the broker keeps the newest of the topic for whoever asks later; of one that has
    come in: it was retained, and is not new."""

    topic: str
    payload: bytes
    retained: bool = False


class BrokerListener(Protocol):
    """Who is called with what happens on a line, in the line's own thread: nobody may keep it waiting."""

    def on_online(self) -> None:
        """The line is up, and what was subscribed to is."""

    def on_offline(self, why: str) -> None:
        """The line has broken or cannot be opened; it is tried again."""

    def on_acknowledged(self, delivery: Delivery) -> None:
        """The broker has a message."""

    def on_message(self, message: BrokerMessage) -> None:
        """Another message of a topic that was subscribed to."""


class BrokerLine(Protocol):
    """A line to a broker, as tables and halls need it: `BrokerConnection`, or a test's own."""

    def open(self) -> None:
        """Begin to open it."""

    def publish(self, message: BrokerMessage) -> Delivery | None:
        """Send a message; ``None`` where the line is not up."""

    def close(self) -> None:
        """End it well."""


#: Opens a line for a listener: the topics listened to, ``+`` standing for any one level; and what the broker says when
#: the line breaks.
LineOpener = Callable[[BrokerListener, tuple[str, ...], BrokerMessage | None], BrokerLine]


def line_to(address: BrokerAddress) -> LineOpener:
    """Opens lines to a broker."""
    return partial(BrokerConnection, address)


class BrokerConnection:
    """A line to a broker, of a `LineOpener`."""

    def __init__(
        self, address: BrokerAddress, listener: BrokerListener, topics: tuple[str, ...], will: BrokerMessage | None
    ) -> None:
        self._address, self._listener, self._topics = address, listener, topics
        self._client = client = Client(CallbackAPIVersion.VERSION2)
        client.reconnect_delay_set(_RETRY_FIRST_S, _RETRY_LAST_S)
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        client.on_connect_fail, client.on_message = self._failed, self._received
        client.on_publish = self._acknowledged
        if address.user is not None:
            client.username_pw_set(address.user, address.password)
        if address.tls:
            client.tls_set_context(_tls_context(address))
        if will is not None:
            client.will_set(will.topic, will.payload, _AT_LEAST_ONCE, will.retained)
        self._up = False

    def open(self) -> None:
        """Begin to open it; the listener is notified when it is up."""
        self._client.connect_async(self._address.host, self._address.port, _KEEP_ALIVE_S)
        self._client.loop_start()

    def publish(self, message: BrokerMessage) -> Delivery | None:
        """Send a message, and again after a break until it is acknowledged; ``None`` where the line is not up."""
        if not self._client.is_connected():
            return None
        sent = self._client.publish(message.topic, message.payload, _AT_LEAST_ONCE, message.retained)
        return Delivery(sent.mid)

    def close(self) -> None:
        """End the line well: the last will is not sent."""
        self._client.disconnect()
        parting = Thread(target=self._client.loop_stop, name="broker-parting", daemon=True)
        parting.start()  # a broker that does not answer any more holds up nobody
        parting.join(_PARTING_S)

    # Paho's callbacks, in the line's thread

    def _connected(
        self, client: Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, _more: Properties | None
    ) -> None:
        if reason.is_failure:
            refused = gettext("The broker {address} refuses: {why}.", address=self._address, why=reason)
            self._listener.on_offline(refused)
            return
        for topic in self._topics:
            client.subscribe(topic, _AT_LEAST_ONCE)
        self._up = True
        self._listener.on_online()

    def _disconnected(
        self, _client: Client, _data: object, _flags: DisconnectFlags, reason: ReasonCode, _more: Properties | None
    ) -> None:
        up, self._up = self._up, False
        if up and reason.is_failure:  # where it never was up, the reason has been given already
            self._listener.on_offline(gettext("The line to {address} is broken.", address=self._address))

    def _failed(self, _client: Client, _data: object) -> None:
        why = sys.exc_info()[1]  # Paho calls this from where it has caught it, and passes nothing on
        self._listener.on_offline(_no_way_in(self._address, why))

    def _acknowledged(
        self, _client: Client, _data: object, delivery: int, _reason: ReasonCode, _more: Properties
    ) -> None:
        self._listener.on_acknowledged(Delivery(delivery))

    def _received(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        with suppress(UnicodeDecodeError):  # a topic that is no text is none of ours
            self._listener.on_message(BrokerMessage(message.topic, bytes(message.payload), message.retain))


def _tls_context(address: BrokerAddress) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=address.ca)
    except OSError:
        raise InputError(gettext("{file}: is no certificate of an authority (PEM).", file=address.ca)) from None


def _no_way_in(address: BrokerAddress, why: BaseException | None) -> str:
    if isinstance(why, ssl.SSLCertVerificationError):
        return gettext(
            "{address}: its certificate cannot be trusted ({why}); name its authority with ?ca=FILE.",
            address=address,
            why=why.verify_message,
        )
    if isinstance(why, OSError) and why.strerror:
        return gettext("No broker answers at {address} ({why}).", address=address, why=why.strerror)
    return gettext("No broker answers at {address}.", address=address)
