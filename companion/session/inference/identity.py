"""Which die that is seen is which piece of the match: three Infantry stay three pieces.

First what lies where it lay; then, all together, the moves that ask for the least. A die that has been followed from
one table at rest to the next stays the piece that it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from companion.rules import Piece, Position
from companion.session.inference import tuning
from companion.session.inference.assignment import NEVER, solve_assignment
from companion.session.inference.observed_dice import Observation, SeenDie, apart_mm, seen_dice, turn_deg
from companion.session.inference.paper import mixed_up, paper_cost
from companion.session.inference.residuals import UNTOUCHED, corner_rolled, face_residual, kind_residual, residual
from companion.vision import DieState

PieceByTrack = Mapping[int, str]  # track -> piece


@dataclass(frozen=True, slots=True)
class PieceMatching:
    """Pieces in play with the die that is seen of each; pieces in play that are not seen; dice that are no such piece.

    ``still``: the pieces that lie as the match says.
    """

    pairs: Mapping[str, SeenDie]
    missing: tuple[str, ...]
    strangers: tuple[SeenDie, ...]
    still: frozenset[str]

    @property
    def followed(self) -> PieceByTrack:
        """Track -> piece, to be given along with the next look."""
        return {die.track: piece for piece, die in self.pairs.items() if die.track is not None}


def match_pieces(position: Position, seen: Observation, followed: PieceByTrack | None = None) -> PieceMatching:
    """The pieces in play and the dice on the table, paired as they ask for the least."""
    dice, known = seen_dice(seen), followed or {}
    still = unmoved_pieces(position, dice)
    pieces = [piece for piece in position.in_play if piece.id not in still]
    loose = [die for die in dice if not any(die is other for other in still.values())]
    moved = assign_moves(pieces, loose, known)
    pairs = dict(still) | moved
    missing = tuple(piece.id for piece in pieces if piece.id not in moved)
    strangers = tuple(die for die in loose if not any(die is other for other in moved.values()))
    return PieceMatching(MappingProxyType(pairs), missing, strangers, frozenset(still))


def unmoved_pieces(position: Position, dice: Sequence[SeenDie]) -> Mapping[str, SeenDie]:
    """The pieces in play that lie as they lay, with their dice; the best fits first. Equal dice that lie as they lay
    but by their paper are each other do not."""
    fits = sorted(
        (cost, piece.id, number)
        for piece in position.in_play
        for number, die in enumerate(dice)
        if apart_mm(piece.placed, die.pose) < piece.placed.edge_mm
        and ((cost := residual(piece, die, UNTOUCHED)) < tuning.STILL_COST or _lies_as_left(piece, die))
    )
    pairs: dict[str, int] = {}
    taken: set[int] = set()
    for _, name, number in fits:
        if name not in pairs and number not in taken:
            pairs[name] = number
            taken.add(number)
    lying = {name: dice[number] for name, number in pairs.items()}
    exchanged = {piece.id for pair in mixed_up(map(position.piece, lying), lying) for piece in pair}
    return {name: die for name, die in lying.items() if name not in exchanged}


def _lies_as_left(piece: Piece, die: SeenDie) -> bool:
    near = apart_mm(piece.placed, die.pose) < tuning.STILL_MM and turn_deg(piece.placed, die.pose) < tuning.STILL_DEG
    return near and die.state is DieState.FLAT and face_residual(piece, die) == kind_residual(piece, die) == 0.0


def assign_moves(pieces: Sequence[Piece], dice: Sequence[SeenDie], followed: PieceByTrack) -> dict[str, SeenDie]:
    """Where pieces that do not lie as they lay have gone: the moves that together ask for the least."""
    costs = [[move_cost(piece, die, followed) for die in dice] for piece in pieces]
    pairs = solve_assignment(costs, tuning.UNPAIRED_COST)
    moved = {pieces[row].id: dice[column] for row, column in pairs.items()}
    for one, other in exchanged_pieces([pieces[row] for row in pairs], moved):
        moved[one.id], moved[other.id] = moved[other.id], moved[one.id]
    return moved


def exchanged_pieces(pieces: Sequence[Piece], moved: Mapping[str, SeenDie]) -> tuple[tuple[Piece, Piece], ...]:
    """Equal dice each of which seems to have been turned, where it lies, to the side that the other showed: rather they
    have changed places, for no roll ends where it began; and those that have by their paper. moved: the die that is
    seen where each lay."""
    in_place = [piece for piece in pieces if apart_mm(piece.placed, moved[piece.id].pose) < tuning.SAME_PLACE_MM]
    turned = tuple(
        (one, other)
        for one, other in combinations(in_place, 2)
        if one.die.id == other.die.id and one.face != other.face
        if _shows(moved[one.id], other) and _shows(moved[other.id], one)
    )
    return turned or mixed_up(in_place, moved)


def _shows(die: SeenDie, piece: Piece) -> bool:
    return die.name is not None and piece.face is not None and die.face_of(piece.die.id) == piece.face.key


def move_cost(piece: Piece, die: SeenDie, followed: PieceByTrack) -> float:
    """What it asks for that this die is that piece: the push, the roll, and what is known from following it and of its
    paper."""
    kind = kind_residual(piece, die)
    if kind >= NEVER:
        return NEVER
    push = min(tuning.MAX_PUSH_COST, apart_mm(piece.placed, die.pose) / tuning.PUSH_MM_PER_POINT)
    known = following_cost(piece.id, die, followed) + paper_cost(piece, die)
    return max(0.0, kind + push + side_cost(piece, die) + known)


def side_cost(piece: Piece, die: SeenDie) -> float:
    """What it asks for that the piece shows another side now."""
    if die.name is None or (piece.face is not None and die.face_of(piece.die.id) == piece.face.key):
        return 0.0
    return tuning.ROLLED_COST if corner_rolled(piece, die) is not None else tuning.TURNED_UP_COST


def following_cost(piece: str, die: SeenDie, followed: PieceByTrack) -> float:
    """Less for the piece that the die was when it was seen last, more for any other."""
    if die.track is None or die.track not in followed:
        return 0.0
    return -tuning.FOLLOWED_GAIN if followed[die.track] == piece else tuning.FOLLOWED_GAIN
