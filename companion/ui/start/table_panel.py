"""What can be chosen beside the live picture: camera, the table's size, markers or corners, locks, lens pictures.

The terrain of a planned match beside the table's picture: what lies there, one piece of it chosen and changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from companion.camera import Mat
from companion.camera.sources import AppliedSettings, AutoLock
from companion.geometry import Point
from companion.session.match_setup import (
    RISE_MM,
    MatchPlan,
    Surface,
    TerrainPiece,
    TerrainShape,
    find_free_place,
    initial_dice,
    name_terrain,
)
from companion.session.table_measurement import WANTED_PICTURES, MatObservation, corner_name
from companion.text import pgettext
from companion.ui.layouts import column_of, row_of, scrolled
from companion.ui.plain_widgets import plain_label, set_mood, set_tip
from companion.ui.start.live_picture import LivePicture
from companion.ui.start.ring import ProgressRing
from companion.ui.themes import type_pt

#: Beside the picture, where the type has its usual size.
_WIDTH_PX: Final = 430
_SHAPES: Final = ("rect", "round")
_FIELD_PX: Final = 96

#: What is done to the chosen piece.
TerrainChange = Callable[[TerrainPiece], TerrainPiece]


class TablePanel(QWidget):
    """``picked``: a camera by its place, -1 for none; ``sized``: the table has another size. alone: the camera
    is measured for its own sake, and a drawn table is no choice."""

    picked = Signal(int)
    sized = Signal()

    def __init__(
        self,
        names: Sequence[str],
        size_mm: tuple[float, float],
        plan: MatchPlan | None = None,
        parent: QWidget | None = None,
        *,
        alone: bool = False,
    ) -> None:
        super().__init__(parent)
        self.terrain = TerrainBox(plan, self)
        self._width, self._depth = _millimetres(size_mm[0]), _millimetres(size_mm[1])
        self._shapes = QComboBox(self)
        self._shapes.setObjectName("small")
        self._shapes.addItems([pgettext("TablePanel", "four corners"), pgettext("TablePanel", "round")])
        self.clicks = QPushButton(pgettext("TablePanel", "C   Click the corners instead"), self)
        self.by_markers = QPushButton(pgettext("TablePanel", "Z   Size by the markers"), self)
        self._size_message = plain_label("", "small", wrap=True)
        self.lock = QPushButton(pgettext("TablePanel", "L   Lock focus and exposure"), self)
        self.take = QPushButton(pgettext("TablePanel", "P   Take a lens picture"), self)
        self._ring = ProgressRing(WANTED_PICTURES, self)
        self._lens_message = plain_label("", "small", wrap=True)
        self._locks_message = plain_label("", "small", wrap=True)
        self._marks = QGridLayout()
        self._arrange(names, alone=alone)
        self._width.textChanged.connect(self._resized)
        self._depth.textChanged.connect(self._resized)
        self._shapes.currentIndexChanged.connect(self._resized)

    # The table

    @property
    def shape(self) -> str:
        """The table seen from above: ``rect`` or ``round``."""
        return _SHAPES[self._shapes.currentIndex()]

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and depth; of a round table its bounding square."""
        width_mm = _typed(self._width)
        return width_mm, width_mm if self.shape == "round" else _typed(self._depth)

    @property
    def surface(self) -> Surface:
        """The table as entered."""
        return Surface(self.shape, self.size_mm)

    def choose_shape(self, shape: str) -> None:
        """Begin with that shape."""
        if shape in _SHAPES:
            self._shapes.setCurrentIndex(_SHAPES.index(shape))

    def enter(self, size_mm: tuple[float, float]) -> None:
        """Put a size into the fields, to a whole millimetre."""
        self._width.setText(f"{size_mm[0]:.0f}")
        self._depth.setText(f"{size_mm[1]:.0f}")

    def say_size(self, text: str, mood: str) -> None:
        """About where the size comes from."""
        self._size_message.setText(text)
        self._size_message.setVisible(bool(text))
        set_mood(self._size_message, mood)

    @property
    def typing(self) -> bool:
        """Whether a size is being typed."""
        return self._width.hasFocus() or self._depth.hasFocus()

    def enter_size(self) -> None:
        """The keyboard goes to the width, which is typed over."""
        self._width.setFocus()
        self._width.selectAll()

    # What is shown

    def mark_choice(self, at: int | None, lens_pictures: int = 0) -> None:
        """Which camera is chosen, ``None``: none; and how many pictures its lens is measured by already."""
        for number, button in self._buttons.items():
            button.setChecked(number == (-1 if at is None else at))
        for part in (*self._with_camera, self.by_markers):
            part.setVisible(at is not None)
        self.say_size("", "")
        self._say_locks("", "")
        self.show_lens(WANTED_PICTURES if lens_pictures else 0)

    def show_markers(self, shown: tuple[Mat | None, MatObservation | None] | None) -> None:
        """A tick for every marker seen; ``None``: markers do not matter now."""
        mat, look = shown or (None, None)
        for place, label in enumerate(self._mark_labels):
            marker = mat.markers[place] if mat is not None and place < len(mat.markers) else None
            seen = look is not None and marker is not None and marker.id in look.seen
            label.setVisible(shown is not None)
            label.setText(f"{'✓' if seen else '○'}  {corner_name(marker, mat.table)}" if marker and mat else "")
            set_mood(label, "ok" if seen else "")
        self.clicks.setText(
            pgettext("TablePanel", "C   Click the corners instead")
            if shown
            else pgettext("TablePanel", "C   Use the markers")
        )

    def show_locks(self, held: frozenset[AutoLock], granted: AppliedSettings | None) -> None:
        """What the camera made of the locks."""
        if not held:
            self._say_locks(pgettext("TablePanel", "The camera is adjusting itself."), "")
        elif granted is None:
            self._say_locks(
                pgettext("TablePanel", "Nothing to lock here: these pictures do not come from a camera."), ""
            )
        elif granted.ignored:
            self._say_locks(" ".join(granted.ignored), "amber")
        else:
            self._say_locks(pgettext("TablePanel", "Locked: {0}.").format(", ".join(sorted(granted.locked))), "ok")

    def show_lens(self, taken: int) -> None:
        """So many lens pictures are taken."""
        self._ring.show_done(taken)
        if taken >= WANTED_PICTURES:
            self.say_lens(pgettext("TablePanel", "The lens is measured with every picture from now on."), "ok")
        elif taken:
            self.say_lens(pgettext("TablePanel", "Taken. Tilt the board another way."), "")
        else:
            self.say_lens(pgettext("TablePanel", "Makes the rim of the table as exact as its middle."), "")

    def say_lens(self, text: str, mood: str) -> None:
        """About the last lens picture."""
        self._lens_message.setText(text)
        set_mood(self._lens_message, mood)

    # Putting together

    def _arrange(self, names: Sequence[str], *, alone: bool) -> None:
        inside = QWidget()
        column = column_of(
            self._cameras(names, alone=alone), self._table(), self.terrain, on=inside, margins=(0, 0, 0, 0), spacing=10
        )
        self._with_camera = (self._markers(), self._camera_box())
        for part in self._with_camera:
            column.addWidget(part)
        column.addStretch(1)
        around = scrolled(inside)  # in very large type there is more than a small screen has room for
        column_of(around, on=self, margins=(0, 0, 0, 0))
        self.setFixedWidth(type_pt(_WIDTH_PX) + around.verticalScrollBar().sizeHint().width())

    def _cameras(self, names: Sequence[str], *, alone: bool) -> QFrame:
        box, column = _box(pgettext("TablePanel", "Camera"))
        offered = [
            *((f"{n + 1}   {name}", n) for n, name in enumerate(names)),
            *([] if alone else [(pgettext("TablePanel", "0   No camera: drawn table"), -1)]),
        ]
        self._buttons = {number: QPushButton(text, box) for text, number in offered}
        for number, button in self._buttons.items():
            button.setObjectName("choice")
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, number=number: self.picked.emit(number))
            column.addWidget(button)
        if not names:
            column.addWidget(
                plain_label(pgettext("TablePanel", "No camera found. Plug one in and press R."), "quiet", wrap=True)
            )
        return box

    def _table(self) -> QFrame:
        box, column = _box(pgettext("TablePanel", "Table, in mm  (S)"))
        row = row_of(self._width, plain_label("×", "small"), self._depth, 1, self._shapes)
        column.addLayout(row)
        self.by_markers.setObjectName("choice")
        column.addWidget(self.by_markers)
        column.addWidget(self._size_message)
        self._size_message.hide()
        return box

    def _markers(self) -> QFrame:
        box, column = _box(pgettext("TablePanel", "Markers"))
        self._mark_labels = [plain_label("", "small") for _ in range(4)]
        # As they lie on the table: the far ones above, the near ones below.
        for label, (line, place) in zip(self._mark_labels, ((1, 0), (1, 1), (0, 1), (0, 0)), strict=True):
            self._marks.addWidget(label, line, place)
        column.addLayout(self._marks)
        self.clicks.setObjectName("choice")
        column.addWidget(self.clicks)
        return box

    def _camera_box(self) -> QFrame:
        box, column = _box(pgettext("TablePanel", "When there is time"))
        for button in (self.lock, self.take):
            button.setObjectName("choice")
        column.addWidget(self.lock)
        column.addWidget(self._locks_message)
        row = QHBoxLayout()
        row.addWidget(self._ring, alignment=Qt.AlignmentFlag.AlignTop)
        beside = column_of(self.take, self._lens_message)
        row.addLayout(beside, stretch=1)
        column.addLayout(row)
        return box

    def _resized(self) -> None:
        self._depth.setEnabled(self.shape != "round")
        self.sized.emit()

    def _say_locks(self, text: str, mood: str) -> None:
        self._locks_message.setText(text)
        self._locks_message.setVisible(bool(text))
        set_mood(self._locks_message, mood)


def _box(title: str) -> tuple[QFrame, QVBoxLayout]:
    box = QFrame()
    box.setObjectName("box")
    column = column_of(plain_label(title, "section"), on=box, margins=(14, 10, 14, 12), spacing=6)
    return box, column


def _millimetres(value: float) -> QLineEdit:
    field = QLineEdit(f"{value:g}")
    field.setObjectName("small")
    field.setFixedWidth(round(type_pt(_FIELD_PX)))
    field.setValidator(QIntValidator(1, 99999, field))
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    return field


def _typed(field: QLineEdit) -> float:
    """What stands there; nothing is no table."""
    return float(field.text()) if field.text().isdigit() else 0.0


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
        column.addWidget(plain_label(pgettext("TerrainBox", "Terrain"), "section"))
        self._why_not = plain_label(
            pgettext("TerrainBox", "Terrain is used only with the Advanced Rules: F8, one page back."),
            "quiet",
            wrap=True,
        )
        column.addWidget(self._why_not)
        self.more = self._button(pgettext("TerrainBox", "T   Add a piece"))
        column.addWidget(self.more)
        again = pgettext("TerrainBox", "A   As last time ({count})").format(count=len(self._last))
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
            pgettext("TerrainBox", "Arrows move it, PgUp and PgDown turn it, Ctrl and arrows change its size."),
            "quiet",
            wrap=True,
        )
        column.addWidget(self._hint)

    def _ways(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        return (
            (pgettext("TerrainBox", "F   Shape"), lambda: self.change(TerrainPiece.of_next_form)),
            (pgettext("TerrainBox", "H   Height"), lambda: self.change(TerrainPiece.of_next_level)),
            (pgettext("TerrainBox", "U   5 mm up"), lambda: self.change(lambda piece: piece.raised_by(RISE_MM))),
            (pgettext("TerrainBox", "W   Wider"), lambda: self.change(lambda piece: piece.grown_by(20, 0))),
            (pgettext("TerrainBox", "D   Deeper"), lambda: self.change(lambda piece: piece.grown_by(0, 20))),
            (pgettext("TerrainBox", "G   Turn"), lambda: self.change(lambda piece: piece.turned_by(15))),
            (pgettext("TerrainBox", "X   Remove"), self.take_away),
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
            TerrainShape.OBLONG: pgettext("TerrainBox", "oblong"),
            TerrainShape.ROUND: pgettext("TerrainBox", "round"),
            TerrainShape.TRIANGLE: pgettext("TerrainBox", "triangle"),
        }
        assert set(forms) == set(TerrainShape)
        wide, deep = piece.size_mm
        message = f"{name}: {forms[piece.form]} {wide:g} × {deep:g} mm"
        if piece.level is None:
            return message
        reported = pgettext("TerrainBox", "{0}, level {1}").format(message, piece.level)
        if not piece.height_mm:
            return reported
        return pgettext("TerrainBox", "{0}, {1} mm high").format(reported, f"{piece.height_mm:g}")

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("choice")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_tip(button, text)
        return button
