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
from companion.session.inference import tuning
from companion.session.inference.assignment import NEVER
from companion.session.inference.observed_dice import SeenDie, any_turn_deg, apart_mm, turn_deg
from companion.vision import DieState, without_part


@dataclass(frozen=True, slots=True)
class PoseSlack:
    """How far from its place a die is found: standard deviations beside those of the measuring."""

    mm: float
    deg: float


#: A die that nobody touched; one that a hand has just rolled or turned.
UNTOUCHED: Final = PoseSlack(tuning.UNTOUCHED_MM, tuning.UNTOUCHED_DEG)
BY_HAND: Final = PoseSlack(tuning.BY_HAND_MM, tuning.BY_HAND_DEG)


def residual(piece: Piece, die: SeenDie, slack: PoseSlack) -> float:
    """How badly a seen die fits a piece in play. One that lies exactly where an untouched piece should is that piece,
    misread: another side, even another kind there is rather the reader's mistake than chance."""
    kind, pose = kind_residual(piece, die), pose_residual(piece.placed, die, slack)
    exactly = slack is UNTOUCHED and pose < tuning.EXACT_PLACE_COST
    if kind >= NEVER:
        return tuning.MISREAD_KIND_COST + pose if exactly and same_size(piece, die) else NEVER
    face = face_residual(piece, die)
    leans = leaning_residual(die)
    return kind + (min(face, tuning.MISREAD_SIDE_COST) if exactly else face) + leans + pose


def lies_in_place(piece: Piece, die: SeenDie) -> bool:
    """Whether a die lies just as a piece in play did, heading and all: no throw and no bump does that."""
    return pose_residual(piece.placed, die, UNTOUCHED) < tuning.EXACT_PLACE_COST


def leaning_residual(die: SeenDie) -> float:
    """How badly the way a die lies fits one that lies flat: paper is folded askew, and may look tilted."""
    if die.state is not DieState.LEANING:
        return 0.0
    if die.tilt_deg is None:
        return tuning.LEANING_COST if die.name is not None else tuning.UNREAD_LEANING_COST
    return min(tuning.LEANING_COST, (die.tilt_deg / tuning.FOLDED_ASKEW_DEG) ** 2 / 2)


def kind_residual(piece: Piece, die: SeenDie) -> float:
    """How badly the die fits the piece's kind, whatever side it shows."""
    if not die.may_be(piece.die.id) or not same_size(piece, die):
        return NEVER
    return 0.0 if die.name is None or die.name.die == piece.die.id else tuning.OTHER_KIND_COST


def face_residual(piece: Piece, die: SeenDie) -> float:
    """How badly the face that is seen fits the one that the piece shows."""
    expected = piece.face.key if piece.face else None
    if die.name is not None and (die.name.die, die.name.face) == (piece.die.id, expected):
        return 0.0
    if any((guess.name.die, guess.name.face) == (piece.die.id, expected) for guess in die.alternatives):
        return tuning.RUNNER_UP_COST
    return tuning.UNREAD_FACE_COST if die.name is None else tuning.OTHER_FACE_COST


def pose_residual(pose: Pose, die: SeenDie, slack: PoseSlack) -> float:
    """How badly the die lies where it should; an unread one with any of its corners as corner 0."""
    by_mm, by_deg = die.by_calibration  # the pose is known by the same camera
    mm = apart_mm(pose, die.pose) / math.hypot(slack.mm, without_part(die.sigma_mm, by_mm))
    turned = turn_deg(pose, die.pose) if die.turn_known else any_turn_deg(pose, die.pose)
    deg = turned / math.hypot(slack.deg, without_part(die.sigma_deg, by_deg))
    return min(tuning.MAX_PLACE_COST, (mm * mm + deg * deg) / 2)


def corner_rolled(piece: Piece, die: SeenDie) -> int | None:
    """The corner over which a piece in play must have rolled once to lie as is seen; None where no roll does it."""
    before, key = piece.face, die.face_of(piece.die.id)
    after = piece.die.face(key) if key else None
    if before is None or after is None or before.vertices is None or after.vertices is None:
        return None
    for corner in CORNERS:
        if piece.die.face_over(before, corner) is after:
            end = rolled_pose(piece.placed, before.vertices, corner, after.vertices)
            near = apart_mm(end, die.pose) <= tuning.BUMP_ROLL_MM and turn_deg(end, die.pose) <= tuning.BUMP_ROLL_DEG
            return corner if near else None
    return None


def same_size(piece: Piece, die: SeenDie) -> bool:
    """Whether the die is about as large as the piece."""
    one_mm, other_mm = piece.die.edge_mm, die.pose.edge_mm
    return max(one_mm, other_mm) <= tuning.SAME_SIZE_FACTOR * min(one_mm, other_mm)
