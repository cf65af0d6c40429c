"""What a stranger in the network, a viewer with bad intent and a foreign page try; and that nothing comes of it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from ipaddress import IPv4Network
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from companion.session.play import MatchPresenter
from companion.share.tables import MatchTable
from companion.web import Limits
from companion.web.way_in import ConnectionBook
from tests.patience import PATIENCE_S
from tests.programs import ROOT
from tests.share.conftest import BEN, HOST, REFEREE, SPECTATOR, Serve, Served, Viewer, serving, shared_match

ANYTHING: tuple[dict[str, Any], ...] = (
    {"do": "mark", "piece": "Ogre", "row": "treads", "left": 3, "revision": 0},
    {"do": "unmark", "piece": "Ogre", "revision": 0},
    {"do": "choose", "choice": "pass", "title": "pass", "revision": 0},
    {"do": "face", "piece": "Tank", "face": "7", "revision": 0},
    {"do": "zone", "piece": "Tank", "zone": "hand", "revision": 0},
    {"do": "undo", "number": 0, "revision": 0},
    {"do": "redo", "number": 0, "revision": 0},
    {"do": "back", "number": 0, "revision": 0},
    {"do": "look", "piece": "Tank"},
    {"do": "turn-to", "picture": 0},
    {"do": "owner", "piece": "Tank"},
    {"do": "read-as", "piece": "Tank", "die": "t/tank", "face": "7"},
    {"do": "rules", "profile": "ogre", "advanced": True},
    {"do": "forget"},
)
PAGES = ("/", "/j", "/table", "/card", "/referee", "/overlay", "/live", "/events", "/pages/page.css", "/picture/1")
PHOTOS = ("/photo", "/photo/picture/1", "/photo/ruling.png")
PATHS = (*PAGES, *PHOTOS, "/ask", "/photo/upload", "/photo/upload/x")
PATIENT = Limits(rate=1e6, burst=1e6, wrong_free=10**6)
BEGINNINGS = (b"", b"GET ", b"POST /ask HTTP/1.1\r\n", b"GET /socket HTTP/1.1\r\n")


@pytest.fixture(scope="module")
def presenter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchPresenter]:
    """One match for all: nothing of it is changed."""
    with shared_match(tmp_path_factory.mktemp("match")) as presenter:
        yield presenter
        assert presenter.match.entries == ()


@pytest.fixture(scope="module")
def match_table(presenter: MatchPresenter) -> MatchTable:
    return MatchTable(presenter, watched=False)


@pytest.fixture(scope="module")
def served(match_table: MatchTable) -> Iterator[Served]:
    """One server for all that does not try its limits."""
    with serving() as begin:
        yield begin(match_table, PATIENT)


@pytest.fixture(autouse=True)
def _asked_nothing(served: Served) -> None:
    served.obeyed.clear()


@contextmanager
def raw(port: int) -> Iterator[socket.socket]:
    """A connection that speaks whatever it likes."""
    with socket.create_connection((HOST, port), timeout=PATIENCE_S) as line:
        yield line


def message(line: socket.socket) -> bytes:
    """Everything until the other end hangs up."""
    heard = b""
    with suppress(ConnectionError):
        while part := line.recv(65536):
            heard += part
    return heard


def is_well(served: Served) -> bool:
    """Whether somebody who looks on can still do so."""
    return served.viewer(SPECTATOR).ask("/table")[0] == 200


# Who is not let in


@pytest.mark.parametrize("path", PATHS)
def test_without_a_code_nothing_of_the_match_is_given(served: Served, path: str) -> None:
    status, _, page = served.viewer().ask(path)
    assert status in {200, 303, 403, 404, 405}
    assert b"Anna" not in page


@pytest.mark.parametrize("cookie", ["", "guessed", "x" * 4000, "../../", "\x7f", "a=b; c=d"])
def test_guessed_cookies_open_nothing(served: Served, cookie: str) -> None:
    viewer = Viewer(served.server.port, f"companion-{served.server.port}={cookie}")
    assert viewer.ask("/live")[0] == 403
    assert viewer.ask("/ask", method="POST", body="{}", content_type="application/json")[0] == 403


def test_wrong_codes_are_slowed_and_then_the_right_one_is_too(serve: Serve, match_table: MatchTable) -> None:
    served = serve(match_table, Limits(wrong_free=3))
    viewer = served.viewer()
    answers = [viewer.ask("/j/0000000000") for _ in range(6)]
    assert [status for status, _, _ in answers] == [403, 403, 403, 429, 429, 429]
    assert int(answers[-1][1]["retry-after"]) >= 1
    right = served.server.codes.draw(SPECTATOR)
    assert viewer.join(right) == 429
    assert served.viewer().ask(f"/events/{right}")[0] == 429


def test_wrong_codes_for_streams_count_too(serve: Serve, match_table: MatchTable) -> None:
    served = serve(match_table, Limits(wrong_free=2))
    assert [served.viewer().ask("/events/0000000000")[0] for _ in range(3)] == [403, 403, 429]
    with pytest.raises(InvalidStatus):
        connect(f"ws://{HOST}:{served.server.port}/socket/0000000000").close()


def test_only_this_computer_s_own_networks_may_connect() -> None:
    book = ConnectionBook((IPv4Network("192.168.1.0/24"), IPv4Network("127.0.0.0/8")), Limits(connections_each=2))
    assert book.admits("192.168.1.7")
    assert book.admits("127.0.0.1")
    assert not any(book.admits(stranger) for stranger in ("192.168.2.7", "8.8.8.8", "10.0.0.1", "::1"))
    book.held["192.168.1.7"] = 2
    assert not book.admits("192.168.1.7")
    book.leave("192.168.1.7")
    assert book.admits("192.168.1.7")


# Who may only look


@pytest.mark.parametrize("request_", ANYTHING, ids=lambda request: request["do"])
def test_a_spectator_changes_nothing_whatever_they_send(
    served: Served, presenter: MatchPresenter, request_: dict[str, Any]
) -> None:
    assert served.viewer(SPECTATOR).want(request_) == (403, "")
    assert served.obeyed == []
    assert presenter.match.entries == ()


@pytest.mark.parametrize("request_", ANYTHING[2:], ids=lambda request: request["do"])
def test_the_holder_of_a_card_is_no_referee(served: Served, request_: dict[str, Any]) -> None:
    assert served.viewer(BEN).want(request_) == (403, "")
    assert served.obeyed == []


def test_a_card_s_holder_marks_no_other_s_card(served: Served, presenter: MatchPresenter) -> None:
    request = {"do": "mark", "piece": "Fencer", "row": "main", "left": 0, "revision": 0}
    assert served.viewer(BEN).want(request) == (409, "That card belongs to Anna.")
    assert presenter.match.entries == ()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "POST", "PROPFIND"])
@pytest.mark.parametrize("path", [*PAGES, *PHOTOS])
def test_pages_and_streams_take_nothing_but_questions(served: Served, path: str, method: str) -> None:
    status, _, _ = served.viewer(SPECTATOR).ask(path, method=method, body=b"{}")
    assert status in {404, 405}


def test_what_a_program_sends_over_a_websocket_is_thrown_away(served: Served) -> None:
    code = served.server.codes.draw(SPECTATOR)
    with connect(f"ws://{HOST}:{served.server.port}/socket/{code}") as program:
        for request in ANYTHING:
            program.send(json.dumps(request))
            program.send(json.dumps(request).encode())
        served.server.tell_line(1, "a line")
        assert program.recv() == "a line"
    assert served.obeyed == []


def flood(program: ClientConnection) -> None:
    program.send("x" * 1_000_000)
    while True:
        program.recv()


def test_a_program_that_sends_too_much_is_hung_up_on(served: Served) -> None:
    code = served.server.codes.draw(SPECTATOR)
    with connect(f"ws://{HOST}:{served.server.port}/socket/{code}") as program, pytest.raises(ConnectionClosed):
        flood(program)
    assert is_well(served)


# Foreign pages in the browser of somebody who looks on


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "192.168.1.1:8377"}, 421),
        ({"host": ""}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "https://127.0.0.1"}, 403),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors", "sec_fetch_dest": "script"}, 403),
        ({"sec_fetch_site": "same-site", "sec_fetch_mode": "cors", "sec_fetch_dest": "empty"}, 403),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "iframe"}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/table", "/live", "/pages/page.css"])
def test_foreign_names_and_pages_are_refused(served: Served, path: str, headers: dict[str, str], status: int) -> None:
    viewer = served.viewer(SPECTATOR)
    assert viewer.ask(path, **headers)[0] == status


def test_a_link_in_a_message_may_be_followed(served: Served) -> None:
    followed = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    assert served.viewer(SPECTATOR).ask("/table", **followed)[0] == 200


def test_a_foreign_page_opens_no_websocket(served: Served) -> None:
    code = served.server.codes.draw(SPECTATOR)
    address = f"ws://{HOST}:{served.server.port}/socket/{code}"
    with pytest.raises(InvalidStatus, match="403"):
        connect(address, origin=Origin("http://evil.example")).close()


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_a_foreign_page_asks_for_nothing(served: Served, kind: str) -> None:
    status, _, _ = served.viewer(REFEREE).ask("/ask", method="POST", body='{"do": "undo"}', content_type=kind)
    assert status == 403
    assert served.obeyed == []


@pytest.mark.parametrize("path", [*PATHS, "/nothing", "/j/0000000000"])
def test_every_answer_forbids_what_is_not_ours(served: Served, path: str) -> None:
    with raw(served.server.port) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOST}:{served.server.port}\r\nConnection: close\r\n\r\n".encode())
        head = message(line).split(b"\r\n\r\n")[0].lower()
    assert b"content-security-policy: default-src 'none';" in head
    assert b"frame-ancestors 'none'" in head
    assert b"x-content-type-options: nosniff" in head
    assert b"referrer-policy: no-referrer" in head
    assert b"access-control-allow-origin" not in head
    assert b"server:" not in head


# Sizes and rates


@pytest.mark.parametrize("size", [3000, 1_000_000])
def test_a_request_that_is_too_long_is_not_read_to_its_end(served: Served, size: int) -> None:
    viewer = served.viewer(REFEREE)
    body = json.dumps({"do": "undo", "x": "y" * size})
    with suppress(ConnectionError):
        assert viewer.ask("/ask", method="POST", body=body, content_type="application/json")[0] == 413
    assert served.obeyed == []
    assert is_well(served)


def test_a_body_that_never_ends_is_cut_off(serve: Serve, match_table: MatchTable) -> None:
    served = serve(match_table, Limits(head_s=0.2))
    viewer = served.viewer(REFEREE)
    with raw(served.server.port) as line:
        head = f"POST /ask HTTP/1.1\r\nHost: {HOST}:{served.server.port}\r\nCookie: {viewer.cookie}\r\n"
        line.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
        message(line)
    assert served.obeyed == []


@pytest.mark.parametrize("beginning", [b"", b"GET /table HT", b"GET /table HTTP/1.1\r\nHost: x\r\n"])
def test_a_request_that_never_ends_is_cut_off(serve: Serve, match_table: MatchTable, beginning: bytes) -> None:
    served = serve(match_table, Limits(head_s=0.2))
    with raw(served.server.port) as line:
        line.sendall(beginning)
        message(line)  # returns: the other end hangs up
    assert is_well(served)


def test_a_head_that_is_too_long_is_refused(served: Served) -> None:
    with raw(served.server.port) as line, suppress(ConnectionError):
        line.sendall(b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n")
        assert message(line).startswith(b"HTTP/1.1 400")
    assert is_well(served)


def test_an_address_holds_only_so_many_connections(serve: Serve, match_table: MatchTable) -> None:
    served = serve(match_table, Limits(connections_each=3))
    held = [socket.create_connection((HOST, served.server.port), timeout=PATIENCE_S) for _ in range(3)]
    with raw(served.server.port) as one_too_many:
        assert message(one_too_many) == b""
    for line in held:
        line.close()
    while True:  # until the server has noticed
        with suppress(ConnectionError):
            if served.viewer().ask("/")[0] == 200:
                break


#: A match that is shared by a program that may open 300 files. It begins, waits for a line, plays on and says how.
SHARED_WITH_FEW_FILES = r"""
import resource, sys
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

resource.setrlimit(resource.RLIMIT_NOFILE, (200, 300))
from companion.cli import main

with redirect_stderr(StringIO()):
    main([])  # as everybody starts it: no library speaks on the terminal then
from tests.share.conftest import Served, SPECTATOR, shared_match
from companion.web import LIMITS
from companion.share.tables import MatchTable

with shared_match(Path(sys.argv[1])) as presenter:
    served = Served(MatchTable(presenter, watched=False), LIMITS)
    print(served.server.port, served.server.codes.draw(SPECTATOR), flush=True)
    sys.stdin.readline()
    presenter.match.save_picture(b"\xff\xd8" + b"settled" * 300)
    presenter.press("P")
    print(len(presenter.match.entries), resource.getrlimit(resource.RLIMIT_NOFILE)[0], served.server.connections)
    served.server.stop()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs many addresses of this computer and a limit of open files")
def test_idle_connections_take_neither_the_match_s_files_nor_a_reader_s_place(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SHARED_WITH_FEW_FILES, str(tmp_path)]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as sharing,
        ExitStack() as end,
    ):
        assert sharing.stdout is not None
        port, code = sharing.stdout.readline().split()
        for place in range(400):
            address = (f"127.0.0.{2 + place % 29}", 0)
            end.enter_context(socket.create_connection((HOST, int(port)), PATIENCE_S, source_address=address))
        viewer = Viewer(int(port))
        assert viewer.join(code) == 303
        assert viewer.ask("/table")[0] == 200
        message, complaints = sharing.communicate("\n")
        entries, files, connections = map(int, message.splitlines()[-1].split())
        assert entries == 1
        assert files == 300
        assert connections <= 150
        assert complaints == "", "no library speaks on the terminal"


def test_whoever_comes_when_all_connections_are_in_use_gets_a_sentence(serve: Serve, match_table: MatchTable) -> None:
    served = serve(match_table, Limits(connections=2, turned_away=1))
    viewer = served.viewer(SPECTATOR)
    streams = [viewer.open("/live") for _ in range(2)]
    assert [answer.status for _, answer in streams] == [200, 200]
    status, headers, page = viewer.ask("/table")
    assert status == 503
    assert page.startswith(b"Too many people look on")
    assert headers["retry-after"] == "60"
    for connection, _ in streams:
        connection.close()
    while viewer.ask("/table")[0] != 200:  # until the server has noticed
        pass


def test_an_address_reads_only_so_many_streams(serve: Serve, match_table: MatchTable) -> None:
    served = serve(match_table, Limits(viewers_each=2))
    viewer = served.viewer(SPECTATOR)
    streams = [viewer.open("/live") for _ in range(2)]
    assert [answer.status for _, answer in streams] == [200, 200]
    assert viewer.ask("/live")[0] == 503
    for connection, _ in streams:
        connection.close()


def test_an_address_asks_only_so_often(serve: Serve, match_table: MatchTable) -> None:
    served = serve(match_table, Limits(rate=0.0, burst=5.0))
    assert [served.viewer().ask("/")[0] for _ in range(7)] == [*[200] * 5, 429, 429]


# Nonsense


@pytest.mark.parametrize(
    "path",
    [
        "/pages/../tuning.py",
        "/pages/..%2Ftuning.py",
        "/pages/%2e%2e/%2e%2e/pyproject.toml",
        "/pages//etc/passwd",
        "/pages/table.html",
        "/pages/page.css%00.js",
        "/picture/-1",
        "/picture/99999999999999999999",
        "/j/%0d%0aSet-Cookie:%20x=y",
        "/%ff%fe",
    ],
)
def test_paths_lead_nowhere_else(served: Served, path: str) -> None:
    status, headers, page = served.viewer(SPECTATOR).ask(path)
    assert status in {303, 403, 404}
    assert "x" not in headers.get("set-cookie", "")
    assert b"import" not in page
    assert b"root:" not in page


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"POST /ask HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /ask HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"\x00" * 50_000,
    ],
)
def test_what_is_no_request_of_a_browser_is_refused(served: Served, nonsense: bytes) -> None:
    with raw(served.server.port) as line, suppress(ConnectionError):
        line.sendall(nonsense)
        line.shutdown(socket.SHUT_WR)
        answer = message(line)
        assert answer == b"" or answer[9:12] in {b"400", b"404", b"421"}
    assert is_well(served)


def test_any_bytes_leave_the_server_as_it_was(served: Served) -> None:
    @settings(max_examples=60)
    @given(
        st.binary(max_size=400), st.sampled_from([b"", b"GET ", b"POST /ask HTTP/1.1\r\n", b"GET /socket HTTP/1.1\r\n"])
    )
    def send(content: bytes, beginning: bytes) -> None:
        with raw(served.server.port) as line, suppress(ConnectionError):
            line.sendall(beginning + content)
            line.shutdown(socket.SHUT_WR)
            message(line)

    send()
    assert served.obeyed == []
    assert is_well(served)
