"""From the words of a command line, or a choice on the start page, to the window of the guided roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.camera import Camera
from companion.camera.sources import Source
from companion.catalogue import Die
from companion.codec.gallery import add_to_gallery, read_gallery
from companion.codec.network_card import load_networks
from companion.errors import InputError
from companion.resources import Bundled, bundled, data_folder
from companion.session.guided_enrolment import DieLocator, FiledSide
from companion.session.live import TableWatcher
from companion.text import gettext
from companion.ui.enrol.window import EnrolWindow
from companion.vision import agreed_views


def open_enrolment(
    camera: Camera, dice: Mapping[str, Die], die: str, source: Source, folder: Path | None = None
) -> EnrolWindow:
    """The window, watching already. ``folder``: the gallery to write, left out the user's own.

    The user's own gallery begins with the bundled faces, so that these stay known. Raises InputError for a die that is
    not known or has no net, OperationError where networks or gallery cannot be loaded.
    """
    chosen = _die(dice, die)
    networks = load_networks()
    # what the user's pictures are read by now
    own = data_folder() / "gallery"
    known = read_gallery(own if (own / "gallery.json").is_file() else _bundled(), networks.classifier)
    target = folder or data_folder() / "gallery"
    begins_with = _bundled() if folder is None else None

    def save(filed: Sequence[FiledSide]) -> None:
        views = agreed_views(dice, [side.sample for side in filed])
        add_to_gallery(views, target, networks.classifier, begin_with=begins_with)

    looker = DieLocator(camera, chosen, known, networks)
    window = EnrolWindow(chosen, TableWatcher(source, looker.reader), looker, save)
    window.worker.start()
    return window


def _die(dice: Mapping[str, Die], wanted: str) -> Die:
    die = dice.get(wanted)
    if die is None:
        near = [name for name in sorted(dice) if wanted.casefold() in name.casefold()]
        offered = ", ".join((near or sorted(dice))[:6])
        raise InputError(
            gettext(
                "there is no die file for {wanted!r}; there are {offered} ... Name one of them, or enter what is "
                "printed on yours: `companion dice edit --new {wanted}`.",
                wanted=wanted,
                offered=offered,
            )
        )
    if any(face.vertices is None for face in die.faces):
        raise InputError(
            gettext(
                "{wanted}: its file does not say where its sides are (vertices), so its rolls cannot be followed.",
                wanted=wanted,
            )
        )
    return die


def _bundled() -> Path:
    return bundled(Bundled.DICE_FACES, "gallery")
