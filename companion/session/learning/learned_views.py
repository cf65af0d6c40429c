"""The views that were learned at a table: a gallery of their own beside its camera, to be looked at and removed."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from companion.codec.gallery import read_gallery, read_gallery_rows
from companion.codec.saved_cameras import camera_folder, recall_cameras
from companion.errors import InputError, OperationError
from companion.text import gettext
from companion.vision import Gallery, Reader, most_different


def learned_views_folder(camera: str) -> Path:
    """Where the views that were learned by a camera of that name are saved."""
    return camera_folder(camera) / "learned"


def list_learned_views() -> Mapping[str, int]:
    """Camera -> how many views were learned by it, of those that have any."""
    known = {name: learned_views_folder(name) for name in recall_cameras().cameras}
    counted = {name: _count(folder) for name, folder in known.items()}
    return {name: count for name, count in counted.items() if count}


def forget_learned_views(camera: str) -> None:
    """Remove what was learned by a camera. Raises OperationError where that cannot be done."""
    folder = learned_views_folder(camera)
    try:
        if folder.is_dir():
            shutil.rmtree(folder)
    except OSError as error:
        raise OperationError(
            gettext("{folder} cannot be removed ({why}); remove it by hand.", folder=folder, why=error.strerror)
        ) from None


def with_learned_views(reader: Reader, camera: str) -> Reader:
    """A reader that also knows what was learned by a camera of that name; the same one where that is nothing, or
    cannot be read: it is there to help, and no match has to wait for it."""
    folder = learned_views_folder(camera)
    if not (folder / "gallery.json").is_file():
        return reader
    try:
        learned = read_gallery(folder, reader.networks.classifier)
    except (InputError, OperationError):
        return reader
    if not learned.views:
        return reader
    both = Gallery((*reader.gallery.views, *learned.views), np.concatenate([reader.gallery.prints, learned.prints]))
    return Reader(reader.camera, reader.dice, both.at(most_different(both)), reader.networks)


def _count(folder: Path) -> int:
    try:
        return len(read_gallery_rows(folder))
    except InputError:
        return 0
