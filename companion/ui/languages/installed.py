"""Which languages there are, and putting one of them in force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

#: The choice that leaves it to the system.
SYSTEM: Final = "system"
_SOURCE: Final = "en"
#: The translators in force: Qt keeps no hold of them.
_in_force: list[QTranslator] = []


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its two letters and the name that its speakers give it."""

    code: str
    name: str


def known_languages() -> tuple[Language, ...]:
    """English, and every language whose file is here, by name."""
    codes = {_SOURCE} | {file.stem for file in _folder().glob("*.qm")}
    return tuple(sorted((_language(code) for code in codes), key=lambda language: language.name))


def spoken_language(chosen: str, system: Iterable[str] | None = None) -> str:
    """The two letters of the language to use: the one chosen, else the first of the system's that is here, or English.

    ``system``: the system's languages, best first (``de-AT``); left out: as Qt tells them.
    """
    known = {language.code for language in known_languages()}
    wanted = (QLocale.system().uiLanguages() if system is None else system) if chosen == SYSTEM else (chosen,)
    letters = (tag.replace("_", "-").partition("-")[0].lower() for tag in wanted)
    return next((code for code in letters if code in known), _SOURCE)


def speak(application: QCoreApplication, code: str) -> None:
    """Put a language in force for windows opened from now on, with Qt's own words (Cancel, Open) where it has them."""
    for translator in _in_force:
        application.removeTranslator(translator)
    _in_force.clear()
    if code == _SOURCE:
        return
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)) / f"qtbase_{code}.qm"
    for file in (qt, _folder() / f"{code}.qm"):
        translator = _Translator()
        if file.is_file() and translator.load(str(file)):
            application.installTranslator(translator)
            _in_force.append(translator)


def QT_TRANSLATE_NOOP(_context: str, words: str) -> str:  # noqa: N802  (the name that Qt's lupdate looks for)
    """Words of a table that are translated when they are shown: marks them for the translators, changes nothing."""
    return words


class _Translator(QTranslator):
    """Finds words also where the code does not say whose they are: lupdate keeps those under no context."""

    def translate(self, context: str, words: str, disambiguation: str | None = None, number: int = -1) -> str | None:
        """The translation; None where there is none, and then the words stay as they are."""
        found = super().translate(context, words, disambiguation, number)
        return found or super().translate("", words, None, number) or None


def _language(code: str) -> Language:
    own = QLocale(code).nativeLanguageName()
    return Language(code, "English" if code == _SOURCE else own[:1].upper() + own[1:])


def _folder() -> Path:
    return Path(str(resources.files(__package__)))
