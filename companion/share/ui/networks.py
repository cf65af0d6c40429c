"""The addresses of this computer in networks of its own: a home's, a club's; never one that the internet reaches."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Interface

from PySide6.QtNetwork import QAbstractSocket, QNetworkInterface

from companion.share.server import OWN_COMPUTER

_UP = QNetworkInterface.InterfaceFlag.IsUp | QNetworkInterface.InterfaceFlag.IsRunning


def own_interfaces() -> tuple[IPv4Interface, ...]:
    """Every private address with its network, the likeliest to be seen by phones first; this computer itself last."""
    found = sorted(set(_private()), key=lambda one: (not _is_home(one.ip), one.ip))
    return (*found, OWN_COMPUTER)


def _private() -> Iterator[IPv4Interface]:
    for interface in QNetworkInterface.allInterfaces():
        if interface.flags() & _UP != _UP:
            continue
        for entry in interface.addressEntries():
            if entry.ip().protocol() is QAbstractSocket.NetworkLayerProtocol.IPv4Protocol:
                one = IPv4Interface(f"{entry.ip().toString()}/{entry.prefixLength()}")
                if one.ip.is_private and not one.ip.is_loopback and not one.ip.is_link_local:
                    yield one


def _is_home(address: IPv4Address) -> bool:
    """Whether it is of the kind that access points at home hand out; others may be bridges to virtual machines."""
    return address.exploded.startswith("192.168.")
