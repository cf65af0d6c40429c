"""Calling the final round: its three forms, whom to ask and what to look for on the map, all by keys."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtWidgets import QFrame, QWidget

from companion.rules.exercise_k import FinalRoundReason, actions
from companion.session.exercise_k import FinalCall, TableTalk
from companion.text import translate
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import RichLabel

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"


class FinalPanel(QFrame):
    """Lies over the desk; ``call`` takes the action that was made up."""

    def __init__(self, parent: QWidget, call: Callable[[actions.DeskAction], None]) -> None:
        super().__init__(parent)
        self.setObjectName("final_panel")
        self._call = call
        self._calls: tuple[FinalCall, ...] = ()
        self._chosen: FinalCall | None = None
        self._ticked: set[str] = set()
        self._talk = TableTalk()
        self.words = RichLabel(self)
        self.words.setObjectName("words")
        column_of(self.words, on=self, margins=(28, 20, 28, 20))
        self.hide()

    def ask(self, calls: tuple[FinalCall, ...], talk: TableTalk) -> None:
        """Offer the forms."""
        self._calls, self._chosen, self._talk = calls, None, talk
        self._ticked = set()
        self._show()

    def take_key(self, key: str) -> None:
        """A digit chooses a form, a letter ticks or unticks a line."""
        if self._chosen is None:
            open_calls = {str(number): call for number, call in enumerate(self._calls, 1) if call.open}
            self._choose(open_calls.get(key))
        else:
            line = dict(zip(_LETTERS, self._lines(self._chosen), strict=False)).get(key.upper())
            self._ticked ^= {line} if line else set()
            self._show()

    def confirm(self) -> None:
        """Call what is chosen, with what is ticked."""
        chosen = self._chosen
        if chosen is not None:
            consenting = tuple(name for name in chosen.consent if f"consent {name}" in self._ticked)
            reaching = tuple(name for name in chosen.must_not_reach if f"reach {name}" in self._ticked)
            self.hide()
            self._call(chosen.action(consenting, reaching))

    def centre(self) -> None:
        """Into the middle of what it lies on."""
        self.adjustSize()
        under = self.parentWidget()
        if under is not None:
            self.move((under.width() - self.width()) // 2, max(0, (under.height() - self.height()) // 2))
        self.raise_()

    def _choose(self, call: FinalCall | None) -> None:
        if call is None:
            return
        self._chosen = call
        if not self._lines(call):
            self.confirm()
        else:
            self._show()

    def _lines(self, call: FinalCall) -> list[str]:
        return [f"consent {name}" for name in call.consent] + [f"reach {name}" for name in call.must_not_reach]

    def _show(self) -> None:
        self.words.setText(self._forms() if self._chosen is None else self._questions(self._chosen))
        self.show()
        self.centre()

    def _forms(self) -> str:
        names = {
            FinalRoundReason.TIME: translate("FinalPanel", "Time: the round being played is the last"),
            FinalRoundReason.STALEMATE: translate("FinalPanel", "Stalemate: nobody can do further damage"),
            FinalRoundReason.DECLARED: translate("FinalPanel", "Declared by the only team that can still move"),
        }
        assert set(names) == set(FinalRoundReason)
        rows = []
        for number, call in enumerate(self._calls, 1):
            row = f"<b>{number if call.open else '–'}</b>&nbsp; {names[call.why]}"
            rows.append(row if call.open else f"{row}<br><small>&nbsp;&nbsp;&nbsp; {escape(call.ruling.text)}</small>")
        title = translate("FinalPanel", "Final round")
        return (
            f"<h2>{title}</h2>"
            + "".join(f"<p>{row}</p>" for row in rows)
            + self._foot(translate("FinalPanel", "Esc: not now"))
        )

    def _questions(self, call: FinalCall) -> str:
        parts = []
        letters = iter(_LETTERS)
        for kind, names, question in (
            ("consent", call.consent, translate("FinalPanel", "Who agrees? All of them must.")),
            (
                "reach",
                call.must_not_reach,
                translate("FinalPanel", "Who has a legal target in weapons range? Nobody may."),
            ),
        ):
            if names:
                rows = [self._tick(next(letters), f"{kind} {name}", name) for name in names]
                parts.append(f"<p><b>{question}</b></p><p>{'<br>'.join(rows)}</p>")
        return "".join(parts) + self._foot(translate("FinalPanel", "Enter: call it    Esc: not now"))

    def _tick(self, letter: str, line: str, name: str) -> str:
        mark = "☑" if line in self._ticked else "☐"
        person = self._talk.names.get(name, "")
        return f"<b>{letter}</b>&nbsp; {mark} {escape(name)} {escape(person)}"

    def _foot(self, words: str) -> str:
        return f"<p><small>{words}</small></p>"
