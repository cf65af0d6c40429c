"""The terrain of a planned match beside the table's picture: what lies there, one piece of it chosen and changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from companion.geometry import Point
from companion.session.match_setup import (
    RISE_MM,
    MatchPlan,
    TerrainPiece,
    TerrainShape,
    find_free_place,
    initial_dice,
    name_terrain,
)
from companion.text import translate
from companion.ui.plain_widgets import plain_label, set_tip
from companion.ui.start.live_picture import LivePicture

#: What is done to the chosen piece.
TerrainChange = Callable[[TerrainPiece], TerrainPiece]


class TerrainBox(QFrame):
    """Owns the pieces while the table page is open; ``offered``: there is a match to plan them for.

    changed: another piece, or another way that one lies.
    """

    changed = Signal()

    def __init__(self, plan: MatchPlan | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("box")
        self.offered = plan is not None
        self.counts = plan is not None and plan.terrain_counts
        self._pieces: tuple[TerrainPiece, ...] = plan.terrain if plan is not None else ()
        self._last: tuple[TerrainPiece, ...] = plan.last_terrain if plan is not None else ()
        self.chosen: int | None = None
        self._arrange()
        if not self.offered:
            self.hide()
        self._show()

    @property
    def pieces(self) -> tuple[TerrainPiece, ...]:
        """What lies on the table; nothing where terrain does not count."""
        return self._pieces if self.counts else ()

    def shown_on(self, picture: LivePicture) -> None:
        """Show the pieces on the table's picture, where the mouse takes and carries them."""
        self.changed.connect(lambda: picture.show_terrain(self.pieces, self.chosen))
        picture.terrain.picked.connect(self.choose)
        picture.terrain.carried.connect(self.carry)
        picture.show_terrain(self.pieces, self.chosen)

    def has_chosen(self) -> bool:
        """Whether a piece is chosen."""
        return self.counts and self.chosen is not None

    def add(self, plan: MatchPlan) -> None:
        """One piece more, where the plan has room for it."""
        piece = find_free_place(self._pieces, plan.surface, initial_dice(plan))
        self._set((*self._pieces, piece), len(self._pieces))

    def offers_last(self) -> bool:
        """Whether the terrain of the last match may be laid again: there was some, and nothing lies there yet."""
        return self.counts and bool(self._last) and not self._pieces

    def lay_last(self) -> None:
        """The terrain of the last match once more, as it lay."""
        if self.offers_last():
            self._set(self._last, 0)

    def take_away(self) -> None:
        """The chosen piece goes."""
        at = self.chosen
        if at is not None:
            kept = (*self._pieces[:at], *self._pieces[at + 1 :])
            self._set(kept, min(at, len(kept) - 1) if kept else None)

    def choose(self, at: int) -> None:
        """Another piece."""
        self._set(self._pieces, at)

    def choose_next(self) -> None:
        """The next piece, in a round."""
        if self._pieces:
            self.choose(0 if self.chosen is None else (self.chosen + 1) % len(self._pieces))

    def change(self, change: TerrainChange) -> None:
        """Change the chosen piece."""
        at = self.chosen
        if at is not None:
            self._set((*self._pieces[:at], change(self._pieces[at]), *self._pieces[at + 1 :]), at)

    def carry(self, centre_mm: Point) -> None:
        """The mouse carries the chosen piece."""
        self.change(lambda piece: piece.moved_to(centre_mm))

    # Inside

    def _set(self, pieces: Sequence[TerrainPiece], chosen: int | None) -> None:
        self._pieces, self.chosen = tuple(pieces), chosen
        self._show()
        self.changed.emit()

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(6)
        column.addWidget(plain_label(translate("TerrainBox", "Terrain"), "section"))
        self._why_not = plain_label(
            translate("TerrainBox", "Terrain is used only with the Advanced Rules: F8, one page back."),
            "quiet",
            wrap=True,
        )
        column.addWidget(self._why_not)
        self.more = self._button(translate("TerrainBox", "T   Add a piece"))
        column.addWidget(self.more)
        again = translate("TerrainBox", "A   As last time ({count})").format(count=len(self._last))
        self._again = self._button(again)
        self._again.clicked.connect(lambda _=False: self.lay_last())
        column.addWidget(self._again)
        self._list = QVBoxLayout()
        column.addLayout(self._list)
        self._tools = QWidget(self)
        self._tools.setObjectName("inside")
        grid = QGridLayout(self._tools)
        grid.setContentsMargins(0, 0, 0, 0)
        for place, (text, do) in enumerate(self._ways()):
            button = self._button(text)
            button.clicked.connect(lambda _=False, do=do: do())
            grid.addWidget(button, place // 2, place % 2)
        column.addWidget(self._tools)
        self._hint = plain_label(
            translate("TerrainBox", "Arrows move it, PgUp and PgDown turn it, Ctrl and arrows change its size."),
            "quiet",
            wrap=True,
        )
        column.addWidget(self._hint)

    def _ways(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        return (
            (translate("TerrainBox", "F   Shape"), lambda: self.change(TerrainPiece.of_next_form)),
            (translate("TerrainBox", "H   Height"), lambda: self.change(TerrainPiece.of_next_level)),
            (translate("TerrainBox", "U   5 mm up"), lambda: self.change(lambda piece: piece.raised_by(RISE_MM))),
            (translate("TerrainBox", "W   Wider"), lambda: self.change(lambda piece: piece.grown_by(20, 0))),
            (translate("TerrainBox", "D   Deeper"), lambda: self.change(lambda piece: piece.grown_by(0, 20))),
            (translate("TerrainBox", "G   Turn"), lambda: self.change(lambda piece: piece.turned_by(15))),
            (translate("TerrainBox", "X   Remove"), self.take_away),
        )

    def _show(self) -> None:
        self._why_not.setVisible(not self.counts)
        self.more.setVisible(self.counts)
        self._again.setVisible(self.offers_last())
        self._tools.setVisible(self.has_chosen())
        self._hint.setVisible(self.has_chosen())
        while (item := self._list.takeAt(0)) is not None:
            if (button := item.widget()) is not None:
                button.hide()
                button.deleteLater()
        for number, (name, piece) in enumerate(name_terrain(self.pieces).items()):
            button = self._button(self._words(name, piece))
            button.setCheckable(True)
            button.setChecked(number == self.chosen)
            button.clicked.connect(lambda _=False, number=number: self.choose(number))
            self._list.addWidget(button)

    def _words(self, name: str, piece: TerrainPiece) -> str:
        forms = {
            TerrainShape.OBLONG: translate("TerrainBox", "oblong"),
            TerrainShape.ROUND: translate("TerrainBox", "round"),
            TerrainShape.TRIANGLE: translate("TerrainBox", "triangle"),
        }
        assert set(forms) == set(TerrainShape)
        wide, deep = piece.size_mm
        said = f"{name}: {forms[piece.form]} {wide:g} × {deep:g} mm"
        if piece.level is None:
            return said
        told = translate("TerrainBox", "{0}, level {1}").format(said, piece.level)
        if not piece.height_mm:
            return told
        return translate("TerrainBox", "{0}, {1} mm high").format(told, f"{piece.height_mm:g}")

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("choice")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_tip(button, text)
        return button
