"""How the paper of a die is folded: no two copies of a die have quite the same edges, and a piece stays its copy.

Owns what a match remembers of the edges of each piece, as its top faces were measured one after the other. What that
says of which die is which piece is for ``session/inference``; no rule asks for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from companion.catalogue import Face
from companion.geometry import Outline


@dataclass(frozen=True, slots=True)
class PaperEdge:
    """An edge between two vertices of a die (``Ba``): how long it was on average, and how often it was measured."""

    ends: str
    mean_mm: float
    times: int

    def measured_again(self, length_mm: float) -> PaperEdge:
        """The same with one more measurement."""
        times = self.times + 1
        return PaperEdge(self.ends, self.mean_mm + (length_mm - self.mean_mm) / times, times)


def edge_lengths_mm(face: Face, top: Outline) -> Mapping[str, float]:
    """The lengths of a measured top face's edges, by the vertices at their ends; none where the file of the die does
    not say which these are."""
    if face.vertices is None:
        return {}
    corners = zip(face.vertices, top, strict=True)
    following = zip(face.vertices[1:] + face.vertices[0], (*top[1:], top[0]), strict=True)
    return {
        "".join(sorted(one + other)): math.dist(here, there)
        for (one, here), (other, there) in zip(corners, following, strict=True)
    }


def with_measured_top(paper: tuple[PaperEdge, ...], face: Face | None, top: Outline | None) -> tuple[PaperEdge, ...]:
    """What is remembered of a die's edges once its top face was measured so; the same where it was not."""
    if face is None or top is None:
        return paper
    known = {edge.ends: edge for edge in paper}
    for ends, length_mm in edge_lengths_mm(face, top).items():
        known[ends] = known.get(ends, PaperEdge(ends, 0.0, 0)).measured_again(length_mm)
    return tuple(known.values())
