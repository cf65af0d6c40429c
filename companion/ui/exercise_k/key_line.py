"""The foot of the desk: what to call out, what is keyed in, which keys may come next, what the rules said."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QWidget

from companion.rules import Ruling
from companion.session.exercise_k import KeyInput
from companion.text import translate
from companion.ui.exercise_k.one_line import OneLine
from companion.ui.layouts import column_of, row_of
from companion.ui.theme import ACCENT, ASH, PAPER, SMALL_PT, STOP


class KeyLine(QFrame):
    """Four lines that are always there, so that nothing jumps."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("key_line")
        self.called = OneLine(self, size_pt=24, colour=ACCENT, bold=True)
        self.typed = OneLine(self, size_pt=22, colour=PAPER)
        self.choices = OneLine(self, size_pt=SMALL_PT, colour=PAPER)
        self.cited = OneLine(self, size_pt=SMALL_PT, colour=ASH)
        others = OneLine(self, size_pt=SMALL_PT, colour=ASH)
        others.say(translate("KeyLine", "Space end of turn   Z undo   E final round   F1 all keys"))
        column = column_of(self.called, self.typed, self.choices, on=self, margins=(16, 4, 16, 4), spacing=0)
        foot = row_of((self.cited, 1), (others, 1))
        column.addLayout(foot)

    def show_keyed(self, to_move: str, keyed: KeyInput) -> None:
        """What is keyed in and what may come next."""
        if keyed.keys:
            enter = translate("KeyLine", "   [Enter] does it") if keyed.action is not None else " …"
            self.typed.say(f"{to_move}:  {'  '.join(keyed.words)}{enter}")
        digits = [choice for choice in keyed.choices if choice.words.removeprefix("× ").isdigit()]
        named = [f"{choice.key}  {choice.words}" for choice in keyed.choices if choice not in digits]
        self.choices.say("      ".join([*named, *([translate("KeyLine", "0 … 9  how many")] if digits else [])]))

    def say(self, ruling: Ruling | None, sentence: str, called: Sequence[str]) -> None:
        """What came of the last thing done: the sentence, what to call out, and the rules."""
        if ruling is not None and not ruling.ok:
            self.called.say(translate("KeyLine", "No. {0}").format(sentence), STOP)
            self.typed.say("")
        else:
            self.called.say(translate("KeyLine", "Call out:  {0}").format("  ".join(called)) if called else "", ACCENT)
            self.typed.say(sentence)
        self.cited.say("  ".join(ruling.rules) if ruling is not None else "")

    def explain(self, ruling: Ruling) -> None:
        """The arithmetic of a ruling with the rules that bring it in."""
        terms = "    ".join(f"{term.label}: {term.value:g} ({term.rule})" for term in ruling.terms)
        self.cited.say(terms or "  ".join(ruling.rules), PAPER)
