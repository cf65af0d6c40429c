"""`companion dice edit`: what is printed on one's own dice, entered in a window through the program's own main."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QWidget

from companion.catalogue import EffectKind, Range
from companion.cli import main
from companion.codec.die import decode_die_file, encode_die_file, known_dice, read_dice, read_die
from companion.resources import Bundled, bundled, data_folder
from companion.ui.die_editor import DieEditor, Draft
from companion.ui.painting import bgr_picture
from tests.patience import PATIENCE_S

DICE = read_dice(bundled(Bundled.DICE_FACES))
Edit = Callable[[Callable[[DieEditor], None]], None]


@pytest.fixture
def edit(qapp: QApplication) -> Iterator[Edit]:
    """Runs ``companion dice edit ogre/gev``, does something in its window, and closes it."""
    failures: list[BaseException] = []

    def run(use: Callable[[DieEditor], None]) -> None:
        def look() -> None:
            editor = next(w for w in QApplication.topLevelWidgets() if isinstance(w, DieEditor) and w.isVisible())
            QTest.qWaitForWindowActive(editor)
            try:
                use(editor)
            except BaseException as failure:  # noqa: BLE001  (raised again outside Qt's loop)
                failures.append(failure)
                editor.draft = Draft.of(editor.draft.start)  # nothing to ask on closing
            editor.close()

        QTimer.singleShot(0, look)
        assert main(["dice", "edit", "ogre/gev"]) == 0
        if failures:
            raise failures[0]

    yield run
    for window in QApplication.topLevelWidgets():
        if isinstance(window, DieEditor):
            window.deleteLater()


def _own() -> Path:
    return data_folder() / "dice_faces" / "ogre" / "gev.toml"


def _inside(box: QWidget) -> QWidget:
    """The part of a box that keys go to."""
    return box.focusProxy() or box


def _type(box: QWidget, words: str) -> None:
    """Type over what stands in a box."""
    inside = _inside(box)
    QTest.keyClick(inside, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(inside, words)


def _soon(is_so: Callable[[], bool]) -> bool:
    """Whether something comes true; a button pressed by key takes its time."""
    end_s = time.monotonic() + PATIENCE_S
    while not is_so() and time.monotonic() < end_s:
        QTest.qWait(20)
    return is_so()


def _marks(editor: DieEditor) -> set[str]:
    """Whose values the form says that they are."""
    return {label.text() for label in editor.face_form.form.findChildren(QLabel, "source")}


def test_what_is_typed_is_drawn_at_once_and_saved_as_the_users_own(edit: Edit) -> None:
    def use(editor: DieEditor) -> None:
        before = bgr_picture(editor.picture.pixmap().toImage())
        assert not editor.save_button.isEnabled()
        _type(editor.face_form.form.box("block"), "9")
        assert editor.draft.die.faces[0].block == 9
        assert np.any(bgr_picture(editor.picture.pixmap().toImage()) != before)
        assert not _own().exists()
        QTest.keyClick(editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        assert not editor.draft.changed

    edit(use)
    die = known_dice()["ogre/gev"]
    assert die.faces[0].block == 9
    assert die == read_die(_own())
    assert die.faces[1:] == DICE["ogre/gev"].faces[1:]
    assert main(["dice", "check"]) == 0


def test_a_die_of_ones_own_is_the_users_but_what_nobody_entered_stays_a_stand_in(edit: Edit) -> None:
    def use(editor: DieEditor) -> None:
        _type(editor.face_form.form.box("block"), "9")
        assert editor.save()

    edit(use)
    die = known_dice()["ogre/gev"]
    assert die.provenance == "user"
    assert (die.source("8.block"), die.source("block"), die.source("side")) == ("user", "stand-in", "rules")
    again = Draft.of(die)
    assert [again.source_of_face(at, "block") for at in (0, 1)] == ["user", "stand-in"]
    for at in range(8):
        again = again.as_printed(at)
    looked_at = again.to_save()
    assert looked_at.source("block") == "user"
    assert looked_at.source("points") == "stand-in"


def test_a_problem_is_reported_at_once_and_nothing_is_saved(edit: Edit, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def question(_parent: QWidget, _title: str, words: str, _buttons: object) -> QMessageBox.StandardButton:
        asked.append(words)
        return QMessageBox.StandardButton.Discard

    monkeypatch.setattr(QMessageBox, "question", question)

    def use(editor: DieEditor) -> None:
        assert "No problems" in editor.problems.text()
        editor.draft = editor.draft.with_face_value(0, "damage", (1,))
        _type(editor.face_form.effects[0].form.box("attack"), "0")
        QTest.keyClick(_inside(editor.face_form.effects[0].form.box("attack")), Qt.Key.Key_Down)
        assert "face['8'].damage: corner 1 leads to side 1" in editor.problems.text()
        assert "effect[0].attack: this key is missing" in editor.problems.text()
        assert not editor.save_button.isEnabled()
        assert not editor.save()

    edit(use)
    assert not _own().exists()
    assert asked == ["Save your changes to G.E.V.?"]


def test_stand_ins_are_marked_in_the_form_until_their_owner_has_seen_the_face(edit: Edit) -> None:
    def use(editor: DieEditor) -> None:
        assert _marks(editor) == {"stand-in", "rules"}
        editor.confirm.click()
        assert editor.at == 1
        QTest.keyClick(editor, Qt.Key.Key_PageUp)
        assert editor.at == 0
        assert _marks(editor) == {"yours"}
        editor.draft = Draft.of(editor.draft.start)

    edit(use)


def test_every_part_is_reached_by_keys(edit: Edit) -> None:
    def use(editor: DieEditor) -> None:
        form = editor.face_form.form
        for key, name in ((Qt.Key.Key_K, "block"), (Qt.Key.Key_L, "vertices"), (Qt.Key.Key_R, "damage")):
            QTest.keyClick(editor, key, Qt.KeyboardModifier.AltModifier)
            assert QApplication.focusWidget() is _inside(form.box(name))
        QTest.keyClick(editor, Qt.Key.Key_K, Qt.KeyboardModifier.AltModifier)
        QTest.keyClick(_inside(form.box("block")), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is _inside(form.box("shield"))
        QTest.keyClick(editor, Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)  # this side matches mine
        assert _soon(lambda: editor.at == 1)
        QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.AltModifier)  # another effect
        effects = len(DICE["ogre/gev"].faces[1].effects)
        assert _soon(lambda: len(editor.draft.die.faces[1].effects) == effects + 1)
        editor.draft = Draft.of(editor.draft.start)

    edit(use)


def test_effects_are_added_and_taken_away(edit: Edit) -> None:
    def use(editor: DieEditor) -> None:
        editor.face_form.add.click()
        assert [shown.title() for shown in editor.face_form.effects] == ["Effect 1", "Effect 2", "Effect 3"]
        editor.face_form.effects[0].remove.click()
        assert [effect.kind for effect in editor.draft.die.faces[0].effects] == [EffectKind.DODGE, EffectKind.CALL]
        assert [editor.draft.source_of_effect(0, n) for n in (0, 1)] == ["rules", "user"]
        assert len(editor.face_form.effects) == 2
        assert editor.save()

    edit(use)
    assert known_dice()["ogre/gev"].source("8.effect.1") == "user"


def test_closing_asks_and_stays_open_where_its_user_wants_to_go_on(edit: Edit, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Save]
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answers.pop(0))

    def use(editor: DieEditor) -> None:
        _type(editor.face_form.form.box("block"), "7")
        editor.close()
        assert editor.isVisible()

    edit(use)
    assert known_dice()["ogre/gev"].faces[0].block == 7


def test_a_face_put_where_another_lies_changes_places_with_it() -> None:
    die = DICE["ogre/gev"]
    moved = Draft.of(die).with_face_value(0, "vertices", die.faces[3].vertices).die
    assert [moved.faces[at].vertices for at in (0, 3)] == [die.faces[at].vertices for at in (3, 0)]
    turned = Draft.of(die).with_face_value(0, "vertices", "bca").die
    assert turned.faces[0].vertices == "bca"
    assert turned.faces[1:] == die.faces[1:]


@pytest.mark.parametrize("die", DICE.values(), ids=DICE)
def test_every_die_is_read_as_it_was_written(die: object) -> None:
    from companion.catalogue import Die

    assert isinstance(die, Die)
    assert decode_die_file(tomllib.loads(encode_die_file(die, "of two\nlines")), "") == die


def test_odd_words_survive_writing() -> None:
    draft = Draft.of(DICE["ogre/gev"]).with_die_value("name", 'é "q" \\ 🙂\x7f\t')
    draft = draft.with_effect_value(0, 0, "range", Range.ALL)
    assert decode_die_file(tomllib.loads(encode_die_file(draft.die)), "") == draft.die
