"""The files that a command reads pictures with: those named, or what is saved of the camera measured last.

The match that a command is about: named, or the one played last.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from companion.errors import InputError, OperationError
from companion.terminal import warn
from companion.text import gettext


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
        raise OperationError(
            gettext(
                "No match has been played yet in {folder}. Name its file, or begin one in `companion play`.",
                folder=matches_folder(),
            )
        )
    if found.is_file() and (caution := tail_lost(found)):
        warn(f"companion: {caution}")
    return found
