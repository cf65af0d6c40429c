"""The name by which pages are found in the local network without an address: ``companion-table.local``, by mDNS.

It is answered to whoever asks on the same link, goes no further, and goes with the pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread
from typing import Final

# The resolver is offered there, though its __all__ lacks it.
from zeroconf import AddressResolverIPv4, Error, IPVersion, ServiceInfo, Zeroconf  # type: ignore[attr-defined]

from companion.web.addresses import Interface

#: The name of a table's pages; of the second in the same network ``companion-table-2.local``, and so on.
_NAME: Final = "companion-table"
_MOST: Final = 20
#: So long others have to say that a name is theirs.
_PATIENCE_MS: Final = 1500
_KIND: Final = "_http._tcp.local."


def possible_names(name: str = _NAME) -> tuple[str, ...]:
    """The names that pages may get, the first that nobody has."""
    return tuple(f"{name}-{number}.local" if number > 1 else f"{name}.local" for number in range(1, _MOST + 1))


class LocalName:
    """Claimed in a thread of its own from when it is made to `close`; ``name`` is "" until it is there, and where the
    network lets nobody have one."""

    def __init__(self, interfaces: Sequence[Interface], port: int, title: str) -> None:
        self.name = ""
        self._addresses = [interface.ip for interface in interfaces if interface.version == 4]
        self._port, self._title = port, title
        self._ended = Event()
        self._thread = Thread(target=self._claim, name="local-name", daemon=True)
        if self._addresses:
            self._thread.start()

    def close(self) -> None:
        """Give the name back."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _claim(self) -> None:
        with suppress(OSError, Error):  # no multicast here, or somebody else answers on this computer: no name then
            own = Zeroconf([address.exploded for address in self._addresses], ip_version=IPVersion.V4Only)
            try:
                self._answer(own)
            finally:
                self.name = ""
                own.close()

    def _answer(self, own: Zeroconf) -> None:
        for name in possible_names():
            if self._ended.is_set():
                return
            if AddressResolverIPv4(f"{name}.").request(own, _PATIENCE_MS):
                continue  # another table's
            packed = [address.packed for address in self._addresses]
            title = f"{self._title} ({name.removesuffix('.local')})"
            info = ServiceInfo(_KIND, f"{title}.{_KIND}", addresses=packed, port=self._port, server=f"{name}.")
            own.register_service(info, allow_name_change=True)
            self.name = name
            self._ended.wait()
            own.unregister_service(info)
            return
