"""What the live table means to the match now: when to think about what is seen, and what has come of it.

Knows no widget and no thread: it says what is to be thought about, `infer` thinks (slowly, elsewhere), and what was
thought is put to the people, or done where it needs no key. Nothing is told before the table is sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.codec.notes import Belief
from companion.rules import Event, Piece, Position
from companion.rules.actions import Observe
from companion.session.inference import (
    Discrepancy,
    DiscrepancyKind,
    Instruction,
    PieceByTrack,
    Prior,
    Proposal,
    SeenDie,
    as_if_done,
    find_discrepancies,
    find_proposals,
    instructions,
    match_pieces,
    observe_drift,
    seen_tracks,
    still_to_do,
)
from companion.session.live import TableSnapshot
from companion.session.play.beliefs import Beliefs, is_seen
from companion.session.play.unknown import unknown_to_match
from companion.session.play.unread import UnreadDie, unread_dice
from companion.vision import UnknownObject


@dataclass(frozen=True, slots=True, eq=False)
class InferenceRequest:
    """A table at rest to be thought about: what lies on it, where the match stands, what hands were told to do; hidden:
    pieces in play whose places do not show the empty table."""

    rest: int
    position: Position
    seen: tuple[SeenDie, ...]
    followed: PieceByTrack
    told: tuple[Instruction, ...] = ()
    hidden: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """What a table at rest means.

    agrees: table and match say the same; todo: what hands were told and have not done; drift: an act that takes dice as
    they really lie after a hand has rolled them; followed: which track is which piece. With proposals that
    rest on misread dice come the differences that there are if these were read rightly.
    """

    question: InferenceRequest
    agrees: bool
    proposals: tuple[Proposal, ...] = ()
    differences: tuple[Discrepancy, ...] = ()
    todo: tuple[Instruction, ...] = ()
    drift: Observe | None = None
    followed: PieceByTrack = field(default_factory=dict)

    @property
    def astray(self) -> tuple[str, ...]:
        """What hands have done otherwise than they were told, a sentence each."""
        found = (told.astray(self.question.seen) for told in self.todo)
        return tuple(sentence for sentence in found if sentence is not None)


def infer(question: InferenceRequest) -> Inference:
    """What a table means. Pure; takes up to a second.

    A die of another kind exactly where a piece is missing is asked about before anything is made of it: a wrong reading
    must not kill anybody. What hands still must do is looked past: a die that waits to be rolled was not rolled back.
    """
    position, seen = question.position, question.seen
    differ = find_discrepancies(position, seen, question.followed, question.hidden)
    todo = tuple(told for told in still_to_do(question.told, seen) if told.visible)
    if not differ:
        followed = match_pieces(position, seen, question.followed).followed
        return Inference(question, agrees=True, todo=(), drift=observe_drift(position, seen), followed=followed)
    unexplained = tuple(difference for difference in differ if not _awaited(difference, todo))
    if todo and not unexplained:
        return Inference(question, agrees=False, todo=todo, followed=question.followed)
    mistaken = any(difference.differs is DiscrepancyKind.OTHER_DIE for difference in unexplained)
    found = () if mistaken else find_proposals(position, as_if_done(seen, todo), question.followed, question.hidden)
    sure = found and not any(proposal.misread for proposal in found)
    shown = () if sure else unexplained or differ
    return Inference(question, agrees=False, proposals=found, differences=shown, todo=todo, followed=question.followed)


def _awaited(difference: Discrepancy, todo: Iterable[Instruction]) -> bool:
    """Whether hands were told what makes a difference go: of that piece, or of a die that is no piece in play."""
    die = difference.die if difference.piece is None else None
    return any(told.piece == difference.piece or (die is not None and die.may_be(told.die)) for told in todo)


class StateReconciler:
    """Keeps which table was thought about, what on it cannot be read, and what hands are doing. beliefs: what people
    said of it before."""

    def __init__(self, beliefs: Beliefs | None = None) -> None:
        self.told: tuple[Instruction, ...] = ()
        self.todo: tuple[Instruction, ...] = ()
        self.astray: tuple[str, ...] = ()
        self.unread: tuple[UnreadDie, ...] = ()
        self.unknown: tuple[UnknownObject, ...] = ()
        self.seen: tuple[SeenDie, ...] = ()
        self._followed: PieceByTrack = {}
        self._hidden: tuple[Piece, ...] = ()
        self._asked: tuple[int, Position, int] | None = None
        self._hushed: int | None = None
        self._beliefs = Beliefs() if beliefs is None else beliefs

    @property
    def followed(self) -> PieceByTrack:
        """Which track is which piece, as of the last table that agreed with the match."""
        return self._followed

    def request_for(self, sight: TableSnapshot, position: Position) -> InferenceRequest | None:
        """What is to be thought about now; ``None`` where nothing has changed, or the table is not sure."""
        if not sight.sure or sight.rest == self._hushed:
            return None
        asked = (sight.rest, position, len(self.told))
        if self._asked is not None and asked[0] == self._asked[0] and asked[1] is self._asked[1]:
            return None
        self._asked = asked
        is_bare = sight.memory.shows_table_at
        seen = self._beliefs.corrected(position, seen_tracks(sight.tracks, Prior.of(position), sight.dice), is_bare)
        self.seen = seen
        self.unread = unread_dice(position, seen, self._followed)
        self.unknown = unknown_to_match(position, sight.unknown)
        self._hidden = tuple(p for p in position.in_play if not is_seen(p, seen) and not is_bare(p.placed))
        hidden = frozenset(piece.id for piece in self._hidden)
        return InferenceRequest(sight.rest, position, seen, self._followed, self.told, hidden)

    def on_inference(self, thought: Inference) -> None:
        """What was thought; dice that are where they should be are followed from here on."""
        self.todo, self.astray = thought.todo, thought.astray
        if thought.agrees:
            self._followed, self.told = thought.followed, ()

    def on_acts(self, before: Position, events: Iterable[Event], *, rest: int | None) -> None:
        """Something was done: what hands must do for it. ``rest``: the table on which it was said by key, which hands
        have not touched yet; ``None`` where the camera saw it done."""
        self.told = instructions(before, events)
        self.todo, self.astray = tuple(told for told in self.told if told.visible), ()
        self._hushed = rest if self.todo else None

    def mute(self, rest: int | None) -> None:
        """Say no more of this table at rest: people know better, or have turned the match back."""
        self._hushed = rest

    def look_again(self) -> None:
        """Think about this table anew, whatever was said of it."""
        self._hushed, self._asked = None, None

    def misread(self, difference: Discrepancy) -> Belief:
        """People say that the match is right and the reading is not: the table is thought about anew. What to write
        down of it."""
        self.look_again()
        return self._beliefs.told(difference)

    def agreed(self, position: Position, dice: Iterable[SeenDie]) -> Sequence[Belief]:
        """People agree to what misread dice were taken for, and that hidden ones lie where they lay: they need not be
        asked about them again. What to write down of it."""
        left = [piece for piece in self._hidden if position.pieces.get(piece.id) == piece]
        return [*self._beliefs.agreed(position, dice), *self._beliefs.still_there(left)]

    def must_do(self, instruction: Instruction) -> None:
        """Hands shall set the table right."""
        self.told = self.todo = (instruction,)
        self.astray = ()
