"""What nobody foresaw while windows are open: a sentence in the window in front, instead of a traceback in a terminal
that nobody looks at.

Owns the way from wherever Python fails under Qt (a slot, an event, a timer, a thread) to that sentence.
"""

from __future__ import annotations

import sys
import threading
import traceback
from types import TracebackType
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QMainWindow, QWidget

from companion.failures import describe_failure
from companion.plain_text import escape_controls, without_passwords
from companion.text import pgettext
from companion.ui.layouts import row_of
from companion.ui.plain_widgets import button_of, plain_label
from companion.ui.themes import PAPER, SLATE, SMALL_PT, STOP, in_theme

_SHEET: Final = f"""
    #failure {{ background: {SLATE}; border: 3px solid {STOP}; }}
    #failure QLabel, #failure QPushButton {{ background: {SLATE}; color: {PAPER}; font-size: {SMALL_PT}pt; }}
"""


class FailureNotice(QFrame):
    """Lies over the head of a window until somebody puts it away, with Esc or its button."""

    def __init__(self, message: str, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("failure")
        self.setStyleSheet(in_theme(_SHEET))
        self.sentence = plain_label(message, wrap=True, parent=self)
        words, tab = pgettext("FailureNotice", "Close  (Esc)"), Qt.FocusPolicy.TabFocus
        close = button_of(words, self.close, focus=tab, parent=self)  # the keyboard stays where people are typing
        row_of((self.sentence, 1), close, on=self, margins=(16, 10, 16, 10), spacing=16)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.installEventFilter(self)
        self._spread(window)
        self.show()
        self.raise_()

    def eventFilter(self, window: QObject, event: QEvent) -> bool:
        """As wide as its window; Esc is its own before it means anything else there."""
        if event.type() == QEvent.Type.Resize and isinstance(window, QWidget):
            self._spread(window)
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # so that it comes as a key and is nobody's shortcut
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.close()
                return True
        return False

    def _spread(self, window: QWidget) -> None:
        self.setGeometry(0, 0, window.width(), self.heightForWidth(window.width()))


class FailureWatch(QObject):
    """Takes what Python would print of exceptions that nobody catches, in any thread."""

    _failed = Signal(str)

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._before, self._thread_before = sys.excepthook, threading.excepthook
        self._known: dict[str, str] = {}
        # never at once: it may be a widget that is just being painted
        self._failed.connect(self._show, Qt.ConnectionType.QueuedConnection)

    @classmethod
    def over(cls, application: QApplication) -> None:
        """Watch over the windows of an application from now on."""
        watch = application.findChild(cls) or cls(application)
        # whoever took failures before, and is not Python itself, gets them too
        if sys.excepthook != watch._take:
            watch._before, sys.excepthook = sys.excepthook, watch._take
        if threading.excepthook != watch._take_of_thread:
            watch._thread_before, threading.excepthook = threading.excepthook, watch._take_of_thread

    def _take(self, kind: type[BaseException], failure: BaseException, trace: TracebackType | None) -> None:
        if not isinstance(failure, Exception):  # Ctrl-C in the terminal
            QApplication.quit()
            return
        self._report(failure, trace)
        if self._before is not sys.__excepthook__:
            self._before(kind, failure, trace)

    def _take_of_thread(self, args: threading.ExceptHookArgs) -> None:
        if isinstance(args.exc_value, Exception):
            self._report(args.exc_value, args.exc_traceback)
        if self._thread_before is not threading.__excepthook__:
            self._thread_before(args)

    def _report(self, failure: Exception, trace: TracebackType | None) -> None:
        """Say it; what fails at every repaint or tick is logged and printed to the terminal once."""
        places = traceback.extract_tb(trace)
        where = f"{type(failure).__name__} {[(place.filename, place.lineno) for place in places[-1:]]}"
        if where not in self._known:
            self._known[where] = describe_failure(failure)
            sys.stderr.write(f"companion: {escape_controls(without_passwords(self._known[where]))}\n")
        self._failed.emit(self._known[where])

    @Slot(str)
    def _show(self, message: str) -> None:
        # The window that people look at; a question that is just being asked is none.
        active = QApplication.activeWindow()
        shown = [
            window for window in (active, *QApplication.topLevelWidgets()) if window is not None and window.isVisible()
        ]
        window = next((window for window in shown if isinstance(window, QMainWindow)), next(iter(shown), None))
        if window is None or any(notice.isVisible() for notice in window.findChildren(FailureNotice)):
            return
        safe = pgettext("FailureNotice", "You can go on: a match is saved at every step.")
        FailureNotice(f"{message} {safe}", window)
