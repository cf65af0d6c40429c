"""Which die and face people mean when they put one down or right: the faces to choose from, and what they type."""

from __future__ import annotations

from dataclasses import dataclass

from companion.catalogue import CORNERS, Die
from companion.rules import Piece, Position
from companion.session.play.modes import Correcting, Mode, Throwing
from companion.session.play.placement import held_pose


def likeliest_faces(piece: Piece, now: str) -> tuple[str, ...]:
    """The four faces that a die is likeliest to show in truth: the one it is known by, and those over its corners."""
    face = piece.die.face(now)
    over = [piece.die.face_over(face, corner) for corner in CORNERS] if face is not None else []
    return (now, *dict.fromkeys(other.key for other in over if other is not None and other.key != now))


@dataclass(frozen=True, slots=True)
class ShownFaces:
    """The faces to choose from of a die that is put down or put right: their keys, and that of the one it shows."""

    die: Die
    keys: tuple[str, ...]
    chosen: str


def shown_faces(position: Position, mode: Mode) -> ShownFaces | None:
    """All faces of a die that is put down, the likeliest of one that is put right; ``None`` in any other mode."""
    if not isinstance(mode, Throwing | Correcting):
        return None
    piece = position.piece(mode.held or mode.piece if isinstance(mode, Throwing) else mode.piece)
    now = held_pose(mode).face
    if isinstance(mode, Throwing):
        return ShownFaces(piece.die, tuple(face.key for face in piece.die.faces), now)
    known = piece.face.key if piece.face else now
    return ShownFaces(piece.die, tuple(dict.fromkeys((*likeliest_faces(piece, known), now))), now)


def find_typed_die(words: str, position: Position, near: str) -> tuple[Piece, str] | None:
    """The piece and the face that somebody means who types ``heavy 6``, ``6`` or ``inf 4b``; ``near``: the piece that
    is put right, which is meant where the words fit it."""
    parts = words.casefold().split()
    if not parts or not parts[-1][:1].isdigit():
        return None
    name, side = " ".join(parts[:-1]), parts[-1]
    pieces = sorted(position.pieces.values(), key=lambda piece: (piece.id != near, not piece.in_play))
    for piece in pieces:
        if _fits(piece, name):
            key = next(
                (face.key for face in piece.die.faces if face.key == side or face.key.rstrip("ab") == side), None
            )
            return None if key is None else (piece, key)
    return None


def _fits(piece: Piece, name: str) -> bool:
    """Whether every word typed begins a word of the piece's name."""
    words = f"{piece.id} {piece.die.label}".casefold().split()
    return all(any(word.startswith(typed) for word in words) for typed in name.split())
