"""The dice that the current player may take: armies ready to be taken first, then every die, found by typing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QWidget

from companion.session.match_setup import DieOffer, MatchPlan, PlanPresenter
from companion.text import gettext, pgettext
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import plain_label, set_tip
from companion.ui.start.dice_page import SearchLine
from companion.ui.start.tiles import face_sign
from companion.ui.themes import ASH, tint

_ICON_PX: Final = 40
_ROW = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the list: what it says, what is searched in it, the dice that it brings, why it cannot be taken."""

    text: str
    searched: str
    dice: tuple[str, ...]
    whole: bool = False
    why_not: str = ""


class Shelf(QFrame):
    """``through``: Enter on nothing."""

    through = Signal()

    def __init__(self, presenter: PlanPresenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self.setObjectName("box")
        self._title = plain_label("", "section", wrap=True)
        self.list = QListWidget(self)
        self.list.setObjectName("small")
        self.search = SearchLine(pgettext("Shelf", "type a die or an army, Enter"), self.list)
        self.search.setObjectName("small")
        self.search.entered.connect(self._enter)
        self.search.emptied.connect(presenter.take_back)
        self.list.setIconSize(QSize(_ICON_PX, _ICON_PX * 3 // 4))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._take)
        self._why = plain_label("", "quiet", wrap=True)
        self._rows: tuple[_Row, ...] = ()
        self._icons: dict[str, QIcon] = {}
        self._plan: MatchPlan | None = None
        self._player = ""
        self._painting = QTimer(self)
        self._painting.setInterval(0)
        self._painting.timeout.connect(self._paint_next)
        column_of(self._title, self.search, (self.list, 1), self._why, on=self, margins=(14, 12, 14, 12), spacing=8)
        self.search.textChanged.connect(self._search)
        self.list.currentItemChanged.connect(lambda *_: self._say_why())

    def show_plan(self, plan: MatchPlan, name: str) -> None:
        """Offer what that player may take; what was typed for somebody else is gone."""
        if name != self._player:
            self._player = name
            self.search.clear()
        builds = plan.has_army(name)
        title = pgettext("Shelf", "Dice for {0}") if builds else pgettext("Shelf", "{0} has the Ogre")
        self._title.setText(title.format(name))
        self._plan = plan
        self._rows = tuple(_rows(plan, name)) if builds else ()
        self.list.setEnabled(builds)
        self._list()

    def _enter(self) -> None:
        """What is chosen; with nothing typed and nothing chosen the page goes on."""
        item: QListWidgetItem | None = self.list.currentItem()
        if item is not None:
            self._take(item)
        elif not self.search.text():
            self.through.emit()
        else:
            self.search.selectAll()

    def _take(self, item: QListWidgetItem) -> None:
        row, presenter = _row_of(item), self._presenter
        self.search.selectAll()  # the next name takes the place of this one
        if row.why_not:
            self._why.setText(row.why_not)
        elif row.whole:
            self.search.clear()
            presenter.take(lambda plan: plan.with_army(presenter.current, row.dice))
        else:
            presenter.take(lambda plan: plan.with_die(presenter.current, row.dice[0]))

    def _search(self, typed: str) -> None:
        if not typed:
            self.list.setCurrentRow(-1)
        self._list()

    def _list(self) -> None:
        """The rows that match; with words typed the first is chosen, else the one chosen before stays."""
        typed, before = self.search.typed, self._chosen()
        shown = [row for row in self._rows if all(word in row.searched for word in typed)]
        self.list.clear()
        for row in shown:
            self.list.addItem(self._item(row))
        keys = [row.dice for row in shown]
        if before is not None and before.dice in keys:
            self.list.setCurrentRow(keys.index(before.dice))
        elif typed and shown:
            self.list.setCurrentRow(0)
        self._say_why()

    def _chosen(self) -> _Row | None:
        item: QListWidgetItem | None = self.list.currentItem()
        return _row_of(item) if item is not None else None

    def _item(self, row: _Row) -> QListWidgetItem:
        item = QListWidgetItem(self._icons.get(row.dice[0], QIcon()), row.text)
        item.setData(_ROW, row)
        if row.dice[0] not in self._icons:
            self._painting.start()
        if row.why_not:
            item.setForeground(QColor(tint(ASH)))
        set_tip(item, row.why_not or row.text)
        return item

    def _paint_next(self) -> None:
        """One face more: painting all of them at once would keep people waiting for a second."""
        items = [self.list.item(place) for place in range(self.list.count())]
        bare = [item for item in items if item.icon().isNull()]
        if not bare or self._plan is None:
            self._painting.stop()
            return
        die_id = _row_of(bare[0]).dice[0]
        if die_id not in self._icons:
            self._icons[die_id] = QIcon(face_sign(self._plan.dice[die_id], 2 * _ICON_PX))
        for item in bare:
            if _row_of(item).dice[0] == die_id:
                item.setIcon(self._icons[die_id])

    def _say_why(self) -> None:
        row, found = self._chosen(), self.list.count() or not self.search.typed
        hint = pgettext("Shelf", "Enter adds it, Backspace removes the last die.")
        nothing = "" if found else pgettext("Shelf", "Nothing here is called that.")
        self._why.setText(nothing if row is None else row.why_not or hint)


def _row_of(item: QListWidgetItem) -> _Row:
    row: _Row = item.data(_ROW)
    return row


def _rows(plan: MatchPlan, name: str) -> Iterator[_Row]:
    """Whole armies where none is begun yet, then the dice: those of the document's own box first."""
    if not plan.entrant(name).army:
        for army in plan.ready_armies:
            cost = sum(plan.dice[die].points for die in army.dice)
            text = gettext("★ {army}\n{count} dice, {cost:g} points", army=army.name, count=len(army.dice), cost=cost)
            yield _Row(text, f"{army.name} army".casefold(), army.dice, whole=True)
    offers = sorted(plan.offers_to(name), key=lambda offer: (not offer.count, offer.die.set != plan.profile.value))
    for offer in offers:
        text = f"{offer.die.label} · {offer.die.points:g}\n{_standing(offer)}"
        # Its names, with their points and without: ``G.E.V.`` is typed as gev.
        reported = f"{offer.die.label} {offer.die.team} {offer.die.set} {' '.join(offer.die.classes)}".casefold()
        yield _Row(text, f"{reported} {reported.replace('.', '')}", (offer.die.id,), why_not=offer.why_not or "")


def _standing(offer: DieOffer) -> str:
    """How many are taken, whether another fits, and where it comes from."""
    taken = pgettext("start", "{count} taken").format(count=offer.count) if offer.count else ""
    full = "" if offer.fits else pgettext("start", "✕ no room")
    box, team = offer.die.set.replace("-", " ").title(), offer.die.team
    source = box if team.casefold() == box.casefold() else f"{team}, {box}"
    return " · ".join(part for part in (taken, full, source) if part)
