"""The server of a shared match: a thread of its own, sockets on this computer's own networks, and the way in and out.

Everything goes in as finished text from the window's thread; what viewers ask for comes out through ``submit``.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from ipaddress import IPv4Interface
from typing import Final

import uvicorn

from companion.errors import OperationError
from companion.share.server.application import BOARD, DESK, ENDED, PHOTO, PictureInbox, SharedPages, Submit
from companion.share.server.codes import JoinCodes
from companion.share.server.hub import LINE, Message
from companion.share.server.tuning import LIMITS, Limits
from companion.share.server.way_in import (
    ConnectionBook,
    Doorkeeper,
    RequestRate,
    bounded_protocol,
    connections_that_fit,
)
from companion.text import gettext

#: This computer itself, which a stream's program runs on.
OWN_COMPUTER: Final = IPv4Interface("127.0.0.1/8")
#: How long viewers have to hear that sharing has ended, s.
_FAREWELL_S: Final = 1
#: Sockets that wait to be accepted.
_WAITING: Final = 64


class ShareServer:
    """Serves from `start` to `stop`. interfaces: this computer's addresses with their networks; port 0: any; inbox:
    where pictures go that a phone hands in.

    Raises:
        OperationError: the port is taken.
    """

    def __init__(
        self,
        interfaces: Sequence[IPv4Interface],
        port: int,
        submit: Submit,
        *,
        language: str,
        limits: Limits = LIMITS,
        inbox: PictureInbox | None = None,
    ) -> None:
        self.codes = JoinCodes()
        self._sockets = _sockets([interface.ip.exploded for interface in interfaces], port)
        self.port: int = self._sockets[0].getsockname()[1]
        self._limits = limits = replace(limits, connections=connections_that_fit(limits))
        self._pages = SharedPages(submit, self.codes, language, self.port, limits, inbox)
        self._book = ConnectionBook(tuple({interface.network for interface in interfaces}), limits)
        hosts = {f"{name}:{self.port}" for name in ("localhost", *(one.ip.exploded for one in interfaces))}
        hosts |= {host.removesuffix(":80") for host in hosts}
        self._server = uvicorn.Server(self._config(hosts))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._run, name="share-server", daemon=True)

    @property
    def viewers(self) -> int:
        """How many read now."""
        return self._pages.hub.viewers

    @property
    def connections(self) -> int:
        """How many connections are open, with a request or without."""
        return self._book.held.total()

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()
        self._begun.wait()

    def stop(self) -> None:
        """Notify viewers that it is over, and close every socket; may be called more than once."""
        if self._thread.is_alive():
            self._publish(Message(ENDED, "{}"))
            self._do(self._pages.hub.end)
            self._server.should_exit = True
            self._thread.join()
        for one in self._sockets:
            one.close()

    def show_board(self, text: str) -> None:
        """The state for every page, a `BoardDocument` as JSON."""
        self._publish(Message(BOARD, text))

    def show_desk(self, text: str) -> None:
        """What the referee's page shows besides, a `DeskDocument` as JSON."""
        self._publish(Message(DESK, text))

    def show_picture(self, number: int, jpeg: bytes) -> None:
        """The picture of a dispute, by the number that the board names."""

        def keep() -> None:
            self._pages.picture = number, jpeg

        self._do(keep)

    def show_photo(self, text: str, pictures: Mapping[int, bytes]) -> None:
        """What the page with the camera shows, a `PhotoDocument` as JSON, and the pictures that it names, as JPEG."""

        def keep() -> None:
            self._pages.photographs = dict(pictures)
            self._pages.hub.publish(Message(PHOTO, text))

        self._do(keep)

    def tell_line(self, number: int, text: str) -> None:
        """A line of the event stream."""
        self._publish(Message(LINE, text, number))

    def _publish(self, message: Message) -> None:
        self._do(lambda: self._pages.hub.publish(message))

    def _do(self, work: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work)

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            self._loop = runner.get_loop()
            self._begun.set()
            runner.run(self._server.serve(self._sockets))

    def _config(self, hosts: set[str]) -> uvicorn.Config:
        return uvicorn.Config(
            Doorkeeper(self._pages.application(), hosts, RequestRate(self._limits)),
            http=bounded_protocol(self._book),
            ws="websockets-sansio",
            ws_max_size=self._limits.body,
            ws_max_queue=1,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            h11_max_incomplete_event_size=self._limits.head,
            timeout_keep_alive=self._limits.idle_s,
            timeout_graceful_shutdown=_FAREWELL_S,
        )


def check_port(port: int) -> None:
    """Open a port on this computer and close it again.

    Raises:
        OperationError: it is taken.
    """
    for one in _sockets([OWN_COMPUTER.ip.exploded], port):
        one.close()


def _sockets(addresses: Sequence[str], port: int) -> list[socket.socket]:
    """A listening socket on each address, all on one port.

    Raises:
        OperationError: it is taken on one of them.
    """
    found: list[socket.socket] = []
    with ExitStack() as on_failure:
        for address in addresses:
            one = on_failure.enter_context(socket.socket(socket.AF_INET, socket.SOCK_STREAM))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind((address, found[0].getsockname()[1] if found else port))
            except OSError as error:
                raise OperationError(
                    gettext(
                        "Port {port} cannot be opened ({why}); name another, as in --share {other}.",
                        port=port,
                        why=error.strerror,
                        other=port + 1 if 0 < port < 65535 else 8377,
                    )
                ) from None
            one.listen(_WAITING)
            found.append(one)
        on_failure.pop_all()
    return found
