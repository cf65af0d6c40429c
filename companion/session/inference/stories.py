"""Several stories of a match at once: what may have been done, table at rest by table at rest.

One act may fit a table best and still be wrong: whose die it is, or whether somebody passed, shows two turns later. So
the likely explanations of each table are followed side by side (a beam), each with how unlikely it is altogether, as
minus the logarithm of a probability. The match stands in one of them. Where another has become much likelier, it is
reported with the acts to be put in the place of what was taken (`StoryBeam.revisions`).

What nothing explains is left open: it costs once, and the tables after it are explained beside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.geometry import Point
from companion.rules import Outcome, Piece, Position
from companion.rules.actions import Action, Observe
from companion.session.inference import tuning
from companion.session.inference.answers import landing_as, pose_of, up_to
from companion.session.inference.descriptions import describe_actions, join_names, piece_label
from companion.session.inference.hypothesis import ActHypothesis
from companion.session.inference.identity import PieceByTrack, assign_moves, match_pieces
from companion.session.inference.instructions import Instruction, assume_done, instructions, still_to_do
from companion.session.inference.observed_dice import SeenDie, apart_mm
from companion.session.inference.proposals import Explained, Proposal, explain, observe_drift
from companion.session.inference.steps import observe_pieces, play_actions
from companion.session.inference.table_delta import TableDelta, reach_costs, taken_off
from companion.text import gettext
from companion.vision import DieState


@dataclass(frozen=True, slots=True, eq=False)
class TableEvidence:
    """What a table at rest shows to whoever asks from a position. rest: its number; dice: as the position leads one to
    read them; hidden: pieces whose places do not show the empty table, of a position and its dice; entrances: where
    movement came over the rim, mm, each with its weight."""

    rest: int
    dice: Callable[[Position], tuple[SeenDie, ...]]
    hidden: Callable[[Position, tuple[SeenDie, ...]], frozenset[str]]
    entrances: tuple[tuple[Point, float], ...] = ()


@dataclass(frozen=True, slots=True)
class StoryStep:
    """What a story has happen before one table at rest: the acts, none where nothing was done or nothing explains what
    is seen; text: the acts in words; outcome, after: what they lead to, None where nothing was done; proposed: the acts
    as they are proposed, before the side of an unread die is filled in; by_people: no act of the story, but where
    people put the match meanwhile."""

    rest: int
    steps: tuple[Action, ...]
    text: str = ""
    by_people: bool = False
    outcome: Outcome | None = field(default=None, compare=False)
    after: Position | None = field(default=None, compare=False)
    proposed: tuple[Action, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """What may have happened since the beam began, and where it leads.

    badness: minus the logarithm of how likely it is; given: what hands must do; left_open: dice that nothing explains;
    excused: pieces whose absence nothing explains; before: the story before its last act, which people may take back.
    """

    position: Position
    badness: float = 0.0
    gestures: tuple[StoryStep, ...] = ()
    given: tuple[Instruction, ...] = ()
    followed: PieceByTrack = field(default_factory=dict)
    left_open: tuple[SeenDie, ...] = ()
    excused: frozenset[str] = frozenset()
    before: Story | None = None

    def steps_to(self, position: Position, root: Position | None) -> int | None:
        """After how many of its gestures it stands there, the last time; None where it never does. root: where it
        begins."""
        stands = (n for n in range(len(self.gestures), 0, -1) if self.gestures[n - 1].after == position)
        return next(stands, 0 if root == position else None)

    def ends_at(self, position: Position) -> bool:
        """Whether it stands there, with its dice taken as they lie or not yet; nothing has happened since."""
        if position == self.position:
            return True
        drifted = self.gestures[-2:-1] if self.gestures and _only_observed(self.gestures[-1].steps) else ()
        return any(gesture.after == position for gesture in drifted)


@dataclass(frozen=True, slots=True, eq=False)
class StoryBeam:
    """The likely stories up to a table at rest, the likeliest first. root: where they all begin; stood: what has
    happened up to where the match stood at that table (stood_at); standing: what explains the table from there, as the
    proposals are made of it, None where the match had fallen behind."""

    stories: tuple[Story, ...] = ()
    rest: int = 0
    root: Position | None = None
    stood: tuple[StoryStep, ...] | None = None
    standing: Explained | None = None
    stood_at: Position | None = None

    @classmethod
    def at(cls, position: Position, rest: int = 0, followed: PieceByTrack | None = None) -> StoryBeam:
        """Where nothing is doubted."""
        return cls((Story(position, followed=followed or {}),), rest, position)

    def from_here(self, position: Position) -> StoryBeam:
        """The beam of a match that stands there, whatever was done by hand since: people are believed, but not beyond
        all evidence."""
        if not self.stories:
            return StoryBeam.at(position)
        if self._through(position):
            return self
        best = self.stories[0]
        if self.stood is None:
            return StoryBeam.at(position, self.rest, best.followed)
        by_people = StoryStep(self.rest, (), by_people=True, after=position)
        as_people_say = Story(position, best.badness, (*self.stood, by_people), followed=best.followed)
        doubted = (replace(story, badness=story.badness + tuning.PEOPLE_ERR_COST) for story in self.stories)
        return replace(self, stories=(as_people_say, *doubted), standing=None)

    def advanced(self, evidence: TableEvidence, position: Position) -> StoryBeam:
        """The stories after another table at rest; the same where it was counted. position: where the match stands."""
        if evidence.rest == self.rest:
            return self
        standing: Explained | None = None
        found: list[Story] = []
        for story in self.stories:
            view = _View.of(story, evidence)
            if standing is None and story.ends_at(position):
                standing = view.explained
            found += view.successors()
        found.sort(key=lambda story: story.badness)
        merged = _merged(found)
        best = merged[0].badness
        likely = [
            story
            for story in merged[: tuning.MOST_STORIES]
            if story.badness < best + tuning.WORST_STORY_BEHIND or story.ends_at(position)
        ]
        if all(story.steps_to(position, self.root) is None for story in likely):
            likely += [story for story in merged if story.steps_to(position, self.root) is not None][:1]
        eased = tuple(replace(story, badness=story.badness - best) for story in likely)
        beam = StoryBeam(eased, evidence.rest, self.root, None, standing, position)
        through, upto = beam._through(position)[0]
        return replace(beam, stood=through.gestures[:upto])._rerooted()._with_shares()

    def _rerooted(self) -> StoryBeam:
        """The same beginning as late as it can: what all stories have in common, and the match too, is past doubt."""
        if self.stood is None:
            return self
        first = self.stories[0].gestures
        cut = min(
            len(self.stood),
            *(_in_common(first, story.gestures) for story in self.stories),
            *(len(story.before.gestures) for story in self.stories if story.before is not None),
        )
        root = next((gesture.after for gesture in reversed(first[:cut]) if gesture.after is not None), self.root)
        stories = tuple(
            replace(
                story,
                gestures=story.gestures[cut:],
                before=story.before and replace(story.before, gestures=story.before.gestures[cut:]),
            )
            for story in self.stories
        )
        return replace(self, stories=stories, root=root, stood=self.stood[cut:])

    def _with_shares(self) -> StoryBeam:
        """The same with how likely each explanation of its table is beside all stories."""
        if self.standing is None:
            return self
        shares = [
            (gesture.proposed, self.share(story))
            for story in self.stories
            for gesture in story.gestures[-2:]
            if gesture.rest == self.rest and gesture.proposed
        ]
        return replace(self, standing=replace(self.standing, shares=tuple(shares)))

    def explained(self, evidence: TableEvidence, position: Position) -> Explained | None:
        """What explains the table that was counted last from where the match stands or has gone on to since; None where
        it has fallen behind."""
        if self.standing is not None and self.stood_at == position:
            return self.standing
        story = next((story for story in self.stories if story.ends_at(position)), None)
        return None if story is None else _View.of(story, evidence).explained

    def share(self, story: Story) -> float:
        """How likely a story is beside the others, 0 to 1."""
        return math.exp(-story.badness - _log_sum(-other.badness for other in self.stories))

    def revisions(self, position: Position) -> tuple[Proposal, ...]:
        """What the match that stands there should rather have, the likeliest first: what was done since it fell
        behind, or what takes the place of acts that have become unlikely. Empty where it stands in the likeliest story,
        or only the last table has another explanation: that is for the proposals."""
        through = self._through(position)
        best = self.stories[0]
        if not through:
            return ()
        mine, upto = through[0]
        if mine is best:
            if not any(gesture.rest < self.rest and gesture.text for gesture in best.gestures[upto:]):
                return ()
        else:
            since = _in_common(best.gestures, mine.gestures)
            alive = sum(self.share(story) for story, _ in through)
            earlier = any(gesture.rest < self.rest for gesture in mine.gestures[since:upto])
            if not earlier or alive * (1 + tuning.MEND_ODDS) > 1:
                return ()
        sure = self._instead(best, mine, upto, least=tuning.MEND_SHARE)
        if sure is not None:
            return (sure,)
        whole = (self._instead(story, mine, upto) for story in self.stories[: tuning.MOST_PROPOSALS])
        found = {one.steps: one for one in whole if one is not None and one.likeliness >= tuning.LEAST_PROPOSED}
        return tuple(sorted(found.values(), key=lambda one: -one.likeliness))

    def likeliest(self, position: Position) -> Proposal | None:
        """The likeliest story, however many others there are; None where the match stands at its end."""
        through = self._through(position)
        return None if not through else self._instead(self.stories[0], *through[0])

    def other_scores(self, position: Position) -> tuple[Proposal, ...]:
        """What has rather been done where the score is another than the match's, the likeliest story of each score that
        is likely enough to be asked about; how likely that score is, by all its stories. The likeliest first."""
        through = self._through(position)
        if not through:
            return ()
        found: list[Proposal] = []
        asked = [position.score]
        for story in self.stories:
            if story.position.score in asked:
                continue
            asked.append(story.position.score)
            likeliness = sum(self.share(one) for one in self.stories if one.position.score == story.position.score)
            rather = self._instead(story, *through[0]) if likeliness >= tuning.ASKED_SCORE_SHARE else None
            if rather is not None:
                found.append(replace(rather, likeliness=likeliness * (1.0 - tuning.HIDDEN_ACT_SHARE)))
        return tuple(sorted(found, key=lambda one: -one.likeliness))

    def _through(self, position: Position) -> list[tuple[Story, int]]:
        """The stories in which the match has gone as far as there, and after how many gestures."""
        places = ((story, story.steps_to(position, self.root)) for story in self.stories)
        return [(story, upto) for story, upto in places if upto is not None]

    def _instead(self, story: Story, mine: Story, upto: int, least: float = 0.0) -> Proposal | None:
        """A story, as far as it is at least so likely, in the place of what the match has: that many gestures of its
        own story. None where it adds nothing, or hangs on what people did and took back."""
        since = min(upto, _in_common(story.gestures, mine.gestures))
        if any(gesture.by_people for gesture in story.gestures[since:]):
            return None
        ends = (end for end in range(len(story.gestures), since, -1) if story.gestures[end - 1].outcome is not None)
        likely = ((end, self._share_with(story.gestures[since:end])) for end in ends)
        end, share = next(((end, share) for end, share in likely if share >= least), (since, 0.0))
        share *= 1.0 - tuning.HIDDEN_ACT_SHARE
        new = [gesture for gesture in story.gestures[since:end] if gesture.steps]
        if not new or (last := new[-1].outcome) is None:
            return None
        sentences = tuple(gesture.text for gesture in new if gesture.text)
        steps = tuple(step for gesture in new for step in gesture.steps)
        if not any(gesture.steps or gesture.by_people for gesture in mine.gestures[since:upto]):
            return Proposal(" ".join(sentences), steps, last, share) if sentences else None
        before = [gesture.after for gesture in story.gestures[:since] if gesture.after is not None]
        return Proposal(
            gettext("Rather: {story}", story=" ".join(sentences)),
            steps,
            last,
            share,
            base=before[-1] if before else self.root,
            gestures=tuple(gesture.steps for gesture in new),
            sentences=sentences,
        )

    def turned_down(self, position: Position) -> StoryBeam:
        """People say that the match has gone as it stands there, whatever is likelier: their word counts as when they
        do something by key, and what is seen later may still outweigh it."""
        mine = [story for story, _ in self._through(position)]
        if not mine:
            return self
        least = min(story.badness for story in mine)
        doubted = [
            replace(story, badness=max(story.badness, least) + tuning.PEOPLE_ERR_COST)
            for story in self.stories
            if story not in mine
        ]
        stories = sorted((*mine, *doubted), key=lambda story: story.badness)
        return replace(self, stories=tuple(stories))._with_shares()

    def _share_with(self, gestures: tuple[StoryStep, ...]) -> float:
        """How likely the stories are together in which all of these were done, whatever else was."""
        acts = [gesture for gesture in gestures if gesture.steps]
        return sum(self.share(story) for story in self.stories if all(one in story.gestures for one in acts))


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A table at rest as one story finds it."""

    story: Story
    evidence: TableEvidence
    dice: tuple[SeenDie, ...]
    explained: Explained

    @classmethod
    def of(cls, story: Story, evidence: TableEvidence) -> _View:
        """What the story has to explain of it."""
        story, dice, delta = _faced(story, evidence)
        return cls(story, evidence, dice, explain(delta))

    def successors(self) -> Iterator[Story]:
        """The story with what may have happened since."""
        story, delta = self.story, self.explained.delta
        if delta.unchanged:
            yield self._settled(story)
            return
        for guess in self.explained.likely[: tuning.MOST_SUCCESSORS]:
            yield from self._with(guess)
        yield from self._taken_back()
        left = [die for die in delta.loose if not any(_same(die, old) for old in story.left_open)]
        missing = frozenset(delta.gone) - delta.hidden - story.excused
        yield replace(
            story,
            badness=story.badness + self._unexplained(left, missing),
            gestures=(*story.gestures, StoryStep(self.evidence.rest, ())),
            left_open=(*story.left_open, *left),
            excused=story.excused | missing,
        )

    def _unexplained(self, left: Sequence[SeenDie], missing: frozenset[str]) -> float:
        """How rare it is that nothing explains these dice, and that these pieces do not lie where they lay; a piece and
        a die that may be the same are one."""
        delta = self.explained.delta
        moved = assign_moves([delta.position.piece(name) for name in missing], left, delta.followed)
        odd = len(left) + len(missing) - len(moved)
        rare = tuning.UNEXPLAINED_COST + tuning.UNEXPLAINED_MORE_COST * max(0, odd - 1)
        rare += tuning.UNREAD_OPEN_COST * sum(die.name is None for die in left)
        return min(rare, delta.misfit(delta.position, frozenset()))

    def _taken_back(self) -> Iterator[Story]:
        """The last act was taken back: the dice lie again as before it, or were moved otherwise."""
        story, likely = self.story, self.explained.likely
        if story.before is None or (likely and likely[0].badness < tuning.TAKEN_BACK_COST):
            return
        taken_up = taken_off(story.position, story.before.position)
        before, dice, delta = _faced(
            replace(story.before, badness=story.badness + tuning.TAKEN_BACK_COST), self.evidence, taken_up
        )
        if delta.changes > self.explained.delta.changes:  # it explains even less
            return
        view = _View(before, self.evidence, dice, explain(delta))
        if not delta.unchanged:
            for guess in view.explained.likely[: tuning.MOST_SUCCESSORS]:
                yield from view._with(guess)
            return
        back = {name: delta.still[name] for name in delta.touched(story.position) if name in delta.still}
        if not back:
            yield view._settled(view.story)
            return
        act = observe_pieces(delta.position, back)
        outcome = play_actions(delta.position, (act,))
        if outcome.ok:
            names = join_names([piece_label(delta.position, name) for name in sorted(back)])
            text = gettext("{pieces} put back as before.", pieces=names)
            step = StoryStep(self.evidence.rest, (act,), text, outcome=outcome, after=outcome.position, proposed=(act,))
            gone_back = replace(view.story, position=outcome.position, gestures=(*view.story.gestures, step))
            yield view._settled(gone_back)

    def _with(self, guess: ActHypothesis) -> Iterator[Story]:
        """The story gone on by a guess; of a die whose side cannot be read with each side that it may show."""
        story = self.story
        for steps, rare in _sides(guess):
            outcome = guess.outcome if steps is guess.steps else play_actions(story.position, steps)
            if not outcome.ok:
                continue
            text = describe_actions(story.position, steps)
            after = outcome.position
            gesture = StoryStep(self.evidence.rest, steps, text, outcome=outcome, after=after, proposed=guess.steps)
            events = play_actions(story.position, steps).events
            yield self._settled(
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

    def _settled(self, story: Story) -> Story:
        """The story with its dice taken as they lie, and followed from here; what it has not explained is left open,
        which it has paid for."""
        delta = self.explained.delta
        left = TableDelta.of(story.position, self.dice, story.followed, delta.hidden, excused=story.excused)
        followed = match_pieces(story.position, self.dice, story.followed).followed
        story = replace(
            story,
            left_open=(*story.left_open, *left.loose),
            excused=story.excused | (frozenset(left.gone) - left.hidden),
        )
        drift = observe_drift(story.position, self.dice)
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
        reach_costs(position, evidence.entrances),
        story.excused,
        (*taken_up, *(() if story.before is None else taken_off(story.before.position, position))),
    )
    waits = tuning.LEFT_OPEN_COST * (len(story.left_open) + len(story.excused))
    return replace(story, badness=story.badness + waits, given=given), dice, delta


def _sides(guess: ActHypothesis) -> Iterator[tuple[tuple[Action, ...], float]]:
    """The acts of a guess, and what it costs more; where the side of the die that came onto the table cannot be read,
    with each of its sides, all as likely where vision half sees none, in place of what an unread side costs."""
    if guess.thrown is None:
        yield guess.steps, 0.0
        return
    name, die = guess.thrown
    piece = guess.after.piece(name)
    if die.state is DieState.LEANING or die.face_of(piece.die.id) is not None:
        yield guess.steps, 0.0
        return
    first = up_to(guess.steps, name)
    rare = math.log(len(piece.die.faces)) - tuning.UNREAD_SIDE_COST
    for face in piece.die.faces:
        yield landing_as(first, name, replace(pose_of(first, name), face=face.key)), rare


def _same(die: SeenDie, old: SeenDie) -> bool:
    """Whether that die was seen there before, lay as it does now and was read the same."""
    return (die.name, die.state) == (old.name, old.state) and apart_mm(die.pose, old.pose) < tuning.STILL_MM


def _merged(stories: Iterable[Story]) -> list[Story]:
    """Those that lead to the same as one, kept as the likeliest of them; from the likeliest on."""
    merged: list[Story] = []
    for story in stories:
        at = next((at for at, one in enumerate(merged) if _alike(one, story)), None)
        if at is None:
            merged.append(story)
        else:
            both = -_log_sum((-merged[at].badness, -story.badness))
            merged[at] = replace(merged[at], badness=both)
    return merged


def _alike(one: Story, other: Story) -> bool:
    return one.position == other.position and one.excused == other.excused and one.given == other.given


def _in_common(one: Sequence[StoryStep], other: Sequence[StoryStep]) -> int:
    """How many gestures two stories begin with together."""
    return next(
        (number for number, (mine, its) in enumerate(zip(one, other, strict=False)) if mine != its),
        min(len(one), len(other)),
    )


def _only_observed(steps: Sequence[Action]) -> bool:
    return bool(steps) and all(isinstance(step, Observe) for step in steps)


def _log_sum(logs: Iterable[float]) -> float:
    """The logarithm of a sum of exponentials."""
    terms = list(logs)
    most = max(terms)
    return most + math.log(sum(math.exp(term - most) for term in terms))
