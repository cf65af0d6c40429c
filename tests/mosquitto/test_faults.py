"""A real broker, and what goes wrong in a hall: a line breaks, the broker is killed, a table is killed in mid-event,
somebody is not let in."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.codec.script import decode_match_opening
from companion.hall.broker import LineOpener, line_to, parse_broker_address, parse_table_address
from companion.hall.client import HallClient, Liveness
from companion.hall.event_order import OrderedLine
from companion.hall.outbox import Outbox
from companion.hall.publication import TablePublication
from companion.journal import read_record
from companion.session.match import Match
from companion.session.play import MatchPresenter
from companion.session.stream import PresenterStream
from tests.acts import act
from tests.film import FILM, script
from tests.mosquitto.broken_line import Proxy
from tests.mosquitto.conftest import Mosquitto
from tests.patience import wait_until
from tests.session.match.conftest import OPENING, SHOT

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


class Reader:
    """A hall that keeps every line that it reads."""

    def __init__(self, address: str) -> None:
        self.lines: list[dict[str, Any]] = []
        self.client = HallClient(line_to(parse_broker_address(address)), "Carla", read_line=self._keep)
        self.client.open()
        wait_until(lambda: self.client.status.online)

    def _keep(self, _table: str, line: OrderedLine) -> None:
        self.lines.append(json.loads(line.payload))

    def has(self, count: int) -> bool:
        self.client.tick()
        return len(self.lines) >= count

    def liveness(self, table: str) -> Liveness | None:
        known = self.client.board.tables.get(table)
        return None if known is None else known.liveness(known.heard_at)


@pytest.fixture
def hall(mosquitto: Mosquitto) -> Iterator[Reader]:
    reader = Reader(mosquitto.address)
    yield reader
    reader.client.close()


@pytest.fixture
def match(tmp_path: Path) -> Iterator[Match]:
    with Match.begin(tmp_path / "two tanks.diceland", decode_match_opening(OPENING)) as begun:
        yield begun


@contextmanager
def published(match: Match, address: str, folder: Path) -> Iterator[tuple[TablePublication, MatchPresenter]]:
    broker, table = parse_table_address(f"{address}/{'Table 4'}")
    publication = TablePublication(table, Outbox(folder / "outbox.sqlite"), line_to(broker), match)
    presenter = MatchPresenter(match)
    stream = PresenterStream(presenter, publication.report, reported=publication.reported)
    publication.open()
    stream.begin()
    try:
        yield publication, presenter
    finally:
        publication.close()


def shoot_and_undo(presenter: MatchPresenter, times: int) -> None:
    for _ in range(times):
        assert presenter.acts.do(act(presenter.match, SHOT), source="keyboard")
        assert presenter.acts.undo()


def is_whole(lines: list[dict[str, Any]], first: int = 0) -> bool:
    """Whether these are all lines of one stream in order."""
    return [line["seq"] for line in lines] == list(range(first, first + len(lines)))


def _film_words(folder: Path) -> tuple[str, ...]:
    """To watch the film up to its tenth act, as fast as it is read, without anybody at the keys."""
    film = json.loads((FILM / "film.json").read_text(encoding="utf-8"))
    film["shots"] = film["shots"][:25]
    for shot in film["shots"]:
        (folder / shot["picture"]).symlink_to(FILM / shot["picture"])
    begun = folder / "film.json"
    begun.write_text(json.dumps(film), encoding="utf-8")
    source = ("--source", str(begun), "--camera", str(FILM / "camera.json"))
    return (*source, "--rate", "0", "--accept", "likeliest")


def test_what_watch_prints_is_what_a_hall_reads(
    hall: Reader, mosquitto: Mosquitto, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("watch", *_film_words(tmp_path), "--opening", str(FILM / "match.json"))
    hall.lines.clear()
    assert main([*words, "--publish", f"{mosquitto.address}/Table 4"]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    wait_until(lambda: hall.has(len(printed)))
    assert [{key: line[key] for key in line if key not in {"table", "stream"}} for line in hall.lines] == printed
    wait_until(lambda: hall.liveness("Table 4") is Liveness.LEFT)
    wait_until(lambda: hall.client.board.results)
    (result,) = hall.client.board.results
    assert {player.name: player.points for player in result.result.players} == printed[-1]["score"]


def test_a_broken_line_loses_nothing_and_doubles_nothing(
    hall: Reader, mosquitto: Mosquitto, match: Match, tmp_path: Path
) -> None:
    proxy = Proxy(mosquitto.port)
    with published(match, f"mqtt://127.0.0.1:{proxy.port}", tmp_path) as (publication, presenter):
        wait_until(lambda: hall.has(1))
        for _ in range(3):
            shoot_and_undo(presenter, 20)
            proxy.cut()
            shoot_and_undo(presenter, 20)
            wait_until(lambda: not publication.status.online)
            wait_until(lambda: hall.liveness("Table 4") is Liveness.SILENT)
            assert publication.status.waiting >= 39  # the first may have gone out before the line was cut
            proxy.mend()
            wait_until(lambda: publication.status.online and publication.status.waiting == 0)
        wait_until(lambda: hall.has(241))
    assert len(hall.lines) == 241
    assert is_whole(hall.lines)
    proxy.close()


def test_a_killed_broker_that_has_forgotten_everything_is_sent_everything_again(
    hall: Reader, mosquitto: Mosquitto, match: Match, tmp_path: Path
) -> None:
    with published(match, mosquitto.address, tmp_path) as (publication, presenter):
        wait_until(lambda: hall.has(1))
        publication.call_referee("May it?")
        wait_until(lambda: hall.client.board.calls)
        shoot_and_undo(presenter, 50)
        mosquitto.kill()
        shoot_and_undo(presenter, 50)
        mosquitto.start()
        wait_until(lambda: publication.status.online and publication.status.waiting == 0)
        wait_until(lambda: hall.has(201))
        assert is_whole(hall.lines)
        late = Reader(mosquitto.address)  # comes when the broker has only what was said again
        wait_until(lambda: late.client.board.calls)
        (calling,) = late.client.board.calls
        assert calling.match is not None
        assert [player.name for player in calling.match.players] == ["Anna", "Ben"]
        late.client.close()


def _watch(folder: Path, words: Sequence[str], match: Path, address: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "COMPANION_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "companion", "watch", *words, "--match", str(match)]
    return subprocess.Popen(
        [*command, "--publish", f"{address}/Table 4"], env=environment, stdout=subprocess.PIPE, text=True
    )


def test_a_table_killed_in_mid_event_tells_what_it_did_once_when_it_is_back(
    hall: Reader, mosquitto: Mosquitto, tmp_path: Path
) -> None:
    opening = script()
    opening.pop("steps")
    words, file = _film_words(tmp_path), tmp_path / "film.diceland"
    Match.begin(file, decode_match_opening(opening)).close()
    killed = 0
    for acts in (1, 3):
        table = _watch(tmp_path, words, file, mosquitto.address)
        assert table.stdout is not None
        for line in table.stdout:
            if json.loads(line)["event"] == "action" and len(read_record(file).entries) >= acts:
                break
        table.send_signal(signal.SIGKILL)
        table.wait()
        table.stdout.close()
        killed += 1
        wait_until(lambda: hall.liveness("Table 4") is Liveness.SILENT)
    assert killed == 2
    last = _watch(tmp_path, words, file, mosquitto.address)
    last.communicate()
    assert last.returncode == 0
    with Match.resume(file) as match:
        done = [dict(line.row) for line in match.log if not line.undone]
    wait_until(lambda: hall.has(1) and hall.lines[-1]["event"] == "match" and len(_reported_acts(hall)) >= len(done))
    assert _reported_acts(hall) == done


def _reported_acts(hall: Reader) -> list[dict[str, Any]]:
    return [step for line in hall.lines if line["event"] in {"action", "corrected"} for step in line["steps"]]


# --- who is let in ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("mosquitto_passwd") is None, reason="there is no mosquitto_passwd here")
def test_a_password_is_asked_for_and_a_wrong_one_is_reported(
    tmp_path: Path, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMPANION_MQTT_PASSWORD", raising=False)
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(passwords), "table", "right"], check=True)
    broker = Mosquitto(tmp_path, "allow_anonymous false", f"password_file {passwords}")
    broker.start()
    host = broker.address.removeprefix("mqtt://")
    for way in ("", "table:wrong@"):
        with published(match, f"mqtt://{way}{host}", tmp_path) as (publication, _):
            wait_until(lambda at=publication: "refuses" in at.status.trouble)  # type: ignore[misc]
    with published(match, f"mqtt://table:right@{host}", tmp_path) as (publication, _):
        wait_until(lambda: publication.status.online and publication.status.waiting == 0)
    broker.kill()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl here to make certificates with")
def test_tls_is_spoken_and_a_certificate_of_nobody_is_refused(tmp_path: Path, match: Match) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hall"),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    key.chmod(0o644)
    more = ("allow_anonymous true", f"certfile {certificate}", f"keyfile {key}")
    broker = Mosquitto(tmp_path, *more)
    broker.start()
    with published(match, f"mqtts://127.0.0.1:{broker.port}", tmp_path) as (publication, _):
        wait_until(lambda: "cannot be trusted" in publication.status.trouble)
    address = f"mqtts://127.0.0.1:{broker.port}/Table 4?ca={certificate}"
    to, table = parse_table_address(address)
    with TablePublication(table, Outbox(tmp_path / "tls.sqlite"), line_to(to), match) as publication:
        publication.open()
        wait_until(lambda: publication.status.online)
    broker.kill()


SHIPPED = ROOT / "docs" / "mosquitto.conf"


def _shipped_broker(folder: Path, users: dict[str, str]) -> Mosquitto:
    """A broker by the configuration that comes with the program, at a port and in a folder of the test's own."""
    passwords, rights = folder / "passwords", folder / "rights"
    passwords.touch()
    for user, password in users.items():
        subprocess.run(["mosquitto_passwd", "-b", str(passwords), user, password], check=True)
    shutil.copy(SHIPPED.with_suffix(".acl"), rights)
    kept = {"password_file": passwords, "acl_file": rights, "persistence_location": f"{folder}/"}
    words = (
        line.partition(" ") for line in SHIPPED.read_text(encoding="utf-8").splitlines() if line[:1] not in {"", "#"}
    )
    return Mosquitto(folder, *(f"{key} {kept.get(key, value)}" for key, _, value in words if key != "listener"))


@pytest.mark.skipif(shutil.which("mosquitto_passwd") is None, reason="there is no mosquitto_passwd here")
def test_the_shipped_configuration_lets_everybody_do_what_is_theirs_and_no_more(tmp_path: Path, match: Match) -> None:
    broker = _shipped_broker(tmp_path, {"referee": "r", "Table 4": "t", "5": "f", "spectator": "s"})
    broker.start()
    host = broker.address.removeprefix("mqtt://")
    referee, spectator = Reader(f"mqtt://referee:r@{host}"), Reader(f"mqtt://spectator:s@{host}")
    with published(match, f"mqtt://Table%204:t@{host}", tmp_path) as (publication, presenter):
        wait_until(lambda: publication.status.online and publication.status.waiting == 0)
        publication.call_referee("May it?")
        shoot_and_undo(presenter, 1)
        wait_until(lambda: referee.client.board.calls and referee.has(2) and spectator.has(2))
        assert spectator.client.board.calls == ()
        other = TablePublication("Table 4", Outbox(tmp_path / "other.sqlite"), _line(f"mqtt://5:f@{host}"))
        other.open()  # table 5, which says that it is table 4
        other.call_referee("Nonsense")
        wait_until(lambda: other.status.online)
        assert not spectator.client.take("Table 4")
        assert referee.client.take("Table 4")
        wait_until(lambda: (call := publication.call) is not None and call.taken_by == "Carla")
        other.close()
        wait_until(lambda: referee.client.board.calls[0].call is not None)
        assert [table.call.question for table in referee.client.board.calls if table.call] == ["May it?"]
        assert referee.liveness("Table 4") is Liveness.THERE
    for reader in (referee, spectator):
        reader.client.close()
    broker.kill()


def _line(address: str) -> LineOpener:
    return line_to(parse_broker_address(address))
