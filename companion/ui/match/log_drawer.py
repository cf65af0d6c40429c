"""The log as a drawer from the right: gestures with their times; one that is chosen shows its ruling and its frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from markupsafe import Markup
from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QCheckBox, QFrame, QLineEdit, QListWidget, QTextBrowser, QWidget

from companion.journal import EntryKind
from companion.markup import markup
from companion.rules import ledger
from companion.session.match import LogLine
from companion.text import N_, ngettext, pgettext
from companion.ui.keyed_window import log_item
from companion.ui.layouts import column_of, row_of
from companion.ui.plain_widgets import PlainLabel, button_of, leave_letters, set_tip
from companion.ui.ruling_line import arithmetic_html, rules_html

_WIDTH_PX: Final = 520
#: The picture of a line is at least so tall; in a tall window two fifths of the drawer, for a die is judged by it.
_FRAME_PX: Final = 200
_FRAME_SHARE: Final = 0.4
#: The list and what is behind a line are no lower than this.
_LEAST_TALL_PX: Final = 34
#: So many rule ids stand in the list; all of them are below it.
_RULES: Final = 4


class LogDrawer(QFrame):
    """``chosen``: the number of the line that the match shall go back to."""

    chosen = Signal(int)

    def __init__(self, picture_of: Callable[[str], bytes | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("log")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._picture_of = picture_of
        self._lines: tuple[LogLine, ...] = ()
        self._search = QLineEdit(self)
        self._search.setObjectName("search")
        self._search.setPlaceholderText(pgettext("match", "Search: a die, a player, a rule …"))
        set_tip(self._search, self._search.placeholderText())
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._sift)
        self._only_doubts = QCheckBox(pgettext("match", "[Ctrl+D] doubts only"), self)
        set_tip(self._only_doubts, pgettext("match", "Only what was in doubt, asked, corrected or undone"))
        self._only_doubts.setObjectName("only_doubts")
        self._only_doubts.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._only_doubts.toggled.connect(self._sift)
        self._list = QListWidget(self)
        self._list.setObjectName("gestures")
        self._search.returnPressed.connect(self._list.setFocus)
        self._list.setWordWrap(True)
        leave_letters(self._list)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.currentRowChanged.connect(self._show_line)
        self._list.itemDoubleClicked.connect(lambda _item: self.go_back())
        self._detail = QTextBrowser(self)
        self._detail.setObjectName("gesture")
        self._detail.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._frame = PlainLabel(parent=self)
        self._frame.setObjectName("frame")
        self._frame.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._back = button_of("", self.go_back, "back_to", focus=Qt.FocusPolicy.NoFocus, parent=self)
        for part in (self._list, self._detail):
            part.setMinimumHeight(_LEAST_TALL_PX)
        head = row_of((self._search, 1), self._only_doubts)
        column_of(head, (self._list, 3), self._frame, (self._detail, 2), self._back, on=self)
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH_PX, 600)

    def show_log(self, lines: Sequence[LogLine]) -> None:
        """List the lines, the newest chosen; the same lines again change nothing."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        with QSignalBlocker(self._list):
            self._list.clear()
            for line in self._lines:
                self._list.addItem(log_item(log_line_words(line), line.number, undone=line.undone))
        self._list.setCurrentRow(len(self._lines) - 1)
        self._sift()
        self._list.scrollToBottom()
        self._show_line(self._list.currentRow())

    def open_or_close(self) -> None:
        """Show it with the keys on its list, or put it away."""
        self.setVisible(not self.isVisible())
        self._search.clear()
        self._only_doubts.setChecked(False)
        if self.isVisible():
            self.raise_()
            self._list.setFocus()

    def search(self) -> None:
        """Have words typed of which only the lines are shown that have them all."""
        self._open()
        self._search.setFocus()
        self._search.selectAll()

    def only_doubts(self) -> None:
        """List only what was in doubt, asked, corrected or undone, or everything again."""
        self._open()
        self._only_doubts.toggle()

    def _open(self) -> bool:
        """Open the drawer where it is not; whether it was closed."""
        closed = not self.isVisible()
        if closed:
            self.open_or_close()
        return closed

    def step_doubt(self, step: int) -> None:
        """Choose the next line that was in doubt, or the one before; from the last one the first."""
        opened = self._open()
        rows = [row for row, line in enumerate(self._lines) if line.why_doubted and not self._list.item(row).isHidden()]
        if not rows:
            return
        now = self._list.currentRow()
        later = [row for row in (rows if step > 0 else reversed(rows)) if (row - now) * step > 0 and not opened]
        self._list.setCurrentRow(later[0] if later else rows[0 if step > 0 else -1])
        self._list.scrollToItem(self._list.currentItem())

    def why_no_doubts(self) -> str:
        """Why there is no doubt to be looked at."""
        if any(line.why_doubted for line in self._lines):
            return ""
        return pgettext("match", "Nothing in this match was in doubt, corrected or undone.")

    def _sift(self) -> None:
        """Show the lines with all that was typed, of doubts only where these are wanted; of them the chosen one, or the
        last."""
        words, only = self._search.text().casefold().split(), self._only_doubts.isChecked()
        rows = [self._list.item(row) for row in range(self._list.count())]
        for item, line in zip(rows, self._lines, strict=True):
            text = item.text().casefold()
            item.setHidden(not all(word in text for word in words) or (only and not line.why_doubted))
        shown = [row for row, item in enumerate(rows) if not item.isHidden()]
        if self._list.currentRow() not in shown:
            self._list.setCurrentRow(shown[-1] if shown else -1)

    def go_back(self) -> None:
        """Ask for the match as it stood after the line that is chosen."""
        line = self._line(self._list.currentRow())
        if line is not None and not line.undone:
            self.chosen.emit(line.number)

    def why_not_back(self) -> str:
        """Why the match cannot go back to the line that is chosen."""
        if self._back.isEnabled():
            return ""
        return pgettext("match", "Nothing that counts comes after the line that is chosen: choose an earlier one.")

    def _line(self, row: int) -> LogLine | None:
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def _show_line(self, row: int) -> None:
        line = self._line(row)
        self._detail.setHtml("" if line is None else detail_html(line))
        after = 0
        if line is not None and not line.undone:
            later = (one for one in self._lines if one.number > line.number and not one.undone and not one.joined)
            after = sum(one.kind is not EntryKind.NOTE for one in later)
        self._back.setEnabled(after > 0)
        undo = ngettext("[B] back to here: undo {count} step", "[B] back to here: undo {count} steps", after)
        self._back.setText(undo if after else pgettext("match", "[B] back to here"))
        jpeg = self._picture_of(line.picture) if line is not None and line.picture else None
        pixmap = QPixmap()
        self._frame.setVisible(jpeg is not None and pixmap.loadFromData(jpeg))
        if not pixmap.isNull():
            smooth = Qt.TransformationMode.SmoothTransformation
            tall_px = max(_FRAME_PX, round(_FRAME_SHARE * self.height()))
            self._frame.setPixmap(pixmap.scaled(_WIDTH_PX - 40, tall_px, Qt.AspectRatioMode.KeepAspectRatio, smooth))


#: Who or what an entry of a journal comes from, as it is saved there.
_SOURCES: Final = (
    N_("match", "keyboard"),
    N_("match", "mouse"),
    N_("match", "camera"),
    N_("match", "camera, by itself"),
    N_("match", "salvage"),
    N_("match", "phone"),
    N_("match", "tablet"),
)


def log_line_words(line: LogLine) -> str:
    """A line of the list: turn, time, player, what was ruled."""
    at = line.at.astimezone().strftime("%H:%M:%S")
    turn = pgettext("match", "turn {number}").format(number=line.turn) if line.turn else ""
    # Who or what it was; behind a colon stands whose phone.
    kind, colon, player = line.source.partition(": ")
    source = f"{pgettext('match', kind)}{colon}{player}" if kind else ""
    head = " · ".join(word for word in (turn, at, line.player, source) if word)
    undone = pgettext("match", " (undone)") if line.undone else " ▲" if line.why_doubted else ""
    rules = "  ".join(line.rules[:_RULES])
    return "\n".join(row for row in (f"{head}{undone}", line.story, rules) if row)


def detail_html(line: LogLine) -> Markup:
    """What was doubtful about the line, and what it rests on: its numbers, its arithmetic, its rules restated."""
    numbers = {name.removesuffix("_mm"): number for name, number in line.numbers.items()}
    doubt = markup("<p>▲ {}</p>", line.why_doubted) if line.why_doubted else markup("")
    return doubt + arithmetic_html(line.terms, numbers) + rules_html(rule for rule in line.rules if rule in ledger())
