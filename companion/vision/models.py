"""The bundled networks: found, held against their cards, and run by ONNX.

A card (``models/NAME.toml``) says what a network is, what it was measured to do, its checksum, the constants that go
with it, and what it answers to a known picture. The network carries its name and a digest of that card in its ONNX
metadata; a network and a card that do not name each other are not used, nor a network that answers otherwise.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.documents import has_format, read_toml
from companion.errors import InputError, OperationError
from companion.file_access import resolve_inside
from companion.onnx_runtime import onnxruntime
from companion.resources import Bundled, bundled
from companion.text import phrase
from companion.vision.golden import SAME, GoldenAnswer, golden_picture, kept_numbers

FORMAT: Final = 1
#: One budget for all that computes at once; more threads than cores fight each other.
THREADS: Final = 2
#: Keys of a network's ONNX metadata: its name, and the digest of its card.
NAME_KEY: Final = "diceland.network"
CARD_KEY: Final = "diceland.card"
#: What the program acts on in a card; the rest is for people and may be reworded.
_DECIDING: Final = ("format", "name", "constants", "golden")


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A network ready to run, with its checksum and the constants of its card."""

    name: str
    sha256: str
    constants: Mapping[str, float]
    session: onnxruntime.InferenceSession

    def run(self, pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Outputs for pictures (n, rows, columns, 3) BGR."""
        tensor = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32)
        return np.asarray(self.session.run(None, {"pictures": tensor})[0], np.float32)


def load_network(name: str, folder: Path | None = None, *, tested: bool = True) -> Network:
    """The network of that name, from the bundled models or another folder.

    Raises OperationError where card or network is missing, damaged, or not the one that the other names, and where the
    network computes something else here than where it was made (``tested=False`` only while the pair is being made).
    """
    place = folder or bundled(Bundled.MODELS)
    card = _card(place / f"{name}.toml")
    file = place / str(card.get("file", f"{name}.onnx"))
    packed = _bytes(file)
    sha256 = hashlib.sha256(packed).hexdigest()
    if sha256 != card.get("sha256"):
        raise _not_a_pair(
            phrase("{file} is not the network that {name}.toml describes (its checksum differs).", file=file, name=name)
        )
    constants = {key: float(value) for key, value in card.get("constants", {}).items()}
    network = Network(name, sha256, MappingProxyType(constants), open_session(packed, str(file)))
    if tested:
        _match(network, card, file)
        _test(network, card.get("golden"), place / f"{name}.toml")
    return network


def card_digest(card: Mapping[str, Any]) -> str:
    """SHA-256 of what the program acts on in a card, however it is laid out."""
    deciding = {key: card.get(key) for key in _DECIDING}
    return hashlib.sha256(json.dumps(deciding, sort_keys=True, default=str).encode()).hexdigest()


def _match(network: Network, card: Mapping[str, Any], file: Path) -> None:
    """Do card and network name each other?"""
    name, told = network.name, network.session.get_modelmeta().custom_metadata_map
    if card.get("name") != name:
        raise _not_a_pair(
            phrase(
                "{name}.toml is the card of the network {found!r}, not of {name!r}.", name=name, found=card.get("name")
            )
        )
    if told.get(NAME_KEY) != name:
        raise _not_a_pair(
            phrase(
                "{file} is the network {found!r}, not {name!r}.",
                file=file,
                found=told.get(NAME_KEY, phrase("of another program")),
                name=name,
            )
        )
    if told.get(CARD_KEY) != card_digest(card):
        raise _not_a_pair(
            phrase(
                "{name}.toml is not the card that {file} was made with (its constants or answers differ).",
                name=name,
                file=file,
            )
        )


def _not_a_pair(sentence: str) -> OperationError:
    return OperationError(
        phrase("{sentence} Install the program again, or make the network and its card together.", sentence=sentence)
    )


def _test(network: Network, rows: Any, card: Path) -> None:
    """The golden self-test: does the network compute here what it did where it was made?"""
    try:
        golden = GoldenAnswer.from_card(rows)
    except (KeyError, TypeError, ValueError) as error:
        raise OperationError(
            phrase("{card}: [golden] cannot be understood ({why!r}). Install the program again.", card=card, why=error)
        ) from None
    apart = golden.apart(kept_numbers(_answer(network, golden.size_px)))
    if apart > SAME:
        raise OperationError(
            phrase(
                "the network {network} computes something else here than where it was made (off by {apart:.1%}), so "
                "that no reading could be trusted. Install onnxruntime again, or another version of it.",
                network=network.name,
                apart=apart,
            )
        )


def _answer(network: Network, size_px: int) -> NDArray[np.float32]:
    try:
        return network.run(golden_picture(size_px))
    except Exception as error:  # noqa: BLE001  (onnxruntime raises many kinds, all meaning the same here)
        raise OperationError(
            phrase(
                "the network {network} cannot be run ({why}). Install the program again.",
                network=network.name,
                why=error,
            )
        ) from None


def _card(path: Path) -> dict[str, Any]:
    try:
        card = read_toml(path)
    except InputError as error:
        raise OperationError(phrase("{why}. Install the program again.", why=error)) from None
    if not has_format(card, FORMAT):
        raise OperationError(
            phrase(
                "{file} has format {found!r}; this program reads format {format}.",
                file=path,
                found=card.get("format"),
                format=FORMAT,
            )
        )
    constants = card.get("constants", {})
    if not isinstance(constants, Mapping) or not all(_is_number(value) for value in constants.values()):
        raise OperationError(
            phrase("{file}: [constants] holds something else than numbers. Install the program again.", file=path)
        )
    try:
        resolve_inside(path.parent, str(card.get("file", path.name)))
    except InputError as error:
        raise OperationError(
            phrase("{file}: key 'file': {why} Install the program again.", file=path, why=error)
        ) from None
    return card


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise OperationError(
            phrase("{file} cannot be read ({why}). Install the program again.", file=path, why=error.strerror)
        ) from None


def open_session(packed: bytes, what: str) -> onnxruntime.InferenceSession:
    """A network ready to run within the program's budget of threads; OperationError, naming ``what``, where it
    cannot."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(packed, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001  (onnxruntime raises many kinds, all meaning the same here)
        raise OperationError(
            phrase("{what} cannot be run ({why}). Install the program again.", what=what, why=error)
        ) from None
