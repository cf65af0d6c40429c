"""Qt as paper needs it: a guard against one broken release, and the application that embedded fonts ask for."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from importlib import resources
from typing import Final

import PySide6
from PySide6.QtCore import QByteArray, QCoreApplication
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

from companion.errors import OperationError
from companion.text import gettext

#: PySide6 6.12.0 takes None for immortal, which it is only from Python 3.12 on: on 3.11 every call without a result
#: gives one reference to None back too many, and the process dies after a few thousand of them.
_BROKEN: Final = PySide6.__version_info__[:2] == (6, 12) and sys.version_info < (3, 12)
_PLENTY: Final = 1 << 40


def keep_none_alive() -> None:
    """Give None more references than a process can lose, where the installed PySide6 loses them; nothing elsewhere."""
    if _BROKEN:
        ctypes.c_ssize_t.from_address(id(None)).value += _PLENTY


@cache
def family() -> str:
    """The bundled typeface, ready for use; starts an application without a screen where none runs yet."""
    _application()
    names: list[str] = []
    for file in ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"):
        content = resources.files(__package__).joinpath("fonts", file).read_bytes()
        number = QFontDatabase.addApplicationFontFromData(QByteArray(content))
        names += QFontDatabase.applicationFontFamilies(number)
    if not names:
        raise OperationError(
            gettext("The bundled fonts cannot be read: the program is not installed whole. Install it again.")
        )
    return names[0]


@cache
def typeface(size_px: int, *, bold: bool) -> QFont:
    """The bundled typeface at a size, for text that stays text in a PDF."""
    font = QFontDatabase.font(family(), "Condensed Bold" if bold else "Condensed", size_px)
    font.setPixelSize(size_px)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@cache
def _application() -> QCoreApplication:
    """The running application, or one of our own that needs no screen."""
    running = QCoreApplication.instance()
    return running or QGuiApplication([*sys.argv[:1], "-platform", "offscreen"])
