"""The server of a shared match: who comes in, what pages and programs are given, and how it ends."""

from __future__ import annotations

import json
import socket
import time
from itertools import islice
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from companion.codec.actions import decode_action
from companion.codec.stream import StreamLineDocument
from companion.errors import OperationError
from companion.rules.corrections import Correction
from companion.session.play import MatchPresenter
from companion.share.sharing import ShareServer
from companion.share.tables import MatchTable
from companion.text import choose_language
from companion.web import OWN_COMPUTER, Limits
from tests.patience import PATIENCE_S
from tests.share.conftest import BEN, HOST, REFEREE, SPECTATOR, Serve, Served, Viewer, events

PAGES = ("/table", "/card", "/overlay")


def test_a_spectator_comes_in_by_the_code_and_stays_by_the_cookie(served: Served) -> None:
    viewer = served.viewer()
    code = served.server.codes.draw(SPECTATOR)
    status, headers, _ = viewer.ask(f"/j/{code}")
    assert (status, headers["location"]) == (303, "/table")
    assert {"httponly", "samesite=lax", "path=/"} <= {part.strip().lower() for part in headers["set-cookie"].split(";")}
    assert viewer.join(code) == 303  # many may use it
    assert viewer.ask("/")[1]["location"] == "/table"
    assert [viewer.ask(page)[0] for page in PAGES] == [200] * len(PAGES)


def test_a_code_may_be_typed_at_the_door(served: Served) -> None:
    status, _, page = served.viewer().ask("/")
    assert status == 200
    assert b'name="code"' in page
    code = served.server.codes.draw(SPECTATOR).lower()
    assert served.viewer().ask(f"/j?code={code[:5]}-{code[5:]}")[0] == 303


def test_a_stream_s_program_is_led_to_the_page_for_streams(served: Served) -> None:
    code = served.server.codes.draw(SPECTATOR)
    assert served.viewer().ask(f"/j/{code}?to=overlay")[1]["location"] == "/overlay"


def test_a_page_is_sent_who_its_reader_is_and_how_the_match_stands(served: Served) -> None:
    sent = list(islice(served.viewer(SPECTATOR).live(), 2))
    assert sent[0][0] == "you"
    assert {key: sent[0][1][key] for key in ("role", "player")} == {"role": "spectator", "player": ""}
    assert sent[1][0] == "board"
    assert [die["piece"] for die in sent[1][1]["dice"]] == ["Tank", "Fencer", "Ogre"]


def test_only_the_referee_s_page_is_sent_what_there_is_to_decide(served: Served) -> None:
    assert {kind for kind, _ in islice(served.viewer(REFEREE).live(), 3)} == {"you", "board", "desk"}
    live = served.viewer(BEN).live()
    assert [kind for kind, _ in islice(live, 2)] == ["you", "board"]
    served.server.show_desk("{}")
    served.show()
    assert next(live)[0] == "board"


def test_a_page_is_sent_what_is_done(served: Served, presenter: MatchPresenter) -> None:
    live = served.viewer(SPECTATOR).live()
    list(islice(live, 2))
    presenter.acts.do(Correction(score={"Anna": 7}), source="mouse")
    served.show()
    assert next(live)[1]["players"][0]["score"] == 7


def lines_of(viewer: Viewer, count: int, path: str = "/events", **headers: str) -> list[dict[str, Any]]:
    connection, answer = viewer.open(path, **headers)
    assert (answer.status, answer.getheader("content-type")) == (200, "text/event-stream; charset=utf-8")
    found = list(islice(events(answer), count))
    connection.close()
    assert {kind for kind, _, _ in found} == {""}  # what EventSource calls a message
    lines = [StreamLineDocument.model_validate_json(data) for _, data, _ in found]
    assert [str(line.root.seq) for line in lines] == [number for _, _, number in found]
    return [json.loads(data) for _, data, _ in found]


def play_a_little(presenter: MatchPresenter) -> None:
    presenter.acts.do(decode_action({"do": "pass"}, "step", presenter.match.start), source="keyboard")
    presenter.acts.undo()


def test_programs_are_sent_the_lines_of_watch_and_go_on_where_they_broke_off(
    served: Served, presenter: MatchPresenter
) -> None:
    play_a_little(presenter)
    viewer = served.viewer(SPECTATOR)
    lines = lines_of(viewer, 3)
    assert [(line["seq"], line["event"]) for line in lines] == [(0, "match"), (1, "action"), (2, "undone")]
    assert lines_of(viewer, 1, last_event_id="1") == lines[2:]
    code = served.server.codes.draw(SPECTATOR)
    assert lines_of(Viewer(served.server.port), 3, f"/events/{code}") == lines


def test_programs_are_sent_the_same_lines_over_a_websocket(served: Served, presenter: MatchPresenter) -> None:
    play_a_little(presenter)
    code = served.server.codes.draw(SPECTATOR)
    with connect(f"ws://{HOST}:{served.server.port}/socket/{code}") as viewer:
        assert [json.loads(viewer.recv())["event"] for _ in range(3)] == ["match", "action", "undone"]
        presenter.acts.redo()
        assert json.loads(viewer.recv())["event"] == "action"


def test_a_code_that_only_one_reader_may_use_is_not_spent_by_a_program(served: Served) -> None:
    code = served.server.codes.draw(BEN)
    assert served.viewer().ask(f"/events/{code}")[0] == 403
    assert served.viewer().join(code) == 303


def test_the_pages_speak_the_language_of_the_phone_else_of_the_table(served: Served) -> None:
    viewer = served.viewer(SPECTATOR)
    spoken = {
        viewer.ask("/table", **headers)[2].split(b'lang="')[1][:2]
        for headers in ({"accept_language": "fr, de-AT;q=0.8, en;q=0.5"}, {"accept_language": "de"})
    }
    assert spoken == {b"de"}
    assert b'lang="en"' in viewer.ask("/table")[2]
    german = viewer.ask("/table?lang=de", accept_language="en")[2].decode()
    assert "Letzte Entscheidung" in german
    assert "Last ruling" not in german
    kept = viewer.ask("/table?lang=de")[1]["set-cookie"].partition(";")[0]
    other = Viewer(served.server.port, f"{viewer.cookie}; {kept}")
    assert b'lang="de"' in other.ask("/card", accept_language="en")[2]
    strange = viewer.ask("/table?lang=%0d%0ax")
    assert (strange[0], strange[1]["set-cookie"].partition(";")[0]) == (200, "companion-language=en")


def test_what_the_table_says_keeps_the_table_s_language_whatever_phones_ask_for(served: Served) -> None:
    choose_language("de")
    served.show()
    choose_language("en")
    _, (_, board) = islice(served.viewer(SPECTATOR).live(), 2)
    assert board["language"] == "de"
    assert board["turn"] == "Anna, Zug 2"


def test_a_picture_of_a_dispute_is_given_to_readers_by_its_number(served: Served) -> None:
    served.server.show_picture(3, b"a picture")
    viewer = served.viewer(SPECTATOR)
    assert viewer.ask("/picture/3") == (200, viewer.ask("/picture/3")[1], b"a picture")
    assert viewer.ask("/picture/3")[1]["content-type"] == "image/jpeg"
    assert viewer.ask("/picture/2")[0] == 404
    assert served.viewer().ask("/picture/3")[0] == 404


def test_every_connection_that_ended_is_given_back(served: Served) -> None:
    code = served.server.codes.draw(SPECTATOR)
    with connect(f"ws://{HOST}:{served.server.port}/socket/{code}") as program:
        program.recv()
        assert served.server.connections == 1
    with pytest.raises(InvalidStatus):
        connect(f"ws://{HOST}:{served.server.port}/socket/nothing").close()
    assert served.viewer().ask("/")[0] == 200
    for _ in range(round(PATIENCE_S / 0.02)):
        if not served.server.connections:
            break
        time.sleep(0.02)
    assert served.server.connections == served.server.viewers == 0


def test_when_it_stops_viewers_are_notified_and_nothing_listens_any_more(served: Served) -> None:
    live = served.viewer(SPECTATOR).live()
    list(islice(live, 2))
    code = served.server.codes.draw(SPECTATOR)
    with connect(f"ws://{HOST}:{served.server.port}/socket/{code}") as program:
        program.recv()
        served.server.stop()
        with pytest.raises(ConnectionClosed):
            program.recv()
    assert [kind for kind, _ in live] == ["ended"]
    with socket.socket() as knock:
        assert knock.connect_ex((HOST, served.server.port)) != 0
    served.server.stop()  # once more does no harm


def test_a_code_and_a_cookie_of_one_match_open_no_other(serve: Serve, presenter: MatchPresenter) -> None:
    first, second = (serve(MatchTable(presenter, watched=False)) for _ in range(2))
    viewer = first.viewer(SPECTATOR)
    stranger = Viewer(second.server.port, viewer.cookie)
    assert stranger.ask("/table")[0] == 303
    assert stranger.ask("/live")[0] == 403
    assert stranger.join(first.server.codes.draw(SPECTATOR)) == 403


def test_a_port_that_is_taken_is_named_with_a_cure(served: Served) -> None:
    with pytest.raises(OperationError, match=rf"Port {served.server.port} cannot be opened .*--share"):
        ShareServer([OWN_COMPUTER], served.server.port, lambda *_: pytest.fail("asked"), language="en", limits=Limits())


def test_the_result_is_a_page_to_be_kept_once_the_match_has_one(served: Served) -> None:
    viewer = served.viewer(SPECTATOR)
    assert viewer.ask("/result")[0] == 404
    served.server.show_result("<!doctype html><title>Anna has won</title>")
    status, headers, page = viewer.ask("/result")
    assert (status, b"Anna has won" in page) == (200, True)
    assert "default-src 'none'" in headers["content-security-policy"]
    assert viewer.ask("/result?keep")[1]["content-disposition"] == "attachment; filename=result.html"
    assert served.viewer().ask("/result")[0] == 404


def test_a_refused_request_is_answered_with_the_match_as_it_stands(served: Served, presenter: MatchPresenter) -> None:
    presenter.acts.do(Correction(score={"Anna": 7}), source="mouse")
    served.show()
    mark = {"do": "mark", "piece": "Ogre", "row": "treads", "left": 40, "revision": 0}
    for allowed, kinds in ((BEN, {"board"}), (REFEREE, {"board", "desk"})):
        status, answer = served.viewer(allowed).answered(mark)
        assert (status, answer["revision"]) == (409, presenter.match.revision)
        assert "gone on" in answer["refused"]
        assert answer["board"]["players"][0]["score"] == 7
        assert answer.keys() - {"refused", "revision"} == kinds
    assert len(presenter.match.entries) == 1
