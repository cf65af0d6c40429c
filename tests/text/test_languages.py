"""German as proof: everything the windows say is in its file, in step with the code, and shown where it is chosen."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.cli import COMMANDS
from companion.text import N_, known_languages, language_in_force, pgettext, preferred_language
from companion.text.translation import languages_folder
from companion.text.update import compile_catalogue, extract_sentences, read_catalogue, untranslated, update
from companion.ui import for_windows
from companion.ui.application import install_language
from companion.ui.ogre_card import open_card
from companion.ui.settings import load_settings, save_settings
from tests.source_trees import nodes_of
from tests.window_modules import windows_of

FILES = sorted(languages_folder().glob("*.po"))
CODE = languages_folder().parents[1]
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
#: Errors whose words people read.
SAYS = {"InputError", "OperationError", "DocumentError", "DamagedFileError", "PictureRefusedError"}
#: Words that are the same in every language: keys, and names of the game.
NAMES = frozenset({"Ctrl", "Enter", "Esc", "Mark", "Ogre"})
#: So many texts of a hundred may be new in the code and not in a language yet.
LATE = 3


@pytest.fixture(autouse=True)
def _english_again(qapp: QApplication) -> Iterator[None]:
    yield
    install_language(qapp, "en")


def test_there_is_another_language() -> None:
    assert FILES
    assert {file.stem for file in FILES} | {"en"} == {language.code for language in known_languages()}
    assert "Deutsch" in {language.name for language in known_languages()}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_nothing_is_left_to_translate(file: Path) -> None:
    assert list(untranslated(file)) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_numbers_and_names_keep_their_places(file: Path) -> None:
    def places(words: str) -> set[str]:
        return set(re.findall(r"\{[^}]*\}|%\d", words))

    message = [
        (sentence.several or sentence.words, translation)
        for sentence, translations in read_catalogue(file).items()
        for translation in translations
    ]
    assert len(message) > 1000
    count = {"{count}"}  # "one page" needs no figure
    assert [pair for pair in message if places(pair[0]) - count != places(pair[1]) - count] == []
    wide = [words for words, translation in message if len(translation) > 24 + 2 * len(words)]
    assert wide == [], "much longer than the English: it would not fit"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_file_is_in_step_with_what_the_code_says(file: Path) -> None:
    """Where this fails: `python -m companion.text.update`, and translate what is new."""
    message, kept = set(extract_sentences()), set(read_catalogue(file))
    assert len(message ^ kept) <= LATE * len(message) / 100, sorted(message ^ kept)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_the_program_reads_is_made_from_the_file(file: Path, tmp_path: Path) -> None:
    compile_catalogue(file, tmp_path / "fresh.mo")
    assert (tmp_path / "fresh.mo").read_bytes() == file.with_suffix(".mo").read_bytes()


def test_bringing_up_to_date_keeps_what_is_translated_and_takes_it_along_to_a_new_room(tmp_path: Path) -> None:
    known = next(sentence for sentence in extract_sentences() if sentence.context)
    file = tmp_path / "fr.po"
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
    file.write_text(
        f'{header}\nmsgctxt "elsewhere"\nmsgid "{known.words}"\nmsgstr "Été"\n\nmsgid "Gone."\nmsgstr "Parti."\n'
    )
    update(file)
    catalogue = read_catalogue(file)
    assert catalogue[known] == ("Été",)
    assert tuple(catalogue) == extract_sentences()
    update(file)
    assert read_catalogue(file) == catalogue
    compile_catalogue(file, tmp_path / "fr.mo")
    with (tmp_path / "fr.mo").open("rb") as content:
        assert gettext.GNUTranslations(content).pgettext(known.context, known.words) == "Été"


def test_a_window_speaks_the_language_that_was_chosen(qtbot: QtBot) -> None:
    save_settings(replace(load_settings(), language="de"))
    for_windows()
    window = open_card()
    qtbot.addWidget(window)
    assert [menu.title() for menu in window.menuBar().findChildren(type(window.menuBar().addMenu("")))][:1] == [
        "Streichen"
    ]
    assert window.message.startswith("Eine neue Karte")
    window.close()


def test_qt_speaks_it_too(qapp: QApplication) -> None:
    install_language(qapp, "de")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"


def test_words_that_nobody_translated_stay_as_they_are(qapp: QApplication) -> None:
    install_language(qapp, "de")
    assert pgettext("card", "Undo") == "Rückgängig"
    assert pgettext("card", "nobody says this") == "nobody says this"


def test_back_to_english(qapp: QApplication) -> None:
    install_language(qapp, "de")
    install_language(qapp, "en")
    assert language_in_force() == "en"
    assert pgettext("card", "Undo") == "Undo"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


@pytest.mark.parametrize(
    ("system", "code"), [(["de-AT", "en"], "de"), (["fr-FR", "de-CH"], "de"), (["en-US", "de"], "en")]
)
def test_the_system_says_which(system: list[str], code: str) -> None:
    assert preferred_language("system", system) == code


def test_marked_words_stay_what_they_are() -> None:
    assert N_("anything", "words") == "words"


def test_no_window_speaks_past_the_translation() -> None:
    """Words in a call that shows them stand inside ``pgettext``."""
    files = windows_of(CODE)
    assert len(files) > 50
    assert [f"{path.relative_to(CODE)}:{line} {words!r}" for path in files for line, words in _bare(path)] == []


def test_no_error_and_no_line_of_a_command_bypasses_the_translation() -> None:
    """Sentences that end a command, or that it prints, stand inside ``gettext``."""
    files = list(CODE.rglob("*.py"))
    assert len(files) > 100
    assert [f"{path.relative_to(CODE)}:{line} {words!r}" for path in files for line, words in _message_bare(path)] == []


def test_what_is_translated_is_seen_by_the_tool_that_gathers_it() -> None:
    """Babel does not look into f-strings."""
    files = list(CODE.rglob("*.py"))
    assert len(files) > 100
    assert [f"{path.relative_to(CODE)}:{line}" for path in files for line in _hidden(path)] == []


def _hidden(path: Path) -> Iterator[int]:
    for node in nodes_of(path):
        inside = (
            (part for part in ast.walk(node) if isinstance(part, ast.Call)) if isinstance(node, ast.JoinedStr) else ()
        )
        for call in inside:
            words = call.args[-1] if call.args and _name(call.func) in {"pgettext", "N_"} else None
            if isinstance(words, ast.Constant):
                yield call.lineno


def _message_bare(path: Path) -> Iterator[tuple[int, str]]:
    """Literal words of two and more in a call that says them, or in an error that people read."""
    says = SAYS | ({"say", "warn", "say_progress"} if path.parent.name == "cli" else set())
    for node in nodes_of(path):
        if isinstance(node, ast.Call) and _name(node.func) in says:
            for words in map(_literal, node.args):
                if len(set(re.findall(r"[A-Za-z]{3,}", words)) - {"companion", *COMMANDS}) > 1:
                    yield node.lineno, words


def _bare(path: Path) -> Iterator[tuple[int, str]]:
    for node in nodes_of(path):
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
