"""Calling the final round: its three forms, whom to ask and what to look for on the map, all by keys."""

from __future__ import annotations

from html import escape

from PySide6.QtWidgets import QFrame, QWidget

from companion.exercise_k.rules import team_label
from companion.exercise_k.session import FinalChoice
from companion.text import translate
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import RichLabel


class FinalPanel(QFrame):
    """Lies over the desk while the final round is being called."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("final_panel")
        self.words = RichLabel(self)
        self.words.setObjectName("words")
        column_of(self.words, on=self, margins=(28, 20, 28, 20))
        self.hide()

    def show_choice(self, choice: FinalChoice | None) -> None:
        """The forms, or what is asked of the one chosen; None: nothing is being called."""
        if choice is not None:
            self.words.setText(_questions_html(choice) if choice.questions else _forms_html(choice))
        self.setVisible(choice is not None)
        self.centre()

    def centre(self) -> None:
        """Into the middle of what it lies on."""
        self.adjustSize()
        under = self.parentWidget()
        if under is not None:
            self.move((under.width() - self.width()) // 2, max(0, (under.height() - self.height()) // 2))
        self.raise_()


def _forms_html(choice: FinalChoice) -> str:
    rows = []
    for form in choice.forms:
        row = f"<b>{form.key or '–'}</b>&nbsp; {form.words}"
        rows.append(row if form.key else f"{row}<br><small>&nbsp;&nbsp;&nbsp; {escape(form.refusal)}</small>")
    title = translate("FinalPanel", "Final round")
    foot = translate("FinalPanel", "Esc: not now")
    return f"<h2>{title}</h2>{''.join(f'<p>{row}</p>' for row in rows)}<p><small>{foot}</small></p>"


def _questions_html(choice: FinalChoice) -> str:
    parts = []
    for question in choice.questions:
        rows = (
            f"<b>{line.letter}</b>&nbsp; {'☑' if line.ticked else '☐'} {team_label(line.ogre)} {escape(line.person)}"
            for line in question.ogres
        )
        parts.append(f"<p><b>{question.words}</b></p><p>{'<br>'.join(rows)}</p>")
    foot = translate("FinalPanel", "Enter: call it    Esc: not now")
    return f"{''.join(parts)}<p><small>{foot}</small></p>"
