"""The agreements: folded into one line, or open with a search, every question, and the values to agree on."""

from __future__ import annotations

import textwrap
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from companion.session.match_setup import AgreementRow, MatchPlan
from companion.text import pgettext
from companion.ui.layouts import column_of, row_of, scrolled
from companion.ui.plain_widgets import plain_label, set_mood, set_tip
from companion.ui.start.dice_page import SearchLine

_ID = Qt.ItemDataRole.UserRole
_LONGEST: Final = 90
#: Qt does not wrap the words of a button.
_RADIO_LETTERS: Final = 50


class AgreementsLine(QFrame):
    """``100 settings, 2 changed`` with a button to open them."""

    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("box")
        self._text = plain_label("", "small", wrap=True)
        self.open = QPushButton(pgettext("AgreementsLine", "Review  (F6)"), self)
        self.open.setObjectName("small")
        self.open.clicked.connect(self.opened)
        column_of(
            plain_label(pgettext("AgreementsLine", "Agreements"), "section"),
            self._text,
            1,
            self.open,
            on=self,
            margins=(14, 10, 14, 12),
            spacing=6,
        )

    def show_plan(self, plan: MatchPlan) -> None:
        """How many there are, how many differ."""
        self._text.setText(plan.agreements_in_words)


class AgreementsBox(QFrame):
    """``agreed``: a setting's id and its value; ``folded``: enough of it."""

    agreed = Signal(str, str)
    folded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("box")
        self.list = QListWidget(self)
        self.list.setObjectName("small")
        self.search = SearchLine(pgettext("AgreementsBox", "search: sight, Ogre, distance, AMB-01 …"), self.list)
        self.search.setObjectName("small")
        self.search.textChanged.connect(lambda _: self._list())
        self.search.entered.connect(lambda: self.step_value(1))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda *_: self._show_row())
        self._rows: dict[str, AgreementRow] = {}
        self._id, self._question, self._text = (
            plain_label("", name, wrap=True) for name in ("section", "small", "small")
        )
        self._values = QButtonGroup(self)
        self._radios = QVBoxLayout()
        self._arrange()

    def show_plan(self, plan: MatchPlan) -> None:
        """Every agreement as it is settled now."""
        self._rows = {row.id: row for row in plan.agreements}
        self._heading.setText(plan.agreements_in_words)
        self._list()

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids listed now."""
        return tuple(self.list.item(place).data(_ID) for place in range(self.list.count()))

    def step_value(self, by: int) -> None:
        """The next value of the setting looked at, or the one before."""
        row = self._row()
        if row is not None and row.values:
            self.agreed.emit(row.id, row.values[(row.values.index(row.value) + by) % len(row.values)])

    def _row(self) -> AgreementRow | None:
        item: QListWidgetItem | None = self.list.currentItem()
        return self._rows.get(item.data(_ID)) if item is not None else None

    def _list(self) -> None:
        before, typed = self._row(), self.search.typed
        shown = [row for row in self._rows.values() if all(word in _searched(row) for word in typed)]
        with QSignalBlocker(self.list):
            self.list.clear()
            for row in shown:
                self.list.addItem(_item(row))
            names = [row.id for row in shown]
            self.list.setCurrentRow(names.index(before.id) if before and before.id in names else 0)
        self._show_row()

    def _show_row(self) -> None:
        row = self._row()
        for button in self._values.buttons():
            self._values.removeButton(button)
            self._radios.removeWidget(button)
            button.deleteLater()
        self._id.setText(self._title(row) if row else "")
        self._question.setText(row.question if row else pgettext("AgreementsBox", "No agreement contains these words."))
        self._text.setText(
            "" if row is None or row.values else pgettext("AgreementsBox", "Settled: {0}").format(row.text)
        )
        set_mood(self._id, "amber" if row and row.changed else "")
        for value, meaning in row.choices if row else ():
            self._radios.addWidget(self._radio(row, value, meaning) if row else QWidget())

    def _title(self, row: AgreementRow) -> str:
        if not row.values:
            return pgettext("AgreementsBox", "{0} · settled for every table").format(row.id)
        return (
            pgettext("AgreementsBox", "{0} · changed").format(row.id)
            if row.changed
            else pgettext("AgreementsBox", "{0} · default").format(row.id)
        )

    def _radio(self, row: AgreementRow, value: str, meaning: str) -> QRadioButton:
        radio = QRadioButton(textwrap.fill(meaning, _RADIO_LETTERS), self)
        radio.setObjectName("small")
        radio.setChecked(value == row.value)
        radio.clicked.connect(lambda: self.agreed.emit(row.id, value))
        self._values.addButton(radio)
        return radio

    def _arrange(self) -> None:
        self._heading = plain_label("", "section")
        fold = QPushButton(pgettext("AgreementsBox", "Close  (F6)"), self)
        fold.setObjectName("small")
        fold.clicked.connect(self.folded)
        head = row_of(self._heading, (self.search, 1), fold)
        right = QWidget()
        right.setObjectName("inside")
        column_of(
            self._id,
            self._question,
            self._text,
            self._radios,
            1,
            plain_label(pgettext("AgreementsBox", "↑ ↓ another question · Enter the next answer"), "quiet", wrap=True),
            on=right,
            margins=(8, 0, 4, 0),
            spacing=10,
        )
        middle = row_of((self.list, 5), (scrolled(right), 6), spacing=12)
        column_of(head, (middle, 1), on=self, margins=(14, 12, 14, 12))


def _searched(row: AgreementRow) -> str:
    return f"{row.id} {row.question} {row.text} {'changed' if row.changed else ''}".casefold()


def _item(row: AgreementRow) -> QListWidgetItem:
    sign = "●" if row.changed else "○" if row.values else "·"
    question = row.question if len(row.question) <= _LONGEST else f"{row.question[:_LONGEST].rsplit(' ', 1)[0]} …"
    item = QListWidgetItem(f"{sign}  {row.id}  {question}")
    item.setData(_ID, row.id)
    set_tip(item, row.question)
    return item
