"""The pages of a shared match: which there are, for whom, their words, what becomes of what they ask for, and the
pictures that phones hand in and referees look at.

A picture comes in pieces, in order, and goes on where it broke off. What has not come whole is kept in memory only, no
longer than a break of the line lasts, and of each viewer one. All that is of the server's thread.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from http import HTTPStatus
from time import monotonic
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from companion.errors import InputError
from companion.share import documents
from companion.text import N_
from companion.web import LIMITS, JoinCodes, Limits, PageApplication, PageFiles, ViewerPass, ViewerRole, read_body

#: The fixed words of the pages: name in a page -> words.
WORDS: Final[Mapping[str, str]] = {
    "card": N_("share", "Ogre card"),
    "no_card": N_("share", "There is no Ogre in this match."),
    "yours": N_("share", "Your card: tap what is scratched."),
    "looks_on": N_("share", "You are looking on: the card belongs to another phone."),
    "undo_mark": N_("share", "Undo my last mark"),
    "nothing_to_undo": N_("share", "Nothing of yours to undo"),
    "scratched": N_("share", "scratched"),
    "left": N_("share", "left"),
    "dots": N_("share", "Green dots with"),
    "screen_on": N_("share", "The screen stays on."),
    "screen_off": N_("share", "This browser lets the screen go dark: set the phone to stay on longer."),
    "referee": N_("share", "Referee"),
    "choices": N_("share", "What can be decided now"),
    "drawn": N_("share", "Drawn table"),
    "correct": N_("share", "Correct a die: tap it, then what it really shows."),
    "log": N_("share", "Log"),
    "undo": N_("share", "Undo"),
    "redo": N_("share", "Redo"),
    "back": N_("share", "Back to here"),
    "ask_undo": N_("share", "Undo this?"),
    "ask_redo": N_("share", "Bring this back?"),
    "ask_back": N_("share", "Undo all of this?"),
    "to_hand": N_("share", "It is in hand"),
    "to_reserve": N_("share", "It is in reserve"),
    "undone": N_("share", "undone"),
    "photo": N_("share", "Camera"),
    "photo_about": N_(
        "share", "Stand so that the whole table and its markers are in the picture. From above at an angle is best."
    ),
    "take": N_("share", "Take a picture"),
    "take_new": N_("share", "New picture"),
    "take_more": N_("share", "Add picture"),
    "choose_file": N_("share", "Choose a picture that was taken before"),
    "sending": N_("share", "Sending the picture …"),
    "broken": N_("share", "The line broke; going on where it stopped …"),
    "stop": N_("share", "Stop"),
    "reading": N_("share", "Reading the picture …"),
    "too_large": N_("share", "This picture is too large: up to {most} MB are taken. Choose a smaller size."),
    "empty_file": N_("share", "This file is empty; take the picture again."),
    "busy": N_("share", "The table is busy; try again in a moment."),
    "tap_die": N_("share", "Tap a die to see what it may hit."),
    "enlarge": N_("share", "Larger"),
    "shrink": N_("share", "Whole picture"),
    "pictures": N_("share", "Pictures of this table"),
    "picture_number": N_("share", "Picture {number}"),
    "next_hint": N_("share", "What another picture would show"),
    "weapons": N_("share", "Weapons"),
    "others": N_("share", "All other dice"),
    "may_hit": N_("share", "may be hit"),
    "no_target": N_("share", "no target"),
    "too_close": N_("share", "too close to call"),
    "whose": N_("share", "Whose die: tap to change"),
    "misread": N_("share", "It is another die, or another side"),
    "keep": N_("share", "Keep as a picture"),
    "send_on": N_("share", "Send on"),
    "document": N_("share", "Rules"),
    "ogre": N_("share", "Ogre"),
    "deep_white_sea": N_("share", "Deep White Sea"),
    "cyburg": N_("share", "Cyburg"),
    "advanced": N_("share", "Advanced Rules"),
    "begin_anew": N_("share", "Forget these pictures"),
    "kept_nowhere": N_("share", "Pictures are forgotten when sharing ends, or when you say so."),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of what a page asked for. refused: why it was not done, "" where it was; revision: of the match as it
    stands now."""

    refused: str
    revision: int = 0


#: Hands what a viewer asks for to the window.
Submit = Callable[[documents.PageRequest, ViewerPass], "Future[Answer]"]


@dataclass(frozen=True, slots=True)
class PictureInbox:
    """Where pictures go that a phone has handed in. take: its bytes, and whether it shows the table that was read
    last; it says why not, "" where it was taken. paint: what the page shows, as a PNG with the ruling; empty where
    there is nothing. alone: whether there is nothing else to decide."""

    take: Callable[[bytes, bool], str]
    paint: Callable[[], Future[bytes]]
    alone: bool = False


#: What a page is sent besides lines.
BOARD, DESK, PHOTO = "board", "desk", "photo"
_HOMES: Final = {ViewerRole.SPECTATOR: "/table", ViewerRole.CARD: "/card", ViewerRole.REFEREE: "/referee"}
_EVERYBODY: Final = frozenset(_HOMES)
_DESK: Final = frozenset({ViewerRole.REFEREE})
FILES: Final = PageFiles("companion.share", WORDS, "share")
#: A page to be kept has its style sheet within itself, and runs nothing.
_KEPT_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


class SharedPages(PageApplication):
    """submit: to the window; picture: of a dispute, number and JPEG, the newest only; photographs: number -> JPEG, of
    one table; result: the page to be kept, "" before the match has ended; inbox: where pictures are handed in,
    ``None``: nowhere."""

    pages: Mapping[str, frozenset[ViewerRole]] = {
        "table": _EVERYBODY,
        "card": _EVERYBODY,
        "overlay": _EVERYBODY,
        "referee": _DESK,
        "photo": _DESK,
    }

    def __init__(
        self, submit: Submit, codes: JoinCodes, language: str, port: int, limits: Limits = LIMITS,
        inbox: PictureInbox | None = None,
    ) -> None:  # fmt: skip
        super().__init__(FILES, codes, language, port, limits)
        self._submit, self._inbox, self._uploads = submit, inbox, Uploads(limits)
        self.picture: tuple[int, bytes] = (0, b"")
        self.photographs: Mapping[int, bytes] = {}
        self.result = ""

    def home(self, known: ViewerPass) -> str:
        """The referee begins with the picture, where there is one."""
        pictured = known.role is ViewerRole.REFEREE and not self.redirected("photo", known)
        return "/photo" if pictured else _HOMES[known.role]

    def kinds(self, known: ViewerPass) -> set[str]:
        """Only the referee is sent what there is to decide."""
        return {BOARD} | ({DESK, PHOTO} if known.role is ViewerRole.REFEREE else set())

    def redirected(self, name: str, known: ViewerPass) -> str:
        """Where there is nothing but a phone with the camera, its page is the referee's; where nothing is photographed,
        there is no such page."""
        if name == "referee" and self._inbox is not None and self._inbox.alone and known.role in _DESK:
            return "/photo"
        if name == "photo" and self._inbox is None and not self.hub.state(PHOTO):
            return "/"
        return super().redirected(name, known)

    def more_routes(self) -> list[BaseRoute]:
        """Pictures and the result."""
        return [
            Route("/picture/{number:int}", self._picture),
            Route("/result", self._result),
            Route("/photo/upload", self._announced, methods=["POST"]),
            Route("/photo/upload/{id}", self._coming, methods=["GET", "PUT", "DELETE"]),
            Route("/photo/picture/{number:int}", self._photograph),
            Route("/photo/ruling.png", self._painted),
        ]

    # What viewers ask for

    async def answer(self, body: bytes, known: ViewerPass) -> Response:
        """Done or refused; who is refused is shown the match as it stands."""
        try:
            asked = documents.decode_page_request(body)
        except InputError:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        if not _may_ask(known, asked):
            return Response(status_code=HTTPStatus.FORBIDDEN)
        try:
            answer = await asyncio.wait_for(asyncio.wrap_future(self._submit(asked, known)), self.limits.answer_s)
        except (TimeoutError, asyncio.CancelledError):
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        reply: dict[str, object] = {"refused": answer.refused, "revision": answer.revision}
        if not answer.refused:
            return JSONResponse(reply)
        states = {kind: self.hub.state(kind) for kind in (BOARD, DESK) if kind in self.kinds(known)}
        reply |= {kind: json.loads(text) for kind, text in states.items() if text}
        return JSONResponse(reply, HTTPStatus.CONFLICT)

    async def _picture(self, request: Request) -> Response:
        number, jpeg = self.picture
        if self.known(request) is None or not jpeg or request.path_params["number"] != number:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        return Response(jpeg, media_type="image/jpeg")

    async def _result(self, request: Request) -> Response:
        """The result as a page that needs nothing else, to be looked at or kept."""
        if self.known(request) is None or not self.result:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        headers = {"content-security-policy": _KEPT_POLICY}
        if "keep" in request.query_params:
            headers["content-disposition"] = "attachment; filename=result.html"
        return HTMLResponse(self.result, headers=headers)

    # Pictures that a phone hands in

    def _is_referee(self, request: Request) -> bool:
        known = self.known(request)
        return known is not None and known.role is ViewerRole.REFEREE

    def _may_hand_in(self, request: Request) -> bool:
        return self._inbox is not None and self._is_referee(request)

    def _owner(self, request: Request) -> str:
        return request.cookies.get(self.cookie, "")

    async def _announced(self, request: Request) -> Response:
        """A picture will come: where its pieces go."""
        if not self._may_hand_in(request) or request.headers.get("content-type") != "application/json":
            return Response(status_code=HTTPStatus.FORBIDDEN)
        body = await read_body(request, self.limits.body)
        if body is None:
            return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            asked = documents.decode_upload_request(body)
        except InputError:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        if asked.bytes > self.limits.picture:
            return JSONResponse({"most": self.limits.picture}, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        upload = self._uploads.begin(self._owner(request), asked.bytes, add=asked.add)
        if upload is None:
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={"retry-after": "5"})
        return JSONResponse({"id": upload.id, "have": 0, "piece": self.limits.piece}, HTTPStatus.CREATED)

    async def _coming(self, request: Request) -> Response:
        """GET: how much of a picture has come; PUT: the next piece, ``?at=`` where it goes on; DELETE: give it up."""
        if not self._may_hand_in(request):
            return Response(status_code=HTTPStatus.FORBIDDEN)
        upload = self._uploads.find(self._owner(request), request.path_params["id"])
        if upload is None:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        if request.method == "DELETE":
            self._uploads.end(upload)
            return Response(status_code=HTTPStatus.NO_CONTENT)
        return await self._piece(request, upload) if request.method == "PUT" else _came(upload)

    async def _piece(self, request: Request, upload: Upload) -> Response:
        at = request.query_params.get("at", "")
        if request.headers.get("content-type") != "application/octet-stream" or not (at.isdecimal() and len(at) < 12):
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        piece = await read_body(request, self.limits.piece)
        if piece is None:
            return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if not self._uploads.take(upload, int(at), piece):
            return _came(upload, HTTPStatus.CONFLICT)
        if not upload.is_whole:
            return _came(upload)
        assert self._inbox is not None
        why_not = self._inbox.take(self._uploads.end(upload), upload.add)
        if why_not:
            return JSONResponse({"refused": why_not}, HTTPStatus.CONFLICT)
        return _came(upload)

    async def _photograph(self, request: Request) -> Response:
        jpeg = self.photographs.get(request.path_params["number"])
        if not self._is_referee(request) or jpeg is None:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        return Response(jpeg, media_type="image/jpeg")

    async def _painted(self, request: Request) -> Response:
        """The picture with what is drawn over it, and the ruling below."""
        if not self._may_hand_in(request) or self._inbox is None:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        try:
            png = await asyncio.wait_for(asyncio.wrap_future(self._inbox.paint()), self.limits.answer_s)
        except (TimeoutError, asyncio.CancelledError):
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        if not png:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        return Response(png, media_type="image/png", headers={"content-disposition": "inline; filename=ruling.png"})


def _came(upload: Upload, status: HTTPStatus = HTTPStatus.OK) -> JSONResponse:
    return JSONResponse({"have": len(upload.content), "whole": upload.is_whole}, status)


def _may_ask(known: ViewerPass, asked: documents.PageRequest) -> bool:
    """Whether a viewer of that kind may ask for such a thing at all; whose card it is, the window knows."""
    if isinstance(asked, documents.MarkRequest | documents.UnmarkRequest | documents.CallRequest):
        return known.role in {ViewerRole.CARD, ViewerRole.REFEREE}
    return known.role is ViewerRole.REFEREE


_TOKEN_BYTES: Final = 12


@dataclass(slots=True)
class Upload:
    """A picture of which so much has come. owner: who sends it; add: whether it shows the table that was read last."""

    id: str
    owner: str
    size: int
    add: bool
    at_s: float
    content: bytearray = field(default_factory=bytearray)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing."""
        return len(self.content) == self.size


class Uploads:
    """The pictures that are coming now. owner: the secret of a viewer."""

    def __init__(self, limits: Limits = LIMITS, clock: Callable[[], float] = monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._coming: dict[str, Upload] = {}

    def begin(self, owner: str, size: int, *, add: bool) -> Upload | None:
        """A place for a picture of that size, instead of the one that the same viewer sent before; ``None`` where too
        many are coming."""
        self._clear()
        for before in [one for one in self._coming.values() if one.owner == owner]:
            del self._coming[before.id]
        if len(self._coming) >= self._limits.uploads:
            return None
        upload = Upload(secrets.token_urlsafe(_TOKEN_BYTES), owner, size, add, self._clock())
        self._coming[upload.id] = upload
        return upload

    def find(self, owner: str, wanted: str) -> Upload | None:
        """What a viewer is sending; ``None`` where it is not theirs, or was given up."""
        self._clear()
        upload = self._coming.get(wanted)
        return upload if upload is not None and secrets.compare_digest(upload.owner, owner) else None

    def take(self, upload: Upload, at: int, piece: bytes) -> bool:
        """Add a piece; whether it went on where the picture broke off and was no more than is missing."""
        upload.at_s = self._clock()
        if at != len(upload.content) or len(piece) > upload.size - at:
            return False
        upload.content += piece
        return True

    def end(self, upload: Upload) -> bytes:
        """What has come of it; it is kept no longer."""
        self._coming.pop(upload.id, None)
        return bytes(upload.content)

    def _clear(self) -> None:
        until = self._clock() - self._limits.upload_s
        for old in [one.id for one in self._coming.values() if one.at_s < until]:
            del self._coming[old]
