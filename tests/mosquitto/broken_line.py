"""A line that breaks when a test wants it: a proxy before a broker, which can be cut and mended."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Lock, Thread


class Proxy:
    """Listens at ``port`` and passes everything on to another, both ways, while it is whole."""

    def __init__(self, to: int) -> None:
        self._to, self._whole = to, True
        self._open: list[socket.socket] = []
        self._lock = Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        Thread(target=self._serve, daemon=True).start()

    def cut(self) -> None:
        """Both ends lose each other, and nobody gets through."""
        with self._lock:
            self._whole = False
            for one in self._open:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
                one.close()
            self._open.clear()

    def mend(self) -> None:
        """People get through again."""
        with self._lock:
            self._whole = True

    def close(self) -> None:
        self.cut()
        self._door.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._door.accept()
                self._join(here)

    def _join(self, here: socket.socket) -> None:
        with self._lock:
            if not self._whole:
                here.close()
                return
            try:
                there = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                here.close()
                return
            self._open += [here, there]
        for one, other in ((here, there), (there, here)):
            Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while some := one.recv(65536):
            other.sendall(some)
    for end in (one, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
