"""The side panel: whose dice lie where, and the weapons of the die in hand."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QTreeWidget, QTreeWidgetItem, QWidget

from companion.session import Inspection, Layout, LayoutPiece, PlayerBadge
from companion.session.overlay import owner_badge
from companion.text import pgettext
from companion.ui.badges import on_ground, paint_badge
from companion.ui.layouts import SnugScroll, column_of
from companion.ui.painters import smooth_painter
from companion.ui.plain_widgets import PlainLabel, button_of, set_words
from companion.ui.themes import ASH, tint, type_pt

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
