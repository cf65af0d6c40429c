"""The ruling line: one sentence with its numbers and rule ids, and what it rests on when unfolded.

It keeps its height whatever it says, so that the table above it stands still: a long sentence is set in smaller type.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QTextBrowser, QVBoxLayout, QWidget

from companion.rules import Ruling, Verdict
from companion.session import Inspection
from companion.ui.plain_widgets import plain_label, set_look
from companion.ui.theme import RULING_PT
from companion.ui.themes import type_pt
from companion.ui.voice import VOICE
from companion.ui.why import explain_inspection

#: So many lines of the largest type a sentence may take, but no more of the window's height than this.
_LINES: Final = 2
_SHARE: Final = 0.105
#: The smallest type of a sentence.
_LEAST_PT: Final = 13
#: In a window higher than this type grows with it, so many times at most.
_USUAL_HEIGHT_PX: Final = 1080
_LARGEST: Final = 1.8
_WHY_HEIGHT_PX: Final = 260
_MARGIN_PX: Final = 16


class RulingLine(QFrame):
    """Stands below the table; what it rests on unfolds over the lower part of ``over``."""

    def __init__(self, over: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ruling")
        self._sentence, self._rules, self._hints = (
            plain_label(name=name, yields=True, parent=self) for name in ("sentence", "rules", "hints")
        )
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._rules.setWordWrap(False)
        self._over = over
        over.installEventFilter(self)
        self._why = QTextBrowser(over)
        self._why.setObjectName("why")
        self._why.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._unfolded = False
        self._fold()
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN_PX, 6, _MARGIN_PX, 4)
        column.setSpacing(2)
        for widget in (self._sentence, self._rules, self._hints):
            column.addWidget(widget)
        self._hints.hide()

    def show_inspection(self, inspection: Inspection) -> None:
        """Say what the rules say of what is chosen."""
        self.show_ruling(inspection.sentence, inspection.ruling, explain_inspection(inspection))

    def show_ruling(self, sentence: str, ruling: Ruling | None, behind: str) -> None:
        """Say a sentence with the ruling that it comes from; ``behind``: what that rests on, as HTML."""
        doubt = ruling is not None and ruling.verdict in {Verdict.TOO_CLOSE, Verdict.ASK}
        if ruling is not None and sentence != self._sentence.text():
            VOICE.say(sentence)
        self._say(sentence, doubt=doubt)
        self._rules.setText("  ".join(ruling.rules) if ruling else "")
        set_look(self._rules, "remark", False)
        self._why.setHtml(behind)
        self._fold()

    def say(self, sentence: str) -> None:
        """Say something that is no ruling."""
        self._say(sentence, doubt=False)
        self._rules.clear()
        self._why.clear()
        self._fold()

    def remark(self, sentence: str) -> None:
        """Say something in passing, below the sentence, which stays."""
        self._rules.setText(sentence)
        set_look(self._rules, "remark", True)

    def show_hints(self, words: str) -> None:
        """The keys worth knowing here."""
        self._hints.setText(words)
        self._hints.show()

    @property
    def rests_on_something(self) -> bool:
        """Whether there is anything to unfold."""
        return bool(self._why.toPlainText())

    @property
    def is_unfolded(self) -> bool:
        """Whether it is shown what the ruling rests on."""
        return self._why.isVisible()

    def fold_away(self) -> bool:
        """Hide what the ruling rests on; whether it was shown."""
        shown = self._why.isVisible()
        self._unfolded = False
        self._fold()
        return shown

    def unfold(self) -> None:
        """Show or hide what the ruling rests on."""
        self._unfolded = not self._unfolded
        self._fold()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is unfolded keeps its place over the table."""
        if watched is self._over and event.type() == QEvent.Type.Resize:
            self._place_why()
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the sentence anew."""
        super().resizeEvent(event)
        self._fit()

    def _fold(self) -> None:
        """What is empty takes no room."""
        self._place_why()
        self._why.setVisible(self._unfolded and bool(self._why.toPlainText()))
        self._why.raise_()

    def _place_why(self) -> None:
        high = min(_WHY_HEIGHT_PX, self._over.height())
        self._why.setGeometry(0, self._over.height() - high, self._over.width(), high)

    def _say(self, sentence: str, *, doubt: bool) -> None:
        self._sentence.setText(sentence)
        self._fit()
        set_look(self, "doubt", doubt)

    def _fit(self) -> None:
        """The largest type in which the sentence fits its room."""
        room = QRect(0, 0, self.width() - 2 * _MARGIN_PX, self._room_px())
        sizes = range(self._most_pt, _LEAST_PT - 1, -1)
        size = next((size for size in sizes if _fits(self._sentence.text(), self.font(), size, room)), _LEAST_PT)
        self._sentence.setStyleSheet(f"font-size: {size}pt")
        self._sentence.setFixedHeight(room.height())
        self._rules.setFixedHeight(self._rules.fontMetrics().height())

    @property
    def _most_pt(self) -> int:
        """The largest type of a sentence: more in a window that fills a large screen."""
        return round(type_pt(RULING_PT) * min(_LARGEST, max(1.0, self.window().height() / _USUAL_HEIGHT_PX)))

    def _room_px(self) -> int:
        """How high the sentence may be."""
        least, most = (_LINES * _sized(self.font(), size).lineSpacing() for size in (_LEAST_PT, self._most_pt))
        share = _SHARE * type_pt(100) / 100
        return max(least, min(most, round(share * self.window().height())))


def _sized(font: QFont, size_pt: int) -> QFontMetrics:
    sized = QFont(font)
    sized.setPointSize(size_pt)
    return QFontMetrics(sized)


def _fits(sentence: str, font: QFont, size_pt: int, room: QRect) -> bool:
    needed = _sized(font, size_pt).boundingRect(room, int(Qt.TextFlag.TextWordWrap), sentence)
    return needed.height() <= room.height() and needed.width() <= room.width()
