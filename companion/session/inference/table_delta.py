"""A table that has changed: what lies as it lay, which pieces do not, which dice are loose; and how well a position
that somebody guesses fits all of it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from shapely import LineString
from shapely import Point as Place

from companion.geometry import Point, cannot_both_lie
from companion.rules import Piece, Position
from companion.session.inference import tuning
from companion.session.inference.assignment import solve_assignment
from companion.session.inference.identity import PieceByTrack, unmoved_pieces
from companion.session.inference.observed_dice import Observation, SeenDie, apart_mm, seen_dice
from companion.session.inference.paper import paper_cost
from companion.session.inference.residuals import BY_HAND, UNTOUCHED, residual
from companion.session.inference.steps import can_touch
from companion.vision import DieState


@dataclass(frozen=True, slots=True)
class TableDelta:
    """still: pieces in play that lie as the match says, with their dice; gone: pieces in play that do not; loose: dice
    that are none of the still ones; hidden: pieces in play that may lie as they lay though they are not seen; covered:
    those of them at whose places something else than the table is seen, and no die near hides or shades it; reaches:
    player -> how rare it is that this one's hand comes from where movement was seen (`reach_costs`); excused: pieces
    whose absence has been counted before; taken_off: pieces as they lay before the last act took them off the table."""

    position: Position
    still: Mapping[str, SeenDie]
    gone: tuple[str, ...]
    loose: tuple[SeenDie, ...]
    followed: PieceByTrack
    hidden: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()
    reaches: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    excused: frozenset[str] = frozenset()
    taken_off: tuple[Piece, ...] = ()

    @classmethod
    def of(
        cls,
        position: Position,
        seen: Observation,
        followed: PieceByTrack | None = None,
        hidden: Collection[str] = frozenset(),
        covered: Collection[str] = frozenset(),
        reaches: Mapping[str, float] = MappingProxyType({}),
        excused: frozenset[str] = frozenset(),
        taken_off: tuple[Piece, ...] = (),
    ) -> TableDelta:
        """What has changed between a match and what is seen of its table. hidden: pieces whose places do not show the
        empty table; covered: those of them whose places are known to show something else."""
        dice = seen_dice(seen)
        still = unmoved_pieces(position, dice)
        gone = tuple(piece.id for piece in position.in_play if piece.id not in still)
        loose = tuple(die for die in dice if not any(die is other for other in still.values()))
        unseen = frozenset(name for name in gone if name in hidden and not _built_over(position.piece(name), dice))
        apart = frozenset(name for name in unseen & {*covered} if not _darkened(position.piece(name), dice, loose))
        return cls(position, still, gone, loose, followed or {}, unseen, apart, reaches, excused & {*gone}, taken_off)

    def seen_as(self, dice: Observation) -> TableDelta:
        """The same with its dice taken for others."""
        return TableDelta.of(
            self.position,
            dice,
            self.followed,
            self.hidden,
            self.covered,
            self.reaches,
            self.excused,
            self.taken_off,
        )

    def reached_by(self, player: str) -> float:
        """How rare it is that this player's hand came from where movement was seen; 0 where none was."""
        return self.reaches.get(player, 0.0)

    def idle_hands(self, players: Collection[str]) -> int:
        """How many hands were seen as well as those of the players who did something, and did nothing."""
        seen = {player for player, rare in self.reaches.items() if rare < tuning.HAND_SEEN_COST}
        return len(seen.difference(players)) if seen.intersection(players) else 0

    @property
    def dice(self) -> tuple[SeenDie, ...]:
        """All that is seen."""
        return (*self.still.values(), *self.loose)

    @property
    def unchanged(self) -> bool:
        """Whether everything lies as the match says."""
        return not self.loose and self.excused.issuperset(self.gone)

    @property
    def changes(self) -> int:
        """How many pieces and dice do not lie as the match says."""
        return len(self.loose) + len({*self.gone} - self.excused)

    def touched(self, after: Position) -> frozenset[str]:
        """The pieces whose place or face on the table another position changes."""
        names = after.pieces.keys() | self.position.pieces.keys()
        return frozenset(name for name in names if pose_and_face(self.position, name) != pose_and_face(after, name))

    def cleared(self, touched: frozenset[str]) -> float:
        """How rare it is that these pieces were moved away, and the places of some still do not show the table:
        something came to lie there besides."""
        return tuning.COVERED_COST * len(self.covered & touched)

    def misfit(self, after: Position, touched: frozenset[str], ignored: tuple[SeenDie, ...] = ()) -> float:
        """How badly a position fits what is seen, but for what lies still in both and for dice that are ignored."""
        pieces = [after.piece(name) for name in {*self.gone, *touched} if after.piece(name).in_play]
        loose = [die for die in self.loose if not any(die is other for other in ignored)]
        dice = [*loose, *(die for name, die in self.still.items() if name in touched)]
        costs = [[self._misfit(piece, die, touched) for die in dice] for piece in pieces]
        unseen = [self._unseen(piece, touched) for piece in pieces]
        pairs = solve_assignment(costs, tuning.UNMATCHED_COST, unseen)
        matched = sum(costs[row][column] for row, column in pairs.items())
        left = sum(cost for row, cost in enumerate(unseen) if row not in pairs)
        return matched + left + tuning.UNMATCHED_COST * (len(dice) - len(pairs))

    def _unseen(self, piece: Piece, touched: frozenset[str]) -> float:
        """What it costs that a piece is not seen: little where it lies as it lay and may be hidden or overlooked."""
        if piece.id in self.excused and piece.id not in touched:
            return 0.0
        hidden = piece.id in self.hidden and piece.id not in touched
        return tuning.OVERLOOKED_COST if hidden else tuning.UNMATCHED_COST

    def _misfit(self, piece: Piece, die: SeenDie, touched: frozenset[str]) -> float:
        """How badly a die fits a piece as it is guessed to lie, and the paper of the piece as it was known before.

        Paper that fits counts nothing: of several acts only the pieces of the last are weighed, so that it would speak
        for one order of them.
        """
        lies = residual(piece, die, BY_HAND if piece.id in touched else UNTOUCHED)
        return lies + max(0.0, paper_cost(self.position.piece(piece.id), die))


def _built_over(piece: Piece, dice: Sequence[SeenDie]) -> bool:
    """Whether a die lies flat where the piece lay, so that it cannot lie there any more (GEO-10)."""
    return any(die.state is DieState.FLAT and cannot_both_lie(piece.placed, die.pose) for die in dice)


def _darkened(piece: Piece, dice: Sequence[SeenDie], loose: Sequence[SeenDie]) -> bool:
    """Whether a die lies so near to where the piece lay that it may hide the table there, or one that has just come to
    lie near may throw its shade on it."""
    shading = any(apart_mm(piece.placed, die.pose) < tuning.SHADE_REACH_MM for die in loose)
    return shading or any(can_touch(piece.placed, die.pose) for die in dice)


def pose_and_face(position: Position, name: str) -> tuple[object, ...] | None:
    """Where a piece lies with which face; None off the table."""
    piece = position.pieces.get(name)
    if piece is None or not piece.in_play or piece.face is None:
        return None
    return piece.face.key, piece.pose


def taken_off(before: Position, after: Position) -> tuple[Piece, ...]:
    """The pieces that lay on the table before and do not after, as they lay."""
    return tuple(piece for piece in before.in_play if not after.piece(piece.id).in_play)


def reach_costs(position: Position, entrances: Iterable[tuple[Point, float]]) -> Mapping[str, float]:
    """Player -> how rare it is that this one did what was seen to come over the rim at these places (mm, each with how
    much it says), as minus the logarithm of a probability: people take from and throw over their own edge of the table,
    and now and then reach across. Where as much was seen over two edges, either did something as readily."""
    weights = dict.fromkeys((player.id for player in position.players), 0.0)
    for place, weight in entrances:
        nearest = min(position.players, key=lambda player: LineString(player.edge_mm).distance(Place(place)))
        weights[nearest.id] += weight
    total, most = sum(weights.values()), max(weights.values())
    if not total:
        return MappingProxyType({})
    telling = min(1.0, tuning.ENTRANCES_WEIGHED * total)
    own = 1.0 - tuning.REACHES_ACROSS
    seen = {player: tuning.REACHES_ACROSS + own * weight / most for player, weight in weights.items()}
    return MappingProxyType({player: -telling * math.log(share) for player, share in seen.items()})
