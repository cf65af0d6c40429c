"""What people know better than the camera: a die misread, one that is hidden, one that is none. It counts as long as
the camera says the same of the same place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.geometry import Pose
from companion.rules import Piece, Position
from companion.session.inference import Discrepancy, SeenDie
from companion.vision import DieState, FaceName

#: A die within this of its place is where it was, mm.
_THERE_MM: Final = 10.0


@dataclass(frozen=True, slots=True)
class _Misread:
    """A die that the camera reads so at a place, and which piece it is in truth (``None``: there is no such die)."""

    name: FaceName | None
    pose: Pose
    piece: str | None


class Beliefs:
    """What was told since the match was opened."""

    def __init__(self) -> None:
        self._misread: tuple[_Misread, ...] = ()
        self._hidden: frozenset[str] = frozenset()

    def told(self, difference: Discrepancy) -> None:
        """The reading is wrong: the match is right about that piece, or about there being none."""
        die = difference.die
        if die is not None:
            self._misread = (*self._misread, _Misread(die.name, die.pose, difference.piece))
        elif difference.piece is not None:
            self._hidden |= {difference.piece}

    def agreed(self, position: Position, dice: Iterable[SeenDie]) -> None:
        """People agree to what misread dice were taken for: each is the piece that lies there now."""
        for die in dice:
            near = (piece for piece in position.in_play if _apart_mm(piece.placed, die.pose) < _THERE_MM)
            piece = min(near, key=lambda one: _apart_mm(one.placed, die.pose), default=None)
            if piece is not None:
                self._misread = (*self._misread, _Misread(die.read_as, die.pose, piece.id))

    def corrected(self, position: Position, seen: tuple[SeenDie, ...]) -> tuple[SeenDie, ...]:
        """What is seen, as people know it to be."""
        dice = [self._as_known(position, die) for die in seen]
        known = tuple(die for die in dice if die is not None)
        hidden = [position.piece(name) for name in self._hidden if position.piece(name).in_play]
        return known + tuple(_as_it_lies(piece) for piece in hidden if not _is_seen(piece, known))

    def _as_known(self, position: Position, die: SeenDie) -> SeenDie | None:
        for misread in reversed(self._misread):
            if misread.name == die.name and _apart_mm(misread.pose, die.pose) < _THERE_MM:
                piece = position.pieces.get(misread.piece or "")
                if misread.piece is None:
                    return None
                return die if piece is None or not piece.in_play else replace(_as_it_lies(piece), track=die.track)
        return die


def _as_it_lies(piece: Piece) -> SeenDie:
    face = FaceName(piece.die.id, piece.face.key) if piece.face else None
    return SeenDie(face, piece.placed, piece.sigma_mm, piece.sigma_deg, DieState.FLAT)


def _is_seen(piece: Piece, seen: tuple[SeenDie, ...]) -> bool:
    return any(_apart_mm(die.pose, piece.placed) < _THERE_MM for die in seen)


def _apart_mm(one: Pose, other: Pose) -> float:
    return float(((one.x_mm - other.x_mm) ** 2 + (one.y_mm - other.y_mm) ** 2) ** 0.5)
