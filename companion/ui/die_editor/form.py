"""A form: one row for each entry of a table, with its box and a word on whose value it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QGroupBox, QLabel, QPushButton, QVBoxLayout, QWidget

from companion.catalogue import Die, Effect, Face
from companion.session import Draft
from companion.text import mark, translate
from companion.ui.die_editor.boxes import CORNER_WORDS, ValueBox
from companion.ui.die_editor.fields import EFFECT_ENTRIES, FACE_ENTRIES, FormField
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import PlainLabel, set_look, set_tip

#: What the sources of the catalogue are called beside a value.
SOURCE_WORDS: Final[Mapping[str, str]] = {
    "stand-in": mark("dice", "stand-in"),
    "rules": mark("dice", "rules"),
    "printed": mark("dice", "printed"),
    "user": mark("dice", "yours"),
}


class DieForm(QWidget):
    """The values of one die, face or effect."""

    edited = Signal(str, object)

    def __init__(self, entries: Mapping[str, FormField]) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(len(entries), 1)
        self._boxes = {key: entry.box() for key, entry in entries.items()}
        self._sources = {key: PlainLabel() for key in entries}
        for row, (key, entry) in enumerate(entries.items()):
            self._add(row, key, entry)

    def _add(self, row: int, key: str, entry: FormField) -> None:
        title, meaning = translate("dice", entry.label), translate("dice", entry.meaning)
        label, box, source = PlainLabel(title), self._boxes[key], self._sources[key]
        label.setBuddy(box.focusProxy() or box)  # a box itself takes no keys
        set_tip(label, meaning)
        set_tip(box, meaning)
        box.setAccessibleName(title.replace("&", ""))
        box.setAccessibleDescription(meaning)
        source.setObjectName("source")
        box.edited.connect(lambda value: self.edited.emit(key, value))
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(box, row, 1)
        self._grid.addWidget(source, row, 2)

    def box(self, key: str) -> ValueBox:
        """The box of an entry."""
        return self._boxes[key]

    def show_values(self, of: Die | Face | Effect) -> None:
        """Show the values of a die, a face or an effect."""
        for key, box in self._boxes.items():
            box.show_value(getattr(of, key))

    def show_sources(self, source_of: Callable[[str], str]) -> None:
        """Say beside each value whose it is."""
        for key, label in self._sources.items():
            show_source(label, source_of(key))


class EffectForm(QGroupBox):
    """One effect of a face, with a button that takes it away."""

    def __init__(self, number: int) -> None:
        super().__init__(translate("dice", "Effect {number}").format(number=number + 1))
        self.form = DieForm(EFFECT_ENTRIES)
        self.source = PlainLabel()
        self.source.setObjectName("source")
        self.remove = QPushButton(translate("dice", "Remove effect &{number}").format(number=number + 1))
        column_of(self.source, self.form, self.remove, on=self)


class FaceForm(QWidget):
    """All that stands on one face."""

    face_edited = Signal(str, object)
    effect_edited = Signal(int, str, object)
    effect_removed = Signal(int)
    effect_added = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows = QVBoxLayout(self)
        self._rows.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.form = DieForm(FACE_ENTRIES)
        self.form.edited.connect(self.face_edited)
        self.neighbours = PlainLabel()
        self.neighbours.setObjectName("source")
        self.neighbours.setWordWrap(True)
        self.effects: list[EffectForm] = []
        self.add = QPushButton(translate("dice", "&Add an effect"))
        self.add.clicked.connect(self.effect_added)
        for part in (self.form, self.neighbours, self.add):
            self._rows.addWidget(part)

    def show_face(self, face: Face) -> None:
        """Show another face, or the same with more or fewer effects."""
        self.form.show_values(face)
        while len(self.effects) > len(face.effects):
            gone = self.effects.pop()
            self._rows.removeWidget(gone)
            gone.setParent(None)
            gone.deleteLater()
        while len(self.effects) < len(face.effects):
            self._rows.insertWidget(self._rows.count() - 1, self._new_effect())
        for shown, effect in zip(self.effects, face.effects, strict=True):
            shown.form.show_values(effect)

    def show_sources(self, draft: Draft, at: int) -> None:
        """Say whose values they are, and what lies beside this face."""
        self.form.show_sources(lambda key: draft.source_of_face(at, key))
        self.neighbours.setText(_neighbours(draft.die, draft.die.faces[at]))
        for number, shown in enumerate(self.effects):
            show_source(shown.source, draft.source_of_effect(at, number))

    def _new_effect(self) -> EffectForm:
        number = len(self.effects)
        made = EffectForm(number)
        made.form.edited.connect(lambda key, value: self.effect_edited.emit(number, key, value))
        made.remove.clicked.connect(lambda: self.effect_removed.emit(number))
        self.effects.append(made)
        return made


def show_source(label: QLabel, source: str) -> None:
    """A source in words; a stand-in stands out."""
    label.setText(translate("dice", SOURCE_WORDS[source]) if source in SOURCE_WORDS else source)
    set_look(label, "standin", source == "stand-in")


def _neighbours(die: Die, face: Face) -> str:
    """Which face each corner brings up, to be held against the die in one's hand."""
    over = [die.face_over(face, corner) for corner in range(3)]
    corners = (translate("dice", word) for word in CORNER_WORDS)
    words = [f"{corner}: {there.key if there else '?'}" for corner, there in zip(corners, over, strict=True)]
    told = translate("dice", "What comes up when this corner is pressed down: {corners}")
    return told.format(corners=" · ".join(words))
