"""The ruling line: one sentence with its numbers and rule ids, and what it rests on when unfolded."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QTextBrowser, QVBoxLayout, QWidget

from companion.rules import Ruling, Verdict
from companion.table import Inspection
from companion.ui.theme import RULING_PT
from companion.ui.themes import points
from companion.ui.why import unfolded

#: Sentences longer than this are set smaller, so that the line does not push the table away.
_LONG = 150
_WHY_HEIGHT_PX = 260


class RulingLine(QFrame):
    """Stands below the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ruling")
        self._sentence, self._rules, self._hints = (self._label(name) for name in ("sentence", "rules", "hints"))
        self._why = QTextBrowser(self)
        self._why.setObjectName("why")
        self._why.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._why.setFixedHeight(_WHY_HEIGHT_PX)
        self._why.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 8)
        column.setSpacing(4)
        for widget in (self._sentence, self._rules, self._why, self._hints):
            column.addWidget(widget)

    def show_inspection(self, inspection: Inspection) -> None:
        """Say what the rules say of what is chosen."""
        self.show_ruling(inspection.sentence, inspection.ruling, unfolded(inspection))

    def show_ruling(self, sentence: str, ruling: Ruling | None, behind: str) -> None:
        """Say a sentence with the ruling that it comes from; ``behind``: what that rests on, as HTML."""
        doubt = ruling is not None and ruling.verdict in {Verdict.TOO_CLOSE, Verdict.ASK}
        self._say(sentence, doubt=doubt)
        self._rules.setText("  ".join(ruling.rules) if ruling else "")
        self._why.setHtml(behind)

    def say(self, sentence: str) -> None:
        """Say something that is no ruling."""
        self._say(sentence, doubt=False)
        self._rules.clear()
        self._why.clear()

    def show_hints(self, words: str) -> None:
        """The keys worth knowing here."""
        self._hints.setText(words)

    def unfold(self) -> None:
        """Show or hide what the ruling rests on."""
        self._why.setVisible(not self._why.isVisible())

    def _say(self, sentence: str, *, doubt: bool) -> None:
        size = RULING_PT if len(sentence) <= _LONG else round(0.72 * RULING_PT)
        self._sentence.setStyleSheet(f"font-size: {points(size)}pt")
        self._sentence.setText(sentence)
        if self.property("doubt") != doubt:
            self.setProperty("doubt", doubt)
            self.style().polish(self)

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        return label
