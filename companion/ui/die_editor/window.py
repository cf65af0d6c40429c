"""The window in which the owner of a die enters what is printed on theirs: the picture of the face beside a form, which
has a row for each entry of a table, with its box and a word on whose value it is.

Owns which die and which face is shown; what is entered is the `Draft`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QIcon, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QGroupBox,
    QLabel,
    QListWidget,
    QMessageBox,
    QStackedWidget,
    QWidget,
)

from companion.catalogue import Die, Effect, Face
from companion.codec.die import file_of_die, write_die
from companion.errors import OperationError
from companion.session import Draft
from companion.text import N_, pgettext
from companion.ui.actions import ActionMenu
from companion.ui.die_editor.fields import CORNER_WORDS, DIE_ENTRIES, EFFECT_ENTRIES, FACE_ENTRIES, FormField, ValueBox
from companion.ui.keyed_window import KeyedWindow
from companion.ui.keys_page import KeyHint
from companion.ui.layouts import column_of, resize_to_screen, row_of, scrolled
from companion.ui.painting import cut_out_face
from companion.ui.plain_widgets import PlainLabel, as_plain, button_of, plain_label, set_style_property, set_tip
from companion.ui.stylesheet import stylesheet
from companion.ui.themes import ACCENT, AMBER, ASH, GRAPHITE, OK, PAPER, PEBBLE, SLATE, SMALL_PT, in_theme

HEADING: Final = (
    "Your own values; they replace the bundled die with this id. [sources] lists what you have not entered yet."
)
_FACE_PX, _ICON_PX, _LEFT_PX, _FORM_PX = 320, 56, 220, 600
_ASK = QMessageBox.StandardButton

#: What the sources of the catalogue are called beside a value.
SOURCE_WORDS: Final[Mapping[str, str]] = {
    "stand-in": N_("dice", "stand-in"),
    "rules": N_("dice", "rules"),
    "printed": N_("dice", "printed"),
    "user": N_("dice", "yours"),
}


class DieEditor(KeyedWindow):
    """Edits one of ``dice`` (id -> die, not empty) at a time and saves it below ``folder`` as the user's own."""

    def __init__(self, dice: Mapping[str, Die], folder: Path, first: str | None = None) -> None:
        super().__init__(pgettext("DieEditor", "What is printed on your dice"), stylesheet() + in_theme(_SHEET))
        self._dice, self._folder = dict(dice), folder
        self.draft = Draft.of(self._dice[first or min(dice)])
        self._arrange()
        self.choice.currentTextChanged.connect(self._choose)
        self.faces.currentRowChanged.connect(lambda _: self._show_form())
        take, form = self._take, self.face_form
        self.die_form.edited.connect(lambda key, value: take(self.draft.with_die_value(key, value)))
        form.form.edited.connect(lambda key, value: take(self.draft.with_face_value(self.at or 0, key, value)))
        form.effect_edited.connect(
            lambda n, key, value: take(self.draft.with_effect_value(self.at or 0, n, key, value))
        )
        form.add.clicked.connect(lambda: take(self.draft.with_effect(self.at or 0), anew=True))
        form.effect_removed.connect(lambda n: take(self.draft.without_effect(self.at or 0, n), anew=True))
        die = pgettext("DieEditor", "Die")
        typing_hints = (
            KeyHint(die, "Tab", pgettext("DieEditor", "Next box")),
            KeyHint(die, "Alt+M", pgettext("DieEditor", "This side matches mine")),
        )
        act, side = ActionMenu(die).action, pgettext("DieEditor", "Another side")
        actions = (
            act("side.1", side, "PgUp", lambda: self._step(-1)),
            act("side.2", side, "PgDown", lambda: self._step(1)),
            act("save", pgettext("DieEditor", "Save"), "Ctrl+S", self.save, self._why_not_save),
        )
        self.install_actions(actions, hints=typing_hints, menus=False)
        resize_to_screen(self, QSize(1280, 800))
        self._open(self.draft.die.id)

    @property
    def at(self) -> int | None:
        """The place of the face shown; ``None`` while the die as a whole is."""
        row = self.faces.currentRow()
        return row - 1 if row > 0 else None

    # Putting together

    def _arrange(self) -> None:
        self.choice = QComboBox()
        self.choice.addItems(sorted(self._dice))
        self.choice.setAccessibleName(pgettext("DieEditor", "Die"))
        self.faces = QListWidget()
        self.faces.setIconSize(QSize(_ICON_PX, _ICON_PX))
        self.faces.setAccessibleName(pgettext("DieEditor", "Faces"))
        self.faces.setFixedWidth(_LEFT_PX)
        label = PlainLabel(pgettext("DieEditor", "&Die"))
        label.setBuddy(self.choice)
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.picture, self.problems = PlainLabel(), _wrapped("problems")
        self.picture.setFixedSize(_FACE_PX, _FACE_PX * 3 // 4)  # a triangle fills three quarters of its square
        self.problems.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.die_form, self.face_form = DieForm(DIE_ENTRIES), FaceForm()
        self.forms = QStackedWidget()
        self.forms.setMinimumWidth(_FORM_PX)
        for form in (self.die_form, self.face_form):
            self.forms.addWidget(scrolled(form))
        self.confirm = button_of(pgettext("DieEditor", "This side matches &mine"), self.confirm_face)
        self.save_button = button_of(pgettext("DieEditor", "&Save"), self.save)
        hint = _wrapped("hint")
        hint.setText(
            pgettext(
                "DieEditor",
                "Tab: next box · Alt and a letter: that box · Page Up, Page Down: another side · Ctrl+S: save · "
                "F1: all keys",
            )
        )
        picture = column_of(self.picture, (scrolled(self.problems, across=False), 1))
        left = column_of(label, self.choice, (row_of(self.faces, picture), 1))
        middle, ground = QWidget(), QWidget()
        row_of(left, (column_of((self.forms, 1)), 1), on=middle)
        foot = row_of((hint, 1), self.confirm, self.save_button)
        column_of((scrolled(middle), 1), foot, on=ground)  # whatever scrolls, Save is in sight
        self.setCentralWidget(ground)

    def _why_not_save(self) -> str:
        if self.draft.problems:
            return str(self.draft.problems[0])
        return "" if self.draft.changed else pgettext("DieEditor", "Nothing has been changed that is not saved.")

    # What can be done

    def confirm_face(self) -> None:
        """Everything on this face is as its owner sees it; on to the next one."""
        if self.at is not None:
            self._take(self.draft.as_printed(self.at))
            self._step(1)

    def save(self) -> bool:
        """Write the die as the user's own, or nothing where there is a problem; whether it was written."""
        if self.draft.problems:
            return False
        die = self.draft.to_save()
        file = file_of_die(self._folder, die.id)
        try:
            write_die(die, file, HEADING)
        except OperationError as failure:
            self._say(str(failure), fine=False)
            return False
        self._dice[die.id] = die
        self._take(Draft.of(die))
        self._say(pgettext("DieEditor", "Saved: {file}").format(file=file), fine=True)
        return True

    def say(self, sentence: str) -> None:
        """Say something below the picture."""
        self._say(sentence, fine=not self.draft.problems)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing entered is lost unasked."""
        event.setAccepted(self._may_leave())

    # Showing

    def _open(self, die_id: str) -> None:
        self.draft = Draft.of(self._dice[die_id])
        with QSignalBlocker(self.choice), QSignalBlocker(self.faces):
            self.choice.setCurrentText(die_id)
            self.faces.clear()
            side = pgettext("DieEditor", "Side {key}")
            sides = (side.format(key=face.key) for face in self.draft.die.faces)
            self.faces.addItems([pgettext("DieEditor", "The die"), *sides])
            self.faces.setCurrentRow(1)
        self._show_icons()
        self._show_form()

    def _choose(self, die_id: str) -> None:
        if self._may_leave():
            self._open(die_id)
        else:
            with QSignalBlocker(self.choice):
                self.choice.setCurrentText(self.draft.die.id)

    def _take(self, draft: Draft, *, anew: bool = False) -> None:
        """Go on with another draft; the boxes keep what is typed into them unless there are others now."""
        self.draft = draft
        self._show_icons()
        if anew:
            self._show_form()
        else:
            self._show_rest()

    def _show_form(self) -> None:
        at = self.at
        self.forms.setCurrentIndex(0 if at is None else 1)
        if at is None:
            self.die_form.show_values(self.draft.die)
        else:
            self.face_form.show_face(self.draft.die.faces[at])
        self._show_rest()

    def _show_rest(self) -> None:
        """What follows from the draft: picture, sources, problems, buttons."""
        draft, at = self.draft, self.at
        self.picture.setPixmap(QPixmap(cut_out_face(draft.die, draft.die.faces[at or 0], _FACE_PX)))
        self.confirm.setEnabled(at is not None)
        if at is None:
            self.die_form.show_sources(draft.source_of_die)
        else:
            self.face_form.show_sources(draft, at)
        problems = draft.problems
        self.save_button.setEnabled(draft.changed and not problems)
        unsaved = " " + pgettext("DieEditor", "Not saved yet.") if draft.changed else ""
        fine = pgettext("DieEditor", "No problems with this die.") + unsaved
        self._say("\n".join(f"• {problem}" for problem in problems) or fine, fine=not problems)

    def _show_icons(self) -> None:
        for row, face in enumerate(self.draft.die.faces, 1):
            self.faces.item(row).setIcon(QIcon(QPixmap(cut_out_face(self.draft.die, face, _ICON_PX))))

    def _say(self, words: str, *, fine: bool) -> None:
        self.problems.setText(words)
        set_style_property(self.problems, "fine", fine)

    def _step(self, by: int) -> None:
        self.faces.setCurrentRow((self.faces.currentRow() + by) % self.faces.count())

    def _may_leave(self) -> bool:
        """Whether what is entered is saved, or given up by its user."""
        if not self.draft.changed:
            return True
        words = pgettext("DieEditor", "Save your changes to {die}?").format(die=self.draft.die.label)
        answer = QMessageBox.question(self, self.windowTitle(), as_plain(words), _ASK.Save | _ASK.Discard | _ASK.Cancel)
        return answer == _ASK.Discard or (answer == _ASK.Save and self.save())


def _wrapped(name: str) -> QLabel:
    label = plain_label("", name)
    label.setWordWrap(True)
    return label


_BOXES: Final = "QLineEdit, QComboBox, QDoubleSpinBox"
#: A form of twenty boxes beside a picture: small type, or it would not fit on a small screen.
_SHEET: Final = f"""
    QWidget {{ font-size: {SMALL_PT}pt; }}
    {_BOXES} {{ background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 4px; padding: 3px 6px; }}
    QLineEdit:focus, QComboBox:focus, QDoubleSpinBox:focus {{ border: 2px solid {ACCENT}; }}
    QComboBox QAbstractItemView {{ background: {SLATE}; selection-background-color: {PEBBLE}; }}
    QCheckBox {{ padding: 2px; border: 1px solid transparent; }}
    QCheckBox:focus {{ border: 1px solid {ACCENT}; border-radius: 4px; }}
    QCheckBox::indicator {{ width: 16px; height: 16px; border: 2px solid {ASH}; border-radius: 4px; }}
    QCheckBox::indicator:checked {{ background: {ACCENT}; border-color: {PAPER}; }}
    QPushButton {{ background: {SLATE}; border: 1px solid {PEBBLE}; border-radius: 6px; padding: 6px 12px; }}
    QPushButton:focus {{ border: 2px solid {ACCENT}; }}
    QPushButton:disabled {{ color: {ASH}; border-style: dashed; }}
    QGroupBox {{ border: 1px solid {PEBBLE}; border-radius: 6px; margin-top: 14px; padding: 10px 8px 8px 8px; }}
    QGroupBox::title {{ subcontrol-origin: margin; left: 10px; color: {ACCENT}; }}
    QListWidget {{ background: {SLATE}; border: none; }}
    QListWidget:focus {{ border: 1px solid {ACCENT}; }}
    QListWidget::item:selected {{ background: {PEBBLE}; color: {ACCENT}; }}
    #source, #hint {{ color: {ASH}; font-size: {SMALL_PT}pt; }}
    #source[standin="true"] {{ color: {AMBER}; font-style: italic; }}
    #problems {{ background: {GRAPHITE}; font-size: {SMALL_PT}pt; color: {AMBER}; }}
    #problems[fine="true"] {{ color: {OK}; }}
"""


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
        self._sources = {key: plain_label("", "source") for key in entries}
        for row, (key, entry) in enumerate(entries.items()):
            title, meaning = pgettext("dice", entry.label), pgettext("dice", entry.meaning)
            label, box = PlainLabel(title), self._boxes[key]
            label.setBuddy(box.focusProxy() or box)  # a box itself takes no keys
            set_tip(label, meaning)
            set_tip(box, meaning)
            box.setAccessibleName(title.replace("&", ""))
            box.setAccessibleDescription(meaning)
            box.edited.connect(lambda value, key=key: self.edited.emit(key, value))
            for place, part in enumerate((label, box, self._sources[key])):
                self._grid.addWidget(part, row, place)

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
        super().__init__(pgettext("dice", "Effect {number}").format(number=number + 1))
        self.form, self.source = DieForm(EFFECT_ENTRIES), plain_label("", "source")
        self.remove = button_of(pgettext("dice", "Remove effect &{number}").format(number=number + 1))
        column_of(self.source, self.form, self.remove, on=self)


class FaceForm(QWidget):
    """All that stands on one face. ``effect_edited`` and ``effect_removed``: the effect's place comes first."""

    effect_edited = Signal(int, str, object)
    effect_removed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.form, self.neighbours = DieForm(FACE_ENTRIES), _wrapped("source")
        self.effects: list[EffectForm] = []
        self.add = button_of(pgettext("dice", "&Add an effect"))
        self._rows = column_of(self.form, self.neighbours, self.add, on=self)
        self._rows.setAlignment(Qt.AlignmentFlag.AlignTop)

    def show_face(self, face: Face) -> None:
        """Show another face, or the same with more or fewer effects."""
        self.form.show_values(face)
        while len(self.effects) > len(face.effects):
            gone = self.effects.pop()
            self._rows.removeWidget(gone)
            gone.setParent(None)
            gone.deleteLater()
        while (number := len(self.effects)) < len(face.effects):
            made = EffectForm(number)
            made.form.edited.connect(lambda key, value, n=number: self.effect_edited.emit(n, key, value))
            made.remove.clicked.connect(lambda _=False, n=number: self.effect_removed.emit(n))
            self.effects.append(made)
            self._rows.insertWidget(self._rows.count() - 1, made)
        for shown, effect in zip(self.effects, face.effects, strict=True):
            shown.form.show_values(effect)

    def show_sources(self, draft: Draft, at: int) -> None:
        """Say whose values they are, and what lies beside this face."""
        self.form.show_sources(lambda key: draft.source_of_face(at, key))
        # Which face each corner brings up, to be held against the die in one's hand.
        face = draft.die.faces[at]
        over = [draft.die.face_over(face, corner) for corner in range(3)]
        corners = (pgettext("dice", word) for word in CORNER_WORDS)
        words = [f"{corner}: {there.key if there else '?'}" for corner, there in zip(corners, over, strict=True)]
        reported = pgettext("dice", "What comes up when this corner is pressed down: {corners}")
        self.neighbours.setText(reported.format(corners=" · ".join(words)))
        for number, shown in enumerate(self.effects):
            show_source(shown.source, draft.source_of_effect(at, number))


def show_source(label: QLabel, source: str) -> None:
    """A source in words; a stand-in stands out."""
    label.setText(pgettext("dice", SOURCE_WORDS[source]) if source in SOURCE_WORDS else source)
    set_style_property(label, "standin", source == "stand-in")
