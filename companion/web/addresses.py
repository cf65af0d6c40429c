"""Where pages are found: this computer's own addresses with their networks, and a name without an address:
``companion-table.local``, by mDNS. It is answered to whoever asks on the same link, goes no further, and goes with the
pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from ipaddress import IPv4Interface, IPv6Interface, ip_interface
from threading import Event, Thread
from typing import Final

from zeroconf import AddressResolverIPv4, Error, IPVersion, ServiceInfo, Zeroconf  # type: ignore[attr-defined]

#: An address of this computer, with its network.
Interface = IPv4Interface | IPv6Interface
#: This computer itself, which a stream's program runs on.
OWN_COMPUTER: Final = IPv4Interface("127.0.0.1/8")


def host_of(interface: Interface) -> str:
    """An address as it stands in that of a page: ``[fd00::1]`` for one of version 6."""
    return interface.ip.compressed if interface.version == 4 else f"[{interface.ip.compressed}]"


def own_interfaces() -> tuple[Interface, ...]:
    """Every address in a network of this computer's own, the likeliest to be seen by phones first; this computer itself
    last. Of version 6 those whose network is known: nobody from beyond it is let in."""
    # Whether it is of the kind that access points at home hand out; others may be bridges to virtual machines.
    found = sorted(
        set(_private()), key=lambda one: (one.version, not one.ip.exploded.startswith("192.168."), one.ip.packed)
    )
    return (*found, OWN_COMPUTER)


def _private() -> Iterator[Interface]:
    from PySide6.QtNetwork import QNetworkInterface  # noqa: PLC0415  (a server without a window names its addresses)

    wanted = QNetworkInterface.InterfaceFlag.IsUp | QNetworkInterface.InterfaceFlag.IsRunning
    for interface in QNetworkInterface.allInterfaces():
        if interface.flags() & wanted != wanted:
            continue
        for entry in interface.addressEntries():
            text = entry.ip().toString()
            if "%" in text or entry.prefixLength() < 0:  # an address of one link only: no browser takes it
                continue
            one = ip_interface(f"{text}/{entry.prefixLength()}")
            if one.ip.is_loopback or one.ip.is_link_local:
                continue
            if one.version == 6 or one.ip.is_private:
                yield one


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
