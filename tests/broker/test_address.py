"""How a broker and a table are named, and what is said of names that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import InputError
from companion.hall.broker import parse_broker_address, parse_table_address


@pytest.mark.parametrize(
    ("text", "host", "port", "tls", "table"),
    [
        ("mqtt://hall.local/4", "hall.local", 1883, False, "4"),
        ("mqtt://hall.local:1884/4", "hall.local", 1884, False, "4"),
        ("mqtts://hall.local/Table%2012", "hall.local", 8883, True, "Table 12"),
        ("mqtt://192.168.1.2/Tisch 3", "192.168.1.2", 1883, False, "Tisch 3"),
        ("mqtt://[fe80::1]:1885/4", "fe80::1", 1885, False, "4"),
        ("mqtt://HALL/Ärger", "hall", 1883, False, "Ärger"),
    ],
)
def test_a_table_at_a_broker(text: str, host: str, port: int, tls: bool, table: str) -> None:
    address, named = parse_table_address(text)
    assert (address.host, address.port, address.tls, named) == (host, port, tls, table)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hall.local/4", "mqtt://HOST"),
        ("http://hall.local/4", "mqtt://HOST"),
        ("mqtt:///4", "mqtt://HOST"),
        ("mqtt://hall.local:99999/4", "mqtt://HOST"),
        ("mqtt://hall.local:0/4", "mqtt://HOST"),
        ("mqtt://hall.local:x/4", "mqtt://HOST"),
        ("mqtt://[fe80::1/4", "mqtt://HOST"),
        ("mqtt://hall.local", "name is missing"),
        ("mqtt://hall.local/", "name is missing"),
        ("mqtt://hall.local/a/b", "no / + or #"),
        ("mqtt://hall.local/a+b", "no / + or #"),
        ("mqtt://hall.local/a%2Fb", "no / + or #"),
        ("mqtt://hall.local/a%00b", "no / + or #"),
        ("mqtt://hall.local/%1b[2J", "no / + or #"),
        (f"mqtt://hall.local/{'x' * 61}", "up to 60"),
        ("mqtt://hall.local/4?ca=x.pem", "only with mqtts://"),
        ("mqtts://hall.local/4?key=x.pem", "only ca=FILE"),
        ("mqtts://hall.local/4?ca=nowhere.pem", "no such file"),
    ],
)
def test_what_names_no_table_is_refused_with_the_way_to_name_one(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("+", r"\+")):
        parse_table_address(text)


def test_a_hall_names_its_broker_alone() -> None:
    assert str(parse_broker_address("mqtts://hall.local")) == "mqtts://hall.local:8883"
    assert str(parse_broker_address("mqtt://[fe80::1]")) == "mqtt://[fe80::1]:1883"
    with pytest.raises(InputError, match="without a table"):
        parse_broker_address("mqtt://hall.local/4")


def test_a_password_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_MQTT_PASSWORD", raising=False)
    address = parse_broker_address("mqtt://carla:se%40cret@hall.local")
    assert (address.user, address.password) == ("carla", "se@cret")
    assert "cret" not in f"{address} {address!r}"
    with pytest.raises(InputError) as refused:
        parse_broker_address("mqtt://carla:se@cret@hall.local:x")
    assert "cret" not in str(refused.value)


def test_a_password_may_stand_in_the_environment_and_counts_only_with_a_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_MQTT_PASSWORD", "from there")
    assert parse_broker_address("mqtt://carla@hall.local").password == "from there"
    assert parse_broker_address("mqtt://carla:here@hall.local").password == "here"
    assert parse_broker_address("mqtt://hall.local").password is None


def test_the_authority_of_a_certificate_is_a_file_that_is_there(tmp_path: Path) -> None:
    ca = tmp_path / "hall ca.pem"
    ca.touch()
    address, _ = parse_table_address(f"mqtts://hall.local/4?ca={ca}")
    assert address.ca == ca
