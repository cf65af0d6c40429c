"""Windows that are opened from the rooms before a match, and kept for as long as they are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QMainWindow

from companion.session.launch import LaunchedMatch, ShareWish
from companion.ui.match import MatchWindow

#: Qt does not keep them.
_open: Final[list[QMainWindow]] = []


def open_match_window(
    launched: LaunchedMatch, share: ShareWish | None = None, publish: str | None = None, begin: Sequence[str] = ()
) -> QMainWindow:
    """The window of a match, as large as the screen; shared at once where that is asked for. publish: the table's
    address at a broker, where it was asked for; begin: actions that it performs at once."""
    window = MatchWindow(launched.match, launched.watcher, launched.learner)
    if publish is not None:
        window.publish(publish)
    for action in begin:
        window.perform_by_id(action)
    keep_open(window)
    window.present()
    if launched.caution:
        window.statusBar().showMessage(launched.caution)
    if share is not None:
        window.share.begin(share)
    return window


def keep_open(window: QMainWindow) -> None:
    """Keep a window for as long as it is there."""
    _open.append(window)
    window.destroyed.connect(lambda: _open.remove(window))
