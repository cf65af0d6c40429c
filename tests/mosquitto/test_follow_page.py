"""A match followed from afar: a page out of a folder, in a real browser, that talks to a real broker itself."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.hall.broker import line_to, parse_table_address
from companion.hall.outbox import Outbox
from companion.hall.page_files import write_static_page
from companion.hall.publication import TablePublication
from companion.rules.corrections import Correction
from companion.session.play import MatchPresenter
from companion.session.stream import PresenterStream
from tests.mosquitto.conftest import Mosquitto, free_port
from tests.share.browser import chromium, running_browser
from tests.share.conftest import shared_match

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(chromium() is None, reason="pages are not looked at: no Chromium (apt-get install chromium)"),
]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


@contextmanager
def given_out(folder: Path) -> Iterator[str]:
    """A web server that knows nothing but files."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@contextmanager
def published(presenter: MatchPresenter, address: str, folder: Path) -> Iterator[None]:
    broker, name = parse_table_address(address)
    publication = TablePublication(name, Outbox(folder / "table.sqlite"), line_to(broker), presenter.match)
    publication.open()
    stream = PresenterStream(presenter, publication.report, reported=publication.reported)
    stream.begin()
    yield
    stream.end()
    publication.close()


def test_a_match_is_followed_over_breaks_by_a_page_that_has_no_server_of_ours(tmp_path: Path) -> None:
    sockets = free_port()
    more = ("allow_anonymous true", f"listener {sockets} 127.0.0.1", "protocol websockets")
    broker = Mosquitto(tmp_path, *more)
    broker.start()
    written = write_static_page(tmp_path / "follow")
    assert [file.name for file in written][:1] == ["index.html"]
    hash_ = f"#broker=ws://127.0.0.1:{sockets}&table=Table%204"
    with (
        shared_match(tmp_path) as presenter,
        given_out(tmp_path / "follow") as home,
        running_browser(tmp_path / "b") as br,
    ):
        page = br.page()
        with published(presenter, f"{broker.address}/Table%204", tmp_path):
            page.go(f"{home}/{hash_}")
            page.until("document.body?.dataset.link === 'live' && document.querySelectorAll('.die').length === 3")
            presenter.acts.do(Correction(score={"Anna": 33}), source="mouse")
            page.until("document.getElementById('scores').innerText.includes('33 / 50')")
            broker.kill()
            page.until("document.body.dataset.link === 'lost'")
            presenter.acts.do(Correction(score={"Anna": 34}), source="mouse")
            broker.start()
            page.until("document.getElementById('scores').innerText.includes('34 / 50')")
            page.until("document.body.dataset.link === 'live'")
        page.until("document.getElementById('said').innerText.includes('not there')")
        assert page.js("document.body.dataset.link") == "quiet"
        assert "34 / 50" in page.text("#scores")
        german = br.page()
        german.go(f"{home}/de.html{hash_}")
        german.until("document.getElementById('said').innerText.includes('nicht da')")
    broker.kill()
