"""HTTP as uvicorn speaks it, with what it does not bound by itself: who may connect, how many connections an address
may hold, and how long one may take to send a request.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, ip_address
from typing import ClassVar

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from companion.share.tuning import LIMITS, Limits


@dataclass(slots=True)
class ConnectionBook:
    """Which networks may connect, and how many connections each address holds."""

    networks: tuple[IPv4Network, ...]
    limits: Limits = LIMITS
    held: Counter[str] = field(default_factory=Counter)

    def admits(self, address: str) -> bool:
        """Whether an address lies in these networks and has a connection left."""
        if self.held[address] >= self.limits.connections_each:
            return False
        peer = ip_address(address)
        return isinstance(peer, IPv4Address) and any(peer in network for network in self.networks)

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self.held[address] -= 1
        if self.held[address] <= 0:
            del self.held[address]


class BoundedProtocol(H11Protocol):
    """One connection; ``book``: that of its server. Whoever is not admitted is cut off before a byte of theirs is
    read."""

    book: ClassVar[ConnectionBook]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._deadline: asyncio.TimerHandle | None = None
        self._address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Look who it is."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not address or not self.book.admits(address):
            transport.abort()
            return
        self._address = address
        self.book.held[address] += 1
        self._begin_deadline()

    def data_received(self, data: bytes) -> None:
        """Part of a request; the whole has to come in time."""
        if self._deadline is None and not self._is_answering():
            self._begin_deadline()
        super().data_received(data)
        if self._is_answering() and not self.cycle.more_body:
            self._end_deadline()

    def handle_websocket_upgrade(self, event: object) -> None:  # (h11's request, which is uvicorn's affair)
        """From now on it is another protocol's, which says when it ends."""
        self._end_deadline()
        super().handle_websocket_upgrade(event)  # type: ignore[arg-type]
        upgraded, address = self.transport.get_protocol(), self._address
        lost = upgraded.connection_lost

        def connection_lost(exc: Exception | None) -> None:
            self.book.leave(address)
            lost(exc)

        upgraded.connection_lost = connection_lost  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._end_deadline()
        if self._address:
            self.book.leave(self._address)
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        """Whether a request has come, and its answer is under way. (There is no cycle before the first.)"""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _begin_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.book.limits.head_s, self._too_slow)

    def _end_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        self.transport.abort()


def bounded_protocol(book: ConnectionBook) -> type[asyncio.Protocol]:
    """The protocol class of a server that keeps such a book."""

    class ProtocolOfServer(BoundedProtocol):
        """Made by uvicorn for each connection."""

    ProtocolOfServer.book = book
    return ProtocolOfServer
