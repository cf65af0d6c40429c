"""The ruling line: one sentence with its numbers and rule ids, and what it rests on when unfolded."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QTextBrowser, QVBoxLayout, QWidget

from companion.rules import Ruling, Verdict
from companion.session import Inspection
from companion.ui.plain_widgets import plain_label, set_look
from companion.ui.theme import RULING_PT
from companion.ui.themes import type_pt
from companion.ui.voice import VOICE
from companion.ui.why import explain_inspection

#: Sentences longer than this are set smaller, so that the line does not push the table away.
_LONG = 150
_WHY_HEIGHT_PX = 260
_MARGIN_PX = 16


class RulingLine(QFrame):
    """Stands below the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ruling")
        self._sentence, self._rules, self._hints = (
            plain_label(name=name, yields=True, parent=self) for name in ("sentence", "rules", "hints")
        )
        self._why = QTextBrowser(self)
        self._why.setObjectName("why")
        self._why.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._why.setFixedHeight(_WHY_HEIGHT_PX)
        self._unfolded = False
        self._fold()
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN_PX, 10, _MARGIN_PX, 8)
        column.setSpacing(4)
        for widget in (self._sentence, self._rules, self._why, self._hints):
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
        self._why.setHtml(behind)
        self._fold()

    def say(self, sentence: str) -> None:
        """Say something that is no ruling."""
        self._say(sentence, doubt=False)
        self._rules.clear()
        self._why.clear()
        self._fold()

    def show_hints(self, words: str) -> None:
        """The keys worth knowing here."""
        self._hints.setText(words)
        self._hints.show()

    def unfold(self) -> None:
        """Show or hide what the ruling rests on."""
        self._unfolded = not self._unfolded
        self._fold()

    def _fold(self) -> None:
        """What is empty takes no room."""
        self._why.setVisible(self._unfolded and bool(self._why.toPlainText()))

    def _say(self, sentence: str, *, doubt: bool) -> None:
        size = RULING_PT if len(sentence) <= _LONG else round(0.72 * RULING_PT)
        self._sentence.setStyleSheet(f"font-size: {type_pt(size)}pt")
        self._sentence.setText(sentence)
        self._make_room()
        set_look(self, "doubt", doubt)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the sentence anew."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """As much height as the sentence needs at once: a layout would find out one event too late."""
        width = self.width() - 2 * _MARGIN_PX
        self._sentence.setMinimumHeight(0)
        self._sentence.setFixedHeight(max(1, self._sentence.heightForWidth(width)))
