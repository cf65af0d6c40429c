"""Of all that looks like a top face, the dice: which each is, how it lies, and how exactly that is known.

What is named is held against the picture as a whole die; where top and sides agree, that settles it. The rest is
searched (``searching``). What no enrolled die explains stays without a name.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.camera import Pinhole
from companion.geometry import Pose, circumradius_mm, height_mm
from companion.opencv import cv2
from companion.vision.lying import Attitudes, Lie
from companion.vision.matching import Matcher
from companion.vision.naming import Named, Namer
from companion.vision.placing import Placed, Placer
from companion.vision.searching import Search

#: Correlations below these make a flat die doubtful; of 480 flat dice in full view one in a hundred is.
_TOP_AGREES: Final = 0.65
_SIDES_AGREE: Final = 0.72
#: A whole die that fits better than this is the die; of dice that were something else the best fitted 0.66.
_EXPLAINS: Final = 0.74
#: A top face alone that fits as well as this keeps its name where something hides the sides.
_TOP_ALONE: Final = 0.8
#: Tilted by more than this a die leans; folded by hand, one that lies flat is off by up to 3 degrees.
_LEANS_DEG: Final = 5.0
#: Two dice cannot share a place: their centres are at least this share of the sum of their inner radii apart.
_ONE_BODY: Final = 0.75
#: Nearer than this, in sums of circumradii, an unexplained sight is a side of the die that was explained (GEO-10).
_ITS_SIDE: Final = 0.72
#: What the misfit of single pixels says of the whole: neighbours err together, and faces are folded by hand.
_MISFIT: Final = 4.0
_FOLD_MM: Final = 0.15
_FOLD_DEG: Final = 0.35
#: The placer's word counts where it is not farther from the whole die's pose than this many standard deviations.
_AGREES: Final = 3.0


class Standing(Enum):
    """What is known of a sight."""

    FLAT = auto()
    LEANING = auto()
    UNEXPLAINED = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A die: what the placer and the namer say of it, and the whole die that explains it (``None``: none does)."""

    placed: Placed
    named: Named
    lie: Lie | None

    @property
    def standing(self) -> Standing:
        """Flat, leaning or unexplained."""
        if self.lie is None:
            return Standing.UNEXPLAINED
        return Standing.LEANING if self.lie.tilt_deg > _LEANS_DEG else Standing.FLAT

    @property
    def pose(self) -> Pose:
        """Where it lies: the mean of what the whole die and the placer say, by how exactly each knows."""
        if self.lie is None:
            return replace(self.placed.pose, heading_deg=self.placed.pose.heading_deg - 120 * self.named.turn)
        whole = self.lie.pose
        share, turn_share = self._shares()
        step = np.subtract(self.placed.pose.centre_mm, whole.centre_mm) * share
        turn = _least_turn(self.placed.pose.heading_deg - whole.heading_deg) * turn_share
        return replace(
            whole, x_mm=whole.x_mm + step[0], y_mm=whole.y_mm + step[1], heading_deg=whole.heading_deg + turn
        )

    @property
    def sigmas(self) -> tuple[float, float]:
        """Standard deviations of the centre along one axis (mm) and of the heading (degrees)."""
        if self.lie is None:
            return self.placed.sigma_mm, self.placed.sigma_deg
        share, turn_share = self._shares()
        mm, deg = self._whole_sigmas()
        return mm * math.sqrt(1 - share), deg * math.sqrt(1 - turn_share)

    def _whole_sigmas(self) -> tuple[float, float]:
        assert self.lie is not None
        return math.hypot(_FOLD_MM, _MISFIT * self.lie.sigma_mm), math.hypot(
            _FOLD_DEG, _MISFIT * self.lie.sigma_deg
        )

    def _shares(self) -> tuple[float, float]:
        """How much of the placer's word counts, from 0 to 1/2, for the centre and for the heading."""
        if self.lie is None or self.standing is not Standing.FLAT:
            return 0.0, 0.0
        mm, deg = self._whole_sigmas()
        apart = math.dist(self.placed.pose.centre_mm, self.lie.pose.centre_mm)
        turned = abs(_least_turn(self.placed.pose.heading_deg - self.lie.pose.heading_deg))
        return _share(mm, self.placed.sigma_mm, apart), _share(deg, self.placed.sigma_deg, turned)


def _share(own: float, other: float, apart: float) -> float:
    """Weight of a second measurement beside a first, by inverse variance; none where they contradict each other."""
    return own**2 / (own**2 + other**2) if apart < _AGREES * math.hypot(own, other) else 0.0


def _least_turn(degrees: float) -> float:
    """The difference of two headings that may be told from different corners."""
    return (degrees + 60) % 120 - 60


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """Turns sights into dice."""

    placer: Placer
    namer: Namer
    attitudes: Attitudes

    def dice(
        self, picture: NDArray[np.uint8], lens: Pinhole, sights: Sequence[tuple[Placed, Named]]
    ) -> list[Judged]:
        """Each die once; sights come surest first."""
        matcher = Matcher(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8), lens)
        flat = self._flat(matcher, lens, sights)
        sure = [judged for judged in flat if judged.lie is not None and _agrees(judged.lie)]
        unexplained: list[Judged] = []
        search = Search(self.placer, self.namer, self.attitudes)
        for judged in flat:
            if judged in sure or any(_is_side_of(judged.placed, other) for other in sure):
                continue
            lie = search.best(picture, matcher, lens, judged.placed.pose, judged.named.ranked[:2])
            found = self._explained(matcher, lens, judged, lie)
            (unexplained if found.lie is None else sure).append(found)
        told = _each_body_once(sure)
        return told + [u for u in unexplained if not any(_is_side_of(u.placed, other) for other in told)]

    def _flat(self, matcher: Matcher, lens: Pinhole, sights: Sequence[tuple[Placed, Named]]) -> list[Judged]:
        known = [Judged(placed, named, None) for placed, named in sights]
        asked = [(j, (j.pose, j.named.name)) for j in known if j.named.name is not None]
        lies = iter(self.attitudes.flat(matcher, lens, [one for _, one in asked]))
        return [replace(j, lie=next(lies)) if j.named.name is not None else j for j in known]

    def _explained(self, matcher: Matcher, lens: Pinhole, judged: Judged, lie: Lie | None) -> Judged:
        """With the whole die that was found; else with the flat one where its top face alone is convincing."""
        if lie is not None and lie.fit > _EXPLAINS:
            found = replace(judged, lie=lie)
            if found.standing is Standing.LEANING:
                return found
            return replace(judged, lie=self.attitudes.flat(matcher, lens, [(lie.pose, lie.name)])[0])
        keeps_name = judged.lie is not None and judged.lie.top > _TOP_ALONE
        return judged if keeps_name else replace(judged, lie=None)


def _agrees(lie: Lie) -> bool:
    return lie.top > _TOP_AGREES and (lie.sides is None or lie.sides > _SIDES_AGREE)


def _is_side_of(sight: Placed, die: Judged) -> bool:
    """Whether an unexplained sight is the side of a die that is already explained."""
    reach = circumradius_mm(sight.pose.edge_mm) + circumradius_mm(die.pose.edge_mm)
    return math.dist(sight.pose.centre_mm, die.pose.centre_mm) < _ITS_SIDE * reach


def _each_body_once(dice: Sequence[Judged]) -> list[Judged]:
    kept: list[Judged] = []
    for die in sorted(dice, key=lambda d: -(d.lie.fit if d.lie is not None else 0.0)):
        if all(_apart(die, other) for other in kept):
            kept.append(die)
    return kept


def _apart(a: Judged, b: Judged) -> bool:
    assert a.lie is not None
    assert b.lie is not None
    bodies = (height_mm(a.pose.edge_mm) + height_mm(b.pose.edge_mm)) / 2
    return float(np.linalg.norm(a.lie.stance.centre_mm - b.lie.stance.centre_mm)) > _ONE_BODY * bodies
