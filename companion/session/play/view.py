"""What is shown of a match: where it stands, what the people at the table are in the middle of, what is said and drawn.

Everything is computed from the position and the mode, each thing when it is asked for and once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Protocol

from companion.codec.board import RefereeSummons
from companion.codec.notes import BeliefNote
from companion.errors import InputError
from companion.rules import Position, next_to_act, placeable, throwable
from companion.session import Layout, layout_in
from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.overlay import Scene, unknown_scene
from companion.session.overlay.views import View
from companion.session.play.aim import aim_at_system
from companion.session.play.choice import Choice
from companion.session.play.choices import choices
from companion.session.play.modes import Aiming, Browsing, Mode, Proposed
from companion.session.play.prompts import Prompt, prompt, prompt_given_up, prompt_won
from companion.session.play.scenes import compose_match_scene, shown_layout
from companion.session.play.state_reconciler import Beliefs, Inference, StateReconciler
from companion.session.play.unread import unknown_in_the_way, unread_in_the_way, unread_scene


class PresenterObserver(Protocol):
    """Who is called with what happens in a match and has no hand in it; called in the presenter's thread, after the
    window."""

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another snapshot of the table has come."""

    def on_inference(self, inference: Inference) -> None:
        """What a table at rest means was put to the people, or done."""

    def on_change(self) -> None:
        """Something was done, or people are in the middle of something else."""


class PeopleRule(Protocol):
    """People rule in place of the program, which is silent: what is shown then, and what becomes of a choice."""

    def choices(self, mode: Mode, choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """Those of the choices that are offered, and how."""

    def prompt(self, position: Position, mode: Mode, message: Prompt) -> Prompt:
        """What is said in place of what the program would say."""

    def scene_mode(self, mode: Mode) -> Mode:
        """The mode whose scene is drawn."""

    def question(self, position: Position, mode: Mode, choice: Choice) -> Mode | None:
        """What the people are asked before a choice counts; ``None`` where it does at once. Their answer is one."""


class _Shown:
    """One position in one mode; ``badges``: player -> the word of their badge's colour."""

    def __init__(self, position: Position, mode: Mode, badges: Mapping[str, str]) -> None:
        self.position, self.mode, self._badges = position, mode, badges

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return choices(self.position, self.mode)

    @cached_property
    def trouble(self) -> str:
        """Why what the camera proposes cannot be put to the people: it, or an answer to what it asks, is no act of this
        match, or one that its rules refuse; "" where nothing is wrong."""
        if not isinstance(self.mode, Proposed):
            return ""
        try:
            _ = self.choices
        except InputError as wrong:
            return str(wrong)
        outcome = self.mode.now.outcome
        return "" if outcome.ok else outcome.ruling.text

    @cached_property
    def known(self) -> Layout:
        """The pieces as the match knows them."""
        return layout_in(self.position, self._badges)

    @cached_property
    def layout(self) -> Layout:
        return shown_layout(self.known, self.position, self.mode)


class MatchView:
    """``snapshot``: the newest of the table; ``message``: stands in the ruling line in place of what the mode says;
    ``system``: the one of an Ogre that was named last. ``show`` is called after each change."""

    def __init__(self, match: Match, show: Callable[[], None]) -> None:
        self.match, self._show = match, show
        beliefs = (note.belief for _, note in match.notes if isinstance(note, BeliefNote))
        self.reconciler = StateReconciler(Beliefs(beliefs))
        self.observers: list[PresenterObserver] = []
        self.people_rule: PeopleRule | None = None
        self.snapshot: TableSnapshot | None = None
        self.summons: RefereeSummons | None = None
        self.system = ""
        self._badges: Mapping[str, str] = match.opening.table_talk.badges
        notices = " ".join(filter(None, (match.caution, match.changed_rulings)))
        self.message: Prompt | None = Prompt(notices) if notices else None
        self._shown = _Shown(match.position, mode_at_rest(match.position), self._badges)

    @property
    def position(self) -> Position:
        """Where the match stands."""
        return self.match.position

    @property
    def mode(self) -> Mode:
        """What the people are in the middle of."""
        return self._shown.mode

    @property
    def rest(self) -> int | None:
        """Which rest of the table is seen; ``None`` without a camera."""
        return None if self.snapshot is None else self.snapshot.rest

    @property
    def _now(self) -> _Shown:
        if self._shown.position is not self.match.position:
            self._shown = _Shown(self.match.position, self.mode, self._badges)
        return self._shown

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be done now."""
        offered = self._now.choices
        return offered if self.people_rule is None else self.people_rule.choices(self.mode, offered)

    @property
    def layout(self) -> Layout:
        """The pieces as they are shown."""
        return self._now.layout

    @property
    def standing(self) -> Prompt:
        """What to say where nothing was just done: how the match was won, else what is to be done now."""
        if self.position.winner is not None and isinstance(self.mode, Browsing):
            return prompt_won(self.position, self.match.log)
        return prompt(self.position, self.mode)

    @property
    def prompt(self) -> Prompt:
        """The sentence of the ruling line; with what on the table may be what a weapon has to hit, though nobody knows
        what it is."""
        message, mode = self.message or self.standing, self.mode
        if self.people_rule is not None:
            return self.people_rule.prompt(self.position, mode, message)
        if not isinstance(mode, Aiming) or message.ruling is None:
            return message
        shot = self.position, mode.by, mode.effect
        unsettled = unread_in_the_way(*shot, self.reconciler.unread)
        unknown = unknown_in_the_way(*shot, self.reconciler.unknown)
        sentences = (message.sentence, None if unsettled is None else unsettled.text, unknown)
        return replace(message, sentence=" ".join(sentence for sentence in sentences if sentence is not None))

    def scene(self, view: View) -> Scene:
        """What is drawn over the table."""
        mode = self.mode if self.people_rule is None else self.people_rule.scene_mode(self.mode)
        scene = compose_match_scene(self._now.known, self.position, mode, view, self.reconciler.todo)
        scene = scene.with_more(unknown_scene(self.reconciler.unknown, view))
        return scene.with_more(unread_scene(self.reconciler.unread, view))

    # Something else is shown

    def go(self, mode: Mode) -> None:
        """Begin something else; a proposal that is no act of this match is left again, with the reason."""
        if isinstance(mode, Aiming) and self.system and mode.system is None:
            mode = aim_at_system(self.position, mode, self.system)
        self.stand(mode)
        if self._shown.trouble:
            self.message = prompt_given_up(self._shown.trouble)
            self._shown = _Shown(self.position, Browsing(), self._badges)
            self.mute()
        self.changed()

    def stand(self, mode: Mode | None = None, message: Prompt | None = None) -> None:
        """Be in another mode (``None``: in the one that a match rests in) with that to say, without notifying anybody
        yet."""
        self.message = message
        self._shown = _Shown(self.position, mode_at_rest(self.position) if mode is None else mode, self._badges)

    def say(self, message: Prompt | str) -> None:
        """Say something in place of what the mode says."""
        self.message = Prompt(message) if isinstance(message, str) else message
        self.changed()

    def summon(self, summons: RefereeSummons | None) -> None:
        """Call the referee, whoever shows that; ``None``: the question is settled."""
        if summons != self.summons:
            self.summons = summons
            self.changed()

    def mute(self) -> None:
        """Say no more of this table at rest: people know better."""
        self.reconciler.mute(self.rest)

    def changed(self) -> None:
        """Show everything, and notify all observers."""
        self._show()
        for observer in tuple(self.observers):
            observer.on_change()


def mode_at_rest(position: Position) -> Browsing:
    """The die whose action it is, if it lies on the table; else the only one that a player has to choose from."""
    waiting = next_to_act(position)
    if waiting is not None and waiting in position.pieces and position.pieces[waiting].in_play:
        return Browsing(waiting)
    own = [piece.id for piece in position.in_play if piece.owner == position.to_move]
    alone = len(own) == 1 and not position.turn.spent and not throwable(position) and not placeable(position)
    return Browsing(own[0]) if alone and waiting is None and position.winner is None else Browsing()
