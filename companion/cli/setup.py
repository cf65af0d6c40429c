"""``companion setup``: the first evening, step by step, from paper to the first throw."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.text import N_, gettext, pgettext

_EPILOG = N_(
    "cli",
    """examples:
  companion setup
  companion setup --source http://192.168.0.7:8080/video    with a phone as the camera

Print, put up the camera, show it the lens board, measure the table, show it your dice, try a picture, play: a window
leads through it, and remembers for each camera what was done. Any step may be done again; F1 lists all keys.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "setup",
        help=gettext("set up the table on a first evening, step by step"),
        description=gettext("Set up camera, table and dice step by step, up to the first match."),
        epilog=pgettext("cli", _EPILOG),
    )
    parser.add_argument(
        "--source",
        nargs="+",
        default=[],
        metavar="SOURCE",
        help=gettext("a camera's number, name or address, if it is not to be chosen in the window"),
    )
    parser.add_argument(
        "--mat", type=Path, metavar="MAT", help=gettext("mat.json of the markers, if yours are not the printed ones")
    )


def run(options: argparse.Namespace) -> int:
    """The start window at its first step, until it is closed."""
    from companion.codec.mat import read_mat

    if options.mat is not None:
        read_mat(options.mat)
    from companion.ui import ROOMS, for_windows
    from companion.ui.start import LaunchOptions, open_start

    application = for_windows()
    open_start(LaunchOptions(tuple(options.source), mat=options.mat), ROOMS, first="setup")
    return application.exec()
