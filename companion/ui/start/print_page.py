"""What comes out of a printer, one sheet or set at a time: written as a PDF and shown by the system's own viewer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from companion.catalogue import Die
from companion.errors import OperationError
from companion.paper import (
    MatShape,
    Page,
    Paper,
    board_page,
    corner_markers,
    counter_page,
    dice_pages,
    folding_guide_page,
    marker_pages,
    quick_reference_page,
    write_pages,
)
from companion.resources import data_folder, made_folder
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WindowAction, next_in_turn
from companion.ui.keyed_window import open_file
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import button_of, plain_label, set_mood

_SHEET = Qt.ItemDataRole.UserRole
#: Markers are the same for every table; what lies where is found when the table is measured.
_ANY_TABLE_MM = (1000.0, 620.0)


@dataclass(frozen=True, slots=True)
class PrintableSheet:
    """A thing to print: its title, a line about it, its file's name, and its pages on a paper."""

    title: str
    about: str
    file: str
    pages: Callable[[Paper], list[Page]]


class PrintPage(QWidget):
    """Lists what can be printed; ``written``: its file. ``show_file`` opens it; left out: the system's viewer."""

    changed = Signal()
    written = Signal(object)

    def __init__(
        self, dice: Mapping[str, Die], *, show_file: Callable[[Path], object] = open_file, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._dice, self._paper = dice, Paper.A4
        self._show_file = show_file
        self.list = QListWidget(self)
        for sheet in self.sheets():
            item = QListWidgetItem(f"{sheet.title}\n{sheet.about}")
            item.setData(_SHEET, sheet)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(lambda _: self.print_chosen())
        how = pgettext("PrintPage", "Print at 100 %, on card; there is a ruler at the foot of each sheet.")
        self._message = plain_label(how, "small", wrap=True)
        self._size = button_of("", self.step_paper, parent=self)
        go = button_of(pgettext("PrintPage", "Write the PDF  (Enter)"), self.print_chosen, "go", parent=self)
        column_of(
            plain_label(pgettext("PrintPage", "Print"), "title"),
            (self.list, 1),
            self._message,  # with a line of its own: where a file was written is long
            row_of(1, self._size, go),
            on=self,
            margins=(48, 28, 48, 28),
            spacing=14,
        )
        self._show_paper()
        self.setFocusProxy(self.list)

    def sheets(self) -> tuple[PrintableSheet, ...]:
        """Everything there is to print."""
        dice = sorted(self._dice.values(), key=lambda die: (die.set, die.team, die.id))
        title, folding = pgettext("PrintPage", "Dice of {0}"), pgettext("PrintPage", "How to fold a die")
        about = pgettext("PrintPage", "Folding sheets, with the values as they are entered.")
        evening = pgettext("PrintPage", "The corner markers and the lens board: three sheets.")
        corners = pgettext("PrintPage", "Four sheets for the corners of the table.")
        counters = pgettext("PrintPage", "Owner marks, Command Flags, poison.")
        board = pgettext("PrintPage", "For pictures that measure the lens.")
        sheet = PrintableSheet
        of_dice = (
            sheet(
                title.format(name.replace("-", " ").title()), about, f"dice-{name}", partial(dice_pages, list(members))
            )
            for name, members in groupby(dice, key=lambda die: die.set)
        )
        guides = (partial(folding_guide_page, die) for die in [*self._dice.values()][:1])
        return (
            sheet(pgettext("PrintPage", "For the first evening"), evening, "first-evening", _first_evening),
            sheet(pgettext("PrintPage", "Corner markers"), corners, "markers", _markers),
            *of_dice,
            *(sheet(folding, pgettext("PrintPage", "In pictures."), "folding-guide", _one(guide)) for guide in guides),
            sheet(pgettext("PrintPage", "Counters"), counters, "counters", _one(counter_page)),
            sheet(
                pgettext("PrintPage", "Quick reference"),
                pgettext("PrintPage", "The turn on one sheet."),
                "quick-reference",
                _one(quick_reference_page),
            ),
            sheet(pgettext("PrintPage", "Lens board"), board, "lens-board", _one(board_page)),
        )

    def actions_here(self) -> tuple[WindowAction, ...]:
        """Write the sheet chosen, on another paper."""
        act = ActionMenu(pgettext("PrintPage", "Print"), "print.").action
        return (
            act("go", pgettext("PrintPage", "Write the PDF"), "Return Enter", self.print_chosen),
            act("paper", pgettext("PrintPage", "A4 or Letter"), "Ctrl+P", self.step_paper),
        )

    def step_paper(self) -> None:
        """The other paper."""
        self._paper = next_in_turn(list(Paper), self._paper)
        self._show_paper()

    def print_chosen(self) -> None:
        """Write the sheet chosen and open it."""
        sheet: PrintableSheet = self.list.currentItem().data(_SHEET)
        folder = made_folder(data_folder() / "sheets")
        try:
            written = write_pages(sheet.pages(self._paper), folder / f"{sheet.file}-{self._paper.value}.pdf")
        except OperationError as failure:
            self._message.setText(str(failure))
            set_mood(self._message, "stop")
            return
        self._message.setText(pgettext("PrintPage", "Written: {0}").format(", ".join(map(str, written))))
        set_mood(self._message, "ok")
        self._show_file(written[0])
        self.written.emit(written[0])

    def _show_paper(self) -> None:
        self._size.setText(pgettext("PrintPage", "Paper: {0}  (Ctrl+P)").format(self._paper.value.upper()))


def _markers(paper: Paper) -> list[Page]:
    return marker_pages(corner_markers(MatShape.RECT, _ANY_TABLE_MM, paper).markers, paper)


def _first_evening(paper: Paper) -> list[Page]:
    return [*_markers(paper), board_page(paper)]


def _one(page: Callable[[Paper], Page]) -> Callable[[Paper], list[Page]]:
    return lambda paper: [page(paper)]
