"""What people know better than the camera: a die misread, one that is hidden, one that is none. It counts as long as
the camera says the same of the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, assert_never

from companion.codec.notes import Belief, HiddenDie, MisreadDie
from companion.geometry import Pose
from companion.rules import Piece, Position
from companion.session.inference import Discrepancy, SeenDie
from companion.vision import DieState, FaceName

#: A die within this of its place is where it was, mm.
_THERE_MM: Final = 10.0


class Beliefs:
    """What was told of this match."""

    def __init__(self, beliefs: Iterable[Belief] = ()) -> None:
        """Go on with what was told before."""
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

    def told(self, difference: Discrepancy) -> Belief:
        """The reading is wrong: the match is right about that piece, or about there being none. What to write down."""
        die = difference.die
        piece = difference.piece
        belief = HiddenDie(piece) if die is None else MisreadDie(die.name, die.pose, piece)
        self._recall(belief)
        return belief

    def agreed(self, position: Position, dice: Iterable[SeenDie]) -> Sequence[Belief]:
        """People agree to what misread dice were taken for: each is the piece that lies there now. What to write
        down."""
        found: list[Belief] = []
        for die in dice:
            near = (piece for piece in position.in_play if _apart_mm(piece.placed, die.pose) < _THERE_MM)
            piece = min(near, key=lambda one: _apart_mm(one.placed, die.pose), default=None)
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
        self, position: Position, seen: tuple[SeenDie, ...], is_bare: Callable[[Pose], bool | None]
    ) -> tuple[SeenDie, ...]:
        """What is seen, as people know it to be. is_bare: whether the table shows itself at a place; a piece that was
        hidden there has gone then."""
        dice = [self._as_known(position, die) for die in seen]
        known = tuple(die for die in dice if die is not None)
        hidden = [piece for piece in position.in_play if piece.id in self._hidden and not is_bare(piece.placed)]
        return known + tuple(_as_it_lies(piece) for piece in hidden if not is_seen(piece, known))

    def _as_known(self, position: Position, die: SeenDie) -> SeenDie | None:
        for misread in reversed(self._misread):
            if misread.read_as == die.name and _apart_mm(misread.pose, die.pose) < _THERE_MM:
                piece = position.pieces.get(misread.piece or "")
                if misread.piece is None:
                    return None
                return die if piece is None or not piece.in_play else replace(_as_it_lies(piece), track=die.track)
        return die


def _as_it_lies(piece: Piece) -> SeenDie:
    face = FaceName(piece.die.id, piece.face.key) if piece.face else None
    sigmas, top = (piece.sigma_mm, piece.sigma_deg), piece.measured_top
    return SeenDie(face, piece.placed, *sigmas, DieState.FLAT, measured_top=top)


def is_seen(piece: Piece, seen: tuple[SeenDie, ...]) -> bool:
    """Whether a die is seen where a piece lies."""
    return any(_apart_mm(die.pose, piece.placed) < _THERE_MM for die in seen)


def _apart_mm(one: Pose, other: Pose) -> float:
    return float(((one.x_mm - other.x_mm) ** 2 + (one.y_mm - other.y_mm) ** 2) ** 0.5)
