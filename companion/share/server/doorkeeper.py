"""What every request has to pass before anything is done for it, and what every answer carries.

Refused are names that are not this computer's (a foreign page that had its name turned to our address), pages of other
origins, and more requests than anybody needs.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from http import HTTPStatus
from time import monotonic
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.share.server.tuning import LIMITS, Limits

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
#: WebSocket: closed because of what the reader did.
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
