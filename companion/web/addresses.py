"""Where pages are found: this computer's own addresses with their networks."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Interface, IPv6Interface, ip_interface
from typing import Final

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
