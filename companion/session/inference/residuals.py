"""How badly a seen die fits a piece, as minus the logarithm of a likelihood: 0 fits, 25 is out of the question.

The widths are what people's hands and the camera do on a table, not what the rules allow; the rules judge afterwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from companion.catalogue import CORNERS
from companion.geometry import Pose, rolled_pose
from companion.rules import Piece
from companion.session.inference.assignment import NEVER
from companion.session.inference.observed_dice import SeenDie, any_turn_deg, apart_mm, turn_deg
from companion.vision import DieState

#: A piece that is not seen, or a die that is seen for no reason.
ALONE: Final = 25.0
#: What costs how much: another face than expected; a runner-up; a face that cannot be told; another kind as runner-up.
_OTHER_FACE, _RUNNER_UP, _UNREAD, _OTHER_KIND, _LEANS = 22.0, 8.0, 5.0, 12.0, 12.0
#: A side, or a kind, that is read wrongly of a die that lies exactly where it should: how exactly.
_MISREAD, _MISREAD_KIND, _EXACTLY = 9.0, 14.0, 3.0
#: However far a die lies from where it should, it costs no more than this.
_MOST_FOR_POSE: Final = 24.0
#: An Ogre is told from other dice by its size alone, however badly it is read.
_SAME_SIZE: Final = 1.25


@dataclass(frozen=True, slots=True)
class PoseSlack:
    """How far from its place a die is found: standard deviations beside those of the measuring."""

    mm: float
    deg: float


#: A die that nobody touched; one that a hand has just rolled or turned.
UNTOUCHED: Final = PoseSlack(2.0, 2.5)
BY_HAND: Final = PoseSlack(5.0, 6.0)


def residual(piece: Piece, die: SeenDie, slack: PoseSlack) -> float:
    """How badly a seen die fits a piece in play. One that lies exactly where an untouched piece should is that piece,
    misread: another side, even another kind there is rather the reader's mistake than chance."""
    kind, pose = kind_residual(piece, die), pose_residual(piece.placed, die, slack)
    exactly = slack is UNTOUCHED and pose < _EXACTLY
    if kind >= NEVER:
        return _MISREAD_KIND + pose if exactly and same_size(piece, die) else NEVER
    face = face_residual(piece, die)
    leans = _LEANS if die.state is DieState.LEANING else 0.0
    return kind + (min(face, _MISREAD) if exactly else face) + leans + pose


def lies_in_place(piece: Piece, die: SeenDie) -> bool:
    """Whether a die lies just as a piece in play did, heading and all: no throw and no bump does that."""
    return pose_residual(piece.placed, die, UNTOUCHED) < _EXACTLY


def kind_residual(piece: Piece, die: SeenDie) -> float:
    """How badly the die fits the piece's kind, whatever side it shows."""
    if not die.may_be(piece.die.id) or not same_size(piece, die):
        return NEVER
    return 0.0 if die.name is None or die.name.die == piece.die.id else _OTHER_KIND


def face_residual(piece: Piece, die: SeenDie) -> float:
    """How badly the face that is seen fits the one that the piece shows."""
    expected = piece.face.key if piece.face else None
    if die.name is not None and (die.name.die, die.name.face) == (piece.die.id, expected):
        return 0.0
    if any((guess.name.die, guess.name.face) == (piece.die.id, expected) for guess in die.alternatives):
        return _RUNNER_UP
    return _UNREAD if die.name is None else _OTHER_FACE


def pose_residual(pose: Pose, die: SeenDie, slack: PoseSlack) -> float:
    """How badly the die lies where it should; an unread one with any of its corners as corner 0."""
    mm = apart_mm(pose, die.pose) / math.hypot(slack.mm, die.sigma_mm)
    turned = turn_deg(pose, die.pose) if die.turn_known else any_turn_deg(pose, die.pose)
    deg = turned / math.hypot(slack.deg, die.sigma_deg)
    return min(_MOST_FOR_POSE, (mm * mm + deg * deg) / 2)


def corner_rolled(piece: Piece, die: SeenDie, within_mm: float = 20.0, within_deg: float = 30.0) -> int | None:
    """The corner over which a piece in play must have rolled once to lie as is seen; None where no roll does it."""
    before, key = piece.face, die.face_of(piece.die.id)
    after = piece.die.face(key) if key else None
    if before is None or after is None or before.vertices is None or after.vertices is None:
        return None
    for corner in CORNERS:
        if piece.die.face_over(before, corner) is after:
            end = rolled_pose(piece.placed, before.vertices, corner, after.vertices)
            near = apart_mm(end, die.pose) <= within_mm and turn_deg(end, die.pose) <= within_deg
            return corner if near else None
    return None


def same_size(piece: Piece, die: SeenDie) -> bool:
    """Whether the die is about as large as the piece."""
    one_mm, other_mm = piece.die.edge_mm, die.pose.edge_mm
    return max(one_mm, other_mm) <= _SAME_SIZE * min(one_mm, other_mm)
