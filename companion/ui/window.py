"""The window of pictures that are read: the table, the dice, the ruling line; and the side panel: whose dice lie where,
and the weapons of the die in hand.

Owns what is shown now: the pictures, which of them, which view, and the inspection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QColor, QIcon, QPixmap
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QTreeWidget, QTreeWidgetItem, QWidget

from companion.camera import accuracy_in_words
from companion.catalogue import Die
from companion.session import Inspection, Layout, LayoutPiece, PlayerBadge, camera_table_outline, layout_of
from companion.session.overlay import owner_badge
from companion.text import pgettext
from companion.ui.actions import ActionMenu, WhyNot, WindowAction, first_reason, keys_in_words, unless
from companion.ui.badges import on_ground, paint_badge
from companion.ui.canvas import Canvas
from companion.ui.keyed_window import KeyedWindow
from companion.ui.keys_page import mouse_hints
from companion.ui.layouts import SnugScroll, column_of, row_of
from companion.ui.painters import smooth_painter
from companion.ui.plain_widgets import PlainLabel, button_of, set_words
from companion.ui.ruling_line import RulingLine
from companion.ui.stylesheet import stylesheet
from companion.ui.themes import ASH, tint, type_pt
from companion.ui.worker import PictureReader, ReadingQueue, ReadPicture
from companion.ui.zoomed_picture import ZOOM_STEP
from companion.vision import CameraCheck, HandheldReader, Reading, is_foreign

_PIECE = Qt.ItemDataRole.UserRole
_ICON_PX = 40
_WIDTH_PX = 340


class Panel(QWidget):
    """Lists pieces by owner, and weapons; reports what is clicked."""

    picked = Signal(str)
    weapon_picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(type_pt(_WIDTH_PX))  # what it lists does not push the table
        self._shown: Layout | None = None
        self._dice = QTreeWidget(self)
        self._dice.setObjectName("dice")
        self._dice.setHeaderHidden(True)
        self._dice.setRootIsDecorated(False)
        self._dice.setIndentation(18)
        self._dice.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._dice.itemClicked.connect(self._clicked)
        self._weapons = QButtonGroup(self)
        self._weapons.idClicked.connect(self.weapon_picked)
        title = PlainLabel(pgettext("Panel", "Dice on the table"), self)
        self._heading, weapons = PlainLabel(pgettext("Panel", "Weapons"), self), QWidget(self)
        self._buttons = column_of(on=weapons, margins=(0, 0, 0, 0), spacing=0)
        parts = (title, (self._dice, 1), self._heading, SnugScroll(weapons))
        column_of(*parts, on=self, margins=(0, 0, 0, 8), spacing=0)

    def show_inspection(self, inspection: Inspection) -> None:
        """List what there is, and mark what is chosen."""
        if inspection.layout is not self._shown:
            self._shown = inspection.layout
            self._dice.clear()
            for seat in inspection.layout.seats:
                badge = owner_badge(inspection.layout, seat.player)
                owner = QTreeWidgetItem(self._dice, [f"{seat.name} ({badge.shown_word})"])
                owner.setIcon(0, _icon(badge))
                owner.setFlags(Qt.ItemFlag.ItemIsEnabled)
                owner.setForeground(0, QColor(tint(ASH)))
                for piece in inspection.layout.pieces:
                    if piece.owner == seat.player:
                        item = QTreeWidgetItem(owner, [_line(piece)])
                        item.setData(0, _PIECE, piece.id)
            self._dice.expandAll()
        self._mark(inspection.chosen)
        self._list_weapons(inspection)

    def _mark(self, chosen: str | None) -> None:
        self._dice.clearSelection()
        for owner in map(self._dice.topLevelItem, range(self._dice.topLevelItemCount())):
            for place in range(owner.childCount() if owner else 0):
                item = owner.child(place) if owner else None
                if item is not None and item.data(0, _PIECE) == chosen:
                    item.setSelected(True)
                    self._dice.scrollToItem(item)

    def _list_weapons(self, inspection: Inspection) -> None:
        for button in self._weapons.buttons():
            self._weapons.removeButton(button)
            self._buttons.removeWidget(button)
            button.deleteLater()
        self._heading.setVisible(bool(inspection.weapons))
        for number, name in enumerate(inspection.weapon_names):
            called, _, more = name.partition(", ")
            button = button_of("", checkable=True, focus=Qt.FocusPolicy.NoFocus, parent=self)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.setChecked(number == inspection.weapon)
            self._weapons.addButton(button, number)
            self._buttons.addWidget(button)
            set_words(button, f"{number + 1}   {called}\n{more}" if more else f"{number + 1}   {called}", self.width())

    def _clicked(self, item: QTreeWidgetItem) -> None:
        piece = item.data(0, _PIECE)
        if piece:
            self.picked.emit(piece)


def _line(piece: LayoutPiece) -> str:
    if piece.name is None:
        return f"?  {piece.id}"
    side = pgettext("picture", "side {number}").format(number=piece.name.face)
    return f"{piece.id}   {side}"


def _icon(badge: PlayerBadge) -> QIcon:
    pixmap = QPixmap(_ICON_PX, _ICON_PX)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = smooth_painter(pixmap)
    paint_badge(painter, on_ground(badge), QRectF(6, 6, _ICON_PX - 12, _ICON_PX - 12))
    painter.end()
    return QIcon(pixmap)


_Change = Callable[[Inspection], Inspection]
_WEAPONS = 9
#: With fewer markers in sight the camera's place is not measured anew.
_FEWEST_MARKERS = 3
#: The actions whose keys are named below the ruling.
_HINTED = ("piece.next", "weapon.1", "owner.next", "view.toggle", "why", "keys")


class Window(KeyedWindow):
    """Shows pictures of one table, one at a time, as read by ``reader``; ``begin`` says what is looked at first."""

    def __init__(
        self,
        reader: PictureReader | HandheldReader,
        dice: Mapping[str, Die],
        sources: Sequence[Path],
        *,
        begin: Callable[[Inspection], Inspection] = lambda read: read,
    ) -> None:
        super().__init__(pgettext("Window", "Diceland table companion"), stylesheet())
        self._begin = begin
        self._dice, self.sources, self.at = dice, tuple(sources), 0
        self._seen: dict[Path, ReadPicture] = {}
        self._inspections: dict[Path, Inspection] = {}
        self._failures: dict[Path, str] = {}
        self.from_above = False
        self._arrange()
        self.install_actions(picture_actions(self), hints=mouse_hints(pgettext("picture", "Dice")))
        named = {action.id: replace(action, keys=action.keys[:1]) for action in self.actions_in_force}
        hints = "     ".join(f"[{keys_in_words(named[name])}] {named[name].title.lower()}" for name in _HINTED)
        self.ruling.show_hints(hints)
        self._desk = ReadingQueue(reader, self)
        self._desk.done.connect(self._picture_read)
        self._desk.failed.connect(self._picture_failed)
        self.show_source(0)

    # What there is to show

    @property
    def inspection(self) -> Inspection | None:
        """What is looked at in the picture shown; ``None`` until it is read."""
        return self._inspections.get(self._source)

    # What can be done

    def show_source(self, place: int) -> None:
        """Show another picture, reading it first where that has not been done."""
        self.at = place % len(self.sources)
        if self._source in self._seen or self._source in self._failures:
            self._show()
        else:
            self._desk.ask(self._source)
            self._report(pgettext("Window", "reading {name} …").format(name=self._source.name))

    def inspect(self, inspection: Inspection) -> None:
        """Look at something else in the picture shown."""
        if self.inspection is None or inspection is self.inspection:
            return
        self._inspections[self._source] = inspection
        self.canvas.show_inspection(inspection)
        self._show_words(inspection)

    def toggle_view(self) -> None:
        """From the picture to the top view, and back."""
        self.from_above = not self.from_above
        self._show()

    def say(self, sentence: str) -> None:
        """Say something in passing: what is ruled stays."""
        self.ruling.remark(sentence)

    def go_back(self) -> None:
        """Fold what the ruling rests on; else choose no die; else to the window before."""
        if self.ruling.fold_away():
            return
        if self.inspection is not None and self.inspection.chosen is not None:
            self.inspect(self.inspection.choosing(None))
        else:
            super().go_back()

    def why_not_back(self) -> str:
        """Something is open or chosen, or there is another window."""
        chosen = self.inspection is not None and self.inspection.chosen is not None
        return "" if chosen or self.ruling.is_unfolded else super().why_not_back()

    def closeEvent(self, event: QCloseEvent) -> None:
        """No worker outlives its window."""
        self._desk.close()
        super().closeEvent(event)

    # How it is shown

    @property
    def _source(self) -> Path:
        return self.sources[self.at]

    def _arrange(self) -> None:
        self._header = PlainLabel(parent=self)
        self._header.setObjectName("header")
        self._header.setWordWrap(True)  # what must be said of a bad picture is long
        self.canvas, self._panel = Canvas(self), Panel(self)
        self.ruling = RulingLine(self.canvas, self)
        self.canvas.picked.connect(self._pick)
        self.canvas.pointed.connect(self._point)
        self._panel.picked.connect(self._pick)
        self._panel.weapon_picked.connect(self._pick_weapon)
        middle = row_of((self.canvas, 1), self._panel, spacing=0)
        ground = QWidget(self)
        column_of(self._header, (middle, 1), self.ruling, on=ground, margins=(0, 0, 0, 0), spacing=0)
        self.setCentralWidget(ground)

    def _show(self) -> None:
        """The picture in the view wanted, with what is known of it."""
        seen, inspection = self._seen.get(self._source), self.inspection
        if self._source in self._failures:
            self.canvas.clear()
            self._report(pgettext("Window", "not read"))
            self.ruling.say(self._failures[self._source])
        if seen is None or inspection is None:
            return
        image, view = (seen.top, seen.top_view) if self.from_above else (seen.picture, seen.picture_view)
        self.canvas.show_table(image, view, inspection)
        self._report(_in_words(seen.reading))
        self._show_words(inspection)

    def _show_words(self, inspection: Inspection) -> None:
        self._panel.show_inspection(inspection)
        self.ruling.show_inspection(inspection)
        self.refresh_actions()

    def _report(self, state: str) -> None:
        number = pgettext("Window", "{number} of {count}").format(number=self.at + 1, count=len(self.sources))
        self._header.setText(f"{self._source.name}  ({number})   ·   {state}")

    # What comes in

    @Slot(object)
    def _picture_read(self, seen: ReadPicture) -> None:
        layout = layout_of(seen.reading, camera_table_outline(seen.camera), self._dice)
        self._seen[seen.path] = seen
        self._inspections[seen.path] = self._begin(Inspection(layout, self._dice))
        if seen.path == self._source:
            self._show()

    @Slot(object, str)
    def _picture_failed(self, path: Path, sentence: str) -> None:
        self._failures[path] = sentence
        if path == self._source:
            self._show()

    @Slot(object)
    def _pick(self, piece: str | None) -> None:
        if self.inspection is not None:
            self.inspect(self.inspection.choosing(piece))

    @Slot(str)
    def _point(self, piece: str) -> None:
        if self.inspection is not None and piece != self.inspection.chosen:
            self.inspect(self.inspection.focused_on(piece))

    @Slot(int)
    def _pick_weapon(self, number: int) -> None:
        if self.inspection is not None:
            self.inspect(self.inspection.with_weapon(number))


def _in_words(reading: Reading) -> str:
    """The state of the table: how many dice are seen, whether the camera has moved, and what else must be said."""
    dice = len(reading.dice)
    count = pgettext("picture", "1 die") if dice == 1 else pgettext("picture", "{count} dice").format(count=dice)
    reported = [remark.text for remark in reading.remarks]
    if is_foreign(reading):
        reported.append(
            pgettext("picture", "none of these dice is known: show them to the camera once, if they are yours")
        )
    return "   ·   ".join([count, _camera_in_words(reading.camera), *reported])


def _camera_in_words(check: CameraCheck) -> str:
    if check.moved_mm is None:
        return pgettext("picture", "no marker in view: the camera is assumed not to have moved")
    if check.hidden and check.markers_seen < _FEWEST_MARKERS:
        return pgettext("picture", "markers {numbers} hidden").format(numbers=", ".join(map(str, check.hidden)))
    return pgettext("picture", "camera steady ({moved})").format(moved=accuracy_in_words(check.moved_mm))


def picture_actions(window: Window) -> tuple[WindowAction, ...]:
    """What can be done, in the order of the menus and of the page of keys."""
    act, ruling = ActionMenu(pgettext("picture", "Picture")).action, window.ruling
    view, canvas = ActionMenu(pgettext("picture", "View"), "view.").action, window.canvas
    ruled = unless(lambda: ruling.rests_on_something, pgettext("picture", "This message rests on no rule."))
    several = unless(lambda: len(window.sources) > 1, pgettext("picture", "There is only this picture."))
    larger, smaller = pgettext("picture", "Larger"), pgettext("picture", "Smaller")

    def step(by: int) -> Callable[[], None]:
        return lambda: window.show_source(window.at + by)

    return (
        *_dice_actions(window),
        act("picture.next", pgettext("picture", "Next picture"), "Right", step(1), several),
        act("picture.previous", pgettext("picture", "Previous picture"), "Left", step(-1), several),
        view("toggle", pgettext("picture", "Top view or picture"), "Tab", window.toggle_view),
        view("larger", larger, "+ =", lambda: canvas.zoom_by(ZOOM_STEP), canvas.why_not_larger),
        view("smaller", smaller, "-", lambda: canvas.zoom_by(1 / ZOOM_STEP), canvas.why_not_smaller),
        view("fit", pgettext("picture", "Whole picture"), "0 F", canvas.fit, canvas.why_not_smaller),
        act("why", pgettext("picture", "What the ruling is based on"), "?", ruling.unfold, ruled),
    )


def _dice_actions(window: Window) -> tuple[WindowAction, ...]:
    menu = ActionMenu(pgettext("picture", "Dice"))

    read = unless(lambda: window.inspection is not None, pgettext("picture", "This picture is not read."))

    def needs(holds: Callable[[Inspection], bool], sentence: str) -> WhyNot:
        return first_reason(read, unless(lambda: window.inspection is None or holds(window.inspection), sentence))

    dice = needs(lambda i: bool(i.layout.pieces), pgettext("picture", "No die in this picture."))
    aiming = needs(
        lambda i: i.sighting is not None and bool(i.sighting.candidates),
        pgettext("picture", "There is no target: choose a die with a weapon first, with N."),
    )
    chosen = needs(lambda i: i.chosen is not None, pgettext("picture", "Choose a die first, with N or the mouse."))

    def act(name: str, title: str, keys: str, change: _Change, why_not: WhyNot) -> WindowAction:
        def run() -> None:
            if window.inspection is not None:
                window.inspect(change(window.inspection))

        return menu.action(name, title, keys, run, why_not)

    def weapon(number: int) -> WindowAction:
        title = pgettext("picture", "Weapon {number}").format(number=number + 1)
        key = str(number + 1)
        has_it = needs(lambda i: number < len(i.weapons), pgettext("picture", "The die has no weapon of that number."))
        return act(f"weapon.{key}", title, key, lambda i: i.with_weapon(number), first_reason(chosen, has_it))

    return (
        act("piece.next", pgettext("picture", "Next die"), "N Down", lambda i: i.stepped(1), dice),
        act("piece.previous", pgettext("picture", "Previous die"), "P Up", lambda i: i.stepped(-1), dice),
        act("target.next", pgettext("picture", "Next target"), "T", lambda i: i.focus_stepped(1), aiming),
        act(
            "target.previous", pgettext("picture", "Previous target"), "Shift+T", lambda i: i.focus_stepped(-1), aiming
        ),
        act("owner.next", pgettext("picture", "Change owner"), "O", Inspection.passed_on, chosen),
        *(weapon(number) for number in range(_WEAPONS)),
    )
