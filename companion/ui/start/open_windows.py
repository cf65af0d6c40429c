"""Windows that are opened from the rooms before a match, and kept for as long as they are there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtWidgets import QMainWindow

from companion.session.launch import LaunchedMatch
from companion.ui.match import MatchWindow

#: Qt does not keep them.
_open: Final[list[QMainWindow]] = []


def open_match_window(launched: LaunchedMatch, wishes: Mapping[str, object]) -> QMainWindow:
    """The window of a match, as large as the screen. wishes: what features are to do at once, by feature."""
    window = MatchWindow(launched.match, launched.watcher, launched.learner)
    keep_open(window)
    window.present()
    if launched.caution:
        window.statusBar().showMessage(launched.caution)
    for feature, wish in wishes.items():
        window.parts[feature].begin(wish)
    return window


def keep_open(window: QMainWindow) -> None:
    """Keep a window for as long as it is there."""
    _open.append(window)
    window.destroyed.connect(lambda: _open.remove(window))
