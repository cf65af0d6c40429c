"""What is done to a match by hand or by what the camera saw, what is put right, and what is turned back; and what waits
for the people's word: what the camera has seen done, and where table and match differ.

The match takes acts or says why not. What the rules leave to the players is asked of them; so is what an agreement
leaves to the table after a hit: whether edge or terrain pins an Ogre (AMB-15). The rules are asked what the other
answer would lead to; if the people say so, the match is corrected by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from types import MappingProxyType
from typing import Final

from companion.codec.notes import Belief, BeliefNote, LeaningNote, MendNote, Note, TextNote
from companion.codec.outcomes import DoubtNote
from companion.errors import InputError, OperationError
from companion.journal import EntryKind
from companion.rules import Event, Outcome, Position, Ruling, Verdict, Why, Zone, apply
from companion.rules.actions import Action, Observe
from companion.rules.corrections import Correction, PieceCorrection
from companion.rules.events import Killed, Unharmed
from companion.session.inference import Explanation, Proposal, Remedy
from companion.session.live import TableSnapshot
from companion.session.match import LogLine, MatchAct, small_jpeg
from companion.session.play.choice import OPEN, with_players_word
from companion.session.play.modes import Browsing, Mode, Proposed, Reconciling, Settling
from companion.session.play.prompts import Prompt, prompt_after, prompt_turned_back
from companion.session.play.state_reconciler import Inference, InferenceRequest, Repairs
from companion.session.play.tuning import DOUBTED_BELOW, LEAST_ALTERNATIVE
from companion.session.play.unread import unsettled_shot
from companion.session.play.view import MatchView, mode_at_rest
from companion.text import pgettext

#: Who says what was done: the people to what the camera proposed; the camera alone where a die lies a little off.
CAMERA: Final = "camera"
KEYBOARD: Final = "keyboard"
STRAIGHTENED: Final = "camera, by itself"
_SETTING: Final = "AMB-15"


class MatchActs:
    """``speak`` is called with what a ruling said. What is wrong is said in the ruling line."""

    def __init__(self, view: MatchView, speak: Callable[[str], object]) -> None:
        self._view, self._match, self._speak = view, view.match, speak
        self._kept: tuple[int, str] | None = None

    def do(self, act: MatchAct, *, source: str) -> bool:
        """Do an act or make a correction; whether it was taken."""
        if not isinstance(act, Correction):
            return self.do_all([act], source=source)
        earlier = self._match.position
        try:
            self._match.correct(act, source=source, picture=self._picture())
        except (OperationError, InputError) as failure:
            self._view.say(str(failure))
            return False
        self._done(earlier, Prompt(self._match.log[-1].text), (), source)
        return True

    def do_all(self, acts: Sequence[Action], *, source: str) -> bool:
        """Several acts as one gesture, with the frame of the table at rest: all are taken, or none."""
        view, earlier = self._view, self._match.position
        open_shot = unsettled_shot(earlier, acts[0], view.reconciler.unread) if len(acts) == 1 else None
        if open_shot is not None and source != CAMERA:
            view.go(Settling(replace(acts[0], settled=True), open_shot, view.mode))
            return False
        try:
            outcomes = self._match.do_all(acts, source=source, picture=self._picture())
        except (OperationError, InputError) as failure:
            view.say(str(failure))
            return False
        if not outcomes:
            return False
        if not outcomes[-1].ok:
            self._refused(acts[len(outcomes) - 1], outcomes[-1])
            return False
        now = self._match.position
        another = (earlier.to_move, earlier.turn.number) != (now.to_move, now.turn.number)
        prompt = prompt_after(*outcomes, turn_ended=another and now.winner is None)
        self._done(earlier, prompt, [event for one in outcomes for event in one.events], source)
        before = outcomes[-2].position if len(outcomes) > 1 else earlier
        asked = pinned_or_not(before, acts[-1], outcomes[-1], mode_at_rest(now))
        if asked is not None:
            view.go(asked)
        return True

    def correct_beside(self, correction: Correction, *, source: str) -> str:
        """Take a correction from elsewhere, such as a player's phone, which leaves alone what the people at the table
        are in the middle of; why it was refused, "" where it was taken."""
        return self._beside(lambda: self._match.correct(correction, source=source))

    def undo_beside(self, *, source: str) -> str:
        """Take the last gesture back in the same way."""
        return self._beside(lambda: self._match.undo(source=source))

    def amend(self, entry: int, steps: Sequence[Action], sentence: str, source: str) -> None:
        """What was accepted wrongly is put right, and what followed it counts after that."""
        earlier = self._match.position
        try:
            amended = self._match.amend(entry, steps, source=source)
        except OperationError as failure:
            self._view.say(str(failure))
            return
        if amended:
            self._done(earlier, Prompt(sentence), (), CAMERA)

    def mend(self, base: Position, gestures: Sequence[Sequence[Action]], message: str, likelihood: float) -> None:
        """What is likelier takes the place of all that was done since the match stood there, gesture by gesture."""
        earlier = self._match.position
        try:
            mended = self._match.retake(base, gestures, source=CAMERA)
        except OperationError as failure:
            self._view.say(str(failure))
            return
        if mended:
            self.note(MendNote(likelihood, message), CAMERA)
            done = pgettext("match", "Put right, as later tables show. Z brings back what was taken before.")
            self._done(earlier, Prompt(done), (), CAMERA)
            return
        self._view.reconciler.turn_down(self._view.position)
        refused = pgettext("match", "The match cannot be put right like that. It stays as it was taken.")
        self._view.go(mode_at_rest(self._view.position))
        self._view.say(refused)

    def straighten(self, act: Observe) -> None:
        """Take dice as they really lie: nothing is said, and what was said stays."""
        view = self._view
        try:
            outcome = self._match.do(act, source=STRAIGHTENED, picture=self._picture())
        except (OperationError, InputError) as failure:
            view.say(str(failure))
            return
        if outcome.ok:
            view.stand(view.mode if isinstance(view.mode, Browsing) else None, view.message)
        view.changed()

    def note(self, note: Note, source: str) -> None:
        """Write something down."""
        try:
            self._match.note(note, source=source, picture=self._picture())
        except OperationError as failure:
            self._view.say(str(failure))

    # Turned back

    def undo(self, *, source: str = KEYBOARD) -> bool:
        """Take the last gesture back, and what the camera alone has straightened since; a likelier story as a whole,
        which brings back what it has replaced."""
        reinstated = False

        def both() -> bool:
            nonlocal reinstated
            in_force = (line for line in reversed(self._match.log) if not line.undone)
            for _ in takewhile(lambda line: line.source == STRAIGHTENED, in_force):
                self._match.undo(source=source)
            reinstated = self._match.reinstate(source=source)
            return reinstated or self._match.undo(source=source)

        done = self._turned_back(both)
        if reinstated:
            self._view.reconciler.turn_down(self._view.position)
        return done

    def redo(self, *, source: str = KEYBOARD) -> bool:
        """Bring the last gesture that was undone back."""
        return self._turned_back(lambda: self._match.redo(source=source))

    def back_to(self, number: int, *, source: str = KEYBOARD) -> bool:
        """Undo everything after a line of the log."""
        return self._turned_back(lambda: self._match.back_to(number, source=source))

    @property
    def undoes(self) -> LogLine | None:
        """The first line of the gesture that an undo would take back: what the camera alone has straightened since goes
        without saying. ``None`` where there is none."""
        counting = [line for line in self._match.log if not line.undone and line.kind is not EntryKind.NOTE]
        gestures = [line for line in counting if not line.joined]
        return next((line for line in reversed(gestures) if line.source != STRAIGHTENED), None)

    @property
    def redoes(self) -> LogLine | None:
        """The first line of what a redo would bring back; ``None`` where there is nothing."""
        number = self._match.redo_number
        return next((line for line in self._match.log if line.number == number), None)

    def _turned_back(self, turn: Callable[[], bool]) -> bool:
        view, earlier, counted = self._view, self._match.position, self._counting()
        try:
            done = turn()
        except OperationError as failure:
            view.say(str(failure))
            return False
        if done:
            if self._is_otherwise(earlier):
                view.reconciler.on_acts(view.position, (), rest=None)
                view.mute()
            view.go(mode_at_rest(view.position))
            # Say which entries count no more, or again; notes count always and straightening goes without saying.
            after = self._counting()
            undone = [deed for number, deed in counted.items() if number not in after]
            redone = [deed for number, deed in after.items() if number not in counted]
            view.say(prompt_turned_back(view.prompt, undone, redone, watched=view.snapshot is not None))
        return done

    def _counting(self) -> dict[int, str]:
        """The entries in force: number -> what was done."""
        return {line.number: line.deed or line.text for line in self._match.log if not line.undone}

    # Inside

    def _beside(self, work: Callable[[], object]) -> str:
        try:
            work()
        except (OperationError, InputError) as failure:
            return str(failure)
        self._view.changed()
        return ""

    def _done(self, earlier: Position, prompt: Prompt, events: Sequence[Event], source: str) -> None:
        view = self._view
        if events or self._is_otherwise(earlier):
            view.reconciler.on_acts(earlier, events, rest=None if source == CAMERA else view.rest)
        view.stand()
        if view.position.winner not in {None, earlier.winner}:
            prompt = view.standing
        view.say(prompt)
        if view.people_rule is None:
            self._speak(prompt.sentence)

    def _is_otherwise(self, earlier: Position) -> bool:
        """Whether it is another's turn, or another table: points alone leave what hands must do."""
        now = self._match.position
        return (earlier.pieces, earlier.turn) != (now.pieces, now.turn)

    def _picture(self) -> str | None:
        """The frame of the table at rest, saved beside the match once; ``None`` without a camera, or a sure table."""
        snapshot = self._view.snapshot
        if snapshot is None or not snapshot.sure or snapshot.frame is None:
            return None
        if self._kept is None or self._kept[0] != snapshot.rest:
            self._kept = snapshot.rest, self._match.save_picture(small_jpeg(snapshot.frame))
        return self._kept[1]

    def _refused(self, act: Action, outcome: Outcome) -> None:
        """What the rules leave to the players is asked of them; anything else is said, and nothing changes."""
        view, ruling = self._view, outcome.ruling
        settled = with_players_word(view.position, act) if ruling.verdict in OPEN else None
        if settled is None:
            view.say(prompt_after(outcome))
        elif view.people_rule is not None:
            self.do(settled, source=KEYBOARD)  # the people have spoken
        else:
            view.go(Settling(settled, ruling, view.mode))


def pinned_or_not(before: Position, act: Action, outcome: Outcome, back: Mode) -> Settling | None:
    """The question that a hit has left open; ``None`` where it has left none. ``back``: where "no" leads."""
    if not before.agreement.is_(_SETTING, "ask") or not _asked(outcome.events):
        return None
    choices = MappingProxyType({**before.agreement.choices, _SETTING: "killed"})
    otherwise = replace(before, agreement=replace(before.agreement, choices=choices))
    then = apply(otherwise, act)
    killed = _asked(outcome.events) & {event.piece for event in then.events if isinstance(event, Killed)}
    if not killed:
        return None
    ruling = Ruling(Verdict.ASK, outcome.ruling.rules, outcome.ruling.text, Why.ASK)
    words = pgettext("match", "players say it is pinned and killed"), pgettext("match", "players say it stays")
    now = outcome.position.score
    score = {player: points for player, points in then.position.score.items() if points != now.get(player)}
    pieces = tuple(PieceCorrection(id=name, zone=Zone.RESERVE) for name in sorted(killed))
    text = pgettext("match", "The players say that it was pinned")
    return Settling(Correction(text=text, pieces=pieces, score=score), ruling, back, words)


def _asked(events: Iterable[Event]) -> set[str]:
    """The pieces that a hit has left as they are, for now."""
    return {event.piece for event in events if isinstance(event, Unharmed) and event.why is Why.NO_ROLL}


class OpenQuestions:
    """Puts to the people what the table means, and takes what they say of it."""

    def __init__(self, view: MatchView, acts: MatchActs) -> None:
        self._view, self._acts = view, acts
        self._repairs = Repairs(view.match)

    def on_snapshot(self, snapshot: TableSnapshot) -> InferenceRequest | None:
        """Another snapshot: what is to be inferred from it; nothing while people are in the middle of something."""
        view = self._view
        view.snapshot = snapshot
        for observer in tuple(view.observers):
            observer.on_snapshot(snapshot)
        free = isinstance(view.mode, Browsing | Proposed | Reconciling)
        return view.reconciler.request_for(snapshot, view.position) if free else None

    def on_inference(self, thought: Inference) -> None:
        """What a table means: it is put to the people, unless they or the table have gone on meanwhile."""
        view = self._view
        stale = thought.question.position is not view.position or view.rest != thought.question.rest
        stale = stale or view.reconciler.is_outdated(thought)
        if stale or not isinstance(view.mode, Browsing | Proposed | Reconciling):
            return
        view.reconciler.on_inference(thought)
        repair = self._repairs.differences(thought.question)
        if repair:
            view.go(Reconciling(repair))
        elif thought.proposals:
            view.go(Proposed(thought.proposals, differences=thought.differences))
        elif thought.differences:
            view.go(Reconciling(thought.differences))
        elif thought.drift is not None:
            self._acts.straighten(thought.drift)
        elif isinstance(view.mode, Proposed | Reconciling):
            view.go(mode_at_rest(view.position))
        else:
            view.changed()
        for observer in tuple(view.observers):
            observer.on_inference(thought)

    def accept(self, steps: tuple[Action, ...], proposal: Proposal, answer: str = "") -> None:
        """Do what was proposed, and write down what people have agreed to along with it: dice that lean, dice that were
        misread; and how sure it was. answer: what people said to what had to be asked first. What takes the place of
        acts that were taken before says so."""
        mode = self._view.mode
        if proposal.base is not None:
            self._acts.mend(proposal.base, proposal.gestures, proposal.text, proposal.likeliness)
            return
        if not self._acts.do_all(steps, source=CAMERA):
            return
        reconciler, entry = self._view.reconciler, self._view.match.entries[-1].number
        for called in self._repairs.on_accepted(steps, reconciler.seen):
            self._acts.note(LeaningNote(called), CAMERA)
        for belief in reconciler.agreed(self._view.position, proposal.misread):
            self._acts.note(BeliefNote(belief), CAMERA)
        doubt = _doubt(entry, mode, steps, proposal, answer)
        if doubt is not None:
            self._acts.note(doubt, CAMERA)

    def leave(self, mode: Proposed) -> None:
        """What was taken stays, though another story is likelier. What else is proposed of this table is asked then."""
        self._view.reconciler.turn_down(self._view.position)
        others = tuple(one for one in mode.proposals if one.base is None)
        self._view.go(Proposed(others, differences=mode.differences) if others else Browsing())

    def take_likeliest(self) -> None:
        """Nothing more will be seen: take the likeliest story, where the match does not stand in it."""
        likeliest = self._view.reconciler.likeliest(self._view.position)
        if likeliest is not None:
            self.accept(likeliest.steps, likeliest)

    def explain(self, explanation: Explanation, source: str) -> None:
        """What explains a difference sets it right."""
        view, acts = self._view, self._acts
        if explanation.amends is not None:
            acts.amend(explanation.amends, explanation.steps, explanation.text, source)
        elif explanation.steps:
            asked = view.prompt.sentence
            if acts.do_all(explanation.steps, source=source):
                answers = (f"{asked} {explanation.text}",)
                acts.note(DoubtNote(view.match.entries[-1].number, explanation.likeliness, answers=answers), source)
        elif explanation.correction is not None:
            acts.do(explanation.correction, source=source)
        else:
            belief: Belief | None = None
            if explanation.remedy is Remedy.READ_AGAIN and isinstance(view.mode, Reconciling):
                belief = view.reconciler.misread(view.mode.now)
            text = f"{view.prompt.sentence} {explanation.text}"
            acts.note(TextNote(text) if belief is None else BeliefNote(belief, text), source)
            if explanation.instruction is not None:
                view.mute()
                view.reconciler.must_do(explanation.instruction)
            view.go(Browsing())


def _doubt(entry: int, mode: Mode, steps: tuple[Action, ...], accepted: Proposal, answer: str) -> DoubtNote | None:
    """How sure it was what these steps did, which people have accepted; None where nothing was in doubt."""
    proposals = mode.proposals if isinstance(mode, Proposed) else ()
    chosen = next((one for one in proposals if one.steps == steps), accepted)
    others = (one for one in proposals if one is not chosen and one is not accepted and one.base is None)
    alternatives = tuple((one.text, one.likeliness) for one in others if one.likeliness >= LEAST_ALTERNATIVE)
    must = next((ask.text for ask in accepted.asks if ask.must), None)
    answers = chosen.answers if must is None else (*chosen.answers, f"{must} {answer}")
    if chosen.likeliness >= DOUBTED_BELOW and not alternatives and not answers:
        return None
    return DoubtNote(entry, round(chosen.likeliness, 4), alternatives, answers)
