"""The presenter of a match: what the people at the table are in the middle of, and what a key or a click makes of it.

Knows no widget. It decides nothing: the match takes acts or says why not, the rules say what is open, and everything
shown is computed from the position and the mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from companion.codec.notes import Belief, BeliefNote, LeaningNote, Note, TextNote
from companion.errors import InputError, OperationError
from companion.geometry import Point, contains_point
from companion.rules import Event, Outcome, Piece, Position, next_to_act, placeable, throwable
from companion.rules.actions import Action, BaseAction, Observe
from companion.rules.corrections import Correction
from companion.session import Layout
from companion.session.inference import Explanation, Proposal, Remedy
from companion.session.live import TableSnapshot
from companion.session.match import Match, MatchAct, small_jpeg
from companion.session.overlay import Scene, unknown_scene
from companion.session.overlay.views import View
from companion.session.play.aim import aim_at_system
from companion.session.play.choice import OPEN, AfterMatch, Choice, with_players_word
from companion.session.play.match_view import MatchView
from companion.session.play.modes import (
    Aiming,
    Browsing,
    Clicks,
    Correcting,
    Mode,
    NamingSystem,
    Proposed,
    Reconciling,
    Releasing,
    Scoring,
    Settling,
    Throwing,
)
from companion.session.play.open_question import pinned_or_not
from companion.session.play.placement import (
    begin_correction,
    begin_throw,
    dice_in_hand,
    held_pose,
    is_carried,
    pick_in_throw,
    with_die,
    with_held_pose,
)
from companion.session.play.prompts import (
    Prompt,
    prompt,
    prompt_after,
    prompt_after_turn,
    prompt_given_up,
    prompt_turned_back,
    prompt_won,
)
from companion.session.play.scenes import compose_match_scene, find_ghost
from companion.session.play.state_reconciler import Beliefs, Inference, InferenceRequest, Repairs, StateReconciler
from companion.session.play.unread import unknown_in_the_way, unread_in_the_way, unread_scene, unsettled_shot

#: Who says what was done: the people to what the camera proposed; the camera alone where a die lies a little off.
CAMERA: Final = "camera"
STRAIGHTENED: Final = "camera, by itself"


class PresenterObserver(Protocol):
    """Who is told what happens in a match and has no hand in it; called in the presenter's thread, after the window."""

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another sight of the table has come."""

    def on_inference(self, inference: Inference) -> None:
        """What a table at rest means was put to the people, or done."""

    def on_change(self) -> None:
        """Something was done, or people are in the middle of something else."""


class PeopleRule(Protocol):
    """People rule in place of the program, which is silent: what is shown then, and what becomes of a choice."""

    def choices(self, mode: Mode, choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """Those of the choices that are offered, and how."""

    def prompt(self, position: Position, mode: Mode, said: Prompt) -> Prompt:
        """What is said in place of what the program would say."""

    def scene_mode(self, mode: Mode) -> Mode:
        """The mode whose scene is drawn."""

    def question(self, position: Position, mode: Mode, choice: Choice) -> Mode | None:
        """What the people are asked before a choice counts; ``None`` where it does at once. Their answer is one."""


class MatchPresenter:
    """Keys and clicks in, prompt, choices and scene out. ``changed`` is called after each change, ``speak`` with what a
    ruling said, ``show_result`` when people go on from a match that is won; ``observers`` are told everything."""

    def __init__(
        self,
        match: Match,
        changed: Callable[[], None] = lambda: None,
        *,
        speak: Callable[[str], object] = lambda sentence: None,
        show_result: Callable[[], object] = lambda: None,
    ) -> None:
        self.match, self._show, self._speak, self._show_result = match, changed, speak, show_result
        self.observers: list[PresenterObserver] = []
        beliefs = (note.belief for _, note in match.notes if isinstance(note, BeliefNote))
        self.reconciler = StateReconciler(Beliefs(beliefs))
        self._repairs = Repairs(match)
        self.sight: TableSnapshot | None = None
        self._kept: tuple[int, str] | None = None
        self._system = ""
        self._badges: Mapping[str, str] = match.opening.table_talk.badges
        notices = " ".join(filter(None, (match.caution, match.changed_rulings)))
        self._said: Prompt | None = Prompt(notices) if notices else None
        self._events: tuple[Event, ...] = ()
        self._before: Position | None = None
        self.people_rule: PeopleRule | None = None
        self._shown = MatchView(match.position, self._next(), self._badges)

    # What is shown

    @property
    def position(self) -> Position:
        """Where the match stands."""
        return self.match.position

    @property
    def mode(self) -> Mode:
        """What the people are in the middle of."""
        return self._now.mode

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be done now."""
        rule, offered = self.people_rule, self._now.choices
        return offered if rule is None else rule.choices(self.mode, offered)

    @property
    def layout(self) -> Layout:
        """The pieces as they are shown."""
        return self._now.layout

    @property
    def prompt(self) -> Prompt:
        """The sentence of the ruling line."""
        said, mode = self._said or self._standing, self.mode
        if self.people_rule is not None:
            return self.people_rule.prompt(self.position, mode, said)
        if not isinstance(mode, Aiming) or said.ruling is None:
            return said
        return replace(said, sentence=" ".join([said.sentence, *self._cautions(mode)]))

    @property
    def _standing(self) -> Prompt:
        """What to say where nothing was just done: how the match was won, else what is to be done now."""
        if self.position.winner is not None and isinstance(self.mode, Browsing):
            return prompt_won(self.position, self.match.log)
        return prompt(self.position, self.mode)

    def _cautions(self, aiming: Aiming) -> Iterator[str]:
        """What on the table may be what a weapon has to hit, though nobody knows what it is."""
        shot, table = (self.position, aiming.by, aiming.effect), self.reconciler
        unsettled = unread_in_the_way(*shot, table.unread)
        if unsettled is not None:
            yield unsettled.text
        caution = unknown_in_the_way(*shot, table.unknown)
        if caution is not None:
            yield caution

    @property
    def happened(self) -> tuple[Event, ...]:
        """What the last act brought about; empty once something else has been done."""
        return self._events

    @property
    def position_before(self) -> Position | None:
        """Where the match stood before the last act."""
        return self._before

    def scene(self, view: View) -> Scene:
        """What is drawn over the table."""
        mode = self.mode if self.people_rule is None else self.people_rule.scene_mode(self.mode)
        scene = compose_match_scene(self._now.known, self.position, mode, view, self.reconciler.todo)
        scene = scene.with_more(unknown_scene(self.reconciler.unknown, view))
        return scene.with_more(unread_scene(self.reconciler.unread, view))

    @property
    def carries(self) -> bool:
        """Whether a die follows the mouse."""
        return isinstance(self.mode, Throwing | Correcting) and is_carried(self.mode)

    # What the camera has seen

    def on_snapshot(self, sight: TableSnapshot) -> InferenceRequest | None:
        """Another sight: what is to be thought about, if anything; not while people are in the middle of something."""
        self.sight = sight
        for observer in tuple(self.observers):
            observer.on_snapshot(sight)
        free = isinstance(self.mode, Browsing | Proposed | Reconciling)
        return self.reconciler.request_for(sight, self.position) if free else None

    def on_inference(self, thought: Inference) -> None:
        """What a table means: it is put to the people, unless they or the table have gone on meanwhile."""
        stale = thought.question.position is not self.position or self._rest != thought.question.rest
        if stale or not isinstance(self.mode, Browsing | Proposed | Reconciling):
            return
        self.reconciler.on_inference(thought)
        repair = self._repairs.differences(thought.question)
        if repair:
            self.go(Reconciling(repair))
        elif thought.proposals:
            self.go(Proposed(thought.proposals, differences=thought.differences))
        elif thought.differences:
            self.go(Reconciling(thought.differences))
        elif thought.drift is not None:
            self._straighten(thought.drift)
        elif isinstance(self.mode, Proposed | Reconciling):
            self.go(self._next())
        else:
            self._changed()
        for observer in tuple(self.observers):
            observer.on_inference(thought)

    def _straighten(self, act: Observe) -> None:
        """Take dice as they really lie: nothing is said, and what was said stays."""
        mode, said = self.mode, self._said
        try:
            outcome = self.match.do(act, source=STRAIGHTENED, picture=self._picture())
        except (OperationError, InputError) as failure:
            self._say(Prompt(str(failure)))
            return
        if outcome.ok:
            self._said = said
            kept = mode if isinstance(mode, Browsing) else self._next()
            self._shown = MatchView(self.match.position, kept, self._badges)
        self._changed()

    # Keys and buttons

    def press(self, key: str, *, source: str = "keyboard") -> bool:
        """Do what a key (in Qt's notation) stands for now; whether it stands for anything."""
        found = next((choice for choice in self.choices if key in choice.keys), None)
        if found is None:
            return False
        self.take(found, source=source)
        return True

    def take(self, choice: Choice, *, source: str = "keyboard") -> None:
        """Do what a choice leads to; one that is refused says why."""
        asked = None if self.people_rule is None else self.people_rule.question(self.position, self.mode, choice)
        if asked is not None:
            self.go(asked)
            return
        if isinstance(choice.leads_to, AfterMatch):
            self._show_result()
        elif isinstance(choice.leads_to, Explanation):
            self._explained(choice.leads_to, source)
        elif isinstance(choice.leads_to, BaseAction | Correction):
            self.do(choice.leads_to, source=source)
        elif isinstance(choice.leads_to, tuple):
            mode = self.mode
            taken = self.do_all(choice.leads_to, source=CAMERA if isinstance(mode, Proposed) else source)
            if taken and isinstance(mode, Proposed):
                self._accepted(choice.leads_to, mode.now)
        else:
            if isinstance(self.mode, Proposed | Reconciling) and choice.id in {"back", "correct"}:
                self.reconciler.mute(self._rest)
            if isinstance(self.mode, NamingSystem) and isinstance(choice.leads_to, Aiming):
                self._system = choice.leads_to.system or self._system
            self.go(choice.leads_to)
            if not choice.open and choice.why_not is not None:
                self._say(Prompt(choice.why_not.text, choice.why_not))

    def _accepted(self, steps: tuple[Action, ...], proposal: Proposal) -> None:
        """Write down what people have agreed to along with a proposal: dice that lean, dice that were misread."""
        for called in self._repairs.on_accepted(steps, self.reconciler.seen):
            self._note(LeaningNote(called), CAMERA)
        for belief in self.reconciler.agreed(self.position, proposal.misread):
            self._note(BeliefNote(belief), CAMERA)

    def do(self, act: MatchAct, *, source: str) -> bool:
        """Do an act or make a correction; whether it was taken. What is wrong is said in the ruling line."""
        return self._set_right(act, source) if isinstance(act, Correction) else self.do_all([act], source=source)

    def do_all(self, acts: Sequence[Action], *, source: str) -> bool:
        """Several acts as one gesture, with the frame of the table at rest: all are taken, or none."""
        earlier = self.position
        open_shot = unsettled_shot(earlier, acts[0], self.reconciler.unread) if len(acts) == 1 else None
        if open_shot is not None and source != CAMERA:
            self.go(Settling(replace(acts[0], settled=True), open_shot, self.mode))
            return False
        try:
            outcomes = self.match.do_all(acts, source=source, picture=self._picture())
        except (OperationError, InputError) as failure:
            self._say(Prompt(str(failure)))
            return False
        if outcomes and outcomes[-1].ok:
            said = prompt_after(*outcomes) if self._is_same_turn(earlier) else prompt_after_turn(*outcomes)
            self._done(earlier, said, tuple(event for one in outcomes for event in one.events), source)
            self._ask_about(outcomes[-2].position if len(outcomes) > 1 else earlier, acts[-1], outcomes[-1])
            return True
        if outcomes:
            self._refused(acts[len(outcomes) - 1], outcomes[-1])
        return False

    def _set_right(self, correction: Correction, source: str) -> bool:
        earlier = self.position
        try:
            self.match.correct(correction, source=source, picture=self._picture())
        except (OperationError, InputError) as failure:
            self._say(Prompt(str(failure)))
            return False
        self._done(earlier, Prompt(self.match.log[-1].text), (), source)
        return True

    def correct_beside(self, correction: Correction, *, source: str) -> str:
        """Take a correction from elsewhere, such as a player's phone, which leaves alone what the people at the table
        are in the middle of; why it was refused, "" where it was taken."""
        return self._beside(lambda: self.match.correct(correction, source=source))

    def undo_beside(self, *, source: str) -> str:
        """Take the last gesture back in the same way."""
        return self._beside(lambda: self.match.undo(source=source))

    def _beside(self, work: Callable[[], object]) -> str:
        try:
            work()
        except (OperationError, InputError) as failure:
            return str(failure)
        self._changed()
        return ""

    def undo(self) -> bool:
        """Take the last gesture back, and what the camera alone has straightened since."""

        def both() -> bool:
            while self._straightened() and self.match.undo():
                pass
            return self.match.undo()

        return self._turned_back(both)

    def redo(self) -> bool:
        """Bring the last gesture that was undone back."""
        return self._turned_back(self.match.redo)

    def back_to(self, number: int) -> bool:
        """Undo everything after a line of the log."""
        return self._turned_back(lambda: self.match.back_to(number))

    # The mouse

    def pick(self, name: str | None) -> None:
        """A click on a piece or a Command Post, or on nothing."""
        mode = self.mode
        if isinstance(mode, Throwing):
            if name in self.position.pieces:
                self.go(pick_in_throw(self.position, mode, str(name)))
        elif isinstance(mode, Aiming) and name is not None and name != mode.by:
            self.go(replace(mode, target=name, second=None))
        elif isinstance(mode, Correcting | Proposed | Reconciling) and name is None:
            return
        elif isinstance(mode, Reconciling) and name in self.position.pieces:
            self.go(begin_correction(self.position, self.position.piece(str(name))))
        elif not isinstance(mode, Settling | Releasing | Scoring):
            if isinstance(mode, Proposed | Reconciling):
                self.reconciler.mute(self._rest)
            self.go(Browsing(name or ""))

    def pick_from_hand(self, piece: str) -> None:
        """A click on the picture of a die that may be thrown: it is thrown, or takes the place of the one that is."""
        mode, position = self.mode, self.position
        if isinstance(mode, Throwing) and not mode.placing:
            self.go(with_die(position, mode, piece))
        elif any(piece in held.pieces for held in dice_in_hand(position, mode)):
            self.go(begin_throw(position, piece))

    def point(self, name: str) -> None:
        """The mouse is over a piece: a target is looked at."""
        mode = self.mode
        if isinstance(mode, Aiming) and name not in {mode.by, mode.target} and name in self.position.pieces:
            self.go(replace(mode, target=name, second=None))

    def take_up(self, name: str) -> None:
        """The mouse begins to drag a piece: the one that is being put down, or another, to put right where it lies."""
        mode, piece = self.mode, self.position.pieces.get(name)
        if isinstance(mode, Throwing) and name == mode.piece:
            self.go(replace(mode, down=False))
        elif isinstance(mode, Throwing):
            moved = pick_in_throw(self.position, replace(mode, clicks=Clicks.MOVED), name)
            self.go(replace(moved, clicks=Clicks.PLACE))
        elif piece is not None and piece.in_play and isinstance(mode, Browsing | Correcting | Reconciling):
            begun = mode if isinstance(mode, Correcting) and mode.piece == name else None
            self.go(replace(begun or begin_correction(self.position, piece), held=True))

    def throw_at(self, piece: str, point_mm: Point) -> None:
        """A die of the hand is dragged onto the table: it is thrown, and landed there."""
        self.pick_from_hand(piece)
        if isinstance(self.mode, Throwing) and self.mode.piece == piece:
            self.put_down(point_mm)

    def ghost_at(self, point_mm: Point) -> str | None:
        """The key of the ghost over a point of the plan."""
        return find_ghost(point_mm, self.position, self.mode)

    def carry(self, point_mm: Point) -> None:
        """The mouse moves with a die in hand."""
        mode = self.mode
        if self.carries and isinstance(mode, Throwing | Correcting):
            self.go(with_held_pose(mode, held_pose(mode).moved_to(point_mm)))

    def put_down(self, point_mm: Point) -> None:
        """A click on the table with a die in hand, or to be put there."""
        mode = self.mode
        if isinstance(mode, Throwing) and mode.held is not None:
            self.go(replace(mode.with_moved(mode.held, held_pose(mode).moved_to(point_mm)), held=None))
        elif isinstance(mode, Throwing) and mode.clicks is Clicks.LEANS:
            under = (t.id for t in self.position.table.terrain if contains_point(t.outline_mm, point_mm))
            self.go(replace(mode, on=next(under, None), off=False, clicks=Clicks.PLACE))
        elif isinstance(mode, Throwing) and mode.clicks is Clicks.PLACE and not mode.placing:
            self.go(replace(mode, lies=mode.lies.moved_to(point_mm), down=True, off=False))
        elif isinstance(mode, Correcting) and mode.held:
            self.go(replace(mode, lies=mode.lies.moved_to(point_mm), held=False))

    def leave_lying(self) -> None:
        """A double click on the table: a thrown die that its first click has put down lies there, and that is all."""
        mode = self.mode
        if isinstance(mode, Throwing) and mode.down and mode.clicks is Clicks.PLACE and mode.held is None:
            self.press("Return", source="mouse")

    def turn(self, turn_deg: float) -> bool:
        """The wheel turns the die in hand; whether there is one."""
        mode = self.mode
        if not isinstance(mode, Throwing | Correcting):
            return False
        self.go(with_held_pose(mode, held_pose(mode).turned_by(turn_deg)))
        return True

    def correct(self, piece: Piece, face: str) -> None:
        """Put a die right that shows another side; what was begun with it goes on."""
        mode = self.mode
        begun = mode if isinstance(mode, Correcting) and mode.piece == piece.id else None
        begun = begun or begin_correction(self.position, piece)
        self.go(replace(begun, lies=replace(begun.lies, face=face)))

    def go(self, mode: Mode) -> None:
        """Begin something else; a proposal that is no act of this match is left again, with the reason."""
        self._said = None
        if isinstance(mode, Aiming) and self._system and mode.system is None:
            mode = aim_at_system(self.match.position, mode, self._system)
        self._shown = MatchView(self.match.position, mode, self._badges)
        if self._shown.trouble:
            self._said = prompt_given_up(self._shown.trouble)
            self._shown = MatchView(self.match.position, Browsing(), self._badges)
            self.reconciler.mute(self._rest)
        self._changed()

    # Inside

    def _changed(self) -> None:
        self._show()
        for observer in tuple(self.observers):
            observer.on_change()

    @property
    def _now(self) -> MatchView:
        if self._shown.position is not self.match.position:
            self._shown = MatchView(self.match.position, self._shown.mode, self._badges)
        return self._shown

    def _say(self, said: Prompt) -> None:
        self._said = said
        self._changed()

    def _next(self) -> Mode:
        """The die whose action it is, if it lies on the table; else the only one that a player has to choose from."""
        position = self.match.position
        waiting = next_to_act(position)
        if waiting is not None and waiting in position.pieces and position.pieces[waiting].in_play:
            return Browsing(waiting)
        own = [piece.id for piece in position.in_play if piece.owner == position.to_move]
        alone = len(own) == 1 and not position.turn.spent and not throwable(position) and not placeable(position)
        return Browsing(own[0]) if alone and waiting is None and position.winner is None else Browsing()

    def _done(self, earlier: Position, said: Prompt, events: tuple[Event, ...], source: str) -> None:
        self._before, self._events = earlier, events
        if events or self._is_otherwise(earlier):
            self.reconciler.on_acts(earlier, events, rest=None if source == CAMERA else self._rest)
        self._shown = MatchView(self.match.position, self._next(), self._badges)
        if self.position.winner not in {None, earlier.winner}:
            said = self._standing
        self._say(said)
        if self.people_rule is None:
            self._speak(said.sentence)

    def _is_otherwise(self, earlier: Position) -> bool:
        """Whether it is another's turn, or another table: points alone leave what hands must do."""
        return (earlier.pieces, earlier.turn) != (self.position.pieces, self.position.turn)

    def _is_same_turn(self, earlier: Position) -> bool:
        now = self.position
        return now.winner is not None or (earlier.to_move, earlier.turn.number) == (now.to_move, now.turn.number)

    @property
    def _rest(self) -> int | None:
        return None if self.sight is None else self.sight.rest

    def _picture(self) -> str | None:
        """The frame of the table at rest, kept beside the match once; ``None`` without a camera, or a sure table."""
        sight = self.sight
        if sight is None or not sight.sure or sight.frame is None:
            return None
        if self._kept is None or self._kept[0] != sight.rest:
            self._kept = sight.rest, self.match.keep_picture(small_jpeg(sight.frame))
        return self._kept[1]

    def _straightened(self) -> bool:
        """Whether the last gesture that counts was the camera's own, with nothing said by people."""
        counting = [line for line in self.match.log if not line.undone]
        return bool(counting) and counting[-1].source == STRAIGHTENED

    def _explained(self, explanation: Explanation, source: str) -> None:
        """What explains a difference sets it right: acts, a correction, hands, or another look."""
        if explanation.amends is not None:
            self._amend(explanation, explanation.amends, source)
        elif explanation.steps:
            self.do_all(explanation.steps, source=source)
        elif explanation.correction is not None:
            self.do(explanation.correction, source=source)
        else:
            told: Belief | None = None
            if explanation.remedy is Remedy.READ_AGAIN and isinstance(self.mode, Reconciling):
                told = self.reconciler.misread(self.mode.now)
            text = f"{self.prompt.sentence} {explanation.text}"
            self._note(TextNote(text) if told is None else BeliefNote(told, text), source)
            if explanation.instruction is not None:
                self.reconciler.mute(self._rest)
                self.reconciler.must_do(explanation.instruction)
            self.go(Browsing())

    def _amend(self, explanation: Explanation, entry: int, source: str) -> None:
        """What was accepted wrongly is put right, and what followed it counts after that."""
        earlier = self.position
        try:
            amended = self.match.amend(entry, explanation.steps, source=source)
        except OperationError as failure:
            self._say(Prompt(str(failure)))
            return
        if amended:
            self._done(earlier, Prompt(explanation.text), (), CAMERA)

    def _note(self, note: Note, source: str) -> None:
        try:
            self.match.note(note, source=source, picture=self._picture())
        except OperationError as failure:
            self._say(Prompt(str(failure)))

    def _ask_about(self, before: Position, act: Action, outcome: Outcome) -> None:
        """What an agreement leaves open after an act is asked at once."""
        asked = pinned_or_not(before, act, outcome, self._next())
        if asked is not None:
            self.go(asked)

    def _refused(self, act: Action, outcome: Outcome) -> None:
        """What the rules leave to the players is asked of them; anything else is said, and nothing changes."""
        ruling = outcome.ruling
        settled = with_players_word(self.position, act) if ruling.verdict in OPEN else None
        if settled is None:
            self._say(prompt_after(outcome))
        elif self.people_rule is not None:
            self.do(settled, source="keyboard")  # the people have spoken
        else:
            self.go(Settling(settled, ruling, self.mode))

    def _turned_back(self, turn: Callable[[], bool]) -> bool:
        earlier, counted = self.position, self._counting()
        try:
            done = turn()
        except OperationError as failure:
            self._say(Prompt(str(failure)))
            return False
        if done:
            self._before, self._events = None, ()
            if self._is_otherwise(earlier):
                self.reconciler.on_acts(self.position, (), rest=None)
                self.reconciler.mute(self._rest)
            self.go(self._next())
            # Say which entries count no more, or again; notes count always and straightening goes without saying.
            after = self._counting()
            undone = [deed for number, deed in counted.items() if number not in after]
            redone = [deed for number, deed in after.items() if number not in counted]
            self._say(prompt_turned_back(self.prompt, undone, redone, watched=self.sight is not None))
        return done

    def _counting(self) -> dict[int, str]:
        """The entries in force: number -> what was done."""
        return {line.number: line.deed or line.text for line in self.match.log if not line.undone}
