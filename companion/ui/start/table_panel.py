"""What can be chosen beside the live picture: camera, the table's size, markers or corners, locks, lens pictures; and
the terrain of a planned match, one piece of it chosen and changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from companion.camera import Mat
from companion.camera.sources import AppliedSettings, AutoLock
from companion.session import match_setup
from companion.session.table_measurement import WANTED_PICTURES, MatObservation, corner_name
from companion.text import pgettext
from companion.ui.layouts import LayoutPart, column_of, row_of, scrolled
from companion.ui.plain_widgets import button_of, plain_label, set_mood, set_tip
from companion.ui.start.live_picture import LivePicture
from companion.ui.start.rings import ProgressRing
from companion.ui.themes import type_pt

#: Beside the picture, where the type has its usual size.
_WIDTH_PX: Final = 430
_SHAPES: Final = ("rect", "round")
_FIELD_PX: Final = 96


class TablePanel(QWidget):
    """``picked``: a camera by its place, -1 for none; ``sized``: the table has another size. alone: the camera
    is measured for its own sake, and a drawn table is no choice."""

    picked = Signal(int)
    sized = Signal()

    def __init__(
        self,
        names: Sequence[str],
        size_mm: tuple[float, float],
        plan: match_setup.MatchPlan | None = None,
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

        def choice(words: str) -> QPushButton:
            return button_of(words, name="choice", parent=self)

        self.clicks = choice(pgettext("TablePanel", "C   Click the corners instead"))
        self.by_markers = choice(pgettext("TablePanel", "Z   Size by the markers"))
        self.lock = choice(pgettext("TablePanel", "L   Lock focus and exposure"))
        self.take = choice(pgettext("TablePanel", "P   Take a lens picture"))
        self._ring = ProgressRing(WANTED_PICTURES, self)
        self._size_message, self._lens_message, self._locks_message = (
            plain_label("", "small", wrap=True) for _ in range(3)
        )
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
    def surface(self) -> match_setup.Surface:
        """The table as entered."""
        return match_setup.Surface(self.shape, self.size_mm)

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
        _say(self._size_message, text, mood)

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
        _say(self._locks_message, "", "")
        self.show_lens(WANTED_PICTURES if lens_pictures else 0)

    def show_markers(self, shown: tuple[Mat | None, MatObservation | None] | None) -> None:
        """A tick for every marker seen; ``None``: markers do not matter now."""
        mat, observation = shown or (None, None)
        for place, label in enumerate(self._mark_labels):
            marker = mat.markers[place] if mat is not None and place < len(mat.markers) else None
            seen = observation is not None and marker is not None and marker.id in observation.seen
            label.setVisible(shown is not None)
            label.setText(f"{'✓' if seen else '○'}  {corner_name(marker, mat.table)}" if marker and mat else "")
            set_mood(label, "ok" if seen else "")
        corners = pgettext("TablePanel", "C   Click the corners instead")
        self.clicks.setText(corners if shown else pgettext("TablePanel", "C   Use the markers"))

    def show_locks(self, held: frozenset[AutoLock], granted: AppliedSettings | None) -> None:
        """What the camera made of the locks."""
        mood = ""
        if not held:
            text = pgettext("TablePanel", "The camera is adjusting itself.")
        elif granted is None:
            text = pgettext("TablePanel", "Nothing to lock here: these pictures do not come from a camera.")
        elif granted.ignored:
            text, mood = " ".join(granted.ignored), "amber"
        else:
            text, mood = pgettext("TablePanel", "Locked: {0}.").format(", ".join(sorted(granted.locked))), "ok"
        _say(self._locks_message, text, mood)

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
        self._buttons = {
            number: button_of(text, partial(self.picked.emit, number), "choice", checkable=True, parent=self)
            for text, number in (
                *((f"{n + 1}   {name}", n) for n, name in enumerate(names)),
                *([] if alone else [(pgettext("TablePanel", "0   No camera: drawn table"), -1)]),
            )
        }
        no_camera = pgettext("TablePanel", "No camera found. Plug one in and press R.")
        missing = [] if names else [plain_label(no_camera, "quiet", wrap=True)]
        cameras = _box(pgettext("TablePanel", "Camera"), *self._buttons.values(), *missing)
        size = row_of(self._width, plain_label("×", "small"), self._depth, 1, self._shapes)
        table = _box(pgettext("TablePanel", "Table, in mm  (S)"), size, self.by_markers, self._size_message)
        self._size_message.hide()
        marks, self._mark_labels = QGridLayout(), [plain_label("", "small") for _ in range(4)]
        # As they lie on the table: the far ones above, the near ones below.
        for label, (line, place) in zip(self._mark_labels, ((1, 0), (1, 1), (0, 1), (0, 0)), strict=True):
            marks.addWidget(label, line, place)
        lens = row_of(self._ring, (column_of(self.take, self._lens_message), 1))
        lens.setAlignment(self._ring, Qt.AlignmentFlag.AlignTop)
        self._with_camera = (
            _box(pgettext("TablePanel", "Markers"), marks, self.clicks),
            _box(pgettext("TablePanel", "When there is time"), self.lock, self._locks_message, lens),
        )
        inside = QWidget()
        parts = (cameras, table, self.terrain, *self._with_camera, 1)
        column_of(*parts, on=inside, margins=(0, 0, 0, 0), spacing=10)
        around = scrolled(inside)  # in very large type there is more than a small screen has room for
        column_of(around, on=self, margins=(0, 0, 0, 0))
        self.setFixedWidth(type_pt(_WIDTH_PX) + around.verticalScrollBar().sizeHint().width())

    def _resized(self) -> None:
        self._depth.setEnabled(self.shape != "round")
        self.sized.emit()


def _box(title: str, *parts: LayoutPart) -> QFrame:
    box = QFrame()
    box.setObjectName("box")
    column_of(plain_label(title, "section"), *parts, on=box, margins=(14, 10, 14, 12), spacing=6)
    return box


def _say(label: QLabel, text: str, mood: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
    set_mood(label, mood)


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

    def __init__(self, plan: match_setup.MatchPlan | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("box")
        self.offered = plan is not None
        self.counts = plan is not None and plan.terrain_counts
        self._pieces: tuple[match_setup.TerrainPiece, ...] = plan.terrain if plan is not None else ()
        self._last: tuple[match_setup.TerrainPiece, ...] = plan.last_terrain if plan is not None else ()
        self.chosen: int | None = None
        self._arrange()
        if not self.offered:
            self.hide()
        self._show()

    @property
    def pieces(self) -> tuple[match_setup.TerrainPiece, ...]:
        """What lies on the table; nothing where terrain does not count."""
        return self._pieces if self.counts else ()

    def shown_on(self, picture: LivePicture) -> None:
        """Show the pieces on the table's picture, where the mouse takes and carries them."""
        self.changed.connect(lambda: picture.show_terrain(self.pieces, self.chosen))
        picture.terrain.picked.connect(self.choose)
        picture.terrain.carried.connect(lambda centre_mm: self.change(lambda piece: piece.moved_to(centre_mm)))
        picture.show_terrain(self.pieces, self.chosen)

    def has_chosen(self) -> bool:
        """Whether a piece is chosen."""
        return self.counts and self.chosen is not None

    def add(self, plan: match_setup.MatchPlan) -> None:
        """One piece more, where the plan has room for it."""
        piece = match_setup.find_free_place(self._pieces, plan.surface, match_setup.initial_dice(plan))
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

    def change(self, change: Callable[[match_setup.TerrainPiece], match_setup.TerrainPiece]) -> None:
        """Change the chosen piece."""
        at = self.chosen
        if at is not None:
            self._set((*self._pieces[:at], change(self._pieces[at]), *self._pieces[at + 1 :]), at)

    def _set(self, pieces: Sequence[match_setup.TerrainPiece], chosen: int | None) -> None:
        self._pieces, self.chosen = tuple(pieces), chosen
        self._show()
        self.changed.emit()

    def _arrange(self) -> None:
        why_not = pgettext("TerrainBox", "Terrain is used only with the Advanced Rules: F8, one page back.")
        how = pgettext("TerrainBox", "Arrows move it, PgUp and PgDown turn it, Ctrl and arrows change its size.")
        again = pgettext("TerrainBox", "A   As last time ({count})").format(count=len(self._last))
        self._why_not, self._hint = (plain_label(words, "quiet", wrap=True) for words in (why_not, how))
        self.more = self._button(pgettext("TerrainBox", "T   Add a piece"))
        self._again = self._button(again, self.lay_last)
        self._list = QVBoxLayout()
        self._tools = QWidget(self)
        self._tools.setObjectName("inside")
        grid = QGridLayout(self._tools)
        grid.setContentsMargins(0, 0, 0, 0)
        for place, (text, do) in enumerate(self._ways()):
            grid.addWidget(self._button(text, do), *divmod(place, 2))
        title = plain_label(pgettext("TerrainBox", "Terrain"), "section")
        parts = (title, self._why_not, self.more, self._again, self._list, self._tools, self._hint)
        column_of(*parts, on=self, margins=(14, 10, 14, 12), spacing=6)

    def _ways(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        return (
            (pgettext("TerrainBox", "F   Shape"), lambda: self.change(match_setup.TerrainPiece.of_next_form)),
            (pgettext("TerrainBox", "H   Height"), lambda: self.change(match_setup.TerrainPiece.of_next_level)),
            (
                pgettext("TerrainBox", "U   5 mm up"),
                lambda: self.change(lambda piece: piece.raised_by(match_setup.RISE_MM)),
            ),
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
        for number, (name, piece) in enumerate(match_setup.name_terrain(self.pieces).items()):
            button = self._button(_terrain_words(name, piece), partial(self.choose, number))
            button.setCheckable(True)
            button.setChecked(number == self.chosen)
            self._list.addWidget(button)

    def _button(self, text: str, run: Callable[[], object] | None = None) -> QPushButton:
        button = button_of(text, run, "choice", focus=Qt.FocusPolicy.NoFocus, parent=self)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_tip(button, text)
        return button


def _terrain_words(name: str, piece: match_setup.TerrainPiece) -> str:
    forms = {
        match_setup.TerrainShape.OBLONG: pgettext("TerrainBox", "oblong"),
        match_setup.TerrainShape.ROUND: pgettext("TerrainBox", "round"),
        match_setup.TerrainShape.TRIANGLE: pgettext("TerrainBox", "triangle"),
    }
    assert set(forms) == set(match_setup.TerrainShape)
    wide, deep = piece.size_mm
    words = f"{name}: {forms[piece.form]} {wide:g} × {deep:g} mm"
    if piece.level is not None:
        words = pgettext("TerrainBox", "{0}, level {1}").format(words, piece.level)
        if piece.height_mm:
            words = pgettext("TerrainBox", "{0}, {1} mm high").format(words, f"{piece.height_mm:g}")
    return words
