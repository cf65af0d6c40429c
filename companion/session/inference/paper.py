"""Whether a die is the copy that a piece is: what its paper says, where its kind and its side say nothing.

Paper is folded by hand, and the edges of two copies differ by more than they are measured wrongly (`tuning`). Of each
piece the match remembers how long the edges of the faces were that lay up (`Piece.paper`); what is measured of a die is
held against that, as likely for this copy as against any copy of its kind.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import combinations

from companion.catalogue import Face
from companion.rules import PaperEdge, Piece, edge_lengths_mm, with_measured_top
from companion.session.inference import tuning
from companion.session.inference.observed_dice import SeenDie
from companion.vision import without_part


def paper_cost(piece: Piece, die: SeenDie) -> float:
    """How badly a die's edges fit the copy that a piece is, rather than any copy: minus the logarithm of a likelihood
    ratio. Less than 0 speaks for the piece; 0 where no edge that is seen has been measured of it before.
    """
    if not piece.paper or die.measured_top is None or not die.turn_known:
        return 0.0
    face = piece.die.face(die.name.face) if die.name is not None and die.name.die == piece.die.id else None
    return 0.0 if face is None else _edges_cost(piece.paper, face, die)


def may_be_one_copy(die: SeenDie, old: SeenDie) -> bool:
    """Whether a die that shows the same face as one did before may be the same copy."""
    kind = die.kinds.get(die.name.die) if die.name is not None and die.turn_known and old.turn_known else None
    face = None if kind is None or die.name is None else kind.face(die.name.face)
    if face is None:
        return True
    return _edges_cost(with_measured_top((), face, old.measured_top), face, die) < tuning.MIXED_UP_COST / 2


def _edges_cost(paper: Iterable[PaperEdge], face: Face, die: SeenDie) -> float:
    """What all edges say together that are known and seen."""
    lengths_mm = {} if die.measured_top is None else edge_lengths_mm(face, die.measured_top)
    seen = (edge for edge in paper if edge.ends in lengths_mm)
    return min(tuning.OTHER_PAPER_COST, sum(_edge_cost(edge, lengths_mm[edge.ends], die) for edge in seen))


def _edge_cost(edge: PaperEdge, length_mm: float, die: SeenDie) -> float:
    """What one edge says: how surprising its length is by what was measured of it, against how surprising it is of any
    copy."""
    printed_mm, sigma_mm = die.pose.edge_mm, without_part(die.sigma_mm, die.by_calibration[0])
    folds = (tuning.FOLDED_EDGES * printed_mm) ** 2
    error = (tuning.EDGE_ERROR_EDGES * printed_mm) ** 2 + (tuning.EDGE_ERROR_SIGMAS * sigma_mm) ** 2
    known = folds * error / (folds * edge.times + error)  # what is left to know of this copy's edge, mm²
    expected_mm = (edge.mean_mm - printed_mm) * edge.times * known / error
    off_mm = length_mm - printed_mm
    return _surprise(off_mm - expected_mm, known + error) - _surprise(off_mm, folds + error)


def _surprise(off_mm: float, variance: float) -> float:
    """Minus the logarithm of a normal density, but for what all have in common."""
    return (off_mm**2 / variance + math.log(variance)) / 2


def mixed_up(pieces: Iterable[Piece], lying: Mapping[str, SeenDie]) -> tuple[tuple[Piece, Piece], ...]:
    """Equal dice of two owners of which the paper says that each is the other, wherever they lie. lying: the die that
    is taken for each piece."""
    measured = [piece for piece in pieces if piece.paper]
    return tuple(
        (one, other)
        for one, other in combinations(measured, 2)
        if are_equal_of_two(one, other) and exchange_gain(one, other, lying) > tuning.MIXED_UP_COST
    )


def are_equal_of_two(one: Piece, other: Piece) -> bool:
    """Whether two pieces are equal dice of two owners."""
    return one.owner != other.owner and one.die.id == other.die.id


def exchange_gain(one: Piece, other: Piece, lying: Mapping[str, SeenDie]) -> float:
    """How much better, as the logarithm of a likelihood ratio, the paper of two dice fits if each is the other."""
    here, there = lying[one.id], lying[other.id]
    as_taken = paper_cost(one, here) + paper_cost(other, there)
    return as_taken - paper_cost(one, there) - paper_cost(other, here)
