"""Qt's share in the language: it knows which ones the system speaks, and has words of its own (Cancel, Open)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from companion.text import choose_language

#: The translators in force: Qt keeps no hold of them.
_in_force: list[QTranslator] = []


def system_languages() -> list[str]:
    """What the system's user reads, best first: ``de-AT``, ``en``."""
    return QLocale.system().uiLanguages()


def install_language(application: QCoreApplication, code: str) -> None:
    """Put a language in force for windows opened from now on, with Qt's own words where it has them."""
    choose_language(code)
    for translator in _in_force:
        application.removeTranslator(translator)
    _in_force.clear()
    words = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)) / f"qtbase_{code}.qm"
    translator = QTranslator()
    if words.is_file() and translator.load(str(words)):
        application.installTranslator(translator)
        _in_force.append(translator)
