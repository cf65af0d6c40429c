"""German as proof: everything the windows say is in its file, in step with the code, and shown where it is chosen."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.ui import for_windows
from companion.ui.languages import QT_TRANSLATE_NOOP, known_languages, speak, spoken_language
from companion.ui.languages.update import HERE, gather, read_translations, release, unfinished
from companion.ui.ogre_card import open_card
from companion.ui.settings import load_settings, save_settings

FILES = sorted(HERE.glob("*.ts"))
UI = HERE.parent
#: Calls that show their words, and which of their arguments these are.
SHOWS = {
    "QLabel": 0,
    "QPushButton": 0,
    "QCheckBox": 0,
    "QRadioButton": 0,
    "QGroupBox": 0,
    "QAction": 0,
    "WindowAction": 1,
    "addMenu": 0,
    "setText": 0,
    "setWindowTitle": 0,
    "setToolTip": 0,
    "setPlaceholderText": 0,
    "setAccessibleName": 0,
}
#: Words that are the same in every language: keys, and names of the game.
NAMES = frozenset({"Ctrl", "Enter", "Esc", "Mark", "Ogre"})
#: So many texts of a hundred may be new in the code and not in a language yet.
LATE = 3


@pytest.fixture(autouse=True)
def _english_again(qapp: QApplication) -> Iterator[None]:
    yield
    speak(qapp, "en")


def test_there_is_another_language() -> None:
    assert FILES
    assert {file.stem for file in FILES} | {"en"} == {language.code for language in known_languages()}
    assert "Deutsch" in {language.name for language in known_languages()}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_nothing_is_left_to_translate(file: Path) -> None:
    assert list(unfinished(file)) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_numbers_and_names_keep_their_places(file: Path) -> None:
    def places(words: str) -> list[str]:
        return sorted(re.findall(r"\{[^}]*\}|%\d", words))

    assert [
        words for (_, words), said in read_translations(file).items() if said and places(words) != places(said)
    ] == []
    wide = [words for (_, words), said in read_translations(file).items() if len(said) > 24 + 2 * len(words)]
    assert wide == [], "much longer than the English: it would not fit"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_file_is_in_step_with_what_the_windows_say(file: Path, tmp_path: Path) -> None:
    """Where this fails: `python -m companion.ui.languages.update`, and translate what is new."""
    fresh = Path(shutil.copy(file, tmp_path))
    gather(fresh)
    new = list(unfinished(fresh))
    assert len(new) <= LATE * len(read_translations(fresh)) / 100, new


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_qt_reads_is_made_from_the_file(file: Path, tmp_path: Path) -> None:
    kept, fresh = QTranslator(), QTranslator()
    assert kept.load(str(file.with_suffix(".qm")))
    assert fresh.load(str(release(file, tmp_path / "fresh.qm")))
    for context, words in read_translations(file):
        assert kept.translate(context, words) == fresh.translate(context, words)


def test_a_window_speaks_the_language_that_was_chosen(qtbot: QtBot) -> None:
    save_settings(replace(load_settings(), language="de"))
    for_windows()
    window = open_card()
    qtbot.addWidget(window)
    assert [menu.title() for menu in window.menuBar().findChildren(type(window.menuBar().addMenu("")))][:1] == [
        "Streichen"
    ]
    assert window.said.startswith("Eine neue Karte")
    window.close()


def test_words_without_a_context_of_their_own_are_found_too(qapp: QApplication) -> None:
    speak(qapp, "de")
    assert QCoreApplication.translate("AnyWindow", "Close") == "Schließen"
    assert QCoreApplication.translate("AnyWindow", "nobody says this") == "nobody says this"


def test_back_to_english(qapp: QApplication) -> None:
    speak(qapp, "de")
    speak(qapp, "en")
    assert QCoreApplication.translate("card", "Undo") == "Undo"


@pytest.mark.parametrize(
    ("system", "code"), [(["de-AT", "en"], "de"), (["fr-FR", "de-CH"], "de"), (["en-US", "de"], "en")]
)
def test_the_system_says_which(system: list[str], code: str) -> None:
    assert spoken_language("system", system) == code


def test_marked_words_stay_what_they_are() -> None:
    assert QT_TRANSLATE_NOOP("anything", "words") == "words"


def test_no_window_speaks_past_the_translation() -> None:
    """Words in a call that shows them stand inside ``tr`` or ``translate``."""
    said = [f"{path.relative_to(UI)}:{line} {words!r}" for path in UI.rglob("*.py") for line, words in _bare(path)]
    assert said == []


def test_what_is_translated_is_seen_by_the_tool_that_gathers_it() -> None:
    """lupdate does not look into f-strings."""
    hidden = [f"{path.relative_to(UI)}:{line}" for path in UI.rglob("*.py") for line in _hidden(path)]
    assert hidden == []


def _hidden(path: Path) -> Iterator[int]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        inside = (
            (part for part in ast.walk(node) if isinstance(part, ast.Call)) if isinstance(node, ast.JoinedStr) else ()
        )
        for call in inside:
            words = call.args[-1] if call.args and _name(call.func) in {"tr", "translate"} else None
            if isinstance(words, ast.Constant):
                yield call.lineno


def _bare(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and (place := SHOWS.get(_name(node.func))) is not None and len(node.args) > place:
            words = _literal(node.args[place])
            if set(re.findall(r"[A-Za-z]{3,}", words)) - NAMES:
                yield node.lineno, words


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def _literal(argument: ast.expr) -> str:
    """The words written down in an argument, those of an f-string too."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    parts = argument.values if isinstance(argument, ast.JoinedStr) else []
    return " ".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
