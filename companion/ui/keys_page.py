"""The page of keys, made from the actions in groups; it lies over the window and blocks nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QScrollArea, QWidget

from companion.text import N_, pgettext
from companion.ui.actions import WindowAction, keys_in_words
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import plain_label, set_style_property
from companion.ui.themes import ACCENT, ASH, PEBBLE, SLATE, SMALL_PT, in_theme, type_pt

#: What the mouse does over a table.
_MOUSE_WORDS: Final = (
    (N_("keys", "Click"), N_("keys", "Choose a die")),
    (N_("keys", "Point"), N_("keys", "Look at a target")),
    (N_("keys", "Wheel, drag"), N_("keys", "Zoom and pan the picture")),
)
#: Smaller type than this is hard to read: what has no room in it is scrolled.
_LEAST_PT: Final = 11
_MOST_COLUMNS: Final = 4
_MARGIN_PX: Final = 16
_GAP_PX: Final = 14
_LINE_GAP_PX: Final = 4

#: ``@`` is the size of the type.
_SHEET: Final = f"""
    QWidget {{ background: {SLATE}; }}
    QLabel {{ font-size: @pt; }}
    #keys_heading {{ border-bottom: 2px solid {PEBBLE}; font-weight: bold; }}
    #keys_key {{ color: {ACCENT}; font-weight: bold; }}
    QLabel[idle="true"] {{ color: {ASH}; font-weight: normal; }}
"""


@dataclass(frozen=True, slots=True)
class KeyHint:
    """A line of the page: keys as people call them, and what they do. idle: they can do nothing now."""

    group: str
    keys: str
    title: str
    idle: bool = False


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Lines under a heading."""

    title: str
    hints: tuple[KeyHint, ...]

    @property
    def lines(self) -> int:
        """How many lines it takes with its heading."""
        return 1 + len(self.hints)


def action_hints(actions: Sequence[WindowAction]) -> list[KeyHint]:
    """The lines of actions; those of one family (``weapon.1`` to ``weapon.9``) in one."""
    families: dict[str, list[WindowAction]] = {}
    for action in actions:
        stem, _, number = action.id.rpartition(".")
        families.setdefault(stem if number.isdigit() else action.id, []).append(action)
    return [_hint(family) for family in families.values() if family[0].keys]


def key_groups(hints: Sequence[KeyHint]) -> tuple[KeyGroup, ...]:
    """The lines under their headings, in the order in which these come first."""
    titles = dict.fromkeys(hint.group for hint in hints)
    return tuple(KeyGroup(title, tuple(hint for hint in hints if hint.group == title)) for title in titles)


def mouse_hints(group: str) -> list[KeyHint]:
    """What the mouse does over a table."""
    return [KeyHint(group, pgettext("keys", how), pgettext("keys", what)) for how, what in _MOUSE_WORDS]


def _hint(family: Sequence[WindowAction]) -> KeyHint:
    first, last = family[0], family[-1]
    idle = all(action.why_not() for action in family)
    if first is last:
        return KeyHint(first.menu, keys_in_words(first), first.title, idle)
    keys = f"{keys_in_words(first)} … {keys_in_words(last)}"
    title = first.title if first.title == last.title else f"{first.title} … {keys_in_words(last)}"
    return KeyHint(first.menu, keys, title, idle)


class KeysPage(QFrame):
    """All keys of a window, group by group; those that can do nothing now are dim."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.setObjectName("keys")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._groups: tuple[KeyGroup, ...] = ()
        self._scroll = QScrollArea(self)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._more = plain_label(pgettext("keys", "Page Down shows the rest"), "quiet", parent=self)
        column_of((self._scroll, 1), self._more, on=self, margins=(_MARGIN_PX,) * 4)
        self.hide()

    def show_groups(self, groups: Callable[[], Sequence[KeyGroup]]) -> None:
        """List other keys; only looked up while it is seen."""
        if self.isVisible() and self._groups != (now := tuple(groups())):
            self._groups = now
            self.centre()

    def toggle(self, groups: Callable[[], Sequence[KeyGroup]]) -> None:
        """Show it in the middle, or put it away."""
        self._groups = ()
        self.setVisible(not self.isVisible())
        self.show_groups(groups)

    def scroll_by(self, pages: int) -> bool:
        """Show the keys that found no room; whether there are any."""
        bar = self._scroll.verticalScrollBar()
        bar.setValue(bar.value() + pages * bar.pageStep())
        return bar.maximum() > 0

    def centre(self) -> None:
        """Into the middle of its window, in the largest type in which all keys fit side by side and below each other;
        where none is small enough, they are scrolled."""
        window = self._window.size()
        frame_px = 4 * _MARGIN_PX
        room = QSize(window.width() - frame_px, window.height() - frame_px)
        size_pt, columns = _arrangement(self._groups, room)
        keys = _laid_out(columns, size_pt)
        self._scroll.setWidget(keys)
        needed, more = keys.sizeHint(), self._more.sizeHint().height()
        fits = needed.height() <= room.height()
        self._more.setVisible(not fits)
        bar = 0 if fits else self._scroll.verticalScrollBar().sizeHint().width()
        high = needed.height() if fits else room.height() - more
        self._scroll.setFixedSize(min(needed.width() + bar, room.width()), high)
        self.adjustSize()
        self.move((window.width() - self.width()) // 2, max(0, (window.height() - self.height()) // 2))
        self.raise_()


def _arrangement(groups: Sequence[KeyGroup], room: QSize) -> tuple[int, list[list[KeyGroup]]]:
    """The type, and which groups stand below each other: as few columns as there is need for."""
    size_pt, columns = _LEAST_PT, [list(groups)]
    for size_pt in range(type_pt(SMALL_PT), _LEAST_PT - 1, -1):
        for count in range(1, _MOST_COLUMNS + 1):
            # The groups in so many columns in their order, the longest of which is as short as can be.
            cuts = combinations(range(1, len(groups)), min(count, len(groups)) - 1)
            splits = ([list(groups[one:other]) for one, other in pairwise((0, *cut, len(groups)))] for cut in cuts)
            tried = min(splits, key=lambda columns: max(sum(group.lines for group in column) for column in columns))
            size = _size_of(tried, size_pt)
            if size.width() > room.width():
                break
            columns = tried
            if size.height() <= room.height():
                return size_pt, tried
    return size_pt, columns


def _size_of(columns: Sequence[Sequence[KeyGroup]], size_pt: int) -> QSize:
    """How much room columns take, about, in some type."""
    fonts = QFont(QApplication.font()), QFont(QApplication.font())
    for font, bold in zip(fonts, (False, True), strict=True):
        font.setPointSize(size_pt)
        font.setBold(bold)
    titles, keys = map(QFontMetrics, fonts)
    wide = 0
    for column in columns:
        hints = [hint for group in column for hint in group.hints]
        wide += max(keys.horizontalAdvance(hint.keys) for hint in hints)
        wide += max(titles.horizontalAdvance(hint.title) for hint in hints)
    high = max(sum(group.lines for group in column) for column in columns)
    return QSize(wide + (2 * len(columns) - 1) * _GAP_PX, high * (keys.lineSpacing() + _LINE_GAP_PX))


def _laid_out(columns: Sequence[Sequence[KeyGroup]], size_pt: int) -> QWidget:
    """The columns as labels."""
    ground = QWidget()
    ground.setObjectName("keys_list")
    ground.setStyleSheet(in_theme(_SHEET).replace("@", str(size_pt)))
    grid = QGridLayout(ground)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(_GAP_PX)
    grid.setVerticalSpacing(_LINE_GAP_PX)
    for place, column in enumerate(columns):
        row = 0
        for group in column:
            grid.addWidget(plain_label(group.title, "keys_heading", parent=ground), row, 2 * place, 1, 2)
            for hint in group.hints:
                row += 1
                for side, (name, words) in enumerate((("keys_key", hint.keys), ("keys_title", hint.title))):
                    label = plain_label(words, name, parent=ground)
                    set_style_property(label, "idle", hint.idle)
                    grid.addWidget(label, row, 2 * place + side)
            row += 1
    ground.adjustSize()
    return ground
