"""Qt's application object: with windows where there is a screen, and without for painting pictures.

Qt's share in the language: it knows which ones the system speaks, and has words of its own (Cancel, Open).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTimer, QTranslator
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from companion.errors import OperationError
from companion.failures import system_cure
from companion.system_libraries import NEEDED, NEEDED_FOR_WINDOWS
from companion.text import choose_language, gettext, preferred_language
from companion.ui.failure_notice import FailureWatch
from companion.ui.settings import load_settings
from companion.ui.themes import choose_theme, fit_type

_Application = TypeVar("_Application", bound=QGuiApplication)

#: Platforms of Qt that show nothing.
_BLIND: Final = frozenset({"offscreen", "minimal", "vnc"})
_PROBE: Final = "from PySide6.QtGui import QFontDatabase, QGuiApplication; QGuiApplication([])"
_PROBE_S: Final = 30
#: Keeps the application for as long as the program runs; Qt must not lose it while pictures are painted.
_kept: list[QGuiApplication] = []

#: The translators in force: Qt keeps no hold of them.
_in_force: list[QTranslator] = []


def why_no_screen() -> str | None:
    """Why no window could be seen here, in a sentence; ``None`` where there is a screen."""
    if os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0] in _BLIND:
        return gettext(
            "Qt is running without a display (QT_QPA_PLATFORM={platform}).", platform=os.environ["QT_QPA_PLATFORM"]
        )
    return _why_no_window()


def for_windows() -> QApplication:
    """The application, able to open windows; OperationError where there is no screen.

    A platform that shows nothing is taken where ``QT_QPA_PLATFORM`` asks for it.
    """
    running = QGuiApplication.instance()
    if isinstance(running, QApplication):
        return _ready(running)
    if running is not None:
        raise RuntimeError("call for_windows before for_painting: Qt has one application only")
    asked = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0] in _BLIND
    problem = None if asked else _why_no_window()
    if problem is not None:
        raise OperationError(
            gettext(
                "{problem} `companion read --overlay FOLDER` paints into files what the window would show.",
                problem=problem,
            )
        )
    return _ready(_with_type(QApplication(["companion"])))


def run_until_closed(application: QApplication, open_windows: Callable[[], QWidget]) -> int:
    """Open windows, and run until the last of them is closed; the exit status. Ctrl-C in the terminal closes all of
    them, as the mouse would, instead of breaking off whatever of ours Qt is just calling, or going astray in an import.

    Raises:
        KeyboardInterrupt: that was how it ended.
    """
    interrupted: list[int] = []

    def heed(number: int, _frame: object) -> None:
        interrupted.append(number)
        application.quit()

    def quit_if_interrupted() -> None:
        if interrupted:
            application.quit()

    before = signal.signal(signal.SIGINT, heed)
    try:
        first = open_windows()
        QTimer.singleShot(0, first, quit_if_interrupted)  # what quits before there is anything to quit does not last
        status = application.exec()
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupted:
        raise KeyboardInterrupt
    return status


def _ready(application: QApplication) -> QApplication:
    """The application as windows need it: dressed, and with somebody to report what nobody foresaw."""
    FailureWatch.over(application)
    return dress_application(application)


def dress_application(application: QApplication) -> QApplication:
    """The application in the theme and language that its user has chosen; call it again after they chose others."""
    settings = load_settings()
    choose_theme(settings.theme, settings.type_size)
    fit_type(application.primaryScreen().availableSize().height())
    install_language(application, preferred_language(settings.language, QLocale.system().uiLanguages()))
    return application


def for_painting() -> QGuiApplication:
    """The application, enough to set type; needs no screen and takes none."""
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    return _with_type(QGuiApplication(["companion", "-platform", "offscreen"]))


def _with_type(made: _Application) -> _Application:
    _kept.append(made)
    if not QFontDatabase.families():
        raise OperationError(gettext("No font is installed. On Debian: apt-get install fonts-dejavu-core"))
    return made


def _why_no_window() -> str | None:
    """Tried in a process of its own: Qt ends the program where it finds no screen, and says why only there."""
    if not sys.platform.startswith("linux"):
        return None
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        return gettext("There is no screen to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set).")
    try:
        tried = subprocess.run([sys.executable, "-c", _PROBE], capture_output=True, timeout=_PROBE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return gettext("The screen does not answer.")
    if tried.returncode == 0:
        return None
    lines = [line.strip() for line in tried.stderr.decode(errors="replace").splitlines() if line.strip()]
    first_line = lines[0].removeprefix("qt.qpa.plugin: ") if lines else gettext("Qt does not say why.")
    why = gettext("No window can be opened here: {why}", why=first_line)
    return f"{why} {system_cure({**NEEDED, **NEEDED_FOR_WINDOWS})}".rstrip()


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
