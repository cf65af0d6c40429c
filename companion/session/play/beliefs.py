"""What people know better than the camera: a die misread, one that is hidden, one that is none. It counts as long as
the camera says the same of the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.geometry import Pose
from companion.rules import Piece, Position
from companion.session.inference import Discrepancy, SeenDie
from companion.vision import DieState, FaceName

#: What is believed of one die, as a note of the match keeps it.
Belief = Mapping[str, Any]
#: A die within this of its place is where it was, mm.
_THERE_MM: Final = 10.0


@dataclass(frozen=True, slots=True)
class _Misread:
    """A die that the camera reads so at a place, and which piece it is in truth (``None``: there is no such die)."""

    name: FaceName | None
    pose: Pose
    piece: str | None


def encode_belief(piece: str | None, read_as: FaceName | None = None, pose: Pose | None = None) -> Belief:
    """What people say of a die, as a note of the match keeps it: what is read so and lies so is that piece (``None``:
    no die at all); without a pose: that piece is there, though it is not seen."""
    if pose is None:
        return {"piece": piece}
    read = None if read_as is None else [read_as.die, read_as.face]
    return {"piece": piece, "read": read, "pose": [pose.x_mm, pose.y_mm, pose.heading_deg, pose.edge_mm]}


class Beliefs:
    """What was told of this match."""

    def __init__(self, notes: Iterable[Mapping[str, Any]] = ()) -> None:
        """Go on with what was told before. notes: those of the match; what is no belief among them is passed over."""
        self._misread: tuple[_Misread, ...] = ()
        self._hidden: frozenset[str | None] = frozenset()
        for note in notes:
            with suppress(KeyError, TypeError, ValueError):
                self._recall(note["belief"])

    def _recall(self, belief: Belief) -> None:
        """Believe what a note tells. Raises KeyError, TypeError or ValueError where it tells nothing of the kind."""
        piece = None if belief["piece"] is None else str(belief["piece"])
        if "pose" not in belief:
            self._hidden |= {piece}
            return
        read = belief["read"]
        name = None if read is None else FaceName(*map(str, read))
        x_mm, y_mm, heading_deg, edge_mm = map(float, belief["pose"])
        self._misread = (*self._misread, _Misread(name, Pose(x_mm, y_mm, heading_deg, edge_mm), piece))

    def told(self, difference: Discrepancy) -> Belief:
        """The reading is wrong: the match is right about that piece, or about there being none. What to write down."""
        die = difference.die
        belief = encode_belief(difference.piece, *(() if die is None else (die.name, die.pose)))
        self._recall(belief)
        return belief

    def agreed(self, position: Position, dice: Iterable[SeenDie]) -> Sequence[Belief]:
        """People agree to what misread dice were taken for: each is the piece that lies there now. What to write
        down."""
        found = []
        for die in dice:
            near = (piece for piece in position.in_play if _apart_mm(piece.placed, die.pose) < _THERE_MM)
            piece = min(near, key=lambda one: _apart_mm(one.placed, die.pose), default=None)
            if piece is not None:
                found.append(encode_belief(piece.id, die.read_as, die.pose))
                self._recall(found[-1])
        return found

    def corrected(self, position: Position, seen: tuple[SeenDie, ...]) -> tuple[SeenDie, ...]:
        """What is seen, as people know it to be."""
        dice = [self._as_known(position, die) for die in seen]
        known = tuple(die for die in dice if die is not None)
        hidden = [piece for piece in position.in_play if piece.id in self._hidden]
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
