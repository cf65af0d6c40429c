"""What was expected of a die and what is seen of it: where the two differ, the players are asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import Final

from companion.geometry import Measurement, turn_between_deg
from companion.rules.actions import LeaningPose, ObservedPiece, RestingPose
from companion.rules.position import Piece, Position
from companion.rules.ruling import Ruling, Verdict, Why
from companion.text import phrase

#: Beyond this, and beyond the measuring error, a die does not lie where it was expected: a hand is no machine.
MOVED_MM: Final = 10.0
TURNED_DEG: Final = 10.0


@dataclass(frozen=True, slots=True)
class Surprise:
    """A die that is not seen as the rules left it: the side differs, or it lies elsewhere, or it leans."""

    piece: str
    side_differs: bool
    moved: Measurement
    turned_deg: float
    ruling: Ruling


def surprises(position: Position, seen: Iterable[ObservedPiece]) -> tuple[Surprise, ...]:
    """The dice that are seen otherwise than the position says, for the players to settle (OG-MOVE-01, OG-HIT-02)."""
    found = (_surprise(position.piece(one.piece), one.how) for one in seen)
    return tuple(surprise for surprise in found if surprise is not None)


def _surprise(piece: Piece, how: RestingPose | LeaningPose) -> Surprise | None:
    if not piece.in_play:
        return _told(piece, True, Measurement(0.0), 0.0, phrase("was not in play and is seen on the table"))
    if isinstance(how, LeaningPose):
        return _told(piece, True, Measurement(0.0), 0.0, phrase("leans on {on}", on=how.on))
    pose, face = piece.placed, piece.face
    moved = Measurement(hypot(how.centre_mm[0] - pose.x_mm, how.centre_mm[1] - pose.y_mm), piece.sigma_mm)
    turned = turn_between_deg(how.heading_deg, pose.heading_deg)
    side = face is None or face.key != how.face
    if side:
        return _told(
            piece,
            True,
            moved,
            turned,
            phrase("shows side {seen} instead of {face}", seen=how.face, face=face.key if face else phrase("none")),
        )
    if moved.value > max(MOVED_MM, moved.margin) or turned > TURNED_DEG:
        return _told(
            piece,
            False,
            moved,
            turned,
            phrase("lies {moved:.0f} mm off and turned by {turned:.0f} degrees", moved=moved.value, turned=turned),
        )
    return None


def _told(piece: Piece, side: bool, moved: Measurement, turned: float, words: str) -> Surprise:
    rules = ("OG-MOVE-01", "OG-KILL-03", "OG-HIT-02", "DW-HIT-02")
    text = phrase("{piece} {words}: the players say which is right.", piece=piece.label, words=words)
    return Surprise(piece.id, side, moved, turned, Ruling(Verdict.ASK, rules, text, Why.ASK, {"moved_mm": moved}))
