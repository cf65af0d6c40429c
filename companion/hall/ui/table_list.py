"""All tables of a hall, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from companion.hall.session import RowMood, TableRow
from companion.text import mark, translate
from companion.ui.plain_widgets import set_tip
from companion.ui.theme import ACCENT, AMBER, ASH, OK, STOP
from companion.ui.themes import tint

_COLUMNS: Final = (
    mark("hall", "Table"),
    mark("hall", "Players"),
    mark("hall", "Turn"),
    mark("hall", "Time"),
    mark("hall", "Remarks"),
)
_COLOURS: Final = {
    RowMood.WELL: OK,
    RowMood.CALLING: ACCENT,
    RowMood.TROUBLED: AMBER,
    RowMood.SILENT: STOP,
    RowMood.GONE: ASH,
}
assert set(_COLOURS) == set(RowMood)
_REMARKS: Final = len(_COLUMNS) - 1
#: No column takes more, however long the names are.
_WIDEST_PX: Final = 420


class TableList(QTableWidget):
    """``chosen``: the table that is chosen."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, len(_COLUMNS), parent)
        self.setObjectName("tables")
        self.setAccessibleName(translate("hall", "Tables"))
        self.setHorizontalHeaderLabels([translate("hall", name) for name in _COLUMNS])
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setMaximumSectionSize(_WIDEST_PX)
        head.setStretchLastSection(True)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._tables: tuple[str, ...] = ()
        self.currentCellChanged.connect(self._choose)

    def show_tables(self, rows: Sequence[TableRow]) -> None:
        """Show the tables; the one that was chosen stays so, wherever it stands now."""
        tables = tuple(row.table for row in rows)
        chosen = self._chosen_table()
        self.blockSignals(True)
        self.setRowCount(len(rows))
        for place, row in enumerate(rows):
            self._show_row(place, row)
        if tables != self._tables:
            self._tables = tables
            self.setCurrentCell(tables.index(chosen) if chosen in tables else -1, 0)
        self.blockSignals(False)

    def _show_row(self, place: int, row: TableRow) -> None:
        colour = QColor(tint(_COLOURS[row.mood]))
        for column, words in enumerate((f"{row.mood.value} {row.table}", row.players, row.turn, row.clock, row.said)):
            cell = self.item(place, column) or QTableWidgetItem()
            if cell.tableWidget() is None:
                self.setItem(place, column, cell)
            if cell.text() != words:
                cell.setText(words)
                set_tip(cell, words)
            if column in {0, _REMARKS}:
                cell.setForeground(colour)

    def _chosen_table(self) -> str:
        row = self.currentRow()
        return self._tables[row] if 0 <= row < len(self._tables) else ""

    def _choose(self) -> None:
        if table := self._chosen_table():
            self.chosen.emit(table)
