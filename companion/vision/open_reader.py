"""A reader from the paths that people give, and what stands in for those that they leave out."""

from __future__ import annotations

from pathlib import Path

from companion.camera import Camera
from companion.catalogue import Die, load_dice
from companion.resources import Bundled, bundled, data_folder
from companion.vision.gallery import load_gallery
from companion.vision.reader import Networks, Reader


def open_reader(camera: Path | Camera, dice: Path | None = None, gallery: Path | None = None) -> Reader:
    """A reader for a calibrated camera; dice and gallery left out are the user's own, and the bundled ones.

    Raises InputError or OperationError with a sentence about the file that is wrong.
    """
    over = camera if isinstance(camera, Camera) else Camera.load(camera)
    networks = Networks.load()
    return Reader(over, known_dice(dice), load_gallery(gallery or _own_gallery(), networks.reader), networks)


def known_dice(folder: Path | None = None) -> dict[str, Die]:
    """Die id -> die of a folder; left out: the bundled dice, each replaced by the user's own of that id."""
    if folder is not None:
        return load_dice(folder)
    own = data_folder() / "dice_faces"
    return load_dice(bundled(Bundled.DICE_FACES), *([own] if own.is_dir() else []))


def _own_gallery() -> Path:
    own = data_folder() / "gallery"
    return own if (own / "gallery.json").is_file() else bundled(Bundled.DICE_FACES, "gallery")
