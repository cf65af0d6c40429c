"""``companion play``: the table in a window, with what every die may do (contract, section 5)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from companion.errors import CannotDo, WrongInput

_EPILOG = """examples:
  companion play --source scene.jpg --camera camera.json
  companion play --source scene-*.jpg --camera camera.json --dice my-dice --gallery my-gallery

Choose a die by mouse or with N and P, a weapon with 1 to 9; Tab shows the table from above, O changes a die's owner,
? unfolds the arithmetic of a ruling, F1 names all keys. --camera left out: camera.json beside the first picture.
Playing from a live camera, from a video or without any comes with a later release."""

_VIDEOS = frozenset({".avi", ".mkv", ".mov", ".mp4", ".webm"})
_LATER = "comes with a later release. Take pictures and name them: companion play --source PICTURE... --camera CAMERA"


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "play",
        help="show the table in a window, with what every die may hit",
        description="Show pictures of the table in a window: every die, and what its weapons may hit.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--source", nargs="+", default=[], metavar="PICTURE", help="pictures of the table")
    parser.add_argument("--camera", type=Path, metavar="CAMERA", help="camera.json made by calibrate")
    parser.add_argument("--dice", type=Path, metavar="DIR", help="die files (left out: the bundled ones and yours)")
    parser.add_argument("--gallery", type=Path, metavar="DIR", help="enrolled faces (left out: the bundled ones)")


def run(options: argparse.Namespace) -> int:
    """Open everything that can be wrong before the window, then show it until it is closed."""
    sources = _pictures(options.source)
    camera = options.camera or _camera_beside(sources[0])

    from companion.ui import Window, for_windows
    from companion.vision import open_reader

    reader = open_reader(camera, options.dice, options.gallery)
    application = for_windows()
    window = Window(reader, reader.dice, sources)
    window.present()
    return application.exec()


def _pictures(words: Sequence[str]) -> tuple[Path, ...]:
    """The pictures named; a live source is refused with what to do instead."""
    if not words:
        raise CannotDo(f"Playing from a live camera {_LATER}")
    for word in words:
        if word.isdigit():
            raise CannotDo(f"Playing from a live camera (--source {word}) {_LATER}")
        if word == "none":
            raise CannotDo(f"Playing without a camera (--source none) {_LATER}")
        if Path(word).suffix.lower() in _VIDEOS:
            raise CannotDo(f"Playing from a video ({word}) {_LATER}")
    return tuple(_readable(Path(word)) for word in words)


def _readable(path: Path) -> Path:
    from companion.camera import read_picture

    read_picture(path)
    return path


def _camera_beside(picture: Path) -> Path:
    beside = picture.parent / "camera.json"
    if not beside.is_file():
        raise WrongInput(
            f"--camera: name the camera.json of the camera that took {picture.name}; `companion calibrate` makes it."
        )
    return beside
