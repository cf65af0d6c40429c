"""The presenter of a match: keys and clicks in; prompt, choices and scene out.

Knows no widget. It decides nothing: the match takes acts or says why not, the rules say what is open, and everything
shown is computed from the position and the mode. Its parts have a job each: what is shown (`MatchView`), what is done
and turned back (`MatchActs`), what waits for the people's word (`OpenQuestions`), what the mouse means (`TableMouse`).
"""

from __future__ import annotations

from collections.abc import Callable

from companion.rules import Position
from companion.rules.actions import BaseAction
from companion.rules.corrections import Correction
from companion.session.inference import Explanation
from companion.session.match import Match
from companion.session.play.acts import MatchActs
from companion.session.play.choice import AfterMatch, Choice
from companion.session.play.modes import Aiming, Mode, NamingSystem, Proposed, Reconciling
from companion.session.play.mouse import TableMouse
from companion.session.play.open_questions import OpenQuestions
from companion.session.play.prompts import Prompt
from companion.session.play.view import MatchView


class MatchPresenter:
    """``changed`` is called after each change, ``speak`` with what a ruling said, ``show_result`` when people go on
    from a match that is won; ``observers`` are called with everything."""

    def __init__(
        self,
        match: Match,
        changed: Callable[[], None] = lambda: None,
        *,
        speak: Callable[[str], object] = lambda sentence: None,
        show_result: Callable[[], object] = lambda: None,
    ) -> None:
        self.match, self._show_result = match, show_result
        self.view = MatchView(match, changed)
        self.acts = MatchActs(self.view, speak)
        self.questions = OpenQuestions(self.view, self.acts)
        self.mouse = TableMouse(self.view, lambda key: self.press(key, source="mouse"))
        self.observers, self.reconciler = self.view.observers, self.view.reconciler

    @property
    def position(self) -> Position:
        """Where the match stands."""
        return self.match.position

    @property
    def mode(self) -> Mode:
        """What the people are in the middle of."""
        return self.view.mode

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be done now."""
        return self.view.choices

    @property
    def prompt(self) -> Prompt:
        """The sentence of the ruling line."""
        return self.view.prompt

    def go(self, mode: Mode) -> None:
        """Begin something else."""
        self.view.go(mode)

    def press(self, key: str, *, source: str = "keyboard") -> bool:
        """Do what a key (in Qt's notation) stands for now; whether it stands for anything."""
        found = next((choice for choice in self.choices if key in choice.keys), None)
        if found is None:
            return False
        self.take(found, source=source)
        return True

    def take(self, choice: Choice, *, source: str = "keyboard") -> None:
        """Do what a choice leads to; one that is refused says why."""
        view, mode, leads_to = self.view, self.mode, choice.leads_to
        asked = None if view.people_rule is None else view.people_rule.question(self.position, mode, choice)
        if asked is not None:
            view.go(asked)
        elif isinstance(leads_to, AfterMatch):
            self._show_result()
        elif isinstance(leads_to, Explanation):
            self.questions.explain(leads_to, source)
        elif isinstance(leads_to, BaseAction | Correction):
            self.acts.do(leads_to, source=source)
        elif isinstance(leads_to, tuple):
            if isinstance(mode, Proposed):
                self.questions.accept(leads_to, mode.now, choice.title)
            else:
                self.acts.do_all(leads_to, source=source)
        else:
            self._begin(choice, leads_to)

    def _begin(self, choice: Choice, leads_to: Mode) -> None:
        """Begin what a choice leads to, or leave what was asked."""
        view, mode = self.view, self.mode
        if isinstance(mode, Proposed) and mode.now.base is not None and choice.id in {"back", "leave"}:
            self.questions.leave(mode)
            return
        if isinstance(mode, Proposed | Reconciling) and choice.id in {"back", "correct"}:
            view.mute()
        if isinstance(mode, NamingSystem) and isinstance(leads_to, Aiming):
            view.system = leads_to.system or view.system
        view.go(leads_to)
        if not choice.open and choice.why_not is not None:
            view.say(Prompt(choice.why_not.text, choice.why_not))
