"""Just enough of ONNX's file format to write down a network of a few kinds of step (protocol buffers, onnx.proto3).

What it writes is only ever run by onnxruntime; nothing here is for keeping.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

_OPSET: Final = 17
_IR_VERSION: Final = 8
_FLOAT: Final = 1
#: Kinds of attribute, as onnx.proto3 numbers them.
_INT, _STRING, _INTS = 2, 3, 7

Value = int | str | Sequence[int]


@dataclass(slots=True)
class Graph:
    """A network in the making: steps are added one after the other, each returns the name of what it gives."""

    _nodes: list[bytes] = field(default_factory=list)
    _tensors: list[bytes] = field(default_factory=list)

    def tensor(self, values: NDArray[np.float32]) -> str:
        """Numbers that belong to the network."""
        name = f"t{len(self._tensors)}"
        dims = b"".join(_number(1, n) for n in values.shape)
        self._tensors.append(dims + _number(2, _FLOAT) + _text(8, name) + _bytes(9, values.astype("<f4").tobytes()))
        return name

    def step(self, kind: str, inputs: Iterable[str], outputs: int = 1, **settings: Value) -> list[str]:
        """A step of a kind that ONNX knows; the names of its outputs. An input left out is an empty name."""
        made = [f"n{len(self._nodes)}_{k}" for k in range(outputs)]
        names = b"".join(_text(1, name) for name in inputs) + b"".join(_text(2, name) for name in made)
        self._nodes.append(names + _text(4, kind) + b"".join(_bytes(5, _setting(*one)) for one in settings.items()))
        return made

    def model(self, given: Mapping[str, Sequence[int]], told: Mapping[str, Sequence[int]]) -> bytes:
        """The file's bytes, for inputs and outputs of these names and shapes."""
        graph = b"".join(
            [
                *(_bytes(1, node) for node in self._nodes),
                _text(2, "graph"),
                *(_bytes(5, tensor) for tensor in self._tensors),
                *(_bytes(11, _value(name, shape)) for name, shape in given.items()),
                *(_bytes(12, _value(name, shape)) for name, shape in told.items()),
            ]
        )
        return _number(1, _IR_VERSION) + _bytes(7, graph) + _bytes(8, _text(1, "") + _number(2, _OPSET))


def _value(name: str, shape: Sequence[int]) -> bytes:
    dims = b"".join(_bytes(1, _number(1, n)) for n in shape)
    return _text(1, name) + _bytes(2, _bytes(1, _number(1, _FLOAT) + _bytes(2, dims)))


def _setting(name: str, value: Value) -> bytes:
    if isinstance(value, int):
        return _text(1, name) + _number(3, value) + _number(20, _INT)
    if isinstance(value, str):
        return _text(1, name) + _text(4, value) + _number(20, _STRING)
    return _text(1, name) + b"".join(_number(8, n) for n in value) + _number(20, _INTS)


# protocol buffers: a key (number of the field, kind of content), then the content ------------------------------------


def _number(field_number: int, value: int) -> bytes:
    return _varint(field_number << 3) + _varint(value)


def _bytes(field_number: int, content: bytes) -> bytes:
    return _varint(field_number << 3 | 2) + _varint(len(content)) + content


def _text(field_number: int, content: str) -> bytes:
    return _bytes(field_number, content.encode())


def _varint(value: int) -> bytes:
    """Seven bits to a byte, lowest first; the top bit says that more follow."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])
