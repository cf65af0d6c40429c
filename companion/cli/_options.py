"""What several commands take and read: the files named, or those saved of the camera measured last; the match named, or
the one played last; the bundled tables; the cameras of this computer; and the options that features add.

``offers`` of such a feature (`companion.features`) has `OPTION` (as it is typed), `OPTION_OF` (the commands that take
it), ``add_option(parser)`` and ``read_option(options)``: what is wished for, or nothing. Where ``companion watch`` is
among the commands it also has ``follow(wish, match)``, a `companion.session.stream.StreamFollower`.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from companion.errors import InputError, OperationError
from companion.features import offering
from companion.resources import Bundled, bundled
from companion.terminal import warn
from companion.text import gettext

if TYPE_CHECKING:
    from companion.camera import Calibration
    from companion.camera.sources import Device
    from companion.session.match import Match
    from companion.session.stream import StreamFollower


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


def add_feature_options(command: str, parser: argparse.ArgumentParser) -> None:
    """Add them to a command."""
    for offers in _offering_to(command).values():
        offers.add_option(parser)


def feature_wishes(command: str, options: argparse.Namespace) -> dict[str, object]:
    """Feature -> what the words of a command wish of it, where they do.

    Raises:
        InputError: the words mean nothing.
        OperationError: it cannot be had.
    """
    wishes = {feature: offers.read_option(options) for feature, offers in _offering_to(command).items()}
    return {feature: wish for feature, wish in wishes.items() if wish is not None}


def followers_of(wishes: Mapping[str, object], match: Match | None) -> Iterator[StreamFollower]:
    """What follows the stream of a watched table, begun one after the other; wishes: by feature."""
    for feature, wish in wishes.items():
        follow: Callable[[object, Match | None], StreamFollower] = offering("follow")[feature].follow
        yield follow(wish, match)


def check_pictures_come(wishes: Mapping[str, object]) -> None:
    """Where a phone in the hand is the camera, something has to take in its pictures.

    Raises:
        InputError: nothing was wished for that does.
    """
    takers = offering("TAKES_PICTURES")
    if wishes.keys() & takers.keys():
        return
    option = next((option_named(feature) for feature in takers), None)
    if option is None:
        raise InputError(gettext("A phone in the hand hands in its pictures on a page; this program has none."))
    problem = gettext(
        "A phone in the hand hands in its pictures on a page: add {option}, which shows a code to scan.", option=option
    )
    raise InputError(problem)


def option_named(feature: str) -> str:
    """The option by which a feature is wished for, as it is typed."""
    option: str = offering("OPTION")[feature].OPTION
    return option


def _offering_to(command: str) -> dict[str, ModuleType]:
    return {feature: offers for feature, offers in offering("OPTION").items() if command in offers.OPTION_OF}
