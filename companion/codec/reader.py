"""A reader from the files that people name, and what stands in for those that they leave out.

It stands here and not in vision, since all that a reader is made of is read by the codec.
"""

from __future__ import annotations

from pathlib import Path

from companion.camera import Camera, HandheldCamera
from companion.codec.camera import read_any_camera, read_camera
from companion.codec.die import known_dice
from companion.codec.gallery import read_gallery
from companion.codec.network_card import load_networks
from companion.errors import InputError
from companion.resources import Bundled, bundled, data_folder
from companion.text import gettext
from companion.vision import Gallery, HandheldReader, Network, Reader


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
