"""A network that is not what its card says is not used."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.codec.reader import load_network
from companion.errors import OperationError


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (None, "no such file"),
        ("format = ", "is not TOML"),
        ("format = 2", "this is 2"),
        ('format = 1\nfile = "gone.onnx"', "cannot be read"),
        ('format = 1\nfile = "net.onnx"\nsha256 = "00"', "checksum differs"),
    ],
)
def test_a_bad_card_or_network_is_refused_with_a_reason(tmp_path: Path, card: str | None, message: str) -> None:
    (tmp_path / "net.onnx").write_bytes(b"no network")
    if card is not None:
        (tmp_path / "net.toml").write_text(card)
    with pytest.raises(OperationError, match=message):
        load_network("net", tmp_path)
