"""``companion hall`` against a real broker: every line in order, and the event as a file, without a window."""

from __future__ import annotations

import json
import signal
import subprocess
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import pytest

from companion.cli import main
from companion.codec.script import decode_match_opening
from companion.session.match import Match
from tests.mosquitto.conftest import Mosquitto
from tests.mosquitto.test_faults import published, shoot_and_undo
from tests.patience import PATIENCE_S, wait_until
from tests.programs import started
from tests.session.match.conftest import OPENING

pytestmark = pytest.mark.slow


def _read(hall: subprocess.Popen[str], heard: list[int]) -> None:
    assert hall.stdout is not None
    for line in hall.stdout:
        heard.append(json.loads(line)["seq"])  # noqa: PERF401  (read while it grows)


def test_every_line_is_printed_and_the_event_is_exported(
    mosquitto: Mosquitto, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "event.json"
    with (
        started("hall", "--broker", mosquitto.address, "--json", cwd=tmp_path) as hall,
        Match.begin(tmp_path / "two tanks.diceland", decode_match_opening(OPENING)) as match,
        published(match, mosquitto.address, tmp_path) as (publication, presenter),
    ):
        heard: list[int] = []
        Thread(target=_read, args=(hall, heard), daemon=True).start()
        wait_until(lambda: publication.status.online)
        while len(heard) < 8:  # what was before it listened it does not tell
            assert hall.poll() is None
            shoot_and_undo(presenter, 1)
        assert heard == list(range(heard[0], heard[0] + len(heard)))
        hall.send_signal(signal.SIGINT)
        hall.wait(PATIENCE_S)
    assert hall.returncode == 130
    assert main(["hall", "--broker", mosquitto.address, "--export", str(file)]) == 0
    assert "1 match" in capsys.readouterr().out
    assert json.loads(file.read_text(encoding="utf-8"))["results"][0]["result"]["name"] == "Two tanks each"


def test_the_hall_is_served_as_pages_where_there_is_no_screen(mosquitto: Mosquitto, tmp_path: Path) -> None:
    words = ("hall", "--broker", mosquitto.address, "--serve", "0")
    with (
        started(*words, cwd=tmp_path, QT_QPA_PLATFORM="offscreen", COMPANION_HOME=str(tmp_path)) as hall,
        Match.begin(tmp_path / "two tanks.diceland", decode_match_opening(OPENING)) as match,
        published(match, mosquitto.address, tmp_path),
    ):
        assert hall.stdout is not None
        addresses = [hall.stdout.readline().strip().partition(": ")[2] for _ in range(2)]
        homes = []
        for address in addresses:
            host, _, path = address.removeprefix("http://").partition("/")
            connection = HTTPConnection(host, timeout=PATIENCE_S)
            connection.request("GET", f"/{path}")
            homes.append(connection.getresponse().getheader("location"))
        assert homes == ["/wall", "/walk"]
        hall.send_signal(signal.SIGINT)
        hall.wait(PATIENCE_S)
    assert hall.returncode == 130
