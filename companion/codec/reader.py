"""A reader from the files that people name, and what stands in for those that they leave out; and the bundled networks
with their cards: ``models/NAME.toml`` beside ``NAME.onnx`` (models/README.md).

A card says what a network is, what it was measured to do, its checksum, the constants that go with it, and what it
answers to a known picture. The network carries its name and a digest of that card in its ONNX metadata. A reader stands
here and not in vision, since all that it is made of is read by the codec.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pydantic import Field

from companion.camera import Camera, HandheldCamera
from companion.codec.camera import read_any_camera, read_camera
from companion.codec.die import known_dice
from companion.codec.document import FolderContext, LenientDocument, decode
from companion.codec.fields import FileBeside, FormatNumber
from companion.codec.gallery import read_gallery
from companion.documents import JsonTable, read_toml
from companion.errors import InputError, OperationError
from companion.limits import Number
from companion.resources import Bundled, bundled, data_folder
from companion.text import gettext
from companion.vision import Gallery, GoldenAnswer, HandheldReader, Network, NetworkCard, Networks, Reader, open_network

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


def open_reader(camera: Path | Camera, dice: Path | None = None, gallery: Path | None = None) -> Reader:
    """A reader for a calibrated camera; dice and gallery left out are the user's own, and the bundled ones.

    Raises InputError or OperationError with a sentence about the file that is wrong.
    """
    over = camera if isinstance(camera, Camera) else read_camera(camera)
    networks = load_networks()
    return Reader(over, known_dice(dice), _known_faces(gallery, networks.classifier), networks)


def open_any_reader(camera: Path, dice: Path | None = None, gallery: Path | None = None) -> Reader | HandheldReader:
    """The same for a camera on a stand or in the hand, by its file."""
    over = read_any_camera(camera)
    if not isinstance(over, HandheldCamera):
        return open_reader(over, dice, gallery)
    networks = load_networks()
    return HandheldReader(over, known_dice(dice), _known_faces(gallery, networks.classifier), networks)


def open_hand_reader(camera: Path, dice: Path | None = None, gallery: Path | None = None) -> HandheldReader:
    """The same for a camera in the hand; ``InputError`` where it is one on a stand."""
    reader = open_any_reader(camera, dice, gallery)
    if not isinstance(reader, HandheldReader):
        raise InputError(
            gettext(
                "{file} is a camera on a stand: pictures from a phone in the hand need the phone.json that `companion "
                "calibrate --handheld` makes.",
                file=camera,
            )
        )
    return reader


def _known_faces(gallery: Path | None, classifier: Network) -> Gallery:
    return read_gallery(gallery or own_gallery() or bundled(Bundled.DICE_FACES, "gallery"), classifier)


def own_gallery() -> Path | None:
    """The user's own gallery, where there is one."""
    own = data_folder() / "gallery"
    return own if (own / "gallery.json").is_file() else None
