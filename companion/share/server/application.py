"""What a shared match answers to requests: pages, the state and the lines as they come, and what viewers may ask for.

A viewer asks for nothing that their pass does not allow; what is asked goes to the window, which decides.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Final

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.errors import InputError
from companion.share.documents import (
    MarkRequest,
    PageRequest,
    UnmarkRequest,
    decode_page_request,
    decode_upload_request,
)
from companion.share.server.codes import JoinCodes, ViewerPass, ViewerRole, Viewers, WrongCodes
from companion.share.server.hub import LINE, Hub, Message, Subscription
from companion.share.server.page_files import page_html, page_parts, wanted_language
from companion.share.server.tuning import LIMITS, Limits
from companion.share.server.uploads import Upload, Uploads

#: Hands what a viewer asks for to the window: "" where it was done, else why not.
Submit = Callable[[PageRequest, ViewerPass], "Future[str]"]


@dataclass(frozen=True, slots=True)
class PictureInbox:
    """Where pictures go that a phone has handed in. take: its bytes, and whether it shows the table that was read
    last; it says why not, "" where it was taken. paint: what the page shows, as a PNG with the ruling; empty where
    there is nothing. alone: whether there is nothing else to decide."""

    take: Callable[[bytes, bool], str]
    paint: Callable[[], Future[bytes]]
    alone: bool = False


#: What a page is sent besides lines.
BOARD, DESK, PHOTO, ENDED = "board", "desk", "photo", "ended"
_PAGES: Final = {ViewerRole.SPECTATOR: "/table", ViewerRole.CARD: "/card", ViewerRole.REFEREE: "/referee"}
assert set(_PAGES) == set(ViewerRole)
#: WebSocket: gone, tried too often, too many viewers.
_GONE, _LATER = 1001, 1013
_NO_CODE: Final = 4401
#: The cookie of the language that a viewer has chosen.
_LANGUAGE: Final = "companion-language"


@dataclass(slots=True)
class SharedPages:
    """Everything that the answers rest on. language: that of the table; picture: of a dispute, number and JPEG, the
    newest only; inbox: where pictures are handed in, ``None``: nowhere; photographs: number -> JPEG, of one table."""

    submit: Submit
    codes: JoinCodes
    language: str
    port: int
    limits: Limits = LIMITS
    inbox: PictureInbox | None = None
    hub: Hub = field(init=False)
    viewers: Viewers = field(init=False)
    wrong: WrongCodes = field(init=False)
    uploads: Uploads = field(init=False)
    picture: tuple[int, bytes] = (0, b"")
    photographs: dict[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hub, self.viewers = Hub(self.limits), Viewers(self.limits)
        self.wrong, self.uploads = WrongCodes(self.limits), Uploads(self.limits)

    def application(self) -> Starlette:
        """The routes."""
        everybody = set(ViewerRole)
        desk = {ViewerRole.REFEREE}
        pages = {"table": everybody, "card": everybody, "referee": desk, "overlay": everybody, "photo": desk}
        coming = ["GET", "PUT", "DELETE"]
        return Starlette(
            routes=[
                Route("/", self._door),
                Route("/j", self._join),
                Route("/j/{code}", self._join),
                *(Route(f"/{name}", partial(self._page_for, name=name, roles=roles)) for name, roles in pages.items()),
                Route("/pages/{name}", self._part),
                Route("/live", self._live),
                Route("/events", self._events),
                Route("/events/{code}", self._events),
                Route("/picture/{number:int}", self._picture),
                Route("/ask", self._asked, methods=["POST"]),
                Route("/photo/upload", self._announced, methods=["POST"]),
                Route("/photo/upload/{id}", self._coming, methods=coming),
                Route("/photo/picture/{number:int}", self._photograph),
                Route("/photo/ruling.png", self._painted),
                WebSocketRoute("/socket", self._socket),
                WebSocketRoute("/socket/{code}", self._socket),
            ]
        )

    # Who it is

    @property
    def _cookie(self) -> str:
        """Cookies know no ports: tables on one computer must not share them."""
        return f"companion-{self.port}"

    def _known(self, connection: HTTPConnection) -> ViewerPass | None:
        return self.viewers.known(connection.cookies.get(self._cookie, ""))

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
        known = self._known(connection)
        if known is not None:
            return known
        code = connection.path_params.get("code", "")
        return self._by_code(_address(connection), code, once=False) if code else HTTPStatus.FORBIDDEN

    # Coming in

    async def _door(self, request: Request) -> Response:
        known = self._known(request)
        return RedirectResponse(self._home(known), HTTPStatus.SEE_OTHER) if known else self._page(request, "join")

    def _home(self, known: ViewerPass) -> str:
        """The page that a viewer comes to first."""
        return "/photo" if known.role is ViewerRole.REFEREE and self.inbox is not None else _PAGES[known.role]

    async def _join(self, request: Request) -> Response:
        """By a code scanned or typed; ``?to=overlay`` leads to the page for a stream's program."""
        code = request.path_params.get("code") or request.query_params.get("code", "")
        allowed = self._by_code(_address(request), code, once=True)
        known = self._known(request)
        if not isinstance(allowed, ViewerPass) and known is not None:  # scanned once more by the same phone
            return RedirectResponse(self._home(known), HTTPStatus.SEE_OTHER)
        if not isinstance(allowed, ViewerPass):
            wait = allowed is HTTPStatus.TOO_MANY_REQUESTS
            answer = self._page(request, "join", notice="wait" if wait else "wrong", status=allowed)
            if wait:
                answer.headers["retry-after"] = str(round(self.wrong.wait_s(_address(request))) + 1)
            return answer
        to = "/overlay" if request.query_params.get("to") == "overlay" else self._home(allowed)
        entered = RedirectResponse(to, HTTPStatus.SEE_OTHER)
        entered.set_cookie(self._cookie, self.viewers.admit(allowed), httponly=True, samesite="lax", path="/")
        return entered

    # Pages

    async def _page_for(self, request: Request, *, name: str, roles: set[ViewerRole]) -> Response:
        known = self._known(request)
        if known is None or known.role not in roles or (name == "photo" and self.inbox is None):
            return RedirectResponse("/", HTTPStatus.SEE_OTHER)
        if name == "referee" and self.inbox is not None and self.inbox.alone:
            return RedirectResponse("/photo", HTTPStatus.SEE_OTHER)
        return self._page(request, name)

    def _page(
        self, request: Request, name: str, *, notice: str = "", status: HTTPStatus = HTTPStatus.OK
    ) -> HTMLResponse:
        chosen, accepted = request.query_params.get("lang", ""), request.headers.get("accept-language", "")
        language = wanted_language(chosen or request.cookies.get(_LANGUAGE, ""), accepted, self.language)
        page = HTMLResponse(page_html(name, language, notice), status)
        if chosen:  # for the other pages too
            page.set_cookie(_LANGUAGE, language, httponly=True, samesite="lax", path="/")
        return page

    async def _part(self, request: Request) -> Response:
        content, kind = page_parts().get(request.path_params["name"], (b"", ""))
        return Response(content, media_type=kind) if kind else Response(status_code=HTTPStatus.NOT_FOUND)

    async def _picture(self, request: Request) -> Response:
        number, jpeg = self.picture
        if self._known(request) is None or not jpeg or request.path_params["number"] != number:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        return Response(jpeg, media_type="image/jpeg")

    # Streams

    async def _live(self, request: Request) -> Response:
        """The state for a page, with what its viewer may do."""
        known = self._known(request)
        if known is None:
            return Response(status_code=HTTPStatus.FORBIDDEN)
        kinds = {BOARD, ENDED} | ({DESK, PHOTO} if known.role is ViewerRole.REFEREE else set())
        you = Message("you", json.dumps({"role": known.role.value, "player": known.player}))
        return self._streamed(request, kinds, first=you)

    async def _events(self, request: Request) -> Response:
        """The lines of ``companion watch``, each with its number as its id: a viewer goes on where it broke off."""
        allowed = self._reads(request)
        if not isinstance(allowed, ViewerPass):
            return Response(status_code=allowed)
        last = request.headers.get("last-event-id", "")
        return self._streamed(request, {LINE}, after=int(last) if last.isdecimal() and len(last) < 12 else -1)

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
                yield b": \n\n" if message is None else message.event
        finally:
            self.hub.leave(subscription)

    async def _socket(self, socket: WebSocket) -> None:
        """The lines over a WebSocket. What a viewer sends is thrown away unread."""
        allowed = self._reads(socket)
        if not isinstance(allowed, ViewerPass):
            await socket.close(_NO_CODE)
            return
        subscription = self.hub.subscribe(_address(socket), {LINE}, after=-1)
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
        known = self._known(request)
        if known is None or request.headers.get("content-type") != "application/json":
            return Response(status_code=HTTPStatus.FORBIDDEN)
        body = await _body(request, self.limits.body)
        if body is None:
            return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            asked = decode_page_request(body)
        except InputError:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        if not _may_ask(known, asked):
            return Response(status_code=HTTPStatus.FORBIDDEN)
        return await self._answer(self.submit(asked, known))

    async def _answer(self, answer: Awaitable[str] | Future[str]) -> Response:
        waiting = asyncio.wrap_future(answer) if isinstance(answer, Future) else answer
        try:
            why_not = await asyncio.wait_for(waiting, self.limits.answer_s)
        except (TimeoutError, asyncio.CancelledError):
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        return JSONResponse({"refused": why_not}, HTTPStatus.CONFLICT if why_not else HTTPStatus.OK)

    # Pictures that a phone hands in

    def _may_hand_in(self, request: Request) -> bool:
        known = self._known(request)
        return self.inbox is not None and known is not None and known.role is ViewerRole.REFEREE

    def _owner(self, request: Request) -> str:
        return request.cookies.get(self._cookie, "")

    async def _announced(self, request: Request) -> Response:
        """A picture will come: where its pieces go."""
        if not self._may_hand_in(request) or request.headers.get("content-type") != "application/json":
            return Response(status_code=HTTPStatus.FORBIDDEN)
        body = await _body(request, self.limits.body)
        if body is None:
            return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            asked = decode_upload_request(body)
        except InputError:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        if asked.bytes > self.limits.picture:
            return JSONResponse({"most": self.limits.picture}, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        upload = self.uploads.begin(self._owner(request), asked.bytes, add=asked.add)
        if upload is None:
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={"retry-after": "5"})
        return JSONResponse({"id": upload.id, "have": 0, "piece": self.limits.piece}, HTTPStatus.CREATED)

    async def _coming(self, request: Request) -> Response:
        """GET: how much of a picture has come; PUT: the next piece, ``?at=`` where it goes on; DELETE: give it up."""
        if not self._may_hand_in(request):
            return Response(status_code=HTTPStatus.FORBIDDEN)
        upload = self.uploads.find(self._owner(request), request.path_params["id"])
        if upload is None:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        if request.method == "DELETE":
            self.uploads.end(upload)
            return Response(status_code=HTTPStatus.NO_CONTENT)
        return await self._piece(request, upload) if request.method == "PUT" else _came(upload)

    async def _piece(self, request: Request, upload: Upload) -> Response:
        at = request.query_params.get("at", "")
        if request.headers.get("content-type") != "application/octet-stream" or not (at.isdecimal() and len(at) < 12):
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        piece = await _body(request, self.limits.piece)
        if piece is None:
            return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if not self.uploads.take(upload, int(at), piece):
            return _came(upload, HTTPStatus.CONFLICT)
        if not upload.is_whole:
            return _came(upload)
        assert self.inbox is not None
        why_not = self.inbox.take(self.uploads.end(upload), upload.add)
        if why_not:
            return JSONResponse({"refused": why_not}, HTTPStatus.CONFLICT)
        return _came(upload)

    async def _photograph(self, request: Request) -> Response:
        jpeg = self.photographs.get(request.path_params["number"])
        if not self._may_hand_in(request) or jpeg is None:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        return Response(jpeg, media_type="image/jpeg")

    async def _painted(self, request: Request) -> Response:
        """The picture with what is drawn over it, and the ruling below."""
        if not self._may_hand_in(request) or self.inbox is None:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        try:
            png = await asyncio.wait_for(asyncio.wrap_future(self.inbox.paint()), self.limits.answer_s)
        except (TimeoutError, asyncio.CancelledError):
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        if not png:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        return Response(png, media_type="image/png", headers={"content-disposition": "inline; filename=ruling.png"})


def _came(upload: Upload, status: HTTPStatus = HTTPStatus.OK) -> JSONResponse:
    return JSONResponse({"have": len(upload.content), "whole": upload.is_whole}, status)


def _may_ask(known: ViewerPass, asked: PageRequest) -> bool:
    """Whether a viewer of that kind may ask for such a thing at all; whose card it is, the window knows."""
    if isinstance(asked, MarkRequest | UnmarkRequest):
        return known.role in {ViewerRole.CARD, ViewerRole.REFEREE}
    return known.role is ViewerRole.REFEREE


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


async def _until_hung_up(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive()


async def _body(request: Request, most: int) -> bytes | None:
    """What was sent; ``None`` where it is more than any page sends."""
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > most:
            return None
    return content
