"""What camera and light take from the likeness of every known die in a picture, and how much of it that is.

Noise, blur, sharpening and flat light lessen all correlations of a picture with enrolled faces by about one factor
(attenuation; Spearman 1904), so that known dice look like strangers, all at once. How much is estimated from the
picture itself, by empirical Bayes: each die counts by how likely it is a known one, and strangers hardly count. Owns no
weighing: that is the score's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from companion.vision import tuning


@dataclass(frozen=True, slots=True)
class KnownSight:
    """A die that is seen in a picture, and how likely it is the enrolled one that it is likest to.

    similarity: of its upper face, by the views that all faces of it have; top, sides, sides_seen: as of a
    ``PoseHypothesis``.
    """

    probability: float
    similarity: float
    top: float
    sides: float
    sides_seen: float


@dataclass(frozen=True, slots=True)
class Attenuation:
    """What is left in a picture of the similarity of known faces, and of the correlations of their dice's tops and
    sides, as shares of what is usual; 1: all of it."""

    similarity: float = 1.0
    top: float = 1.0
    sides: float = 1.0

    @classmethod
    def of(cls, seen: Sequence[KnownSight], before: Attenuation | None = None) -> Attenuation:
        """As dice of a picture tell it. before: what was measured at this table earlier, which counts as so many dice
        beforehand; without it one usual die does."""
        prior, count = (cls(), tuning.USUAL_DICE) if before is None else (before, tuning.REMEMBERED_DICE)
        weights = [one.probability for one in seen]
        by_side = [one.probability * min(one.sides_seen, 1.0) for one in seen]
        similarity = [one.similarity / tuning.USUAL_SIMILARITY for one in seen]
        top, sides = [one.top / tuning.USUAL_TOP for one in seen], [one.sides / tuning.USUAL_SIDES for one in seen]
        return cls(
            _mean(similarity, weights, prior.similarity, count),
            _mean(top, weights, prior.top, count),
            _mean(sides, by_side, prior.sides, count),
        )

    @property
    def plain(self) -> Attenuation:
        """What is acted on: nothing of what differs from picture to picture anyway."""
        return _plain(self)  # asked for each explanation of each place

    def fit(self, sides_seen: float) -> float:
        """What is left of the correlation of a whole die, top and sides."""
        return (self.top + sides_seen * self.sides) / (1 + sides_seen)


#: Of a picture that takes nothing.
UNATTENUATED: Final = Attenuation()


@lru_cache
def _plain(measured: Attenuation) -> Attenuation:
    return Attenuation(*map(_beyond_usual, (measured.similarity, measured.top, measured.sides)))


def _mean(shares: Sequence[float], weights: Sequence[float], prior: float, count: float) -> float:
    total = count * prior + sum(share * weight for share, weight in zip(shares, weights, strict=True))
    return min(max(total / (count + sum(weights)), tuning.LEAST_ATTENUATION), 1.0)


def _beyond_usual(share: float) -> float:
    """A share of which what is lost counts not at all up to the first bound, in full from the second on."""
    lost, (none, full) = 1 - share, tuning.ATTENUATION_RAMP
    return 1 - min(max(lost - none, 0.0) * full / (full - none), lost)
