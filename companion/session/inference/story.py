"""A story: what may have happened since a table that nobody doubts, and where it leads; and which stories are one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.geometry import Point
from companion.rules import Outcome, Position
from companion.rules.actions import Action, Observe
from companion.session.inference import tuning
from companion.session.inference.equal_positions import go_on_alike
from companion.session.inference.identity import PieceByTrack
from companion.session.inference.instructions import Instruction
from companion.session.inference.observed_dice import SeenDie


@dataclass(frozen=True, slots=True, eq=False)
class TableEvidence:
    """What a table at rest shows to whoever asks from a position. rest: its number; dice: as the position leads one to
    read them; hidden, covered: pieces whose places do not show the empty table, and those whose places are known to
    show something else, of a position and its dice; entrances: where movement came over the rim, mm, each with its
    weight."""

    rest: int
    dice: Callable[[Position], tuple[SeenDie, ...]]
    hidden: Callable[[Position, tuple[SeenDie, ...]], frozenset[str]]
    covered: Callable[[Position, tuple[SeenDie, ...]], frozenset[str]] = lambda _position, _dice: frozenset()
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
class OtherWay:
    """What may have happened in the place of a story's first ``upto`` gestures and lead to the same; share: how likely
    that is of the whole story, 0 to 1."""

    gestures: tuple[StoryStep, ...]
    upto: int
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """What may have happened since the beam began, and where it leads.

    badness: minus the logarithm of how likely it is, in whichever way; given: what hands must do; left_open: dice that
    nothing explains; excused: pieces whose absence nothing explains; before: the story before its last act, which
    people may take back; other_ways: in which it may have come there as well, each less likely than its gestures.
    """

    position: Position
    badness: float = 0.0
    gestures: tuple[StoryStep, ...] = ()
    given: tuple[Instruction, ...] = ()
    followed: PieceByTrack = field(default_factory=dict)
    left_open: tuple[SeenDie, ...] = ()
    excused: frozenset[str] = frozenset()
    before: Story | None = None
    other_ways: tuple[OtherWay, ...] = ()

    @property
    def ways(self) -> Iterator[tuple[tuple[StoryStep, ...], float]]:
        """Everything that it may have been, its own gestures first, and how likely each is of the whole."""
        yield self.gestures, 1.0 - sum(way.share for way in self.other_ways)
        for way in self.other_ways:
            yield (*way.gestures, *self.gestures[way.upto :]), way.share

    def since(self, cut: int) -> Story:
        """The same without its first gestures, which nobody doubts."""
        first = self.gestures[:cut]
        ways = tuple(
            replace(way, gestures=way.gestures[cut:], upto=way.upto - cut)
            for way in self.other_ways
            if way.upto > cut and way.gestures[:cut] == first
        )
        return replace(
            self, gestures=self.gestures[cut:], before=self.before and self.before.since(cut), other_ways=ways
        )

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


def merged_stories(stories: Iterable[Story], holds: Callable[[Story], bool]) -> list[Story]:
    """Those that lead to the same as one, as likely as they are together; from the likeliest on. Kept is the likeliest
    way there, or the one that the match has gone (``holds``) unless it is so much less likely that it is to be
    corrected: then both are left."""
    groups: list[list[Story]] = []
    for story in sorted(stories, key=_badness):
        group = next((group for group in groups if _leads_to_the_same(group[0], story)), None)
        if group is None:
            groups.append([story])
        else:
            group.append(story)
    return sorted((one for group in groups for one in _as_one(group, holds)), key=_badness)


def _as_one(group: Sequence[Story], holds: Callable[[Story], bool]) -> Iterator[Story]:
    mine = next((story for story in group if holds(story)), group[0])
    others = [story for story in group if not holds(story)]
    if mine is group[0] or mine.badness < math.log(1.0 + tuning.MEND_ODDS) - log_sum(-story.badness for story in group):
        yield _joined([mine, *(story for story in group if story is not mine)])
        return
    yield _joined(others)
    yield mine


def _joined(group: Sequence[Story]) -> Story:
    """The first, as likely as all together, with the others as ways to come there."""
    first = group[0]
    together = -log_sum(-story.badness for story in group)
    found = [
        OtherWay(gestures, len(first.gestures), share * math.exp(together - story.badness))
        for story in group
        for gestures, share in story.ways
    ]
    ways = [way for way in found[1:] if way.share >= tuning.LEAST_WAY]
    likeliest = sorted(ways, key=lambda way: -way.share)[: tuning.MOST_STORIES]
    return replace(first, badness=together, other_ways=tuple(likeliest))


def _leads_to_the_same(one: Story, other: Story) -> bool:
    same = one.excused == other.excused and one.given == other.given and len(one.left_open) == len(other.left_open)
    return same and go_on_alike(one.position, other.position)


def _badness(story: Story) -> float:
    return story.badness


def _only_observed(steps: Sequence[Action]) -> bool:
    return bool(steps) and all(isinstance(step, Observe) for step in steps)


def log_sum(logs: Iterable[float]) -> float:
    """The logarithm of a sum of exponentials."""
    terms = list(logs)
    most = max(terms)
    return most + math.log(sum(math.exp(term - most) for term in terms))
