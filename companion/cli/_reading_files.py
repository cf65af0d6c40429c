"""What commands read: the files named, or those saved of the camera measured last; the match named, or the one played
last; the bundled tables; and the cameras of this computer."""

from __future__ import annotations

import argparse
import platform
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import InputError, OperationError
from companion.resources import Bundled, bundled
from companion.terminal import warn
from companion.text import gettext

if TYPE_CHECKING:
    from companion.camera import Calibration
    from companion.camera.sources import Device


@dataclass(frozen=True, slots=True)
class ReadingFiles:
    """camera: a camera.json; dice and gallery: folders, ``None``: those that always are."""

    camera: Path
    dice: Path | None = None
    gallery: Path | None = None


def add_reading_folders(parser: argparse.ArgumentParser) -> None:
    """Put ``--dice`` and ``--gallery`` among a command's words."""
    parser.add_argument(
        "--dice", type=Path, metavar="DIR", help=gettext("die files (default: the bundled ones and yours)")
    )
    parser.add_argument(
        "--gallery", type=Path, metavar="DIR", help=gettext("enrolled faces (default: yours, else the bundled ones)")
    )


def reading_files(
    camera: Path | None, dice: Path | None, gallery: Path | None, *, with_saved_dice: bool = False
) -> ReadingFiles:
    """The files named; without a camera named, the one measured last with the dice saved for it, which is said.

    with_saved_dice: a camera that is named is read by with the dice saved for it, too.

    Raises:
        InputError: no camera is named, and none was measured.
    """
    if camera is not None and not with_saved_dice:
        return ReadingFiles(camera, dice, gallery)
    from companion.codec.saved_cameras import SavedCamera, recall_cameras

    known = recall_cameras()
    if camera is not None:
        saved = known.cameras.get(known.name_of(camera), SavedCamera())
        files = ReadingFiles(camera, dice or saved.dice_folder, gallery or saved.gallery_folder)
        if (files.dice, files.gallery) != (dice, gallery):
            warn(_about(files))
        return files
    saved = known.newest
    if saved.camera_file is None:
        raise InputError(
            gettext("No camera has been measured yet: `companion setup` leads through it; or name one with --camera.")
        )
    files = ReadingFiles(saved.camera_file, dice or saved.dice_folder, gallery or saved.gallery_folder)
    warn(_about(files))
    return files


def _about(files: ReadingFiles) -> str:
    if files.dice is None and files.gallery is None:
        return gettext("Read by {camera}.", camera=files.camera)
    return gettext(
        "Read by {camera}, with the dice of {dice} and the gallery {gallery}.",
        camera=files.camera,
        dice=files.dice or gettext("the program"),
        gallery=files.gallery or gettext("of the program"),
    )


def add_match(parser: argparse.ArgumentParser) -> None:
    """Let a command name a match."""
    parser.add_argument(
        "match", nargs="?", type=Path, metavar="MATCH", help=gettext("a match (default: the last one played)")
    )


def match_named(path: Path | None) -> Path:
    """The match named, or the one of the user's own folder that was played last. Where its end may be missing, that is
    said on standard error.

    Raises:
        OperationError: none is named and none was played.
    """
    from companion.journal import matches_folder, newest_match, tail_lost

    found = path or newest_match()
    if found is None:
        problem = gettext(
            "No match has been played yet in {folder}. Name its file, or begin one in `companion play`.",
            folder=matches_folder(),
        )
        raise OperationError(problem)
    if found.is_file() and (caution := tail_lost(found)):
        warn(f"companion: {caution}")
    return found


def demo_calibration() -> Calibration:
    """The bundled camera, calibrated afresh from its pictures."""
    from companion.camera import calibrate, read_picture
    from companion.codec.mat import read_mat

    folder = bundled(Bundled.PICTURES, "demo")
    lens = [read_picture(path) for path in sorted(folder.glob("lens-*.jpg"))]
    return calibrate(read_mat(folder / "mat.json"), lens, [read_picture(folder / "table.jpg")])


def hard_scene() -> tuple[Path, Path]:
    """A picture as hard as they come, and the camera that took it."""
    folder = bundled(Bundled.PICTURES, "hard")
    return folder / "scene.jpg", folder / "camera.json"


def demo_scenes() -> list[Path]:
    """The pictures of dice on that table, in order."""
    return sorted(bundled(Bundled.PICTURES, "demo").glob("scene-*.jpg"))


def cameras_here() -> tuple[Device, ...]:
    """Every camera that is plugged in now, by name: as Linux lists them, elsewhere as Qt does, where it is there."""
    from companion.camera.sources import linux_devices

    if platform.system() == "Linux":
        return linux_devices()
    try:
        from companion.ui.start import known_devices
    except ImportError:
        return ()
    return known_devices()


def named_phone(camera: Path | None, *, is_wanted: bool) -> Path | None:
    """The phone.json that is named, or (where a phone ``is_wanted``) the one used last; ``None``: it is none.

    Raises:
        InputError: a phone is wanted, and that is no phone.json.
    """
    from companion.camera import HandheldCamera
    from companion.codec.camera import read_any_camera
    from companion.codec.saved_cameras import recall_cameras
    from companion.session.match_setup import PHONE_SOURCE

    if camera is None and not is_wanted:
        return None
    file = camera or recall_cameras().named(PHONE_SOURCE).camera_file
    if file is not None and isinstance(read_any_camera(file), HandheldCamera):
        return file
    if not is_wanted:
        return None
    problem = gettext(
        "A phone in the hand needs its phone.json: name it with --camera. `companion calibrate --handheld` makes "
        "it from three pictures of the table."
    )
    raise InputError(problem)


def saved_camera(command: str) -> Path:
    """The camera as it was measured last; ``command`` is who asks."""
    from companion.codec.saved_cameras import recall_cameras

    saved = recall_cameras().newest.camera_file
    if saved is None:
        problem = gettext(
            "{command}: no camera has been measured yet: `companion setup` does; or give --camera.", command=command
        )
        raise InputError(problem)
    return saved
