"""HTTP as uvicorn speaks it, with what it does not bound by itself: who may connect, how many connections there are in
all and of one address, and how long one may take to send a request.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, ip_address
from typing import ClassVar, Final

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from companion.share.server.tuning import LIMITS, Limits

if sys.platform != "win32":
    import resource

#: What somebody is told for whom there is no connection left; in English, for no word of theirs was understood yet.
_TOO_MANY: Final = b"Too many people look on at this table just now. Try again in a minute.\n"
_SORRY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 60\r\nconnection: close\r\ncache-control: no-store\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%s" % (len(_TOO_MANY), _TOO_MANY)
)


@dataclass(slots=True)
class ConnectionBook:
    """Which networks may connect, and how many connections each address holds. silent: those over which no request has
    come yet, the oldest first: where there is no more room, they make it."""

    networks: tuple[IPv4Network, ...]
    limits: Limits = LIMITS
    held: Counter[str] = field(default_factory=Counter)
    silent: dict[BoundedProtocol, None] = field(default_factory=dict)

    def admits(self, address: str) -> bool:
        """Whether an address lies in these networks and has a connection left."""
        if self.held[address] >= self.limits.connections_each:
            return False
        peer = ip_address(address)
        return isinstance(peer, IPv4Address) and any(peer in network for network in self.networks)

    @property
    def room(self) -> int:
        """How many more connections there may be; below zero: that many are being turned away."""
        return self.limits.connections - self.held.total()

    def leave(self, address: str) -> None:
        """A connection has ended."""
        self.held[address] -= 1
        if self.held[address] <= 0:
            del self.held[address]


def connections_that_fit(limits: Limits) -> int:
    """How many connections leave the program its spare files. Its limit of open files is raised as far as the system
    lets it; Windows has none."""
    if sys.platform == "win32":
        return limits.connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + limits.turned_away + limits.spare_files
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(limits.connections, soft - limits.turned_away - min(limits.spare_files, soft // 2))


class BoundedProtocol(H11Protocol):
    """One connection; ``book``: that of its server. Whoever is not admitted is cut off before a byte of theirs is
    read; whoever comes when all connections are in use is told so."""

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
        self._turned_away = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Look who it is."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if address and self.book.room <= 0 and self.book.silent:
            next(iter(self.book.silent))._hang_up()
        if not address or not self.book.admits(address) or self.book.room <= -self.book.limits.turned_away:
            transport.abort()
            return
        self._turned_away = self.book.room <= 0
        self._address = address
        self.book.held[address] += 1
        self.book.silent[self] = None
        self._begin_deadline()

    def data_received(self, data: bytes) -> None:
        """Part of a request; the whole has to come in time."""
        self.book.silent.pop(self, None)
        if self._turned_away:  # now that their words were read, ours are not lost
            self.transport.write(_SORRY)
            self.transport.close()
            return
        if self._deadline is None and not self._is_answering():
            self._begin_deadline()
        super().data_received(data)
        if self._is_answering() and not self.cycle.more_body:
            self._end_deadline()

    def handle_websocket_upgrade(self, event: object) -> None:  # (h11's request, which is uvicorn's affair)
        """From now on it is another protocol's, which says when it ends."""
        self._end_deadline()
        super().handle_websocket_upgrade(event)  # type: ignore[arg-type]
        upgraded = self.transport.get_protocol()
        lost = upgraded.connection_lost

        def connection_lost(exc: Exception | None) -> None:
            self._leave()
            lost(exc)

        upgraded.connection_lost = connection_lost  # type: ignore[method-assign]

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._end_deadline()
        self._leave()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        """Whether a request has come, and its answer is under way. (There is no cycle before the first.)"""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _begin_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.book.limits.head_s, self._hang_up)

    def _end_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _hang_up(self) -> None:
        self._end_deadline()
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        """Out of the book, at once and once: a transport tells of its end later."""
        self.book.silent.pop(self, None)
        if self._address:
            self.book.leave(self._address)
            self._address = ""


def bounded_protocol(book: ConnectionBook) -> type[asyncio.Protocol]:
    """The protocol class of a server that keeps such a book."""

    class ProtocolOfServer(BoundedProtocol):
        """Made by uvicorn for each connection."""

    ProtocolOfServer.book = book
    return ProtocolOfServer
