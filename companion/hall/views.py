"""What the hall's window is made of: who has called the referee, the call to be answered first on top; all tables, a
row each; and of the table that is chosen what its players ask and what was done there last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from companion.hall.client import HallTable
from companion.hall.documents import RefereeCallDocument, decode_call_picture
from companion.hall.rows import RowMood, TableRow, numbers_in_words
from companion.text import N_, pgettext
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import PlainLabel, plain_label, set_tip
from companion.ui.themes import ACCENT, AMBER, ASH, OK, STOP, tint

_TABLE = Qt.ItemDataRole.UserRole
#: The style sheet's border around a list's lines.
_SPARE_PX = 4


class CallList(QListWidget):
    """``chosen``: the table of the call that is chosen."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("calls")
        self.setAccessibleName(pgettext("hall", "Calls for the referee"))
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.currentItemChanged.connect(self._choose)

    def show_calls(self, words: Mapping[str, str]) -> None:
        """Show the words of each table that calls; the one that was chosen stays so, wherever it stands now."""
        chosen = self._table_of(self.currentItem())
        self.blockSignals(True)
        places = list(words)
        while self.count() > len(places):
            self.takeItem(self.count() - 1)
        for place, table in enumerate(places):
            if place >= self.count():
                self.addItem(QListWidgetItem())
            self.item(place).setText(words[table])
            self.item(place).setData(_TABLE, table)
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


_COLUMNS: Final = (
    N_("hall", "Table"),
    N_("hall", "Players"),
    N_("hall", "Turn"),
    N_("hall", "Time"),
    N_("hall", "Remarks"),
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
        self.setAccessibleName(pgettext("hall", "Tables"))
        self.setHorizontalHeaderLabels([pgettext("hall", name) for name in _COLUMNS])
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
        for column, words in enumerate(
            (f"{row.mood.value} {row.table}", row.players, row.turn, row.clock, row.message)
        ):
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


_MARGIN_PX: Final = 14
#: The picture takes at most so much of the height.
_PICTURE_SHARE: Final = 0.5


class TableDetail(QFrame):
    """Beside the list of tables."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail")
        self._table = plain_label(name="detail_table", yields=True)
        self._remark = plain_label(name="detail_remark", yields=True)
        self._question = plain_label(name="detail_question", yields=True)
        self._more = plain_label(name="detail_more", yields=True)
        self._stories = plain_label(name="detail_stories", yields=True)
        self._picture = PlainLabel()
        self._picture.setObjectName("detail_picture")
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # it yields to the width
        self._image, self._shown = QImage(), ""
        words = (self._table, self._remark, self._question, self._more, self._picture, self._stories)
        column_of(*words, 1, on=self, margins=(_MARGIN_PX, 10, _MARGIN_PX, 10))

    @property
    def words(self) -> str:
        """Everything that is said, line by line."""
        labels = (self._table, self._remark, self._question, self._more, self._stories)
        return "\n".join(label.text() for label in labels if label.text())

    @property
    def has_picture(self) -> bool:
        """Whether a picture is shown."""
        return not self._image.isNull()

    def show_table(self, table: HallTable | None, remark: str = "") -> None:
        """Show a table, with what must be known of it; ``None``: none is chosen."""
        call = None if table is None else table.call
        self._table.setText("" if table is None else table.name)
        self._remark.setText(remark)
        self._question.setText("" if call is None else call.question)
        self._more.setText("" if call is None else _more(call))
        self._stories.setText("" if table is None else "\n".join(reversed(table.stories)))
        for label in (self._remark, self._question, self._more):
            label.setVisible(bool(label.text()))
        picture = "" if call is None else call.picture or ""
        if picture != self._shown:
            self._shown = picture
            self._image = QImage.fromData(decode_call_picture(picture))
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A picture as large as there is room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._picture.setVisible(self.has_picture)
        if self.has_picture:
            room = (self.width() - 2 * _MARGIN_PX, round(self.height() * _PICTURE_SHARE))
            smooth = Qt.TransformationMode.SmoothTransformation
            fitting = self._image.scaled(*room, Qt.AspectRatioMode.KeepAspectRatio, smooth)
            self._picture.setPixmap(QPixmap.fromImage(fitting))


def _more(call: RefereeCallDocument) -> str:
    coming = pgettext("hall", "{name} is coming.").format(name=call.taken_by) if call.taken_by else ""
    return "\n".join(filter(None, (*numbers_in_words(call), "  ".join(call.rules), coming)))
