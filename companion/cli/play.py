"""``companion play``: a match at the table, with a camera or without, or pictures of one, with what every die may do;
``companion setup``: the first evening, step by step; and ``companion ogre-card``: the Ogre's tracking card alone, with
no camera and no match (docs/formats, Commands).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.cli import _options
from companion.errors import InputError
from companion.text import N_, gettext, pgettext

_PLAY_EPILOG = N_(
    "cli",
    """examples:
  companion play                                       the start page
  companion play --source 0                            a new match by the first camera
  companion play --source http://192.168.0.7:8080/video  by a phone on the same network
  companion play --source none                         a new match without a camera, on a drawn table
  companion play --match evening.diceland              continue that match, or begin it there
  companion play --source film.mp4 --camera camera.json --match evening.diceland
  companion play --match evening.diceland --share      phones and tablets in this network may look on
  companion play --share --source phone --camera phone.json    a phone in the hand is the camera
  companion play --source 0 --publish mqtt://hall.local/4    published as table 4 of a hall; F12 calls the referee
  companion play --source scene-*.jpg --camera camera.json --dice my-dice --gallery my-gallery

If the source is pictures they are shown one by one, with what every die may hit; without --camera the camera.json
beside the first picture is used, else the camera measured last. Without options, dice and gallery are those that were
enrolled for the camera. F1 lists all keys on every page.""",
)

_NONE = "none"


def add_play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "play",
        help=gettext("play a match, with or without a camera; or show what every die in a picture may hit"),
        description=gettext("Set up a new match, continue one, or show pictures with what every die may hit."),
        epilog=pgettext("cli", _PLAY_EPILOG),
    )
    add = parser.add_argument
    sources = gettext(
        "a camera's number, name or address (http://, rtsp://), a video, film.json, phone (a phone in the hand, "
        "with --share), none, or pictures of the table"
    )
    _add_source_and_mat(parser, sources)
    add("--camera", type=Path, metavar="CAMERA", help=gettext("camera.json (or phone.json) made by calibrate"))
    add("--match", type=Path, metavar="FILE", help=gettext("the match to continue, or to begin in that file"))
    _options.add_reading_folders(parser)
    _options.add_feature_options("play", parser)


def _add_source_and_mat(parser: argparse.ArgumentParser, sources: str) -> None:
    add, mat = parser.add_argument, gettext("mat.json of the markers, if yours are not the printed ones")
    add("--source", nargs="+", default=[], metavar="SOURCE", help=sources)
    add("--mat", type=Path, metavar="MAT", help=mat)


def run_play(options: argparse.Namespace) -> int:
    """Open everything that can be wrong before the window, then show it until it is closed."""
    wishes = _options.feature_wishes("play", options)
    if _is_by_phone(options):
        _options.check_pictures_come(wishes)
        return _play(options, wishes)
    pictures = _pictures(options.source)
    if pictures and options.match is None:
        for feature in wishes:
            raise InputError(
                gettext(
                    "{option}: pictures are no match; name one with --match.", option=_options.option_named(feature)
                )
            )
        return _show_pictures(pictures, options)
    return _play(options, wishes)


def _play(options: argparse.Namespace, wishes: Mapping[str, object]) -> int:
    """The start window, or the match that was named; every file among the words is looked at before."""
    from companion.codec.camera import read_camera
    from companion.codec.mat import read_mat
    from companion.session.match_setup import PHONE_SOURCE

    if options.camera is not None and options.source != [PHONE_SOURCE]:
        read_camera(options.camera)
    if options.mat is not None:
        read_mat(options.mat)
    _check_video(options.source)
    folder = options.match.parent if options.match is not None else Path()
    if not folder.is_dir():
        problem = gettext(
            "--match {match}: there is no folder {folder}; make it, or name another.",
            match=options.match,
            folder=folder,
        )
        raise InputError(problem)

    from companion.ui import ROOMS, for_windows, run_until_closed
    from companion.ui.start import LaunchOptions, open_start

    files = options.camera, options.mat, options.dice, options.gallery, options.match
    launch = LaunchOptions(tuple(options.source), *files, wishes)
    return run_until_closed(for_windows(), lambda: open_start(launch, ROOMS))


def _is_by_phone(options: argparse.Namespace) -> bool:
    """Whether a phone in the hand is the camera: it was named, or its phone.json was; then both are in the options.

    Raises:
        InputError: the one was named, and the other does not go with it.
    """
    from companion.session.match_setup import PHONE_SOURCE

    is_source = options.source == [PHONE_SOURCE]
    if options.source and not is_source:
        return False
    phone = _options.named_phone(options.camera, is_wanted=is_source)
    if phone is None:
        return False
    options.source, options.camera = [PHONE_SOURCE], phone
    return True


def _check_video(words: Sequence[str]) -> None:
    """A video or film that is not there is reported before any window opens; a camera may still be plugged in."""
    from companion.camera.sources import VIDEO_ENDINGS, is_network_address

    for word in words:
        if is_network_address(word):
            continue
        if Path(word).suffix.lower() in {*VIDEO_ENDINGS, ".json"} and not Path(word).is_file():
            raise InputError(
                gettext("{word}: there is no such video; name a file, a camera's number, or none.", word=word)
            )


def _show_pictures(pictures: tuple[Path, ...], options: argparse.Namespace) -> int:
    files = _options.reading_files(options.camera or _camera_beside(pictures[0]), options.dice, options.gallery)

    from companion.camera import HandheldCamera
    from companion.codec.camera import read_any_camera
    from companion.codec.reader import open_hand_reader, open_reader
    from companion.ui import Window, for_windows

    by_hand = isinstance(read_any_camera(files.camera), HandheldCamera)
    opening = open_hand_reader if by_hand else open_reader
    reader = opening(files.camera, files.dice, files.gallery)
    application = for_windows()
    window = Window(reader, reader.dice, pictures)
    window.present()
    return application.exec()


def _pictures(words: Sequence[str]) -> tuple[Path, ...]:
    """The pictures named, each looked at; none where a camera, a video or a film is."""
    from companion.camera import read_picture

    live = [word for word in words if _is_live(word)]
    if live and len(words) > 1:
        problem = gettext(
            "--source {live}: only pictures can be given together; name one camera or video alone.", live=live[0]
        )
        raise InputError(problem)
    pictures = () if live else tuple(map(Path, words))
    for picture in pictures:
        read_picture(picture)
    return pictures


def _is_live(word: str) -> bool:
    """Whether a word means something that runs: a camera's number, name or address, none, a video, a film."""
    from companion.camera.sources import VIDEO_ENDINGS, is_network_address

    path = Path(word)
    if is_network_address(word) or word.isdigit() or word == _NONE or path.suffix.lower() in {*VIDEO_ENDINGS, ".json"}:
        return True
    return not path.suffix and not path.exists()


def _camera_beside(picture: Path) -> Path | None:
    """The camera.json beside a picture; ``None`` where there is none, but a camera was measured before."""
    from companion.codec.saved_cameras import recall_cameras

    beside = picture.parent / "camera.json"
    if beside.is_file():
        return beside
    if recall_cameras().newest.camera_file is None:
        problem = gettext(
            "--camera: name the camera.json of the camera that took {picture}; `companion calibrate` makes it.",
            picture=picture.name,
        )
        raise InputError(problem)
    return None


_SETUP_EPILOG = N_(
    "cli",
    """examples:
  companion setup
  companion setup --source http://192.168.0.7:8080/video    with a phone as the camera

Print, put up the camera, show it the lens board, measure the table, show it your dice, try a picture, play: a window
leads through it, and remembers for each camera what was done. Any step may be done again; F1 lists all keys.""",
)


def add_setup(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "setup",
        help=gettext("set up the table on a first evening, step by step"),
        description=gettext("Set up camera, table and dice step by step, up to the first match."),
        epilog=pgettext("cli", _SETUP_EPILOG),
    )
    _add_source_and_mat(parser, gettext("a camera's number, name or address, if it is not to be chosen in the window"))


def run_setup(options: argparse.Namespace) -> int:
    """The start window at its first step, until it is closed."""
    from companion.codec.mat import read_mat

    if options.mat is not None:
        read_mat(options.mat)
    from companion.ui import ROOMS, for_windows
    from companion.ui.start import LaunchOptions, open_start

    application = for_windows()
    open_start(LaunchOptions(tuple(options.source), mat=options.mat), ROOMS, first="setup")
    return application.exec()


_OGRE_CARD_EPILOG = N_(
    "cli",
    """examples:
  companion ogre-card                              continue the last card, or begin one
  companion ogre-card --new --mark V --command-post
  companion ogre-card --share                      a phone in this network may be the card
  companion ogre-card --match my-ogre.diceland     the card in that file, begun if there is none

Tap a circle, a Tread or a point of armour to scratch it, and a cross to give it back; or by keys: M S I A T P scratch
one, with Shift they give one back, 7 T scratches seven Treads, Z undoes. Every mark is on disk before it is shown. Your
own printed values are used if ogre-card-III.toml or ogre-card-V.toml is beside your dice_faces (`companion dice check`
checks them too).""",
)


def add_ogre_card(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "ogre-card",
        help=gettext("the Ogre's tracking card by itself, on the screen"),
        description=gettext("Mark an Ogre's tracking card, and the Command Post's armour, on the screen."),
        epilog=pgettext("cli", _OGRE_CARD_EPILOG),
    )
    add = parser.add_argument
    add("--match", type=Path, metavar="FILE", help=gettext("the card's file (default: the last card)"))
    add("--new", action="store_true", help=gettext("begin a fresh card; the previous one stays saved"))
    add("--mark", choices=["III", "V"], help=gettext("mark of a fresh card (default: III)"))
    _options.add_feature_options("ogre-card", parser)
    add("--command-post", action="store_true", help=gettext("add a Command Post to a fresh card"))


def run_ogre_card(options: argparse.Namespace) -> int:
    """Open the card in a window until that is closed."""
    wishes = _options.feature_wishes("ogre-card", options)

    from companion.ui import for_windows, run_until_closed
    from companion.ui.ogre_card import CardWindow, open_card

    def open_window() -> CardWindow:
        wants_fresh = options.new or (options.match is None and (options.mark is not None or options.command_post))
        window = open_card(options.match, mark=options.mark, post=options.command_post, fresh=wants_fresh)
        window.resize(1280, 800)
        window.show()
        for feature, wish in wishes.items():
            window.parts[feature].begin(wish)
        return window

    return run_until_closed(for_windows(), open_window)
