"""The cameras that were measured on this computer: where each one's file lies, and which dice it reads with.

Owns ``cameras.json`` in the user's data folder, and the folder ``cameras`` beside it. They spare people options, and
never stand in the way: what cannot be understood counts as not saved. Whoever names files goes by those alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from companion.atomic_write import write_atomic
from companion.camera import Camera, Picture, encode_picture, read_picture
from companion.codec.camera import write_camera
from companion.codec.document import encode_preferences, read_preferences
from companion.errors import InputError, OperationError
from companion.plain_text import public_address
from companion.resources import data_folder, made_folder
from companion.text import gettext

_LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class SavedCamera:
    """file: its ``camera.json``; dice, gallery: the user's own folders that it reads with, empty: none is saved;
    settled: steps of setting it up that were done and left no file."""

    file: str = ""
    dice: str = ""
    gallery: str = ""
    settled: tuple[str, ...] = ()

    @property
    def camera_file(self) -> Path | None:
        """Its file, as long as it is there."""
        return _existing(self.file, Path.is_file)

    @property
    def dice_folder(self) -> Path | None:
        """The folder of its dice, as long as it is there."""
        return _existing(self.dice, Path.is_dir)

    @property
    def gallery_folder(self) -> Path | None:
        """The folder of its gallery, as long as it is there."""
        return _existing(self.gallery, lambda folder: (folder / "gallery.json").is_file())


@dataclass(frozen=True, slots=True)
class SavedCameras:
    """last: the name of the one measured last; cameras: name -> what is saved of it.

    A name is the words of ``--source`` that open the camera; for a file that a command wrote it is the file's own path.
    """

    last: str = ""
    cameras: Mapping[str, SavedCamera] = field(default_factory=dict)

    def named(self, name: str) -> SavedCamera:
        """What is saved of a camera; of one that is not known, or has not been measured: of the last one."""
        found = self.cameras.get(public_address(name))
        return found if found is not None and found.camera_file else self.newest

    @property
    def newest(self) -> SavedCamera:
        """The camera measured last."""
        return self.cameras.get(self.last, SavedCamera(str(data_folder() / "camera.json")))

    def name_of(self, file: Path) -> str:
        """The name under which a camera's file is saved, else its path."""
        path = str(file.resolve())
        return next((name for name, saved in self.cameras.items() if saved.file == path), path)

    def with_camera(self, name: str, saved: SavedCamera, *, usual: bool = True) -> SavedCameras:
        """That camera, which is the usual one from now on, or is not."""
        last = name if usual else "" if name == self.last else self.last
        return SavedCameras(last, {**self.cameras, name: saved})


def recall_cameras() -> SavedCameras:
    """What is saved."""
    return read_preferences(SavedCameras(), _list())


def save_camera(camera: Camera, name: str, *, usual: bool = True) -> None:
    """Keep how a camera was measured, for the next time; one that is not to be the usual camera beside what is saved.

    Raises:
        OperationError: it cannot be written.
    """
    file = made_folder(camera_folder(name)) / ("camera.json" if usual else "camera-set-aside.json")
    write_camera(camera, file)
    _save_file(public_address(name), file, usual=usual)


def save_camera_file(file: Path, *, usual: bool = True) -> None:
    """Keep where the file of a camera lies that has just been measured."""
    _save_file(recall_cameras().name_of(file), file, usual=usual)


def save_phone(name: str, file: Path) -> None:
    """Keep where the file of a phone in the hand lies, under the word by which matches name it; the usual camera stays
    what it was."""
    _save_file(name, file, usual=False, is_hand=True)


def save_dice(name: str, dice: Path | None, gallery: Path | None, *, usual: bool = True) -> None:
    """Save which dice and gallery a camera that is saved reads with from now on; ``None``: as before."""
    known, name = recall_cameras(), public_address(name)
    before = known.cameras.get(name, SavedCamera())
    folders = [str(new.resolve()) if new else old for new, old in ((dice, before.dice), (gallery, before.gallery))]
    _write(known.with_camera(name, replace(before, dice=folders[0], gallery=folders[1]), usual=usual))


def save_step(name: str, step: str) -> None:
    """Keep that a step of setting a camera up is done, which leaves no file."""
    known, name = recall_cameras(), public_address(name)
    before = known.cameras.get(name, SavedCamera())
    settled = tuple(sorted({*before.settled, step}))
    _write(replace(known, cameras={**known.cameras, name: replace(before, settled=settled)}))


def save_lens_pictures(name: str, pictures: Iterable[Picture]) -> None:
    """Keep the pictures by which a camera's lens is measured, in place of those before.

    Raises:
        OperationError: they cannot be written.
    """
    folder = camera_folder(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for before in _lens_files(folder):
            before.unlink()
        for number, picture in enumerate(pictures, 1):
            write_atomic(folder / f"lens-{number:02d}.jpg", encode_picture(picture.pixels))
    except OSError as error:
        raise OperationError(
            gettext("The lens pictures cannot be saved in {folder} ({why}).", folder=folder, why=error.strerror)
        ) from None


def saved_lens_pictures(name: str) -> tuple[Picture, ...]:
    """The pictures by which a camera's lens is measured; none where they are not saved whole."""
    try:
        return tuple(read_picture(file) for file in _lens_files(camera_folder(name)))
    except InputError:
        return ()


def _save_file(name: str, file: Path, *, usual: bool, is_hand: bool = False) -> None:
    known = recall_cameras()
    before, path = known.cameras.get(name, SavedCamera()), str(file.resolve())
    if usual or before.camera_file is None or before.file == path or is_hand:
        _write(known.with_camera(name, replace(before, file=path), usual=usual))


def _write(cameras: SavedCameras) -> None:
    with suppress(OSError):  # it is there to spare options; nothing has to wait for it
        write_atomic(_list(), encode_preferences(cameras))


def _list() -> Path:
    return data_folder() / "cameras.json"


def camera_folder(name: str) -> Path:
    """Where what belongs to a camera is saved; file names have no blanks."""
    words = re.sub(r"[^\w]+", "-", public_address(name)).strip("-")
    return data_folder() / "cameras" / (words[-_LONGEST_NAME:].casefold() or "camera")


def _lens_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("lens-*.jpg"))


def _existing(place: str, is_there: Callable[[Path], bool]) -> Path | None:
    return path if place and is_there(path := Path(place)) else None
