"""What pages in the local network answer to requests: who comes in, pages, states and lines as they come, and what
viewers may ask for. A feature adds its own pages and decides what is done.
"""

from __future__ import annotations

import asyncio
import json
import time
from abc import abstractmethod
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web.codes import JoinCodes, ViewerPass, ViewerRole, Viewers, WrongCodes
from companion.web.hub import LINE, Hub, Message, Subscription
from companion.web.page_files import PageFiles, wanted_language
from companion.web.tuning import LIMITS, Limits

#: What a page is sent when it is all over, and on a quiet stream: how long ago the table gave a sign of life.
ENDED, BEAT = "ended", "beat"
#: WebSocket: gone, tried too often, too many viewers.
_GONE, _LATER = 1001, 1013
_NO_CODE: Final = 4401
#: The cookie of the language that a viewer has chosen.
_LANGUAGE: Final = "companion-language"


class PageApplication:
    """Everything that the answers rest on. files: its pages; language: that of the table; port: where it listens."""

    #: Name of a page -> who may open it.
    pages: Mapping[str, frozenset[ViewerRole]]

    def __init__(self, files: PageFiles, codes: JoinCodes, language: str, port: int, limits: Limits = LIMITS) -> None:
        self.files, self.codes, self.language, self.limits = files, codes, language, limits
        # Cookies know no ports: tables on one computer must not share them.
        self.cookie: Final = f"companion-{port}"
        self.hub, self.viewers, self.wrong = Hub(limits), Viewers(limits), WrongCodes(limits)

    @abstractmethod
    def home(self, known: ViewerPass) -> str:
        """The page that a viewer comes to first."""

    @abstractmethod
    def kinds(self, known: ViewerPass) -> set[str]:
        """The kinds of states that a viewer's page is sent."""

    @abstractmethod
    async def answer(self, body: bytes, known: ViewerPass) -> Response:
        """What becomes of what a page asks for."""

    def more_routes(self) -> list[BaseRoute]:
        """The feature's own."""
        return []

    def redirected(self, name: str, known: ViewerPass) -> str:
        """Where a viewer is led who opens a page that is not for them now; "" where it is."""
        return "" if known.role in self.pages[name] else "/"

    def application(self) -> Starlette:
        """The routes."""
        return Starlette(
            routes=[
                Route("/", self._door),
                Route("/j", self._join),
                Route("/j/{code}", self._join),
                *(Route(f"/{name}", partial(self._page_for, name=name)) for name in self.pages),
                Route("/pages/{name}", self._part),
                Route("/live", self._live),
                Route("/events", self._events),
                Route("/events/{code}", self._events),
                Route("/ask", self._asked, methods=["POST"]),
                WebSocketRoute("/socket", self._socket),
                WebSocketRoute("/socket/{code}", self._socket),
                *self.more_routes(),
            ]
        )

    # Who it is

    def known(self, connection: HTTPConnection) -> ViewerPass | None:
        """What whoever asks may do; ``None`` where nobody knows them."""
        return self.viewers.known(connection.cookies.get(self.cookie, ""))

    def _by_code(self, address: str, code: str, *, once: bool) -> ViewerPass | HTTPStatus:
        """What a code allows; or how it is refused, and that is counted."""
        if self.wrong.wait_s(address) > 0:
            return HTTPStatus.TOO_MANY_REQUESTS
        allowed = self.codes.redeem(code, once=once)
        if allowed is None:
            self.wrong.count(address)
            return HTTPStatus.FORBIDDEN
        return allowed

    def _reads(self, connection: HTTPConnection) -> ViewerPass | HTTPStatus:
        """What a program or a page may read, by the code in its address or by its cookie. Only a code for looking on
        stands in an address: the others are spent by joining."""
        known = self.known(connection)
        if known is not None:
            return known
        code = connection.path_params.get("code", "")
        return self._by_code(_address(connection), code, once=False) if code else HTTPStatus.FORBIDDEN

    # Coming in

    async def _door(self, request: Request) -> Response:
        known = self.known(request)
        return RedirectResponse(self.home(known), HTTPStatus.SEE_OTHER) if known else self.page(request, "join")

    async def _join(self, request: Request) -> Response:
        """By a code scanned or typed; ``?to=overlay`` leads to another page that such a viewer may open, with
        what else stands there."""
        code = request.path_params.get("code") or request.query_params.get("code", "")
        allowed = self._by_code(_address(request), code, once=True)
        known = self.known(request)
        if not isinstance(allowed, ViewerPass) and known is not None:  # scanned once more by the same phone
            return RedirectResponse(self.home(known), HTTPStatus.SEE_OTHER)
        if not isinstance(allowed, ViewerPass):
            wait = allowed is HTTPStatus.TOO_MANY_REQUESTS
            answer = self.page(request, "join", notice="wait" if wait else "wrong", status=allowed)
            if wait:
                answer.headers["retry-after"] = str(round(self.wrong.wait_s(_address(request))) + 1)
            return answer
        to = request.query_params.get("to", "")
        led = f"/{to}" if to in self.pages and not self.redirected(to, allowed) else self.home(allowed)
        more = [(name, value) for name, value in request.query_params.items() if name not in {"to", "code"}]
        led += f"?{urlencode(more)}" if more else ""
        entered = RedirectResponse(led, HTTPStatus.SEE_OTHER)
        entered.set_cookie(self.cookie, self.viewers.admit(allowed), httponly=True, samesite="lax", path="/")
        return entered

    # Pages

    async def _page_for(self, request: Request, *, name: str) -> Response:
        known = self.known(request)
        led = "/" if known is None else self.redirected(name, known)
        return RedirectResponse(led, HTTPStatus.SEE_OTHER) if led else self.page(request, name)

    def page(
        self, request: Request, name: str, *, notice: str = "", status: HTTPStatus = HTTPStatus.OK
    ) -> HTMLResponse:
        """A page in the language of whoever asks. notice: the name of a word that it begins with."""
        chosen, accepted = request.query_params.get("lang", ""), request.headers.get("accept-language", "")
        language = wanted_language(chosen or request.cookies.get(_LANGUAGE, ""), accepted, self.language)
        page = HTMLResponse(self.files.html(name, language, notice), status)
        if chosen:  # for the other pages too
            page.set_cookie(_LANGUAGE, language, httponly=True, samesite="lax", path="/")
        return page

    async def _part(self, request: Request) -> Response:
        content, kind = self.files.parts.get(request.path_params["name"], (b"", ""))
        return Response(content, media_type=kind) if kind else Response(status_code=HTTPStatus.NOT_FOUND)

    # Streams

    async def _live(self, request: Request) -> Response:
        """The state for a page, with what its viewer may do."""
        known = self.known(request)
        if known is None:
            return Response(status_code=HTTPStatus.FORBIDDEN)
        you = Message(
            "you", json.dumps({"role": known.role.value, "player": known.player, "now_s": round(time.time(), 1)})
        )
        return self._streamed(request, {ENDED, *self.kinds(known)}, first=you)

    async def _events(self, request: Request) -> Response:
        """The lines of ``companion watch``, each with its number as its id: a viewer goes on where it broke off."""
        allowed = self._reads(request)
        if not isinstance(allowed, ViewerPass):
            return Response(status_code=allowed)
        last = request.headers.get("last-event-id", "") or request.query_params.get("after", "")
        return self._streamed(request, {LINE}, after=_number(last))

    def _streamed(
        self, request: Request, kinds: set[str], *, first: Message | None = None, after: int | None = None
    ) -> Response:
        subscription = self.hub.subscribe(_address(request), kinds, after=after)
        if subscription is None:
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={"retry-after": "30"})
        sent = self._sent(subscription, first)
        return StreamingResponse(sent, media_type="text/event-stream", headers={"x-accel-buffering": "no"})

    async def _sent(self, subscription: Subscription, first: Message | None) -> AsyncIterator[bytes]:
        try:
            yield b"retry: 2000\n\n"
            if first is not None:
                yield first.event
            async for message in subscription.taken():
                if message is not None:
                    yield message.event
                elif first is None:  # a program is not to take a sign of life for a line
                    yield b": \n\n"
                else:
                    yield Message(BEAT, json.dumps({"silence_s": round(self.hub.silence_s, 1)})).event
        finally:
            self.hub.leave(subscription)

    async def _socket(self, socket: WebSocket) -> None:
        """The lines over a WebSocket, ``?after=17`` those after number 17. What a viewer sends is thrown away
        unread."""
        allowed = self._reads(socket)
        if not isinstance(allowed, ViewerPass):
            await socket.close(_NO_CODE)
            return
        after = _number(socket.query_params.get("after", ""))
        subscription = self.hub.subscribe(_address(socket), {LINE}, after=after)
        if subscription is None:
            await socket.close(_LATER)
            return
        await socket.accept()
        hung_up = asyncio.ensure_future(_until_hung_up(socket))
        hung_up.add_done_callback(lambda _: subscription.end())
        with suppress(WebSocketDisconnect, RuntimeError):
            async for message in subscription.taken():
                if message is not None:
                    await socket.send_text(message.text)
            await socket.close(_GONE)
        hung_up.cancel()
        self.hub.leave(subscription)

    # What viewers ask for

    async def _asked(self, request: Request) -> Response:
        known = self.known(request)
        if known is None or request.headers.get("content-type") != "application/json":
            return Response(status_code=HTTPStatus.FORBIDDEN)
        body = await read_body(request, self.limits.body)
        if body is None:
            return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return await self.answer(body, known)


async def read_body(request: Request, most: int) -> bytes | None:
    """What was sent; ``None`` where it is more than any page sends."""
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > most:
            return None
    return content


def _number(text: str) -> int:
    """The number of a line as a viewer gives it; -1 where it is none."""
    return int(text) if text.isdecimal() and len(text) < 12 else -1


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


async def _until_hung_up(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive()
