"""The tracking card alone in a window: tap, undo, print. Owns which card is open and the count being typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QMenu, QPushButton, QWidget

from companion.codec.card_layout import own_card_file
from companion.errors import OperationError
from companion.journal import new_match_file, newest_match
from companion.paper import CardLine, CardSystem, Page, Paper, ogre_card_page, write_pages
from companion.resources import data_folder, made_folder
from companion.session.tracking_card import Marks, Row, TrackingCard, row_name
from companion.text import pgettext
from companion.ui.actions import REDO_KEYS, UNDO_KEYS, ActionMenu, WindowAction, unless
from companion.ui.keyed_window import HeadLine, KeyedWindow, open_file, parts_of
from companion.ui.layouts import column_of, row_of, scrolled
from companion.ui.ogre_card.view import CardView
from companion.ui.plain_widgets import button_of, plain_label
from companion.ui.stylesheet import stylesheet
from companion.ui.themes import BASE_PT, PEBBLE, RULING_PT, SLATE, SMALL_PT, in_theme

_SHEET: Final = f"""
    #cardTitle {{ font-size: {RULING_PT}pt; font-weight: bold; }}
    #cardAbout, #cardRules {{ font-size: {SMALL_PT}pt; }}
    #cardFoot, #cardFoot QLabel {{ background: {SLATE}; }}
    #cardFoot {{ border-top: 2px solid {PEBBLE}; }}
    #cardSaid {{ font-size: {BASE_PT}pt; font-weight: bold; }}
"""
#: Four buttons and a sentence side by side, in any type: their words do not grow.
_BUTTONS: Final = f"#cardFoot QPushButton {{ font-size: {SMALL_PT}pt; }}"
_THUMB_PX: Final = 52
#: On a screen lower than this the places are smaller than a thumb.
_LOW_PX: Final = 790
#: Where the buttons take more of the width than this, they leave too little beside them for a sentence.
_BUTTONS_SHARE: Final = 0.55
_DIGITS: Final = "0123456789"
#: The key that takes one from a row; with Shift it gives one back.
ROW_KEYS: Final[Mapping[Row, str]] = {
    Row.MAIN: "M",
    Row.SECONDARY: "S",
    Row.MISSILE: "I",
    Row.AP: "A",
    Row.TREADS: "T",
    Row.ARMOUR: "P",
}
assert set(ROW_KEYS) == set(Row)
#: No row has so many places; a longer count is a slip of the finger.
_COUNT_DIGITS: Final = 2


class CardWindow(KeyedWindow):
    """Marks one card. ``show_file`` opens what was printed, left out: as the system does."""

    def __init__(self, card: TrackingCard, *, show_file: Callable[[Path], object] = open_file) -> None:
        super().__init__(pgettext("CardWindow", "Ogre tracking card"), stylesheet() + in_theme(_SHEET) + _BUTTONS)
        self.card = card
        self._show_file = show_file
        self._count = ""
        names = ("cardTitle", "cardAbout", "cardSaid", "cardRules")
        self._title, self._about, self._message, self._rules = (plain_label("", name) for name in names)
        for label in (self._about, self._message, self._rules):
            label.setWordWrap(True)
        self._head_lines = row_of()
        low = self.screen().availableSize().height() < _LOW_PX
        self.parts = parts_of("join_card", self)
        self.view = CardView(keys=ROW_KEYS, compact=low)
        self.view.marked.connect(lambda row, left: self._mark(Row(row), left, "mouse"))
        self.install_actions(_card_actions(self))
        self._arrange()
        self.view.setFocus()
        self.show_card()
        if card.caution:
            self.say(card.caution)

    # What can be done

    def mark_by_key(self, row: Row, way: int) -> None:
        """Take from a row (``way`` -1) or give back (+1): one, or as many as were typed before."""
        many = int(self._count or 1)
        self._mark(row, self.card.marks.left(row) + way * many, "keyboard")

    def why_not_mark(self, row: Row, way: int) -> str:
        """Why there is nothing to take (``way`` -1) or to give back (+1)."""
        marks = self.card.marks
        if row not in marks.rows:
            return pgettext("CardWindow", "This card has no such row.")
        if way < 0:
            return "" if marks.left(row) > 0 else pgettext("CardWindow", "This row is scratched out already.")
        return "" if marks.left(row) < marks.full(row) else pgettext("CardWindow", "Nothing of this row is scratched.")

    def go_back(self) -> None:
        """Put the codes of sharing away, or the count that is begun; else to the window before."""
        if any(part.put_away() for part in self.parts.values()):
            return
        if self._count:
            self._count = ""
            self.show_card()
        else:
            super().go_back()

    def why_not_back(self) -> str:
        """Something is open or begun, or there is another window."""
        shown = any(part.lies_over for part in self.parts.values())
        return "" if shown or self._count else super().why_not_back()

    def count(self, digit: str) -> None:
        """A digit before a row's key: so many at once."""
        self._count = (self._count + digit).lstrip("0")[-_COUNT_DIGITS:]
        self.say(pgettext("CardWindow", "%1 of which row?").replace("%1", self._count) if self._count else "")

    def undo(self) -> None:
        """Take the last mark back."""
        self._do(lambda: self.card.undo(source="keyboard"))

    def redo(self) -> None:
        """Bring back what was undone last."""
        self._do(lambda: self.card.redo(source="keyboard"))

    def begin_card(self, mark: str, *, post: bool) -> None:
        """A fresh card in a file of its own; the one before is kept where it is."""

        def begin() -> None:
            fresh = TrackingCard.begin(_new_file(mark), mark, post=post)
            self.card.close()
            self.card = fresh

        self._do(begin)

    def print_card(self) -> None:
        """Write the card as it is marked into a PDF beside its file, and open that."""
        target = self.card.path.with_suffix(".pdf")
        try:
            write_pages([marked_page(self.card.marks, Paper.A4)], target)
        except OperationError as failure:
            self.say(str(failure))
            return
        self.say(pgettext("CardWindow", "PDF written: %1").replace("%1", str(target)))
        self._show_file(target)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let others open the card; nobody reads it elsewhere any more."""
        for part in self.parts.values():
            part.close()
        self.card.close()
        super().closeEvent(event)

    # How it is shown

    @property
    def message(self) -> str:
        """The sentence below the card."""
        return self._message.text()

    def _arrange(self) -> None:
        self._about.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = row_of(self._title, self._head_lines, (self._about, 1), margins=(18, 8, 18, 0))
        middle = row_of(scrolled(self.view), margins=(14, 0, 14, 0))  # for a window that is too small for it
        ground, foot = QWidget(self), QFrame(self)
        foot.setObjectName("cardFoot")
        self._buttons = row_of(1, *map(self._button, ("undo", "redo", "print")), self._new_button())
        words = column_of(self._message, self._rules)
        self._foot_row = row_of((words, 1), self._buttons, on=foot, margins=(18, 8, 18, 10))
        column_of(head, (middle, 1), foot, on=ground, margins=(0, 0, 0, 0), spacing=8)
        self.setCentralWidget(ground)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the sentence has a line of its own above the buttons."""
        super().resizeEvent(event)
        narrow = self._buttons.sizeHint().width() > _BUTTONS_SHARE * self.width()
        way = QBoxLayout.Direction
        self._foot_row.setDirection(way.TopToBottom if narrow else way.LeftToRight)

    def _button(self, name: str) -> QPushButton:
        """An action as a button for the thumb."""
        action, button = self._installed[name], self.action_button(name)
        button.setMinimumHeight(_THUMB_PX)
        action.changed.connect(lambda: button.setEnabled(action.isEnabled()))
        return button

    def _new_button(self) -> QPushButton:
        button = button_of(pgettext("CardWindow", "New card"), focus=Qt.FocusPolicy.TabFocus)
        button.setMinimumHeight(_THUMB_PX)
        choices = QMenu(button)
        for name, action in self._installed.items():
            if name.startswith("new."):
                choices.addAction(action)
        button.setMenu(choices)
        return button

    def show_card(self) -> None:
        """Show the card as it is now marked, by whomever."""
        marks, last = self.card.marks, self.card.last
        self.view.show_marks(marks)
        self._title.setText(pgettext("CardWindow", "Ogre Mark %1").replace("%1", marks.card.mark))
        self._about.setText(_provenance(marks.card.mark))
        fresh = pgettext(
            "CardWindow",
            "A fresh card: tap what is scratched. Weapons: Attack at least the number; Treads: Attack less 2.",
        )
        self.say(last.text if last else fresh, *(last.rules if last else ()))
        self.refresh_actions()
        for part in self.parts.values():
            part.refresh()

    def add_head_line(self, name: str) -> HeadLine:
        """A line for a part of this window; name: what it is found by."""
        line = HeadLine(name, self)
        self._head_lines.addWidget(line)
        return line

    def say(self, sentence: str, *rules: str) -> None:
        """Say something below the card."""
        self._message.setText(sentence)
        self._rules.setText("  ".join(rules))

    # What is done

    def _mark(self, row: Row, left: int, source: str) -> None:
        self._do(lambda: self.card.mark(row, left, source=source))

    def _do(self, gesture: Callable[[], None]) -> None:
        """Do it and show what came of it; where it cannot be written down, say so and show what counts."""
        self._count = ""
        try:
            gesture()
        except OperationError as failure:
            self.show_card()
            self.say(str(failure))
        else:
            self.show_card()


def _card_actions(window: CardWindow) -> tuple[WindowAction, ...]:
    """What can be done, in the order of the menus and of the page of keys."""
    cards = ActionMenu(pgettext("card", "Card")).action

    def fresh(name: str, title: str, key: str, mark: str, *, post: bool) -> WindowAction:
        return cards(f"new.{name}", title, key, partial(window.begin_card, mark, post=post))

    iii_post = pgettext("card", "New card: Mark III and Command Post")
    v_post = pgettext("card", "New card: Mark V and Command Post")
    return (
        *_marking_actions(window),
        fresh("III", pgettext("card", "New card: Mark III"), "Ctrl+3", "III", post=False),
        fresh("III+post", iii_post, "Ctrl+Shift+3", "III", post=True),
        fresh("V", pgettext("card", "New card: Mark V"), "Ctrl+5", "V", post=False),
        fresh("V+post", v_post, "Ctrl+Shift+5", "V", post=True),
        cards("print", pgettext("card", "Print"), "Ctrl+P", window.print_card),
        *(action for part in window.parts.values() for action in part.actions()),
    )


def _marking_actions(window: CardWindow) -> tuple[WindowAction, ...]:
    act = ActionMenu(pgettext("card", "Mark")).action
    scratch = {
        Row.MAIN: pgettext("card", "Main Battery: scratch one"),
        Row.SECONDARY: pgettext("card", "Secondary Battery: scratch one"),
        Row.MISSILE: pgettext("card", "Missiles: scratch one"),
        Row.AP: pgettext("card", "AP: scratch one"),
        Row.TREADS: pgettext("card", "Treads: scratch one"),
        Row.ARMOUR: pgettext("card", "Command Post: scratch one"),
    }
    give_back = {
        Row.MAIN: pgettext("card", "Main Battery: give one back"),
        Row.SECONDARY: pgettext("card", "Secondary Battery: give one back"),
        Row.MISSILE: pgettext("card", "Missiles: give one back"),
        Row.AP: pgettext("card", "AP: give one back"),
        Row.TREADS: pgettext("card", "Treads: give one back"),
        Row.ARMOUR: pgettext("card", "Command Post: give one back"),
    }

    def mark(row: Row, way: int) -> WindowAction:
        name, key = (f"{row}-", ROW_KEYS[row]) if way < 0 else (f"{row}+", f"Shift+{ROW_KEYS[row]}")
        title = (scratch if way < 0 else give_back)[row]
        return act(name, title, key, partial(window.mark_by_key, row, way), partial(window.why_not_mark, row, way))

    done = unless(lambda: window.card.can_undo, pgettext("card", "Nothing is marked yet that could be undone."))
    undone = unless(
        lambda: window.card.can_redo, pgettext("card", "Nothing has been undone that could be brought back.")
    )

    def count(digit: str) -> WindowAction:
        title = pgettext("card", "How many: %1").replace("%1", digit)
        return act(f"count.{digit}", title, digit, partial(window.count, digit))

    return (
        *(mark(row, way) for way in (-1, 1) for row in Row),
        *map(count, _DIGITS),
        act("undo", pgettext("card", "Undo"), UNDO_KEYS, window.undo, done),
        act("redo", pgettext("card", "Redo"), REDO_KEYS, window.redo, undone),
    )


def open_card(
    file: Path | None = None, *, mark: str | None = None, post: bool = False, fresh: bool = False
) -> CardWindow:
    """A card in its window: that of a file, begun where it is not there; else the card marked last; else a new one.

    mark, post: what a new card is of; fresh: begin one in any case.

    Raises:
        OperationError: the card is open elsewhere, newer than this program, damaged, or cannot be written.
        InputError: the file keeps something else.
    """
    path = file or (None if fresh else newest_match(cards_folder()))
    if path is not None and path.exists() and not fresh:
        return CardWindow(TrackingCard.resume(path))
    of_mark = mark or "III"
    return CardWindow(TrackingCard.begin(path or _new_file(of_mark), of_mark, post=post))


def cards_folder() -> Path:
    """The user's own folder of tracking cards, apart from the matches; made when it is not there and can be."""
    return made_folder(data_folder() / "tracking-cards")


def _new_file(mark: str) -> Path:
    return new_match_file(f"Ogre Mark {mark}", cards_folder())


def marked_page(marks: Marks, paper: Paper) -> Page:
    """The page of one card in play, with what is scratched crossed out."""
    layout = marks.card.layout
    systems = [
        CardSystem(
            row_name(row), layout.systems[row.system].block, marks.full(row), 0, marks.full(row) - marks.left(row)
        )
        for row in Row
        if row.system is not None
    ]
    lines = [
        CardLine(line.dot, line.treads, 0, line.treads - left)
        for line, left in zip(layout.lines, marks.card.lines_left, strict=True)
    ]
    note, mark = "", marks.card.mark
    if marks.armour is not None:
        full = marks.full(Row.ARMOUR)
        note = pgettext("card", "Command Post: {left} of {of} armour left", left=marks.armour, of=full)
    return ogre_card_page(systems, lines, paper, _provenance(mark), mark=mark, note=note)


def _provenance(ogre: str) -> str:
    """Whose values a fresh card of that mark has."""
    if own_card_file(ogre).is_file():
        return pgettext("card", "your values")
    return pgettext("card", "stand-in values, but for the Main Battery's Block of 9")
