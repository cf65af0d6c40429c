"""What everybody has to pass before anything is done for them.

HTTP as uvicorn speaks it gets the bounds that it has not by itself: who may connect, how many connections there are in
all and of one address, and how long one may take to send a request. Of requests those are refused that name another
computer (a foreign page that had its name turned to our address), those of pages of other origins, and more than
anybody needs; what every answer carries is set here too.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address
from time import monotonic
from typing import ClassVar, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from companion.web.tuning import LIMITS, Limits

if sys.platform != "win32":
    import resource

#: What somebody reads for whom there is no connection left; in English, for no word of theirs was understood yet.
_TOO_MANY: Final = b"Too many people look on at this table just now. Try again in a minute.\n"
_SORRY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 60\r\nconnection: close\r\ncache-control: no-store\r\n"
    b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n%s" % (len(_TOO_MANY), _TOO_MANY)
)


@dataclass(slots=True)
class ConnectionBook:
    """Which networks may connect, and how many connections each address holds. silent: those over which no request has
    come yet, the oldest first: where there is no more room, they make it."""

    networks: tuple[IPv4Network | IPv6Network, ...]
    limits: Limits = LIMITS
    held: Counter[str] = field(default_factory=Counter)
    silent: dict[BoundedProtocol, None] = field(default_factory=dict)

    def admits(self, address: str) -> bool:
        """Whether an address lies in these networks and has a connection left."""
        if self.held[address] >= self.limits.connections_each:
            return False
        peer = ip_address(address.partition("%")[0])
        return any(peer.version == network.version and peer in network for network in self.networks)

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
    read; whoever comes when all connections are in use gets a sentence."""

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
        """Out of the book, at once and once: a transport reports its end later."""
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


#: Nothing is loaded from elsewhere, nothing runs that is no file of ours, nothing frames us, no text becomes markup.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_HEADERS: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
    "cache-control": "no-store",
}
#: Where a request comes from, by the browser's own word: typed or scanned, or a page of ours.
_NEAR: Final = frozenset({"", "none", "same-origin"})
_MOST_ADDRESSES: Final = 1024
#: WebSocket: closed because of what the viewer did.
_REFUSED: Final = 4403


class RequestRate:
    """Requests of each address: a second's worth after another, and some at once."""

    def __init__(self, limits: Limits = LIMITS, clock: Callable[[], float] = monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether an address may ask once more now."""
        now = self._clock()
        left, at_s = self._left.pop(address, (self._limits.burst, now))
        left = min(self._limits.burst, left + (now - at_s) * self._limits.rate)
        self._left[address] = max(0.0, left - 1), now
        while len(self._left) > _MOST_ADDRESSES:
            self._left.popitem(last=False)
        return left >= 1


class Doorkeeper:
    """Stands before an application. hosts: what this computer is called here, ``192.168.1.20:8377``."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], rate: RequestRate) -> None:
        self._app, self._hosts, self._rate = app, frozenset(hosts), rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it here."""
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": _REFUSED})
        else:
            await PlainTextResponse(refusal.phrase, refusal)(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> HTTPStatus | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if host not in self._hosts:
            return HTTPStatus.MISDIRECTED_REQUEST
        if origin is not None and origin != f"http://{host}":
            return HTTPStatus.FORBIDDEN
        if headers.get("sec-fetch-site", "") not in _NEAR and not _is_followed_link(headers):
            return HTTPStatus.FORBIDDEN
        client = scope.get("client")
        return None if client and self._rate.take(client[0]) else HTTPStatus.TOO_MANY_REQUESTS


def _is_followed_link(headers: Headers) -> bool:
    """Whether somebody followed a link to us, as in a message with the address; not a frame, nor a script."""
    return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
