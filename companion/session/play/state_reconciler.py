"""What the live table means to the match now: when to think about what is seen, and what has come of it; what people
know better than the camera; proposals that were accepted wrongly, as the next table at rest shows.

Knows no widget and no thread: it says what is to be thought about, `infer` thinks (slowly, elsewhere), and what was
thought is put to the people, or done where it needs no key. Nothing is reported before the table is sure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Final, assert_never

from companion.codec.notes import Belief, CalledLeaning, HiddenDie, LeaningNote, MisreadDie
from companion.geometry import Pose, cannot_both_lie
from companion.rules import Event, Piece, Position
from companion.rules.actions import Action, BaseAction, Observe
from companion.session import inference
from companion.session.live import TableSnapshot
from companion.session.match import Match
from companion.session.play.unread import UnreadDie, unknown_to_match, unread_dice
from companion.vision import DieState, FaceName, UnknownObject

#: A die within this of its place is where it was, mm.
_THERE_MM: Final = 10.0


class Beliefs:
    """What was reported of this match."""

    def __init__(self, beliefs: Iterable[Belief] = ()) -> None:
        """Go on with what was reported before."""
        self._misread: tuple[MisreadDie, ...] = ()
        self._hidden: frozenset[str | None] = frozenset()
        for belief in beliefs:
            self._recall(belief)

    def _recall(self, belief: Belief) -> None:
        match belief:
            case HiddenDie(piece):
                self._hidden |= {piece}
            case MisreadDie():
                self._misread = (*self._misread, belief)
            case _:
                assert_never(belief)

    def misreading(self, difference: inference.Discrepancy) -> Belief:
        """The reading is wrong: the match is right about that piece, or about there being none. What to write down."""
        die = difference.die
        piece = difference.piece
        belief = HiddenDie(piece) if die is None else MisreadDie(die.name, die.pose, piece)
        self._recall(belief)
        return belief

    def agreed(self, position: Position, dice: Iterable[inference.SeenDie]) -> Sequence[Belief]:
        """People agree to what misread dice were taken for: each is the piece that lies there now. What to write
        down."""
        found: list[Belief] = []
        for die in dice:
            near = (piece for piece in position.in_play if inference.apart_mm(piece.placed, die.pose) < _THERE_MM)
            piece = min(near, key=lambda one: inference.apart_mm(one.placed, die.pose), default=None)
            if piece is not None:
                found.append(MisreadDie(die.read_as, die.pose, piece.id))
                self._recall(found[-1])
        return found

    def still_there(self, pieces: Iterable[Piece]) -> Sequence[Belief]:
        """People agree that pieces lie where they lay, though they are not seen. What to write down."""
        found = [HiddenDie(piece.id) for piece in pieces if piece.id not in self._hidden]
        for belief in found:
            self._recall(belief)
        return found

    def corrected(
        self, position: Position, seen: tuple[inference.SeenDie, ...], is_bare: Callable[[Pose], bool | None]
    ) -> tuple[inference.SeenDie, ...]:
        """What is seen, as people know it to be. is_bare: whether the table shows itself at a place; a piece that was
        hidden there has gone then."""
        dice = [self._as_known(position, die) for die in seen]
        known = tuple(die for die in dice if die is not None)
        hidden = [piece for piece in position.in_play if piece.id in self._hidden and not is_bare(piece.placed)]
        return known + tuple(_as_it_lies(piece) for piece in hidden if not _lies_over(piece, known))

    def seen_again(self, position: Position, seen: tuple[inference.SeenDie, ...]) -> None:
        """What was hidden is seen where it lies: once it is missing again, that is another matter."""
        there = tuple(die for die in seen if die.track is not None)
        self._hidden -= {piece.id for piece in position.in_play if is_seen(piece, there)}

    def _as_known(self, position: Position, die: inference.SeenDie) -> inference.SeenDie | None:
        for misread in reversed(self._misread):
            if misread.read_as == die.name and inference.apart_mm(misread.pose, die.pose) < _THERE_MM:
                piece = position.pieces.get(misread.piece or "")
                if misread.piece is None:
                    return None
                return die if piece is None or not piece.in_play else replace(_as_it_lies(piece), track=die.track)
        return die


def _as_it_lies(piece: Piece) -> inference.SeenDie:
    face = FaceName(piece.die.id, piece.face.key) if piece.face else None
    sigmas, top = (piece.sigma_mm, piece.sigma_deg), piece.measured_top
    return inference.SeenDie(face, piece.placed, *sigmas, DieState.FLAT, measured_top=top)


def is_seen(piece: Piece, seen: tuple[inference.SeenDie, ...]) -> bool:
    """Whether a die is seen where a piece lies."""
    return any(inference.apart_mm(die.pose, piece.placed) < _THERE_MM for die in seen)


def _lies_over(piece: Piece, seen: tuple[inference.SeenDie, ...]) -> bool:
    """Whether a die is seen there, or so near that the piece cannot lie there any more."""
    flat = (die for die in seen if die.state is DieState.FLAT)
    return is_seen(piece, seen) or any(cannot_both_lie(piece.placed, die.pose) for die in flat)


@dataclass(frozen=True, slots=True, eq=False)
class InferenceRequest:
    """A table at rest to be thought about: what lies on it, where the match stands, what hands were asked to do;
    hidden: pieces in play whose places do not show the empty table; stories: what may have happened up to the table
    before; evidence: what this one shows to each of them, None where only this one is thought about; unattended: nobody
    is at the keys."""

    rest: int
    position: Position
    seen: tuple[inference.SeenDie, ...]
    followed: inference.PieceByTrack
    given: tuple[inference.Instruction, ...] = ()
    hidden: frozenset[str] = frozenset()
    stories: inference.StoryBeam = field(default_factory=inference.StoryBeam)
    evidence: inference.TableEvidence | None = None
    unattended: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """What a table at rest means.

    agrees: table and match say the same; todo: what hands were asked to do and have not done; drift: an act that takes
    dice as they really lie after a hand has rolled them; followed: which track is which piece; stories: what may have
    happened up to this table. With proposals that rest on misread dice come the differences that there are if these
    were read rightly.
    """

    question: InferenceRequest
    agrees: bool
    proposals: tuple[inference.Proposal, ...] = ()
    differences: tuple[inference.Discrepancy, ...] = ()
    todo: tuple[inference.Instruction, ...] = ()
    drift: Observe | None = None
    followed: inference.PieceByTrack = field(default_factory=dict)
    stories: inference.StoryBeam = field(default_factory=inference.StoryBeam)

    @property
    def astray(self) -> tuple[str, ...]:
        """What hands have done otherwise than they were asked, a sentence each."""
        found = (instruction.astray(self.question.seen) for instruction in self.todo)
        return tuple(sentence for sentence in found if sentence is not None)


def infer(question: InferenceRequest) -> Inference:
    """What a table means. Pure; takes up to a second.

    A die of another kind exactly where a piece is missing is asked about before anything is made of it: a wrong reading
    must not kill anybody. What hands still must do is looked past: a die that waits to be rolled was not rolled back.
    Where what was taken has become unlikely, what is likelier comes first.
    """
    position, evidence, stories = question.position, question.evidence, question.stories
    if evidence is None:
        return _inferred(
            question, lambda dice: inference.find_proposals(position, dice, question.followed, question.hidden)
        )
    stories = stories.from_here(position, unattended=question.unattended).advanced(evidence, position)
    explained = stories.explained(evidence, position)
    found = replace(_inferred(question, lambda _: () if explained is None else explained.proposals()), stories=stories)
    revisions = tuple(
        next((one for one in found.proposals if one.steps == rather.steps), rather)
        for rather in stories.revisions(position)
    )
    others = (one for one in found.proposals if one not in revisions)
    return replace(found, proposals=(*revisions, *others))


def _inferred(
    question: InferenceRequest, proposed: Callable[[tuple[inference.SeenDie, ...]], tuple[inference.Proposal, ...]]
) -> Inference:
    """What a table means to the match as it stands. proposed: what has probably been done where such dice lie."""
    position, seen = question.position, question.seen
    differ = inference.find_discrepancies(position, seen, question.followed, question.hidden)
    drift = inference.observe_drift(position, seen)
    doubts = inference.doubt_exchange(position, seen, drift)
    todo = tuple(instruction for instruction in inference.still_to_do(question.given, seen) if instruction.visible)
    if not differ:
        followed = inference.match_pieces(position, seen, question.followed).followed
        if doubts:
            return Inference(question, agrees=False, proposals=doubts, followed=followed)
        return Inference(question, agrees=True, drift=drift, followed=followed)

    def is_awaited(difference: inference.Discrepancy) -> bool:
        """Whether hands were given what makes it go: of that piece, or of a die that is no piece in play."""
        die = difference.die if difference.piece is None else None
        return any(one.piece == difference.piece or (die is not None and die.may_be(one.die)) for one in todo)

    unexplained = tuple(difference for difference in differ if not is_awaited(difference))
    if todo and not unexplained:
        return Inference(question, agrees=False, todo=todo, followed=question.followed)
    found: tuple[inference.Proposal, ...] = ()
    if not any(difference.differs is inference.DiscrepancyKind.OTHER_DIE for difference in unexplained):
        found = proposed(inference.assume_done(seen, todo))
    if doubts and all(proposal.quiet for proposal in found):
        found = doubts
    sure = found and not any(proposal.misread for proposal in found)
    shown = () if sure else unexplained or differ
    return Inference(question, agrees=False, proposals=found, differences=shown, todo=todo, followed=question.followed)


class StateReconciler:
    """Keeps which table was thought about, what on it cannot be read, and what hands are doing. beliefs: what people
    said of it before."""

    def __init__(self, beliefs: Beliefs | None = None) -> None:
        self.unattended = False  # nobody is at the keys: what is taken is nobody's word
        self.given: tuple[inference.Instruction, ...] = ()
        self.todo: tuple[inference.Instruction, ...] = ()
        self.astray: tuple[str, ...] = ()
        self.unread: tuple[UnreadDie, ...] = ()
        self.unknown: tuple[UnknownObject, ...] = ()
        self.seen: tuple[inference.SeenDie, ...] = ()
        self.followed: inference.PieceByTrack = {}
        self._hidden: tuple[Piece, ...] = ()
        self._asked: tuple[int, Position, int] | None = None
        self._hushed: int | None = None
        self._beliefs = Beliefs() if beliefs is None else beliefs
        self._stories = inference.StoryBeam()
        self._outdated: inference.StoryBeam | None = None

    def request_for(self, snapshot: TableSnapshot, position: Position) -> InferenceRequest | None:
        """What is to be thought about now; ``None`` where nothing has changed, or the table is not sure."""
        if not snapshot.sure or snapshot.rest == self._hushed:
            return None
        asked = (snapshot.rest, position, len(self.given))
        if self._asked is not None and asked[0] == self._asked[0] and asked[1] is self._asked[1]:
            return None
        self._asked = asked
        is_bare = cache(snapshot.memory.shows_table_at)  # each story asks after the same places of one picture
        seen = self._beliefs.corrected(
            position, inference.seen_tracks(snapshot.tracks, inference.Prior.of(position), snapshot.dice), is_bare
        )
        self.seen = seen
        self._beliefs.seen_again(position, seen)
        self.unread = unread_dice(position, seen, self.followed)
        self.unknown = unknown_to_match(position, snapshot.unknown)
        self._hidden = tuple(p for p in position.in_play if not is_seen(p, seen) and not is_bare(p.placed))
        hidden = frozenset(piece.id for piece in self._hidden)
        stories = self._stories if self._stories.stories else inference.StoryBeam.at(position, followed=self.followed)
        evidence = self._evidence(snapshot, is_bare)
        return InferenceRequest(
            snapshot.rest, position, seen, self.followed, self.given, hidden, stories, evidence, self.unattended
        )

    def _evidence(self, snapshot: TableSnapshot, is_bare: Callable[[Pose], bool | None]) -> inference.TableEvidence:
        """What the table shows to each of the stories. is_bare: whether it shows itself at a place."""
        beliefs = copy(self._beliefs)

        def dice(position: Position) -> tuple[inference.SeenDie, ...]:
            return beliefs.corrected(
                position, inference.seen_tracks(snapshot.tracks, inference.Prior.of(position), snapshot.dice), is_bare
            )

        def unseen(
            bare: frozenset[bool | None], position: Position, seen: tuple[inference.SeenDie, ...]
        ) -> frozenset[str]:
            missing = (piece for piece in position.in_play if not is_seen(piece, seen))
            return frozenset(piece.id for piece in missing if is_bare(piece.placed) in bare)

        hidden, covered = partial(unseen, frozenset({False, None})), partial(unseen, frozenset({False}))
        entrances = tuple((one.at_mm, one.weight) for one in snapshot.entrances)
        return inference.TableEvidence(snapshot.rest, dice, hidden, covered, entrances)

    def on_inference(self, thought: Inference) -> None:
        """What was thought; dice that are where they should be are followed from here on."""
        self.todo, self.astray = thought.todo, thought.astray
        self._stories = thought.stories
        if thought.agrees:
            self.followed, self.given = thought.followed, ()

    def on_acts(self, before: Position, events: Iterable[Event], *, rest: int | None) -> None:
        """Something was done: what hands must do for it. ``rest``: the table on which it was said by key, which hands
        have not touched yet; ``None`` where the camera saw it done."""
        self.given = inference.instructions(before, events)
        self.todo, self.astray = tuple(one for one in self.given if one.visible), ()
        self._hushed = rest if self.todo else None

    def mute(self, rest: int | None) -> None:
        """Say no more of this table at rest: people know better, or have turned the match back."""
        self._hushed = rest

    def likeliest(self, position: Position) -> inference.Proposal | None:
        """The likeliest story, where the match does not stand in it, however many others there are."""
        return self._stories.likeliest(position)

    def other_scores(self, position: Position) -> tuple[inference.Proposal, ...]:
        """The likeliest story of each other score that is likely enough to be asked about, the likeliest first."""
        return self._stories.other_scores(position)

    def turn_down(self, position: Position) -> None:
        """People leave the match as it was taken, though another story is likelier: that story is not offered again
        before later tables speak for it much more clearly. The table is thought about anew."""
        self._outdated, self._stories = self._stories, self._stories.turned_down(position)
        self._asked = None

    def is_outdated(self, thought: Inference) -> bool:
        """Whether people have turned a story down since that was asked."""
        return self._outdated is not None and thought.question.stories is self._outdated

    def reconsider(self) -> None:
        """Think about this table anew, whatever was said of it."""
        self._hushed, self._asked = None, None

    def misread(self, difference: inference.Discrepancy) -> Belief:
        """People say that the match is right and the reading is not: the table is thought about anew. What to write
        down of it."""
        self.reconsider()
        return self._beliefs.misreading(difference)

    def agreed(self, position: Position, dice: Iterable[inference.SeenDie]) -> Sequence[Belief]:
        """People agree to what misread dice were taken for, and that hidden ones lie where they lay: they need not be
        asked about them again. What to write down of it."""
        left = [piece for piece in self._hidden if position.pieces.get(piece.id) == piece]
        return [*self._beliefs.agreed(position, dice), *self._beliefs.still_there(left)]

    def must_do(self, instruction: inference.Instruction) -> None:
        """Hands shall set the table right."""
        self.given = self.todo = (instruction,)
        self.astray = ()


class Repairs:
    """Remembers which dice people agreed to call leaning, as in the match's notes; each is offered once while a
    window is open."""

    def __init__(self, match: Match) -> None:
        self._match = match
        #: Each with the rest at which its repair was offered.
        self._claims: dict[CalledLeaning, int | None] = {
            note.called: None for _, note in match.notes if isinstance(note, LeaningNote)
        }

    def on_accepted(self, steps: Sequence[Action], seen: Sequence[inference.SeenDie]) -> Iterable[CalledLeaning]:
        """A proposal was taken into the match on a table that was seen so; what is to be written down of it."""
        entry = self._match.entries[-1].number
        found = tuple(inference.find_called_leaning(self._match.position, entry, steps, seen))
        self._claims |= dict.fromkeys(found)
        return found

    def differences(self, question: InferenceRequest) -> tuple[inference.Discrepancy, ...]:
        """Where table and match differ, the repair first; empty where there is nothing to be repaired."""
        counting = {line.number for line in self._match.log if not line.undone}
        self._claims = {called: at for called, at in self._claims.items() if called.entry in counting}
        waiting = [called for called, at in self._claims.items() if at in {None, question.rest}]
        if not waiting:
            return ()
        differ = inference.find_discrepancies(question.position, question.seen, question.followed, question.hidden)
        for called in waiting:
            difference = inference.find_flat(question.position, called, differ)
            if difference is not None and difference.die is not None:
                self._claims[called] = question.rest
                position = self._match.position
                acts = [act for act in self._match.gesture_of(called.entry) if isinstance(act, BaseAction)]
                flat = inference.steps_lying_flat(position, called, acts, difference.die)
                steps = flat if self._match.can_amend(called.entry, flat) else ()
                offered = inference.offer_repair(position, called, difference, steps)
                return (offered, *(one for one in differ if one is not difference))
        return ()
