"""A real broker: mosquitto, started for these tests on a port of its own and killed when they want it."""

from __future__ import annotations

import getpass
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.patience import wait_until

#: Where Debian puts it, which is not on everybody's path.
MOSQUITTO = shutil.which(
    "mosquitto", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
)
REASON = "there is no mosquitto here (apt-get install mosquitto); the same is tested over a broker in memory"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if MOSQUITTO is None and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=REASON))


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def answers(port: int) -> bool:
    with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), 1)):
        return True
    return False


class Mosquitto:
    """A broker at ``port``. more: lines of its configuration."""

    def __init__(self, folder: Path, *more: str) -> None:
        assert MOSQUITTO is not None
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._file = folder / "mosquitto.conf"
        own = f"user {getpass.getuser()}"  # or it would read our files as somebody who may not
        lines = (f"listener {self.port} 127.0.0.1", own, *(more or ("allow_anonymous true",)))
        self._file.write_text("\n".join(lines), encoding="utf-8")
        self._log = folder / "mosquitto.log"

    @property
    def address(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([str(MOSQUITTO), "-c", str(self._file)], stdout=log, stderr=log)
        wait_until(lambda: answers(self.port))

    def kill(self) -> None:
        """As a power cut does it: nothing is saved."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.kill()
