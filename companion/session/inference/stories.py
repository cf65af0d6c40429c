"""Several stories of a match at once: what may have been done, table at rest by table at rest.

One act may fit a table best and still be wrong: whose die it is, or whether somebody passed, shows two turns later. So
the likely explanations of each table are followed side by side (a beam), each with how unlikely it is altogether, as
minus the logarithm of a probability. The match stands in one of them. Where another has become much likelier, it is
reported with the acts to be put in the place of what was taken (`StoryBeam.revisions`).

What nothing explains is left open: it costs once, and the tables after it are explained beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.rules import Position
from companion.session.inference import tuning
from companion.session.inference.equal_positions import go_on_alike
from companion.session.inference.identity import PieceByTrack
from companion.session.inference.proposals import Explained, Proposal
from companion.session.inference.story import Story, StoryStep, TableEvidence, log_sum, merged_stories
from companion.session.inference.story_view import StoryView, unread_kind, waited_for
from companion.text import gettext


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

    def from_here(self, position: Position, *, unattended: bool = False) -> StoryBeam:
        """The beam of a match that stands there, whatever was done by hand since: people are believed, but not beyond
        all evidence. unattended: nobody has said so, an answer was taken: that is as likely as what leads to the same,
        and speaks against nothing else."""
        if not self.stories:
            return StoryBeam.at(position)
        if self._through(position):
            return self
        best = self.stories[0]
        if self.stood is None:
            return StoryBeam.at(position, self.rest, best.followed)
        by_people = StoryStep(self.rest, (), by_people=True, after=position)
        as_people_say = Story(position, best.badness, (*self.stood, by_people), followed=best.followed)
        if unattended:
            alike = [story for story in self.stories if go_on_alike(story.position, position)]
            taken = replace(as_people_say, badness=-log_sum(-story.badness for story in alike or [best]))
            others = (story for story in self.stories if story not in alike)
            stories = sorted((taken, *others), key=lambda story: story.badness)
            return replace(self, stories=tuple(stories), standing=None)
        doubted = (replace(story, badness=story.badness + tuning.PEOPLE_ERR_COST) for story in self.stories)
        return replace(self, stories=(as_people_say, *doubted), standing=None)

    def advanced(self, evidence: TableEvidence, position: Position) -> StoryBeam:
        """The stories after another table at rest; the same where it was counted. position: where the match stands."""
        if evidence.rest == self.rest:
            return self
        standing: Explained | None = None
        found: list[Story] = []
        for story in self.stories:
            view = StoryView.of(story, evidence)
            if standing is None and story.ends_at(position):
                standing = view.asked
            found += view.successors()
        merged = merged_stories(found, lambda story: story.steps_to(position, self.root) is not None)
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
        stories = tuple(story.since(cut) for story in self.stories)
        return replace(self, stories=stories, root=root, stood=self.stood[cut:])

    def _with_shares(self) -> StoryBeam:
        """The same with how likely each explanation of its table is beside all stories."""
        if self.standing is None:
            return self
        shares = [
            (gesture.proposed, self.share(story) * of_it)
            for story in self.stories
            for gestures, of_it in story.ways
            for gesture in gestures[-2:]
            if gesture.rest == self.rest and gesture.proposed
        ]
        proposed = any(steps == guess.steps for guess in self.standing.likely for steps, _ in shares)
        if not proposed and self.standing.shares is not None:
            return self
        if not proposed and any(unread_kind(guess) is not None for guess in self.standing.likely):
            return replace(self, standing=waited_for(self.standing))
        return replace(self, standing=replace(self.standing, shares=tuple(shares)))

    def explained(self, evidence: TableEvidence, position: Position) -> Explained | None:
        """What explains the table that was counted last from where the match stands or has gone on to since; None where
        it has fallen behind."""
        if self.standing is not None and self.stood_at == position:
            return self.standing
        story = next((story for story in self.stories if story.ends_at(position)), None)
        return None if story is None else StoryView.of(story, evidence).asked

    def share(self, story: Story) -> float:
        """How likely a story is beside the others, 0 to 1."""
        return math.exp(-story.badness - log_sum(-other.badness for other in self.stories))

    def revisions(self, position: Position) -> tuple[Proposal, ...]:
        """What the match that stands there should rather have, the likeliest first: what was done since it fell
        behind, or what takes the place of acts that have become unlikely. Empty where it stands in the likeliest story,
        or only the last table has another explanation: that is for the proposals."""
        through = self._through(position)
        best = self.stories[0]
        if not through:
            return ()
        mine, upto = through[0]
        left = [gesture for gesture in mine.gestures[upto:] if gesture.text]
        went_on = position != self.stood_at
        if not any(gesture.rest < self.rest for gesture in left) and not (left and went_on):
            since = _in_common(best.gestures, mine.gestures)
            alive = sum(self.share(story) for story, _ in through)
            earlier = any(gesture.rest < self.rest for gesture in mine.gestures[since:upto])
            if not earlier or alive * (1 + tuning.MEND_ODDS) > 1:
                # What the last table shows is for the proposals, but where the match has gone on at this table.
                return self._worth(self._instead(story, story, at) for story, at in through) if went_on else ()
        sure = self._instead(best, mine, upto, least=tuning.MEND_SHARE)
        if sure is not None:
            return (sure,)
        return self._worth(self._instead(story, mine, upto) for story in self.stories)

    @staticmethod
    def _worth(whole: Iterable[Proposal | None]) -> tuple[Proposal, ...]:
        """Those that are worth a line, the likeliest first."""
        found = {one.steps: one for one in whole if one is not None and one.likeliness >= tuning.LEAST_PROPOSED}
        return tuple(sorted(found.values(), key=lambda one: -one.likeliness)[: tuning.MOST_PROPOSALS])

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
        together = ((end, self._share_through(story.gestures[since:end])) for end in ends)
        end, carried = next(((end, share) for end, share in together if share >= least), (since, 0.0))
        share = self._share_with(story.gestures[since:end]) * (1.0 - tuning.HIDDEN_ACT_SHARE)
        new = [gesture for gesture in story.gestures[since:end] if gesture.steps]
        if not new or (last := new[-1].outcome) is None:
            return None
        settled = carried >= tuning.MEND_SHARE
        sentences = tuple(gesture.text for gesture in new if gesture.text)
        steps = tuple(step for gesture in new for step in gesture.steps)
        if not any(gesture.steps or gesture.by_people for gesture in mine.gestures[since:upto]):
            return Proposal(" ".join(sentences), steps, last, share, settled=settled) if sentences else None
        before = [gesture.after for gesture in story.gestures[:since] if gesture.after is not None]
        return Proposal(
            gettext("Rather: {story}", story=" ".join(sentences)),
            steps,
            last,
            share,
            base=before[-1] if before else self.root,
            gestures=tuple(gesture.steps for gesture in new),
            sentences=sentences,
            settled=settled,
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
        """How likely it is that all of these were done, whatever else was."""
        acts = [gesture for gesture in gestures if gesture.steps]
        ways = ((self.share(story), *way) for story in self.stories for way in story.ways)
        return sum(share * of_it for share, done, of_it in ways if all(one in done for one in acts))

    def _share_through(self, gestures: tuple[StoryStep, ...]) -> float:
        """How likely the stories are together that go on from where these lead, however it came about."""
        acts = [gesture for gesture in gestures if gesture.steps]
        return sum(self.share(story) for story in self.stories if all(one in story.gestures for one in acts))


def _in_common(one: Sequence[StoryStep], other: Sequence[StoryStep]) -> int:
    """How many gestures two stories begin with together."""
    return next(
        (number for number, (mine, its) in enumerate(zip(one, other, strict=False)) if mine != its),
        min(len(one), len(other)),
    )
