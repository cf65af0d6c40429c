"""A match that is shared, without a window: its server on this computer alone, and viewers who speak HTTP to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

import pytest

from companion.codec.script import decode_match_opening
from companion.codec.stream import encode_stream_line
from companion.session.match import Match
from companion.session.play import MatchPresenter
from companion.session.stream import PresenterStream, StreamedEvent, encode_stream_event
from companion.share.documents import PageRequest, encode_page_state
from companion.share.shared_pages import Answer, PictureInbox
from companion.share.sharing import ShareServer
from companion.share.tables import MatchTable, SharedTable
from companion.web import LIMITS, OWN_COMPUTER, Limits, ViewerPass, ViewerRole
from tests.patience import PATIENCE_S
from tests.share.openings import shared_opening

HOST: Final = OWN_COMPUTER.ip.exploded
SPECTATOR, REFEREE = ViewerPass(ViewerRole.SPECTATOR), ViewerPass(ViewerRole.REFEREE)
BEN: Final = ViewerPass(ViewerRole.CARD, "Ben")


@dataclass
class Viewer:
    """Somebody in the network with a browser of their own."""

    port: int
    cookie: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def ask(
        self, path: str, *, method: str = "GET", body: bytes | str | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """One request: its status, the headers of the answer, and what it says."""
        connection, answer = self.open(path, method=method, body=body, **headers)
        message = answer.read()
        connection.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, message

    def open(
        self, path: str, *, method: str = "GET", body: bytes | str | None = None, **headers: str
    ) -> tuple[HTTPConnection, HTTPResponse]:
        """A request whose answer goes on."""
        connection = HTTPConnection(HOST, self.port, timeout=PATIENCE_S)
        reported = {name.replace("_", "-"): value for name, value in {**self.headers, **headers}.items()}
        if self.cookie:
            reported["Cookie"] = self.cookie
        connection.request(method, path, body=body, headers=reported)
        return connection, connection.getresponse()

    def join(self, code: str) -> int:
        """Come in by a code, and keep the cookie; the status."""
        status, headers, _ = self.ask(f"/j/{code}")
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        return status

    def want(self, request: dict[str, Any]) -> tuple[int, str]:
        """Ask the table for something; the status, and why not."""
        status, answer = self.answered(request)
        return status, answer.get("refused", "")

    def answered(self, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """The same, with everything that is answered."""
        message = json.dumps(request)
        status, _, answer = self.ask("/ask", method="POST", body=message, content_type="application/json")
        return status, json.loads(answer) if answer else {}

    def live(self) -> Iterator[tuple[str, Any]]:
        """What a page is sent, one after the other."""
        connection, answer = self.open("/live")
        assert answer.status == 200
        try:
            yield from ((kind, json.loads(data)) for kind, data, _ in events(answer))
        finally:
            connection.close()


def revision(presenter: MatchPresenter) -> int:
    """Of the match as it stands."""
    return presenter.match.revision


def events(answer: HTTPResponse) -> Iterator[tuple[str, str, str]]:
    """Server-sent events as they come: kind, data, id."""
    found: dict[str, str] = {}
    for line in iter(answer.readline, b""):
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name in {"event", "data", "id"}:
            found[name] = value
        elif not line.strip() and "data" in found:
            yield found.get("event", ""), found["data"], found.get("id", "")
            found = {}


class Served:
    """A table and its server. What viewers ask for is done at once in the server's thread, where it changes nothing;
    with ``waits`` it waits for `do_asked`, as a window does it in its own thread."""

    def __init__(self, table: SharedTable, limits: Limits) -> None:
        self.table, self.waits, self.painted = table, False, b""
        self._waiting: SimpleQueue[tuple[PageRequest, ViewerPass, Future[Answer]]] = SimpleQueue()
        self.obeyed: list[tuple[PageRequest, ViewerPass]] = []
        inbox = self._inbox()
        self.server = ShareServer([OWN_COMPUTER], 0, self._submit, language="en", limits=limits, inbox=inbox)
        self.server.start()
        self.show()

    def show(self) -> None:
        """Send how it stands."""
        self.server.show_board(encode_page_state(self.table.board(0)))
        desk = self.table.desk()
        if desk is not None:
            self.server.show_desk(encode_page_state(desk))
        photos = self.table.photos or self.table.watched
        if photos is not None:
            self.server.show_photo(encode_page_state(photos.document()), photos.jpegs())

    def _inbox(self) -> PictureInbox | None:
        """Where pictures go, in the thread that reads them; painted is what a test puts there."""
        photos = self.table.photos
        if photos is None:
            return None
        photos.desk.changed = lambda: self.show() if hasattr(self, "server") else None

        def paint() -> Future[bytes]:
            answer: Future[bytes] = Future()
            answer.set_result(self.painted)
            return answer

        return PictureInbox(photos.hand_in, paint, alone=photos.is_ruling)

    def viewer(self, allowed: ViewerPass | None = None) -> Viewer:
        """Somebody who came in by such a code; without one, somebody at the door."""
        viewer = Viewer(self.server.port)
        if allowed is not None:
            assert viewer.join(self.server.codes.draw(allowed)) == 303
        return viewer

    def report(self, event: StreamedEvent) -> None:
        """A line of the match."""
        self.server.tell_line(event.seq, encode_stream_line(encode_stream_event(event)))

    def _submit(self, asked: PageRequest, viewer: ViewerPass) -> Future[Answer]:
        answer: Future[Answer] = Future()
        self._waiting.put((asked, viewer, answer))
        if not self.waits:
            self.do_asked()
        return answer

    def do_asked(self) -> None:
        """Do what was asked for meanwhile."""
        with suppress(Empty):
            while True:
                asked, viewer, answer = self._waiting.get_nowait()
                self.obeyed.append((asked, viewer))
                refused = self.table.obey(asked, viewer)
                self.show()
                answer.set_result(Answer(refused, self.table.revision))


Serve = Callable[..., Served]


@contextmanager
def shared_match(folder: Path) -> Iterator[MatchPresenter]:
    """The presenter of a fresh match."""
    with Match.begin(folder / "shared.diceland", decode_match_opening(shared_opening())) as match:
        yield MatchPresenter(match)


@contextmanager
def serving() -> Iterator[Serve]:
    """Serves tables until the context ends."""
    with ExitStack() as held:

        def begin(table: SharedTable, limits: Limits = LIMITS) -> Served:
            served = Served(table, limits)
            held.callback(served.server.stop)
            return served

        yield begin


@pytest.fixture
def presenter(tmp_path: Path) -> Iterator[MatchPresenter]:
    with shared_match(tmp_path) as presenter:
        yield presenter


@pytest.fixture
def serve() -> Iterator[Serve]:
    with serving() as begin:
        yield begin


@pytest.fixture
def served(serve: Serve, presenter: MatchPresenter) -> Served:
    """The match, with its lines."""
    shared = serve(MatchTable(presenter, watched=False))
    PresenterStream(presenter, shared.report).begin()
    return shared
