"""A hall on the web: its tables as tiles on a wall, and a page for the referee who walks. What pages show is what the
hall's client knows at one moment; calls are answered through it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from companion import web
from companion.errors import InputError
from companion.hall import documents
from companion.hall.client import HallBoard, HallClient, HallTable
from companion.hall.page_files import FILES
from companion.hall.rows import hall_in_words, mood_of, numbers_in_words, players_of, remarks
from companion.text import gettext, language_in_force

#: What the pages of a hall are sent.
HALL: Final = "hall"
#: Where a hall's pages are found where no port is named: beside that of a table on the same computer.
HALL_PORT: Final = 8378
WALL, STEWARD = web.ViewerPass(web.ViewerRole.SPECTATOR), web.ViewerPass(web.ViewerRole.STEWARD)


class HallPages(web.PageApplication):
    """client: whose tables are shown."""

    pages: Mapping[str, frozenset[web.ViewerRole]] = {
        "wall": frozenset({web.ViewerRole.SPECTATOR, web.ViewerRole.STEWARD}),
        "walk": frozenset({web.ViewerRole.STEWARD}),
    }

    def __init__(self, client: HallClient, codes: web.JoinCodes, port: int, limits: web.Limits = web.LIMITS) -> None:
        super().__init__(FILES, codes, language_in_force(), port, limits)
        self._client = client

    def home(self, known: web.ViewerPass) -> str:
        """The wall, or the walking referee's page."""
        return "/walk" if known.role is web.ViewerRole.STEWARD else "/wall"

    def kinds(self, known: web.ViewerPass) -> set[str]:
        """Everybody is sent the hall."""
        return {HALL}

    def more_routes(self) -> list[BaseRoute]:
        """Pictures of calls."""
        return [Route("/call/{table}", self._picture)]

    async def answer(self, body: bytes, known: web.ViewerPass) -> Response:
        """A referee takes a call or is done with it; of one that is settled or taken meanwhile, it is said."""
        if known.role is not web.ViewerRole.STEWARD:
            return Response(status_code=HTTPStatus.FORBIDDEN)
        try:
            asked = documents.decode_call_act(body)
        except InputError:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        table = self._client.board.tables.get(asked.table)
        call = None if table is None else table.call
        if call is None or call.id != asked.call:
            refused = gettext("That call is settled already.")
        elif asked.do == "take" and call.taken_by not in {None, asked.by}:
            refused = gettext("{name} is coming already.", name=call.taken_by)
        elif not self._client.answer(asked.table, asked.call, asked.do, asked.by):
            refused = gettext("The broker does not answer; try again.")
        else:
            return JSONResponse({"refused": ""})
        return JSONResponse({"refused": refused}, HTTPStatus.CONFLICT)

    async def _picture(self, request: Request) -> Response:
        known, table = self.known(request), self._client.board.tables.get(request.path_params["table"])
        call = None if table is None else table.call
        jpeg = documents.decode_call_picture(call.picture) if call is not None and call.picture else b""
        if known is None or known.role is not web.ViewerRole.STEWARD or not jpeg:
            return Response(status_code=HTTPStatus.NOT_FOUND)
        return Response(jpeg, media_type="image/jpeg")


class HallServer:
    """Serves a client's hall from when it is made to `close`; `look` shows how it stands now, call it about twice a
    second.

    Raises:
        OperationError: the port is taken.
    """

    def __init__(
        self,
        client: HallClient,
        interfaces: Sequence[web.Interface],
        port: int = HALL_PORT,
        *,
        limits: web.Limits = web.LIMITS,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._client, self._clock = client, clock
        self.codes = web.JoinCodes()

        def make(port: int, limits: web.Limits) -> HallPages:
            return HallPages(client, self.codes, port, limits)

        self.server = web.PageServer(interfaces, port, make, limits=limits, option="--serve")
        self._shown = ""
        self.server.start()
        self.refresh()

    def refresh(self) -> None:
        """Show the board as it is now. While the line to the broker is down the pages grow old."""
        if self._client.status.online:
            self.server.note_alive()
        text = page_document(self._client.board, self._client.status.trouble, self._clock()).model_dump_json()
        if text != self._shown:
            self._shown = text
            self.server.publish(web.Message(HALL, text))

    def close(self) -> None:
        """Close every socket."""
        self.server.stop()


def page_document(board: HallBoard, trouble: str, now: datetime) -> documents.HallPageDocument:
    """What the pages show of a hall."""
    tiles = tuple(_tile(table, now) for table in board.tables.values())
    return documents.HallPageDocument(words=hall_in_words(board, now), trouble=trouble, tiles=tiles)


def _tile(table: HallTable, now: datetime) -> documents.HallTileDocument:
    """Everything of a match comes from the one state that the table published last; times are by the hall's clock."""
    match, board = table.match, None if table.state is None else table.state.board
    return documents.HallTileDocument(
        table=table.name,
        mood=mood_of(table, now).name.lower(),
        # What a broker has kept of a table that is gone may be old.
        heard_at=table.heard_at if table.state is None else min(table.heard_at, table.state.at - table.ahead),
        players=() if match is None else players_of(match),
        turn="" if match is None else str(match.turn),
        turn_begun_at=None if match is None else match.turn_begun_at - table.ahead,
        begun_at=None if match is None else match.begun_at - table.ahead,
        winner="" if match is None else match.winner or "",
        remark=remarks(table, now),
        last=board.history[0].text if board is not None and board.history else "",
        doubt=board is not None and board.ruling.doubt,
        call=None if table.call is None else _call(table.call, table.ahead),
    )


def _call(call: documents.RefereeCallDocument, ahead: timedelta) -> documents.HallCallDocument:
    return documents.HallCallDocument(
        id=call.id,
        at=call.at - ahead,
        question=call.question,
        numbers=numbers_in_words(call),
        rules=call.rules,
        picture="yes" if call.picture else "",
        taken_by=call.taken_by or "",
    )
