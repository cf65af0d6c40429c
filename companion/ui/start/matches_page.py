"""Every match that was played before, to go on with one of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from companion.session.launch import KeptMatch
from companion.text import moment_words, translate
from companion.ui.actions import ActionMenu, WindowAction, unless
from companion.ui.plain_widgets import plain_label

_PATH = Qt.ItemDataRole.UserRole


class MatchesPage(QWidget):
    """``resumed``: the file of the match that is wanted."""

    resumed = Signal(object)

    def __init__(self, matches: Sequence[KeptMatch], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget(self)
        for match in matches:
            item = QListWidgetItem(f"{match.title}\n{match.about(day_of(match))}")
            item.setData(_PATH, match.path)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(lambda item: self.resumed.emit(item.data(_PATH)))
        column = QVBoxLayout(self)
        column.setContentsMargins(48, 28, 48, 28)
        column.setSpacing(14)
        column.addWidget(plain_label(translate("MatchesPage", "Continue a match"), "title"))
        none = translate("MatchesPage", "No match has been played yet.")
        column.addWidget(
            plain_label(translate("MatchesPage", "Arrow keys choose, Enter opens.") if matches else none, "quiet")
        )
        column.addWidget(self.list, stretch=1)
        self.setFocusProxy(self.list)

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Open the one chosen."""
        act = ActionMenu(translate("MatchesPage", "Match"), "matches.").action
        some = unless(
            lambda: self.list.currentRow() >= 0,
            translate("MatchesPage", "No match is kept yet: Esc, then 2 begins one."),
        )
        return (act("open", translate("MatchesPage", "Continue it"), "Return Enter", self._open, some),)

    def _open(self) -> None:
        item: QListWidgetItem | None = self.list.currentItem()
        if item is not None:
            self.resumed.emit(item.data(_PATH))


def day_of(match: KeptMatch) -> str:
    """When a match was played last."""
    return moment_words(match.played_at)
