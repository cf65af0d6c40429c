"""Which of several bodies that cannot all be there explain the picture best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.geometry import RigidPose, height_mm
from companion.vision import tuning


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A body, and the log-likelihood that it explains."""

    body: RigidPose
    worth: float


def choose_bodies(claims: Sequence[Claim]) -> list[int]:
    """Places of the disjoint claims that explain most together, dearest first."""
    bodies = [claim.body for claim in claims]
    rivals = [{m for m, b in enumerate(bodies) if m != n and bodies_meet(a, b)} for n, a in enumerate(bodies)]
    best = [n for cluster in _clusters(rivals) for n in _best(cluster, claims, rivals)]
    return sorted(best, key=lambda n: -claims[n].worth)


def bodies_meet(a: RigidPose, b: RigidPose) -> bool:
    """Whether both cannot be there."""
    apart_mm = tuning.MIN_CENTRE_DISTANCE * (height_mm(a.edge_mm) + height_mm(b.edge_mm)) / 2
    return math.dist(a.centre_mm, b.centre_mm) < apart_mm


def _clusters(rivals: Sequence[set[int]]) -> list[list[int]]:
    """Claims that have to do with each other, directly or through others."""
    left, clusters = set(range(len(rivals))), []
    while left:
        cluster, edge = set[int](), {left.pop()}
        while edge:
            cluster |= edge
            edge = {m for n in edge for m in rivals[n]} - cluster
        left -= cluster
        clusters.append(sorted(cluster))
    return clusters


def _best(cluster: Sequence[int], claims: Sequence[Claim], rivals: Sequence[set[int]]) -> list[int]:
    """The disjoint claims of a cluster that are worth most; of a large one, taken dearest first."""
    ranked = sorted(cluster, key=lambda n: -claims[n].worth)
    if len(cluster) > tuning.MAX_WEIGHED_CLUSTER:
        kept: list[int] = []
        for n in ranked:
            if not rivals[n] & set(kept):
                kept.append(n)
        return kept
    return _dearest(ranked, claims, rivals)[1]


def _dearest(ranked: Sequence[int], claims: Sequence[Claim], rivals: Sequence[set[int]]) -> tuple[float, list[int]]:
    """What the best disjoint claims among these are worth, and which they are: the first is in, or it is out."""
    if not ranked:
        return 0.0, []
    first, rest = ranked[0], ranked[1:]
    free = [n for n in rest if n not in rivals[first]]
    worth, chosen = _dearest(free, claims, rivals)
    with_first = worth + claims[first].worth, [first, *chosen]
    if len(free) == len(rest):
        return with_first
    return max(with_first, _dearest(rest, claims, rivals), key=lambda one: one[0])
