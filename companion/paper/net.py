"""The net of a paper die: which faces hang together on the card, where they are scored, and how the halves close.

Owns plane geometry only; nothing is drawn here. Each half of the octahedron is a fan of four faces about one corner of
the die; large dice have each half in two parts. Faces that do not hang together meet by a tab and a slot with the same
letter, and the letters are the order of closing.

Piece frame: millimetres on the printed side, x right, **y down** (as printers count), the fan's corner at the origin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_uppercase
from typing import Final

from companion.catalogue import Die, Face
from companion.geometry import VERTICES, is_face

NetPoint = tuple[float, float]

#: The corners of the die about which the two halves lie.
APEXES: Final = ("c", "C")
#: Dice up to this edge have each half in one piece.
_WHOLE_HALF_MM: Final = 60.0


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """A face on the card: where its corners 0, 1, 2 lie in the piece."""

    face: Face
    corners_mm: tuple[NetPoint, NetPoint, NetPoint]


@dataclass(frozen=True, slots=True)
class Flap:
    """A tab (goes in) or a slot strip (takes it) along one edge; outside is to the right of ``start`` to ``end``."""

    letter: str
    is_tab: bool
    vertices: tuple[str, str]
    start_mm: NetPoint
    end_mm: NetPoint


@dataclass(frozen=True, slots=True)
class NetPiece:
    """A connected part of the net. ``creases`` are scored lines, each between two neighbouring faces of ``faces``."""

    faces: tuple[PlacedFace, ...]
    creases: tuple[tuple[NetPoint, NetPoint], ...]
    flaps: tuple[Flap, ...]


def folding_net(die: Die) -> tuple[NetPiece, ...]:
    """The pieces of a die's net; the faces have to carry ``vertices`` (a die from a die file does)."""
    parts = []
    for apex in APEXES:
        rim = rim_of(apex)
        # A half in one part, or in two that share the middle of the rim.
        rims = [rim] if die.edge_mm <= _WHOLE_HALF_MM else [rim[:3], rim[2:]]
        parts += [(apex, part) for part in rims]
    # Edge of the die -> letter, for the edges that are no crease: the ribs of the halves first, then the seam.
    ribs = [frozenset({apex, end}) for apex, rim in parts for end in (rim[0], rim[-1])]
    seam = [frozenset(pair) for apex, rim in parts if apex == APEXES[0] for pair in pairwise(rim)]
    letters = dict(zip(dict.fromkeys([*ribs, *seam]), ascii_uppercase, strict=False))
    return tuple(_piece(die, apex, rim, letters) for apex, rim in parts)


def rim_of(apex: str) -> list[str]:
    """The four vertices about ``apex``, counter-clockwise seen from outside, the first one again at the end."""
    first = next(v for v in VERTICES if v.lower() != apex.lower())
    second = next(v for v in VERTICES if is_face(apex + first + v))
    return [first, second, first.swapcase(), second.swapcase(), first]


def _piece(die: Die, apex: str, rim: list[str], letters: dict[frozenset[str], str]) -> NetPiece:
    # Points about the origin, 60° apart, counter-clockwise as seen, the middle of them straight up.
    count = len(rim)
    angles = [math.radians(90 + 60 * (k - (count - 1) / 2)) for k in range(count)]
    places = [(die.edge_mm * math.cos(a), -die.edge_mm * math.sin(a)) for a in angles]
    seam = list(zip(pairwise(rim), pairwise(places), strict=True))
    faces = [_placed(die, apex, pair, ends) for pair, ends in seam]
    outline = [((apex, rim[0]), ((0.0, 0.0), places[0])), *seam, ((rim[-1], apex), (places[-1], (0.0, 0.0)))]
    # The end of a fan has the tab, its beginning the slot; along the seam the second half has the tabs.
    flaps = [
        Flap(letters[frozenset(pair)], pair[1] == apex if apex in pair else apex == APEXES[1], pair, *ends)
        for pair, ends in outline
    ]
    creases = tuple(((0.0, 0.0), place) for place in places[1:-1])
    return NetPiece(tuple(faces), creases, tuple(flaps))


def _placed(die: Die, apex: str, pair: tuple[str, str], ends: tuple[NetPoint, NetPoint]) -> PlacedFace:
    where = {apex: (0.0, 0.0), pair[0]: ends[0], pair[1]: ends[1]}
    face = next(f for f in die.faces if f.vertices is not None and set(f.vertices) == set(where))
    first, second, third = (where[v] for v in face.vertices or "")
    return PlacedFace(face, (first, second, third))
