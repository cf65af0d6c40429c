"""What can be entered of a die, a face and an effect, one table for each, and the boxes to enter it in.

A box shows a value, gives it back, and says when its user changed it. It holds only what a die file may hold there, so
that what is left to check is how values go together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QWidget

from companion.catalogue import CORNERS, Colour, Die, Effect, EffectKind, Face, Range, System
from companion.session import DIE_KEYS, FACE_KEYS, PLACES
from companion.text import N_, pgettext
from companion.ui.layouts import row_of

NONE: Final = N_("dice", "none")
#: Where a corner is on a face with its corner 0 up.
CORNER_WORDS: Final = (N_("dice", "0 top"), N_("dice", "1 left"), N_("dice", "2 right"))
_LARGEST: Final = 999.0


class ValueBox(QWidget):
    """One value. parts: what it is entered in, the first of which gets the keys; show: puts a value into them; value:
    reads what stands there."""

    edited = Signal(object)

    def __init__(self, parts: Sequence[QWidget], show: Callable[[object], None], value: Callable[[], object]) -> None:
        super().__init__()
        self._parts, self._show, self.value = parts, show, value
        row_of(*parts, on=self, margins=(0, 0, 0, 0))
        self.setFocusProxy(parts[0])

    def show_value(self, value: object) -> None:
        """Show a value without saying that it was edited."""
        with ExitStack() as quiet:
            for part in self._parts:
                quiet.enter_context(QSignalBlocker(part))
            self._show(value)

    def report(self, *_: object) -> None:
        """Say that the value was edited."""
        self.edited.emit(self.value())


class _Spin(QDoubleSpinBox):
    """A number; empty is a value of its own, and the wheel scrolls the form, not the number."""

    def __init__(self, *, optional: bool, whole: bool, least: float = 0.0) -> None:
        super().__init__()
        self.setDecimals(0 if whole else 2)
        self.setRange(least - 1 if optional else least, _LARGEST)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._optional = optional
        if optional:
            self.setSpecialValueText(pgettext("dice", NONE))

    def textFromValue(self, value: float) -> str:
        return f"{value:.2f}".rstrip("0").rstrip(".")

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def number(self) -> float | int | None:
        if self._optional and self.value() == self.minimum():
            return None
        return int(self.value()) if self.value().is_integer() else self.value()

    def show_number(self, number: object) -> None:
        assert number is None or isinstance(number, int | float)
        self.setValue(self.minimum() if number is None else number)


class _Choice(QComboBox):
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def number_entry(*, optional: bool = False, whole: bool = False, least: float = 0.0, unit: str = "") -> ValueBox:
    """A number, or none where that is a value."""
    spin = _Spin(optional=optional, whole=whole, least=least)
    spin.setSuffix(unit)
    box = ValueBox([spin], spin.show_number, spin.number)
    spin.valueChanged.connect(box.report)
    return box


def numbers_entry() -> ValueBox:
    """Up to three whole numbers."""
    spins = [_Spin(optional=True, whole=True) for _ in CORNERS]

    def show(value: object) -> None:
        assert isinstance(value, tuple)
        for place, spin in enumerate(spins):
            spin.show_number(value[place] if place < len(value) else None)

    box = ValueBox(spins, show, lambda: tuple(n for spin in spins if (n := spin.number()) is not None))
    for spin in spins:
        spin.valueChanged.connect(box.report)
    return box


def text_entry(*, optional: bool = False) -> ValueBox:
    """A line of text; ``optional`` text is None where the line is empty."""
    empty = None if optional else ""
    return _line_box(lambda value: "" if value is None else str(value), lambda text: text.strip() or empty)


def words_entry() -> ValueBox:
    """Several texts with commas between them."""

    def joined(value: object) -> str:
        assert isinstance(value, tuple)
        return ", ".join(value)

    return _line_box(joined, lambda text: tuple(word.strip() for word in text.split(",") if word.strip()))


def _line_box(shown: Callable[[object], str], meant: Callable[[str], object]) -> ValueBox:
    line = QLineEdit()
    box = ValueBox([line], lambda value: line.setText(shown(value)), lambda: meant(line.text()))
    line.textEdited.connect(box.report)
    return box


def choice_entry(choices: Sequence[tuple[object, str]]) -> ValueBox:
    """One of several values, each with a word for people."""
    values, choice = [value for value, _ in choices], _Choice()
    choice.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    choice.addItems([word for _, word in choices])
    box = ValueBox(
        [choice], lambda value: choice.setCurrentIndex(values.index(value)), lambda: values[choice.currentIndex()]
    )
    choice.currentIndexChanged.connect(box.report)
    return box


def corners_entry() -> ValueBox:
    """Some of the three corners."""
    ticks = [QCheckBox(pgettext("dice", word)) for word in CORNER_WORDS]

    def show(value: object) -> None:
        assert isinstance(value, tuple)
        for corner, tick in enumerate(ticks):
            tick.setChecked(corner in value)

    box = ValueBox(ticks, show, lambda: tuple(corner for corner, tick in enumerate(ticks) if tick.isChecked()))
    for tick in ticks:
        tick.toggled.connect(box.report)
    return box


def flag_entry() -> ValueBox:
    """Yes or no."""
    tick = QCheckBox(pgettext("dice", "yes"))
    box = ValueBox([tick], lambda value: tick.setChecked(bool(value)), tick.isChecked)
    tick.toggled.connect(box.report)
    return box


@dataclass(frozen=True, slots=True)
class FormField:
    """A row of a form: its label (``&`` before the letter that Alt goes to), what makes its box, and what it means."""

    label: str
    box: Callable[[], ValueBox]
    meaning: str


def _word(member: StrEnum) -> str:
    return member.value.replace("-", " ").capitalize()


def _choices(
    members: type[StrEnum], *, without: tuple[StrEnum, ...] = (), optional: bool = False
) -> Callable[[], ValueBox]:
    def made() -> ValueBox:
        none: list[tuple[object, str]] = [(None, pgettext("dice", NONE))] if optional else []
        return choice_entry([*none, *((member, _word(member)) for member in members if member not in without)])

    return made


DIE_ENTRIES: Final[Mapping[str, FormField]] = {
    "name": FormField(N_("dice", "&Name"), text_entry, N_("dice", "as printed on the die")),
    "team": FormField(N_("dice", "&Team"), text_entry, N_("dice", "colours the edges of all sides")),
    "classes": FormField(
        N_("dice", "&Classes"), words_entry, N_("dice", "what Call and Command ask for; commas between several")
    ),
    "points": FormField(N_("dice", "&Points"), number_entry, N_("dice", "printed on side 1")),
    "unique": FormField(
        N_("dice", "&Unique"), flag_entry, N_("dice", "side numbers in triangles: one copy in an army")
    ),
    "edge_mm": FormField(
        N_("dice", "&Edge"), lambda: number_entry(least=1.0, unit=" mm"), N_("dice", "measure it along the paper")
    ),
}
FACE_ENTRIES: Final[Mapping[str, FormField]] = {
    "side": FormField(
        N_("dice", "Side num&ber"), lambda: number_entry(optional=True, whole=True), N_("dice", "the large number")
    ),
    "vertices": FormField(
        N_("dice", "&Location"),
        lambda: choice_entry([(place, place) for place in PLACES]),
        N_("dice", "where this side is on the die, and how it is turned"),
    ),
    "block": FormField(
        N_("dice", "Bloc&k"),
        lambda: number_entry(optional=True),
        N_("dice", "the number in the shield; none on side 1"),
    ),
    "shield": FormField(
        N_("dice", "S&hield"), _choices(Colour), N_("dice", "the colour that it is immune to; white is none")
    ),
    "maneuver": FormField(N_("dice", "&Green dots"), corners_entry, N_("dice", "corners over which it may maneuver")),
    "treads": FormField(
        N_("dice", "&Numbers in them"),
        numbers_entry,
        N_("dice", "Ogre only: the number in each green dot, top to right"),
    ),
    "entry": FormField(N_("dice", "&Entry points"), corners_entry, N_("dice", "small green dots in white circles")),
    "damage": FormField(
        N_("dice", "&Red dots"), corners_entry, N_("dice", "corners over which damage rolls it to the next lower side")
    ),
}
EFFECT_ENTRIES: Final[Mapping[str, FormField]] = {
    "kind": FormField(N_("dice", "Does"), _choices(EffectKind), N_("dice", "what the effect is")),
    "name": FormField(N_("dice", "Called"), text_entry, N_("dice", "the name that is printed")),
    "colour": FormField(
        N_("dice", "Colour"),
        _choices(Colour, without=(Colour.WHITE,)),
        N_("dice", "of its arrow; matters only for immunity"),
    ),
    "range": FormField(
        N_("dice", "Range"), _choices(Range, optional=True), N_("dice", "shown by the shape of its arrow")
    ),
    "corners": FormField(N_("dice", "Arrows in"), corners_entry, N_("dice", "corners that bear its arrow")),
    "attack": FormField(
        N_("dice", "Attack"), lambda: number_entry(optional=True), N_("dice", "the number in the arrow")
    ),
    "amount": FormField(
        N_("dice", "Amount"), lambda: number_entry(optional=True), N_("dice", "of a Protection or Power-up")
    ),
    "system": FormField(
        N_("dice", "System"), _choices(System, optional=True), N_("dice", "Ogre only: the weapon system of its card")
    ),
    "restriction": FormField(
        N_("dice", "Only for"),
        lambda: text_entry(optional=True),
        N_("dice", "the class, team or die to which it is restricted"),
    ),
    "double": FormField(N_("dice", "Double Shot"), flag_entry, N_("dice", "it may shoot twice")),
    "continuous": FormField(N_("dice", "Continuous"), flag_entry, N_("dice", "a C stands in the arrow")),
}
assert set(DIE_ENTRIES) == set(DIE_KEYS) <= {field.name for field in fields(Die)}
assert set(FACE_ENTRIES) == set(FACE_KEYS) == {field.name for field in fields(Face)} - {"key", "effects"}
assert set(EFFECT_ENTRIES) == {field.name for field in fields(Effect)}
