"""Which die and face people mean when they correct one: the likeliest faces, and what they type."""

from __future__ import annotations

from companion.catalogue import CORNERS
from companion.rules import Piece, Position


def likeliest_faces(piece: Piece, now: str) -> tuple[str, ...]:
    """The four faces that a die is likeliest to show in truth: the one it is known by, and those over its corners."""
    face = piece.die.face(now)
    over = [piece.die.face_over(face, corner) for corner in CORNERS] if face is not None else []
    return (now, *dict.fromkeys(other.key for other in over if other is not None and other.key != now))


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
