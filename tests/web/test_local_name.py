"""The name of the pages in the local network: claimed from the first that nobody has, gone with the pages."""

from __future__ import annotations

from ipaddress import IPv4Interface, IPv6Interface
from typing import Any

import pytest

from companion.web import addresses
from companion.web.addresses import LocalName, host_of, possible_names
from tests.patience import wait_until

HERE = (IPv4Interface("192.168.1.20/24"), IPv6Interface("fd00::2/64"))


class Network:
    """What a network hears and says, in place of multicast."""

    def __init__(self, *taken: str) -> None:
        self.taken, self.claimed = set(taken), list[tuple[str, list[bytes], int]]()

    def responder(self, _addresses: list[str], **_more: Any) -> Network:
        return self

    def asks(self, name: str) -> Network:
        self.asked = name.removesuffix(".")
        return self

    def request(self, _own: object, _patience_ms: int) -> bool:
        return self.asked in self.taken

    def register_service(self, info: Any, *, allow_name_change: bool) -> None:
        assert allow_name_change
        self.claimed.append((info.server, info.addresses, info.port))

    def unregister_service(self, _info: object) -> None:
        self.claimed.clear()

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network("companion-table.local")
    monkeypatch.setattr(addresses, "Zeroconf", network.responder)
    monkeypatch.setattr(addresses, "AddressResolverIPv4", network.asks)
    return network


def test_the_first_name_that_nobody_has_is_claimed_and_given_back(network: Network) -> None:
    name = LocalName(HERE, 8377, "Diceland table")
    wait_until(lambda: name.name != "")
    assert name.name == "companion-table-2.local"
    assert network.claimed == [("companion-table-2.local.", [HERE[0].ip.packed], 8377)]
    name.close()
    assert (name.name, network.claimed) == ("", [])


def test_without_a_network_there_is_no_name_and_nothing_waits(network: Network) -> None:
    name = LocalName((HERE[1],), 8377, "Diceland table")
    name.close()
    assert (name.name, network.claimed) == ("", [])


def test_where_multicast_is_forbidden_the_pages_have_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_words: object, **_more: object) -> None:
        raise OSError("no multicast")

    monkeypatch.setattr(addresses, "Zeroconf", forbidden)
    name = LocalName(HERE, 8377, "Diceland table")
    name.close()
    assert name.name == ""


def test_addresses_stand_in_those_of_pages_as_browsers_take_them() -> None:
    assert [host_of(one) for one in HERE] == ["192.168.1.20", "[fd00::2]"]
    assert possible_names()[:2] == ("companion-table.local", "companion-table-2.local")
