"""A table at rest as one story finds it, and the stories with what may have happened since."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.rules import Piece
from companion.rules.actions import Action, Observe
from companion.session.inference import tuning
from companion.session.inference.answers import landing_as, pose_of, up_to
from companion.session.inference.descriptions import (
    describe_actions,
    join_names,
    misread_in_words,
    piece_label,
)
from companion.session.inference.exchanges import doubt_exchange
from companion.session.inference.hypothesis import ActHypothesis
from companion.session.inference.identity import assign_moves, match_pieces
from companion.session.inference.instructions import assume_done, instructions, still_to_do
from companion.session.inference.observed_dice import SeenDie, apart_mm
from companion.session.inference.paper import may_be_one_copy
from companion.session.inference.proposals import Explained, explain, observe_drift
from companion.session.inference.residuals import BY_HAND, residual
from companion.session.inference.steps import observe_pieces, play_actions
from companion.session.inference.story import Story, StoryStep, TableEvidence
from companion.session.inference.table_delta import TableDelta, reach_costs, taken_off
from companion.text import gettext
from companion.vision import DieState


@dataclass(frozen=True, slots=True, eq=False)
class StoryView:
    """A table at rest as one story finds it."""

    story: Story
    evidence: TableEvidence
    dice: tuple[SeenDie, ...]
    explained: Explained

    @classmethod
    def of(cls, story: Story, evidence: TableEvidence) -> StoryView:
        """What the story has to explain of it."""
        story, dice, delta = _faced(story, evidence)
        likely = story.badness < tuning.FOLLOWED_UP_WITHIN
        followed_up = tuning.FOLLOWED_UP if likely else tuning.FOLLOWED_UP[:1]
        return cls(story, evidence, dice, explain(delta, followed_up=followed_up))

    @property
    def asked(self) -> Explained:
        """What explains the table; where nothing is new, what may have put the dice there that are waited for until
        they can be read."""
        unread = any(die.name is None for die in self.story.left_open)
        if not (unread and self.explained.delta.unchanged):
            return self.explained
        story = replace(self.story, left_open=tuple(die for die in self.story.left_open if die.name is not None))
        return waited_for(StoryView.of(story, self.evidence).explained)

    def successors(self) -> Iterator[Story]:
        """The story with what may have happened since."""
        story, delta = self.story, self.explained.delta
        yield from self._explained_late()
        if delta.unchanged:
            yield from self._settled(story)
            return
        likely = self.explained.likely
        if len({unread_kind(guess) for guess in likely} - {None}) > 1:  # too many sides to follow: it is waited for
            likely = tuple(guess for guess in likely if unread_kind(guess) is None)
        for guess in likely[: tuning.MOST_SUCCESSORS]:
            yield from self._with(guess)
        yield from self._taken_back()
        left, missing = self._left_open()
        yield replace(
            story,
            badness=story.badness + self._unexplained(left, missing),
            gestures=(*story.gestures, StoryStep(self.evidence.rest, ())),
            left_open=(*story.left_open, *left),
            excused=story.excused | missing,
        )

    def _explained_late(self) -> Iterator[Story]:
        """The story with what explains after all the dice that it has left open and the pieces that are missing. What
        was paid for them is not given back: so it comes to the fore where they have waited long, or where what happens
        later needs it."""
        story = self.story
        unread = tuple(die for die in story.left_open if die.name is None)
        if len(story.left_open) + len(story.excused) == len(unread) or story.badness > tuning.FOLLOWED_UP_WITHIN:
            return
        # Those that stay open have been counted at this table.
        badness = story.badness - tuning.LEFT_OPEN_COST * len(unread)
        view = StoryView.of(replace(story, badness=badness, left_open=unread, excused=frozenset()), self.evidence)
        for guess in view.explained.likely[: tuning.MOST_SUCCESSORS]:
            yield from view._with(guess)

    def _left_open(self) -> tuple[tuple[SeenDie, ...], frozenset[str]]:
        """The dice and the missing pieces that are new, where nothing explains the table."""
        delta, story = self.explained.delta, self.story
        left = tuple(die for die in delta.loose if not any(_same(die, old) for old in story.left_open))
        return left, frozenset(delta.gone) - delta.hidden - story.excused

    def _unexplained(self, left: Sequence[SeenDie], missing: frozenset[str]) -> float:
        """How rare it is that nothing explains these dice, and that these pieces do not lie where they lay; a piece and
        a die near it that may be the same are one. That a piece cannot be read is as rare here as where an act has
        moved it."""
        delta = self.explained.delta
        pieces = {name: delta.position.piece(name) for name in missing}
        pairs = assign_moves([*pieces.values()], left, delta.followed)
        moved = [die for name, die in pairs.items() if apart_mm(pieces[name].placed, die.pose) < tuning.LANDS_NEAR_MM]
        odd = len(left) + len(missing) - len(moved)
        rare = tuning.UNEXPLAINED_COST + tuning.UNEXPLAINED_MORE_COST * (odd - 1) if odd else 0.0
        rare += tuning.OVERLOOKED_COST * len(delta.hidden - delta.excused)
        rare += tuning.UNEXPLAINED_DIE_COST * (len(left) - len(moved))
        rare += tuning.UNREAD_OPEN_COST * sum(die.name is None for die in left)
        rare += tuning.UNREAD_FACE_COST * sum(die.name is None for die in moved)
        return min(rare, delta.misfit(delta.position, frozenset()))

    def _taken_back(self) -> Iterator[Story]:
        """The last act was taken back: the dice lie again as before it, or were moved otherwise. A die that came onto
        the table by it is rather thrown again than taken up for another."""
        story, likely = self.story, self.explained.likely
        if story.before is None or (likely and likely[0].badness < tuning.TAKEN_BACK_COST):
            return
        if story.badness + tuning.TAKEN_BACK_COST + tuning.ACT_COST > tuning.WORST_STORY_BEHIND:  # it would not last
            return
        taken_up = taken_off(story.position, story.before.position)
        before, dice, delta = _faced(
            replace(story.before, badness=story.badness + tuning.TAKEN_BACK_COST), self.evidence, taken_up
        )
        if delta.changes > self.explained.delta.changes:  # it explains even less
            return
        for instead in StoryView(before, self.evidence, dice, explain(delta))._instead_of(story):
            kept_in_hand = any(not instead.position.piece(piece.id).in_play for piece in taken_up)
            rare = tuning.THROW_TAKEN_BACK_COST if kept_in_hand else 0.0
            yield replace(instead, badness=instead.badness + rare)

    def _instead_of(self, other: Story) -> Iterator[Story]:
        """The story, that of before an act, gone on otherwise than by that act, or with what the act had touched put
        back. other: the story with the act."""
        before, delta = self.story, self.explained.delta
        for guess in self.explained.likely[: tuning.MOST_SUCCESSORS]:
            yield from self._with(guess)
        back = {name: delta.still[name] for name in delta.touched(other.position) if name in delta.still}
        open_rest = 0.0 if delta.unchanged else self._unexplained(*self._left_open())
        fits = sum(residual(delta.position.piece(name), die, BY_HAND) for name, die in back.items())
        before = replace(before, badness=before.badness + open_rest + fits)
        if not back:
            if delta.unchanged:
                yield from self._settled(before)
            return
        act = observe_pieces(delta.position, back)
        outcome = play_actions(delta.position, (act,))
        if outcome.ok:
            names = join_names([piece_label(delta.position, name) for name in sorted(back)])
            text = gettext("{pieces} put back as before.", pieces=names)
            step = StoryStep(self.evidence.rest, (act,), text, outcome=outcome, after=outcome.position, proposed=(act,))
            yield from self._settled(replace(before, position=outcome.position, gestures=(*before.gestures, step)))

    def _with(self, guess: ActHypothesis) -> Iterator[Story]:
        """The story gone on by a guess; of a die whose side cannot be read with each side that it may show."""
        story = self.story
        for steps, rare in _sides(guess):
            outcome = guess.outcome if steps is guess.steps else play_actions(story.position, steps)
            if not outcome.ok:
                continue
            text = describe_actions(story.position, steps) + misread_in_words(story.position, self.explained.misread)
            after = outcome.position
            gesture = StoryStep(self.evidence.rest, steps, text, outcome=outcome, after=after, proposed=guess.steps)
            events = play_actions(story.position, steps).events
            yield from self._settled(
                replace(
                    story,
                    position=after,
                    badness=story.badness + guess.badness + rare,
                    gestures=(*story.gestures, gesture),
                    given=still_to_do(instructions(story.position, events), self.evidence.dice(after)),
                    before=replace(story, before=None),
                    excused=story.excused - self.explained.delta.touched(outcome.position),
                )
            )

    def _settled(self, story: Story) -> Iterator[Story]:
        """The story with its dice taken as they lie; of equal dice that may have changed places with each as either."""
        drift = observe_drift(story.position, self.dice)
        doubts = doubt_exchange(story.position, self.dice, drift)
        if not doubts:
            yield self._as_it_lies(story, drift)
        for doubt in doubts:
            step = StoryStep(self.evidence.rest, doubt.steps, doubt.text, outcome=doubt.outcome, after=doubt.after)
            badness = story.badness - math.log(doubt.likeliness)
            gestures = (*story.gestures, step)
            either = replace(story, position=doubt.after, badness=badness, gestures=gestures)
            yield self._as_it_lies(either, observe_drift(doubt.after, self.dice))

    def _as_it_lies(self, story: Story, drift: Observe | None) -> Story:
        """The story with its dice taken as they lie (drift), and followed from here; what it has not explained is left
        open, which it has paid for."""
        delta = self.explained.delta
        left = TableDelta.of(story.position, self.dice, story.followed, delta.hidden, excused=story.excused)
        followed = match_pieces(story.position, self.dice, story.followed).followed
        story = replace(
            story,
            left_open=(*story.left_open, *left.loose),
            excused=story.excused | (frozenset(left.gone) - left.hidden),
        )
        outcome = None if drift is None else play_actions(story.position, (drift,))
        if drift is None or outcome is None or not outcome.ok:
            return replace(story, followed=followed)
        gesture = StoryStep(self.evidence.rest, (drift,), outcome=outcome, after=outcome.position)
        gestures = (*story.gestures, gesture)
        return replace(story, position=outcome.position, gestures=gestures, followed=followed)


def _faced(
    story: Story, evidence: TableEvidence, taken_up: tuple[Piece, ...] = ()
) -> tuple[Story, tuple[SeenDie, ...], TableDelta]:
    """A story at a table, with the dice that it does not look past, and how they differ from where it stands. taken_up:
    pieces as they lay before they were taken up, beside those of the last act."""
    position = story.position
    seen = evidence.dice(position)
    given = tuple(one for one in still_to_do(story.given, seen) if one.visible)
    dice = tuple(die for die in assume_done(seen, given) if not any(_same(die, old) for old in story.left_open))
    delta = TableDelta.of(
        position,
        dice,
        story.followed,
        evidence.hidden(position, dice),
        evidence.covered(position, dice),
        reach_costs(position, evidence.entrances),
        story.excused,
        (*taken_up, *(() if story.before is None else taken_off(story.before.position, position))),
    )
    open_still = tuple(old for old in story.left_open if any(_same(die, old) for die in seen))
    missing_still = story.excused & {*delta.gone}
    waits = tuning.LEFT_OPEN_COST * (len(open_still) + len(missing_still))
    story = replace(story, left_open=open_still, excused=missing_still)
    return replace(story, badness=story.badness + waits, given=given), dice, delta


def _sides(guess: ActHypothesis) -> Iterator[tuple[tuple[Action, ...], float]]:
    """The acts of a guess, and what it costs more; where the side of the die that came onto the table cannot be read,
    with each of its sides, all as likely where vision half sees none, in place of what an unread side costs."""
    if guess.thrown is None or unread_kind(guess) is None:
        yield guess.steps, 0.0
        return
    name = guess.thrown[0]
    piece = guess.after.piece(name)
    first = up_to(guess.steps, name)
    rare = math.log(len(piece.die.faces)) - tuning.UNREAD_SIDE_COST
    for face in piece.die.faces:
        yield landing_as(first, name, replace(pose_of(first, name), face=face.key)), rare


def waited_for(explained: Explained) -> Explained:
    """The same where a die is waited for, because nothing that may have put it there is likely enough: that is asked
    about, and never taken."""
    likely = explained.likely
    weights = [math.exp(likely[0].badness - guess.badness) for guess in likely]
    shares = (tuning.WAITED_FOR_SHARE * weight / sum(weights) for weight in weights)
    return replace(explained, shares=tuple(zip((guess.steps for guess in likely), shares, strict=True)))


def unread_kind(guess: ActHypothesis) -> str | None:
    """The kind of the die that came onto the table, where its side cannot be read."""
    if guess.thrown is None:
        return None
    name, die = guess.thrown
    kind = guess.after.piece(name).die.id
    return None if die.state is DieState.LEANING or die.face_of(kind) is not None else kind


def _same(die: SeenDie, old: SeenDie) -> bool:
    """Whether that die was seen there before, lay as it does now and was read the same, and has not been exchanged for
    another copy."""
    same_place = (die.name, die.state) == (old.name, old.state) and apart_mm(die.pose, old.pose) < tuning.STILL_MM
    return same_place and may_be_one_copy(die, old)
