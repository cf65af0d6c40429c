"""A server of pages: a thread of its own, sockets on this computer's own networks, and the way in and out.

Everything goes in as finished text from another thread; what viewers ask for its application hands on.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Final, Generic, TypeVar

import uvicorn

from companion.errors import InputError, OperationError
from companion.text import gettext
from companion.web.addresses import OWN_COMPUTER, Interface, host_of
from companion.web.application import ENDED, PageApplication
from companion.web.hub import Message
from companion.web.tuning import DEFAULT_PORT, LIMITS, Limits
from companion.web.way_in import ConnectionBook, Doorkeeper, RequestRate, bounded_protocol, connections_that_fit

#: How long viewers have to hear that it has ended, s.
_FAREWELL_S: Final = 1
#: Sockets that wait to be accepted.
_WAITING: Final = 64
_MOST_PORT: Final = 65535
_App = TypeVar("_App", bound=PageApplication)


class PageServer(Generic[_App]):
    """Serves from `start` to `stop`. interfaces: this computer's addresses with their networks; port 0: any; make:
    the application for a port and the limits that the system allows; names: what else this computer is called here;
    option: by which another port is named on the command line.

    Raises:
        OperationError: the port is taken.
    """

    def __init__(
        self,
        interfaces: Sequence[Interface],
        port: int,
        make: Callable[[int, Limits], _App],
        *,
        limits: Limits = LIMITS,
        names: Sequence[str] = (),
        option: str = "--share",
    ) -> None:
        self._sockets = _sockets(interfaces, port, option)
        self.port: int = self._sockets[0].getsockname()[1]
        self._limits = limits = replace(limits, connections=connections_that_fit(limits))
        self.pages = make(self.port, limits)
        self._book = ConnectionBook(tuple({interface.network for interface in interfaces}), limits)
        known = ("localhost", *names, *map(host_of, interfaces))
        hosts = {f"{name}:{self.port}" for name in known}
        hosts |= {host.removesuffix(":80") for host in hosts}
        self._server = uvicorn.Server(self._config(hosts))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._run, name="share-server", daemon=True)

    @property
    def viewers(self) -> int:
        """How many read now."""
        return self.pages.hub.viewers

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
            self.publish(Message(ENDED, "{}"))
            self.do(self.pages.hub.end)
            self._server.should_exit = True
            self._thread.join()
        for one in self._sockets:
            one.close()

    def publish(self, message: Message) -> None:
        """A state or a line for whoever is to have it."""
        self.do(lambda: self.pages.hub.publish(message))

    def note_alive(self) -> None:
        """A sign of life of whoever publishes."""
        self.do(self.pages.hub.note_alive)

    def do(self, work: Callable[[], None]) -> None:
        """Do something in the server's thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work)

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            self._loop = runner.get_loop()
            self._begun.set()
            runner.run(self._server.serve(self._sockets))

    def _config(self, hosts: set[str]) -> uvicorn.Config:
        return uvicorn.Config(
            Doorkeeper(self.pages.application(), hosts, RequestRate(self._limits)),
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


def read_port(option: str, word: str) -> int:
    """A port as it was typed behind an option; 0: any that is free.

    Raises:
        InputError: it is none.
    """
    if not word.isdecimal() or int(word) > _MOST_PORT:
        raise InputError(
            gettext("{option} {word}: expected a port from 0 to {most}.", option=option, word=word, most=_MOST_PORT)
        )
    return int(word)


def check_port(port: int) -> None:
    """Open a port on this computer and close it again.

    Raises:
        OperationError: it is taken.
    """
    for one in _sockets([OWN_COMPUTER], port):
        one.close()


def _sockets(interfaces: Sequence[Interface], port: int, option: str = "--share") -> list[socket.socket]:
    """A listening socket on each address, all on one port. option: by which another is named.

    Raises:
        OperationError: it is taken on one of them.
    """
    found: list[socket.socket] = []
    with ExitStack() as on_failure:
        for interface in interfaces:
            family = socket.AF_INET if interface.version == 4 else socket.AF_INET6
            one = on_failure.enter_context(socket.socket(family, socket.SOCK_STREAM))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if interface.version == 6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            try:
                one.bind((interface.ip.exploded, found[0].getsockname()[1] if found else port))
            except OSError as error:
                raise OperationError(
                    gettext(
                        "Port {port} cannot be opened ({why}); name another, as in {option} {other}.",
                        port=port,
                        option=option,
                        why=error.strerror,
                        other=port + 1 if 0 < port < _MOST_PORT else DEFAULT_PORT,
                    )
                ) from None
            one.listen(_WAITING)
            found.append(one)
        on_failure.pop_all()
    return found
