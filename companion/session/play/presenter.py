"""The presenter of a match: keys and clicks in; prompt, choices and scene out.

Knows no widget. It decides nothing: the match takes acts or says why not, the rules say what is open, and everything
shown is computed from the position and the mode. Its parts have a job each: what is shown (`MatchView`), what is done
and turned back (`MatchActs`), what waits for the people's word (`OpenQuestions`), what the mouse means (`TableMouse`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.geometry import Point, contains_point
from companion.rules import Piece, Position
from companion.rules.actions import BaseAction
from companion.rules.corrections import Correction
from companion.session.inference import Explanation
from companion.session.match import Match
from companion.session.play import modes, placement
from companion.session.play.acts import MatchActs, OpenQuestions
from companion.session.play.choice import AfterMatch, Choice
from companion.session.play.choices import begin_scoring, may_score
from companion.session.play.modes import Aiming, Mode, NamingSystem, Proposed, Reconciling
from companion.session.play.prompts import Prompt
from companion.session.play.scenes import find_ghost
from companion.session.play.view import MatchView
from companion.text import pgettext


class TableMouse:
    """``press``: does what a key stands for."""

    def __init__(self, view: MatchView, press: Callable[[str], object]) -> None:
        self._view, self._press = view, press

    @property
    def carries(self) -> bool:
        """Whether a die follows the mouse."""
        mode = self._view.mode
        return isinstance(mode, modes.Throwing | modes.Correcting) and placement.is_carried(mode)

    def click(self, name: str | None, point_mm: Point) -> None:
        """A click on a piece or on nothing, at a place of the plan (mm): on a ghost it is chosen, on a piece or a
        Command Post that is picked, and a die in hand is put down there."""
        ghost, before = self.ghost_at(point_mm), self._view.mode
        if ghost is not None:
            self._press(ghost)
            return
        posts = (post for post in self._view.position.posts.values() if not post.destroyed)
        there = (post.id for post in posts if contains_point(post.outline, point_mm))
        self.pick(next(there, None) if name is None else name)
        if self._view.mode == before:
            self.put_down(point_mm)

    def pick(self, name: str | None) -> None:
        """A click on a piece or a Command Post, or on nothing."""
        mode = self._view.mode
        if isinstance(mode, modes.Throwing):
            if name in self._view.position.pieces:
                self._view.go(placement.pick_in_throw(self._view.position, mode, str(name)))
        elif isinstance(mode, modes.Aiming) and name is not None and name != mode.by:
            self._view.go(replace(mode, target=name, second=None))
        elif isinstance(mode, modes.Correcting | modes.Proposed | modes.Reconciling) and name is None:
            return
        elif isinstance(mode, modes.Reconciling) and name in self._view.position.pieces:
            self._view.go(placement.begin_correction(self._view.position, self._view.position.piece(str(name))))
        elif not isinstance(mode, modes.Settling | modes.Releasing | modes.Scoring):
            if isinstance(mode, modes.Proposed | modes.Reconciling):
                self._view.mute()
            self._view.go(modes.Browsing(name or ""))

    def pick_from_hand(self, piece: str) -> None:
        """A click on the picture of a die that may be thrown: it is thrown, or takes the place of the one that is."""
        mode, position = self._view.mode, self._view.position
        if isinstance(mode, modes.Throwing) and not mode.placing:
            self._view.go(placement.with_die(position, mode, piece))
        elif any(piece in held.pieces for held in placement.dice_in_hand(position, mode)):
            self._view.go(placement.begin_throw(position, piece))

    def point(self, name: str) -> None:
        """The mouse is over a piece: a target is looked at."""
        mode = self._view.mode
        if isinstance(mode, modes.Aiming) and name not in {mode.by, mode.target} and name in self._view.position.pieces:
            self._view.go(replace(mode, target=name, second=None))

    def take_up(self, name: str) -> None:
        """The mouse begins to drag a piece: the one that is being put down, or another, to put right where it lies."""
        mode, piece = self._view.mode, self._view.position.pieces.get(name)
        if isinstance(mode, modes.Throwing) and name == mode.piece:
            self._view.go(replace(mode, down=False))
        elif isinstance(mode, modes.Throwing):
            moved = placement.pick_in_throw(self._view.position, replace(mode, clicks=modes.Clicks.MOVED), name)
            self._view.go(replace(moved, clicks=modes.Clicks.PLACE))
        elif (
            piece is not None
            and piece.in_play
            and isinstance(mode, modes.Browsing | modes.Correcting | modes.Reconciling)
        ):
            begun = mode if isinstance(mode, modes.Correcting) and mode.piece == name else None
            self._view.go(replace(begun or placement.begin_correction(self._view.position, piece), held=True))

    def throw_at(self, piece: str, point_mm: Point) -> None:
        """A die in hand is dragged onto the table: it is thrown, and landed there."""
        self.pick_from_hand(piece)
        if isinstance(self._view.mode, modes.Throwing) and self._view.mode.piece == piece:
            self.put_down(point_mm)

    def ghost_at(self, point_mm: Point) -> str | None:
        """The key of the ghost over a point of the plan."""
        return find_ghost(point_mm, self._view.position, self._view.mode)

    def carry(self, point_mm: Point) -> None:
        """The mouse moves with a die in hand."""
        mode = self._view.mode
        if isinstance(mode, modes.Throwing | modes.Correcting) and placement.is_carried(mode):
            self._view.go(placement.with_held_pose(mode, placement.held_pose(mode).moved_to(point_mm)))

    def put_down(self, point_mm: Point) -> None:
        """A click on the table with a die in hand, or to be put there."""
        mode = self._view.mode
        if isinstance(mode, modes.Throwing) and mode.held is not None:
            self._view.go(replace(mode.with_moved(mode.held, placement.held_pose(mode).moved_to(point_mm)), held=None))
        elif isinstance(mode, modes.Throwing) and mode.clicks is modes.Clicks.LEANS:
            under = (t.id for t in self._view.position.table.terrain if contains_point(t.outline_mm, point_mm))
            self._view.go(replace(mode, on=next(under, None), off=False, clicks=modes.Clicks.PLACE))
        elif isinstance(mode, modes.Throwing) and mode.clicks is modes.Clicks.PLACE and not mode.placing:
            self._view.go(replace(mode, lies=mode.lies.moved_to(point_mm), down=True, off=False))
        elif isinstance(mode, modes.Correcting) and mode.held:
            self._view.go(replace(mode, lies=mode.lies.moved_to(point_mm), held=False))

    def leave_lying(self) -> None:
        """A double click on the table: a thrown die that its first click has put down lies there, and that is all."""
        mode = self._view.mode
        if isinstance(mode, modes.Throwing) and mode.down and mode.clicks is modes.Clicks.PLACE and mode.held is None:
            self._press("Return")

    def turn(self, turn_deg: float) -> bool:
        """The wheel turns the die in hand; whether there is one."""
        mode = self._view.mode
        if not isinstance(mode, modes.Throwing | modes.Correcting):
            return False
        self._view.go(placement.with_held_pose(mode, placement.held_pose(mode).turned_by(turn_deg)))
        return True

    def correct(self, piece: Piece, face: str) -> None:
        """Put a die right that shows another side; what was begun with it goes on."""
        mode = self._view.mode
        begun = mode if isinstance(mode, modes.Correcting) and mode.piece == piece.id else None
        begun = begun or placement.begin_correction(self._view.position, piece)
        self._view.go(replace(begun, lies=replace(begun.lies, face=face)))

    def show_face(self, key: str) -> None:
        """A click on the picture of a side: the die in hand shows it."""
        mode = self._view.mode
        if isinstance(mode, modes.Throwing | modes.Correcting):
            self._view.go(placement.with_held_pose(mode, replace(placement.held_pose(mode), face=key)))

    def set_points(self, player: str = "") -> None:
        """A click on points: they are typed by hand, beginning with a player's."""
        if may_score(self._view.mode):
            self._view.go(begin_scoring(self._view.position, self._view.mode, player))

    def type_die(self, words: str) -> str:
        """Put right the die that is typed, such as ``heavy 6``; what to say where none is called so."""
        mode = self._view.mode
        if not isinstance(mode, modes.Correcting):
            return ""
        meant = placement.find_typed_die(words, self._view.position, mode.piece)
        if meant is None:
            message = pgettext("match", "No die here is called “{words}”: type a name and a side, such as heavy 6.")
            return message.format(words=words)
        self.correct(*meant)
        return ""


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
