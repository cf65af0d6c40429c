"""The agreements of a new match, open: a search, every question, and the values to agree on."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QButtonGroup, QFrame, QListWidget, QListWidgetItem, QRadioButton, QVBoxLayout, QWidget

from companion.rules import InForce
from companion.session.match_setup import MatchPlan, PlanPresenter
from companion.text import pgettext
from companion.ui.layouts import column_of, row_of, scrolled
from companion.ui.plain_widgets import button_of, plain_label, set_mood, set_tip
from companion.ui.start.dice_page import SearchLine

_ID = Qt.ItemDataRole.UserRole
_LONGEST: Final = 90
#: Qt does not wrap the words of a button.
_RADIO_LETTERS: Final = 50


class AgreementsBox(QFrame):
    """``close``: what its button does."""

    def __init__(self, presenter: PlanPresenter, close: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.setObjectName("box")
        self.list = QListWidget(self)
        self.list.setObjectName("small")
        self.search = SearchLine(pgettext("AgreementsBox", "search: sight, Ogre, distance, AMB-01 …"), self.list)
        self.search.setObjectName("small")
        self.search.textChanged.connect(lambda _: self._list())
        self.search.entered.connect(lambda: self.step_value(1))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda *_: self._show_row())
        self._rows: dict[str, InForce] = {}
        self._id, self._question, self._text = (
            plain_label("", name, wrap=True) for name in ("section", "small", "small")
        )
        self._values = QButtonGroup(self)
        self._radios = QVBoxLayout()
        self._heading = plain_label("", "section")
        fold = button_of(pgettext("AgreementsBox", "Close  (F6)"), close, "small", parent=self)
        right, how = QWidget(), pgettext("AgreementsBox", "↑ ↓ another question · Enter the next answer")
        right.setObjectName("inside")
        hint = plain_label(how, "quiet", wrap=True)
        parts = (self._id, self._question, self._text, self._radios, 1, hint)
        column_of(*parts, on=right, margins=(8, 0, 4, 0), spacing=10)
        middle = row_of((self.list, 5), (scrolled(right), 6), spacing=12)
        head = row_of(self._heading, (self.search, 1), fold)
        column_of(head, (middle, 1), on=self, margins=(14, 12, 14, 12))

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
            self._agree(row, row.values[(row.values.index(row.value) + by) % len(row.values)])

    def _agree(self, row: InForce, value: str) -> None:
        self._presenter.take(lambda plan: plan.agreed(row.id, value))

    def _row(self) -> InForce | None:
        item: QListWidgetItem | None = self.list.currentItem()
        return self._rows.get(item.data(_ID)) if item is not None else None

    def _list(self) -> None:
        before, typed = self._row(), self.search.typed
        with QSignalBlocker(self.list):
            self.list.clear()
            for row in self._rows.values():
                words = f"{row.id} {row.question} {row.text} {'changed' if row.agreed else ''}".casefold()
                if all(word in words for word in typed):
                    self.list.addItem(_item(row))
            names = self.shown
            self.list.setCurrentRow(names.index(before.id) if before and before.id in names else 0)
        self._show_row()

    def _show_row(self) -> None:
        row = self._row()
        for button in self._values.buttons():
            self._values.removeButton(button)
            self._radios.removeWidget(button)
            button.deleteLater()
        set_mood(self._id, "amber" if row and row.agreed else "")
        if row is None:
            self._id.setText("")
            self._question.setText(pgettext("AgreementsBox", "No agreement contains these words."))
            self._text.setText("")
            return
        changed, default = pgettext("AgreementsBox", "{0} · changed"), pgettext("AgreementsBox", "{0} · default")
        title = changed if row.agreed else default
        title = title if row.values else pgettext("AgreementsBox", "{0} · settled for every table")
        self._id.setText(title.format(row.id))
        self._question.setText(row.question)
        self._text.setText("" if row.values else pgettext("AgreementsBox", "Settled: {0}").format(row.text))
        for value, meaning in row.choices:
            radio = QRadioButton(textwrap.fill(meaning, _RADIO_LETTERS), self)
            radio.setObjectName("small")
            radio.setChecked(value == row.value)
            radio.clicked.connect(lambda _=False, row=row, value=value: self._agree(row, value))
            self._values.addButton(radio)
            self._radios.addWidget(radio)


def _item(row: InForce) -> QListWidgetItem:
    sign = "●" if row.agreed else "○" if row.values else "·"
    question = row.question if len(row.question) <= _LONGEST else f"{row.question[:_LONGEST].rsplit(' ', 1)[0]} …"
    item = QListWidgetItem(f"{sign}  {row.id}  {question}")
    item.setData(_ID, row.id)
    set_tip(item, row.question)
    return item
