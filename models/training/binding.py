"""Binds a network and its card: the network's ONNX metadata names the card, the card has the network's checksum.

The metadata stands at the end of the file and is no part of what is computed; it is replaced without the ``onnx``
package, by taking the file's outermost protocol-buffer fields apart.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.atomic_write import write_atomic
from companion.codec.reader import card_digest
from companion.vision.models import CARD_KEY, NAME_KEY

#: ``ModelProto.metadata_props`` in onnx.proto3, and how protocol buffers mark content of a stated length.
_METADATA_FIELD = 14
_LENGTH_STATED = 2


def bind_card(name: str, folder: Path) -> None:
    """Write the card's digest into the network and the network's new checksum into the card."""
    card = folder / f"{name}.toml"
    text = card.read_text(encoding="utf-8")
    reported = tomllib.loads(text)
    file = folder / str(reported["file"])
    packed = with_metadata(file.read_bytes(), {NAME_KEY: name, CARD_KEY: card_digest(reported)})
    write_atomic(file, packed)
    sha256 = hashlib.sha256(packed).hexdigest()
    write_atomic(card, re.sub(r'(?m)^sha256 = ".*"$', f'sha256 = "{sha256}"', text).encode())


def with_metadata(packed: bytes, metadata: dict[str, str]) -> bytes:
    """An ONNX file's bytes with this metadata in place of what it had."""
    others = [field for number, field in _fields(packed) if number != _METADATA_FIELD]
    entries = [_field(1, key.encode()) + _field(2, value.encode()) for key, value in metadata.items()]
    return b"".join([*others, *(_field(_METADATA_FIELD, entry) for entry in entries)])


def _fields(packed: bytes) -> Iterator[tuple[int, bytes]]:
    """The outermost fields of a message: number, and all of its bytes."""
    at = 0
    while at < len(packed):
        tag, end = _varint(packed, at)
        value, after = _varint(packed, end)
        if tag & 7 == _LENGTH_STATED:
            after += value
        elif tag & 7:
            raise ValueError(f"a field of kind {tag & 7} does not belong at the top of an ONNX file")
        yield tag >> 3, packed[at:after]
        at = after


def _varint(packed: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits to a byte, lowest first, and where it ends."""
    value = shift = 0
    while True:
        byte = packed[at]
        value, shift, at = value | (byte & 0x7F) << shift, shift + 7, at + 1
        if byte < 0x80:
            return value, at


def _field(number: int, content: bytes) -> bytes:
    if len(content) >= 1 << 14:
        raise ValueError("metadata has to be short")
    length = [len(content)] if len(content) < 0x80 else [len(content) & 0x7F | 0x80, len(content) >> 7]
    return bytes([number << 3 | _LENGTH_STATED, *length]) + content
