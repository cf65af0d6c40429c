"""What waits for the people's word: what the camera has seen done, and where table and match differ.

What is agreed to is done; what explains a difference sets it right, by acts, a correction, hands, or another look.
"""

from __future__ import annotations

from companion.codec.notes import Belief, BeliefNote, DoubtNote, LeaningNote, TextNote
from companion.rules.actions import Action
from companion.session.inference import Explanation, Proposal, Remedy
from companion.session.live import TableSnapshot
from companion.session.play.acts import CAMERA, MatchActs
from companion.session.play.modes import Browsing, Mode, Proposed, Reconciling
from companion.session.play.state_reconciler import Inference, InferenceRequest, Repairs
from companion.session.play.tuning import DOUBTED_BELOW, LEAST_ALTERNATIVE
from companion.session.play.view import MatchView, mode_at_rest


class OpenQuestions:
    """Puts to the people what the table means, and takes what they say of it."""

    def __init__(self, view: MatchView, acts: MatchActs) -> None:
        self._view, self._acts = view, acts
        self._repairs = Repairs(view.match)

    def on_snapshot(self, sight: TableSnapshot) -> InferenceRequest | None:
        """Another sight: what is to be thought about, if anything; not while people are in the middle of something."""
        view = self._view
        view.snapshot = sight
        for observer in tuple(view.observers):
            observer.on_snapshot(sight)
        free = isinstance(view.mode, Browsing | Proposed | Reconciling)
        return view.reconciler.request_for(sight, view.position) if free else None

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
