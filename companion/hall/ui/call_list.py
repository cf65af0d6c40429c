"""Who has called the referee: the call to be answered first on top."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from companion.hall.session import CallRow
from companion.text import translate

_TABLE = Qt.ItemDataRole.UserRole
#: The style sheet's border around a list's lines.
_SPARE_PX = 4


class CallList(QListWidget):
    """``chosen``: the table of the call that is chosen."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("calls")
        self.setAccessibleName(translate("hall", "Calls for the referee"))
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.currentItemChanged.connect(self._choose)

    def show_calls(self, rows: Sequence[CallRow]) -> None:
        """Show the calls; the one that was chosen stays so, wherever it stands now."""
        chosen = self._table_of(self.currentItem())
        self.blockSignals(True)
        while self.count() > len(rows):
            self.takeItem(self.count() - 1)
        for place, row in enumerate(rows):
            if place >= self.count():
                self.addItem(QListWidgetItem())
            self.item(place).setText(_words(row))
            self.item(place).setData(_TABLE, row.table)
        places = [row.table for row in rows]
        self.setCurrentRow(places.index(chosen) if chosen in places else -1)
        self.blockSignals(False)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words are broken elsewhere."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as the calls; the rest of the room is the tables'."""
        self.doItemsLayout()
        rows_px = sum(self.visualItemRect(self.item(place)).height() for place in range(self.count()))
        self.setMaximumHeight(rows_px + 2 * self.frameWidth() + _SPARE_PX)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(self._table_of(item))

    def _table_of(self, item: QListWidgetItem | None) -> str:
        return "" if item is None else str(item.data(_TABLE))


def _words(row: CallRow) -> str:
    waiting = translate("hall", "◆ {table}   {waiting}").format(table=row.table, waiting=row.waiting)
    coming = translate("hall", "{name} is coming.").format(name=row.taken_by) if row.taken_by else ""
    return "\n".join(filter(None, (f"{waiting}   {coming}".rstrip(), row.question)))
