"""Holding whole dice against a photograph: which they are, how they lie, and where their corners are.

``squares`` is the arithmetic of faces, ``photograph`` what the picture shows of them, ``matching`` moves dice until
they fit, ``lying`` tells how they lie, ``searching`` looks where that failed, ``judging`` decides; ``folding`` knows
that paper dice are not quite octahedra, ``corners`` measures them.
"""

from companion.vision.whole_dice.folding import FREEDOMS, folds, moves, outlines, seeming, shifts
from companion.vision.whole_dice.judging import Judge, Judged
from companion.vision.whole_dice.lying import Attitudes
from companion.vision.whole_dice.matching import Sight
from companion.vision.whole_dice.photograph import Photograph
from companion.vision.whole_dice.searching import poses_around
from companion.vision.whole_dice.squares import FINE

__all__ = [
    "FINE",
    "FREEDOMS",
    "Attitudes",
    "Judge",
    "Judged",
    "Photograph",
    "Sight",
    "folds",
    "moves",
    "outlines",
    "poses_around",
    "seeming",
    "shifts",
]
