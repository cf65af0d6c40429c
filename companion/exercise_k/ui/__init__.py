"""The windows of Exercise K: the referee's desk, the opening page, the players' screen, the hex ruler; and printing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QMainWindow

from companion.codec.camera import read_any_camera
from companion.errors import InputError
from companion.exercise_k.codec.documents import DeskOpening
from companion.exercise_k.rules.board import HexBoard
from companion.exercise_k.session.desk_game import DeskGame
from companion.exercise_k.ui.desk_window import DeskWindow
from companion.exercise_k.ui.opening_window import OpeningWindow
from companion.exercise_k.ui.ruler_window import RulerWindow
from companion.journal import Game, new_match_file, newest_match
from companion.text import gettext

__all__ = ["open_desk", "open_ruler"]

#: The desks that opening pages led to: Qt keeps no hold of a window.
_saved: list[DeskWindow] = []


def open_desk(file: Path | None = None) -> QMainWindow:
    """The desk over the game of a file; where there is none yet, the opening page of a game to be saved there.

    ``file`` left out: a new game in the user's own folder of matches, or the one there that was played last.

    Raises:
        OperationError: the file is of another game, of a newer program, damaged, or open in another window.
        InputError: its folder is not there, or the user's own record sheet has problems.
    """
    if file is not None and file.exists():
        return DeskWindow(DeskGame.resume(file))
    if file is not None and not file.parent.is_dir():
        problem = gettext(
            "--match {file}: there is no folder {parent}; make it, or name another place.",
            file=file,
            parent=file.parent,
        )
        raise InputError(problem)

    def lead_to(desk: DeskGame) -> None:
        _saved[:] = [DeskWindow(desk)]
        _saved[0].show()
        window.close()

    def begin(opening: DeskOpening) -> None:
        lead_to(DeskGame.begin(file or new_match_file("Exercise K"), opening))

    last = newest_match(game=Game.EXERCISE_K) if file is None else None
    window = OpeningWindow(begin, saved=last, resume=lambda path: lead_to(DeskGame.resume(path)))
    return window


def open_ruler(source: str, camera: Path | None = None, board: HexBoard | None = None) -> RulerWindow:
    """The hex ruler alone, over a picture or a camera.

    Raises:
        InputError: the camera file is none.
    """
    return RulerWindow(board or HexBoard(), source, None if camera is None else read_any_camera(camera))
