"""Proposals: what has probably been done at the table, as acts to be accepted with one key, and what must be asked.

Dice that lie a little off where the match has them, as hands leave them: taken as they are seen, without asking.

Dice that are read as what cannot lie there, taken for what they probably are: the names that a reader gives are not
beyond doubt, and the match knows which dice there are.

Only with something that speaks for it: the die lies where a missing piece would have rolled, or a face of the match is
among what the reader took it for. Without that it stays what it was read as, and people are asked
(`find_discrepancies`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.catalogue import CORNERS
from companion.geometry import rolled_pose
from companion.rules import Outcome, Piece, Position
from companion.rules.actions import Action, Observe, ObservedPiece, Release, Throw
from companion.rules.events import FoulCalled
from companion.session.inference import tuning
from companion.session.inference.answers import landing, landing_as, last_throw, with_foul, with_release
from companion.session.inference.descriptions import describe_actions, join_names, misread_in_words, piece_label
from companion.session.inference.hypotheses import find_hypotheses
from companion.session.inference.hypothesis import ActHypothesis
from companion.session.inference.identity import PieceByTrack, unmoved_pieces
from companion.session.inference.observed_dice import (
    Observation,
    SeenDie,
    any_turn_deg,
    apart_mm,
    seen_dice,
    turn_deg,
    turned_to,
)
from companion.session.inference.prior import Prior
from companion.session.inference.questions import OF_THE_DIE, AnswerOption, Question, QuestionKind, find_questions
from companion.session.inference.residuals import lies_in_place, same_size
from companion.session.inference.steps import as_far_as_ruled, observe_pieces, play_actions
from companion.session.inference.table_delta import TableDelta
from companion.text import gettext
from companion.vision import DieState, FaceName, without_part

#: Guesses that leave the same table, the likeliest first.
Alike = tuple[ActHypothesis, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What has probably been done: a sentence, the acts in order, what they lead to, how likely it is beside the other
    proposals (0 to 1), what is asked. ``quiet``: dice that only lie a little off their place; it needs no key.
    ``misread``: dice that are taken for something else than they were read as. ``gestures``: its acts as they
    are undone together, where it takes the place of all that was done since the match stood at ``base``;
    ``sentences``: what was done in each of them, in words; ``answers``: what was asked of it, each with what
    was said; ``settled``: what else may have been done leads to the same, so that nothing is gained by waiting."""

    text: str
    steps: tuple[Action, ...]
    outcome: Outcome
    likeliness: float
    asks: tuple[Question, ...] = ()
    quiet: bool = False
    misread: tuple[SeenDie, ...] = ()
    base: Position | None = None
    gestures: tuple[tuple[Action, ...], ...] = ()
    sentences: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    settled: bool = False

    @property
    def after(self) -> Position:
        """The position that it leads to."""
        return self.outcome.position

    @property
    def must_ask(self) -> bool:
        """Whether something has to be answered before it can be taken."""
        return any(ask.must for ask in self.asks)

    def answered(self, kind: QuestionKind, choice: int, position: Position) -> Proposal:
        """The proposal with a question answered, begun from the match's position."""
        ask = next(ask for ask in self.asks if ask.kind is kind)
        stated = ask.choices[choice]
        now = {ask.piece: stated.piece} if stated.piece is not None else {}
        steps = stated.steps
        if kind is QuestionKind.OWNER:  # what was stated of the die's side and heading stays
            steps = landing_as(steps, now[ask.piece], landing(self.steps, ask.piece))
        if kind is not QuestionKind.FOUL and self._foul is not None:
            steps = with_foul(steps, now.get(self._foul, self._foul))
        still, answers = self._still_asked(ask, stated), (*self.answers, f"{ask.text} {stated.text}")
        answered = replace(self, asks=still, answers=answers)._with(steps, position, now)
        return (
            answered if kind is QuestionKind.FOUL or self.release is None else answered.released(position, self.release)
        )

    def _still_asked(self, ask: Question, stated: AnswerOption) -> tuple[Question, ...]:
        """What is asked once a question is answered: of another die what must be asked of that one."""
        rest = (other for other in self.asks if other.kind is not ask.kind)
        if ask.kind is not QuestionKind.WHICH:
            return tuple(rest)
        return (*stated.asks, *(other for other in rest if other.kind not in OF_THE_DIE))

    @property
    def _foul(self) -> str | None:
        """The die whose throw is said to be a foul."""
        return next((step.piece for step in self.steps if isinstance(step, Throw) and step.foul), None)

    @property
    def release(self) -> Release | None:
        """Where the thrown die was let go, if that was stated."""
        thrown = (step.release for step in self.steps if isinstance(step, Throw))
        return next((release for release in thrown if release is not None), None)

    @property
    def thrown(self) -> str | None:
        """The die of the last throw, of which it may be stated where it was let go; None without one."""
        return next((step.piece for step in reversed(self.steps) if isinstance(step, Throw)), None)

    def released(self, position: Position, release: Release) -> Proposal:
        """The proposal with where the die of the last throw was let go: where the rules judge that a foul, what
        followed waits for the opponent (OG-THROW-02, OG-THROW-05)."""
        steps = with_release(self.steps, release)
        thrown = steps[: (last_throw(steps) or 0) + 1]
        foul = any(isinstance(event, FoulCalled) for event in play_actions(position, thrown).events)
        return self._with(thrown if foul else steps, position)

    def _with(
        self, steps: tuple[Action, ...], position: Position, now: Mapping[str, str] = MappingProxyType({})
    ) -> Proposal:
        """The proposal with other acts, as far as the rules take them: what hung on what is otherwise now was not done
        like that, and is proposed anew once these are."""
        steps = as_far_as_ruled(position, steps)
        asks = tuple(again for ask in self.asks if (again := ask.asked_of(steps, now)) is not None)
        return replace(
            self, steps=steps, outcome=play_actions(position, steps), asks=asks, text=self._words(position, steps)
        )

    def _words(self, position: Position, steps: tuple[Action, ...]) -> str:
        return describe_actions(position, steps) + misread_in_words(position, self.misread)


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """A table that has changed, and what explains it better than nothing does, the likeliest first. misread: dice that
    are taken for something else than they were read as; shares: how likely each of the stories is that lead here, with
    the acts that it has for this table; None where these explanations are all."""

    delta: TableDelta
    likely: tuple[ActHypothesis, ...]
    misread: tuple[SeenDie, ...] = ()
    shares: tuple[tuple[tuple[Action, ...], float], ...] | None = None

    def proposals(self) -> tuple[Proposal, ...]:
        """What has probably been done, to be put to the people."""
        position = self.delta.position
        if self.delta.unchanged:
            # Dice that lie a little off their place are taken as they lie.
            step = observe_drift(position, self.delta.dice)
            if step is None:
                return ()
            pieces = join_names([piece_label(position, seen.piece) for seen in step.pieces])
            text = gettext("{pieces} taken as seen.", pieces=pieces)
            drift = Proposal(text, (step,), play_actions(position, (step,)), 1.0, quiet=True)
            return (_owning_up(position, drift, self.misread),)
        if not self.likely or _only_moved(self.likely[0]):
            return _set_up(position, self.likely[:1]) if (position.turn.number == 1 and not position.turn.acted) else ()
        reported = _told_apart(_distinct(self.likely))[: tuning.MOST_PROPOSALS]
        shares = self._shares(reported)
        worth = (number for number, share in enumerate(shares) if share >= tuning.LEAST_PROPOSED)
        found = (_proposal(self.delta, reported, number, shares) for number in worth)
        return tuple(_owning_up(position, proposal, self.misread) for proposal in found)

    def _shares(self, reported: Sequence[Alike]) -> list[float]:
        """How likely each is beside all stories of the table, guesses that leave the same table together."""
        ends = [[guess for guess in self.likely if _ends_as(alike, guess)] for alike in reported]
        best = max(-guess.badness for guesses in ends for guess in guesses)
        weights = [sum(math.exp(-guess.badness - best) for guess in guesses) for guesses in ends]
        if self.shares is None:
            return [(1.0 - tuning.HIDDEN_ACT_SHARE) * weight / sum(weights) for weight in weights]
        acts = [[guess.steps for guess in guesses] for guesses in ends]
        shares = (sum(share for steps, share in self.shares if steps in alike) for alike in acts)
        return [(1.0 - tuning.HIDDEN_ACT_SHARE) * share for share in shares]


def explain(delta: TableDelta, *, followed_up: Sequence[int] = tuning.FOLLOWED_UP) -> Explained:
    """What explains a table that has changed. A die that is read as what cannot lie there is taken for what it probably
    is (`reinterpret_misread`), where that explains the table. followed_up: as of `find_hypotheses`."""
    probably = reinterpret_misread(delta.position, delta.dice)
    misread = tuple(new for old, new in zip(delta.dice, probably, strict=True) if new is not old)
    if misread:
        taken = delta.seen_as(probably)
        explained = Explained(taken, _likely(taken, followed_up), misread)
        if explained.proposals():
            return explained
    return Explained(delta, _likely(delta, followed_up))


def _likely(delta: TableDelta, followed_up: Sequence[int]) -> tuple[ActHypothesis, ...]:
    """What explains it better than that nothing was done."""
    found = () if delta.unchanged else find_hypotheses(delta, followed_up=followed_up)
    nothing = delta.misfit(delta.position, frozenset())
    return tuple(guess for guess in found if guess.badness < min(nothing, found[0].badness + tuning.MAX_BEHIND_BEST))


def find_proposals(
    position: Position,
    seen: Observation,
    followed: PieceByTrack | None = None,
    hidden: Collection[str] = frozenset(),
    reaches: Mapping[str, float] = MappingProxyType({}),
) -> tuple[Proposal, ...]:
    """What has probably been done since the match's position, the likeliest first; empty where nothing visible was.

    ``followed`` (track -> piece, see `PieceMatching.followed`) keeps equal dice apart from one table at rest to the
    next. A die that is read as what cannot lie there is taken for what it probably is, and the proposal says so
    (`reinterpret_misread`). Of a piece that is not seen, and is among the ``hidden`` (its place does not show the empty
    table), it is asked whether it is gone, before anything is made of that. ``reaches``: see `reach_costs`. Where
    nothing that the rules allow explains the table better than a wrong reading, or than dice that were only bumped,
    there is no proposal either: `find_discrepancies` says what is wrong then.
    """
    return explain(TableDelta.of(position, seen_dice(seen), followed, hidden, reaches=reaches)).proposals()


def _owning_up(position: Position, proposal: Proposal, misread: tuple[SeenDie, ...]) -> Proposal:
    """A proposal that says what was read instead."""
    if not misread:
        return proposal
    return replace(proposal, text=proposal.text + misread_in_words(position, misread), misread=misread, quiet=False)


def _only_moved(guess: ActHypothesis) -> bool:
    return all(isinstance(step, Observe) for step in guess.steps)


def _observed(steps: Sequence[Action]) -> Iterator[ObservedPiece]:
    for step in steps:
        yield from step.pieces if isinstance(step, Observe) else ()


def _set_up(position: Position, likely: Sequence[ActHypothesis]) -> tuple[Proposal, ...]:
    """Before anything is done, what stands on the table was set up so, about where the rules say (OG-START-01)."""
    names = join_names([piece_label(position, seen.piece) for guess in likely for seen in _observed(guess.steps)])
    text = gettext("{names} set up as seen.", names=names) if likely else ""
    return tuple(Proposal(text, guess.steps, guess.outcome, 1.0) for guess in likely)


def _proposal(changes: TableDelta, reported: Sequence[Alike], number: int, shares: Sequence[float]) -> Proposal:
    guess, *equals = reported[number]
    others = [alike for alike, share in zip(reported, shares, strict=True) if share >= tuning.MIN_ASKED_SHARE]
    rivals = [other for alike in others if alike is not reported[number] for other in alike]
    asks = tuple(find_questions(changes.position, guess, rivals, equals, changes.hidden))
    unread = guess.thrown[0] if guess.thrown and any(ask.kind is QuestionKind.SIDE for ask in asks) else None
    text = describe_actions(changes.position, guess.steps, unread)
    return Proposal(text, guess.steps, play_actions(changes.position, guess.steps), shares[number], asks)


def _ends_as(alike: Alike, guess: ActHypothesis) -> bool:
    return any(guess is one or (_doers(guess) == _doers(one) and guess.after == one.after) for one in alike)


def _told_apart(likely: Sequence[ActHypothesis]) -> list[Alike]:
    """The guesses, those together that differ only in who did it, or by which effect, and leave the same dice lying the
    same way: no camera tells them apart. The likeliest first."""
    groups: list[list[ActHypothesis]] = []
    for guess in likely:
        alike = next((group for group in groups if _look_alike(group[0], guess)), None)
        if alike is None:
            groups.append([guess])
        else:
            alike.append(guess)
    return [tuple(group) for group in groups]


def _look_alike(one: ActHypothesis, other: ActHypothesis) -> bool:
    last, its = one.steps[-1], other.steps[-1]
    same_act = type(last) is type(its) and hasattr(last, "by")
    return same_act and one.steps[:-1] == other.steps[:-1] and one.after.pieces == other.after.pieces


def _distinct(found: Sequence[ActHypothesis]) -> list[ActHypothesis]:
    """Two ways to describe the same act are one: the same dice did it, and it leads to the same."""
    kept: list[ActHypothesis] = []
    for guess in found:
        if all(_doers(guess) != _doers(other) or guess.after != other.after for other in kept):
            kept.append(guess)
    return kept


def _doers(guess: ActHypothesis) -> list[object]:
    return [(type(step), getattr(step, "by", None)) for step in guess.steps]


def observe_drift(position: Position, seen: Observation) -> Observe | None:
    """An ``observe`` of the dice that lie a little off their place and show the side that they should; None where all
    lie where the match has them. After a roll by hand this brings the match to where the die really lies."""
    still = unmoved_pieces(position, seen_dice(seen))
    off = {name: die for name, die in still.items() if _is_off(position.piece(name), die)}
    return observe_pieces(position, off) if off else None


def _is_off(piece: Piece, die: SeenDie) -> bool:
    if die.state is not DieState.FLAT or die.name is None or piece.face is None or die.name.face != piece.face.key:
        return False
    by_mm, by_deg = die.by_calibration  # one camera saw both, and is off by the same
    apart_sigma_mm = math.hypot(*(without_part(sigma, by_mm) for sigma in (piece.sigma_mm, die.sigma_mm)))
    apart_sigma_deg = math.hypot(*(without_part(sigma, by_deg) for sigma in (piece.sigma_deg, die.sigma_deg)))
    least_mm = max(tuning.LEAST_DRIFT_MM, tuning.DRIFT_SIGMAS * apart_sigma_mm)
    least_deg = max(tuning.LEAST_DRIFT_DEG, tuning.DRIFT_SIGMAS * apart_sigma_deg)
    return apart_mm(piece.placed, die.pose) > least_mm or turn_deg(piece.placed, die.pose) > least_deg


def reinterpret_misread(position: Position, dice: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
    """The dice, those that cannot be what they are read as taken for what they probably are (``read_as`` says what they
    were read as); all others as they are."""
    odd = _impossible(position, dice)
    still = unmoved_pieces(position, dice)
    gone = [piece for piece in position.in_play if piece.id not in still]
    prior = Prior.of(position)
    return tuple(_taken_for(die, gone, prior) if any(die is one for one in odd) else die for die in dice)


def _impossible(position: Position, dice: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
    """Dice of kinds that the match does not have, or has not so many of; but for those that lie just as a piece does,
    for these are that piece."""
    still = unmoved_pieces(position, dice)
    kept = [die for die in dice if any(die is other for other in still.values())]
    loose = [die for die in dice if die.name is not None and not any(die is one for one in kept)]
    loose = [die for die in loose if not any(_is_exactly(piece, die) for piece in position.in_play)]
    has = Counter(piece.die.id for piece in position.pieces.values())
    has.subtract(Counter(die.name.die for die in kept if die.name is not None))
    wanted = Counter(die.name.die for die in loose if die.name is not None)
    return tuple(die for die in loose if die.name is not None and wanted[die.name.die] > max(0, has[die.name.die]))


def _is_exactly(piece: Piece, die: SeenDie) -> bool:
    return same_size(piece, die) and lies_in_place(piece, replace(die, heading_sure=False))


def _taken_for(die: SeenDie, gone: Sequence[Piece], prior: Prior) -> SeenDie:
    rolled = min(_rolled(die, gone), key=lambda one: one[0], default=None)
    if rolled is not None:
        return rolled[1]
    known = [guess for guess in die.alternatives if guess.name.die in prior.dice]
    if not known or die.name is None:
        return die
    place = die.pose.centre_mm
    best = max(known, key=lambda guess: guess.confidence * prior.weight(guess.name, place))
    read = tuning.FOREIGN_WEIGHT * max(0.0, 1.0 - sum(guess.confidence for guess in die.alternatives))
    if best.confidence * prior.weight(best.name, place) <= tuning.CLEARLY_LIKELIER * read:
        return die
    return replace(die, name=best.name, read_as=die.name, heading_sure=False)


def _rolled(die: SeenDie, gone: Sequence[Piece]) -> Iterator[tuple[float, SeenDie]]:
    """How far from where a roll would have left a missing piece, and the die as that piece."""
    for piece in gone:
        before = piece.face
        for corner in CORNERS if before is not None and same_size(piece, die) else ():
            after = None if before is None else piece.die.face_over(before, corner)
            if before is None or after is None or not before.vertices or not after.vertices:
                continue
            end = rolled_pose(piece.placed, before.vertices, corner, after.vertices)
            off_mm = apart_mm(end, die.pose)
            if off_mm < tuning.MISREAD_ROLL_MM and any_turn_deg(end, die.pose) < tuning.MISREAD_ROLL_DEG:
                name = FaceName(piece.die.id, after.key)
                yield (
                    off_mm,
                    replace(die, name=name, read_as=die.name, pose=turned_to(end, die.pose), measured_top=None),
                )
