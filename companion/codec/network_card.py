"""The bundled networks and their cards: ``models/NAME.toml`` beside ``NAME.onnx`` (models/README.md).

A card says what a network is, what it was measured to do, its checksum, the constants that go with it, and what it
answers to a known picture. The network carries its name and a digest of that card in its ONNX metadata.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pydantic import Field

from companion.codec.document import FolderContext, LenientDocument, decode
from companion.codec.fields import FileBeside, FormatNumber
from companion.documents import JsonTable, read_toml
from companion.errors import InputError, OperationError
from companion.limits import Number
from companion.resources import Bundled, bundled
from companion.text import gettext
from companion.vision import GoldenAnswer, Network, NetworkCard, Networks, open_network

_NAMES: Final = ("finder", "placer", "reader")
#: What the program acts on in a card; the rest is for people and may be reworded.
_DECIDING: Final = ("format", "name", "constants", "golden")


class NetworkCardDocument(LenientDocument):
    """The card of a network: ``models/NAME.toml``."""

    format: FormatNumber
    name: str = ""
    file: FileBeside | None = Field(default=None, description="Left out, NAME.onnx.")
    sha256: str = ""
    what: str = Field(default="", description="What it does.")
    input: str = Field(default="", description="What it is shown.")
    trained_on: str = ""
    licence: str = ""
    constants: dict[str, Number] = Field(default_factory=dict, description="Numbers that go with the network.")
    measured: dict[str, float] = Field(default_factory=dict, description="What it was measured to do.")
    golden: GoldenAnswer | None = None


def load_networks(folder: Path | None = None) -> Networks:
    """The bundled networks, or those of another folder. Raises OperationError as `load_network`."""
    return Networks(*(load_network(name, folder) for name in _NAMES))


def network_versions(folder: Path | None = None) -> dict[str, str]:
    """Of the bundled networks, or those of another folder: name -> SHA-256 as on their cards."""
    place = folder or bundled(Bundled.MODELS)
    return {name: str(read_toml(place / f"{name}.toml").get("sha256", "")) for name in _NAMES}


def load_network(name: str, folder: Path | None = None, *, tested: bool = True) -> Network:
    """The network of that name, from the bundled models or another folder.

    Raises OperationError where card or network is missing, damaged, or not the one that the other names, and where the
    network computes something else here than where it was made (``tested=False`` only while the pair is being made).
    """
    file = (folder or bundled(Bundled.MODELS)) / f"{name}.toml"
    try:
        table = read_toml(file)
        card = decode(NetworkCardDocument, table, str(file), FolderContext(file.parent))
    except InputError as error:
        raise OperationError(gettext("{why}. Install the program again.", why="; ".join(error.sentences))) from None
    known = NetworkCard(
        wanted=name,
        name=card.name,
        card_file=file,
        file=file.parent / (card.file or f"{name}.onnx"),
        sha256=card.sha256,
        constants=MappingProxyType({key: float(value) for key, value in card.constants.items()}),
        golden=card.golden,
        digest=card_digest(table),
    )
    return open_network(known, tested=tested)


def card_digest(card: JsonTable) -> str:
    """SHA-256 of what the program acts on in a card, however it is laid out."""
    deciding = {key: card.get(key) for key in _DECIDING}
    return hashlib.sha256(json.dumps(deciding, sort_keys=True, default=str).encode()).hexdigest()
