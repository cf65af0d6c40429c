"""Boxes to enter one value in: each shows a value, gives it back, and says when its user changed it.

A box holds only what a die file may hold there, so that what is left to check is how values go together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QHBoxLayout, QLineEdit, QWidget

from companion.catalogue import CORNERS
from companion.text import N_, pgettext

NONE: Final = N_("dice", "none")
#: Where a corner is on a face with its corner 0 up.
CORNER_WORDS: Final = (N_("dice", "0 top"), N_("dice", "1 left"), N_("dice", "2 right"))
_LARGEST: Final = 999.0


class ValueBox(QWidget):
    """One value."""

    edited = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)

    def show_value(self, value: object) -> None:
        """Show a value without saying that it was edited."""
        raise NotImplementedError

    def value(self) -> object:
        """The value shown."""
        raise NotImplementedError

    def _hold(self, *parts: QWidget) -> None:
        """Take in the parts; the first one gets the keys."""
        for part in parts:
            self._row.addWidget(part)
        self.setFocusProxy(parts[0])

    def _report(self, *_: object) -> None:
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

    def show_number(self, number: float | None) -> None:
        self.setValue(self.minimum() if number is None else number)


class _Choice(QComboBox):
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class NumberBox(ValueBox):
    """A number, or none where that is a value."""

    def __init__(self, *, optional: bool = False, whole: bool = False, least: float = 0.0, unit: str = "") -> None:
        super().__init__()
        self._spin = _Spin(optional=optional, whole=whole, least=least)
        self._spin.setSuffix(unit)
        self._spin.valueChanged.connect(self._report)
        self._hold(self._spin)

    def show_value(self, value: object) -> None:
        assert value is None or isinstance(value, int | float)
        with QSignalBlocker(self._spin):
            self._spin.show_number(value)

    def value(self) -> object:
        return self._spin.number()


class NumbersBox(ValueBox):
    """Up to three whole numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._spins = [_Spin(optional=True, whole=True) for _ in CORNERS]
        for spin in self._spins:
            spin.valueChanged.connect(self._report)
        self._hold(*self._spins)

    def show_value(self, value: object) -> None:
        assert isinstance(value, tuple)
        for place, spin in enumerate(self._spins):
            with QSignalBlocker(spin):
                spin.show_number(value[place] if place < len(value) else None)

    def value(self) -> object:
        return tuple(number for spin in self._spins if (number := spin.number()) is not None)


class TextBox(ValueBox):
    """A line of text; ``optional`` text is None where the line is empty."""

    def __init__(self, *, optional: bool = False) -> None:
        super().__init__()
        self._optional = optional
        self._line = QLineEdit()
        self._line.textEdited.connect(self._report)
        self._hold(self._line)

    def show_value(self, value: object) -> None:
        self._line.setText("" if value is None else str(value))

    def value(self) -> object:
        return self._line.text().strip() or (None if self._optional else "")


class WordsBox(TextBox):
    """Several texts with commas between them."""

    def show_value(self, value: object) -> None:
        assert isinstance(value, tuple)
        self._line.setText(", ".join(value))

    def value(self) -> object:
        return tuple(word.strip() for word in self._line.text().split(",") if word.strip())


class ChoiceBox(ValueBox):
    """One of several values, each with a word for people."""

    def __init__(self, choices: Sequence[tuple[object, str]]) -> None:
        super().__init__()
        self._values = [value for value, _ in choices]
        self._choice = _Choice()
        self._choice.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._choice.addItems([word for _, word in choices])
        self._choice.currentIndexChanged.connect(self._report)
        self._hold(self._choice)

    def show_value(self, value: object) -> None:
        with QSignalBlocker(self._choice):
            self._choice.setCurrentIndex(self._values.index(value))

    def value(self) -> object:
        return self._values[self._choice.currentIndex()]


class CornersBox(ValueBox):
    """Some of the three corners."""

    def __init__(self) -> None:
        super().__init__()
        self._ticks = [QCheckBox(pgettext("dice", word)) for word in CORNER_WORDS]
        for tick in self._ticks:
            tick.toggled.connect(self._report)
        self._hold(*self._ticks)

    def show_value(self, value: object) -> None:
        assert isinstance(value, tuple)
        for corner, tick in enumerate(self._ticks):
            with QSignalBlocker(tick):
                tick.setChecked(corner in value)

    def value(self) -> object:
        return tuple(corner for corner, tick in enumerate(self._ticks) if tick.isChecked())


class FlagBox(ValueBox):
    """Yes or no."""

    def __init__(self) -> None:
        super().__init__()
        self._tick = QCheckBox(pgettext("dice", "yes"))
        self._tick.toggled.connect(self._report)
        self._hold(self._tick)

    def show_value(self, value: object) -> None:
        with QSignalBlocker(self._tick):
            self._tick.setChecked(bool(value))

    def value(self) -> object:
        return self._tick.isChecked()
